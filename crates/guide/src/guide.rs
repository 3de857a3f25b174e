//! All games, with what is open of them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustc_hash::FxHashMap;
use zermelo_core::ParseError;
use zermelo_explore::Library;
use zermelo_store::BlockCache;

use crate::exhibit::Exhibit;
use crate::failures::Failures;
use crate::overview::{Cards, Overview};
use crate::workshop::Workshop;

/// What the guide may use of the machine.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of memory for one computation in the background.
    pub memory: u64,
    /// Threads of computations; 0 for one per core.
    pub threads: usize,
    /// Computations at a time.
    pub computations: usize,
    /// Computations that may wait for their turn.
    pub waiting: usize,
    /// How long a computation may take.
    pub longest: Duration,
    /// Slots of a game that is small enough to be solved in the background.
    pub slots: u64,
    /// How long a live solver is waited for, before it goes on in the background.
    pub thinking: Duration,
    /// Variants that are kept open.
    pub open: usize,
    /// Bytes of decompressed blocks that are kept.
    pub cache: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            memory: 2 << 30,
            threads: 0,
            computations: 1,
            waiting: 8,
            longest: Duration::from_mins(15),
            slots: 50_000_000,
            thinking: Duration::from_secs(1),
            open: 64,
            cache: 256 << 20,
        }
    }
}

/// All games, with what is open of them.
pub struct Guide {
    library: Library,
    limits: Limits,
    blocks: Arc<BlockCache>,
    workshop: Arc<Workshop>,
    failures: Arc<Failures>,
    open: Mutex<Open>,
    cards: Cards,
}

/// The variants that are open, with when each was last asked for.
#[derive(Default)]
struct Open {
    exhibits: FxHashMap<String, (Arc<Exhibit>, u64)>,
    clock: u64,
}

impl Guide {
    /// A guide to the games of a library.
    pub fn new(library: Library, limits: Limits) -> Result<Guide, rayon::ThreadPoolBuildError> {
        Ok(Guide {
            library,
            blocks: BlockCache::new(limits.cache),
            workshop: Arc::new(Workshop::new(limits.clone())?),
            failures: Arc::default(),
            open: Mutex::default(),
            cards: Cards::default(),
            limits,
        })
    }

    /// The games.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// A variant of a game. It stays open for the next one who asks.
    pub fn open(&self, game: &str, variant: &str) -> Result<Arc<Exhibit>, ParseError> {
        let id = format!("{game}/{variant}");
        if let Some(exhibit) = self.locked().find(&id) {
            return Ok(exhibit);
        }
        // Not under the lock: some boards take their time.
        let opened = self.library.open(&id)?;
        let exhibit = Exhibit::new(opened, &self.blocks, &self.workshop, &self.failures, &self.limits);
        Ok(self.locked().keep(id, exhibit, self.limits.open))
    }

    /// The same, but only if it is open and solved, so that asking it takes a moment at most.
    pub fn at_hand(&self, game: &str, variant: &str) -> Option<Arc<Exhibit>> {
        self.locked().find(&format!("{game}/{variant}")).filter(|exhibit| exhibit.is_at_hand())
    }

    /// What there is to see.
    pub fn overview(&self) -> Arc<Overview> {
        self.cards.overview(&self.library)
    }

    /// Lets go of databases that have been replaced, so that their files can be removed. To be called now and
    /// then.
    pub fn look_again(&self) {
        let open: Vec<Arc<Exhibit>> =
            self.locked().exhibits.values().map(|(exhibit, _)| Arc::clone(exhibit)).collect();
        for exhibit in open {
            exhibit.let_go();
        }
    }

    /// How many computations run in the background, and how many wait for their turn.
    pub fn computations(&self) -> (usize, usize) {
        self.workshop.computations()
    }

    /// How many variants are open.
    pub fn open_variants(&self) -> usize {
        self.locked().exhibits.len()
    }

    /// How often a block of a database was in memory when it was needed, and how often not.
    pub fn cache_hits(&self) -> (u64, u64) {
        self.blocks.hits()
    }

    /// Ends all computations in the background; what is finished of them stays.
    pub fn close(&self) {
        self.workshop.close();
    }

    fn locked(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn find(&mut self, id: &str) -> Option<Arc<Exhibit>> {
        self.clock += 1;
        let (exhibit, used) = self.exhibits.get_mut(id)?;
        *used = self.clock;
        Some(Arc::clone(exhibit))
    }

    /// Keeps a variant, unless somebody else has opened it meanwhile; the one that is kept. What has not been used for
    /// longest goes, unless it is being worked on.
    fn keep(&mut self, id: String, exhibit: Exhibit, most: usize) -> Arc<Exhibit> {
        if let Some(other) = self.find(&id) {
            return other;
        }
        while self.exhibits.len() >= most {
            let idle = self.exhibits.iter().filter(|(_, (exhibit, _))| exhibit.is_idle());
            let Some(oldest) = idle.min_by_key(|(_, (_, used))| *used).map(|(id, _)| id.clone()) else {
                break;
            };
            self.exhibits.remove(&oldest);
        }
        let exhibit = Arc::new(exhibit);
        self.exhibits.insert(id, (Arc::clone(&exhibit), self.clock));
        exhibit
    }
}
