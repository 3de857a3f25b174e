//! The solved tiers that are in memory right now, within the memory promise.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::schedule::plan::Plan;
use crate::schedule::tier_store::{Solved, TierStore};
use crate::{Run, SolveError};

/// Tiers fetched from the store, or put here fresh, kept for as long as there is room.
pub(crate) struct TierCache<'a, T> {
    plan: &'a Plan<T>,
    store: &'a dyn TierStore,
    memory: u64,
    tiers: BTreeMap<T, Arc<Solved>>,
}

impl<'a, T: Copy + Ord + std::fmt::Display> TierCache<'a, T> {
    pub(crate) fn new(plan: &'a Plan<T>, store: &'a dyn TierStore, run: &Run<'_>) -> TierCache<'a, T> {
        TierCache { plan, store, memory: run.memory, tiers: BTreeMap::new() }
    }

    /// Makes sure that these tiers are here, putting others away until `reserve` more bytes have room.
    pub(crate) fn fetch(&mut self, wanted: &BTreeSet<T>, reserve: u64) -> Result<(), SolveError> {
        let missing = self.missing(wanted)?;
        if !self.make_room(wanted, reserve + missing) {
            let names: Vec<String> = wanted.iter().map(ToString::to_string).collect();
            let held: u64 = self.tiers.values().map(|solved| solved.bytes()).sum();
            return Err(SolveError::Memory {
                what: format!("work with tiers {} in memory", names.join(", ")),
                needed: held + missing + reserve,
                allowed: self.memory,
            });
        }
        for &tier in wanted {
            if !self.tiers.contains_key(&tier) {
                let planned = self.plan.get(tier);
                let solved = self.store.load(planned.volume, &tier.to_string())?;
                if solved.len() != planned.slots {
                    let (has, needs) = (solved.len(), planned.slots);
                    let message =
                        format!("tier {tier} is stored with {has} positions but the game has {needs}");
                    return Err(SolveError::TierStore(message.into()));
                }
                self.put(tier, Arc::new(solved));
            }
        }
        Ok(())
    }

    /// The bytes that those of these tiers take which are not here yet.
    pub(crate) fn missing(&self, wanted: &BTreeSet<T>) -> Result<u64, SolveError> {
        let absent = wanted.iter().filter(|tier| !self.tiers.contains_key(tier));
        absent.map(|&tier| Ok(self.store.bytes(self.plan.get(tier).volume, &tier.to_string())?)).sum()
    }

    /// Puts tiers away that are not among these, nor in use, until so many more bytes have room. Whether they have.
    pub(crate) fn make_room(&mut self, keep: &BTreeSet<T>, bytes: u64) -> bool {
        let mut held: u64 = self.tiers.values().map(|solved| solved.bytes()).sum();
        let memory = self.memory;
        self.tiers.retain(|tier, solved| {
            let stays = held + bytes <= memory || keep.contains(tier) || Arc::strong_count(solved) > 1;
            if !stays {
                held -= solved.bytes();
            }
            stays
        });
        held + bytes <= memory
    }

    /// Puts a fresh tier here.
    pub(crate) fn put(&mut self, tier: T, solved: Arc<Solved>) {
        self.tiers.insert(tier, solved);
    }

    /// A tier that is here.
    pub(crate) fn get(&self, tier: T) -> &Solved {
        &self.tiers[&tier]
    }

    /// The same, to be kept by the caller when it is put away here.
    pub(crate) fn share(&self, tier: T) -> Arc<Solved> {
        Arc::clone(&self.tiers[&tier])
    }

    /// Puts a tier away.
    pub(crate) fn remove(&mut self, tier: T) {
        self.tiers.remove(&tier);
    }
}
