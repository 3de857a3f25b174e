//! Decompressed blocks, shared by all databases that are open.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::read::cache::Cache;

/// Decompressed blocks of any number of databases, within one bound on their memory.
pub struct BlockCache {
    /// By the number of the database, the volume and the block.
    blocks: Cache<(u64, u32, u32), Arc<[u8]>>,
    databases: AtomicU64,
    hits: AtomicU64,
    misses: AtomicU64,
}

impl BlockCache {
    const SHARDS: usize = 16;

    /// A cache of at most so many bytes.
    pub fn new(bytes: usize) -> Arc<BlockCache> {
        Arc::new(BlockCache {
            blocks: Cache::new(Self::SHARDS, bytes),
            databases: AtomicU64::new(0),
            hits: AtomicU64::new(0),
            misses: AtomicU64::new(0),
        })
    }

    /// How many blocks were found, and how many were not.
    pub fn hits(&self) -> (u64, u64) {
        (self.hits.load(Relaxed), self.misses.load(Relaxed))
    }

    /// A part of the cache for one more database. What a database leaves behind is driven out by others in time.
    pub(crate) fn section(self: &Arc<BlockCache>) -> Section {
        Section { number: self.databases.fetch_add(1, Relaxed), cache: Arc::clone(self) }
    }
}

/// What one database keeps in a cache.
pub(crate) struct Section {
    number: u64,
    cache: Arc<BlockCache>,
}

impl Section {
    pub(crate) fn get(&self, volume: u32, block: u32) -> Option<Arc<[u8]>> {
        let found = self.cache.blocks.get(&(self.number, volume, block));
        let counter = if found.is_some() { &self.cache.hits } else { &self.cache.misses };
        counter.fetch_add(1, Relaxed);
        found
    }

    pub(crate) fn insert(&self, volume: u32, block: u32, bytes: &Arc<[u8]>) {
        self.cache.blocks.insert((self.number, volume, block), Arc::clone(bytes), bytes.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn databases_share_a_cache_and_do_not_see_each_other() {
        let cache = BlockCache::new(1 << 20);
        let (one, other) = (cache.section(), cache.section());
        one.insert(0, 7, &Arc::from([1, 2, 3]));
        assert_eq!(one.get(0, 7).as_deref(), Some(&[1, 2, 3][..]));
        assert_eq!(other.get(0, 7), None);
        assert_eq!(cache.hits(), (1, 1));
    }
}
