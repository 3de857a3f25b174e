//! The first look at a tier: ends, and what the moves that leave the tier are worth.

use std::ops::{ControlFlow, Range};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use zermelo_core::{Codes, Index, Narrow, NarrowTies, Outcome, Reach, TierKind, Tiered, Wide, Word};

use crate::blocks::{BlockScratch, BlockSolver, ChildCodes, SmallestChild};
use crate::memory::shared_loop::sum_chunks;
use crate::memory::slot_set::SlotSet;
use crate::schedule::tier_store::Solved;
use crate::tier::checkpoint::{Keeper, Named, Next, Snapshot, put_codes};
use crate::tier::long_games::LongGames;
use crate::tier::retrograde::{BATCH, CHUNK, Shared};
use crate::tier::solver::{Borrowed, TierView, With, undeclared};
use crate::{Run, SolveError};

/// A pass is done in at most about so many stretches, and at least so many chunks at a time: what is known is
/// kept between them.
const STRETCHES: u64 = 64;
const LEAST_CHUNKS: u64 = 256;

/// A layout of codes in which a tier can read its children.
pub(crate) trait Reading: Codes {
    /// The code of an outcome that takes more than [`Codes::before`] can tell: it is kept in the list of long
    /// games, if this layout has one and it has fewer than `most`, or has no code.
    fn encode_long(slot: u64, outcome: Outcome, most: u64, long: &mut LongGames) -> Option<Self::Word>;

    /// Whether a code means "this long or longer".
    fn is_long(code: Self::Word) -> bool;

    /// How to read one child, `None` if some of its codes have no room here.
    fn read(child: &Solved) -> Option<Child<'_, Self>>;

    /// The codes of a child, if they are bytes of this layout.
    fn bytes<'a>(_child: &Child<'a, Self>) -> Option<&'a [u8]>
    where
        Self: Sized,
    {
        None
    }

    /// How to read all children.
    fn read_all<'a, G: Tiered>(
        game: &'a G,
        borrowed: &'a Borrowed<G::Tier>,
    ) -> Option<Vec<With<'a, G, Child<'a, Self>>>>
    where
        Self: Sized,
    {
        borrowed.iter().map(|(tier, child)| Some((TierView::new(game, *tier), Self::read(child)?))).collect()
    }
}

/// The codes of a child tier: as they are, or translated one by one.
pub(crate) enum Child<'a, C: Codes + ?Sized> {
    Same(&'a [C::Word], &'a Solved),
    /// With a table by the numbers of the child's codes.
    Bytes(&'a [u8], Vec<C::Word>, &'a Solved),
    Pairs(&'a [u16], Vec<C::Word>, &'a Solved),
    /// Bytes of which some stand for games in a list.
    Listed(&'a [u8], Vec<C::Word>, &'a Solved),
}

impl<C: Codes> Child<'_, C> {
    #[inline]
    fn code(&self, slot: u64) -> C::Word {
        match self {
            Child::Same(codes, _) => codes[slot as usize],
            Child::Bytes(codes, table, _) => table[usize::from(codes[slot as usize])],
            Child::Pairs(codes, table, _) => table[usize::from(codes[slot as usize])],
            Child::Listed(codes, table, _) => match codes[slot as usize] {
                code if LongGames::is_long(code) => self.listed(slot),
                code => table[usize::from(code)],
            },
        }
    }

    #[cold]
    fn listed(&self, slot: u64) -> C::Word {
        C::encode(self.outcome(slot)).expect("a layout with room for long games")
    }

    fn outcome(&self, slot: u64) -> Outcome {
        let (Child::Same(_, solved)
        | Child::Bytes(_, _, solved)
        | Child::Pairs(_, _, solved)
        | Child::Listed(_, _, solved)) = self;
        solved.outcome(slot).expect("moves lead to used slots")
    }
}

/// For each code of layout `From` the code of the same outcome.
fn table<From: Codes, To: Codes>(encode: impl Fn(Outcome) -> To::Word) -> Vec<To::Word> {
    let unused = To::Word::of(To::UNUSED);
    let has_code = |outcome: &Outcome| To::TIES > 0 || !matches!(outcome, Outcome::Tie(_));
    let outcomes = (0..=From::Word::MAX).map(|number| From::decode(From::Word::of(number)).filter(has_code));
    outcomes.map(|outcome| outcome.map_or(unused, &encode)).collect()
}

impl Reading for Narrow {
    fn encode_long(slot: u64, outcome: Outcome, most: u64, long: &mut LongGames) -> Option<u8> {
        // A tie in a game that promised none has no code.
        let listable = !matches!(outcome, Outcome::Tie(_)) && long.len() < most;
        listable.then(|| long.encode(slot, outcome))
    }

    #[inline]
    fn is_long(code: u8) -> bool {
        LongGames::is_long(code)
    }

    fn bytes<'a>(child: &Child<'a, Narrow>) -> Option<&'a [u8]> {
        if let Child::Same(codes, _) = child { Some(codes) } else { None }
    }

    fn read(child: &Solved) -> Option<Child<'_, Narrow>> {
        Some(match child {
            Solved::Narrow(codes, _) => Child::Same(codes, child),
            Solved::NarrowTies(codes) => {
                Child::Bytes(codes, table::<NarrowTies, Narrow>(LongGames::code), child)
            }
            Solved::Wide(codes) => Child::Pairs(codes, table::<Wide, Narrow>(LongGames::code), child),
        })
    }
}

impl Reading for NarrowTies {
    fn encode_long(_: u64, outcome: Outcome, _: u64, _: &mut LongGames) -> Option<u8> {
        NarrowTies::encode(outcome)
    }

    #[inline]
    fn is_long(_: u8) -> bool {
        false
    }

    fn read(child: &Solved) -> Option<Child<'_, NarrowTies>> {
        match child {
            Solved::NarrowTies(codes) => Some(Child::Same(codes, child)),
            // Only a tier with long games has two bytes.
            Solved::Narrow(..) | Solved::Wide(_) => None,
        }
    }
}

impl Reading for Wide {
    fn encode_long(_: u64, outcome: Outcome, _: u64, _: &mut LongGames) -> Option<u16> {
        Wide::encode(outcome)
    }

    #[inline]
    fn is_long(_: u16) -> bool {
        false
    }

    fn read(child: &Solved) -> Option<Child<'_, Wide>> {
        let encode = |outcome| Wide::encode(outcome).expect("two bytes have room for what one has");
        match child {
            Solved::Wide(codes) => Some(Child::Same(codes, child)),
            Solved::NarrowTies(codes) => Some(Child::Bytes(codes, table::<NarrowTies, Wide>(encode), child)),
            Solved::Narrow(codes, _) => Some(Child::Listed(codes, table::<Narrow, Wide>(encode), child)),
        }
    }
}

/// One pass over a tier in index order, with some or all of its child tiers.
pub(crate) struct FirstPass<'a, G: Tiered, C: Codes> {
    pub(crate) view: &'a TierView<'a, G>,
    pub(crate) children: Vec<With<'a, G, Child<'a, C>>>,
    /// Whether these are only some of the children.
    pub(crate) partial: bool,
    /// Whether other children have been looked at before.
    pub(crate) later: bool,
    /// The slots that are looked at, if not all.
    pub(crate) only: Option<&'a SlotSet>,
    /// How to read children block by block, if the game can.
    pub(crate) by_blocks: Option<BlockSolver<G>>,
    pub(crate) long: Mutex<&'a mut LongGames>,
    pub(crate) overflow: AtomicBool,
    pub(crate) keeper: &'a Keeper<'a>,
    pub(crate) run: &'a Run<'a>,
}

/// Positions whose children have been found but not read. Their codes lie all over memory, and the processor
/// waits for many of them at once if nothing stands between the reads: tiers of a hundred million slots take
/// two thirds of the time.
struct Batch<G: Tiered> {
    scratch: Vec<G::Move>,
    positions: Vec<Found<G::Position>>,
    /// The children, one position's after the other's: the number of the tier, and the slot.
    children: Vec<(u32, u64)>,
    /// The slots of the positions, and the smallest codes of their children, where these are read block by
    /// block.
    slots: Vec<u64>,
    smallest: Vec<u8>,
    bench: Option<Box<BlockScratch>>,
}

impl<G: Tiered> Default for Batch<G> {
    fn default() -> Batch<G> {
        Batch {
            scratch: Vec::new(),
            positions: Vec::with_capacity(BATCH),
            children: Vec::new(),
            slots: Vec::new(),
            smallest: Vec::new(),
            bench: None,
        }
    }
}

/// A position whose children have been found.
struct Found<P> {
    slot: u64,
    position: P,
    /// How many children of other tiers it has, among those that are looked at now.
    children: usize,
    /// Whether it has others, too.
    elsewhere: bool,
}

/// What the moves of a position out of the tier tell.
enum Leaving<W> {
    /// The smallest code among the children that were looked at.
    Smallest(W),
    /// There are such moves, but only to children that are not looked at now.
    Elsewhere,
    /// There are no such moves.
    None,
}

impl<G: Tiered, C: Reading> FirstPass<'_, G, C> {
    /// Writes what is known of every slot from one on, with this group of children; `false` if some code has
    /// no room.
    pub(crate) fn fill(self, codes: &mut [Shared<C>], group: u32, from: u64) -> Result<bool, SolveError>
    where
        C: Named,
    {
        let by_blocks = self.by_blocks.as_ref().and_then(|ways| Some((ways, self.children_codes(ways)?)));
        let chunk_len = by_blocks.as_ref().map_or(CHUNK, |(ways, _)| (ways.chunk)(&self.view.index));
        let fill_chunk = |batch: &mut Batch<G>, first: u64, codes: &mut [Shared<C>]| {
            self.run.check()?;
            if self.overflow.load(Relaxed) {
                return Ok(());
            }
            let slots = first..first + codes.len() as u64;
            if let Some((ways, children_codes)) = &by_blocks {
                self.fill_by_blocks(slots, codes, ways.smallest_child, children_codes, batch);
                return Ok(());
            }
            self.view.scan(
                slots,
                |slot| self.only.is_none_or(|only| only.contains(slot)),
                |slot, p| {
                    let code = C::Word::own(&mut codes[(slot - first) as usize]);
                    if !self.find(slot, p, code, batch) || batch.positions.len() < BATCH {
                        return;
                    }
                    self.read(first, codes, batch);
                },
            );
            self.read(first, codes, batch);
            Ok::<(), SolveError>(())
        };
        let stretch = chunk_len * LEAST_CHUNKS.max((codes.len() as u64).div_ceil(chunk_len * STRETCHES));
        let mut done = from;
        while done < codes.len() as u64 {
            self.keeper.resume_at(Next::FirstPass { group, slot: done });
            let end = codes.len().min((done + stretch) as usize);
            let now = &mut codes[done as usize..end];
            let slots = now.len() as u64;
            let chunks: Vec<Mutex<&mut [Shared<C>]>> =
                now.chunks_mut(chunk_len as usize).map(Mutex::new).collect();
            let filled = sum_chunks(slots, chunk_len, |batch: &mut Batch<G>, chunk, slots| {
                // Each chunk has one thread: the lock hands it over.
                let mut codes = chunks[chunk].lock().expect("no panic while locked");
                fill_chunk(batch, done + slots.start, &mut codes).map(|()| 0)
            });
            drop(chunks);
            let filled = filled.map(drop);
            let overflow = self.overflow.load(Relaxed);
            if overflow {
                return filled.map(|()| false);
            }
            if filled.is_ok() {
                done = end as u64;
                self.keeper.resume_at(Next::FirstPass { group, slot: done });
            }
            // A stretch that was stopped begins again, so it does not matter what was done of it.
            let long = self.long.lock().expect("no panic while locked");
            let put = |slots: Range<usize>, buffer: &mut Vec<u8>| put_codes::<C>(&codes[slots], buffer);
            let snapshot = Snapshot::new::<C>(Some(&**long), &put);
            if filled.is_ok() {
                self.keeper.keep(&snapshot);
            }
            self.keeper.keep_if_stopped(filled, &snapshot)?;
        }
        Ok(true)
    }

    /// The child tiers, if the codes of all of them are bytes of this layout.
    fn children_codes(&self, ways: &BlockSolver<G>) -> Option<ChildCodes<'_, G>> {
        let children = self.children.iter();
        let children = children.map(|(view, child)| Some((view.tier, &view.index, C::bytes(child)?)));
        let children: Vec<_> = children.collect::<Option<_>>()?;
        Some(ChildCodes::new(ways, &self.view.index, None, children.into_iter()))
    }

    /// Writes what is known of a range of slots of a game that reads its children block by block.
    fn fill_by_blocks(
        &self,
        slots: Range<u64>,
        codes: &mut [Shared<C>],
        smallest_child: SmallestChild<G>,
        children_codes: &ChildCodes<'_, G>,
        batch: &mut Batch<G>,
    ) {
        let TierView { game, tier, ref index } = *self.view;
        let first = slots.start;
        let Batch { scratch, slots: open, smallest, bench, .. } = batch;
        let wanted = |slot| self.only.is_none_or(|only| only.contains(slot));
        self.view.scan(slots, wanted, |slot, position| {
            if self.is_open(slot, &position, C::Word::own(&mut codes[(slot - first) as usize])) {
                open.push(slot);
            }
        });
        smallest_child(game, tier, index, open, children_codes, smallest, bench.get_or_insert_default());
        for (slot, smallest) in open.drain(..).zip(smallest.drain(..)) {
            let code = C::Word::own(&mut codes[(slot - first) as usize]);
            let short = C::before(C::Word::of(smallest.into())).filter(|&code| !C::is_long(code));
            match short {
                Some(short) if !self.later && smallest < u8::MAX => *code = short,
                _ => self.write(code, self.found_by_blocks(slot, smallest, *code, scratch)),
            }
        }
    }

    /// The code of a slot with this smallest code outside, where that is not enough to tell.
    fn found_by_blocks(
        &self,
        slot: u64,
        smallest: u8,
        known: C::Word,
        scratch: &mut Vec<G::Move>,
    ) -> Option<C::Word> {
        let position = self.view.position(slot);
        // The largest byte may be that of a child, or mean that there is none.
        let leaving = if smallest < u8::MAX {
            Leaving::Smallest(C::Word::of(smallest.into()))
        } else {
            self.leaving(&position, scratch)
        };
        self.found(slot, &position, known, leaving, scratch)
    }

    /// What the moves of one position out of the tier tell.
    #[cold]
    fn leaving(&self, p: &G::Position, scratch: &mut Vec<G::Move>) -> Leaving<C::Word> {
        let mut leaving = Leaving::None;
        let _ = self.view.game.for_each_child(self.view.tier, p, self.reach(), scratch, |child| {
            leaving = match (self.place(&child), &leaving) {
                (Some((number, child)), before) => {
                    let (view, codes) = &self.children[number as usize];
                    let code = codes.code(view.slot(&child));
                    Leaving::Smallest(if let Leaving::Smallest(other) = before {
                        code.min(*other)
                    } else {
                        code
                    })
                }
                (None, Leaving::Smallest(code)) => Leaving::Smallest(*code),
                (None, _) => Leaving::Elsewhere,
            };
            ControlFlow::<()>::Continue(())
        });
        leaving
    }

    /// Whether there is anything to find out about a position. If it is an end, that is written.
    #[inline]
    fn is_open(&self, slot: u64, p: &G::Position, code: &mut C::Word) -> bool {
        let game = self.view.game;
        if self.later {
            return *code != C::Word::of(C::UNUSED) && game.end(p).is_none();
        }
        if !game.is_legal(p) {
            return false;
        }
        if let Some(value) = game.end(p) {
            self.write(code, self.encode(slot, Outcome::ended(value)));
            return false;
        }
        true
    }

    /// Adds a position with its children to the batch; whether there is anything to find out about it.
    #[inline]
    fn find(&self, slot: u64, p: G::Position, code: &mut C::Word, batch: &mut Batch<G>) -> bool {
        let TierView { game, tier, .. } = *self.view;
        if !self.is_open(slot, &p, code) {
            return false;
        }
        let Batch { scratch, positions, children, .. } = batch;
        let (before, mut elsewhere) = (children.len(), false);
        let _ = game.for_each_child(tier, &p, self.reach(), scratch, |child| {
            match self.place(&child) {
                Some((number, child)) => {
                    children.push((number, self.children[number as usize].0.slot(&child)));
                }
                None => elsewhere = true,
            }
            ControlFlow::<()>::Continue(())
        });
        positions.push(Found { slot, position: p, children: children.len() - before, elsewhere });
        true
    }

    /// Reads the children of a batch and writes what they tell.
    fn read(&self, first: u64, codes: &mut [Shared<C>], batch: &mut Batch<G>) {
        let mut children = batch.children.drain(..);
        for Found { slot, position, children: count, elsewhere } in batch.positions.drain(..) {
            let read = |(number, slot): (u32, u64)| self.children[number as usize].1.code(slot);
            let leaving = match children.by_ref().take(count).map(read).min() {
                Some(smallest) => Leaving::Smallest(smallest),
                None if elsewhere => Leaving::Elsewhere,
                None => Leaving::None,
            };
            let code = C::Word::own(&mut codes[(slot - first) as usize]);
            let found = self.found(slot, &position, *code, leaving, &mut batch.scratch);
            self.write(code, found);
        }
    }

    /// The code of a position that is not an end, with what is known of its children by now.
    #[inline]
    fn found(
        &self,
        slot: u64,
        p: &G::Position,
        known: C::Word,
        leaving: Leaving<C::Word>,
        scratch: &mut Vec<G::Move>,
    ) -> Option<C::Word> {
        if self.later {
            self.look_again(slot, p, known, leaving, scratch)
        } else {
            self.look(slot, p, leaving, scratch)
        }
    }

    #[inline]
    fn write(&self, code: &mut C::Word, found: Option<C::Word>) {
        match found {
            Some(found) => *code = found,
            None => self.overflow.store(true, Relaxed),
        }
    }

    /// The code of a position that is not an end, as far as these children tell.
    #[inline]
    fn look(
        &self,
        slot: u64,
        p: &G::Position,
        leaving: Leaving<C::Word>,
        scratch: &mut Vec<G::Move>,
    ) -> Option<C::Word> {
        let pending = Some(C::Word::of(C::PENDING));
        match leaving {
            Leaving::Smallest(smallest) => self.before(slot, p, smallest, scratch),
            Leaving::Elsewhere => pending,
            Leaving::None if self.is_loopy() && self.has_move_inside(p, scratch) => pending,
            Leaving::None => self.encode(slot, Outcome::ended(self.view.game.stuck())),
        }
    }

    /// The same when other children have been looked at, with what they told.
    fn look_again(
        &self,
        slot: u64,
        p: &G::Position,
        known: C::Word,
        leaving: Leaving<C::Word>,
        scratch: &mut Vec<G::Move>,
    ) -> Option<C::Word> {
        let Leaving::Smallest(smallest) = leaving else { return Some(known) };
        let earlier =
            if C::is_long(known) { Some(self.exact_earlier(slot, known)) } else { C::decode(known) };
        let now = match C::before(smallest).filter(|&code| !C::is_long(code)) {
            Some(code) => C::decode(code),
            None => Some(self.exact(p, scratch)),
        };
        self.encode(slot, earlier.max(now).expect("there is a move"))
    }

    fn is_loopy(&self) -> bool {
        self.view.game.kind(self.view.tier) == TierKind::Loopy
    }

    /// The code of a position whose best move leads to a child of this code.
    #[inline]
    fn before(
        &self,
        slot: u64,
        p: &G::Position,
        smallest: C::Word,
        scratch: &mut Vec<G::Move>,
    ) -> Option<C::Word> {
        match C::before(smallest).filter(|&code| !C::is_long(code)) {
            Some(code) => Some(code),
            None => self.encode(slot, self.exact(p, scratch)),
        }
    }

    fn encode(&self, slot: u64, outcome: Outcome) -> Option<C::Word> {
        match C::encode(outcome).filter(|&code| !C::is_long(code)) {
            Some(code) => Some(code),
            None => {
                let most = LongGames::most(self.view.index.len());
                C::encode_long(slot, outcome, most, &mut self.long.lock().expect("no panic while locked"))
            }
        }
    }

    #[cold]
    fn exact_earlier(&self, slot: u64, code: C::Word) -> Outcome {
        let long = self.long.lock().expect("no panic while locked");
        long.outcome(slot, code.number() as u8).expect("long games are used slots")
    }

    /// The best outcome among these children, with remoteness beyond any code.
    #[cold]
    fn exact(&self, p: &G::Position, scratch: &mut Vec<G::Move>) -> Outcome {
        let TierView { game, tier, .. } = *self.view;
        let mut best = None;
        let _ = game.for_each_child(tier, p, self.reach(), scratch, |child| {
            if let Some((number, child)) = self.place(&child) {
                let (view, codes) = &self.children[number as usize];
                best = best.max(Some(codes.outcome(view.slot(&child)).one_move_before()));
            }
            ControlFlow::<()>::Continue(())
        });
        best.expect("there is a move")
    }

    fn reach(&self) -> Reach {
        // Where no move should stay inside, a move that does is found out by its tier not being declared.
        if self.is_loopy() { Reach::Outside } else { Reach::Anywhere }
    }

    /// The number of the child tier of a position, and its normal form, if this tier is being looked at.
    #[inline]
    fn place(&self, child: &G::Position) -> Option<(u32, G::Position)> {
        let TierView { game, tier, .. } = *self.view;
        let child = game.normalise(child);
        let child_tier = game.tier_of(&child);
        let number = self.children.iter().position(|(view, _)| view.tier == child_tier);
        if number.is_none() && !self.partial {
            undeclared(tier, child_tier);
        }
        Some((number? as u32, child))
    }

    fn has_move_inside(&self, p: &G::Position, scratch: &mut Vec<G::Move>) -> bool {
        let TierView { game, tier, .. } = *self.view;
        game.for_each_child(tier, p, Reach::Inside, scratch, ControlFlow::Break).is_break()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_of_a_child_means_the_same_after_it_is_translated() {
        let same = table::<NarrowTies, Wide>(|outcome| Wide::encode(outcome).unwrap());
        for number in 0..=u8::MAX {
            let outcome = NarrowTies::decode(number);
            assert_eq!(Wide::decode(same[usize::from(number)]), outcome, "{number}");
        }
    }

    #[test]
    fn a_long_game_of_a_child_is_read_from_the_list() {
        let mut long = LongGames::default();
        let codes = vec![long.encode(0, Outcome::Win(3)), long.encode(1, Outcome::Lose(900))];
        let child = Solved::Narrow(codes, long);
        let child = Wide::read(&child).unwrap();
        assert_eq!(Wide::decode(child.code(0)), Some(Outcome::Win(3)));
        assert_eq!(Wide::decode(child.code(1)), Some(Outcome::Lose(900)));
    }

    #[test]
    fn a_child_in_two_bytes_has_no_room_in_one_with_ties() {
        assert!(NarrowTies::read(&Solved::Wide(vec![Wide::UNUSED as u16])).is_none());
    }
}
