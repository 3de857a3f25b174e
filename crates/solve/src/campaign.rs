//! Solving a whole game tier by tier, within memory, onto a shelf.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use rayon::prelude::*;
use zermelo_core::Tiered;

use crate::desk::Desk;
use crate::plan::{Plan, PlannedTier};
use crate::shelf::{Shelf, ShelfError, Solved};
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

    let failure: Mutex<Option<ShelfError>> = Mutex::new(None);
    let saving = AtomicUsize::new(0);
    // While one thread waits for the disk the others solve on.
    let solved = rayon::scope(|scope| {
        let mut desk = Desk::new(plan, shelf, run);
        for &volume in &todo {
            run.check()?;
            if failure.lock().expect("no panic while locked").is_some() {
                break;
            }
            let own = plan.volume(volume);
            desk.fetch(&plan.outside_children(volume), plan.memory_for_own(volume))?;
            solve_volume::<G, P>(game, own, &mut desk, run)?;
            let solved: Vec<Arc<Solved>> = own.iter().map(|t| desk.share(t.tier)).collect();
            let small = solved.iter().map(|s| s.bytes()).sum::<u64>() <= SAVED_ASIDE;
            if small && rayon::current_num_threads() > 1 && saving.load(Relaxed) < MOST_SAVING {
                saving.fetch_add(1, Relaxed);
                let (failure, saving) = (&failure, &saving);
                scope.spawn(move |_| {
                    if let Err(error) = save(shelf, volume, own, &solved, run) {
                        *failure.lock().expect("no panic while locked") = Some(error);
                    }
                    saving.fetch_sub(1, Relaxed);
                });
            } else {
                save(shelf, volume, own, &solved, run)?;
            }
            let later = todo.range(volume + 1..).flat_map(|&v| plan.volume(v));
            desk.keep_only(&later.flat_map(|t| t.children.iter().copied()).collect());
        }
        Ok::<(), SolveError>(())
    });
    // A failed save comes first: whatever else went wrong may well have followed from it.
    failure.into_inner().expect("no panic while locked").map_or(solved, |error| Err(error.into()))
}

/// Volumes up to this size are saved beside the work on the next one. Larger ones are saved at once, because the memory
/// that they take is needed.
const SAVED_ASIDE: u64 = 8 << 20;
/// And so many of them at a time.
const MOST_SAVING: usize = 2;

fn save<T: std::fmt::Display>(
    shelf: &dyn Shelf,
    volume: u32,
    tiers: &[PlannedTier<T>],
    solved: &[Arc<Solved>],
    run: &Run<'_>,
) -> Result<(), ShelfError> {
    let named: Vec<(String, &Solved)> =
        names(tiers).into_iter().zip(solved.iter().map(Arc::as_ref)).collect();
    shelf.save(volume, &named)?;
    for tier in tiers {
        run.tell(Event::TierDone { tier: tier.tier.to_string(), slots: tier.slots });
    }
    Ok(())
}

fn names<T: std::fmt::Display>(tiers: &[PlannedTier<T>]) -> Vec<String> {
    tiers.iter().map(|t| t.tier.to_string()).collect()
}

/// Solves the tiers of a volume, several at once where none needs another.
fn solve_volume<G: Tiered, P: Parents<G>>(
    game: &G,
    tiers: &[PlannedTier<G::Tier>],
    desk: &mut Desk<'_, G::Tier>,
    run: &Run<'_>,
) -> Result<(), SolveError> {
    let mut left: Vec<&PlannedTier<G::Tier>> = tiers.iter().collect();
    while !left.is_empty() {
        let is_ready = |t: &&PlannedTier<G::Tier>| t.children.iter().all(|&child| desk.holds(child));
        let (ready, waiting): (Vec<_>, Vec<_>) = left.into_iter().partition(is_ready);
        assert!(!ready.is_empty(), "children come first");
        let solved = ready
            .par_iter()
            .map(|planned: &&PlannedTier<G::Tier>| {
                run.tell(Event::TierStarted { tier: planned.tier.to_string(), slots: planned.slots });
                let children: Vec<_> = planned.children.iter().map(|&c| (c, desk.get(c))).collect();
                Ok((planned.tier, solve_tier::<G, P>(game, planned.tier, &children, run)?))
            })
            .collect::<Result<Vec<_>, SolveError>>()?;
        for (tier, codes) in solved {
            desk.put(tier, codes);
        }
        left = waiting;
    }
    Ok(())
}
