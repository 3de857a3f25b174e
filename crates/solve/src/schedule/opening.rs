//! Which positions of the first tiers can be reached from the start.
//!
//! In nine men's morris a player who has taken three men while placing must have closed three mills, so that of 18 billion
//! arrangements only 3.2 billion occur. A sweep from the start downwards finds them. It is done anew by every solve that goes on,
//! for the tiers that are left, and so nothing but solved tiers is ever stored.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use rayon::prelude::*;
use zermelo_core::{Index, Reach, Tiered};

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
    let len = view.index.len();
    let chunks = (0..len.div_ceil(CHUNK)).into_par_iter();
    chunks.try_for_each_init(Default::default, |(scratch, found): &mut Buffers<G>, chunk| {
        run.check()?;
        let slots = chunk * CHUNK..len.min((chunk + 1) * CHUNK);
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
        Ok(())
    })
}

/// FollowScratch for moves, and for children that have been found but not yet been added: their bits lie all over memory, and the
/// processor waits for many of them at once.
type Buffers<G> = (Vec<<G as zermelo_core::Game>::Move>, Vec<(u32, u64)>);
