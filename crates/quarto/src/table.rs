//! What a search remembers of boards.

/// Between what the score of a board lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub(crate) low: i8,
    pub(crate) high: i8,
}

impl Bounds {
    /// Returns what a search with the window from `alpha` to `beta` has shown when it returns `score`.
    pub(crate) fn found(score: i8, alpha: i8, beta: i8) -> Bounds {
        Bounds {
            low: if score > alpha { score } else { i8::MIN },
            high: if score < beta { score } else { i8::MAX },
        }
    }
}

/// One board with its bounds; level 0, which no search stores, marks an unused place.
#[derive(Clone, Copy)]
struct Entry {
    pieces: u64,
    filled: u16,
    bounds: Bounds,
}

const UNUSED: Entry = Entry { pieces: 0, filled: 0, bounds: Bounds { low: i8::MIN, high: i8::MAX } };

/// A table in which the latest board of a place stays.
pub(crate) struct Table {
    entries: Vec<Entry>,
    shift: u32,
}

impl Table {
    pub(crate) fn new(bits: u32) -> Table {
        Table { entries: vec![UNUSED; 1 << bits], shift: 64 - bits }
    }

    #[inline]
    fn place(&self, (pieces, filled): (u64, u16)) -> usize {
        let mixed = (pieces ^ u64::from(filled) << 48).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> self.shift) as usize
    }

    /// Returns what is known of a board; the whole board is compared, so it is never another's.
    #[inline]
    pub(crate) fn get(&self, key: (u64, u16)) -> Option<Bounds> {
        let entry = &self.entries[self.place(key)];
        ((entry.pieces, entry.filled) == key).then_some(entry.bounds)
    }

    #[inline]
    pub(crate) fn put(&mut self, key: (u64, u16), bounds: Bounds) {
        let place = self.place(key);
        let entry = &mut self.entries[place];
        let known = if (entry.pieces, entry.filled) == key { entry.bounds } else { UNUSED.bounds };
        let bounds = Bounds { low: bounds.low.max(known.low), high: bounds.high.min(known.high) };
        *entry = Entry { pieces: key.0, filled: key.1, bounds };
    }
}
