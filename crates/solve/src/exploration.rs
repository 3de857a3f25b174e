//! Solving from rules alone: find every position from the start, then decide them all.
//!
//! Positions are found level by level, a level being all positions first reached by the same number of moves. They
//! live in shards by hash, each a table with a lock of its own: a thread expands a few thousand positions, sorts
//! the children by shard and then visits each shard once, so locks are rare and each table is used while it is
//! in the cache. What remains is a graph of numbers. If every move leads to the next level, one pass backwards
//! decides it, in parallel; if there are no circles, one pass in an order that has children first; otherwise the loopy
//! solver does.

use std::hash::{BuildHasher, BuildHasherDefault, Hash};
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHasher};
use zermelo_core::{Codes, Game, NarrowTies, Outcome, Value, Wide, Widest, Word, canonical};

use crate::loopy::{self, Graph, Progress, Round};
use crate::{Event, Run, SolveError};

const SHARD_BITS: u32 = 6;
const SHARDS: usize = 1 << SHARD_BITS;
/// Positions one thread expands before it visits the shards.
const BATCH: usize = 4096;

/// Positions with their outcomes, for looking up.
pub type Outcomes<P> = FxHashMap<P, Outcome>;

/// All positions of a game that can be reached from its start, up to symmetry, with their outcomes.
#[derive(Debug)]
pub struct Exploration<P> {
    positions: Vec<P>,
    outcomes: Vec<Outcome>,
}

impl<P: Copy> Exploration<P> {
    /// The positions with their outcomes, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (P, Outcome)> + '_ {
        self.positions.iter().copied().zip(self.outcomes.iter().copied())
    }

    /// The same, to be used by all threads.
    pub fn par_iter(&self) -> impl IndexedParallelIterator<Item = (P, Outcome)> + '_
    where
        P: Send + Sync,
    {
        self.positions.par_iter().copied().zip(self.outcomes.par_iter().copied())
    }

    /// The number of positions.
    pub fn len(&self) -> u64 {
        self.positions.len() as u64
    }

    /// Never: the start is always there.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The outcome of the start.
    pub fn start(&self) -> Outcome {
        self.outcomes[0]
    }
}

/// Finds and decides every position that can be reached from the start.
///
/// ```
/// # use zermelo_core::{Game, ParseError, Value};
/// # struct TenToZero;
/// # impl Game for TenToZero {
/// #     type Position = u8;
/// #     type Move = u8;
/// #     fn start(&self) -> u8 { 10 }
/// #     fn end(&self, p: &u8) -> Option<Value> { (*p == 0).then_some(Value::Lose) }
/// #     fn moves(&self, p: &u8, out: &mut Vec<u8>) { out.extend(1..=2.min(*p)) }
/// #     fn play(&self, p: &u8, m: u8) -> u8 { p - m }
/// #     fn format(&self, p: &u8) -> String { p.to_string() }
/// #     fn parse(&self, text: &str) -> Result<u8, ParseError> { Ok(text.parse().unwrap()) }
/// #     fn format_move(&self, _: &u8, m: u8) -> String { m.to_string() }
/// # }
/// use zermelo_core::Outcome;
/// use zermelo_solve::{explore, unlimited};
/// let solved = explore(&TenToZero, &unlimited()).unwrap();
/// assert_eq!(solved.start(), Outcome::Win(7));
/// assert_eq!(solved.len(), 11);
/// ```
pub fn explore<G: Game>(game: &G, run: &Run<'_>) -> Result<Exploration<G::Position>, SolveError> {
    let found = find_positions(game, run, Id::PLACES)?;
    let outcomes = found.graph.solve(run)?;
    Ok(Exploration { positions: found.positions, outcomes })
}

/// A position by shard and place in it: unique, and known before all positions are.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Id(u32);

impl Id {
    const PLACE_BITS: u32 = u32::BITS - SHARD_BITS;
    /// How many positions of a shard have an id.
    const PLACES: usize = 1 << Id::PLACE_BITS;

    fn new(shard: usize, place: usize) -> Id {
        Id((shard as u32) << Id::PLACE_BITS | place as u32)
    }

    fn shard(self) -> usize {
        (self.0 >> Id::PLACE_BITS) as usize
    }

    fn place(self) -> usize {
        (self.0 & ((1 << Id::PLACE_BITS) - 1)) as usize
    }
}

/// The positions of one shard and where each is in the list.
struct Shard<P> {
    table: HashTable<(P, u32)>,
    positions: Vec<P>,
}

/// What is known of expanded positions, in the order of expansion.
#[derive(Default)]
struct Expanded {
    /// The value of positions that are over.
    ends: Vec<Option<Value>>,
    /// How many children each has.
    degrees: Vec<u32>,
    children: Vec<Id>,
}

struct Found<P> {
    positions: Vec<P>,
    graph: IdGraph,
}

/// Finds all positions, of which each shard has at most so many.
fn find_positions<G: Game>(game: &G, run: &Run<'_>, places: usize) -> Result<Found<G::Position>, SolveError> {
    let hasher = BuildHasherDefault::<FxHasher>::default();
    let new_shard = || Mutex::new(Shard { table: HashTable::new(), positions: Vec::new() });
    let shards: Vec<Mutex<Shard<G::Position>>> = (0..SHARDS).map(|_| new_shard()).collect();
    let start = canonical(game, &game.start());
    let size = Size { places, ..Size::default() };
    intern(&hasher, &shards, &[(start, hasher.hash_one(start))], &mut [Id(0)], &size)?;

    // Of each shard: expanded so far, and the results in order.
    let mut expanded: Vec<Vec<Expanded>> = (0..SHARDS).map(|_| Vec::new()).collect();
    let mut levels: Vec<Vec<usize>> = vec![vec![0; SHARDS]];
    loop {
        let done = levels.last().expect("the first level");
        let found: Vec<usize> = shards.iter().map(|shard| lock(shard).positions.len()).collect();
        let waiting: usize = found.iter().zip(done).map(|(found, done)| found - done).sum();
        if waiting == 0 {
            break;
        }
        run.tell(Event::Explored { positions: found.iter().sum::<usize>() as u64, waiting: waiting as u64 });
        let batches: Vec<(usize, Range<usize>)> = (0..SHARDS)
            .flat_map(|shard| {
                let (done, found) = (done[shard], found[shard]);
                (done..found).step_by(BATCH).map(move |first| (shard, first..found.min(first + BATCH)))
            })
            .collect();
        let groups = pack_batches(&batches);
        let results: Vec<Vec<Expanded>> = groups
            .into_par_iter()
            .map(|group| {
                run.check()?;
                size.check::<G::Position>(run)?;
                expand(game, &hasher, &shards, group, &size)
            })
            .collect::<Result<_, SolveError>>()?;
        for ((shard, _), result) in batches.iter().zip(results.into_iter().flatten()) {
            expanded[*shard].push(result);
        }
        levels.push(found);
        size.levels.fetch_add(1, Relaxed);
    }
    let shards: Vec<Shard<G::Position>> =
        shards.into_iter().map(|shard| shard.into_inner().unwrap_or_else(PoisonError::into_inner)).collect();
    Ok(number_levels(shards, expanded, &levels, game.stuck()))
}

/// Locks a shard. Should a thread panic while it holds one, the whole exploration ends with that panic; until then what
/// others find there does not matter.
fn lock<P>(shard: &Mutex<Shard<P>>) -> MutexGuard<'_, Shard<P>> {
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Puts small batches together until they are worth visiting all shards for.
fn pack_batches(batches: &[(usize, Range<usize>)]) -> Vec<&[(usize, Range<usize>)]> {
    let mut groups = Vec::new();
    let (mut first, mut size) = (0, 0);
    for (i, (_, range)) in batches.iter().enumerate() {
        size += range.len();
        if size >= BATCH {
            groups.push(&batches[first..=i]);
            (first, size) = (i + 1, 0);
        }
    }
    if first < batches.len() {
        groups.push(&batches[first..]);
    }
    groups
}

/// Plays all moves of the positions of some batches and finds or makes the children.
fn expand<G: Game>(
    game: &G,
    hasher: &impl BuildHasher,
    shards: &[Mutex<Shard<G::Position>>],
    group: &[(usize, Range<usize>)],
    size: &Size,
) -> Result<Vec<Expanded>, SolveError> {
    let mut moves = Vec::new();
    let mut children: Vec<(G::Position, u64)> = Vec::new();
    let mut results: Vec<Expanded> = Vec::with_capacity(group.len());
    for (shard, range) in group {
        let parents = lock(&shards[*shard]).positions[range.clone()].to_vec();
        let mut result = Expanded::default();
        for p in parents {
            let end = game.end(&p);
            moves.clear();
            if end.is_none() {
                game.moves(&p, &mut moves);
            }
            for &m in &moves {
                let child = canonical(game, &game.play(&p, m));
                children.push((child, hasher.hash_one(child)));
            }
            result.ends.push(end);
            result.degrees.push(moves.len() as u32);
        }
        results.push(result);
    }
    let mut ids = vec![Id(0); children.len()];
    intern(hasher, shards, &children, &mut ids, size)?;
    size.edges.fetch_add(children.len() as u64, Relaxed);
    let mut rest = ids.as_slice();
    for result in &mut results {
        let (own, others) = rest.split_at(result.degrees.iter().map(|&d| d as usize).sum());
        result.children = own.to_vec();
        rest = others;
    }
    Ok(results)
}

fn shard_of(hash: u64) -> usize {
    // The table uses the lowest and the highest bits.
    (hash >> 40) as usize % SHARDS
}

/// Finds the ids of positions, making new ones where needed.
fn intern<P: Copy + Eq + Hash>(
    hasher: &impl BuildHasher,
    shards: &[Mutex<Shard<P>>],
    positions: &[(P, u64)],
    ids: &mut [Id],
    size: &Size,
) -> Result<(), SolveError> {
    // Counting sort by shard.
    let mut ends = [0u32; SHARDS + 1];
    for &(_, hash) in positions {
        ends[shard_of(hash) + 1] += 1;
    }
    for shard in 0..SHARDS {
        ends[shard + 1] += ends[shard];
    }
    let mut order = vec![0u32; positions.len()];
    let mut next = ends;
    for (i, &(_, hash)) in positions.iter().enumerate() {
        let place = &mut next[shard_of(hash)];
        order[*place as usize] = i as u32;
        *place += 1;
    }
    for number in 0..SHARDS {
        let wanted = &order[ends[number] as usize..ends[number + 1] as usize];
        if wanted.is_empty() {
            continue;
        }
        let mut shard = lock(&shards[number]);
        let Shard { table, positions: list } = &mut *shard;
        let before = list.len();
        // Some of the wanted may be there already, but a shard so nearly full will not do for long.
        if before + wanted.len() > size.places {
            return Err(SolveError::TooManyPositions(size.positions.load(Relaxed)));
        }
        for &i in wanted {
            let (p, hash) = positions[i as usize];
            let place = match table.entry(hash, |entry| entry.0 == p, |entry| hasher.hash_one(entry.0)) {
                Entry::Occupied(entry) => entry.get().1 as usize,
                Entry::Vacant(entry) => {
                    let place = list.len();
                    entry.insert((p, place as u32));
                    list.push(p);
                    place
                }
            };
            ids[i as usize] = Id::new(number, place);
        }
        size.positions.fetch_add((list.len() - before) as u64, Relaxed);
    }
    Ok(())
}

/// How large the game has turned out to be so far.
#[derive(Default)]
struct Size {
    positions: AtomicU64,
    edges: AtomicU64,
    levels: AtomicU64,
    /// How many positions a shard has room for.
    places: usize,
}

impl Size {
    /// Keeps the memory promise.
    fn check<P>(&self, run: &Run<'_>) -> Result<(), SolveError> {
        let [positions, edges, levels] =
            [&self.positions, &self.edges, &self.levels].map(|count| count.load(Relaxed));
        // A position stands in the list, in the table (up to half empty) and in the numbered list, and later as a word
        // with its place among the sorted; a move is kept up to four times while the graph is numbered.
        let needed = positions * (5 * size_of::<P>() as u64 + 80) + edges * 18 + levels * 520;
        if needed <= run.memory {
            return Ok(());
        }
        let what = format!("exploring the game, with more than {positions} positions and {edges} moves,");
        Err(SolveError::Memory { what, needed, allowed: run.memory })
    }
}

/// Numbers positions level by level, so that a level is a range, and translates all ids.
fn number_levels<P: Copy>(
    shards: Vec<Shard<P>>,
    expanded: Vec<Vec<Expanded>>,
    levels: &[Vec<usize>],
    stuck: Value,
) -> Found<P> {
    let total = shards.iter().map(|s| s.positions.len()).sum();
    let mut positions = Vec::with_capacity(total);
    let mut number: Vec<Vec<u32>> = shards.iter().map(|s| Vec::with_capacity(s.positions.len())).collect();
    let mut level_ends = Vec::new();
    let mut ends = Vec::with_capacity(total);
    let mut first = Vec::with_capacity(total + 1);
    first.push(0u64);
    let mut old_targets: Vec<Id> = Vec::new();
    // Batches were expanded in this very order: by level, then by shard, then by place.
    let mut batches: Vec<_> = expanded.into_iter().map(Vec::into_iter).collect();
    for pair in levels.windows(2) {
        for (s, shard) in shards.iter().enumerate() {
            let mut place = pair[0][s];
            while place < pair[1][s] {
                let batch = batches[s].next().expect("every position was expanded");
                for (end, degree) in batch.ends.iter().zip(&batch.degrees) {
                    number[s].push(positions.len() as u32);
                    positions.push(shard.positions[place]);
                    ends.push(if *degree == 0 { Some(end.unwrap_or(stuck)) } else { *end });
                    first.push(first.last().expect("not empty") + u64::from(*degree));
                    place += 1;
                }
                old_targets.extend(batch.children);
            }
        }
        level_ends.push(positions.len());
    }
    let translate = |id: &Id| number[id.shard()][id.place()];
    let targets: Vec<u32> = old_targets.par_iter().map(translate).collect();
    Found { positions, graph: IdGraph { ends, children: Lists { first, targets }, level_ends } }
}

/// For each number a list of numbers.
struct Lists {
    first: Vec<u64>,
    targets: Vec<u32>,
}

impl Lists {
    #[inline]
    fn of(&self, i: u32) -> &[u32] {
        &self.targets[self.first[i as usize] as usize..self.first[i as usize + 1] as usize]
    }

    /// The lists of who has whom in his list.
    fn reversed(&self) -> Lists {
        let count = self.first.len() - 1;
        let mut first = vec![0u64; count + 1];
        for &target in &self.targets {
            first[target as usize + 1] += 1;
        }
        for i in 0..count {
            first[i + 1] += first[i];
        }
        let mut next = first.clone();
        let mut targets = vec![0; self.targets.len()];
        for source in 0..count as u32 {
            for &target in self.of(source) {
                let place = &mut next[target as usize];
                targets[*place as usize] = source;
                *place += 1;
            }
        }
        Lists { first, targets }
    }
}

/// The whole game as a graph of numbers, numbered level by level.
struct IdGraph {
    ends: Vec<Option<Value>>,
    children: Lists,
    level_ends: Vec<usize>,
}

impl IdGraph {
    /// The outcomes, by codes as narrow as they can be.
    fn solve(&self, run: &Run<'_>) -> Result<Vec<Outcome>, SolveError> {
        let way = self.way();
        if let Some(outcomes) = self.solve_in::<NarrowTies>(&way, run)? {
            return Ok(outcomes);
        }
        if let Some(outcomes) = self.solve_in::<Wide>(&way, run)? {
            return Ok(outcomes);
        }
        self.solve_in::<Widest>(&way, run)?.ok_or(SolveError::TooLong(Widest::LOSSES))
    }

    /// The simplest way that solves the graph.
    fn way(&self) -> Way {
        if self.is_layered() {
            return Way::ByLevels;
        }
        let parents = self.children.reversed();
        match self.children_first(&parents) {
            Some(order) => Way::InOrder(order),
            None => Way::InRounds(parents),
        }
    }

    /// The outcomes, if codes of this layout have room for them.
    fn solve_in<C: Codes>(&self, way: &Way, run: &Run<'_>) -> Result<Option<Vec<Outcome>>, SolveError> {
        let codes = match way {
            Way::ByLevels => self.solve_levels::<C>(run)?,
            Way::InOrder(order) => self.solve_in_order::<C>(order),
            Way::InRounds(parents) => self.solve_in_rounds::<C>(parents, run)?,
        };
        let decode = |code| C::decode(code).expect("decided");
        Ok(codes.map(|codes| codes.into_par_iter().map(decode).collect()))
    }

    /// All numbers in an order that has children before parents; `None` if the graph has circles.
    fn children_first(&self, parents: &Lists) -> Option<Vec<u32>> {
        let count = self.ends.len() as u32;
        let mut missing: Vec<u32> = (0..count).map(|i| self.children.of(i).len() as u32).collect();
        let mut order: Vec<u32> = (0..count).filter(|&i| missing[i as usize] == 0).collect();
        let mut next = 0;
        while let Some(&child) = order.get(next) {
            for &parent in parents.of(child) {
                missing[parent as usize] -= 1;
                if missing[parent as usize] == 0 {
                    order.push(parent);
                }
            }
            next += 1;
        }
        (order.len() == count as usize).then_some(order)
    }

    /// The code of a position whose children have theirs; `None` if it has no room.
    #[inline]
    fn decide<C: Codes>(&self, i: usize, code: impl Fn(u32) -> C::Word) -> Option<C::Word> {
        match self.ends[i] {
            Some(value) => C::encode(Outcome::ended(value)),
            None => {
                let children = self.children.of(i as u32).iter().map(|&child| code(child));
                C::before(children.min().expect("a position that is not over has moves"))
            }
        }
    }

    fn solve_in_order<C: Codes>(&self, order: &[u32]) -> Option<Vec<C::Word>> {
        let mut codes = vec![C::Word::default(); order.len()];
        for &i in order {
            codes[i as usize] = self.decide::<C>(i as usize, |child| codes[child as usize])?;
        }
        Some(codes)
    }

    /// Whether every move leads from one level to the next.
    fn is_layered(&self) -> bool {
        let levels = self.levels();
        levels.iter().zip(levels.iter().skip(1).chain([&(0..0)])).all(|(level, next)| {
            let all_next = |i: u32| self.children.of(i).iter().all(|&c| next.contains(&(c as usize)));
            level.clone().into_par_iter().with_min_len(1 << 12).all(|i| all_next(i as u32))
        })
    }

    fn levels(&self) -> Vec<Range<usize>> {
        let starts = std::iter::once(0).chain(self.level_ends.iter().copied());
        starts.zip(self.level_ends.iter().copied()).map(|(start, end)| start..end).collect()
    }

    /// Decides level by level from the last to the first.
    fn solve_levels<C: Codes>(&self, run: &Run<'_>) -> Result<Option<Vec<C::Word>>, SolveError> {
        let mut codes = vec![C::Word::default(); self.ends.len()];
        for level in self.levels().into_iter().rev() {
            run.check()?;
            let (own, below) = codes[level.start..].split_at_mut(level.len());
            let decided = own.par_iter_mut().with_min_len(1 << 10).enumerate().try_for_each(|(i, code)| {
                *code = self.decide::<C>(level.start + i, |child| below[child as usize - level.end])?;
                Some(())
            });
            if decided.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(codes))
    }

    fn solve_in_rounds<C: Codes>(
        &self,
        parents: &Lists,
        run: &Run<'_>,
    ) -> Result<Option<Vec<C::Word>>, SolveError> {
        let code = |end: &Option<Value>| match end {
            Some(value) => C::encode(Outcome::ended(*value)).expect("room for remoteness 0"),
            None => C::Word::of(C::PENDING),
        };
        let codes: Vec<_> = self.ends.iter().map(|end| code(end).share()).collect();
        let graph = Circles { children: &self.children, parents };
        match loopy::solve::<C, _>(&graph, &codes, Round::FIRST, C::LOSSES, run, |_| ())? {
            Progress::Done => {
                loopy::rest_draws::<C>(&codes);
                Ok(Some(codes.into_iter().map(|mut code| *C::Word::own(&mut code)).collect()))
            }
            Progress::NoRoom(_) => Ok(None),
        }
    }
}

/// The ways to solve a graph, the simplest first.
enum Way {
    /// Every move leads to the next level.
    ByLevels,
    /// There are no circles: the positions with children before parents.
    InOrder(Vec<u32>),
    /// There are circles: the parents of all positions.
    InRounds(Lists),
}

/// The graph as the loopy solver sees it.
struct Circles<'a> {
    children: &'a Lists,
    parents: &'a Lists,
}

impl Graph for Circles<'_> {
    type Node = u32;
    type Scratch = ();
    const PARENTS: bool = true;

    fn len(&self) -> u64 {
        self.children.first.len() as u64 - 1
    }

    #[inline]
    fn scan(&self, slots: Range<u64>, want: impl Fn(u64) -> bool, mut visit: impl FnMut(u64, u32)) {
        for slot in slots.filter(|&slot| want(slot)) {
            visit(slot, slot as u32);
        }
    }

    #[inline]
    fn for_each_child(
        &self,
        node: u32,
        (): &mut (),
        mut visit: impl FnMut(u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.children.of(node).iter().try_for_each(|&child| visit(child.into()))
    }

    #[inline]
    fn for_each_parent(&self, node: u32, mut visit: impl FnMut(u64, u32)) {
        for &parent in self.parents.of(node) {
            visit(parent.into(), parent);
        }
    }
}

#[cfg(test)]
mod tests {
    use zermelo_core::ParseError;

    use super::*;
    use crate::unlimited;

    /// A heap of a thousand counters from which one or two are taken.
    struct Heap;

    impl Game for Heap {
        type Position = u32;
        type Move = u32;

        fn start(&self) -> u32 {
            1000
        }

        fn end(&self, left: &u32) -> Option<Value> {
            (*left == 0).then_some(Value::Lose)
        }

        fn moves(&self, left: &u32, out: &mut Vec<u32>) {
            out.extend(1..=2.min(*left));
        }

        fn play(&self, left: &u32, take: u32) -> u32 {
            left - take
        }

        fn format(&self, left: &u32) -> String {
            left.to_string()
        }

        fn parse(&self, _: &str) -> Result<u32, ParseError> {
            Err(ParseError::new("not needed here"))
        }

        fn format_move(&self, _: &u32, take: u32) -> String {
            take.to_string()
        }
    }

    #[test]
    fn more_positions_than_ids_are_an_error_and_no_panic() {
        // A thousand and one positions need more than ten in some of 64 shards.
        let refused = find_positions(&Heap, &unlimited(), 10).map(|found| found.positions.len());
        assert!(matches!(refused, Err(SolveError::TooManyPositions(found)) if found > 10), "{refused:?}");
        let found = find_positions(&Heap, &unlimited(), Id::PLACES).map(|found| found.positions.len());
        assert!(matches!(found, Ok(1001)), "{found:?}");
    }
}
