//! The variants that are open, and the memory that they hold.
//!
//! Variants that were looked at stay open for the next one who asks. What they hold is counted: tables of
//! indexes as they are, and tables of live solvers from the first question on. When there is no room for
//! more, those go that have not been used for longest.

use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;
use zermelo_library::VariantHandle;

use crate::give_back::give_back;
use crate::open_variant::OpenVariant;

/// Whoever thinks about a position that nobody has looked at for so long may be stopped for somebody else.
const ABANDONED: Duration = Duration::from_secs(5);

/// The variants that are open.
pub(crate) struct Registry {
    open: Mutex<Open>,
    /// Bytes that tables of live solvers and of indexes may take.
    most: u64,
    reserved: Mutex<u64>,
}

#[derive(Default)]
struct Open {
    variants: FxHashMap<String, Entry>,
    clock: u64,
}

struct Entry {
    variant: Arc<OpenVariant>,
    /// When it was last asked for, as a number of questions and as a time.
    used: u64,
    at: Instant,
}

/// A variant with the room that its live solver has.
pub(crate) struct Opened {
    handle: VariantHandle,
    room: Mutex<Option<Room>>,
}

/// Room for a table in memory; it is free again when this is dropped.
struct Room {
    registry: Arc<Registry>,
    bytes: u64,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Room {
    fn drop(&mut self) {
        *locked(&self.registry.reserved) -= self.bytes;
    }
}

impl Deref for Opened {
    type Target = VariantHandle;

    fn deref(&self) -> &VariantHandle {
        &self.handle
    }
}

impl Opened {
    pub(crate) fn new(handle: VariantHandle) -> Opened {
        Opened { handle, room: Mutex::default() }
    }

    /// Returns whether its live solver may have a table. Others make room if they can.
    pub(crate) fn has_room(&self, registry: &Arc<Registry>) -> bool {
        let mut room = locked(&self.room);
        if room.is_none() {
            *room = registry.reserve(self.game.live_bytes());
        }
        room.is_some()
    }

    /// Returns the bytes that it holds.
    fn bytes(&self) -> u64 {
        self.game.held_bytes() + locked(&self.room).as_ref().map_or(0, |room| room.bytes)
    }
}

impl Registry {
    /// Room for tables of so many bytes.
    pub(crate) fn new(most: u64) -> Registry {
        Registry { open: Mutex::default(), most, reserved: Mutex::default() }
    }

    /// Returns a variant that is open.
    pub(crate) fn find(&self, id: &str) -> Option<Arc<OpenVariant>> {
        locked(&self.open).find(id)
    }

    /// Keeps a variant, unless somebody else has opened it meanwhile, and returns the one that is kept. What
    /// has not been used for longest goes if there are too many, unless it is being worked on.
    pub(crate) fn keep(&self, id: String, variant: OpenVariant, most: usize) -> Arc<OpenVariant> {
        let mut open = locked(&self.open);
        if let Some(other) = open.find(&id) {
            return other;
        }
        let mut gone = Vec::new();
        while open.variants.len() >= most {
            let Some(oldest) = open.oldest(|entry| entry.variant.is_idle()) else { break };
            gone.extend(open.variants.remove(&oldest));
        }
        let (variant, used) = (Arc::new(variant), open.clock);
        open.variants.insert(id, Entry { variant: Arc::clone(&variant), used, at: Instant::now() });
        drop(open);
        // What is let go of may take a while, and the others should not wait for it.
        let freed: u64 = gone.iter().map(|entry| entry.variant.opened().bytes()).sum();
        drop(gone);
        if freed > 0 {
            give_back();
        }
        variant
    }

    /// Returns all open variants.
    pub(crate) fn all(&self) -> Vec<Arc<OpenVariant>> {
        locked(&self.open).variants.values().map(|entry| Arc::clone(&entry.variant)).collect()
    }

    /// Returns the bytes that are held by open variants.
    pub(crate) fn held(&self) -> u64 {
        let indexes: u64 = self.all().iter().map(|variant| variant.game().held_bytes()).sum();
        indexes + *locked(&self.reserved)
    }

    /// Lets go of what has not been used for longest until the rest fits.
    pub(crate) fn trim(&self) {
        while self.held() > self.most && self.evict() {}
    }

    /// Lets go of all that nobody is looking at and that holds memory.
    pub(crate) fn evict_all(&self) {
        while self.evict() {}
    }

    /// Makes room for a table. One that is larger than all the room there is may have it alone.
    fn reserve(self: &Arc<Registry>, bytes: u64) -> Option<Room> {
        loop {
            let indexes: u64 = self.all().iter().map(|variant| variant.game().held_bytes()).sum();
            let mut reserved = locked(&self.reserved);
            if *reserved == 0 || indexes + *reserved + bytes <= self.most {
                *reserved += bytes;
                return Some(Room { registry: Arc::clone(self), bytes });
            }
            drop(reserved);
            if !self.evict() {
                return None;
            }
        }
    }

    /// Lets go of the variant that has not been used for longest among those that hold memory and that nobody
    /// looks at now. Returns whether there was one.
    fn evict(&self) -> bool {
        let mut open = locked(&self.open);
        let may_go = |entry: &Entry| {
            Arc::strong_count(&entry.variant) == 1
                && !entry.variant.is_being_worked_on()
                && (entry.variant.is_idle() || entry.at.elapsed() > ABANDONED)
                && entry.variant.opened().bytes() > 0
        };
        let oldest = open.oldest(may_go).and_then(|id| open.variants.remove(&id));
        drop(open);
        let Some(Entry { variant, .. }) = oldest else { return false };
        variant.stop_thinking();
        drop(variant);
        give_back();
        true
    }
}

impl Open {
    fn find(&mut self, id: &str) -> Option<Arc<OpenVariant>> {
        self.clock += 1;
        let entry = self.variants.get_mut(id)?;
        (entry.used, entry.at) = (self.clock, Instant::now());
        Some(Arc::clone(&entry.variant))
    }

    /// Returns what has not been used for longest among those that may go.
    fn oldest(&self, may_go: impl Fn(&Entry) -> bool) -> Option<String> {
        let candidates = self.variants.iter().filter(|(_, entry)| may_go(entry));
        candidates.min_by_key(|(_, entry)| entry.used).map(|(id, _)| id.clone())
    }
}
