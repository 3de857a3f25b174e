//! Verification: every stored outcome against those of its children.
//!
//! The solver decides by looking from ends to parents; here every position is looked at from the other side, through its
//! moves. If each stored outcome follows from its children's, all are right: wins, losses and ties by induction on
//! remoteness, and a draw because it has a drawn child and no better one, so that it can be held for ever.

use std::collections::BTreeSet;
use std::hash::Hash;
use std::ops::{ControlFlow, Range};
use std::sync::Mutex;

use rayon::prelude::*;
use zermelo_core::{Game, Index, Outcome, Reach, Tiered, canonical};

use crate::desk::Desk;
use crate::exploration::Outcomes;
use crate::loopy::{BATCH, CHUNK};
use crate::plan::{BASE_MEMORY, Plan};
use crate::shelf::{Shelf, Solved};
use crate::tier::{TierView, With, declared};
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
        let children = planned.children.iter().map(|&child| (TierView::new(game, child), desk.get(child)));
        let start = game.normalise(&game.start());
        let view = TierView::new(game, tier);
        let checker = Checker {
            own: desk.get(tier),
            start_slot: (game.tier_of(&start) == tier).then(|| view.slot(&start)),
            sparse: planned.sparse,
            children: children.collect(),
            view,
        };
        let len = checker.view.index.len();
        let chunks = (0..len.div_ceil(CHUNK)).into_par_iter();
        chunks.try_for_each_init(Batch::default, |batch, chunk| {
            run.check()?;
            let part = checker.check(chunk * CHUNK..len.min((chunk + 1) * CHUNK), batch);
            total.lock().expect("no panic while locked").add(part);
            Ok::<(), SolveError>(())
        })?;
        run.tell(Event::TierDone { tier: tier.to_string(), slots: planned.slots });
    }
    Ok(total.into_inner().expect("no panic while locked"))
}

/// One tier while it is verified.
struct Checker<'a, G: Tiered> {
    view: TierView<'a, G>,
    own: &'a Solved,
    children: Vec<With<'a, G, &'a Solved>>,
    /// The slot of the start, if it is in this tier.
    start_slot: Option<u64>,
    sparse: bool,
}

/// Positions whose children have been found but not read: they lie all over memory, and the processor waits for many of them at
/// once if nothing stands between the reads.
struct Batch<G: Tiered> {
    scratch: Vec<G::Move>,
    /// Positions with their slots and the number of their children.
    positions: Vec<(u64, G::Position, usize)>,
    /// The slots of the children, one position's after the other's, with the number of their tier; `None` is the same tier.
    children: Vec<(Option<u32>, u64)>,
}

impl<G: Tiered> Default for Batch<G> {
    fn default() -> Batch<G> {
        Batch { scratch: Vec::new(), positions: Vec::with_capacity(BATCH), children: Vec::new() }
    }
}

impl<G: Tiered> Checker<'_, G> {
    fn check(&self, slots: Range<u64>, batch: &mut Batch<G>) -> Verification {
        let mut part = Verification::default();
        self.view.scan(
            slots,
            |_| true,
            |slot, p| {
                // What a sparse tier leaves out cannot be reached: the start is not left out, nor any child of what is there.
                let left_out =
                    || self.sparse && self.own.outcome(slot).is_none() && self.start_slot != Some(slot);
                if !self.view.game.is_legal(&p) || left_out() {
                    return;
                }
                if let Some(value) = self.view.game.end(&p) {
                    let expected = Some(Outcome::ended(value));
                    part.check(self.own.outcome(slot), expected, || self.view.game.format(&p));
                    return;
                }
                self.find(slot, p, batch);
                if batch.positions.len() == BATCH {
                    self.read(batch, &mut part);
                }
            },
        );
        self.read(batch, &mut part);
        part
    }

    #[inline]
    fn find(&self, slot: u64, p: G::Position, batch: &mut Batch<G>) {
        let TierView { game, tier, .. } = self.view;
        let Batch { scratch, positions, children } = batch;
        let before = children.len();
        let _ = game.for_each_child(tier, &p, Reach::Anywhere, scratch, |child| {
            let child = game.normalise(&child);
            let child_tier = game.tier_of(&child);
            children.push(if child_tier == tier {
                (None, self.view.slot(&child))
            } else {
                let number = declared(&self.children, tier, child_tier);
                (Some(number as u32), self.children[number].0.slot(&child))
            });
            ControlFlow::<()>::Continue(())
        });
        positions.push((slot, p, children.len() - before));
    }

    fn read(&self, batch: &mut Batch<G>, part: &mut Verification) {
        let mut children = batch.children.drain(..);
        for (slot, p, count) in batch.positions.drain(..) {
            let best = children.by_ref().take(count).fold(Best::NoMove, |best, (tier, child)| {
                best.or(tier.map_or(self.own, |number| self.children[number as usize].1).outcome(child))
            });
            let game = self.view.game;
            part.check(self.own.outcome(slot), best.outcome(game), || game.format(&p));
        }
    }
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
