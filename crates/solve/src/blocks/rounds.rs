//! The rounds of a loopy tier, block by block.
//!
//! The same rounds as in [`retrograde`](crate::tier::retrograde), with three differences. Positions of a
//! block are followed together, one slide after the other. Indexes of rounds say which units have something
//! to do. And while there are many wins, a slot that waits for its children has the number of those that are
//! not won yet in its code: each win tells its parents once, however many rounds they wait.
//!
//! The codes of these numbers take the place of long losses. When the rounds get there, wins only mark the
//! parents that wait, and what is marked looks at its children again ([`Waiting`]). The slots whose bounds
//! have codes of waiting are kept aside meanwhile.
//!
//! Round `r` has three phases. Losses in `r` make their parents win in `r + 1`. Wins in `r` count down their
//! waiting parents. Then bounds that are due are looked at: lost in `r + 1` if all children are won by now,
//! else waiting. Within a phase no code changes in a way that another thread looks for, so the result does
//! not depend on threads.
//!
//! Counting needs as many moves from a parent to a child as there are moves back. That is so unless one of
//! them looks the same from several sides: such a child counts for so many times less, and such a parent
//! looks at all its children instead.

use std::ops::{Range, RangeInclusive};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
use zermelo_core::{Codes, Narrow};

use super::block_graph::{BATCH, Batch, BlockGraph, CodeBuffers, FollowScratch, Reached, follow};
use super::{BlockCourse, prefetch::prefetch};
use crate::SolveError;
use crate::memory::byte_scan::{each_equal, each_in, each_within};
use crate::tier::checkpoint::{Next, Snapshot};
use crate::tier::retrograde::Round;
use crate::tier::round_index::RoundIndex;

/// Waits for its children, but does not count them.
const PENDING: u8 = Narrow::PENDING as u8;
const DRAW: u8 = Narrow::DRAW as u8;
const UNUSED: u8 = Narrow::UNUSED as u8;

/// What the code of a slot that waits for its children says.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Waiting {
    /// How many of them are not won.
    Counted,
    /// Whether one of them was won in this round.
    Marked,
}

/// The rounds of one tier.
pub(super) struct Rounds<'a> {
    graph: &'a BlockGraph<'a>,
    /// By whose turn it is.
    codes: [&'a [AtomicU8]; 2],
    waiting_codes: Waiting,
    /// The first code of waiting: to be looked at in this round, because no child is left that is not won, or
    /// because of a mark. Those that follow wait for one, two … children.
    none_left: u8,
    /// By unit: the remotenesses of its losses and wins, of those found and of those that moves out of the
    /// tier promise.
    losses: RoundIndex<2>,
    wins: RoundIndex<2>,
    /// By unit: whether there are, or were, slots that wait.
    waits: Vec<AtomicBool>,
    /// How many slots wait, about.
    waiting: AtomicI64,
    /// How many slots the first pass left as wins, by remoteness.
    bound_wins: Vec<AtomicU64>,
    /// Slots with long losses as bounds, by turn, with these.
    long_bounds: Mutex<Vec<(u64, u64, u8)>>,
    course: &'a BlockCourse<'a>,
}

/// What a thread needs for its work.
struct Scratch {
    batch: Batch,
    room: FollowScratch,
    buffers: CodeBuffers,
    counts: [u8; BATCH],
}

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch {
            batch: Batch::default(),
            room: FollowScratch::default(),
            buffers: CodeBuffers::default(),
            counts: [0; BATCH],
        }
    }
}

impl<'a> Rounds<'a> {
    /// The rounds that follow a first pass, with the codes that it left.
    pub(super) fn new(
        graph: &'a BlockGraph<'a>,
        codes: [&'a [AtomicU8]; 2],
        waiting_codes: Waiting,
        course: &'a BlockCourse<'a>,
    ) -> Rounds<'a> {
        let most = if waiting_codes == Waiting::Counted { graph.forward.slides.len() } else { 0 };
        Rounds {
            graph,
            codes,
            waiting_codes,
            none_left: PENDING - 1 - most as u8,
            losses: RoundIndex::empty(graph.units()),
            wins: RoundIndex::empty(graph.units()),
            waits: (0..graph.units()).map(|_| AtomicBool::new(false)).collect(),
            waiting: AtomicI64::new(0),
            bound_wins: (0..128).map(|_| AtomicU64::new(0)).collect(),
            long_bounds: Mutex::new(Vec::new()),
            course,
        }
    }

    /// Goes through these rounds, as far as there are codes; the first that it left out, and whether there is
    /// anything to do from there on.
    pub(super) fn solve(self, rounds: Range<u32>) -> Result<(u32, bool), SolveError> {
        let end = rounds.end.min(u32::from(self.none_left) - 1);
        if rounds.start >= end {
            return Ok((rounds.start, true));
        }
        let put = |slots: Range<usize>, buffer: &mut Vec<u8>| self.put_codes(slots, buffer);
        let snapshot = Snapshot::new::<Narrow>(Some(self.course.long), &put);
        let result = self.go_through(rounds.start..end, &snapshot);
        self.course.keeper.keep_if_stopped(result, &snapshot)
    }

    fn go_through(&self, rounds: Range<u32>, snapshot: &Snapshot<'_>) -> Result<(u32, bool), SolveError> {
        self.course.keeper.resume_at(Next::Round(Round::WinsAndLosses(rounds.start)));
        self.prepare()?;
        let (mut won, mut next) = (0, rounds.start);
        for r in rounds.clone() {
            if r > 0 && !self.losses.goes_beyond(r - 1) && !self.wins.goes_beyond(r - 1) {
                break;
            }
            self.course.keeper.begin(Next::Round(Round::WinsAndLosses(r)));
            let won_next = self.push_losses(r, snapshot)?;
            won += self.bound_wins[r as usize].load(Relaxed);
            let waiting = self.waiting.load(Relaxed).max(0) as u64;
            // Whichever is less: counting down, or counting anew. The first round has to count.
            let anew = self.waiting_codes == Waiting::Counted && (r == rounds.start || waiting < won);
            if !anew {
                self.push_wins(r, snapshot)?;
            }
            self.check_due(r, anew, snapshot)?;
            won = won_next;
            next = r + 1;
        }
        let more = self.restore()? || next >= rounds.end;
        Ok((next, more))
    }

    /// Adds the codes of these slots of the tier to a buffer, with the meaning that they have elsewhere.
    fn put_codes(&self, slots: Range<usize>, buffer: &mut Vec<u8>) {
        let half = self.codes[0].len();
        let before = buffer.len();
        for slot in slots.clone() {
            let code = self.codes[slot / half][slot % half].load(Relaxed);
            buffer.push(if self.waits(code) { PENDING } else { code });
        }
        let long_bounds = self.long_bounds.lock().expect("no panic while locked");
        let slot_of = |&(turn, slot, _): &(u64, u64, u8)| turn as usize * half + slot as usize;
        let first = long_bounds.partition_point(|bound| slot_of(bound) < slots.start);
        for bound in long_bounds[first..].iter().take_while(|bound| slot_of(bound) < slots.end) {
            let code = &mut buffer[before + slot_of(bound) - slots.start];
            if *code == DRAW {
                *code = bound.2;
            }
        }
    }

    /// Whether this is a code of waiting.
    fn waits(&self, code: u8) -> bool {
        code >= self.none_left && code <= PENDING
    }

    /// Calls `work` for each wanted unit, in parallel, and adds up what it returns. What is known by then is
    /// kept if it is time and there is a snapshot.
    fn sweep(
        &self,
        snapshot: Option<&Snapshot<'_>>,
        wanted: impl Fn(usize) -> bool + Sync,
        work: impl Fn(usize, &mut Scratch) -> u64 + Sync,
    ) -> Result<u64, SolveError> {
        let one = |cache: &mut Option<Box<Scratch>>, unit: usize| -> Result<u64, SolveError> {
            if !wanted(unit) {
                return Ok(0);
            }
            self.course.run.check()?;
            let done = work(unit, cache.get_or_insert_with(Box::default));
            if let Some(snapshot) = snapshot {
                self.course.keeper.keep(snapshot);
            }
            Ok(done)
        };
        (0..self.graph.units()).into_par_iter().map_init(|| None, one).sum()
    }

    fn block_codes(&self, turn: u64, block: u64) -> &[AtomicU8] {
        let len = self.graph.orbits.block_len();
        &self.codes[turn as usize][(block * len) as usize..((block + 1) * len) as usize]
    }

    /// Calls `work` with all slots of a unit that have wanted codes, in batches.
    fn batches<const N: usize>(
        &self,
        unit: usize,
        wanted: &[RangeInclusive<u8>; N],
        cache: &mut Scratch,
        mut work: impl FnMut(&mut Scratch),
    ) {
        let orbits = self.graph.orbits;
        let (turn, blocks) = self.graph.blocks_of(unit);
        for block in blocks {
            cache.batch.begin(orbits, turn, block);
            each_in(self.block_codes(turn, block), wanted, |place| {
                cache.batch.add(orbits, place as u16);
                if cache.batch.is_full() {
                    work(cache);
                    cache.batch.clear();
                }
            });
            if !cache.batch.places.is_empty() {
                work(cache);
            }
        }
    }

    /// Enters all codes into the indexes of rounds, and puts long bounds aside.
    fn prepare(&self) -> Result<(), SolveError> {
        let prepare = |unit: usize, _: &mut Scratch| {
            let (turn, blocks) = self.graph.blocks_of(unit);
            let len = self.graph.orbits.block_len();
            let slots = blocks.start * len..blocks.end * len;
            let codes = &self.codes[turn as usize][slots.start as usize..slots.end as usize];
            // Counted without looking at what they are: nobody could predict that.
            let mut counts = [0u64; 256];
            for shared in codes {
                counts[usize::from(shared.load(Relaxed))] += 1;
            }
            let count = |code: u8| counts[usize::from(code)];
            let among = |code: fn(u32) -> u8, end: u32| -> u128 {
                (0..end).map(|r| u128::from(count(code(r)) > 0) << r).sum()
            };
            let lost = among(Narrow::lose, self.none_left.into());
            let won = among(Narrow::win, u32::from(u8::MAX - UNUSED));
            for (r, total) in (0..u8::MAX - UNUSED).zip(&self.bound_wins) {
                total.fetch_add(count(Narrow::win(r.into())), Relaxed);
            }
            if (self.none_left..PENDING).any(|code| count(code) > 0) {
                let mut long_bounds = self.long_bounds.lock().expect("no panic while locked");
                each_in(codes, &[self.none_left..=PENDING - 1], |place| {
                    // Cannot be lost in these rounds, but may be won.
                    let code = codes[place].swap(DRAW, Relaxed);
                    long_bounds.push((turn, slots.start + place as u64, code));
                });
            }
            self.waits[unit].store(count(PENDING) > 0, Relaxed);
            self.losses.begin(unit, lost);
            self.wins.begin(unit, won);
            0
        };
        let prepared = self.sweep(None, |_| true, prepare);
        self.long_bounds.lock().expect("no panic while locked").sort_unstable();
        prepared.map(drop)
    }

    /// Every loss in `r` makes its parents win in `r + 1`. How many there are, about.
    fn push_losses(&self, r: u32, snapshot: &Snapshot<'_>) -> Result<u64, SolveError> {
        let win = Narrow::win(r + 1);
        let backward = &self.graph.backward;
        let push = |unit: usize, cache: &mut Scratch| {
            let (mut pushed, mut waited) = (0, 0);
            self.batches(
                unit,
                &[Narrow::lose(r)..=Narrow::lose(r)],
                cache,
                |Scratch { batch, room, .. }| {
                    let mover = 1 - batch.turn;
                    let codes = self.codes[mover as usize];
                    let moves = backward.inside(self.graph.orbits, mover, batch.block);
                    let fetch = |slot| prefetch(codes, slot);
                    follow(batch, &moves, room, fetch, |reached: Reached<'_>| {
                        let codes = &codes[reached.first as usize..];
                        let before = pushed;
                        each_within(codes, reached.places, r as u8 + 1..=win - 1, |place, code| {
                            if code != UNUSED {
                                codes[usize::from(place)].store(win, Relaxed);
                                pushed += 1;
                                waited += i64::from(code >= self.none_left && code <= PENDING);
                            }
                        });
                        if pushed > before {
                            self.wins.note(self.graph.unit_of(mover, reached.block), r + 1);
                        }
                    });
                },
            );
            self.waiting.fetch_sub(waited, Relaxed);
            pushed
        };
        self.sweep(Some(snapshot), |unit| self.losses.has(unit, r), push)
    }

    /// Every win in `r` counts down its parents that wait.
    fn push_wins(&self, r: u32, snapshot: &Snapshot<'_>) -> Result<(), SolveError> {
        let backward = &self.graph.backward;
        let push = |unit: usize, cache: &mut Scratch| {
            self.batches(
                unit,
                &[Narrow::win(r)..=Narrow::win(r)],
                cache,
                |Scratch { batch, room, .. }| {
                    if batch.symmetric && self.waiting_codes == Waiting::Counted {
                        self.push_symmetric_wins(r, batch);
                    }
                    let mover = 1 - batch.turn;
                    let codes = self.codes[mover as usize];
                    let moves = backward.inside(self.graph.orbits, mover, batch.block);
                    let fetch = |slot| prefetch(codes, slot);
                    follow(batch, &moves, room, fetch, |reached: Reached<'_>| {
                        let codes = &codes[reached.first as usize..];
                        let mut lost = false;
                        each_within(codes, reached.places, self.none_left + 1..=PENDING, |place, code| {
                            lost |= if self.waiting_codes == Waiting::Marked {
                                codes[usize::from(place)].store(self.none_left, Relaxed);
                                true
                            } else if code < PENDING {
                                // One of the children that it counted is this one, so nobody else counts it
                                // to the end.
                                codes[usize::from(place)].fetch_sub(1, Relaxed) == self.none_left + 1
                            } else {
                                self.look_at_all(r, mover, reached.first + u64::from(place))
                            };
                        });
                        if lost {
                            self.losses.note(self.graph.unit_of(mover, reached.block), r + 1);
                        }
                    });
                },
            );
            0
        };
        self.sweep(Some(snapshot), |unit| self.wins.has(unit, r), push)?;
        Ok(())
    }

    /// The same for those in a batch that look the same from several sides, which are taken out of it. Each
    /// of their moves back is made so many times.
    #[cold]
    fn push_symmetric_wins(&self, r: u32, batch: &mut Batch) {
        let BlockGraph { orbits, ref backward, .. } = *self.graph;
        let mover = 1 - batch.turn;
        let places = std::mem::take(&mut batch.places);
        batch.clear();
        for place in places {
            let sides = orbits.sides(batch.first + u64::from(place));
            if sides == 1 {
                batch.add(orbits, place);
                continue;
            }
            let other = orbits.other_at(batch.key.into(), place.into()) as u32;
            let mut parents = Vec::new();
            self.graph.follow_one([batch.key, other], &backward.slides, mover, |parent| parents.push(parent));
            parents.sort_unstable();
            for equal in parents.chunk_by(|a, b| a == b) {
                let shared = &self.codes[mover as usize][equal[0] as usize];
                let code = shared.load(Relaxed);
                let moves = (equal.len() as u64 / sides) as u8;
                let lost = if code == PENDING {
                    self.look_at_all(r, mover, equal[0])
                } else if code > self.none_left && code < PENDING {
                    shared.fetch_sub(moves, Relaxed) == self.none_left + moves
                } else {
                    false
                };
                if lost {
                    let block = equal[0] / orbits.block_len();
                    self.losses.note(self.graph.unit_of(mover, block), r + 1);
                }
            }
        }
    }

    /// Whether all children of a slot that does not count them are won within `r` moves; then it waits no
    /// more.
    #[cold]
    fn look_at_all(&self, r: u32, turn: u64, slot: u64) -> bool {
        let BlockGraph { orbits, ref forward, .. } = *self.graph;
        let (key, _) = orbits.key_of(slot / orbits.block_len());
        let other = orbits.other_at(key, (slot % orbits.block_len()) as u32);
        let codes = self.codes[1 - turn as usize];
        let mut all_won = true;
        self.graph.follow_one([key as u32, other as u32], &forward.slides, turn, |child| {
            all_won &= codes[child as usize].load(Relaxed) >= Narrow::win(r);
        });
        if all_won {
            self.codes[turn as usize][slot as usize].store(self.none_left, Relaxed);
        }
        all_won
    }

    /// Finds the losses in `r + 1`: what waits no more, bounds that are due and, where all are counted
    /// `anew`, what waits.
    fn check_due(&self, r: u32, anew: bool, snapshot: &Snapshot<'_>) -> Result<(), SolveError> {
        let due = Narrow::lose(r + 1);
        let forward = &self.graph.forward;
        if anew {
            self.waiting.store(0, Relaxed);
        }
        let check = |unit: usize, cache: &mut Scratch| {
            let (turn, blocks) = self.graph.blocks_of(unit);
            let mut waiting = 0;
            let mut lost = false;
            let marked = self.waiting_codes == Waiting::Marked;
            // The second range is that of the marks, all that wait, or the first again.
            let other = if marked {
                self.none_left..=self.none_left
            } else if anew {
                self.none_left..=PENDING
            } else {
                due..=due
            };
            self.batches(unit, &[due..=due, other], cache, |Scratch { batch, room, buffers, counts }| {
                let orbits = self.graph.orbits;
                counts[..batch.places.len()].fill(0);
                let codes = self.codes[1 - turn as usize];
                let moves = forward.inside(orbits, turn, batch.block);
                let fetch = |slot| prefetch(codes, slot);
                follow(batch, &moves, room, fetch, |reached: Reached<'_>| {
                    let codes = &codes[reached.first as usize..];
                    let children = reached.read(|place| codes[place].load(Relaxed), buffers);
                    for (count, &code) in counts.iter_mut().zip(children) {
                        *count += u8::from(code < Narrow::win(r));
                    }
                });
                for (&count, &place) in counts.iter().zip(&batch.places) {
                    let slot = batch.first + u64::from(place);
                    let code = if count == 0 {
                        lost = true;
                        due
                    } else if marked || batch.symmetric && orbits.sides(slot) > 1 {
                        waiting += 1;
                        PENDING
                    } else {
                        waiting += 1;
                        self.none_left + count
                    };
                    self.codes[turn as usize][slot as usize].store(code, Relaxed);
                }
            });
            if !anew && !marked {
                for block in blocks {
                    let codes = self.block_codes(turn, block);
                    each_equal(codes, self.none_left, |place| {
                        codes[place].store(due, Relaxed);
                        waiting -= 1;
                        lost = true;
                    });
                }
            }
            if lost {
                self.losses.note(unit, r + 1);
            }
            if waiting > 0 {
                self.waits[unit].store(true, Relaxed);
            }
            self.waiting.fetch_add(waiting, Relaxed);
            0
        };
        let wanted = |unit: usize| self.losses.has(unit, r + 1) || anew && self.waits[unit].load(Relaxed);
        self.sweep(Some(snapshot), wanted, check)?;
        Ok(())
    }

    /// Gives all codes the meaning again that they have elsewhere. Whether there are long bounds among them.
    fn restore(&self) -> Result<bool, SolveError> {
        let restore = |unit: usize, _: &mut Scratch| {
            let (turn, blocks) = self.graph.blocks_of(unit);
            for block in blocks {
                for shared in self.block_codes(turn, block) {
                    let code = shared.load(Relaxed);
                    // Written in any case: no branch to predict.
                    shared.store(if self.waits(code) { PENDING } else { code }, Relaxed);
                }
            }
            0
        };
        self.sweep(None, |_| true, restore)?;
        let long_bounds = self.long_bounds.lock().expect("no panic while locked");
        for &(turn, slot, code) in long_bounds.iter() {
            let shared = &self.codes[turn as usize][slot as usize];
            if shared.load(Relaxed) == DRAW {
                shared.store(code, Relaxed);
            }
        }
        Ok(!long_bounds.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use zermelo_core::Tiered;

    use crate::schedule::scheduler::solve_tiers;
    use crate::sliders::Sliders;
    use crate::{MemoryTierStore, Plan, Retro, Slides, SolveMode, Solved, unlimited};

    fn solved<P: SolveMode<Sliders>>(game: &Sliders) -> Vec<Option<Solved>> {
        let (plan, store) = (Plan::of(game), MemoryTierStore::default());
        solve_tiers::<_, P>(game, &plan, None, &store, &unlimited()).unwrap();
        plan.tiers().iter().map(|planned| store.tier(&planned.tier.to_string())).collect()
    }

    #[test]
    fn every_code_is_that_of_the_rounds_by_position() {
        let game = Sliders::new();
        assert!(game.index(33).1.block_len() >= super::super::SHORTEST, "no tier is solved block by block");
        assert!(solved::<Slides>(&game) == solved::<Retro>(&game));
    }
}
