//! Solving a whole game tier by tier, within memory, into a store.
//!
//! Every thread takes the next volume whose child tiers are solved, as long as memory has room for one more;
//! loops over the slots of a tier are shared among all threads, so that whoever finds no volume to take helps
//! with the others'. A volume too large for company is solved alone, if need be with its child tiers one
//! after the other.

use std::collections::{BTreeMap, BTreeSet};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::Duration;

use rayon::prelude::*;
use zermelo_core::{TierKind, Tiered};

use crate::memory::slot_set::SlotSet;
use crate::schedule::opening::Opening;
use crate::schedule::plan::{BASE_MEMORY, Plan, PlannedTier};
use crate::schedule::tier_cache::TierCache;
use crate::schedule::tier_store::{Solved, TierStore};
use crate::tier::checkpoint::Checkpoints;
use crate::tier::solver::{Borrowed, SolveMode, TierInputs, solve_tier};
use crate::{Event, Run, SolveError};

/// How long a thread that finds nothing to do waits before it looks again.
const PAUSE: Duration = Duration::from_micros(100);

/// The bytes that a slot may take while it is solved: one, and two more if its tier turns out to have many
/// long games.
const BYTES_PER_SLOT: u64 = 3;

/// Slots that a byte on disk has room for, compressed: tic-tac-two has 3.6, Topitop 5.3, Quixo 4x4 6.7 and
/// Chinese chess 9.2. Better to promise too much than too little.
const SLOTS_PER_BYTE: u64 = 3;

/// Solves all tiers of the plan that `wanted` needs (all, if `None`) and that are not yet in the store.
///
/// The result does not depend on the number of threads, nor on how often the work was interrupted.
pub fn solve_tiers<G: Tiered, P: SolveMode<G>>(
    game: &G,
    plan: &Plan<G::Tier>,
    wanted: Option<&[G::Tier]>,
    store: &dyn TierStore,
    run: &Run<'_>,
) -> Result<(), SolveError> {
    let volumes = match wanted {
        Some(tiers) => plan.volumes_for(tiers),
        None => (0..plan.volumes()).collect(),
    };
    let mut todo = BTreeSet::new();
    for &volume in &volumes {
        if !store.has(volume, &names(plan.volume(volume)))? {
            todo.insert(volume);
        }
    }
    plan.check_memory(&todo, run.memory)?;
    let opening = Opening::sweep(game, plan, &todo, run)?;
    let tiers = todo.iter().flat_map(|&v| plan.volume(v));
    let slots = tiers.clone().map(|t| t.slots).sum();
    run.tell(Event::Planned { tiers: tiers.count(), slots });
    run.tell(Event::Disk { bytes: slots / SLOTS_PER_BYTE });

    let base = BASE_MEMORY + opening.bytes();
    let state = Mutex::new(State::new(plan, &todo, base, TierCache::new(plan, store, run)));
    let scheduler = Scheduler::<G, P> { game, plan, opening, store, run, state, base, parents: PhantomData };
    rayon::broadcast(|_| scheduler.work());
    scheduler.state.into_inner().expect("no panic while locked").failure.map_or(Ok(()), Err)?;
    if let (None, Some(checkpoints)) = (wanted, store.checkpoints()) {
        // A solve that was killed after it had written a volume leaves what it had kept of it.
        checkpoints.clear();
    }
    Ok(())
}

fn names<T: std::fmt::Display>(tiers: &[PlannedTier<T>]) -> Vec<String> {
    tiers.iter().map(|t| t.tier.to_string()).collect()
}

/// What is done, in work and to be done.
struct State<'a, T> {
    /// Volumes that wait for others, with those that they wait for.
    waiting: BTreeMap<u32, BTreeSet<u32>>,
    /// Volumes that can be solved.
    ready: BTreeSet<u32>,
    /// How many tiers that are not solved yet need each tier.
    uses: BTreeMap<T, usize>,
    /// Volumes in work, and the bytes promised to them for what they make.
    running: usize,
    reserved: u64,
    /// Whether the one volume in work must stay alone.
    alone: bool,
    /// The bytes that are in use all the time.
    base: u64,
    cache: TierCache<'a, T>,
    failure: Option<SolveError>,
}

impl<'a, T: Copy + Ord + std::fmt::Display> State<'a, T> {
    fn new(plan: &Plan<T>, todo: &BTreeSet<u32>, base: u64, cache: TierCache<'a, T>) -> State<'a, T> {
        let mut state = State {
            waiting: BTreeMap::new(),
            ready: BTreeSet::new(),
            uses: BTreeMap::new(),
            running: 0,
            reserved: 0,
            alone: false,
            base,
            cache,
            failure: None,
        };
        for &volume in todo {
            let children = plan.outside_children(volume);
            for &child in &children {
                *state.uses.entry(child).or_default() += 1;
            }
            let needs: BTreeSet<u32> =
                children.iter().map(|&c| plan.get(c).volume).filter(|v| todo.contains(v)).collect();
            if needs.is_empty() {
                state.ready.insert(volume);
            } else {
                state.waiting.insert(volume, needs);
            }
        }
        state
    }

    /// A volume is solved: others may now be ready, and tiers that nobody needs any more are put away.
    fn finished(&mut self, volume: u32, children: &BTreeSet<T>) {
        for child in children {
            let uses = self.uses.get_mut(child).expect("every child is counted");
            *uses -= 1;
            if *uses == 0 {
                self.cache.remove(*child);
            }
        }
        let ready = &mut self.ready;
        self.waiting.retain(|&waiting, needs| {
            needs.remove(&volume);
            if needs.is_empty() {
                ready.insert(waiting);
            }
            !needs.is_empty()
        });
    }

    /// Keeps what later volumes need of fresh tiers, as far as there is room.
    fn keep(&mut self, solved: BTreeMap<T, Arc<Solved>>) {
        for (tier, codes) in solved {
            let needed = self.uses.get(&tier).is_some_and(|&uses| uses > 0);
            let used = self.base + self.reserved + codes.bytes();
            if needed && self.cache.make_room(&BTreeSet::new(), used) {
                self.cache.put(tier, codes);
            }
        }
    }
}

/// A volume to be solved, with what it may use.
struct Order<T> {
    volume: u32,
    /// The tiers of other volumes that it needs.
    children: BTreeSet<T>,
    /// All of them, if there is room for company.
    borrowed: BTreeMap<T, Arc<Solved>>,
    /// The bytes for what it makes.
    reserved: u64,
    alone: bool,
}

enum Next<T> {
    Solve(Order<T>),
    Wait,
    Stop,
}

struct Scheduler<'a, G: Tiered, P> {
    game: &'a G,
    plan: &'a Plan<G::Tier>,
    opening: Opening<G::Tier>,
    store: &'a dyn TierStore,
    run: &'a Run<'a>,
    state: Mutex<State<'a, G::Tier>>,
    base: u64,
    parents: PhantomData<P>,
}

impl<'a, G: Tiered, P: SolveMode<G>> Scheduler<'a, G, P> {
    /// What every thread does until nothing is left.
    fn work(&self) {
        loop {
            let next = self.next(&mut self.lock());
            match next {
                Ok(Next::Solve(order)) => {
                    let solve = || self.solve_volume(&order).and_then(|solved| self.save(&order, solved));
                    let result = catch_unwind(AssertUnwindSafe(solve)).unwrap_or_else(|panic| {
                        // A mistake of the game's author: without this the other threads would wait for ever.
                        self.lock().failure = Some(SolveError::Cancelled);
                        resume_unwind(panic)
                    });
                    let mut state = self.lock();
                    state.running -= 1;
                    state.reserved -= order.reserved;
                    state.alone = false;
                    match result {
                        Ok(solved) => {
                            // Borrowed tiers could not be put away.
                            drop(order.borrowed);
                            state.finished(order.volume, &order.children);
                            state.keep(solved);
                        }
                        Err(error) => state.failure = Some(state.failure.take().unwrap_or(error)),
                    }
                }
                Ok(Next::Wait) => help_others(),
                Ok(Next::Stop) => return,
                Err(error) => {
                    let mut state = self.lock();
                    state.failure = Some(state.failure.take().unwrap_or(error));
                }
            }
        }
    }

    /// Waits for the state by helping: whoever holds it may be loading a tier with the help of all threads.
    fn lock(&self) -> MutexGuard<'_, State<'a, G::Tier>> {
        loop {
            match self.state.try_lock() {
                Ok(state) => return state,
                Err(TryLockError::WouldBlock) => help_others(),
                Err(TryLockError::Poisoned(error)) => panic!("{error}"),
            }
        }
    }

    fn next(&self, state: &mut State<'a, G::Tier>) -> Result<Next<G::Tier>, SolveError> {
        if state.failure.is_some() {
            return Ok(Next::Stop);
        }
        self.run.check()?;
        let Some(&volume) = state.ready.first() else {
            return Ok(if state.running == 0 { Next::Stop } else { Next::Wait });
        };
        if state.alone {
            return Ok(Next::Wait);
        }
        let children = self.plan.outside_children(volume);
        let own: u64 = self.plan.volume(volume).iter().map(|t| t.slots).sum();
        let extra: u64 = self.plan.volume(volume).iter().map(|t| t.extra).sum();
        let missing = state.cache.missing(&children)?;
        let used = self.base + state.reserved;
        let reserved = BYTES_PER_SLOT * own + extra;
        let mut order = Order { volume, children, borrowed: BTreeMap::new(), reserved, alone: false };
        if state.cache.make_room(&order.children, used + order.reserved + missing) {
            state.cache.fetch(&order.children, used + order.reserved)?;
            order.borrowed = order.children.iter().map(|&tier| (tier, state.cache.share(tier))).collect();
        } else if state.running > 0 {
            return Ok(Next::Wait);
        } else {
            order.reserved = own;
            order.alone = true;
            if self.plan.volume(volume).len() > 1 {
                // Its tiers are solved side by side, and none of them may wait for the state.
                state.cache.fetch(&order.children, used + own)?;
                order.borrowed = order.children.iter().map(|&tier| (tier, state.cache.share(tier))).collect();
            }
        }
        state.ready.remove(&volume);
        state.running += 1;
        state.reserved += order.reserved;
        state.alone = order.alone;
        Ok(Next::Solve(order))
    }

    /// Solves the tiers of a volume, several at once where none needs another.
    fn solve_volume(&self, order: &Order<G::Tier>) -> Result<BTreeMap<G::Tier, Arc<Solved>>, SolveError> {
        let mut solved: BTreeMap<G::Tier, Arc<Solved>> = BTreeMap::new();
        let mut left: Vec<&PlannedTier<G::Tier>> = self.plan.volume(order.volume).iter().collect();
        while !left.is_empty() {
            let is_ready = |t: &&PlannedTier<G::Tier>| {
                t.children.iter().all(|child| order.children.contains(child) || solved.contains_key(child))
            };
            let (ready, waiting): (Vec<_>, Vec<_>) = left.into_iter().partition(is_ready);
            assert!(!ready.is_empty(), "children come first");
            let now = ready.par_iter().map(|planned: &&PlannedTier<G::Tier>| {
                self.run.tell(Event::TierStarted { tier: planned.tier.to_string(), slots: planned.slots });
                let groups = self.groups(order, &planned.children)?;
                let only = self.opening.of(planned.tier);
                let inputs = CachedInputs { scheduler: self, order, near: &solved, groups, only };
                let tier = solve_tier::<G, P>(self.game, planned.tier, &inputs, self.run)?;
                Ok((planned.tier, Arc::new(tier)))
            });
            let now = now.collect::<Result<Vec<_>, SolveError>>()?;
            solved.extend(now);
            left = waiting;
        }
        Ok(solved)
    }

    /// The children of a tier in groups for which there is room at a time.
    fn groups(&self, order: &Order<G::Tier>, children: &[G::Tier]) -> Result<Vec<Vec<G::Tier>>, SolveError> {
        if children.is_empty() {
            return Ok(Vec::new());
        }
        let all_at_once = Ok(vec![children.to_vec()]);
        // Volumes of several tiers are small.
        if !order.alone || self.plan.volume(order.volume).len() > 1 {
            return all_at_once;
        }
        let all_room = self.run.memory.saturating_sub(self.base + order.reserved);
        let mut sizes = Vec::new();
        for &child in children {
            sizes.push(self.store.bytes(self.plan.get(child).volume, &child.to_string())?);
        }
        let planned = &self.plan.volume(order.volume)[0];
        // Tables that help to read children are worth more than to read all children at once.
        let needs_tables = self.game.kind(planned.tier) == TierKind::Transition;
        let tables = if needs_tables { planned.extra } else { 0 };
        let room_beside = all_room.saturating_sub(tables);
        let fits_beside = sizes.iter().all(|&bytes| bytes <= room_beside);
        let room = if fits_beside { room_beside } else { all_room };
        let mut groups: Vec<(u64, Vec<G::Tier>)> = Vec::new();
        for (&child, bytes) in children.iter().zip(sizes) {
            if bytes > room {
                let what = format!("solving tier {} with its child tier {child}", planned.tier);
                let needed = self.base + order.reserved + bytes;
                return Err(SolveError::Memory { what, needed, allowed: self.run.memory });
            }
            match groups.last_mut() {
                Some((sum, group)) if *sum + bytes <= room => {
                    *sum += bytes;
                    group.push(child);
                }
                _ => groups.push((bytes, vec![child])),
            }
        }
        Ok(groups.into_iter().map(|(_, group)| group).collect())
    }

    fn save(
        &self,
        order: &Order<G::Tier>,
        solved: BTreeMap<G::Tier, Arc<Solved>>,
    ) -> Result<BTreeMap<G::Tier, Arc<Solved>>, SolveError> {
        let tiers = self.plan.volume(order.volume);
        let named: Vec<(String, &Solved)> =
            tiers.iter().map(|t| (t.tier.to_string(), &*solved[&t.tier])).collect();
        self.store.save(order.volume, &named)?;
        for tier in tiers {
            if let Some(checkpoints) = self.store.checkpoints() {
                checkpoints.remove(&tier.tier.to_string());
            }
            self.run.tell(Event::TierDone { tier: tier.tier.to_string(), slots: tier.slots });
        }
        Ok(solved)
    }
}

/// Does some of the other threads' work, or waits a moment if there is none.
fn help_others() {
    if rayon::yield_now() != Some(rayon::Yield::Executed) {
        std::thread::sleep(PAUSE);
    }
}

/// What one tier of an order gets.
struct CachedInputs<'s, 'a, G: Tiered, P> {
    scheduler: &'s Scheduler<'a, G, P>,
    order: &'s Order<G::Tier>,
    /// The tiers of the same volume that are solved.
    near: &'s BTreeMap<G::Tier, Arc<Solved>>,
    groups: Vec<Vec<G::Tier>>,
    only: Option<&'s SlotSet>,
}

impl<G: Tiered, P: SolveMode<G>> TierInputs<G::Tier> for CachedInputs<'_, '_, G, P> {
    fn groups(&self) -> usize {
        self.groups.len()
    }

    fn division(&self) -> u32 {
        let names = |group: &Vec<G::Tier>| {
            let names: Vec<String> = group.iter().map(ToString::to_string).collect();
            names.join("\n")
        };
        let groups: Vec<String> = self.groups.iter().map(names).collect();
        crc32fast::hash(groups.join("\n\n").as_bytes())
    }

    fn checkpoints(&self) -> Option<&Checkpoints> {
        self.scheduler.store.checkpoints()
    }

    fn group(&self, number: usize) -> Result<Borrowed<G::Tier>, SolveError> {
        let at_hand = |tier: &G::Tier| self.near.get(tier).or_else(|| self.order.borrowed.get(tier)).cloned();
        let group = &self.groups[number];
        let near: Option<Borrowed<G::Tier>> =
            group.iter().map(|tier| Some((*tier, at_hand(tier)?))).collect();
        if let Some(near) = near {
            // Without the lock: its holder may be helping with this very tier, and would wait for himself.
            return Ok(near);
        }
        let far: BTreeSet<G::Tier> = group.iter().copied().filter(|tier| at_hand(tier).is_none()).collect();
        let mut state = self.scheduler.lock();
        state.cache.fetch(&far, self.scheduler.base + self.order.reserved)?;
        let lend = |&tier: &G::Tier| (tier, at_hand(&tier).unwrap_or_else(|| state.cache.share(tier)));
        Ok(group.iter().map(lend).collect())
    }

    fn only(&self) -> Option<&SlotSet> {
        self.only
    }

    fn more_room(&self, bytes: u64) -> bool {
        // In company the room was set aside beforehand.
        let used = self.scheduler.base + self.order.reserved + bytes;
        !self.order.alone || self.scheduler.lock().cache.make_room(&BTreeSet::new(), used)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::stairs::Stairs;
    use crate::schedule::tier_store::MemoryTierStore;
    use crate::tier::solver::Forward;
    use crate::unlimited;

    /// Three tiers one above the other, each in a volume of its own.
    fn tower() -> Stairs<false> {
        Stairs(vec![(400_000, vec![]), (400_000, vec![0]), (400_000, vec![0, 1])])
    }

    #[test]
    fn a_volume_is_ready_when_those_that_it_needs_are_done() {
        let (plan, store, run) = (Plan::of(&tower()), MemoryTierStore::default(), unlimited());
        assert_eq!(plan.volumes(), 3);
        let mut state = State::new(&plan, &(0..3).collect(), 0, TierCache::new(&plan, &store, &run));
        assert_eq!(state.ready, BTreeSet::from([0]));
        state.ready.remove(&0);
        state.finished(0, &plan.outside_children(0));
        assert_eq!(state.ready, BTreeSet::from([1]));
        state.ready.remove(&1);
        state.finished(1, &plan.outside_children(1));
        assert_eq!(state.ready, BTreeSet::from([2]));
        assert!(state.waiting.is_empty());
    }

    #[test]
    fn volumes_that_are_stored_are_waited_for_by_nobody() {
        let (plan, store, run) = (Plan::of(&tower()), MemoryTierStore::default(), unlimited());
        let state = State::new(&plan, &BTreeSet::from([2]), 0, TierCache::new(&plan, &store, &run));
        assert_eq!(state.ready, BTreeSet::from([2]));
    }

    #[test]
    fn only_the_wanted_tiers_and_what_they_need_are_solved() {
        let (game, store) = (tower(), MemoryTierStore::default());
        let plan = Plan::of(&game);
        solve_tiers::<_, Forward>(&game, &plan, Some(&[1]), &store, &unlimited()).unwrap();
        assert!(store.tier("0").is_some() && store.tier("1").is_some() && store.tier("2").is_none());
    }
}
