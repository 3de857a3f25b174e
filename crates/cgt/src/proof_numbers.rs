//! Guesses how hard sums are to prove won or lost.

use crate::transposition::hash_of_key;

/// How much there is at least to do until a sum is proven to be won, or lost, by whoever moves first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) win: u32,
    pub(crate) loss: u32,
}

impl Numbers {
    /// Where sums of numbers end.
    pub(crate) const MOST: u32 = u32::MAX - 1;
    /// Limits that no numbers reach.
    pub(crate) const UNLIMITED: Self = Self { win: u32::MAX, loss: u32::MAX };

    /// The numbers of a sum of which nothing is left to prove.
    pub(crate) const fn proven(wins: bool) -> Self {
        if wins { Self { win: 0, loss: Self::MOST } } else { Self { win: Self::MOST, loss: 0 } }
    }

    /// What is proven, if anything.
    pub(crate) const fn result(self) -> Option<bool> {
        match self {
            Self { win: 0, .. } => Some(true),
            Self { loss: 0, .. } => Some(false),
            _ => None,
        }
    }
}

/// Numbers by keys. They only tell where to search next, so it does no harm that different keys may
/// share an entry, or that a newer one takes the place of an older one.
pub(crate) struct ProofNumbers {
    entries: Vec<Entry>,
    size: usize,
}

#[derive(Clone, Copy)]
struct Entry {
    check: u32,
    numbers: Numbers,
}

/// No key has these numbers: nothing is remembered of what is proven.
const BLANK: Entry = Entry { check: 0, numbers: Numbers { win: 0, loss: 0 } };

impl ProofNumbers {
    /// An empty table that takes so many bytes as soon as there is something in it.
    pub(crate) fn new(bytes: usize) -> Self {
        Self { entries: Vec::new(), size: (bytes / size_of::<Entry>()).max(1) }
    }

    /// Where a key belongs, and what tells it from most others that belong there.
    fn place(&self, key: &[u32]) -> (usize, u32) {
        let hash = hash_of_key(key);
        let place = ((hash >> 32) * self.size as u64) >> 32;
        (place as usize, hash as u32)
    }

    pub(crate) fn get(&self, key: &[u32]) -> Option<Numbers> {
        let (place, check) = self.place(key);
        let entry = self.entries.get(place)?;
        (entry.check == check && entry.numbers != BLANK.numbers).then_some(entry.numbers)
    }

    pub(crate) fn insert(&mut self, key: &[u32], numbers: Numbers) {
        if self.entries.is_empty() {
            self.entries.resize(self.size, BLANK);
        }
        let (place, check) = self.place(key);
        self.entries[place] = Entry { check, numbers };
    }

    /// Forgets everything.
    pub(crate) fn forget_all(&mut self) {
        self.entries = Vec::new();
    }
}
