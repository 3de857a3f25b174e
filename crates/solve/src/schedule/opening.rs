//! Which positions of the first tiers can be reached from the start.
//!
//! In nine men's morris a player who has taken three men while placing must have closed three mills, so that
//! of 18 billion arrangements only 3.2 billion occur. A sweep from the start downwards finds them. It is done
//! anew by every solve that goes on, for the tiers that are left, and so nothing but solved tiers is ever
//! stored.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use zermelo_core::{Index, Reach, Tiered};

use crate::memory::shared_loop::sum_chunks;
use crate::memory::slot_set::SlotSet;
use crate::schedule::plan::Plan;
use crate::tier::retrograde::{BATCH, CHUNK};
use crate::tier::solver::{TierView, With};
use crate::{Event, Run, SolveError};

/// The reachable slots of sparse tiers.
pub(crate) struct Opening<T> {
    reachable: BTreeMap<T, SlotSet>,
}

impl<T: Copy + Ord + std::fmt::Display> Opening<T> {
    /// Finds what can be reached in those sparse tiers of the plan that lie in these volumes.
    pub(crate) fn sweep<G: Tiered<Tier = T>>(
        game: &G,
        plan: &Plan<T>,
        volumes: &BTreeSet<u32>,
        run: &Run<'_>,
    ) -> Result<Opening<T>, SolveError> {
        let needed = plan.sparse_for(volumes);
        let slots: u64 = needed.iter().map(|&tier| plan.get(tier).slots).sum();
        if slots > 0 {
            run.tell(Event::Planned { tiers: needed.len(), slots });
        }
        let mut reachable: BTreeMap<T, SlotSet> = BTreeMap::new();
        let start = game.normalise(&game.start());
        let start_tier = game.tier_of(&start);
        let new_set = |tier: T| SlotSet::new(plan.get(tier).slots);
        for planned in plan.tiers().iter().rev().filter(|planned| needed.contains(&planned.tier)) {
            let tier = planned.tier;
            run.tell(Event::TierStarted { tier: tier.to_string(), slots: planned.slots });
            let view = TierView::new(game, tier);
            // Nothing leads to a tier that has no set by now.
            let own = reachable.remove(&tier).map_or_else(|| new_set(tier), Ok)?;
            if tier == start_tier {
                own.insert(view.slot(&start));
            }
            let below: Vec<T> = planned.children.iter().copied().filter(|c| needed.contains(c)).collect();
            for &child in &below {
                if let Entry::Vacant(place) = reachable.entry(child) {
                    place.insert(new_set(child)?);
                }
            }
            let children: Vec<With<'_, G, &SlotSet>> =
                below.iter().map(|&child| (TierView::new(game, child), &reachable[&child])).collect();
            spread(&view, &own, &children, run)?;
            if volumes.contains(&planned.volume) {
                reachable.insert(tier, own);
            }
            run.tell(Event::Advanced { slots: planned.slots });
        }
        Ok(Opening { reachable })
    }

    /// The reachable slots of a tier; `None` if all of it is to be solved.
    pub(crate) fn of(&self, tier: T) -> Option<&SlotSet> {
        self.reachable.get(&tier)
    }

    /// The bytes that all the sets take.
    pub(crate) fn bytes(&self) -> u64 {
        self.reachable.values().map(SlotSet::bytes).sum()
    }
}

/// Plays all moves from the positions of a set, and adds where they lead to the sets of the child tiers.
fn spread<G: Tiered>(
    view: &TierView<'_, G>,
    own: &SlotSet,
    children: &[With<'_, G, &SlotSet>],
    run: &Run<'_>,
) -> Result<(), SolveError> {
    if children.is_empty() {
        return Ok(());
    }
    let TierView { game, tier, .. } = *view;
    sum_chunks(view.index.len(), CHUNK, |(scratch, found): &mut Buffers<G>, _, slots| {
        run.check()?;
        let add = |found: &mut Vec<(u32, u64)>| {
            for (number, slot) in found.drain(..) {
                children[number as usize].1.insert(slot);
            }
        };
        view.scan(
            slots,
            |slot| own.contains(slot),
            |_, p| {
                if game.end(&p).is_some() {
                    return;
                }
                let _ = game.for_each_child(tier, &p, Reach::Anywhere, scratch, |child| {
                    let child = game.normalise(&child);
                    let child_tier = game.tier_of(&child);
                    // Other children are solved whole, or were solved before.
                    if let Some(number) = children.iter().position(|(view, _)| view.tier == child_tier) {
                        found.push((number as u32, children[number].0.slot(&child)));
                    }
                    ControlFlow::<()>::Continue(())
                });
                if found.len() >= 16 * BATCH {
                    add(found);
                }
            },
        );
        add(found);
        Ok(0)
    })?;
    Ok(())
}

/// FollowScratch for moves, and for children that have been found but not yet been added: their bits lie all
/// over memory, and the processor waits for many of them at once.
type Buffers<G> = (Vec<<G as zermelo_core::Game>::Move>, Vec<(u32, u64)>);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::stairs::Stairs;
    use crate::unlimited;

    #[test]
    fn the_sweep_finds_just_what_play_from_the_start_reaches() {
        // From slot 0 of tier 3, moves lead to slot 0 of tiers 2 and 1 and of tier 0; nothing leads to tier 4.
        let game = Stairs::<true>(vec![(9, vec![]), (9, vec![0]), (9, vec![0]), (9, vec![1, 2])]);
        let plan = Plan::of(&game);
        let opening = Opening::sweep(&game, &plan, &(0..plan.volumes()).collect(), &unlimited()).unwrap();
        for tier in 0..4 {
            let reachable = opening.of(tier).expect("a sparse tier");
            let found: Vec<u64> = (0..9).filter(|&slot| reachable.contains(slot)).collect();
            assert_eq!(found, [0], "tier {tier}");
        }
        assert!(opening.bytes() > 0);
    }

    #[test]
    fn games_that_do_not_ask_for_it_are_solved_whole() {
        let game = Stairs::<false>(vec![(9, vec![]), (9, vec![0])]);
        let plan = Plan::of(&game);
        let opening = Opening::sweep(&game, &plan, &(0..plan.volumes()).collect(), &unlimited()).unwrap();
        assert!(opening.of(0).is_none() && opening.of(1).is_none());
        assert_eq!(opening.bytes(), 0);
    }
}
