//! Which connections are open, and which one goes when there are too many.
//!
//! A connection is *at work* from the header of a request to the end of its answer, and otherwise *waits*:
//! nobody has sent a request yet, or only half of one, or the next one may never come. Connections that wait
//! cost little to lose, so where there is no room for a new one, the one that has waited longest is closed. A
//! visitor who sends a request at once is served even when thousands of connections are held open by somebody
//! else.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::network::visitor;

/// All open connections.
pub(crate) struct Connections {
    most: usize,
    most_per_visitor: Option<usize>,
    open: Mutex<Open>,
    accepted: AtomicU64,
    refused: AtomicU64,
    pushed_out: AtomicU64,
}

#[derive(Default)]
struct Open {
    connections: HashMap<u64, Connection>,
    by_visitor: HashMap<IpAddr, usize>,
    /// Those that wait, with the longest wait first.
    waiting: BTreeMap<u64, u64>,
    clock: u64,
}

struct Connection {
    visitor: Option<IpAddr>,
    /// When it began to wait; `None` while it is at work.
    waits: Option<u64>,
    close: Arc<Notify>,
}

/// What has become of all connections.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Figures {
    pub(crate) open: usize,
    pub(crate) accepted: u64,
    pub(crate) refused: u64,
    pub(crate) pushed_out: u64,
}

impl Connections {
    /// Room for so many connections, and for so many of each visitor.
    pub(crate) fn new(most: usize, most_per_visitor: Option<usize>) -> Arc<Connections> {
        Arc::new(Connections {
            most,
            most_per_visitor,
            open: Mutex::default(),
            accepted: AtomicU64::new(0),
            refused: AtomicU64::new(0),
            pushed_out: AtomicU64::new(0),
        })
    }

    /// Makes room for a connection from this address, if it is one that is counted. `None` if all connections
    /// are at work.
    pub(crate) fn admit(self: &Arc<Connections>, address: Option<IpAddr>) -> Option<Place> {
        let visitor = address.map(visitor);
        let mut open = self.locked();
        let of_visitor = visitor.and_then(|visitor| open.by_visitor.get(&visitor)).copied().unwrap_or(0);
        let has_room = if self.most_per_visitor.is_some_and(|most| of_visitor >= most) {
            self.push_out(&mut open, visitor)
        } else {
            open.connections.len() < self.most || self.push_out(&mut open, None)
        };
        if !has_room {
            self.refused.fetch_add(1, Relaxed);
            return None;
        }
        self.accepted.fetch_add(1, Relaxed);
        let id = open.tick();
        let close = Arc::new(Notify::new());
        open.connections.insert(id, Connection { visitor, waits: Some(id), close: Arc::clone(&close) });
        open.waiting.insert(id, id);
        if let Some(visitor) = visitor {
            *open.by_visitor.entry(visitor).or_default() += 1;
        }
        Some(Place { connections: Arc::clone(self), id, close })
    }

    /// Closes the connection that has waited longest, if any waits.
    pub(crate) fn make_room(&self) {
        self.push_out(&mut self.locked(), None);
    }

    pub(crate) fn figures(&self) -> Figures {
        Figures {
            open: self.locked().connections.len(),
            accepted: self.accepted.load(Relaxed),
            refused: self.refused.load(Relaxed),
            pushed_out: self.pushed_out.load(Relaxed),
        }
    }

    /// Closes the connection that has waited longest, of this visitor or of all. Returns whether there was
    /// one.
    fn push_out(&self, open: &mut Open, visitor: Option<IpAddr>) -> bool {
        let mut waiting = open.waiting.values().copied();
        let of_visitor = |id: &u64| visitor.is_none() || open.connections[id].visitor == visitor;
        let Some(id) = waiting.find(of_visitor) else { return false };
        if let Some(connection) = open.remove(id) {
            connection.close.notify_one();
        }
        self.pushed_out.fetch_add(1, Relaxed);
        true
    }

    fn locked(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn tick(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    fn remove(&mut self, id: u64) -> Option<Connection> {
        let connection = self.connections.remove(&id)?;
        if let Some(since) = connection.waits {
            self.waiting.remove(&since);
        }
        if let Some(visitor) = connection.visitor
            && let Some(count) = self.by_visitor.get_mut(&visitor)
        {
            *count -= 1;
            if *count == 0 {
                self.by_visitor.remove(&visitor);
            }
        }
        Some(connection)
    }
}

/// The place of an open connection; it is free again when this is dropped.
pub(crate) struct Place {
    connections: Arc<Connections>,
    id: u64,
    close: Arc<Notify>,
}

impl Place {
    /// Ends when the connection has to make room for another one.
    pub(crate) async fn is_needed(&self) {
        self.close.notified().await;
    }

    /// Returns whether a request has come whose answer is not complete.
    pub(crate) fn is_at_work(&self) -> bool {
        let open = self.connections.locked();
        open.connections.get(&self.id).is_some_and(|connection| connection.waits.is_none())
    }

    /// A request has come; its answer is complete when what this returns is dropped.
    pub(crate) fn work(self: &Arc<Place>) -> Work {
        let mut open = self.connections.locked();
        let since = open.connections.get_mut(&self.id).and_then(|connection| connection.waits.take());
        if let Some(since) = since {
            open.waiting.remove(&since);
        }
        Work(Arc::clone(self))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.connections.locked().remove(self.id);
    }
}

/// A connection is at work as long as this lives.
pub(crate) struct Work(Arc<Place>);

impl Drop for Work {
    fn drop(&mut self) {
        let mut open = self.0.connections.locked();
        let now = open.tick();
        if let Some(connection) = open.connections.get_mut(&self.0.id)
            && connection.waits.is_none()
        {
            connection.waits = Some(now);
            open.waiting.insert(now, self.0.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admit(connections: &Arc<Connections>, last: u8) -> Option<Arc<Place>> {
        connections.admit(Some([10, 0, 0, last].into())).map(Arc::new)
    }

    fn is_open(connections: &Connections, place: &Place) -> bool {
        connections.locked().connections.contains_key(&place.id)
    }

    #[test]
    fn the_one_that_has_waited_longest_makes_room() {
        let connections = Connections::new(3, None);
        let [a, b, c] = [1, 2, 3].map(|last| admit(&connections, last).unwrap());
        // The first is at work, and the second has been.
        let working = a.work();
        drop(b.work());
        let d = admit(&connections, 4).unwrap();
        assert!(!is_open(&connections, &c) && is_open(&connections, &a) && is_open(&connections, &b));
        let others = [b.work(), d.work()];
        assert!(admit(&connections, 5).is_none());
        drop((working, others));
        let _e = admit(&connections, 5).unwrap();
        assert!(!is_open(&connections, &a));
        assert_eq!(connections.figures(), Figures { open: 3, accepted: 5, refused: 1, pushed_out: 2 });
    }

    #[test]
    fn a_visitor_with_too_many_pushes_out_only_his_own() {
        let connections = Connections::new(100, Some(2));
        let other = admit(&connections, 1).unwrap();
        let mine = [2, 2].map(|last| admit(&connections, last).unwrap());
        let third = admit(&connections, 2).unwrap();
        assert!(is_open(&connections, &other) && !is_open(&connections, &mine[0]));
        let _works = [mine[1].work(), third.work()];
        assert!(admit(&connections, 2).is_none() && admit(&connections, 1).is_some());
        // Proxies stand for many visitors, who are not counted here.
        let proxied: Vec<Place> = (0..10).map(|_| connections.admit(None).unwrap()).collect();
        assert_eq!(proxied.len(), 10);
    }

    #[test]
    fn places_are_free_again_after_use() {
        let connections = Connections::new(2, Some(2));
        for _ in 0..10 {
            let place = admit(&connections, 1).unwrap();
            let work = place.work();
            drop(place);
            assert_eq!(connections.figures().open, 1);
            drop(work);
        }
        let open = connections.locked();
        assert!(open.connections.is_empty() && open.by_visitor.is_empty() && open.waiting.is_empty());
    }
}
