//! Where solved tiers are kept: on disk for users, in memory for tests.

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::sync::Mutex;

use zermelo_core::{Codes, NarrowTies, Outcome, Wide};

use crate::tier::checkpoint::Checkpoints;
use crate::tier::long_games::LongGames;

/// What goes wrong in a store is told by whoever built it.
pub type TierStoreError = Box<dyn Error + Send + Sync>;

/// The codes of a solved tier, one per slot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Solved {
    /// [`Narrow`](zermelo_core::Narrow) codes, and the few games that are too long for them.
    Narrow(Vec<u8>, LongGames),
    /// [`NarrowTies`] codes.
    NarrowTies(Vec<u8>),
    /// [`Wide`] codes.
    Wide(Vec<u16>),
}

impl Solved {
    /// The number of slots.
    pub fn len(&self) -> u64 {
        match self {
            Solved::Narrow(codes, _) | Solved::NarrowTies(codes) => codes.len() as u64,
            Solved::Wide(codes) => codes.len() as u64,
        }
    }

    /// Whether there are no slots.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The size in memory.
    pub fn bytes(&self) -> u64 {
        match self {
            Solved::Narrow(codes, long) => codes.len() as u64 + long.bytes(),
            Solved::NarrowTies(codes) => codes.len() as u64,
            Solved::Wide(codes) => 2 * codes.len() as u64,
        }
    }

    /// The outcome in a slot, `None` if it is unused.
    #[inline]
    pub fn outcome(&self, slot: u64) -> Option<Outcome> {
        match self {
            Solved::Narrow(codes, long) => long.outcome(slot, codes[slot as usize]),
            Solved::NarrowTies(codes) => NarrowTies::decode(codes[slot as usize]),
            Solved::Wide(codes) => Wide::decode(codes[slot as usize]),
        }
    }
}

/// A place that keeps solved tiers, in *volumes* of one or more tiers that are kept together or not at all.
pub trait TierStore: Sync {
    /// Whether the volume is there, whole, with these tiers.
    fn has(&self, volume: u32, tiers: &[String]) -> Result<bool, TierStoreError>;

    /// Keeps a volume. When this returns, it survives a crash.
    fn save(&self, volume: u32, tiers: &[(String, &Solved)]) -> Result<(), TierStoreError>;

    /// The codes of a tier of a volume that is there.
    fn load(&self, volume: u32, tier: &str) -> Result<Solved, TierStoreError>;

    /// The bytes that the codes of a tier of a volume that is there take in memory, at most.
    fn bytes(&self, volume: u32, tier: &str) -> Result<u64, TierStoreError>;

    /// Where tiers in work are kept, so that a solve that was interrupted goes on with them; `None` if they
    /// are not.
    fn checkpoints(&self) -> Option<&Checkpoints> {
        None
    }
}

/// A store in memory.
#[derive(Default, Debug)]
pub struct MemoryTierStore {
    volumes: Mutex<HashSet<u32>>,
    tiers: Mutex<HashMap<String, Solved>>,
}

impl MemoryTierStore {
    /// The codes of a tier.
    pub fn tier(&self, name: &str) -> Option<Solved> {
        self.tiers.lock().expect("no panic while locked").get(name).cloned()
    }

    /// All tiers by name.
    pub fn into_tiers(self) -> HashMap<String, Solved> {
        self.tiers.into_inner().expect("no panic while locked")
    }
}

impl TierStore for MemoryTierStore {
    fn has(&self, volume: u32, _: &[String]) -> Result<bool, TierStoreError> {
        Ok(self.volumes.lock().expect("no panic while locked").contains(&volume))
    }

    fn save(&self, volume: u32, tiers: &[(String, &Solved)]) -> Result<(), TierStoreError> {
        let mut kept = self.tiers.lock().expect("no panic while locked");
        kept.extend(tiers.iter().map(|(name, solved)| (name.clone(), (*solved).clone())));
        self.volumes.lock().expect("no panic while locked").insert(volume);
        Ok(())
    }

    fn load(&self, _: u32, tier: &str) -> Result<Solved, TierStoreError> {
        self.tier(tier).ok_or_else(|| format!("tier {tier} is not there").into())
    }

    fn bytes(&self, volume: u32, tier: &str) -> Result<u64, TierStoreError> {
        Ok(self.load(volume, tier)?.bytes())
    }
}
