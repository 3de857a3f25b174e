//! Solving a whole game tier by tier, within memory, onto a shelf.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use zermelo_core::Tiered;

use crate::plan::{Plan, PlannedTier};
use crate::shelf::{Shelf, Solved};
use crate::tier::{Parents, solve_tier};
use crate::{Event, Run, SolveError};

/// Solves all tiers of the plan that `wanted` needs (all, if `None`) and that are not yet on the shelf.
///
/// The result does not depend on the number of threads, nor on how often the work was interrupted.
pub fn solve_tiers<G: Tiered, P: Parents<G>>(
    game: &G,
    plan: &Plan<G::Tier>,
    wanted: Option<&[G::Tier]>,
    shelf: &dyn Shelf,
    run: &Run<'_>,
) -> Result<(), SolveError> {
    let volumes = match wanted {
        Some(tiers) => plan.volumes_for(tiers),
        None => (0..plan.volumes()).collect(),
    };
    let mut todo = BTreeSet::new();
    for &volume in &volumes {
        if !shelf.has(volume, &names(plan.volume(volume)))? {
            todo.insert(volume);
        }
    }
    plan.check_memory(&todo, run.memory)?;
    let tiers = todo.iter().flat_map(|&v| plan.volume(v));
    run.tell(Event::Planned { tiers: tiers.clone().count(), slots: tiers.map(|t| t.slots).sum() });

    let mut desk = Desk { plan, shelf, tiers: BTreeMap::new() };
    for &volume in &todo {
        run.check()?;
        desk.make_room(volume, run.memory);
        desk.fetch_children(volume)?;
        solve_volume::<G, P>(game, volume, &mut desk, run)?;
        let tiers: Vec<_> =
            plan.volume(volume).iter().map(|t| (t.tier.to_string(), &desk.tiers[&t.tier])).collect();
        shelf.save(volume, &tiers)?;
        for tier in plan.volume(volume) {
            run.tell(Event::TierDone { tier: tier.tier.to_string(), slots: tier.slots });
        }
        desk.drop_finished(volume, &todo);
    }
    Ok(())
}

fn names<T: std::fmt::Display>(tiers: &[PlannedTier<T>]) -> Vec<String> {
    tiers.iter().map(|t| t.tier.to_string()).collect()
}

/// Solves the tiers of a volume, several at once where none needs another.
fn solve_volume<G: Tiered, P: Parents<G>>(
    game: &G,
    volume: u32,
    desk: &mut Desk<'_, G::Tier>,
    run: &Run<'_>,
) -> Result<(), SolveError> {
    let mut left: Vec<&PlannedTier<G::Tier>> = desk.plan.volume(volume).iter().collect();
    while !left.is_empty() {
        let (ready, waiting): (Vec<&PlannedTier<G::Tier>>, Vec<&PlannedTier<G::Tier>>) =
            left.into_iter().partition(|t| t.children.iter().all(|child| desk.tiers.contains_key(child)));
        assert!(!ready.is_empty(), "children come first");
        let solved = ready
            .par_iter()
            .map(|planned| {
                run.tell(Event::TierStarted { tier: planned.tier.to_string(), slots: planned.slots });
                let children: Vec<_> = planned.children.iter().map(|&c| (c, &desk.tiers[&c])).collect();
                Ok((planned.tier, solve_tier::<G, P>(game, planned.tier, &children, run)?))
            })
            .collect::<Result<Vec<_>, SolveError>>()?;
        desk.tiers.extend(solved);
        left = waiting;
    }
    Ok(())
}

/// The tiers that are in memory right now.
struct Desk<'a, T> {
    plan: &'a Plan<T>,
    shelf: &'a dyn Shelf,
    tiers: BTreeMap<T, Solved>,
}

impl<T: Copy + Ord + std::fmt::Display> Desk<'_, T> {
    /// Puts tiers away that the volume does not need, until the rest of what it needs has room.
    fn make_room(&mut self, volume: u32, memory: u64) {
        let tiers = self.plan.volume(volume).iter();
        let needed: BTreeSet<T> = tiers.flat_map(|t| t.children.iter().copied()).collect();
        let mut spare = memory.saturating_sub(self.plan.memory_for(volume));
        self.tiers.retain(|tier, solved| {
            let keep = needed.contains(tier) || solved.bytes() <= spare;
            if keep && !needed.contains(tier) {
                spare -= solved.bytes();
            }
            keep
        });
    }

    fn fetch_children(&mut self, volume: u32) -> Result<(), SolveError> {
        for child in self.plan.volume(volume).iter().flat_map(|t| &t.children) {
            let planned = self.plan.get(*child);
            if planned.volume != volume && !self.tiers.contains_key(child) {
                let solved = self.shelf.load(planned.volume, &child.to_string())?;
                self.tiers.insert(*child, solved);
            }
        }
        Ok(())
    }

    /// Puts tiers away that no later volume needs.
    fn drop_finished(&mut self, volume: u32, todo: &BTreeSet<u32>) {
        let later = todo.range(volume + 1..).flat_map(|&v| self.plan.volume(v));
        let needed: BTreeSet<T> = later.flat_map(|t| t.children.iter().copied()).collect();
        self.tiers.retain(|tier, _| needed.contains(tier));
    }
}
