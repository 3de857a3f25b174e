//! All games, with what is open of them.

use std::sync::Arc;
use std::time::Duration;

use zermelo_core::ParseError;
use zermelo_library::Library;
use zermelo_store::BlockCache;

use crate::disk::Disk;
use crate::failures::Failures;
use crate::give_back::{give_back, resident_bytes};
use crate::job_queue::JobQueue;
use crate::open_variant::OpenVariant;
use crate::overview::{Cards, Overview};
use crate::policy::{SMALL, SolvePolicy};
use crate::registry::{Opened, Registry};
use crate::sizes::Sizes;

/// Of the memory, one part in so many is for tables of live solvers and of indexes.
const PART_OF_TABLES: u64 = 4;

/// Of the rest, one part in so many is for computations that turn out to be quick.
const PART_OF_QUICK: u64 = 8;

/// Bytes that the program takes beside what is counted, before it lets go of all that it can.
const BESIDE: u64 = 128 << 20;

/// What the service may use of the machine.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of memory for computations in the background and for the tables of open variants.
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
    /// Which unsolved games visitors may cause to be solved.
    pub solve: SolvePolicy,
    /// Bytes that all databases may take on disk before nothing more is solved here.
    pub disk: Option<u64>,
}

impl Limits {
    /// Returns the bytes of memory for tables of live solvers and of indexes.
    pub(crate) fn memory_of_tables(&self) -> u64 {
        self.memory / PART_OF_TABLES
    }

    /// Returns the bytes of memory for what is quick.
    pub(crate) fn memory_of_quick(&self) -> u64 {
        (self.memory - self.memory_of_tables()) / PART_OF_QUICK
    }

    /// Returns the bytes of memory for each computation that is not quick.
    pub(crate) fn memory_of_slow(&self) -> u64 {
        let rest = self.memory - self.memory_of_tables() - self.memory_of_quick();
        rest / self.computations.max(1) as u64
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            memory: 2 << 30,
            threads: 0,
            computations: 1,
            waiting: 8,
            longest: Duration::from_mins(15),
            slots: SMALL,
            thinking: Duration::from_secs(1),
            open: 64,
            cache: 256 << 20,
            solve: SolvePolicy::Open,
            disk: None,
        }
    }
}

/// All games, with what is open of them.
pub struct Service {
    library: Library,
    shared: Arc<Shared>,
    cards: Cards,
}

/// What open variants share.
pub(crate) struct Shared {
    pub(crate) limits: Limits,
    pub(crate) blocks: Arc<BlockCache>,
    pub(crate) jobs: Arc<JobQueue>,
    pub(crate) failures: Arc<Failures>,
    pub(crate) sizes: Arc<Sizes>,
    pub(crate) disk: Arc<Disk>,
    pub(crate) registry: Arc<Registry>,
}

impl Service {
    /// A service for the games of a library.
    pub fn new(library: Library, limits: Limits) -> Result<Service, rayon::ThreadPoolBuildError> {
        let shared = Shared {
            blocks: BlockCache::new(limits.cache),
            jobs: Arc::new(JobQueue::new(limits.clone())?),
            failures: Arc::default(),
            sizes: Arc::default(),
            disk: Arc::new(Disk::new(library.data(), limits.disk)),
            registry: Arc::new(Registry::new(limits.memory_of_tables())),
            limits,
        };
        Ok(Service { library, shared: Arc::new(shared), cards: Cards::default() })
    }

    /// The games.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// A variant of a game. It stays open for the next one who asks.
    pub fn open(&self, game: &str, variant: &str) -> Result<Arc<OpenVariant>, ParseError> {
        let id = format!("{game}/{variant}");
        let registry = &self.shared.registry;
        if let Some(variant) = registry.find(&id) {
            return Ok(variant);
        }
        // Not under the lock: some boards take their time.
        let opened = Opened::new(self.library.open(&id)?);
        let variant = OpenVariant::new(opened, &self.shared);
        let variant = registry.keep(id, variant, self.shared.limits.open);
        registry.trim();
        Ok(variant)
    }

    /// The same, but only if it is open and solved, so that asking it takes a moment at most.
    pub fn at_hand(&self, game: &str, variant: &str) -> Option<Arc<OpenVariant>> {
        self.shared.registry.find(&format!("{game}/{variant}")).filter(|variant| variant.is_at_hand())
    }

    /// What there is to see.
    pub fn overview(&self) -> Arc<Overview> {
        self.cards.overview(&self.library)
    }

    /// Lets go of databases that have been replaced, so that their files can be removed, and of tables that
    /// there is no room for. To be called now and then.
    pub fn look_again(&self) {
        for variant in self.shared.registry.all() {
            variant.let_go();
        }
        self.shared.registry.trim();
        let Limits { memory, cache, .. } = &self.shared.limits;
        let most = memory.saturating_add(*cache as u64).saturating_add(BESIDE);
        if resident_bytes().is_some_and(|bytes| bytes > most) {
            self.shared.registry.evict_all();
            give_back();
        }
    }

    /// Returns the bytes of the tables that open variants hold, and how many there may be.
    pub fn tables(&self) -> (u64, u64) {
        (self.shared.registry.held(), self.shared.limits.memory_of_tables())
    }

    /// How many computations run in the background, and how many wait for their turn.
    pub fn computations(&self) -> (usize, usize) {
        self.shared.jobs.computations()
    }

    /// How many variants are open.
    pub fn open_variants(&self) -> usize {
        self.shared.registry.all().len()
    }

    /// How often a block of a database was in memory when it was needed, and how often not.
    pub fn cache_hits(&self) -> (u64, u64) {
        self.shared.blocks.hits()
    }

    /// Ends all computations in the background; what is finished of them stays.
    pub fn close(&self) {
        self.shared.jobs.close();
    }
}
