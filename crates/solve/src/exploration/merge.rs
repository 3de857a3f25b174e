//! Putting sorted lists together and taking known keys out, range by range.
//!
//! Each range has some ten thousand keys of all lists, few enough for the processor's caches. Ranges do not
//! depend on each other, so threads share them; the keys that come out do not depend on how ranges are cut.

use rayon::prelude::*;
use zermelo_core::Key;

use super::sorted_keys::{BLOCK, KeyTable, SortedKeys};
use super::work_directory::WorkDirectory;
use crate::schedule::plan::BASE_MEMORY;
use crate::{Run, SolveError};

/// Blocks in a range, counted over all lists.
const BLOCKS_PER_RANGE: usize = 64;

/// Where ranges begin that have about as many blocks of all lists each; the first one begins before all keys.
pub(crate) fn range_starts<K: Key>(tables: &[&dyn KeyTable<K>]) -> Vec<K> {
    let mut firsts: Vec<K> =
        tables.iter().flat_map(|table| (0..table.blocks()).map(|block| table.first(block))).collect();
    firsts.sort_unstable();
    let mut starts: Vec<K> = firsts.into_iter().step_by(BLOCKS_PER_RANGE).collect();
    starts.dedup();
    starts
}

/// Appends the keys of a table from `start` on and before `end`, and returns the rank of the first.
pub(crate) fn read_range<K: Key>(
    table: &(impl KeyTable<K> + ?Sized),
    start: K,
    end: Option<K>,
    keys: &mut Vec<K>,
) -> Result<u64, SolveError> {
    let begin = keys.len();
    let mut block = table.block_of(start).unwrap_or(0);
    let mut rank = if block < table.blocks() { table.rank(block) } else { 0 };
    while block < table.blocks() && end.is_none_or(|end| table.first(block) < end) {
        table.read(block, keys)?;
        block += 1;
    }
    if let Some(end) = end {
        let last = keys[begin..].partition_point(|&key| key < end);
        keys.truncate(begin + last);
    }
    let early = keys[begin..].partition_point(|&key| key < start);
    keys.drain(begin..begin + early);
    rank += early as u64;
    Ok(rank)
}

/// Where a merged list is built.
pub(crate) struct Building<'a> {
    pub(crate) work: &'a WorkDirectory,
    pub(crate) run: &'a Run<'a>,
    /// What everything else takes.
    pub(crate) beside: u64,
}

impl Building<'_> {
    /// How many ranges are merged between two looks at the memory.
    fn ranges_at_once<K: Key>(&self) -> usize {
        let threads = rayon::current_num_threads();
        let room = self.run.memory.saturating_sub(BASE_MEMORY + self.beside) / 4;
        let range = (BLOCKS_PER_RANGE * BLOCK * size_of::<K>()) as u64;
        ((room / range) as usize).clamp(threads, 16 * threads)
    }

    /// Keeps the memory promise: what is built goes to disk, if need be.
    fn make_room<K: Key>(&self, list: &mut SortedKeys<K>) -> Result<(), SolveError> {
        let needed = |list: &SortedKeys<K>| BASE_MEMORY + self.beside + list.bytes();
        if needed(list) > self.run.memory && self.work.has_disk() {
            list.evict(self.work)?;
        }
        let needed = needed(list);
        if needed <= self.run.memory {
            return Ok(());
        }
        let what = format!("a list of more than {} positions", list.len());
        Err(SolveError::Memory { what, needed, allowed: self.run.memory })
    }
}

/// All keys of `lists` that are in none of `known`, each once; and whether any was left out because it is
/// known.
pub(crate) fn merge_new<K: Key>(
    lists: &[SortedKeys<K>],
    known: &[SortedKeys<K>],
    building: &Building<'_>,
) -> Result<(SortedKeys<K>, bool), SolveError> {
    let tables: Vec<&dyn KeyTable<K>> = lists.iter().map(|list| list as _).collect();
    let known: Vec<&SortedKeys<K>> =
        known.iter().filter(|known| lists.iter().any(|list| !list.excludes(known))).collect();
    let starts = range_starts(&tables);
    let one_range = |scratch: &mut (Vec<K>, Vec<K>), range: usize| {
        building.run.check()?;
        let (keys, others) = scratch;
        keys.clear();
        for table in &tables {
            read_range(*table, starts[range], starts.get(range + 1).copied(), keys)?;
        }
        if tables.len() > 1 {
            // This sort finds the sorted pieces and merges them.
            keys.sort();
            keys.dedup();
        }
        let before = keys.len();
        for table in &known {
            subtract(keys, *table, others)?;
        }
        Ok((SortedKeys::new(keys), keys.len() < before))
    };
    let (mut merged, mut some_known) = (SortedKeys::empty(), false);
    let at_once = building.ranges_at_once::<K>();
    for first in (0..starts.len()).step_by(at_once) {
        let ranges = (first..starts.len().min(first + at_once)).into_par_iter();
        let parts = ranges.map_init(Default::default, one_range).collect::<Result<Vec<_>, SolveError>>()?;
        for (part, some) in parts {
            merged.append(part);
            some_known |= some;
        }
        building.make_room(&mut merged)?;
    }
    Ok((merged, some_known))
}

/// Removes keys that are in the table.
fn subtract<K: Key>(keys: &mut Vec<K>, table: &SortedKeys<K>, others: &mut Vec<K>) -> Result<(), SolveError> {
    let mut found: Vec<usize> = Vec::new();
    visit_common(keys, |&key| key, table, others, |place, _| found.push(place))?;
    if found.is_empty() {
        return Ok(());
    }
    let mut found = found.into_iter().peekable();
    let mut place = 0;
    keys.retain(|_| {
        place += 1;
        found.next_if_eq(&(place - 1)).is_none()
    });
    Ok(())
}

/// Calls `visit` with the place of each of the sorted `items` whose key is in the table, and with the key's
/// rank. Items may have the same key. Blocks of the table without any wanted key are not read.
pub(crate) fn visit_common<K: Key, T>(
    items: &[T],
    key: impl Fn(&T) -> K,
    table: &(impl KeyTable<K> + ?Sized),
    block_keys: &mut Vec<K>,
    mut visit: impl FnMut(usize, u64),
) -> Result<(), SolveError> {
    let Some(first) = items.first() else { return Ok(()) };
    let mut place = 0;
    let mut block = table.block_of(key(first)).unwrap_or(0);
    while place < items.len() && block < table.blocks() {
        // Gallop to the last block that does not begin after the wanted key.
        let wanted = key(&items[place]);
        let mut step = 1;
        while block + step < table.blocks() && table.first(block + step) <= wanted {
            block += step;
            step *= 2;
        }
        while step > 0 {
            if block + step < table.blocks() && table.first(block + step) <= wanted {
                block += step;
            }
            step /= 2;
        }
        let next = (block + 1 < table.blocks()).then(|| table.first(block + 1));
        block_keys.clear();
        table.read(block, block_keys)?;
        let rank = table.rank(block);
        let end = match next {
            Some(next) => place + gallop(&items[place..], |item| key(item) < next),
            None => items.len(),
        };
        if (end - place) * 16 < BLOCK {
            // Few: look for each.
            let mut from = 0;
            for (at, item) in (place..).zip(&items[place..end]) {
                let wanted = key(item);
                from += gallop(&block_keys[from..], |&found| found < wanted);
                if block_keys.get(from) == Some(&wanted) {
                    visit(at, rank + from as u64);
                }
            }
        } else {
            let mut from = 0;
            for (at, item) in (place..).zip(&items[place..end]) {
                let wanted = key(item);
                while from < block_keys.len() && block_keys[from] < wanted {
                    from += 1;
                }
                if block_keys.get(from) == Some(&wanted) {
                    visit(at, rank + from as u64);
                }
            }
        }
        place = end;
        block += 1;
    }
    Ok(())
}

/// How many items at the beginning are `before`: fast if they are few.
fn gallop<T>(items: &[T], before: impl Fn(&T) -> bool) -> usize {
    let mut step = 1;
    while step <= items.len() && before(&items[step - 1]) {
        step *= 2;
    }
    let (low, high) = (step / 2, step.min(items.len()));
    low + items[low..high].partition_point(before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn random_set(random: &mut fastrand::Rng, most: usize, below: u64) -> BTreeSet<u64> {
        (0..random.usize(..most)).map(|_| random.u64(..below)).collect()
    }

    fn sorted(keys: &BTreeSet<u64>) -> SortedKeys<u64> {
        SortedKeys::new(&keys.iter().copied().collect::<Vec<_>>())
    }

    fn all(table: &SortedKeys<u64>) -> Vec<u64> {
        let mut keys = Vec::new();
        (0..table.blocks()).for_each(|block| table.read(block, &mut keys).unwrap());
        keys
    }

    #[test]
    fn merging_is_the_union_without_what_is_known() {
        let mut random = fastrand::Rng::with_seed(7);
        for round in 0..60 {
            let below = [30, 5_000, 1 << 40][round % 3];
            let most = [20, 3_000, 90_000][round / 20];
            let lists: Vec<_> =
                (0..random.usize(..5)).map(|_| random_set(&mut random, most, below)).collect();
            let known: Vec<_> =
                (0..random.usize(..4)).map(|_| random_set(&mut random, most, below)).collect();
            let union: BTreeSet<u64> = lists.iter().flatten().copied().collect();
            let new: Vec<u64> =
                union.iter().copied().filter(|key| !known.iter().any(|known| known.contains(key))).collect();
            let lists: Vec<_> = lists.iter().map(sorted).collect();
            let known: Vec<_> = known.iter().map(sorted).collect();
            // With all the memory that there is, and with so little that what is built goes to disk.
            let home = tempfile::tempdir().unwrap();
            let work = WorkDirectory::new(home.path().join("runs"), "test", std::time::Duration::MAX);
            for memory in [u64::MAX, BASE_MEMORY + 40_000] {
                let building =
                    Building { work: &work, run: &Run { memory, ..crate::unlimited() }, beside: 0 };
                let (found, some_known) = merge_new(&lists, &known, &building).unwrap();
                assert_eq!(all(&found), new);
                assert_eq!(some_known, new.len() < union.len());
                assert!(memory == u64::MAX || found.bytes() <= 40_000);
            }
        }
    }

    #[test]
    fn common_keys_are_found_with_their_ranks() {
        let mut random = fastrand::Rng::with_seed(3);
        for (most, below) in [(40, 60), (4_000, 5_000), (50_000, 60_000), (50_000, 1 << 30)] {
            for _ in 0..8 {
                let table = random_set(&mut random, most, below);
                let mut items: Vec<u64> = random_set(&mut random, most, below).into_iter().collect();
                items.extend(items.clone().iter().step_by(3));
                items.sort_unstable();
                let expected: Vec<(usize, u64)> = items
                    .iter()
                    .enumerate()
                    .filter(|(_, item)| table.contains(item))
                    .map(|(place, item)| (place, table.iter().take_while(|key| *key < item).count() as u64))
                    .take(200)
                    .collect();
                let mut found = Vec::new();
                let visit = |place, rank| found.push((place, rank));
                visit_common(&items, |&item| item, &sorted(&table), &mut Vec::new(), visit).unwrap();
                assert_eq!(found.len(), items.iter().filter(|item| table.contains(item)).count());
                found.truncate(200);
                assert_eq!(found, expected);
            }
        }
    }
}
