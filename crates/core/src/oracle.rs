//! The plain twin of every fast solver: slow, obvious, and used only to check.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::{Game, Outcome, Tally};

/// The outcome of every position that can be reached from the start, by reading the definition aloud.
///
/// Round `r` decides the positions of remoteness `r`; first wins and losses, then ties; the rest draws.
/// `limit` bounds the number of positions: `None` if the game has more.
pub fn solve<G: Game>(game: &G, limit: usize) -> Option<BTreeMap<G::Position, Outcome>> {
    solve_from(game, [game.start()], limit)
}

/// The same for every position that can be reached from any of these, e.g. all positions of some endgames.
pub fn solve_from<G: Game>(
    game: &G,
    starts: impl IntoIterator<Item = G::Position>,
    limit: usize,
) -> Option<BTreeMap<G::Position, Outcome>> {
    let (positions, children) = reachable(game, starts, limit)?;
    let mut outcomes: Vec<Option<Outcome>> = positions
        .iter()
        .zip(&children)
        .map(|(p, children)| match game.end(p) {
            Some(value) => Some(Outcome::ended(value)),
            None => children.is_empty().then(|| Outcome::ended(game.stuck())),
        })
        .collect();

    let mut rounds = |decide: &dyn Fn(u32, &[Option<Outcome>]) -> Option<Outcome>| {
        for r in 1.. {
            let decided: Vec<(usize, Outcome)> = (0..positions.len())
                .filter(|&i| outcomes[i].is_none())
                .filter_map(|i| {
                    let values: Vec<_> = children[i].iter().map(|&c| outcomes[c]).collect();
                    Some((i, decide(r, &values)?))
                })
                .collect();
            if decided.is_empty() {
                break;
            }
            for (i, outcome) in decided {
                outcomes[i] = Some(outcome);
            }
        }
    };
    rounds(&|r, children| {
        if children.contains(&Some(Outcome::Lose(r - 1))) {
            Some(Outcome::Win(r))
        } else {
            let all_win = children.iter().all(|c| matches!(c, Some(Outcome::Win(_))));
            all_win.then_some(Outcome::Lose(r))
        }
    });
    rounds(&|r, children| children.contains(&Some(Outcome::Tie(r - 1))).then_some(Outcome::Tie(r)));

    let outcomes = outcomes.into_iter().map(|outcome| outcome.unwrap_or(Outcome::Draw));
    Some(positions.into_iter().zip(outcomes).collect())
}

/// The number of positions that can be reached from the start; `None` if there are more than `limit`.
pub fn count<G: Game>(game: &G, limit: usize) -> Option<usize> {
    Some(reachable(game, [game.start()], limit)?.0.len())
}

/// The counts of [`solve`].
pub fn tally<G: Game>(game: &G, limit: usize) -> Option<Tally> {
    Some(solve(game, limit)?.into_values().collect())
}

type Graph<P> = (Vec<P>, Vec<Vec<usize>>);

fn reachable<G: Game>(
    game: &G,
    starts: impl IntoIterator<Item = G::Position>,
    limit: usize,
) -> Option<Graph<G::Position>> {
    let mut positions: Vec<G::Position> = Vec::new();
    let mut number = FxHashMap::default();
    for start in starts {
        number.entry(start).or_insert_with(|| {
            positions.push(start);
            positions.len() - 1
        });
    }
    let mut children: Vec<Vec<usize>> = Vec::new();
    let mut moves = Vec::new();
    while let Some(&p) = positions.get(children.len()) {
        moves.clear();
        if game.end(&p).is_none() {
            game.moves(&p, &mut moves);
        }
        let mut list = Vec::with_capacity(moves.len());
        for &m in &moves {
            let child = game.play(&p, m);
            let next = positions.len();
            let id = *number.entry(child).or_insert(next);
            if id == next {
                positions.push(child);
            }
            list.push(id);
        }
        if positions.len() > limit {
            return None;
        }
        children.push(list);
    }
    Some((positions, children))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ParseError, Value};

    /// A game given as a list of moves between numbered positions and the values of its ends.
    struct Sketch {
        moves: &'static [(u8, u8)],
        ends: &'static [(u8, Value)],
    }

    impl Game for Sketch {
        type Position = u8;
        type Move = u8;
        fn start(&self) -> u8 {
            0
        }
        fn end(&self, p: &u8) -> Option<Value> {
            self.ends.iter().find(|end| end.0 == *p).map(|end| end.1)
        }
        fn moves(&self, p: &u8, out: &mut Vec<u8>) {
            out.extend(self.moves.iter().filter(|edge| edge.0 == *p).map(|edge| edge.1));
        }
        fn play(&self, _: &u8, m: u8) -> u8 {
            m
        }
        fn format(&self, p: &u8) -> String {
            p.to_string()
        }
        fn parse(&self, text: &str) -> Result<u8, ParseError> {
            text.parse().map_err(|_| ParseError::new("a number"))
        }
        fn format_move(&self, _: &u8, m: u8) -> String {
            m.to_string()
        }
    }

    #[test]
    fn a_tie_is_preferred_to_a_draw_and_a_win_to_both() {
        // 0 can go round with 1 for ever, tie through 2, or (in the second game) win through 3.
        let tie = Sketch { moves: &[(0, 1), (1, 0), (0, 2)], ends: &[(2, Value::Tie)] };
        assert_eq!(solve(&tie, 9).unwrap()[&0], Outcome::Tie(1));
        let win =
            Sketch { moves: &[(0, 1), (1, 0), (0, 2), (0, 3)], ends: &[(2, Value::Tie), (3, Value::Lose)] };
        assert_eq!(solve(&win, 9).unwrap()[&0], Outcome::Win(1));
    }

    #[test]
    fn a_loser_takes_the_longest_way_and_flees_into_a_cycle_if_he_can() {
        let long =
            Sketch { moves: &[(0, 1), (0, 2), (1, 3), (2, 4), (4, 5), (5, 3)], ends: &[(3, Value::Lose)] };
        assert_eq!(solve(&long, 9).unwrap()[&0], Outcome::Lose(4));
        let cycle = Sketch { moves: &[(0, 1), (1, 2), (0, 3), (3, 0)], ends: &[(2, Value::Lose)] };
        assert_eq!(solve(&cycle, 9).unwrap()[&0], Outcome::Draw);
    }
}
