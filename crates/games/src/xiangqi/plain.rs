//! The plain twin of the rules and of the solver, for tests: letters in a table, no tables, no tiers, no symmetry, and
//! nothing shared with the game but the notation.

use std::collections::{BTreeMap, HashMap};

use zermelo_core::Outcome;

/// Ten ranks from Black's edge down, nine files.
type Board = [[char; 9]; 10];

/// Where a letter may stand at all.
fn may_stand(letter: char, row: i32, col: i32) -> bool {
    // Black's men are looked at from the other side.
    let own_row = if letter.is_ascii_uppercase() { 9 - row } else { row };
    let in_palace = own_row <= 2 && (3..=5).contains(&col);
    match letter.to_ascii_uppercase() {
        'K' => in_palace,
        'A' => [(0, 3), (0, 5), (1, 4), (2, 3), (2, 5)].contains(&(own_row, col)),
        'B' => [(0, 2), (0, 6), (2, 0), (2, 4), (2, 8), (4, 2), (4, 6)].contains(&(own_row, col)),
        'P' => own_row >= 5 || (own_row >= 3 && col % 2 == 0),
        _ => true,
    }
}

fn is_red(letter: char) -> bool {
    letter.is_ascii_uppercase()
}

fn at(board: &Board, row: i32, col: i32) -> Option<char> {
    let inside = (0..10).contains(&row) && (0..9).contains(&col);
    inside.then(|| board[row as usize][col as usize])
}

fn squares() -> impl Iterator<Item = (i32, i32)> + Clone {
    (0..10).flat_map(|row| (0..9).map(move |col| (row, col)))
}

/// Whether the man on one point could go to another, friends and the safety of kings left aside.
fn reaches(board: &Board, from: (i32, i32), to: (i32, i32)) -> bool {
    let letter = board[from.0 as usize][from.1 as usize];
    let (down, right) = (to.0 - from.0, to.1 - from.1);
    let (far_down, far_right) = (down.abs(), right.abs());
    let between = || {
        let steps = far_down.max(far_right);
        (1..steps)
            .filter(|i| at(board, from.0 + down.signum() * i, from.1 + right.signum() * i) != Some('.'))
            .count()
    };
    let on_line = (far_down == 0) != (far_right == 0);
    let enters = board[to.0 as usize][to.1 as usize] == '.';
    match letter.to_ascii_uppercase() {
        'K' => far_down + far_right == 1 && may_stand(letter, to.0, to.1),
        'A' => (far_down, far_right) == (1, 1) && may_stand(letter, to.0, to.1),
        'B' => (far_down, far_right) == (2, 2) && between() == 0 && may_stand(letter, to.0, to.1),
        'N' => {
            let leg = match (far_down, far_right) {
                (2, 1) => (from.0 + down / 2, from.1),
                (1, 2) => (from.0, from.1 + right / 2),
                _ => return false,
            };
            at(board, leg.0, leg.1) == Some('.')
        }
        'R' => on_line && between() == 0,
        'C' => on_line && between() == usize::from(!enters),
        'P' => {
            let forward = if is_red(letter) { -1 } else { 1 };
            let crossed = if is_red(letter) { from.0 <= 4 } else { from.0 >= 5 };
            (down, right) == (forward, 0) || (crossed && far_right == 1 && down == 0)
        }
        _ => unreachable!("{letter} is no man"),
    }
}

/// Whether the king of a player can be taken, or the kings face each other.
fn in_danger(board: &Board, red: bool) -> bool {
    let find = |letter| squares().find(|&(row, col)| at(board, row, col) == Some(letter)).expect("a king");
    let (own, other) = if red { (find('K'), find('k')) } else { (find('k'), find('K')) };
    let attacked = squares().any(|from| {
        let letter = board[from.0 as usize][from.1 as usize];
        letter != '.' && is_red(letter) != red && reaches(board, from, own)
    });
    let rows = own.0.min(other.0) + 1..own.0.max(other.0);
    let facing = own.1 == other.1 && rows.into_iter().all(|row| at(board, row, own.1) == Some('.'));
    attacked || facing
}

fn children(board: &Board, red: bool) -> Vec<Board> {
    let mut children = Vec::new();
    for from in squares() {
        let letter = board[from.0 as usize][from.1 as usize];
        if letter == '.' || is_red(letter) != red {
            continue;
        }
        for to in squares() {
            let there = board[to.0 as usize][to.1 as usize];
            let own = there != '.' && is_red(there) == red;
            if from != to && !own && reaches(board, from, to) {
                let mut child = *board;
                child[from.0 as usize][from.1 as usize] = '.';
                child[to.0 as usize][to.1 as usize] = letter;
                if !in_danger(&child, red) {
                    children.push(child);
                }
            }
        }
    }
    children
}

/// The position in the notation of the game.
fn word(board: &Board, red: bool) -> String {
    let mut ranks: Vec<String> = board.iter().map(|rank| rank.iter().collect()).collect();
    for rank in &mut ranks {
        for gap in (1..=9).rev() {
            *rank = rank.replace(&".".repeat(gap), &gap.to_string());
        }
    }
    ranks.join("/") + if red { "_w" } else { "_b" }
}

/// All boards with both kings and these other men.
fn boards(others: &str) -> Vec<Board> {
    let mut boards = vec![[['.'; 9]; 10]];
    for letter in ['K', 'k'].into_iter().chain(others.chars()) {
        boards = boards
            .iter()
            .flat_map(|board: &Board| {
                squares().filter_map(move |(row, col)| {
                    let mut board = *board;
                    let free = board[row as usize][col as usize] == '.' && may_stand(letter, row, col);
                    board[row as usize][col as usize] = letter;
                    free.then_some(board)
                })
            })
            .collect();
    }
    boards.sort_unstable();
    boards.dedup();
    boards
}

/// The legal positions with these men besides the kings.
fn legal(others: &str) -> Vec<(Board, bool)> {
    let both = boards(others).into_iter().flat_map(|board| [(board, true), (board, false)]);
    both.filter(|(board, red)| !in_danger(board, !red)).collect()
}

/// How many legal positions there are with these men besides the kings.
pub(super) fn count(others: &str) -> u64 {
    legal(others).len() as u64
}

/// The outcomes of all legal positions with at most one man besides the kings, by their words.
pub(super) fn solve_up_to_three() -> BTreeMap<String, Outcome> {
    let sets = ["", "A", "a", "B", "b", "P", "p", "N", "n", "C", "c", "R", "r"];
    let positions: Vec<(Board, bool)> = sets.into_iter().flat_map(legal).collect();
    let words: Vec<String> = positions.iter().map(|(board, red)| word(board, *red)).collect();
    let numbers: HashMap<(Board, bool), usize> = positions.iter().copied().zip(0..).collect();
    let children: Vec<Vec<usize>> = positions
        .iter()
        .map(|&(board, red)| children(&board, red).iter().map(|child| numbers[&(*child, !red)]).collect())
        .collect();
    let mut outcomes: Vec<Option<Outcome>> = vec![None; positions.len()];
    // What is decided in a round follows from what was decided in earlier ones; mates are decided in the first.
    for remoteness in 0.. {
        let decided: Vec<(usize, Outcome)> = (0..positions.len())
            .filter(|&i| outcomes[i].is_none())
            .filter_map(|i| {
                let mut worths = children[i].iter().map(|&child| outcomes[child]);
                if worths.clone().any(|worth| matches!(worth, Some(Outcome::Lose(_)))) {
                    Some((i, Outcome::Win(remoteness)))
                } else {
                    let lost = worths.all(|worth| matches!(worth, Some(Outcome::Win(_))));
                    lost.then_some((i, Outcome::Lose(remoteness)))
                }
            })
            .collect();
        if decided.is_empty() {
            break;
        }
        for (i, outcome) in decided {
            outcomes[i] = Some(outcome);
        }
    }
    words.into_iter().zip(outcomes.into_iter().map(|outcome| outcome.unwrap_or(Outcome::Draw))).collect()
}
