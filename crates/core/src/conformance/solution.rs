//! The laws of a solution: outcomes are those of the oracle, or at least follow from each other.

use super::check::{Check, Effort, ensure, word};
use super::moves::children_of;
use super::random::Random;
use super::rules::on_positions;
use super::walk::Walk;
use crate::{Erased, Game, Outcome, Typed, WideKey, oracle, unpacked};

/// Checks the outcomes that `outcome` gives for positions of a game; `None` is a position it does not know.
///
/// The outcomes of a small game are compared with those of the [`oracle`]. In a large one, the outcome of each
/// position looked at must be what its moves lead to, and its images must share it.
pub fn check_solution<G: Game>(
    game: &G,
    effort: &Effort,
    outcome: &mut dyn FnMut(&G::Position) -> Option<Outcome>,
) -> Vec<Check> {
    let mut by_key = |key: &WideKey| outcome(&unpacked(*key).expect("the key of a position"));
    check_erased(&Typed::new(game).erased(), effort, &mut by_key)
}

/// Returns whether a game has no more positions than this, so that the [`oracle`] can solve it.
pub fn is_small<G: Game>(game: &G, positions: usize) -> bool {
    is_small_erased(&Typed::new(game).erased(), positions)
}

fn is_small_erased(game: &Erased<'_>, positions: usize) -> bool {
    oracle::count(game, positions).is_some()
}

fn check_erased(
    game: &Erased<'_>,
    effort: &Effort,
    outcome: &mut dyn FnMut(&WideKey) -> Option<Outcome>,
) -> Vec<Check> {
    let mut known = |p: &WideKey| outcome(p).ok_or_else(|| format!("{} has no outcome", word(game, p)));
    let walk = Walk::new(game, effort);
    if walk.complete
        && let Some(truth) = oracle::solve(game, effort.positions)
    {
        return vec![on_positions("every outcome is that of the oracle", game, &walk.positions, |p| {
            let (found, expected) = (known(p)?, truth[p]);
            ensure(found == expected, || format!("{found} instead of {expected}"))
        })];
    }
    let moves = on_positions("every outcome is what the best move leads to", game, &walk.positions, |p| {
        let (found, expected) = (known(p)?, best_of_moves(game, p, &mut known)?);
        ensure(found == expected, || format!("{found}, but its moves give {expected}"))
    });
    let mut random = Random::new(effort.seed);
    let images = on_positions("images have the same outcome", game, &walk.positions, |p| {
        let image = game.image(p, random.below(game.symmetries()));
        let (found, other) = (known(p)?, known(&image)?);
        ensure(found == other, || format!("{found}, but its image {} has {other}", word(game, &image)))
    });
    vec![moves, images]
}

fn best_of_moves<G: Game>(
    game: &G,
    p: &G::Position,
    known: &mut impl FnMut(&G::Position) -> Result<Outcome, String>,
) -> Result<Outcome, String> {
    if let Some(value) = game.end(p) {
        return Ok(Outcome::ended(value));
    }
    let mut best = None;
    for child in children_of(game, p) {
        best = best.max(Some(known(&child)?.one_move_before()));
    }
    Ok(best.unwrap_or(Outcome::ended(game.stuck())))
}

#[cfg(test)]
mod tests {
    use super::super::toys::{Fault, Strip, broken_laws};
    use super::*;

    const SMALL: Effort = Effort { positions: 10_000, seed: 1 };
    const SAMPLE: Effort = Effort { positions: 200, seed: 1 };

    fn broken(effort: &Effort, change: impl Fn(Outcome) -> Option<Outcome>) -> Vec<&'static str> {
        let game = Strip::new(Fault::None);
        let truth = oracle::solve(&game, 10_000).unwrap();
        broken_laws(&check_solution(&game, effort, &mut |p| change(truth[p])))
    }

    #[test]
    fn the_true_solution_passes() {
        assert!(broken(&SMALL, Some).is_empty());
        assert!(broken(&SAMPLE, Some).is_empty());
    }

    #[test]
    fn a_wrong_or_missing_outcome_is_noticed() {
        let too_long = |outcome| if outcome == Outcome::Win(3) { Outcome::Win(5) } else { outcome };
        assert_eq!(broken(&SMALL, |o| Some(too_long(o))), ["every outcome is that of the oracle"]);
        assert_eq!(broken(&SAMPLE, |o| Some(too_long(o))), ["every outcome is what the best move leads to"]);
        let missing = |outcome| (outcome != Outcome::Lose(0)).then_some(outcome);
        assert_eq!(broken(&SMALL, missing), ["every outcome is that of the oracle"]);
    }

    #[test]
    fn an_outcome_that_depends_on_the_image_is_noticed() {
        let game = Strip::new(Fault::None);
        let truth = oracle::solve(&game, 10_000).unwrap();
        let checks = check_solution(&game, &SAMPLE, &mut |p| {
            let lopsided = game.image(p, 1) < *p;
            Some(if lopsided { Outcome::Draw } else { truth[p] })
        });
        assert!(broken_laws(&checks).contains(&"images have the same outcome"));
    }
}
