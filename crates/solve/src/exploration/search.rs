//! Finding every position, level by level: a level is all positions first reached by the same number of moves.
//!
//! The children of a level are gathered, sorted, made unique, and compared with all earlier positions by merging.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;
use zermelo_core::{Batch, Key, PackedGame};

use super::merge::merge_new;
use super::pace::Pace;
use super::recent::Recent;
use super::sorted_keys::{KeyTable, SortedKeys};
use super::state::{State, list_lines};
use super::work_directory::{Clock, WorkDirectory};
use crate::schedule::plan::BASE_MEMORY;
use crate::{Event, Run, SolveError};

/// Children that a thread sorts at once, if memory allows.
const SORTED: u64 = 1 << 22;

/// Beyond so many levels, comparing each level with all before costs more than merging them.
const MOST_LEVELS: usize = 128;

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
    /// All positions found so far, in a few lists without common keys.
    known: Vec<SortedKeys<K>>,
    /// Whether each of these is a level, and every move so far leads from one level to the next.
    layered: bool,
    /// The positions that are being expanded.
    level: SortedKeys<K>,
    /// How many blocks of it are.
    expanded: usize,
    /// Their children, in lists that may have common keys.
    children: Vec<SortedKeys<K>>,
}

impl<'a, K: Key> Search<'a, K> {
    pub(crate) fn new(
        game: &'a dyn PackedGame<K>,
        work: &'a WorkDirectory,
        run: &'a Run<'a>,
    ) -> Search<'a, K> {
        let level = SortedKeys::new(&[game.start()]);
        let (known, children) = (vec![level.clone()], Vec::new());
        Search { game, work, run, clock: work.clock(), known, layered: true, level, expanded: 0, children }
    }

    /// Goes on where a state says; `None` if something of it is damaged.
    pub(crate) fn resume(
        game: &'a dyn PackedGame<K>,
        state: &State,
        work: &'a WorkDirectory,
        run: &'a Run<'a>,
    ) -> Result<Option<Search<'a, K>>, SolveError> {
        let (Some(known), Some(mut current), Some(children)) =
            (state.lists("known", work)?, state.lists("current", work)?, state.lists("child", work)?)
        else {
            return Ok(None);
        };
        let (Some(expanded), Some(layered)) = (state.number("expanded"), state.word("layered")) else {
            return Ok(None);
        };
        let (expanded, layered) = (expanded as usize, layered == "true");
        let Some(level) = current.pop().or_else(|| known.last().cloned()) else { return Ok(None) };
        let clock = work.clock();
        Ok(Some(Search { game, work, run, clock, known, layered, level, expanded, children }))
    }

    /// Finds the rest.
    pub(crate) fn finish(mut self) -> Result<Found<K>, SolveError> {
        loop {
            self.tell();
            self.expand_level()?;
            self.make_room(self.children.iter().map(SortedKeys::bytes).sum())?;
            let known: Vec<&SortedKeys<K>> = self.known.iter().collect();
            let (new, some_known) = merge_new(&self.children, &known, self.run)?;
            self.children.clear();
            self.layered &= !some_known && self.known.len() < MOST_LEVELS;
            if new.is_empty() {
                break;
            }
            self.level = new.clone();
            self.expanded = 0;
            self.add(new)?;
        }
        if self.layered {
            return Ok(Found::Layers(self.known));
        }
        self.make_room(self.known.iter().map(|list| 3 * list.len()).sum())?;
        Ok(Found::Mixed(merge_new(&self.known, &[], self.run)?.0))
    }

    fn tell(&self) {
        let positions = self.known.iter().map(KeyTable::len).sum();
        let done = if self.expanded < self.level.blocks() {
            self.level.rank(self.expanded)
        } else {
            self.level.len()
        };
        self.run.tell(Event::Explored { positions, waiting: self.level.len() - done });
    }

    fn add(&mut self, new: SortedKeys<K>) -> Result<(), SolveError> {
        self.known.push(new);
        // Each list is more than twice as long as the next one, so there are few, and each key is merged a few times.
        while !self.layered
            && let [.., longer, last] = &self.known[..]
            && longer.len() < 2 * last.len()
        {
            let last_two = self.known.split_off(self.known.len() - 2);
            self.known.push(merge_new(&last_two, &[], self.run)?.0);
        }
        Ok(())
    }

    /// Gathers the children of the rest of the level.
    fn expand_level(&mut self) -> Result<(), SolveError> {
        let threads = rayon::current_num_threads();
        let room = self.run.memory / (32 * threads as u64 * size_of::<K>() as u64);
        let most = room.clamp(1 << 10, SORTED) as usize;
        let small = self.level.blocks() - self.expanded <= 4;
        let mut sorters: Vec<Sorter<K>> =
            (0..if small { 1 } else { threads }).map(|_| Sorter::new(most)).collect();
        let mut pace = Pace::new(&self.clock);
        while self.expanded < self.level.blocks() {
            let end = self.level.blocks().min(self.expanded + pace.next());
            let next = AtomicUsize::new(self.expanded);
            let (level, game, run) = (&self.level, self.game, self.run);
            let work = |sorter: &mut Sorter<K>| {
                loop {
                    let block = next.fetch_add(1, Relaxed);
                    if block >= end {
                        return Ok(());
                    }
                    run.check()?;
                    sorter.expand(game, level, block)?;
                }
            };
            let worked: Result<(), SolveError> = if let [only] = &mut sorters[..] {
                work(only)
            } else {
                sorters.par_iter_mut().with_max_len(1).try_for_each(work)
            };
            self.expanded = end;
            pace.done();
            self.tell();
            // If it was stopped, blocks that were begun are lost, but nothing else: the last state stands.
            worked?;
            self.children.extend(sorters.iter_mut().flat_map(|sorter| sorter.sorted.drain(..)));
            let buffers: usize = sorters.iter().map(Sorter::bytes).sum();
            self.make_room(buffers as u64)?;
            if self.clock.is_due() && self.expanded < self.level.blocks() {
                sorters.iter_mut().for_each(Sorter::sort);
                self.children.extend(sorters.iter_mut().flat_map(|sorter| sorter.sorted.drain(..)));
                self.keep();
            }
        }
        sorters.iter_mut().for_each(Sorter::sort);
        self.children.extend(sorters.into_iter().flat_map(|sorter| sorter.sorted));
        if self.clock.is_due() {
            self.keep();
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
            if !self.layered {
                lines.push(format!("current {}", self.level.state(work)?));
            }
            lines.extend(list_lines("child", &mut self.children, work)?);
            work.write_state(&lines)
        });
        self.clock.reset();
    }

    /// Keeps the memory promise, with `more` bytes beside the lists.
    fn make_room(&mut self, more: u64) -> Result<(), SolveError> {
        let needed = |search: &Search<'_, K>| {
            let lists = search.known.iter().chain(&search.children).chain([&search.level]);
            BASE_MEMORY + more + lists.map(SortedKeys::bytes).sum::<u64>()
        };
        if needed(self) <= self.run.memory {
            return Ok(());
        }
        if self.work.has_disk() {
            self.level.evict(self.work)?;
            for list in self.known.iter_mut().chain(&mut self.children) {
                list.evict(self.work)?;
            }
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

    fn expand(
        &mut self,
        game: &dyn PackedGame<K>,
        level: &SortedKeys<K>,
        block: usize,
    ) -> Result<(), SolveError> {
        self.positions.clear();
        level.read(block, &mut self.positions)?;
        game.expand(&self.positions, &mut self.batch);
        for &child in &self.batch.children {
            if self.recent.is_new(child) {
                self.children.push(child);
            }
        }
        if self.children.len() >= self.most {
            self.sort();
        }
        Ok(())
    }

    fn sort(&mut self) {
        if self.children.is_empty() {
            return;
        }
        self.children.sort_unstable();
        self.children.dedup();
        self.sorted.push(SortedKeys::new(&self.children));
        self.children.clear();
    }

    fn bytes(&self) -> usize {
        self.children.capacity() * size_of::<K>()
    }
}
