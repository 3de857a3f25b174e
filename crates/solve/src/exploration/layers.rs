//! Deciding a game in which every move leads to the next level: from the last level to the first.

use std::ops::Range;

use rayon::prelude::*;
use zermelo_core::{Codes, Key, Outcome, PackedGame, Value, Word};

use super::children::Children;
use super::pace::Pace;
use super::sorted_keys::{BLOCK, KeyTable, SortedKeys};
use super::state::{State, list_lines};
use super::work_directory::{Clock, RunFile, WorkDirectory, can_go_on};
use crate::schedule::plan::BASE_MEMORY;
use crate::{Event, Run, SolveError};

/// Children that a thread looks up together: the more, the less often the next level is read.
const LOOKED_UP: u64 = 1 << 20;

/// The codes of levels, the last level first.
pub(crate) struct Rows<C: Codes> {
    rows: Vec<Vec<C::Word>>,
    /// The file of each row, and how many codes are in it.
    files: Vec<Option<(RunFile, usize)>>,
}

impl<C: Codes> Rows<C> {
    pub(crate) fn new() -> Rows<C> {
        Rows { rows: Vec::new(), files: Vec::new() }
    }

    pub(crate) fn into_codes(self) -> Vec<Vec<C::Word>> {
        self.rows
    }

    /// The same outcomes in wider codes.
    pub(crate) fn widened<D: Codes>(self) -> Rows<D> {
        let rows: Vec<_> = self.rows.iter().map(|row| widen::<C, D>(row)).collect();
        Rows { files: rows.iter().map(|_| None).collect(), rows }
    }

    /// The rows that a state names; `None` if they are damaged.
    pub(crate) fn restore(state: &State, work: &WorkDirectory) -> Result<Option<Rows<C>>, SolveError> {
        let mut rows = Rows::new();
        for file in state.files("row") {
            let Some((name, length)) = file else { return Ok(None) };
            let mut row = Vec::new();
            let read = |_, record: Vec<u8>| {
                row.extend(words::<C::Word>(&record));
                Some(())
            };
            let Some(file) = work.open(name, length, read)? else { return Ok(None) };
            rows.files.push(Some((file, row.len())));
            rows.rows.push(row);
        }
        Ok(Some(rows))
    }

    /// The lines of a state that name all rows, after what is new of them is on the disk.
    fn state(&mut self, work: &WorkDirectory) -> Result<Vec<String>, SolveError> {
        self.files.resize_with(self.rows.len(), || None);
        let mut lines = Vec::new();
        for (row, file) in self.rows.iter().zip(&mut self.files) {
            let (file, saved) = match file {
                Some(file) => file,
                None => file.insert((work.create()?, 0)),
            };
            for piece in row[*saved..].chunks(PIECE) {
                file.append(&bytes_of(piece))?;
                *saved += piece.len();
            }
            lines.push(format!("row {}", file.sync()?));
        }
        Ok(lines)
    }
}

/// Words in a record.
pub(crate) const PIECE: usize = 1 << 20;

/// The bytes of words, the lowest first.
pub(crate) fn bytes_of<W: Word>(words: &[W]) -> Vec<u8> {
    words.iter().flat_map(|word| word.number().to_le_bytes().into_iter().take(size_of::<W>())).collect()
}

/// The words of bytes.
pub(crate) fn words<W: Word>(bytes: &[u8]) -> impl Iterator<Item = W> + '_ {
    bytes.chunks_exact(size_of::<W>()).map(|bytes| {
        let mut word = [0; 4];
        word[..bytes.len()].copy_from_slice(bytes);
        W::of(u32::from_le_bytes(word))
    })
}

/// Decides the levels that have no codes yet, or not all. Returns whether remoteness has room in these codes;
/// if not, the rest can go on in wider ones.
pub(crate) fn decide<K: Key, C: Codes>(
    game: &dyn PackedGame<K>,
    levels: &mut [SortedKeys<K>],
    rows: &mut Rows<C>,
    work: &WorkDirectory,
    run: &Run<'_>,
) -> Result<bool, SolveError> {
    let mut clock = work.clock();
    let decided = decide_rest::<K, C>(game, levels, rows, work, run, &mut clock);
    // What is complete is kept as well, if it took long: it still has to be written into a database.
    if decided.as_ref().is_err_and(can_go_on) || work.has_state() {
        keep::<K, C>(levels, rows, work, run, &mut clock);
    }
    decided
}

/// Writes down which levels have codes.
fn keep<K: Key, C: Codes>(
    levels: &mut [SortedKeys<K>],
    rows: &mut Rows<C>,
    work: &WorkDirectory,
    run: &Run<'_>,
    clock: &mut Clock,
) {
    work.try_to_keep(run, || {
        let mut lines = vec!["phase layers".to_owned(), format!("width {}", size_of::<C::Word>())];
        lines.extend(list_lines("known", levels, work)?);
        lines.extend(rows.state(work)?);
        work.write_state(&lines)
    });
    clock.reset();
}

fn decide_rest<K: Key, C: Codes>(
    game: &dyn PackedGame<K>,
    levels: &mut [SortedKeys<K>],
    rows: &mut Rows<C>,
    work: &WorkDirectory,
    run: &Run<'_>,
    clock: &mut Clock,
) -> Result<bool, SolveError> {
    let mut pace = Pace::new(clock);
    let threads = rayon::current_num_threads();
    let room = run.memory.saturating_sub(BASE_MEMORY);
    // A child takes some thirty bytes while it is looked up.
    let most = (room / (512 * threads as u64)).clamp(1 << 10, LOOKED_UP) as usize;
    // Codes take their place in the row when those of some blocks are there.
    let at_once = (room / (16 * (BLOCK * size_of::<C::Word>()) as u64)).clamp(1, 1 << 20) as usize;
    loop {
        let started = rows.rows.len().checked_sub(1);
        let number = match started {
            Some(last) if (rows.rows[last].len() as u64) < levels[levels.len() - 1 - last].len() => last,
            _ if rows.rows.len() == levels.len() => return Ok(true),
            _ => {
                rows.rows.push(Vec::new());
                rows.rows.len() - 1
            }
        };
        let place = levels.len() - 1 - number;
        let more = (at_once.min(levels[place].blocks()) * BLOCK * size_of::<C::Word>()) as u64;
        make_room(levels, rows, place, more, work, run)?;
        let level = &levels[place];
        let (above, own) = rows.rows.split_at_mut(number);
        own[0].reserve_exact(level.len() as usize - own[0].len());
        let next = levels.get(place + 1).zip(above.last().map(Vec::as_slice));
        // Pieces of rows end with blocks.
        let first = level.block_of_rank(own[0].len() as u64);
        let end = level.blocks().min(first + pace.next().min(at_once));
        let share = (end - first).div_ceil(if threads == 1 { 1 } else { 4 * threads });
        let shares = (first..end).step_by(share).collect::<Vec<_>>().into_par_iter();
        let decided = shares
            .map(|first| decide_blocks::<K, C>(game, level, first..end.min(first + share), next, most, run));
        let Some(parts) = decided.collect::<Result<Option<Vec<_>>, SolveError>>()? else {
            return Ok(false);
        };
        own[0].extend(parts.into_iter().flatten());
        pace.done();
        run.tell(Event::Decided { positions: rows.rows.iter().map(|row| row.len() as u64).sum() });
        if clock.is_due() {
            keep::<K, C>(levels, rows, work, run, clock);
        }
    }
}

/// Keeps the memory promise, with the codes of a level and `more` bytes: levels can be read from disk.
fn make_room<K: Key, C: Codes>(
    levels: &mut [SortedKeys<K>],
    rows: &Rows<C>,
    place: usize,
    more: u64,
    work: &WorkDirectory,
    run: &Run<'_>,
) -> Result<(), SolveError> {
    let begun = levels.len() - 1 - place;
    let above: u64 = rows.rows[..begun].iter().map(|row| row.capacity() as u64).sum();
    let codes = (above + levels[place].len()) * size_of::<C::Word>() as u64;
    let needed = |levels: &[SortedKeys<K>]| {
        BASE_MEMORY + more + codes + levels.iter().map(SortedKeys::bytes).sum::<u64>()
    };
    if needed(levels) > run.memory && work.has_disk() {
        levels.iter_mut().try_for_each(|level| level.evict(work))?;
    }
    let needed = needed(levels);
    if needed <= run.memory {
        return Ok(());
    }
    let positions: u64 = levels.iter().map(KeyTable::len).sum();
    let what = format!("deciding {positions} positions");
    Err(SolveError::Memory { what, needed, allowed: run.memory })
}

fn decide_blocks<K: Key, C: Codes>(
    game: &dyn PackedGame<K>,
    level: &SortedKeys<K>,
    blocks: Range<usize>,
    next: Option<(&SortedKeys<K>, &[C::Word])>,
    most: usize,
    run: &Run<'_>,
) -> Result<Option<Vec<C::Word>>, SolveError> {
    let mut children = Children::new();
    let mut positions = Vec::new();
    let mut codes = Vec::new();
    let mut of_children = Vec::new();
    for block in blocks.clone() {
        positions.clear();
        level.read(block, &mut positions)?;
        children.add(game, &positions);
        if children.listed() < most && block + 1 < blocks.end {
            continue;
        }
        run.check()?;
        of_children.clear();
        of_children.resize(children.listed(), C::Word::default());
        if let Some((next, codes)) = next {
            let note = |number: u32, rank: u64| of_children[number as usize] = codes[rank as usize];
            if !children.look_up(next, note)? {
                return Err(SolveError::Unsteady);
            }
        } else if children.listed() > 0 {
            return Err(SolveError::Unsteady);
        }
        let mut numbers = children.numbers.iter();
        for (&end, &degree) in children.ends.iter().zip(&children.degrees) {
            let own = numbers.by_ref().take(degree as usize);
            let smallest = own.map(|&number| of_children[number as usize]).min();
            let Some(code) = code_of::<C>(end, smallest) else { return Ok(None) };
            codes.push(code);
        }
        children.clear();
    }
    Ok(Some(codes))
}

/// The code of a position by its end, or by the smallest code among its children; `None` if it has no room.
fn code_of<C: Codes>(end: Option<Value>, smallest: Option<C::Word>) -> Option<C::Word> {
    match (end, smallest) {
        (Some(value), _) => C::encode(Outcome::ended(value)),
        (None, Some(smallest)) => C::before(smallest),
        (None, None) => unreachable!("a position without moves is an end"),
    }
}

/// The same outcomes in wider codes.
pub(crate) fn widen<A: Codes, B: Codes>(codes: &[A::Word]) -> Vec<B::Word> {
    let convert = |&code: &A::Word| match A::decode(code) {
        Some(outcome) => B::encode(outcome).expect("wider codes have room for what narrower ones hold"),
        None => B::Word::of(B::PENDING),
    };
    codes.par_iter().with_min_len(1 << 14).map(convert).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exploration::graph::{Graph, follows};
    use crate::unlimited;
    use zermelo_core::NarrowTies;

    #[test]
    fn every_outcome_follows_from_those_of_the_next_level() {
        let mut random = fastrand::Rng::with_seed(6);
        for positions in [1, 40, 700] {
            let game = Graph::layered(&mut random, positions);
            let levels: Vec<Vec<u64>> =
                game.levels().iter().map(|level| level.iter().copied().collect()).collect();
            let mut lists: Vec<SortedKeys<u64>> = levels.iter().map(|keys| SortedKeys::new(keys)).collect();
            let mut rows = Rows::<NarrowTies>::new();
            let work = WorkDirectory::in_memory();
            assert!(decide(&game, &mut lists, &mut rows, &work, &unlimited()).unwrap());
            let rows = rows.into_codes();
            let outcome = |level: usize, key: u64| {
                let place = levels[level].binary_search(&key).unwrap();
                NarrowTies::decode(rows[levels.len() - 1 - level][place]).unwrap()
            };
            for (level, keys) in levels.iter().enumerate() {
                for &key in keys {
                    let expected = match &game.0[key as usize] {
                        Err(value) => Outcome::ended(*value),
                        Ok(children) => follows(
                            &children.iter().map(|&child| outcome(level + 1, child)).collect::<Vec<_>>(),
                        ),
                    };
                    assert_eq!(outcome(level, key), expected);
                }
            }
        }
    }

    #[test]
    fn words_of_every_width_come_back_from_their_bytes() {
        assert_eq!(words::<u8>(&bytes_of(&[1u8, 255])).collect::<Vec<_>>(), [1, 255]);
        assert_eq!(words::<u16>(&bytes_of(&[1u16, 0xabcd])).collect::<Vec<_>>(), [1, 0xabcd]);
        assert_eq!(words::<u32>(&bytes_of(&[7u32, u32::MAX])).collect::<Vec<_>>(), [7, u32::MAX]);
    }
}
