//! Deciding a game whose moves go anywhere, round by round of remoteness, from ends to parents.
//!
//! Each open position counts its children that are not yet won (for their mover). In round `r` all positions
//! of remoteness `r` are known. A loss makes its open parents wins in `r + 1`. A win takes one off the counts
//! of its open parents, and who comes to zero has lost in `r + 1`: all children are won, the last one in `r`.
//! Afterwards ties spread to whoever is still open: the first to come is the shortest. Whoever is open then
//! draws: there is a child that is open, too.
//!
//! Who is decided in a round does not depend on the order within it: a count reaches zero only if no child is
//! lost, tied or open, and all writers of a code write the same. So threads share the work of a round.

use std::cell::RefCell;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU8, AtomicU32};

use rayon::prelude::*;
use zermelo_core::{Codes, Key, NarrowTies, Outcome, Value, Wide, Widest, Word};

use super::CodeRows;
use super::layers::{PIECE, bytes_of, widen, words};
use super::parent_lists::ParentLists;
use super::sorted_keys::SortedKeys;
use super::work_directory::{Clock, WorkDirectory, can_go_on};
use crate::schedule::plan::BASE_MEMORY;
use crate::tier::retrograde::Shared;
use crate::{Event, Run, SolveError};

/// Positions that a thread takes at a time.
const SHARE: usize = 1 << 12;

/// How many children are not yet won.
pub(crate) trait Counter: Send + Sync {
    /// What it counts with.
    type Count: Word;
    fn new(count: Self::Count) -> Self;
    fn get(&self) -> Self::Count;
    /// Takes one off; whether none is left.
    fn take(&self) -> bool;
}

impl Counter for AtomicU8 {
    type Count = u8;

    fn new(count: u8) -> AtomicU8 {
        AtomicU8::new(count)
    }

    fn get(&self) -> u8 {
        self.load(Relaxed)
    }

    #[inline]
    fn take(&self) -> bool {
        self.fetch_sub(1, Relaxed) == 1
    }
}

impl Counter for AtomicU32 {
    type Count = u32;

    fn new(count: u32) -> AtomicU32 {
        AtomicU32::new(count)
    }

    fn get(&self) -> u32 {
        self.load(Relaxed)
    }

    #[inline]
    fn take(&self) -> bool {
        self.fetch_sub(1, Relaxed) == 1
    }
}

/// Positions that are decided between two looks at the clock, and at the memory.
const SLICE: usize = 1 << 19;

/// Numbers in the first record of a file of rounds.
const HEAD: usize = 9;

/// Where the rounds stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    WinsAndLosses,
    Ties,
}

/// A game while it is decided.
pub(crate) struct Rounds<N> {
    parents: ParentLists,
    counts: Vec<N>,
    stage: Stage,
    round: u32,
    /// Positions of this round whose parents have not been looked at.
    lost: Vec<u32>,
    won: Vec<u32>,
    tied: Vec<u32>,
    /// Those of the next round as far as they are known, of each slice in ascending order.
    next_lost: Vec<u32>,
    next_won: Vec<u32>,
    next_tied: Vec<u32>,
    /// How many positions were decided since the rounds began, or began again.
    decided: u64,
}

/// The codes with which the rounds begin.
pub(crate) fn first_codes<C: Codes>(ends: &[Option<Value>]) -> Vec<C::Word> {
    let code = |end: &Option<Value>| match end {
        Some(value) => C::encode(Outcome::ended(*value)).expect("room for remoteness 0"),
        None => C::Word::of(C::PENDING),
    };
    ends.par_iter().with_min_len(1 << 14).map(code).collect()
}

impl<N: Counter> Rounds<N> {
    pub(crate) fn new(
        ends: &[Option<Value>],
        degrees: &[u8],
        more: &More,
        parents: ParentLists,
    ) -> Rounds<N> {
        let with = |value: Value| {
            let ids = (0..ends.len() as u32).into_par_iter().with_min_len(1 << 14);
            ids.filter(|&id| ends[id as usize] == Some(value)).collect()
        };
        let (lost, won, tied) = (with(Value::Lose), with(Value::Win), with(Value::Tie));
        let count = |degree| N::new(N::Count::of(degree));
        let mut counts: Vec<N> =
            degrees.par_iter().with_min_len(1 << 14).map(|&degree| count(degree.into())).collect();
        for &(id, degree) in more {
            counts[id as usize] = count(degree);
        }
        let (next_lost, next_won, next_tied) = Default::default();
        let (stage, round) = (Stage::WinsAndLosses, 0);
        Rounds { parents, counts, stage, round, lost, won, tied, next_lost, next_won, next_tied, decided: 0 }
    }

    /// The rounds that a file has, with the codes; `None` if it is damaged.
    pub(crate) fn restore<C: Codes>(
        work: &WorkDirectory,
        name: &str,
        length: u64,
        parents: ParentLists,
    ) -> Result<Option<(Rounds<N>, Vec<C::Word>)>, SolveError> {
        // First a record that has the stage, the round and the lengths of all lists, then the lists in
        // pieces.
        let mut head: Vec<u32> = Vec::new();
        let mut lists: [Vec<u32>; 6] = Default::default();
        let (mut counts, mut codes): (Vec<N>, Vec<C::Word>) = Default::default();
        let file = work.open(name, length, |_, record| {
            if head.is_empty() {
                head.extend(words::<u32>(&record));
                return (head.len() == HEAD).then_some(());
            }
            let lengths = || head[2..].iter().map(|&length| length as usize);
            if let Some((list, _)) =
                lists.iter_mut().zip(lengths()).find(|(list, length)| list.len() < *length)
            {
                list.extend(words::<u32>(&record));
            } else if counts.len() < head[HEAD - 1] as usize {
                counts.extend(words(&record).map(N::new));
            } else {
                codes.extend(words::<C::Word>(&record));
            }
            Some(())
        })?;
        let lengths = lists.iter().map(Vec::len).chain([counts.len()]);
        if file.is_none() || codes.len() != counts.len() || !lengths.eq(head[2..].iter().map(|&n| n as usize))
        {
            return Ok(None);
        }
        let (stage, round) = (if head[0] == 0 { Stage::WinsAndLosses } else { Stage::Ties }, head[1]);
        let [lost, won, tied, next_lost, next_won, next_tied] = lists;
        let rounds = Rounds {
            parents,
            counts,
            stage,
            round,
            lost,
            won,
            tied,
            next_lost,
            next_won,
            next_tied,
            decided: 0,
        };
        Ok(Some((rounds, codes)))
    }

    /// Writes down where the rounds stand.
    fn keep<C: Codes>(&mut self, codes: &[Shared<C>], around: &Circumstances<'_>) -> Result<(), SolveError> {
        let work = around.work;
        let mut file = work.create()?;
        let lists = [&self.lost, &self.won, &self.tied, &self.next_lost, &self.next_won, &self.next_tied];
        let mut head = vec![u32::from(self.stage == Stage::Ties), self.round];
        head.extend(lists.iter().map(|list| list.len() as u32));
        head.push(self.counts.len() as u32);
        file.append(&bytes_of(&head))?;
        for piece in lists.iter().flat_map(|list| list.chunks(PIECE)) {
            file.append(&bytes_of(piece))?;
        }
        for piece in self.counts.chunks(PIECE) {
            file.append(&bytes_of(&piece.iter().map(N::get).collect::<Vec<_>>()))?;
        }
        for piece in codes.chunks(PIECE) {
            file.append(&bytes_of(&piece.iter().map(C::Word::get).collect::<Vec<_>>()))?;
        }
        work.write_state(&[
            "phase rounds".to_owned(),
            format!("width {}", size_of::<C::Word>()),
            format!("counter {}", size_of::<N>()),
            format!("known {}", (around.keys)()?),
            format!("parents {}", self.parents.state(work)?),
            format!("rounds {}", file.sync()?),
        ])
    }

    /// Goes on until all is decided, and returns whether remoteness had room in these codes; if not, the same
    /// rounds go on with wider ones.
    pub(crate) fn go_on<C: Codes>(
        &mut self,
        codes: &mut Vec<C::Word>,
        around: &Circumstances<'_>,
    ) -> Result<bool, SolveError> {
        let Circumstances { work, run, .. } = *around;
        let shared: Vec<Shared<C>> = std::mem::take(codes).into_iter().map(Word::share).collect();
        let mut clock = work.clock();
        let slice = if clock.is_hasty() { 100 } else { SLICE };
        let has_room = self.go_on_until::<C>(&shared, slice, &mut clock, around);
        // What is complete is kept as well, if it took long: it still has to be written into a database.
        if has_room.as_ref().is_err_and(can_go_on) || work.has_state() {
            work.try_to_keep(run, || self.keep::<C>(&shared, around));
        }
        let has_room = has_room?;
        if has_room {
            crate::tier::retrograde::rest_draws::<C>(&shared);
        }
        *codes = shared.into_iter().map(|mut code| *C::Word::own(&mut code)).collect();
        Ok(has_room)
    }

    fn go_on_until<C: Codes>(
        &mut self,
        codes: &[Shared<C>],
        slice: usize,
        clock: &mut Clock,
        around: &Circumstances<'_>,
    ) -> Result<bool, SolveError> {
        let Circumstances { work, run, .. } = *around;
        let to_load = self.parents.bytes_on_disk();
        if to_load > 0
            && (self.bytes::<C>(around) + to_load).saturating_mul(4) <= run.memory.saturating_mul(3)
        {
            self.parents.load()?;
        }
        loop {
            run.check()?;
            self.make_room::<C>(around)?;
            run.tell(Event::Decided { positions: self.decided });
            match self.step::<C>(codes, slice)? {
                Step::Done => return Ok(true),
                Step::NoRoom => return Ok(false),
                Step::More => {}
            }
            if clock.is_due() {
                work.try_to_keep(run, || self.keep::<C>(codes, around));
                clock.reset();
            }
        }
    }

    /// Looks at the parents of a slice of positions, or goes to the next round.
    fn step<C: Codes>(&mut self, codes: &[Shared<C>], slice: usize) -> Result<Step, SolveError> {
        let has_room = match self.stage {
            Stage::WinsAndLosses => self.round + 1 < C::LOSSES,
            Stage::Ties => self.round + 1 < C::TIES,
        };
        let is_over = match self.stage {
            Stage::WinsAndLosses => self.lost.is_empty() && self.won.is_empty(),
            Stage::Ties => self.tied.is_empty(),
        };
        if is_over {
            return Ok(self.next_round());
        }
        if !has_room {
            return Ok(Step::NoRoom);
        }
        let open = [&self.lost, &self.won, &self.tied].map(Vec::len);
        if self.stage == Stage::Ties {
            let slice = take_slice(&mut self.tied, slice);
            let more = self.open_parents::<C>(&slice, codes, C::tie(self.round + 1))?;
            append(&mut self.next_tied, &more);
        } else if !self.lost.is_empty() {
            let slice = take_slice(&mut self.lost, slice);
            let more = self.open_parents::<C>(&slice, codes, C::win(self.round + 1))?;
            append(&mut self.next_won, &more);
        } else {
            let slice = take_slice(&mut self.won, slice);
            let more = self.new_losses::<C>(&slice, codes)?;
            append(&mut self.next_lost, &more);
        }
        let left = [&self.lost, &self.won, &self.tied].map(Vec::len);
        self.decided += (open.iter().sum::<usize>() - left.iter().sum::<usize>()) as u64;
        Ok(Step::More)
    }

    fn next_round(&mut self) -> Step {
        let next = |list: &mut Vec<u32>| {
            let mut list = std::mem::take(list);
            sort(&mut list);
            list
        };
        if self.stage == Stage::Ties {
            self.tied = next(&mut self.next_tied);
            self.round += 1;
            return if self.tied.is_empty() { Step::Done } else { Step::More };
        }
        self.lost = next(&mut self.next_lost);
        self.won = next(&mut self.next_won);
        self.round += 1;
        if self.lost.is_empty() && self.won.is_empty() {
            (self.stage, self.round) = (Stage::Ties, 0);
            return if self.tied.is_empty() { Step::Done } else { Step::More };
        }
        Step::More
    }

    /// The parents of wins that have no other children left: they are lost in the next round.
    fn new_losses<C: Codes>(&self, won: &[u32], codes: &[Shared<C>]) -> Result<Vec<u32>, SolveError> {
        let lose = C::lose(self.round + 1);
        self.spread(won, |parent, out| {
            let code = &codes[parent as usize];
            if C::Word::get(code).number() == C::PENDING && self.counts[parent as usize].take() {
                C::Word::set(code, lose);
                out.push(parent);
            }
        })
    }

    /// The parents of `children` that are open; they get this code.
    fn open_parents<C: Codes>(
        &self,
        children: &[u32],
        codes: &[Shared<C>],
        code: C::Word,
    ) -> Result<Vec<u32>, SolveError> {
        self.spread(children, |parent, out| {
            let open = &codes[parent as usize];
            if C::Word::get(open).number() == C::PENDING {
                C::Word::set(open, code);
                out.push(parent);
            }
        })
    }

    /// What `visit` finds among the parents of all positions, in ascending order, each once.
    fn spread(
        &self,
        positions: &[u32],
        visit: impl Fn(u32, &mut Vec<u32>) + Sync,
    ) -> Result<Vec<u32>, SolveError> {
        let share = |positions: &[u32]| {
            let mut out = Vec::new();
            self.parents.for_each(positions, |_, parent| visit(parent, &mut out))?;
            Ok(out)
        };
        let mut found = if positions.len() <= SHARE {
            share(positions)?
        } else {
            positions.par_chunks(SHARE).map(share).collect::<Result<Vec<_>, SolveError>>()?.concat()
        };
        sort(&mut found);
        Ok(found)
    }

    /// Bytes of memory, everything counted.
    fn bytes<C: Codes>(&self, around: &Circumstances<'_>) -> u64 {
        let lists = [&self.lost, &self.won, &self.tied, &self.next_lost, &self.next_won, &self.next_tied];
        let lists: usize = lists.iter().map(|list| list.capacity()).sum();
        let each = (size_of::<C::Word>() + size_of::<N>()) as u64;
        let own = BASE_MEMORY + self.counts.len() as u64 * each + 4 * lists as u64;
        // A slice, and as much again that it finds, twice while it is put together.
        own + around.others + 12 * SLICE.min(self.counts.len()) as u64 + self.parents.bytes()
    }

    /// Keeps the memory promise: parents can be read from disk.
    fn make_room<C: Codes>(&mut self, around: &Circumstances<'_>) -> Result<(), SolveError> {
        let Circumstances { work, run, .. } = *around;
        if self.bytes::<C>(around) > run.memory && work.has_disk() {
            self.parents.evict(work)?;
        }
        let needed = self.bytes::<C>(around);
        if needed <= run.memory {
            return Ok(());
        }
        let what = format!("deciding {} positions", self.counts.len());
        Err(SolveError::Memory { what, needed, allowed: run.memory })
    }
}

/// What a step of the rounds came to.
enum Step {
    More,
    Done,
    NoRoom,
}

/// Adds positions to a list. To double its room would take more memory than there may be.
fn append(list: &mut Vec<u32>, more: &[u32]) {
    if list.capacity() - list.len() < more.len() {
        list.reserve_exact(more.len().max(list.len() / 8));
    }
    list.extend_from_slice(more);
}

/// Takes the last positions off a list.
fn take_slice(list: &mut Vec<u32>, most: usize) -> Vec<u32> {
    list.split_off(list.len() - most.min(list.len()))
}

/// Sorted, positions are next to each other in memory as well. Two threads may both have found the same one.
fn sort(found: &mut Vec<u32>) {
    if found.len() <= SHARE {
        found.sort_unstable();
    } else {
        found.par_sort_unstable();
    }
    found.dedup();
}

/// Degrees beyond what a byte holds, by position.
pub(crate) type More = Vec<(u32, u32)>;

/// What the rounds need beside themselves.
pub(crate) struct Circumstances<'a> {
    /// Gives what a state says of the keys.
    keys: Box<dyn Fn() -> Result<String, SolveError> + 'a>,
    /// Bytes of memory that the keys take.
    others: u64,
    pub(crate) work: &'a WorkDirectory,
    run: &'a Run<'a>,
}

impl<'a> Circumstances<'a> {
    pub(crate) fn new<K: Key>(
        keys: &'a mut SortedKeys<K>,
        work: &'a WorkDirectory,
        run: &'a Run<'a>,
    ) -> Circumstances<'a> {
        let others = keys.bytes();
        let keys = RefCell::new(keys);
        Circumstances { keys: Box::new(move || keys.borrow_mut().state(work)), others, work, run }
    }
}

/// The codes of all positions, as narrow as they can be.
pub(crate) fn decide_in_rounds<N: Counter>(
    mut rounds: Rounds<N>,
    codes: CodeRow,
    around: &Circumstances<'_>,
) -> Result<CodeRows, SolveError> {
    let codes = match codes {
        CodeRow::Narrow(mut codes) => {
            if rounds.go_on::<NarrowTies>(&mut codes, around)? {
                return Ok(CodeRows::Narrow(vec![codes]));
            }
            CodeRow::Wide(widen::<NarrowTies, Wide>(&codes))
        }
        wider => wider,
    };
    let mut codes = match codes {
        CodeRow::Wide(mut codes) => {
            if rounds.go_on::<Wide>(&mut codes, around)? {
                return Ok(CodeRows::Wide(vec![codes]));
            }
            widen::<Wide, Widest>(&codes)
        }
        CodeRow::Widest(codes) => codes,
        CodeRow::Narrow(_) => unreachable!("widened above"),
    };
    if rounds.go_on::<Widest>(&mut codes, around)? {
        return Ok(CodeRows::Widest(vec![codes]));
    }
    Err(SolveError::TooLong(Widest::LOSSES))
}

/// The codes of all positions while they are decided.
pub(crate) enum CodeRow {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
    Widest(Vec<u32>),
}
