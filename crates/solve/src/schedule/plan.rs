//! The order of work: tiers from the ends of the game to its start, packed into volumes.

use std::collections::{BTreeMap, BTreeSet};

use zermelo_core::{Index, TierKind, Tiered};

use crate::SolveError;
use crate::memory::slot_set::SlotSet;
use crate::run::{Run, unlimited};

/// Tiers are put together into a volume until it has this many slots. Large enough that files are few, small
/// enough that a kill costs little.
const VOLUME_SLOTS: u64 = 1 << 19;

/// FollowScratch for tables, buffers and the program itself, on top of the codes of tiers.
pub(crate) const BASE_MEMORY: u64 = 24 << 20;

/// One tier of a plan.
#[derive(Clone, Debug)]
pub struct PlannedTier<T> {
    /// Its name in the game.
    pub tier: T,
    /// Its slots.
    pub slots: u64,
    /// The bytes that solving it takes beside one for each slot: in loopy tiers once the children have been
    /// looked at, in others meanwhile, if there is room for them. Verifying takes no more.
    pub extra: u64,
    /// The tiers that must be solved before it.
    pub children: Vec<T>,
    /// The volume that keeps it.
    pub volume: u32,
    /// Whether only those of its positions are solved that can be reached from the start.
    pub sparse: bool,
}

/// All tiers of a game in an order in which they can be solved: children first. The order, and which tiers
/// share a volume, follow from the game alone, so that an interrupted solve goes on where it was.
#[derive(Clone, Debug)]
pub struct Plan<T> {
    tiers: Vec<PlannedTier<T>>,
    place: BTreeMap<T, usize>,
    volumes: u32,
}

impl<T: Copy + Ord + std::fmt::Display> Plan<T> {
    /// Returns the plan of a whole game, from its roots.
    ///
    /// # Panics
    /// If the tiers form a circle, which the game's author has to mend.
    pub fn of<G: Tiered<Tier = T>>(game: &G) -> Plan<T> {
        Plan::within(game, &unlimited()).expect("nobody asks to stop")
    }

    /// Returns the same, unless the run is stopped: a plan needs the size of every tier.
    ///
    /// # Panics
    /// If the tiers form a circle.
    pub fn within<G: Tiered<Tier = T>>(game: &G, run: &Run<'_>) -> Result<Plan<T>, SolveError> {
        let mut children: BTreeMap<T, Vec<T>> = BTreeMap::new();
        let mut found = game.roots();
        while let Some(tier) = found.pop() {
            run.check()?;
            children.entry(tier).or_insert_with(|| {
                let mut list = game.children(tier);
                list.sort_unstable();
                list.dedup();
                found.extend(&list);
                list
            });
        }
        let order = children_first(&children);
        let sparse = opening(game, &order, &children);
        let mut tiers: Vec<PlannedTier<T>> = Vec::new();
        let mut place = BTreeMap::new();
        let (mut volume, mut slots_in_volume) = (0, 0);
        for tier in order {
            run.check()?;
            let slots = game.index(tier).len();
            if slots_in_volume > 0 && slots_in_volume + slots > VOLUME_SLOTS {
                volume += 1;
                slots_in_volume = 0;
            }
            slots_in_volume += slots;
            place.insert(tier, tiers.len());
            let sparse = sparse.contains(&tier);
            let (extra, children) = (game.extra_bytes(tier), children[&tier].clone());
            tiers.push(PlannedTier { tier, slots, extra, children, volume, sparse });
        }
        Ok(Plan { volumes: volume + 1, tiers, place })
    }

    /// All tiers, children first.
    pub fn tiers(&self) -> &[PlannedTier<T>] {
        &self.tiers
    }

    /// The number of volumes.
    pub fn volumes(&self) -> u32 {
        self.volumes
    }

    /// The tiers of a volume.
    pub fn volume(&self, volume: u32) -> &[PlannedTier<T>] {
        let first = self.tiers.partition_point(|t| t.volume < volume);
        let end = self.tiers.partition_point(|t| t.volume <= volume);
        &self.tiers[first..end]
    }

    /// A tier of the plan.
    pub fn get(&self, tier: T) -> &PlannedTier<T> {
        &self.tiers[self.place[&tier]]
    }

    /// The number of slots in all.
    pub fn slots(&self) -> u64 {
        self.tiers.iter().map(|t| t.slots).sum()
    }

    /// The tier that is written like this.
    pub fn find(&self, name: &str) -> Result<T, SolveError> {
        let found = self.tiers.iter().find(|t| t.tier.to_string() == name);
        found.map(|t| t.tier).ok_or_else(|| {
            let some: Vec<String> = self.tiers.iter().rev().take(5).map(|t| t.tier.to_string()).collect();
            let (count, some) = (self.tiers.len(), some.join(", "));
            SolveError::UnknownTier(format!("there is no tier '{name}'; the {count} tiers are {some} …"))
        })
    }

    /// The volumes that must be solved for these tiers: their own and all that they need.
    pub fn volumes_for(&self, wanted: &[T]) -> BTreeSet<u32> {
        let mut volumes = BTreeSet::new();
        let mut open: Vec<u32> = wanted.iter().map(|&t| self.get(t).volume).collect();
        while let Some(volume) = open.pop() {
            if volumes.insert(volume) {
                let tiers = self.volume(volume).iter();
                open.extend(tiers.flat_map(|t| &t.children).map(|&child| self.get(child).volume));
            }
        }
        volumes
    }

    /// The tiers of other volumes that moves from this one lead to.
    pub fn outside_children(&self, volume: u32) -> BTreeSet<T> {
        let children = self.volume(volume).iter().flat_map(|t| t.children.iter().copied());
        children.filter(|&child| self.get(child).volume != volume).collect()
    }

    /// The sparse tiers whose reachable positions must be known to solve these volumes: their own, and all
    /// above them.
    pub(crate) fn sparse_for(&self, volumes: &BTreeSet<u32>) -> BTreeSet<T> {
        let mut needed = BTreeSet::new();
        for planned in self.tiers.iter().filter(|planned| planned.sparse) {
            if volumes.contains(&planned.volume)
                || planned.children.iter().any(|child| needed.contains(child))
            {
                needed.insert(planned.tier);
            }
        }
        needed
    }

    /// The bytes that solving these volumes needs at least.
    pub fn memory_to_solve(&self, volumes: &BTreeSet<u32>) -> u64 {
        let codes = volumes.iter().map(|&volume| self.memory_for(volume)).max().unwrap_or(0);
        codes + self.memory_of_opening(volumes)
    }

    /// The bytes that the reachable positions of sparse tiers take, while these volumes are solved.
    fn memory_of_opening(&self, volumes: &BTreeSet<u32>) -> u64 {
        self.sparse_for(volumes).iter().map(|&tier| SlotSet::size(self.get(tier).slots)).sum()
    }

    /// The bytes that solving a volume needs at least: the codes of its tiers, and of their children. A tier
    /// that has a volume of its own can look at its children one after the other.
    pub fn memory_for(&self, volume: u32) -> u64 {
        let children = self.outside_children(volume).into_iter().map(|t| self.get(t).slots);
        let own = self.volume(volume);
        let held = if own.len() == 1 { children.max().unwrap_or(0) } else { children.sum() };
        let extra = own.iter().map(|t| t.extra).sum();
        BASE_MEMORY + own.iter().map(|t| t.slots).sum::<u64>() + held.max(extra)
    }

    /// Refuses up front what the memory promise cannot hold, with the numbers.
    pub fn check_memory(&self, volumes: &BTreeSet<u32>, allowed: u64) -> Result<(), SolveError> {
        let largest = volumes.iter().max_by_key(|&&v| self.memory_for(v));
        let opening = self.memory_of_opening(volumes);
        match largest.map(|&volume| (volume, opening + self.memory_for(volume))) {
            Some((volume, needed)) if needed > allowed => {
                let largest = self.volume(volume).iter().max_by_key(|t| t.slots).expect("volumes hold tiers");
                let what = format!("solving tier {} with its child tiers", largest.tier);
                Err(SolveError::Memory { what, needed, allowed })
            }
            _ => Ok(()),
        }
    }

    /// The bytes that verifying a tier needs: its codes, those of its children and its own tables.
    pub(crate) fn memory_to_verify(&self, tier: T) -> u64 {
        let planned = self.get(tier);
        let children: u64 = planned.children.iter().map(|&t| self.get(t).slots).sum();
        BASE_MEMORY + planned.slots + children + planned.extra
    }

    /// The bytes that counting all positions needs: the codes and marks of one tier.
    pub(crate) fn memory_to_count(&self, marks_of: impl Fn(u64) -> u64) -> u64 {
        BASE_MEMORY + self.tiers.iter().map(|t| t.slots + marks_of(t.slots)).max().unwrap_or(0)
    }

    /// The bytes that an analysis needs: the codes of one tier, and marks (`marks_of` tells the bytes for so
    /// many slots) for every tier that has been reached but not yet been looked at.
    pub(crate) fn memory_to_analyse(&self, marks_of: impl Fn(u64) -> u64) -> u64 {
        let mut marked: BTreeSet<T> = BTreeSet::new();
        let mut most = 0;
        for planned in self.tiers.iter().rev() {
            marked.insert(planned.tier);
            marked.extend(&planned.children);
            most = most.max(planned.slots + marked.iter().map(|&t| marks_of(self.get(t).slots)).sum::<u64>());
            marked.remove(&planned.tier);
        }
        BASE_MEMORY + most
    }
}

/// The tiers whose unreachable positions are left out, if the game wants that: those before any loopy one. A
/// loopy tier is solved whole, and so is what moves from it lead to.
fn opening<G: Tiered>(
    game: &G,
    order: &[G::Tier],
    children: &BTreeMap<G::Tier, Vec<G::Tier>>,
) -> BTreeSet<G::Tier> {
    let mut sparse = BTreeSet::new();
    let mut whole: BTreeSet<G::Tier> = BTreeSet::new();
    if !G::SPARSE_OPENING {
        return sparse;
    }
    for &tier in order.iter().rev() {
        if game.kind(tier) == TierKind::Transition && !whole.contains(&tier) {
            sparse.insert(tier);
        } else {
            whole.extend(&children[&tier]);
        }
    }
    sparse
}

/// Sorts tiers by their distance from the ends of the game: the longest way down.
fn children_first<T: Copy + Ord + std::fmt::Display>(children: &BTreeMap<T, Vec<T>>) -> Vec<T> {
    let mut height: BTreeMap<T, usize> = BTreeMap::new();
    let mut on_way: BTreeSet<T> = BTreeSet::new();
    // Depth first with an explicit stack: (tier, how many of its children have been looked at).
    for &root in children.keys() {
        let mut stack = vec![(root, 0)];
        while let Some((tier, next)) = stack.pop() {
            if height.contains_key(&tier) {
                continue;
            }
            on_way.insert(tier);
            if let Some(&child) = children[&tier].get(next) {
                assert!(!on_way.contains(&child), "tiers {tier} and {child} lead to each other");
                stack.push((tier, next + 1));
                stack.push((child, 0));
            } else {
                let below = children[&tier].iter().map(|child| height[child] + 1).max();
                height.insert(tier, below.unwrap_or(0));
                on_way.remove(&tier);
            }
        }
    }
    let mut order: Vec<T> = children.keys().copied().collect();
    order.sort_by_key(|tier| (height[tier], *tier));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::stairs::Stairs;

    /// Two tiers that fill a volume together, one that is too large for company, and one above them.
    fn plan() -> Plan<u32> {
        let half = VOLUME_SLOTS / 2;
        let tiers = vec![(half, vec![]), (half, vec![0]), (VOLUME_SLOTS + 1, vec![0]), (10, vec![1, 2])];
        Plan::of(&Stairs::<false>(tiers))
    }

    #[test]
    fn every_tier_comes_after_its_children() {
        let plan = plan();
        let place = |tier: u32| plan.tiers().iter().position(|planned| planned.tier == tier).unwrap();
        for planned in plan.tiers() {
            assert!(planned.children.iter().all(|&child| place(child) < place(planned.tier)));
        }
        assert_eq!(plan.tiers().len(), 4);
    }

    #[test]
    fn a_volume_is_no_larger_than_allowed_unless_it_has_one_tier() {
        let plan = plan();
        for volume in 0..plan.volumes() {
            let tiers = plan.volume(volume);
            let slots: u64 = tiers.iter().map(|planned| planned.slots).sum();
            assert!(slots <= VOLUME_SLOTS || tiers.len() == 1);
        }
        assert_eq!(plan.volume(0).iter().map(|planned| planned.tier).collect::<Vec<_>>(), [0, 1]);
    }

    #[test]
    fn the_volumes_for_a_tier_are_its_own_and_all_below() {
        let plan = plan();
        let volume = |tier| plan.get(tier).volume;
        assert_eq!(plan.volumes_for(&[1]), BTreeSet::from([volume(0)]));
        assert_eq!(plan.volumes_for(&[2]), BTreeSet::from([volume(0), volume(2)]));
        assert_eq!(plan.volumes_for(&[3]), BTreeSet::from([volume(0), volume(2), volume(3)]));
    }

    #[test]
    fn memory_for_a_volume_of_one_tier_has_room_for_its_largest_child_only() {
        let plan = plan();
        assert_eq!(plan.memory_for(plan.get(3).volume), BASE_MEMORY + 10 + VOLUME_SLOTS + 1);
        let all = (0..plan.volumes()).collect();
        assert!(plan.check_memory(&all, plan.memory_to_solve(&all)).is_ok());
        assert!(plan.check_memory(&all, plan.memory_to_solve(&all) - 1).is_err());
    }

    #[test]
    #[should_panic(expected = "lead to each other")]
    fn tiers_in_a_circle_are_a_mistake_of_the_author() {
        Plan::of(&Stairs::<false>(vec![(1, vec![1]), (1, vec![0])]));
    }
}
