//! Children that were seen a moment ago.
//!
//! Neighbours share many children. A small table remembers for each of its places the last key that fell there: what is
//! forgotten is only seen again. So a third to a half of all children never needs to be sorted.

use zermelo_core::Key;

/// Places of the table: keys of one word then take 128 KB, which fits into the second cache of a processor core.
const PLACES: usize = 1 << 14;

/// The keys seen lately, each with a number that it was given.
pub(crate) struct Recent<K> {
    keys: Box<[K]>,
    /// Of keys that were numbered.
    numbers: Box<[u32]>,
}

impl<K: Key> Recent<K> {
    pub(crate) fn new() -> Recent<K> {
        let mut recent = Recent { keys: vec![K::ZERO; PLACES].into(), numbers: vec![0; PLACES].into() };
        recent.forget();
        recent
    }

    fn place(key: K) -> usize {
        (key.hash() >> 50) as usize % PLACES
    }

    /// Whether the key is not remembered; it is from now on.
    #[inline]
    pub(crate) fn is_new(&mut self, key: K) -> bool {
        std::mem::replace(&mut self.keys[Self::place(key)], key) != key
    }

    /// The number of the key if it is remembered; otherwise it is remembered with `number` from now on.
    #[inline]
    pub(crate) fn number(&mut self, key: K, number: u32) -> Result<u32, ()> {
        let place = Self::place(key);
        if std::mem::replace(&mut self.keys[place], key) == key {
            return Ok(self.numbers[place]);
        }
        self.numbers[place] = number;
        Err(())
    }

    /// Fills every place with a key that belongs to another one, so that none is taken for remembered.
    pub(crate) fn forget(&mut self) {
        self.keys.fill(K::ZERO);
        let mut other = K::ZERO;
        other.push(1, 1);
        debug_assert_ne!(Self::place(other), Self::place(K::ZERO));
        self.keys[Self::place(K::ZERO)] = other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remembers<K: Key>() {
        let mut recent = Recent::<K>::new();
        let mut random = fastrand::Rng::with_seed(2);
        let mut keys = vec![K::ZERO];
        for _ in 0..1000 {
            let mut key = K::ZERO;
            key.push(40, random.u64(..1 << 40));
            keys.push(key);
        }
        keys[1] = K::ZERO.add_word(1);
        for (number, &key) in (0..).zip(&keys) {
            assert_eq!(recent.number(key, number), Err(()), "a key that was never seen is remembered");
            assert_eq!(recent.number(key, 7), Ok(number));
        }
        recent.forget();
        for &key in &keys {
            assert!(recent.is_new(key) && !recent.is_new(key));
        }
    }

    #[test]
    fn only_keys_that_were_seen_are_remembered() {
        remembers::<u64>();
        remembers::<u128>();
        remembers::<[u64; 4]>();
        remembers::<[u64; 8]>();
    }
}
