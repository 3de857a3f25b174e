//! Finding every position, level by level: a level is all positions first reached by the same number of
//! moves.
//!
//! The children of a level are gathered, sorted, made unique, and compared with all earlier positions by
//! merging.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;
use zermelo_core::{Batch, Key, PackedGame};

use super::merge::{Building, merge_new};
use super::pace::Pace;
use super::recent::Recent;
use super::sorted_keys::{KeyTable, SortedKeys};
use super::state::{State, list_lines};
use super::work_directory::{Clock, WorkDirectory, can_go_on};
use crate::schedule::plan::BASE_MEMORY;
use crate::{Event, Run, SolveError};

/// Children that a thread sorts at once, if memory allows.
const SORTED: u64 = 1 << 22;

/// Beyond so many levels, comparing each level with all before costs more than merging them.
const MOST_LEVELS: usize = 128;

/// So many lists of children are merged into one.
const MOST_LISTS: usize = 128;

/// All positions.
pub(crate) enum Found<K> {
    /// By levels, where every move leads to the next level.
    Layers(Vec<SortedKeys<K>>),
    /// Together.
    Mixed(SortedKeys<K>),
}

/// A search under way.
pub(crate) struct Search<'a, K> {
    game: &'a dyn PackedGame<K>,
    work: &'a WorkDirectory,
    run: &'a Run<'a>,
    clock: Clock,
    /// All positions found so far, in a few lists without common keys. The last one is the level that is
    /// being expanded.
    known: Vec<SortedKeys<K>>,
    /// Whether each of these is a level, and every move so far leads from one level to the next.
    layered: bool,
    /// How many blocks of the last level are expanded.
    expanded: usize,
    /// Their children, in lists that may have common keys.
    children: Vec<SortedKeys<K>>,
    /// So many of these lists were merged from others.
    merged: usize,
}

impl<'a, K: Key> Search<'a, K> {
    pub(crate) fn new(
        game: &'a dyn PackedGame<K>,
        work: &'a WorkDirectory,
        run: &'a Run<'a>,
    ) -> Search<'a, K> {
        let (known, clock, children) = (vec![SortedKeys::new(&[game.start()])], work.clock(), Vec::new());
        Search { game, work, run, clock, known, layered: true, expanded: 0, children, merged: 0 }
    }

    /// Goes on where a state says; `None` if something of it is damaged.
    pub(crate) fn resume(
        game: &'a dyn PackedGame<K>,
        state: &State,
        work: &'a WorkDirectory,
        run: &'a Run<'a>,
    ) -> Result<Option<Search<'a, K>>, SolveError> {
        let (Some(known), Some(children)) = (state.lists("known", work)?, state.lists("child", work)?) else {
            return Ok(None);
        };
        let (Some(expanded), Some(layered)) = (state.number("expanded"), state.word("layered")) else {
            return Ok(None);
        };
        if known.is_empty() {
            return Ok(None);
        }
        let (expanded, layered, clock) = (expanded as usize, layered == "true", work.clock());
        Ok(Some(Search { game, work, run, clock, known, layered, expanded, children, merged: 0 }))
    }

    /// Finds the rest. If it is stopped, where it stands is kept.
    pub(crate) fn finish(mut self) -> Result<Found<K>, SolveError> {
        let found = self.find_rest();
        if found.as_ref().is_err_and(can_go_on) {
            self.keep();
        }
        found
    }

    fn find_rest(&mut self) -> Result<Found<K>, SolveError> {
        loop {
            self.tell();
            self.expand_level()?;
            self.make_room(0)?;
            let (new, some_known) = merge_new(&self.children, &self.known, &self.building(0))?;
            self.layered &= !some_known && self.known.len() < MOST_LEVELS;
            if !self.layered {
                self.merge_known()?;
            }
            self.children.clear();
            self.merged = 0;
            if new.is_empty() {
                break;
            }
            self.known.push(new);
            self.expanded = 0;
        }
        if self.layered {
            return Ok(Found::Layers(std::mem::take(&mut self.known)));
        }
        self.make_room(0)?;
        Ok(Found::Mixed(merge_new(&self.known, &[], &self.building(0))?.0))
    }

    fn level(&self) -> &SortedKeys<K> {
        self.known.last().expect("the start is in a list")
    }

    fn building(&self, more: u64) -> Building<'a> {
        Building { work: self.work, run: self.run, beside: more + self.bytes() }
    }

    /// Bytes of memory of all lists.
    fn bytes(&self) -> u64 {
        self.known.iter().chain(&self.children).map(SortedKeys::bytes).sum()
    }

    fn tell(&self) {
        let positions = self.known.iter().map(KeyTable::len).sum();
        let level = self.level();
        let done = if self.expanded < level.blocks() { level.rank(self.expanded) } else { level.len() };
        self.run.tell(Event::Explored { positions, waiting: level.len() - done });
    }

    /// Merges lists until each is more than twice as long as the next one: so there are few, and each key is
    /// merged a few times.
    fn merge_known(&mut self) -> Result<(), SolveError> {
        // Whatever the last list is from now on, all of it is expanded.
        self.expanded = usize::MAX;
        while let [.., longer, last] = &self.known[..]
            && longer.len() < 2 * last.len()
        {
            self.make_room(0)?;
            let rest = self.known.len() - 2;
            let (merged, _) = merge_new(&self.known[rest..], &[], &self.building(0))?;
            self.known.truncate(rest);
            self.known.push(merged);
        }
        Ok(())
    }

    /// Merges the last lists of children if they are many: each may have an open file, and all are read
    /// together later.
    fn merge_children(&mut self) -> Result<(), SolveError> {
        if self.children.len() - self.merged >= MOST_LISTS {
            self.make_room(0)?;
            let (merged, _) = merge_new(&self.children[self.merged..], &[], &self.building(0))?;
            self.children.truncate(self.merged);
            self.children.push(merged);
            self.merged += 1;
        }
        Ok(())
    }

    /// Gathers the children of the rest of the level.
    fn expand_level(&mut self) -> Result<(), SolveError> {
        let threads = rayon::current_num_threads();
        let room = self.run.memory.saturating_sub(BASE_MEMORY) / (32 * threads as u64);
        let most = (room / size_of::<K>() as u64).clamp(1 << 10, SORTED) as usize;
        let small = self.level().blocks() - self.expanded.min(self.level().blocks()) <= 4;
        let mut sorters: Vec<Sorter<K>> =
            (0..if small { 1 } else { threads }).map(|_| Sorter::new(most)).collect();
        let mut pace = Pace::new(&self.clock);
        while self.expanded < self.level().blocks() {
            // Lists of children may take so much before memory is looked at again.
            let room = self.run.memory.saturating_sub(BASE_MEMORY) / 16;
            self.make_room(room + sorters.iter().map(Sorter::bytes).sum::<u64>())?;
            let end = self.level().blocks().min(self.expanded + pace.next());
            let (next, listed) = (AtomicUsize::new(self.expanded), AtomicU64::new(0));
            let (level, game, run) = (self.level(), self.game, self.run);
            let work = |sorter: &mut Sorter<K>| {
                while listed.load(Relaxed) <= room {
                    let block = next.fetch_add(1, Relaxed);
                    if block >= end {
                        break;
                    }
                    run.check()?;
                    listed.fetch_add(sorter.expand(game, level, block)?, Relaxed);
                }
                Ok(())
            };
            let worked: Result<(), SolveError> = if let [only] = &mut sorters[..] {
                work(only)
            } else {
                sorters.par_iter_mut().with_max_len(1).try_for_each(work)
            };
            if worked.is_ok() {
                // All blocks that were taken are expanded. Otherwise some are not, and all are expanded
                // again.
                self.expanded = end.min(next.into_inner());
            }
            pace.done();
            self.tell();
            self.children.extend(sorters.iter_mut().flat_map(|sorter| sorter.sorted.drain(..)));
            let is_over = worked.is_err() || self.expanded >= self.level().blocks();
            if is_over || self.clock.is_due() {
                for sorter in &mut sorters {
                    sorter.sort();
                }
                self.children.extend(sorters.iter_mut().flat_map(|sorter| sorter.sorted.drain(..)));
            }
            worked?;
            self.merge_children()?;
            if self.clock.is_due() {
                self.keep();
            }
        }
        Ok(())
    }

    /// Writes down where the search stands.
    fn keep(&mut self) {
        let (work, run) = (self.work, self.run);
        work.try_to_keep(run, || {
            let mut lines = vec!["phase search".to_owned()];
            lines.push(format!("layered {}", self.layered));
            lines.push(format!("expanded {}", self.expanded));
            lines.extend(list_lines("known", &mut self.known, work)?);
            lines.extend(list_lines("child", &mut self.children, work)?);
            work.write_state(&lines)
        });
        self.clock.reset();
    }

    /// Keeps the memory promise, with `more` bytes beside the lists.
    fn make_room(&mut self, more: u64) -> Result<(), SolveError> {
        let needed = |search: &Search<'_, K>| BASE_MEMORY + more + search.bytes();
        if needed(self) > self.run.memory && self.work.has_disk() {
            self.known.iter_mut().chain(&mut self.children).try_for_each(|list| list.evict(self.work))?;
        }
        let needed = needed(self);
        if needed <= self.run.memory {
            return Ok(());
        }
        let positions: u64 = self.known.iter().map(KeyTable::len).sum();
        let what = format!("exploring the game, with more than {positions} positions,");
        Err(SolveError::Memory { what, needed, allowed: self.run.memory })
    }
}

/// Gathers children and sorts them when there are many.
struct Sorter<K> {
    most: usize,
    positions: Vec<K>,
    batch: Batch<K>,
    recent: Recent<K>,
    children: Vec<K>,
    sorted: Vec<SortedKeys<K>>,
}

impl<K: Key> Sorter<K> {
    fn new(most: usize) -> Sorter<K> {
        let (batch, recent) = (Batch::default(), Recent::new());
        Sorter { most, positions: Vec::new(), batch, recent, children: Vec::new(), sorted: Vec::new() }
    }

    /// Gathers the children of a block, and returns how many bytes of lists there are more.
    fn expand(
        &mut self,
        game: &dyn PackedGame<K>,
        level: &SortedKeys<K>,
        block: usize,
    ) -> Result<u64, SolveError> {
        self.positions.clear();
        level.read(block, &mut self.positions)?;
        game.expand(&self.positions, &mut self.batch);
        for &child in &self.batch.children {
            if self.recent.is_new(child) {
                self.children.push(child);
            }
        }
        Ok(if self.children.len() >= self.most { self.sort() } else { 0 })
    }

    /// Makes a list of all children, and returns how many bytes it takes.
    fn sort(&mut self) -> u64 {
        if self.children.is_empty() {
            return 0;
        }
        self.children.sort_unstable();
        self.children.dedup();
        let list = SortedKeys::new(&self.children);
        self.children.clear();
        let bytes = list.bytes();
        self.sorted.push(list);
        bytes
    }

    fn bytes(&self) -> u64 {
        (self.children.capacity() * size_of::<K>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exploration::graph::Graph;
    use crate::unlimited;

    fn keys(list: &SortedKeys<u64>) -> Vec<u64> {
        let mut keys = Vec::new();
        (0..list.blocks()).for_each(|block| list.read(block, &mut keys).unwrap());
        keys
    }

    fn found(game: &Graph) -> Found<u64> {
        Search::new(game, &WorkDirectory::in_memory(), &unlimited()).finish().unwrap()
    }

    #[test]
    fn a_level_has_what_is_first_reached_by_so_many_moves() {
        let mut random = fastrand::Rng::with_seed(1);
        for positions in [1, 2, 30, 500] {
            let game = Graph::layered(&mut random, positions);
            let Found::Layers(levels) = found(&game) else { panic!("every move leads to the next level") };
            let expected: Vec<Vec<u64>> =
                game.levels().iter().map(|level| level.iter().copied().collect()).collect();
            assert_eq!(levels.iter().map(keys).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn all_that_can_be_reached_is_found_once_wherever_moves_lead() {
        let mut random = fastrand::Rng::with_seed(2);
        let mut mixed = 0;
        for round in 0..60 {
            let positions = [20, 300][round % 2];
            let game = Graph::random(&mut random, positions, |position| match round % 3 {
                0 => 0..positions,
                1 => position + 1..positions,
                // So far apart that there are many levels.
                _ => position.saturating_sub(3)..(position + 3).min(positions),
            });
            let mut all: Vec<u64> = match found(&game) {
                Found::Mixed(list) => {
                    mixed += 1;
                    keys(&list)
                }
                Found::Layers(levels) => levels.iter().flat_map(keys).collect(),
            };
            all.sort_unstable();
            let expected: std::collections::BTreeSet<u64> = game.levels().into_iter().flatten().collect();
            assert_eq!(all, expected.into_iter().collect::<Vec<_>>());
        }
        assert!(mixed > 30, "only {mixed} games had moves that skip a level");
    }
}
