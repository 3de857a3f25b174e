//! Children that were seen a moment ago.
//!
//! Neighbours share many children. A small table remembers for each of its places the last key that fell there: what is
//! forgotten is only seen again. So a third to a half of all children never needs to be sorted.

use zermelo_core::Key;

/// Places of the table: as much as fits into the cache of a processor core nearest but one.
const PLACES: usize = 1 << 14;

/// The keys seen lately, each with a number that it was given.
pub(crate) struct Recent<K> {
    places: Box<[(K, u32)]>,
}

/// No number: that of a place where no key has fallen yet.
const NOTHING: u32 = u32::MAX;

impl<K: Key> Recent<K> {
    pub(crate) fn new() -> Recent<K> {
        Recent { places: vec![(K::ZERO, NOTHING); PLACES].into_boxed_slice() }
    }

    /// The number of the key if it is remembered; otherwise it is remembered with `number` from now on.
    #[inline]
    pub(crate) fn number(&mut self, key: K, number: u32) -> Result<u32, ()> {
        let place = &mut self.places[(key.hash() >> 50) as usize % PLACES];
        if place.0 == key && place.1 != NOTHING {
            return Ok(place.1);
        }
        *place = (key, number);
        Err(())
    }

    pub(crate) fn forget(&mut self) {
        self.places.fill((K::ZERO, NOTHING));
    }
}
