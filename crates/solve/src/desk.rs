//! The solved tiers that are in memory right now, within the memory promise.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::plan::Plan;
use crate::shelf::{Shelf, Solved};
use crate::{Run, SolveError};

/// Tiers fetched from a shelf, or put here fresh, kept for as long as there is room.
pub(crate) struct Desk<'a, T> {
    plan: &'a Plan<T>,
    shelf: &'a dyn Shelf,
    memory: u64,
    tiers: BTreeMap<T, Arc<Solved>>,
}

impl<'a, T: Copy + Ord + std::fmt::Display> Desk<'a, T> {
    pub(crate) fn new(plan: &'a Plan<T>, shelf: &'a dyn Shelf, run: &Run<'_>) -> Desk<'a, T> {
        Desk { plan, shelf, memory: run.memory, tiers: BTreeMap::new() }
    }

    /// Makes sure that these tiers are here, putting others away until `reserve` more bytes have room.
    pub(crate) fn fetch(&mut self, wanted: &BTreeSet<T>, reserve: u64) -> Result<(), SolveError> {
        let needed: u64 = wanted.iter().map(|&tier| self.plan.get(tier).slots).sum();
        let mut spare = self.memory.saturating_sub(needed + reserve);
        self.tiers.retain(|tier, solved| {
            if wanted.contains(tier) {
                return true;
            }
            // A tier that is just being saved stays: it could not be fetched back yet.
            let keep = solved.bytes() <= spare || Arc::strong_count(solved) > 1;
            if keep {
                spare = spare.saturating_sub(solved.bytes());
            }
            keep
        });
        for &tier in wanted {
            if !self.tiers.contains_key(&tier) {
                let planned = self.plan.get(tier);
                let solved = self.shelf.load(planned.volume, &tier.to_string())?;
                if solved.len() != planned.slots {
                    let (has, needs) = (solved.len(), planned.slots);
                    let message =
                        format!("tier {tier} is stored with {has} positions but the game has {needs}");
                    return Err(SolveError::Shelf(message.into()));
                }
                self.put(tier, solved);
            }
        }
        Ok(())
    }

    /// Puts a fresh tier here.
    pub(crate) fn put(&mut self, tier: T, solved: Solved) {
        self.tiers.insert(tier, Arc::new(solved));
    }

    /// Whether the tier is here.
    pub(crate) fn holds(&self, tier: T) -> bool {
        self.tiers.contains_key(&tier)
    }

    /// A tier that is here.
    pub(crate) fn get(&self, tier: T) -> &Solved {
        &self.tiers[&tier]
    }

    /// The same, to be kept by the caller when it is put away here.
    pub(crate) fn share(&self, tier: T) -> Arc<Solved> {
        Arc::clone(&self.tiers[&tier])
    }

    /// Puts all tiers away that are not among these.
    pub(crate) fn keep_only(&mut self, needed: &BTreeSet<T>) {
        self.tiers.retain(|tier, _| needed.contains(tier));
    }
}
