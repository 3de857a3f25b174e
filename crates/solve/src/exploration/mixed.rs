//! Deciding a game whose moves go anywhere: positions are known by their ranks.
//!
//! The edges are found by playing all moves once more, and turned into lists of parents. If they do not all
//! fit into memory, those of some bins of children are gathered at a time, each time by playing all moves,
//! and the lists go to disk.

use std::sync::atomic::{AtomicU8, AtomicU32};

use rayon::prelude::*;
use zermelo_core::{Key, NarrowTies, PackedGame, Value, Wide, Widest};

use super::CodeRows;
use super::children::Children;
use super::layers::PIECE;
use super::parent_lists::{Edges, ParentLists, bins_of};
use super::rounds::{Circumstances, CodeRow, More, Rounds, decide_in_rounds, first_codes};
use super::sorted_keys::{BLOCK, KeyTable, SortedKeys};
use super::state::State;
use super::work_directory::{Clock, RunFile, WorkDirectory, can_go_on};
use crate::schedule::plan::BASE_MEMORY;
use crate::{Event, Run, SolveError};

/// The most blocks whose children a thread looks up together.
const MOST_BLOCKS: usize = 256;

/// A thread looks up the children of such a part of all blocks together, up to [`MOST_BLOCKS`]. The more
/// there are, the less often each block of keys is decoded, and the more memory it takes.
const PART: usize = 64;

/// How many such parts each thread has before their edges go to the bins.
const PARTS_PER_THREAD: usize = 3;

/// What the children of a block take while they are looked up, with a dozen moves a position or more.
const PER_BLOCK: u64 = 24 * 16 * BLOCK as u64;

/// What a record of the log has: the first byte says which.
const EDGES: u8 = 0;
const FACTS: u8 = 1;
const MORE: u8 = 2;

/// The edges while they are gathered.
struct Gathering<'a, K> {
    game: &'a dyn PackedGame<K>,
    keys: &'a mut SortedKeys<K>,
    work: &'a WorkDirectory,
    run: &'a Run<'a>,
    clock: Clock,
    edges: Edges,
    parents: ParentLists,
    /// Of all positions whose edges were gathered in this pass.
    facts: Facts,
    /// What was gathered in this pass, as it was kept.
    log: Option<RunFile>,
}

/// Ends and degrees of positions.
struct Facts {
    ends: Vec<Option<Value>>,
    /// Degrees that are more than a byte holds are in `more`.
    degrees: Vec<u8>,
    more: More,
    /// How many of the positions and of `more` are in the log.
    saved: (usize, usize),
}

impl Facts {
    /// Room for so many positions.
    fn new(positions: u64) -> Facts {
        let (ends, degrees) =
            (Vec::with_capacity(positions as usize), Vec::with_capacity(positions as usize));
        Facts { ends, degrees, more: Vec::new(), saved: (0, 0) }
    }

    fn add(&mut self, ends: &[Option<Value>], degrees: &[u32]) {
        for (id, &degree) in (self.degrees.len() as u32..).zip(degrees) {
            self.degrees.push(degree.try_into().unwrap_or(u8::MAX));
            if degree > u32::from(u8::MAX) {
                self.more.push((id, degree));
            }
        }
        self.ends.extend(ends);
    }

    /// Of each position since the last time its end and its degree; then degrees that are no bytes, with
    /// their positions.
    fn take_new(
        &mut self,
        mut put: impl FnMut(u8, &[u8]) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let (positions, more) = self.saved;
        let end = |end: &Option<Value>| match end {
            None => 4,
            Some(value) => *value as u8,
        };
        let (ends, degrees) = (&self.ends[positions..], &self.degrees[positions..]);
        for (ends, degrees) in ends.chunks(PIECE).zip(degrees.chunks(PIECE)) {
            let facts = ends.iter().zip(degrees).flat_map(|(value, &degree)| [end(value), degree]);
            put(FACTS, &facts.collect::<Vec<u8>>())?;
        }
        for more in self.more[more..].chunks(PIECE) {
            let words = more.iter().flat_map(|(id, degree)| [id.to_le_bytes(), degree.to_le_bytes()]);
            put(MORE, words.flatten().collect::<Vec<u8>>().as_slice())?;
        }
        self.saved = (self.ends.len(), self.more.len());
        Ok(())
    }

    fn put_back(&mut self, facts: &[u8]) -> Option<()> {
        for &[end, degree] in facts.as_chunks().0 {
            self.ends.push(if end == 4 { None } else { Some(*Value::ALL.get(usize::from(end))?) });
            self.degrees.push(degree);
        }
        self.saved.0 = self.ends.len();
        Some(())
    }

    fn put_back_more(&mut self, more: &[u8]) {
        for &[a, b, c, d, e, f, g, h] in more.as_chunks().0 {
            self.more.push((u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h])));
        }
        self.saved.1 = self.more.len();
    }

    fn bytes(&self) -> u64 {
        (self.ends.capacity() + self.degrees.capacity() + 8 * self.more.capacity()) as u64
    }
}

/// The codes of all positions.
pub(crate) fn decide<K: Key>(
    game: &dyn PackedGame<K>,
    keys: &mut SortedKeys<K>,
    work: &WorkDirectory,
    run: &Run<'_>,
) -> Result<CodeRows, SolveError> {
    let positions = keys.len();
    if positions >= u64::from(u32::MAX) {
        return Err(SolveError::TooManyPositions { positions, most: u64::from(u32::MAX) - 1 });
    }
    let edges = Edges::new(positions as usize, 0..bins_of(positions as usize));
    let (parents, facts, clock) = (ParentLists::new(), Facts::new(positions), work.clock());
    Gathering { game, keys, work, run, clock, edges, parents, facts, log: None }.decide()
}

/// Goes on where a state says; `None` if something of it is damaged.
pub(crate) fn resume<K: Key>(
    game: &dyn PackedGame<K>,
    keys: &mut SortedKeys<K>,
    state: &State,
    work: &WorkDirectory,
    run: &Run<'_>,
) -> Result<Option<CodeRows>, SolveError> {
    let parents = match state.files("parents").next() {
        Some(Some((name, length))) => ParentLists::restore(work, name, length)?,
        Some(None) => None,
        None => Some(ParentLists::new()),
    };
    let Some(parents) = parents else { return Ok(None) };
    if state.word("phase") == Some("rounds") {
        let Some(Some((name, length))) = state.files("rounds").next() else { return Ok(None) };
        let around = Circumstances::new(keys, work, run);
        return match state.number("counter") {
            Some(1) => resume_rounds::<AtomicU8>(state, name, length, parents, &around),
            Some(4) => resume_rounds::<AtomicU32>(state, name, length, parents, &around),
            _ => Ok(None),
        };
    }
    let (Some(first), Some(end)) = (state.number("first"), state.number("end")) else { return Ok(None) };
    let mut edges = Edges::new(keys.len() as usize, first as usize..end as usize);
    let mut facts = Facts::new(keys.len());
    let mut log = None;
    for file in state.files("log") {
        let Some((name, length)) = file else { return Ok(None) };
        log = work.open(name, length, |_, record| match record.split_first()? {
            (&EDGES, rest) => edges.put_back(rest),
            (&FACTS, rest) => facts.put_back(rest),
            (&MORE, rest) => {
                facts.put_back_more(rest);
                Some(())
            }
            _ => None,
        })?;
        if log.is_none() {
            return Ok(None);
        }
    }
    let clock = work.clock();
    Gathering { game, keys, work, run, clock, edges, parents, facts, log }.decide().map(Some)
}

fn resume_rounds<N: super::rounds::Counter>(
    state: &State,
    name: &str,
    length: u64,
    parents: ParentLists,
    around: &Circumstances<'_>,
) -> Result<Option<CodeRows>, SolveError> {
    let work = around.work;
    let restored = match state.number("width") {
        Some(1) => Rounds::<N>::restore::<NarrowTies>(work, name, length, parents)?
            .map(|(rounds, codes)| (rounds, CodeRow::Narrow(codes))),
        Some(2) => Rounds::<N>::restore::<Wide>(work, name, length, parents)?
            .map(|(rounds, codes)| (rounds, CodeRow::Wide(codes))),
        Some(4) => Rounds::<N>::restore::<Widest>(work, name, length, parents)?
            .map(|(rounds, codes)| (rounds, CodeRow::Widest(codes))),
        _ => None,
    };
    let Some((rounds, codes)) = restored else { return Ok(None) };
    decide_in_rounds(rounds, codes, around).map(Some)
}

impl<K: Key> Gathering<'_, K> {
    fn decide(mut self) -> Result<CodeRows, SolveError> {
        let gathered = self.gather_all();
        if gathered.as_ref().is_err_and(can_go_on) {
            self.keep();
        }
        gathered?;
        let Gathering { keys, work, run, parents, facts: Facts { ends, degrees, more, .. }, .. } = self;
        // Keys are not needed before all is decided.
        if work.has_disk() && 2 * (keys.bytes() + parents.bytes()) > run.memory {
            keys.evict(work)?;
        }
        let around = Circumstances::new(keys, work, run);
        let codes = CodeRow::Narrow(first_codes::<NarrowTies>(&ends));
        if more.is_empty() {
            let rounds = Rounds::<AtomicU8>::new(&ends, &degrees, &more, parents);
            drop((ends, degrees));
            decide_in_rounds(rounds, codes, &around)
        } else {
            let rounds = Rounds::<AtomicU32>::new(&ends, &degrees, &more, parents);
            drop((ends, degrees));
            decide_in_rounds(rounds, codes, &around)
        }
    }

    /// Finds all lists of parents, and all ends and degrees.
    fn gather_all(&mut self) -> Result<(), SolveError> {
        let all = bins_of(self.keys.len() as usize);
        loop {
            self.gather()?;
            let bins = self.edges.bins();
            let next = Edges::new(self.keys.len() as usize, bins.end..all.min(bins.end + bins.len()));
            let edges = std::mem::replace(&mut self.edges, next);
            edges.close(&mut self.parents, self.work)?;
            self.log = None;
            if bins.end >= all {
                return Ok(());
            }
            self.facts = Facts::new(self.keys.len());
            if self.work.has_state() {
                self.keep();
            }
        }
    }

    /// Gathers the edges to the children of some bins: of all that are left, if they fit into memory.
    fn gather(&mut self) -> Result<(), SolveError> {
        let threads = rayon::current_num_threads();
        let room = self.run.memory.saturating_sub(BASE_MEMORY) / (16 * threads as u64);
        let most = (room / PER_BLOCK).clamp(1, MOST_BLOCKS as u64) as usize;
        let share = (self.keys.blocks() / PART).max(4).min(most);
        let mut first = self.keys.block_of_rank(self.facts.ends.len() as u64);
        while first < self.keys.blocks() {
            let group = if self.clock.is_hasty() { 1 } else { PARTS_PER_THREAD * threads * share };
            let end = self.keys.blocks().min(first + group);
            let (game, run, keys) = (self.game, self.run, &*self.keys);
            let shares = (first..end).step_by(share).collect::<Vec<_>>().into_par_iter();
            let played = shares.map_init(Children::new, |children, first| {
                run.check()?;
                targets(game, keys, first..end.min(first + share), children)
            });
            let played = played.collect::<Result<Vec<_>, SolveError>>()?;
            let found: usize = played.iter().map(|(_, _, targets)| targets.len()).sum();
            for (ends, degrees, targets) in played {
                self.edges.add(self.facts.ends.len() as u32, &degrees, &targets);
                self.facts.add(&ends, &degrees);
            }
            first = end;
            run.tell(Event::Decided { positions: 0 });
            // While they were found, each edge took three words and more.
            self.make_room(24 * found as u64)?;
            if self.clock.is_due() {
                self.keep();
            }
        }
        Ok(())
    }

    /// Keeps the memory promise: fewer bins at a time need less.
    fn make_room(&mut self, more: u64) -> Result<(), SolveError> {
        let needed = |own: &Self| {
            let lists = own.keys.bytes() + own.edges.bytes() + own.parents.bytes();
            BASE_MEMORY + own.facts.bytes() + lists + more.max(own.edges.bytes_to_close())
        };
        if needed(self) > self.run.memory && self.work.has_disk() {
            self.keys.evict(self.work)?;
            self.parents.evict(self.work)?;
            while needed(self) > self.run.memory && self.edges.bins().len() > 1 {
                self.edges.halve();
            }
        }
        let needed = needed(self);
        if needed <= self.run.memory {
            return Ok(());
        }
        let what = format!("deciding {} positions", self.keys.len());
        Err(SolveError::Memory { what, needed, allowed: self.run.memory })
    }

    /// Writes down what was gathered.
    fn keep(&mut self) {
        let (work, run) = (self.work, self.run);
        work.try_to_keep(run, || {
            let bins = self.edges.bins();
            let mut lines = vec!["phase edges".to_owned(), format!("known {}", self.keys.state(work)?)];
            lines.extend([format!("first {}", bins.start), format!("end {}", bins.end)]);
            if self.parents.bins() > 0 {
                lines.push(format!("parents {}", self.parents.state(work)?));
            }
            let log = match &mut self.log {
                Some(log) => log,
                log => log.insert(work.create()?),
            };
            let mut put = |kind: u8, record: &[u8]| log.append(&[&[kind], record].concat()).map(drop);
            self.edges.take_new(|record| put(EDGES, record))?;
            self.facts.take_new(put)?;
            lines.push(format!("log {}", log.sync()?));
            work.write_state(&lines)
        });
        self.clock.reset();
    }
}

/// Of the positions of some blocks the ends, the degrees, and the ranks of all children, those of each in
/// ascending order.
fn targets<K: Key>(
    game: &dyn PackedGame<K>,
    keys: &SortedKeys<K>,
    blocks: std::ops::Range<usize>,
    children: &mut Children<K>,
) -> Result<(Vec<Option<Value>>, Vec<u32>, Vec<u32>), SolveError> {
    children.clear();
    let mut positions = Vec::with_capacity(BLOCK);
    for block in blocks {
        positions.clear();
        keys.read(block, &mut positions)?;
        children.add(game, &positions);
    }
    let mut ranks = vec![0u32; children.listed()];
    if !children.look_up(keys, |number, rank| ranks[number as usize] = rank as u32)? {
        return Err(SolveError::Unsteady);
    }
    let mut targets: Vec<u32> = children.numbers.iter().map(|&number| ranks[number as usize]).collect();
    let mut rest = targets.as_mut_slice();
    for &degree in &children.degrees {
        let (own, others) = rest.split_at_mut(degree as usize);
        own.sort_unstable();
        rest = others;
    }
    Ok((children.ends.clone(), children.degrees.clone(), targets))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exploration::graph::{Graph, follows};
    use crate::unlimited;
    use zermelo_core::Outcome;

    /// Outcomes of all positions that can be reached, by their ranks.
    fn outcomes(game: &Graph, keys: &[u64]) -> Vec<Outcome> {
        let work = WorkDirectory::in_memory();
        let codes = decide(game, &mut SortedKeys::new(keys), &work, &unlimited()).unwrap();
        (0..keys.len() as u64).map(|rank| codes.outcome(codes.code(0, rank))).collect()
    }

    #[test]
    fn every_outcome_follows_from_those_of_the_children() {
        let mut random = fastrand::Rng::with_seed(9);
        for round in 0..80 {
            let positions = [5, 60, 2_000][round % 3];
            let game = Graph::random(&mut random, positions, |position| {
                if round % 2 == 0 {
                    0..positions
                } else {
                    position.saturating_sub(4)..(position + 4).min(positions)
                }
            });
            let keys: Vec<u64> = game
                .levels()
                .into_iter()
                .flatten()
                .collect::<std::collections::BTreeSet<_>>()
                .into_iter()
                .collect();
            let outcomes = outcomes(&game, &keys);
            for (&key, &outcome) in keys.iter().zip(&outcomes) {
                let Ok(children) = &game.0[key as usize] else {
                    assert_eq!(outcome, Outcome::ended(*game.0[key as usize].as_ref().unwrap_err()));
                    continue;
                };
                let children: Vec<Outcome> =
                    children.iter().map(|child| outcomes[keys.binary_search(child).unwrap()]).collect();
                assert_eq!(outcome, follows(&children), "position {key} in round {round}");
            }
        }
    }

    #[test]
    fn moves_for_ever_are_a_draw_and_a_way_out_is_not() {
        let circle = |out: Result<Vec<u64>, Value>| Graph(vec![Ok(vec![1]), Ok(vec![0, 2]), out]);
        assert_eq!(outcomes(&circle(Ok(vec![1])), &[0, 1, 2]), [Outcome::Draw; 3]);
        let lost = [Outcome::Lose(2), Outcome::Win(1), Outcome::Lose(0)];
        assert_eq!(outcomes(&circle(Err(Value::Lose)), &[0, 1, 2]), lost);
        // Who would lose by leaving goes on for ever.
        assert_eq!(
            outcomes(&circle(Err(Value::Win)), &[0, 1, 2]),
            [Outcome::Draw, Outcome::Draw, Outcome::Win(0)]
        );
    }
}
