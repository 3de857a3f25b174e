//! Outcomes as small numbers that a search compares: better for the player to move is more.

use zermelo_core::Outcome;

/// A win is positive, more for an earlier one; a loss is the negative of the opponent's win; a tie is 0.
///
/// A win with stone number `n` of the game scores half of what is missing from `n` to the cells of the board and two
/// more. So a score says which of two neighbouring numbers it is, and whose turn it is tells them apart.
pub(super) type Score = i32;

/// No score is larger.
pub(super) const MOST: Score = 31;

/// The score of a win with stone number `stone`, for the winner.
#[inline]
pub(super) const fn win_with(stone: u32, cells: u32) -> Score {
    (cells as Score + 2 - stone as Score) / 2
}

/// What a score means after `ply` stones.
pub(super) fn outcome(score: Score, ply: u32, cells: u32) -> Outcome {
    let even_number = cells + 2 - 2 * score.unsigned_abs();
    // The winner's stones have all the same parity.
    let last = |parity: u32| if even_number % 2 == parity { even_number } else { even_number - 1 } - ply;
    match score {
        0 => Outcome::Tie(cells - ply),
        1.. => Outcome::Win(last((ply + 1) % 2)),
        _ => Outcome::Lose(last(ply % 2)),
    }
}

/// The score of an outcome after `ply` stones.
pub(super) fn score(outcome: Outcome, ply: u32, cells: u32) -> Score {
    match outcome {
        Outcome::Win(moves) => win_with(ply + moves, cells),
        Outcome::Lose(moves) => -win_with(ply + moves, cells),
        Outcome::Tie(_) | Outcome::Draw => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_keep_the_order_of_outcomes_and_give_them_back() {
        for cells in [25, 42, 63] {
            for ply in 0..cells {
                let wins = (1..=cells - ply).step_by(2).map(Outcome::Win);
                let losses = (2..=cells - ply).step_by(2).map(Outcome::Lose);
                let mut outcomes: Vec<Outcome> =
                    wins.chain(losses).chain([Outcome::Tie(cells - ply)]).collect();
                outcomes.sort_unstable();
                let scores: Vec<Score> = outcomes.iter().map(|&o| score(o, ply, cells)).collect();
                assert!(scores.is_sorted_by(|a, b| a < b), "{cells} cells after {ply}: {scores:?}");
                let back: Vec<Outcome> = scores.iter().map(|&s| outcome(s, ply, cells)).collect();
                assert_eq!(back, outcomes);
            }
        }
    }
}
