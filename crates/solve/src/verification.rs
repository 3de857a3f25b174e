//! Verification: every stored outcome against those of its children.
//!
//! The solver decides by looking from ends to parents; here every position is looked at from the other side, through its
//! moves. If each stored outcome follows from its children's, all are right: wins, losses and ties by induction on
//! remoteness, and a draw because it has a drawn child and no better one, so that it can be held for ever.

use std::collections::BTreeSet;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::Mutex;

use rayon::prelude::*;
use zermelo_core::{Game, Index, Outcome, Reach, Tiered, canonical};

use crate::desk::Desk;
use crate::exploration::Outcomes;
use crate::loopy::CHUNK;
use crate::plan::{BASE_MEMORY, Plan};
use crate::shelf::Shelf;
use crate::tier::{TierView, declared};
use crate::{Event, Run, SolveError};

/// How many disagreements are reported in full.
const REPORTED: usize = 10;

/// A stored outcome that does not follow from its children.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Disagreement {
    /// The position, as text.
    pub position: String,
    /// What is stored, if anything.
    pub stored: Option<Outcome>,
    /// What follows from the children.
    pub expected: Option<Outcome>,
}

/// What a verification found.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Verification {
    /// Positions looked at.
    pub checked: u64,
    /// Positions whose stored outcome is wrong, or wrong together with a child's.
    pub wrong: u64,
    /// Some of them.
    pub examples: Vec<Disagreement>,
}

impl Verification {
    fn add(&mut self, other: Verification) {
        self.checked += other.checked;
        self.wrong += other.wrong;
        self.examples.extend(other.examples);
        self.examples.sort();
        self.examples.truncate(REPORTED);
    }

    fn check(
        &mut self,
        stored: Option<Outcome>,
        expected: Option<Outcome>,
        position: impl FnOnce() -> String,
    ) {
        self.checked += 1;
        if stored != expected || stored.is_none() {
            self.wrong += 1;
            if self.examples.len() < REPORTED {
                self.examples.push(Disagreement { position: position(), stored, expected });
            }
        }
    }
}

/// The best for the mover among moves to children of these outcomes; `None` if one of them is unknown.
#[derive(Clone, Copy)]
enum Best {
    NoMove,
    Known(Outcome),
    Unknown,
}

impl Best {
    #[inline]
    fn or(self, child: Option<Outcome>) -> Best {
        match (self, child.map(Outcome::one_move_before)) {
            (_, None) | (Best::Unknown, _) => Best::Unknown,
            (Best::NoMove, Some(value)) => Best::Known(value),
            (Best::Known(best), Some(value)) => Best::Known(best.max(value)),
        }
    }

    fn outcome<G: Game>(self, game: &G) -> Option<Outcome> {
        match self {
            Best::NoMove => Some(Outcome::ended(game.stuck())),
            Best::Known(outcome) => Some(outcome),
            Best::Unknown => None,
        }
    }
}

/// Verifies all tiers of a plan that `wanted` asks for.
pub fn verify_tiers<G: Tiered>(
    game: &G,
    plan: &Plan<G::Tier>,
    wanted: impl Fn(G::Tier) -> bool,
    shelf: &dyn Shelf,
    run: &Run<'_>,
) -> Result<Verification, SolveError> {
    let tiers: Vec<_> = plan.tiers().iter().filter(|t| wanted(t.tier)).collect();
    let needed = tiers.iter().map(|t| plan.memory_to_verify(t.tier)).max().unwrap_or(0);
    if needed > run.memory {
        return Err(SolveError::Memory { what: "the verification".into(), needed, allowed: run.memory });
    }
    run.tell(Event::Planned { tiers: tiers.len(), slots: tiers.iter().map(|t| t.slots).sum() });
    let total = Mutex::new(Verification::default());
    let mut desk = Desk::new(plan, shelf, run);
    for planned in tiers {
        let tier = planned.tier;
        run.tell(Event::TierStarted { tier: tier.to_string(), slots: planned.slots });
        let needed: BTreeSet<G::Tier> = planned.children.iter().copied().chain([tier]).collect();
        desk.fetch(&needed, BASE_MEMORY)?;
        let view = TierView::new(game, tier);
        let own = desk.get(tier);
        let children: Vec<_> =
            planned.children.iter().map(|&c| (TierView::new(game, c), desk.get(c))).collect();
        let chunks = (0..view.index.len().div_ceil(CHUNK)).into_par_iter();
        chunks.try_for_each_init(Vec::new, |scratch, chunk| {
            run.check()?;
            let mut part = Verification::default();
            let slots = chunk * CHUNK..view.index.len().min((chunk + 1) * CHUNK);
            view.scan(
                slots,
                |_| true,
                |slot, p| {
                    if !game.is_legal(&p) {
                        return;
                    }
                    let expected = match game.end(&p) {
                        Some(value) => Some(Outcome::ended(value)),
                        None => {
                            let mut best = Best::NoMove;
                            let _ = game.for_each_child(tier, &p, Reach::Anywhere, scratch, |child| {
                                let child = game.normalise(&child);
                                let child_tier = game.tier_of(&child);
                                let stored = if child_tier == tier {
                                    own.outcome(view.slot(&child))
                                } else {
                                    let (view, codes) = declared(&children, tier, child_tier);
                                    codes.outcome(view.slot(&child))
                                };
                                best = best.or(stored);
                                ControlFlow::<()>::Continue(())
                            });
                            best.outcome(game)
                        }
                    };
                    part.check(own.outcome(slot), expected, || game.format(&p));
                },
            );
            total.lock().expect("no panic while locked").add(part);
            Ok::<(), SolveError>(())
        })?;
        run.tell(Event::TierDone { tier: tier.to_string(), slots: planned.slots });
    }
    Ok(total.into_inner().expect("no panic while locked"))
}

/// Verifies the outcomes of an explored game: each follows from its children, and the start is among them.
pub fn verify_exploration<G: Game>(
    game: &G,
    stored: &Outcomes<G::Position>,
    run: &Run<'_>,
) -> Result<Verification, SolveError>
where
    G::Position: Eq + Hash,
{
    let mut total = Verification::default();
    let start = canonical(game, &game.start());
    if !stored.contains_key(&start) {
        total.check(None, None, || game.format(&start));
    }
    let entries: Vec<(&G::Position, &Outcome)> = stored.iter().collect();
    let parts = entries.par_chunks(CHUNK as usize).map(|chunk| {
        run.check()?;
        let mut part = Verification::default();
        let mut moves = Vec::new();
        for &(p, outcome) in chunk {
            let expected = match game.end(p) {
                Some(value) => Some(Outcome::ended(value)),
                None => {
                    moves.clear();
                    game.moves(p, &mut moves);
                    let children =
                        moves.iter().map(|&m| stored.get(&canonical(game, &game.play(p, m))).copied());
                    children.fold(Best::NoMove, Best::or).outcome(game)
                }
            };
            part.check(Some(*outcome), expected, || game.format(p));
        }
        Ok(part)
    });
    for part in parts.collect::<Result<Vec<_>, SolveError>>()? {
        total.add(part);
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_value_of_a_move_is_the_outcome() {
        use Outcome::{Draw, Lose, Tie, Win};
        let outcome = |children: &[Outcome]| {
            let best = children.iter().fold(Best::NoMove, |best, &c| best.or(Some(c)));
            if let Best::Known(outcome) = best { Some(outcome) } else { None }
        };
        assert_eq!(outcome(&[Win(1), Win(4)]), Some(Lose(5)));
        assert_eq!(outcome(&[Win(1), Draw]), Some(Draw));
        assert_eq!(outcome(&[Tie(3), Draw, Tie(5)]), Some(Tie(4)));
        assert_eq!(outcome(&[Lose(3), Tie(0), Lose(2)]), Some(Win(3)));
    }
}
