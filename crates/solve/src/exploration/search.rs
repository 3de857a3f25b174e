//! Finding every position, level by level: a level is all positions first reached by the same number of moves.
//!
//! The children of a level are gathered, sorted, made unique, and compared with all earlier positions by merging.

use rayon::prelude::*;
use zermelo_core::{Batch, Key, PackedGame};

use super::merge::merge_new;
use super::recent::Recent;
use super::sorted_keys::{KeyTable, SortedKeys};
use crate::{Event, Run, SolveError};

/// Children that a thread sorts at once.
const SORTED: usize = 1 << 22;

/// Beyond so many levels, comparing each level with all before costs more than merging them.
const MOST_LEVELS: usize = 128;

/// All positions.
pub(crate) enum Found<K> {
    /// By levels, where every move leads to the next level.
    Layers(Vec<SortedKeys<K>>),
    /// Together.
    Mixed(SortedKeys<K>),
}

/// Finds all positions that can be reached from the start.
pub(crate) fn search<K: Key>(game: &dyn PackedGame<K>, run: &Run<'_>) -> Result<Found<K>, SolveError> {
    let mut known = Known { lists: vec![SortedKeys::new(&[game.start()])], layered: true };
    let mut level = known.lists[0].clone();
    loop {
        let total: u64 = known.lists.iter().map(KeyTable::len).sum();
        run.tell(Event::Explored { positions: total, waiting: level.len() });
        let lists = expand(game, &level, run)?;
        let (new, some_known) = merge_new(&lists, &known.lists.iter().collect::<Vec<_>>(), run)?;
        known.layered &= !some_known && known.lists.len() < MOST_LEVELS;
        if new.is_empty() {
            break;
        }
        known.add(new.clone(), run)?;
        level = new;
    }
    if known.layered {
        return Ok(Found::Layers(known.lists));
    }
    Ok(Found::Mixed(merge_new(&known.lists, &[], run)?.0))
}

/// All positions found so far, in a few lists without common keys.
struct Known<K> {
    lists: Vec<SortedKeys<K>>,
    /// Whether each list is a level, and every move so far leads from one level to the next.
    layered: bool,
}

impl<K: Key> Known<K> {
    fn add(&mut self, new: SortedKeys<K>, run: &Run<'_>) -> Result<(), SolveError> {
        self.lists.push(new);
        // Each list is more than twice as long as the next one, so there are few, and each key is merged a few times.
        while !self.layered
            && let [.., longer, last] = &self.lists[..]
            && longer.len() < 2 * last.len()
        {
            let last_two = self.lists.split_off(self.lists.len() - 2);
            self.lists.push(merge_new(&last_two, &[], run)?.0);
        }
        Ok(())
    }
}

/// The children of a level, in lists that may have keys in common.
fn expand<K: Key>(
    game: &dyn PackedGame<K>,
    level: &SortedKeys<K>,
    run: &Run<'_>,
) -> Result<Vec<SortedKeys<K>>, SolveError> {
    let threads = rayon::current_num_threads();
    let share = level.blocks().div_ceil(if threads == 1 { 1 } else { 4 * threads });
    let one_share = |first: usize| {
        let mut sorter = Sorter::new();
        for block in first..level.blocks().min(first + share) {
            run.check()?;
            sorter.positions.clear();
            level.read(block, &mut sorter.positions)?;
            sorter.expand(game);
        }
        Ok(sorter.finish())
    };
    let shares: Vec<usize> = (0..level.blocks()).step_by(share).collect();
    if let [only] = shares[..] {
        return one_share(only);
    }
    let lists = shares.into_par_iter().map(one_share).collect::<Result<Vec<_>, SolveError>>()?;
    Ok(lists.into_iter().flatten().collect())
}

/// Gathers children and sorts them when there are many.
struct Sorter<K> {
    positions: Vec<K>,
    batch: Batch<K>,
    recent: Recent<K>,
    children: Vec<K>,
    sorted: Vec<SortedKeys<K>>,
}

impl<K: Key> Sorter<K> {
    fn new() -> Sorter<K> {
        Sorter {
            positions: Vec::new(),
            batch: Batch::default(),
            recent: Recent::new(),
            children: Vec::new(),
            sorted: Vec::new(),
        }
    }

    fn expand(&mut self, game: &dyn PackedGame<K>) {
        game.expand(&self.positions, &mut self.batch);
        for &child in &self.batch.children {
            if self.recent.number(child, 0).is_err() {
                self.children.push(child);
            }
        }
        if self.children.len() >= SORTED {
            self.sort();
        }
    }

    fn sort(&mut self) {
        self.children.sort_unstable();
        self.children.dedup();
        self.sorted.push(SortedKeys::new(&self.children));
        self.children.clear();
    }

    fn finish(mut self) -> Vec<SortedKeys<K>> {
        if !self.children.is_empty() {
            self.sort();
        }
        self.sorted
    }
}
