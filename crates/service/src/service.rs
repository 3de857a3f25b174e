//! All games, with what is open of them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustc_hash::FxHashMap;
use zermelo_core::ParseError;
use zermelo_library::Library;
use zermelo_store::BlockCache;

use crate::failures::Failures;
use crate::job_queue::JobQueue;
use crate::open_variant::OpenVariant;
use crate::overview::{Cards, Overview};

/// What the service may use of the machine.
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
pub struct Service {
    library: Library,
    limits: Limits,
    blocks: Arc<BlockCache>,
    jobs: Arc<JobQueue>,
    failures: Arc<Failures>,
    open: Mutex<Open>,
    cards: Cards,
}

/// The variants that are open, with when each was last asked for.
#[derive(Default)]
struct Open {
    variants: FxHashMap<String, (Arc<OpenVariant>, u64)>,
    clock: u64,
}

impl Service {
    /// A service for the games of a library.
    pub fn new(library: Library, limits: Limits) -> Result<Service, rayon::ThreadPoolBuildError> {
        Ok(Service {
            library,
            blocks: BlockCache::new(limits.cache),
            jobs: Arc::new(JobQueue::new(limits.clone())?),
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
    pub fn open(&self, game: &str, variant: &str) -> Result<Arc<OpenVariant>, ParseError> {
        let id = format!("{game}/{variant}");
        if let Some(variant) = self.locked().find(&id) {
            return Ok(variant);
        }
        // Not under the lock: some boards take their time.
        let handle = self.library.open(&id)?;
        let variant = OpenVariant::new(handle, &self.blocks, &self.jobs, &self.failures, &self.limits);
        Ok(self.locked().keep(id, variant, self.limits.open))
    }

    /// The same, but only if it is open and solved, so that asking it takes a moment at most.
    pub fn at_hand(&self, game: &str, variant: &str) -> Option<Arc<OpenVariant>> {
        self.locked().find(&format!("{game}/{variant}")).filter(|variant| variant.is_at_hand())
    }

    /// What there is to see.
    pub fn overview(&self) -> Arc<Overview> {
        self.cards.overview(&self.library)
    }

    /// Lets go of databases that have been replaced, so that their files can be removed. To be called now and
    /// then.
    pub fn look_again(&self) {
        let open: Vec<Arc<OpenVariant>> =
            self.locked().variants.values().map(|(variant, _)| Arc::clone(variant)).collect();
        for variant in open {
            variant.let_go();
        }
    }

    /// How many computations run in the background, and how many wait for their turn.
    pub fn computations(&self) -> (usize, usize) {
        self.jobs.computations()
    }

    /// How many variants are open.
    pub fn open_variants(&self) -> usize {
        self.locked().variants.len()
    }

    /// How often a block of a database was in memory when it was needed, and how often not.
    pub fn cache_hits(&self) -> (u64, u64) {
        self.blocks.hits()
    }

    /// Ends all computations in the background; what is finished of them stays.
    pub fn close(&self) {
        self.jobs.close();
    }

    fn locked(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn find(&mut self, id: &str) -> Option<Arc<OpenVariant>> {
        self.clock += 1;
        let (variant, used) = self.variants.get_mut(id)?;
        *used = self.clock;
        Some(Arc::clone(variant))
    }

    /// Keeps a variant, unless somebody else has opened it meanwhile; the one that is kept. What has not been used for
    /// longest goes, unless it is being worked on.
    fn keep(&mut self, id: String, variant: OpenVariant, most: usize) -> Arc<OpenVariant> {
        if let Some(other) = self.find(&id) {
            return other;
        }
        while self.variants.len() >= most {
            let idle = self.variants.iter().filter(|(_, (variant, _))| variant.is_idle());
            let Some(oldest) = idle.min_by_key(|(_, (_, used))| *used).map(|(id, _)| id.clone()) else {
                break;
            };
            self.variants.remove(&oldest);
        }
        let variant = Arc::new(variant);
        self.variants.insert(id, (Arc::clone(&variant), self.clock));
        variant
    }
}
