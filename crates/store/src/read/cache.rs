//! A bounded cache that many threads share.

use std::collections::VecDeque;
use std::hash::{BuildHasher, Hash};
use std::sync::{Mutex, MutexGuard};

use rustc_hash::{FxBuildHasher, FxHashMap};

/// Keeps the values used lately, up to a total cost.
///
/// Each shard evicts in *second chance* order: first in, first out, except that a value used since it was last
/// considered goes to the end of the queue once more. That behaves like least-recently-used, and a hit only
/// sets a flag.
pub(crate) struct Cache<K, V> {
    shards: Vec<Mutex<Shard<K, V>>>,
}

struct Shard<K, V> {
    entries: FxHashMap<K, Entry<V>>,
    queue: VecDeque<K>,
    cost: usize,
    capacity: usize,
}

struct Entry<V> {
    value: V,
    cost: usize,
    used: bool,
}

impl<K: Copy + Eq + Hash, V: Clone> Cache<K, V> {
    /// The capacity is split evenly between the shards.
    pub(crate) fn new(shards: usize, capacity: usize) -> Cache<K, V> {
        let shard = || Shard {
            entries: FxHashMap::default(),
            queue: VecDeque::new(),
            cost: 0,
            capacity: capacity / shards,
        };
        Cache { shards: (0..shards).map(|_| Mutex::new(shard())).collect() }
    }

    pub(crate) fn get(&self, key: &K) -> Option<V> {
        let mut shard = self.shard(key);
        let entry = shard.entries.get_mut(key)?;
        entry.used = true;
        Some(entry.value.clone())
    }

    /// A value that costs more than a whole shard is not kept.
    pub(crate) fn insert(&self, key: K, value: V, cost: usize) {
        let mut shard = self.shard(&key);
        if cost > shard.capacity || shard.entries.contains_key(&key) {
            return;
        }
        while shard.cost + cost > shard.capacity {
            shard.evict_one();
        }
        shard.cost += cost;
        shard.queue.push_back(key);
        shard.entries.insert(key, Entry { value, cost, used: false });
    }

    fn shard(&self, key: &K) -> MutexGuard<'_, Shard<K, V>> {
        // The hash maps inside use the low and the topmost bits; the middle is independent of both.
        let hash = FxBuildHasher.hash_one(key) >> 32;
        self.shards[hash as usize % self.shards.len()].lock().expect("nothing panics while it holds a shard")
    }
}

impl<K: Copy + Eq + Hash, V> Shard<K, V> {
    fn evict_one(&mut self) {
        while let Some(key) = self.queue.pop_front() {
            let entry = self.entries.get_mut(&key).expect("the queue holds exactly the keys of the map");
            if entry.used {
                entry.used = false;
                self.queue.push_back(key);
            } else {
                self.cost -= entry.cost;
                self.entries.remove(&key);
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_capacity_is_never_exceeded_and_used_values_stay() {
        let cache = Cache::new(1, 10);
        cache.insert(0, "kept", 4);
        for key in 1..100 {
            assert_eq!(cache.get(&0), Some("kept"));
            cache.insert(key, "passing", 3);
            assert!(cache.shard(&0).cost <= 10);
        }
        assert_eq!((cache.get(&99), cache.get(&1)), (Some("passing"), None));
        cache.insert(100, "too large", 11);
        assert_eq!(cache.get(&100), None);
    }
}
