//! The loopy solver: positions that can reach each other in circles, solved in rounds of remoteness.
//!
//! One word per slot, no queues, counters or locks. Before it starts every slot holds
//! - the code of its outcome, if it is over;
//! - otherwise the outcome it would have if it had only its moves that leave the graph: a *bound*, which becomes
//!   final when the round reaches its remoteness;
//! - or "pending", if it has no such moves, or once its bound as a loss has been reached while some child is not
//!   yet won.
//!
//! In round `r` the codes of remoteness up to `r` are final. Every *lose in r* makes its parents *win in r +
//! 1*, and every candidate for *lose in r + 1* is checked against all its children: those whose bound is just
//! reached, and the pending ones, of which only the parents of a new *win in r* need a look when these are
//! few. When the rounds run dry, ties spread in the same way, and what is still pending is a draw.
//!
//! All writes of one phase to a slot store the same value, and what a phase looks for in children is never
//! written in that phase, so relaxed atomic words suffice and the result does not depend on the number of
//! threads. Only the counts of changes may: two threads may both make the same one. They are used to tell
//! "some" from "none", and to choose the cheaper of two ways.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
use zermelo_core::{Codes, Word};

use crate::memory::shared_loop::sum_chunks;
use crate::tier::checkpoint::{Keeper, Named, Next, Snapshot, put_codes};
use crate::tier::long_games::LongGames;
use crate::tier::round_index::RoundIndex;
use crate::{Run, SolveError};

/// Slots that one thread takes at a time.
pub(crate) const CHUNK: u64 = 4096;

/// So many positions are looked at together, where codes are read all over a tier.
pub(crate) const BATCH: usize = 16;

/// What the solver sees of a game: slots, and the moves among them.
pub(crate) trait Graph: Sync {
    /// What is needed to list the moves of a slot.
    type Node: Copy;
    /// FollowScratch for listing moves, one per thread.
    type Scratch: Default;
    /// Whether [`for_each_parent`](Graph::for_each_parent) works.
    const PARENTS: bool;

    fn len(&self) -> u64;

    /// Visits the wanted slots in order.
    fn scan(&self, slots: Range<u64>, want: impl Fn(u64) -> bool, visit: impl FnMut(u64, Self::Node));

    /// Visits the slots of the children in the graph until `visit` breaks.
    fn for_each_child(
        &self,
        node: Self::Node,
        scratch: &mut Self::Scratch,
        visit: impl FnMut(u64) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Visits the parents in the graph.
    fn for_each_parent(&self, node: Self::Node, visit: impl FnMut(u64, Self::Node));
}

/// The codes of a graph while it is solved.
pub(crate) type Shared<C> = <<C as Codes>::Word as Word>::Shared;

/// The next round: of wins and losses, or of ties, which come after.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Round {
    WinsAndLosses(u32),
    Ties(u32),
}

impl Round {
    pub(crate) const FIRST: Round = Round::WinsAndLosses(0);
}

/// How far the rounds came.
#[must_use]
pub(crate) enum Progress {
    /// Every slot is decided.
    Done,
    /// From this round on remoteness has no room in the codes: wider ones may go on from here.
    NoRoom(Round),
}

/// How many slots start with each code.
pub(crate) struct Histogram(Vec<u64>);

impl Histogram {
    pub(crate) fn count<C: Codes>(codes: &[Shared<C>]) -> Histogram {
        let merge = |mut a: Vec<u64>, b: Vec<u64>| {
            a.resize(a.len().max(b.len()), 0);
            for (total, count) in a.iter_mut().zip(b) {
                *total += count;
            }
            a
        };
        let chunk = |codes: &[Shared<C>]| {
            // Bytes are counted as they are, which is much faster than placing each of them.
            let mut bytes = [0u64; 256];
            let mut places = Vec::new();
            for code in codes {
                let number = C::Word::get(code).number();
                if C::Word::MAX == u32::from(u8::MAX) {
                    bytes[number as usize % 256] += 1;
                } else {
                    Self::add::<C>(&mut places, number, 1);
                }
            }
            for (number, &count) in bytes.iter().enumerate().filter(|(_, count)| **count > 0) {
                Self::add::<C>(&mut places, number as u32, count);
            }
            places
        };
        Histogram(codes.par_chunks(1 << 16).map(chunk).reduce(Vec::new, merge))
    }

    fn add<C: Codes>(places: &mut Vec<u64>, number: u32, count: u64) {
        if number == C::DRAW || number == C::UNUSED {
            return;
        }
        let place = Self::place::<C>(number);
        places.resize(places.len().max(place + 1), 0);
        places[place] += count;
    }

    /// Pending comes first, then losses, wins and ties in turn by remoteness, so that the list stays short
    /// whatever the width of the codes.
    fn place<C: Codes>(number: u32) -> usize {
        (if number < C::LOSSES {
            3 * number + 1
        } else if number < C::PENDING {
            3 * (number - C::LOSSES) + 3
        } else if number > C::UNUSED {
            3 * (C::Word::MAX - number) + 2
        } else {
            0
        }) as usize
    }

    fn at(&self, place: usize) -> u64 {
        self.0.get(place).copied().unwrap_or(0)
    }

    fn pending(&self) -> u64 {
        self.at(0)
    }

    fn losses(&self, r: u32) -> u64 {
        self.at(3 * r as usize + 1)
    }

    fn wins(&self, r: u32) -> u64 {
        self.at(3 * r as usize + 2)
    }

    fn ties(&self, r: u32) -> u64 {
        self.at(3 * r as usize + 3)
    }

    /// The largest remoteness that occurs.
    fn deepest(&self) -> u32 {
        self.0.iter().rposition(|&count| count > 0).map_or(0, |place| place.saturating_sub(1) as u32 / 3)
    }
}

/// Where the rounds begin, and what goes beside them.
pub(crate) struct Course<'a> {
    /// The first round.
    pub(crate) from: Round,
    /// Whether an earlier solve may have done a part of that round.
    pub(crate) resumed: bool,
    /// Remoteness stays below this.
    pub(crate) room: u32,
    /// Long games among the codes, which are kept with them.
    pub(crate) long: Option<&'a LongGames>,
    pub(crate) keeper: &'a Keeper<'a>,
    pub(crate) run: &'a Run<'a>,
}

/// Decides every slot, as far as there is room.
pub(crate) fn solve<C: Named, G: Graph>(
    graph: &G,
    codes: &[Shared<C>],
    course: &Course<'_>,
) -> Result<Progress, SolveError> {
    let put = |slots: Range<usize>, buffer: &mut Vec<u8>| put_codes::<C>(&codes[slots], buffer);
    let snapshot = Snapshot::new::<C>(course.long, &put);
    let chunks = graph.len().div_ceil(CHUNK) as usize;
    let solver = Solver::<C, G> { graph, codes, course, snapshot: &snapshot, chunks };
    course.keeper.keep_if_stopped(solver.solve(), &snapshot)
}

struct Solver<'a, C: Codes, G> {
    graph: &'a G,
    codes: &'a [Shared<C>],
    course: &'a Course<'a>,
    snapshot: &'a Snapshot<'a>,
    chunks: usize,
}

impl<C: Named, G: Graph> Solver<'_, C, G> {
    fn solve(&self) -> Result<Progress, SolveError> {
        self.course.keeper.resume_at(Next::Round(self.course.from));
        let start = Histogram::count::<C>(self.codes);
        let first_ties = match self.course.from {
            Round::WinsAndLosses(first) => {
                if let Some(r) = self.wins_and_losses(first, &start)? {
                    return Ok(Progress::NoRoom(Round::WinsAndLosses(r)));
                }
                0
            }
            Round::Ties(first) => first,
        };
        if C::TIES > 0
            && let Some(r) = self.ties(first_ties, &start)?
        {
            return Ok(Progress::NoRoom(Round::Ties(r)));
        }
        Ok(Progress::Done)
    }

    #[inline]
    fn code(&self, slot: u64) -> C::Word {
        C::Word::get(&self.codes[slot as usize])
    }

    #[inline]
    fn set(&self, slot: u64, code: C::Word) {
        C::Word::set(&self.codes[slot as usize], code);
    }

    /// Calls `work` for each chunk of slots that `wanted` names, in parallel, and sums up what it returns.
    fn sweep(
        &self,
        wanted: impl Fn(usize) -> bool + Sync,
        work: impl Fn(usize, Range<u64>, &mut G::Scratch) -> u64 + Sync,
    ) -> Result<u64, SolveError> {
        sum_chunks(self.graph.len(), CHUNK, |scratch: &mut G::Scratch, chunk, slots| {
            if !wanted(chunk) {
                return Ok(0);
            }
            self.course.run.check()?;
            let done = work(chunk, slots, scratch);
            self.course.keeper.keep(self.snapshot);
            Ok(done)
        })
    }

    /// The rounds from `first` on. The round that has no room, if it comes to that.
    fn wins_and_losses(&self, first: u32, start: &Histogram) -> Result<Option<u32>, SolveError> {
        let new_counts = || (0..self.chunks).map(|_| AtomicU32::new(0)).collect::<Vec<AtomicU32>>();
        // By chunk: how many are lost in just r. Chunks without any need no look.
        let mut losses = new_counts();
        let count_lost = |chunk: usize, slots: Range<u64>, _: &mut G::Scratch| {
            let lost = slots.filter(|&slot| self.code(slot) == C::lose(first)).count();
            losses[chunk].store(lost as u32, Relaxed);
            lost as u64
        };
        let mut lost = self.sweep(|_| true, count_lost)?;
        // By chunk: whether some slot may still become a loss.
        let open: Vec<AtomicU32> = (0..self.chunks).map(|_| AtomicU32::new(1)).collect();
        let mut pending = start.pending();
        let mut won = start.wins(first);
        let deepest = start.deepest();
        let mut index: Option<RoundIndex<1>> = None;

        for r in first.. {
            // A part of this round may have been done by a solve that was stopped. It may have made a slot
            // pending whose bound was due and not have come to look at it, so all that is pending is looked
            // at.
            let partly_done = self.course.resumed && r == first;
            if lost == 0 && won == 0 && r > deepest && !partly_done {
                return Ok(None);
            }
            if r + 1 >= self.course.room {
                return Ok(Some(r));
            }
            self.course.keeper.begin(Next::Round(Round::WinsAndLosses(r)));
            let bounds_due = start.losses(r + 1) > 0;
            let next = new_counts();
            let mut won_next = start.wins(r + 1);
            let mut lost_next = 0;
            if G::PARENTS {
                if lost > 0 {
                    won_next += self.push_losses(r, &losses, index.as_ref())?;
                }
                if won > 0 || bounds_due || partly_done {
                    // Few new wins among many pending slots: look at the parents of the wins only.
                    lost_next = if won * 8 < pending && !partly_done {
                        let known = index.take().filter(|index| index.covers(r + 1));
                        let index =
                            index.insert(known.unwrap_or_else(|| RoundIndex::of_codes::<C>(self.codes, r)));
                        self.check_parents(r, won > 0, index, &next)?
                    } else {
                        let still = AtomicU64::new(0);
                        let found = self.check_pending(r, &open, &next, &still)?;
                        pending = still.into_inner();
                        found
                    };
                }
            } else if lost > 0 || won > 0 || bounds_due {
                let found_wins = AtomicU64::new(0);
                lost_next = self.pull(r, &open, &next, &found_wins)?;
                won_next += found_wins.into_inner();
            }
            (lost, won, losses) = (lost_next, won_next, next);
        }
        unreachable!("the rounds end");
    }

    /// Whether a slot of this code becomes a win in `r + 1` if it has a child lost in `r`.
    #[inline]
    fn improvable(code: C::Word, r: u32) -> bool {
        let number = code.number();
        // Not lost in r or less, not won in r + 1 or less, no tie that is an end, and no parent that is not
        // legal.
        number > r
            && number < C::Word::MAX - (r + 1)
            && (C::TIES == 0 || number != C::LOSSES)
            && number != C::UNUSED
    }

    /// Every loss in `r` makes its parents win in `r + 1`.
    fn push_losses(
        &self,
        r: u32,
        losses: &[AtomicU32],
        index: Option<&RoundIndex<1>>,
    ) -> Result<u64, SolveError> {
        self.sweep(
            |chunk| losses[chunk].load(Relaxed) > 0,
            |_, slots, _| {
                let mut pushed = 0;
                let mut batch = Vec::new();
                let mut push = |batch: &mut Vec<u64>| {
                    for parent in batch.drain(..).filter(|&parent| Self::improvable(self.code(parent), r)) {
                        self.set(parent, C::win(r + 1));
                        if let Some(index) = index {
                            index.note_slot(parent, r + 1);
                        }
                        pushed += 1;
                    }
                };
                let lost = |slot| self.code(slot) == C::lose(r);
                self.graph.scan(slots, lost, |_, node| {
                    self.graph.for_each_parent(node, |parent, _| batch.push(parent));
                    if batch.len() >= BATCH {
                        push(&mut batch);
                    }
                });
                push(&mut batch);
                pushed
            },
        )
    }

    /// Whether all children in the graph are won within `r` moves.
    #[inline]
    fn all_won(&self, r: u32, node: G::Node, scratch: &mut G::Scratch) -> bool {
        let won = C::win(r);
        let look =
            |child| if self.code(child) >= won { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        self.graph.for_each_child(node, scratch, look).is_continue()
    }

    /// A candidate is lost in `r + 1` if all its children are won by now, else it is pending.
    #[inline]
    fn decide(&self, r: u32, slot: u64, node: G::Node, scratch: &mut G::Scratch) -> bool {
        let lost = self.all_won(r, node, scratch);
        self.set(slot, if lost { C::lose(r + 1) } else { C::Word::of(C::PENDING) });
        lost
    }

    #[inline]
    fn is_candidate(code: C::Word, r: u32) -> bool {
        code.number() == C::PENDING || code.number() == r + 1
    }

    /// Checks all candidates for a loss in `r + 1`. Most of them have a first child that is not won: those
    /// children are read many at a time, so that the processor waits for all of them at once.
    fn check_pending(
        &self,
        r: u32,
        open: &[AtomicU32],
        next: &[AtomicU32],
        still: &AtomicU64,
    ) -> Result<u64, SolveError> {
        self.sweep(
            |chunk| open[chunk].load(Relaxed) > 0,
            |chunk, slots, scratch| {
                let (mut lost, mut waiting) = (0u32, 0u32);
                let candidate = |slot| Self::is_candidate(self.code(slot), r);
                let mut batch = Vec::with_capacity(BATCH);
                let mut decide = |batch: &mut Vec<(u64, G::Node, Option<u64>)>, scratch: &mut G::Scratch| {
                    for (slot, node, first) in batch.drain(..) {
                        if first.is_some_and(|child| self.code(child) < C::win(r)) {
                            self.set(slot, C::Word::of(C::PENDING));
                            waiting += 1;
                        } else if self.decide(r, slot, node, scratch) {
                            lost += 1;
                        } else {
                            waiting += 1;
                        }
                    }
                };
                self.graph.scan(slots.clone(), candidate, |slot, node| {
                    let mut first = None;
                    let _ = self.graph.for_each_child(node, scratch, |child| {
                        first = Some(child);
                        ControlFlow::Break(())
                    });
                    batch.push((slot, node, first));
                    if batch.len() == BATCH {
                        decide(&mut batch, scratch);
                    }
                });
                decide(&mut batch, scratch);
                if waiting == 0 {
                    let bound = |slot: u64| (r + 2..C::LOSSES).contains(&self.code(slot).number());
                    open[chunk].store(u32::from(slots.into_iter().any(bound)), Relaxed);
                }
                still.fetch_add(u64::from(waiting), Relaxed);
                next[chunk].store(lost, Relaxed);
                u64::from(lost)
            },
        )
    }

    /// Checks only the candidates that can have changed: bounds now due, and pending parents of wins in `r`.
    fn check_parents(
        &self,
        r: u32,
        wins: bool,
        index: &RoundIndex<1>,
        next: &[AtomicU32],
    ) -> Result<u64, SolveError> {
        let due = C::Word::of(r + 1);
        let won = C::win(r);
        self.sweep(
            |chunk| index.has(chunk, r + 1) || (wins && index.has(chunk, r)),
            |_, slots, scratch| {
                let mut lost = 0;
                let mut decide = |slot: u64, node, scratch: &mut G::Scratch| {
                    if self.decide(r, slot, node, scratch) {
                        next[(slot / CHUNK) as usize].fetch_add(1, Relaxed);
                        lost += 1;
                    }
                };
                let mut batch = Vec::new();
                let mut check = |batch: &mut Vec<(u64, G::Node)>, scratch: &mut G::Scratch| {
                    for (parent, node) in batch.drain(..) {
                        if self.code(parent).number() == C::PENDING {
                            decide(parent, node, scratch);
                        }
                    }
                };
                let wanted = |slot| {
                    let code = self.code(slot);
                    code == due || (wins && code == won)
                };
                self.graph.scan(slots, wanted, |slot, node| {
                    if self.code(slot) == won {
                        self.graph.for_each_parent(node, |parent, node| batch.push((parent, node)));
                    } else {
                        // Its bound has been reached: from now on it is like the others that wait for their
                        // children.
                        self.set(slot, C::Word::of(C::PENDING));
                        batch.push((slot, node));
                    }
                    if batch.len() >= BATCH {
                        check(&mut batch, scratch);
                    }
                });
                check(&mut batch, scratch);
                lost
            },
        )
    }

    /// Without un-moves: every undecided slot looks at all its children.
    fn pull(
        &self,
        r: u32,
        open: &[AtomicU32],
        next: &[AtomicU32],
        found_wins: &AtomicU64,
    ) -> Result<u64, SolveError> {
        self.sweep(
            |chunk| open[chunk].load(Relaxed) > 0,
            |chunk, slots, scratch| {
                let (mut lost, mut won, mut undecided) = (0u32, 0u64, 0u64);
                let wanted = |slot| Self::improvable(self.code(slot), r);
                self.graph.scan(slots, wanted, |slot, node| {
                    let mut all_won = true;
                    let look = |child| {
                        let code = self.code(child);
                        all_won &= code >= C::win(r);
                        if code == C::lose(r) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                    };
                    if self.graph.for_each_child(node, scratch, look).is_break() {
                        self.set(slot, C::win(r + 1));
                        won += 1;
                    } else if Self::is_candidate(self.code(slot), r) {
                        self.set(slot, if all_won { C::lose(r + 1) } else { C::Word::of(C::PENDING) });
                        lost += u32::from(all_won);
                        undecided += u64::from(!all_won);
                    } else {
                        undecided += 1;
                    }
                });
                open[chunk].store(u32::from(undecided > 0), Relaxed);
                found_wins.fetch_add(won, Relaxed);
                next[chunk].store(lost, Relaxed);
                u64::from(lost)
            },
        )
    }

    /// Whether a slot of this code becomes a tie in `r + 1` if it has a child that ties in `r`.
    #[inline]
    fn can_tie(code: C::Word, r: u32) -> bool {
        let number = code.number();
        number == C::PENDING || number == C::DRAW || (C::LOSSES + r + 2..C::PENDING).contains(&number)
    }

    /// After wins and losses: ties spread to whoever has nothing better.
    fn ties(&self, first: u32, start: &Histogram) -> Result<Option<u32>, SolveError> {
        let deepest = start.deepest();
        let mut tied = start.ties(first);
        for r in first.. {
            if tied == 0 && r > deepest {
                return Ok(None);
            }
            if tied > 0 {
                self.course.keeper.begin(Next::Round(Round::Ties(r)));
                if r + 1 >= C::TIES {
                    return Ok(Some(r));
                }
                let spread = self.sweep(
                    |_| true,
                    |_, slots, scratch| {
                        if G::PARENTS { self.push_ties(r, slots) } else { self.pull_ties(r, slots, scratch) }
                    },
                )?;
                tied = spread + start.ties(r + 1);
            } else {
                tied = start.ties(r + 1);
            }
        }
        unreachable!("the rounds end");
    }

    fn push_ties(&self, r: u32, slots: Range<u64>) -> u64 {
        let mut spread = 0;
        let tied = |slot| self.code(slot) == C::tie(r);
        self.graph.scan(slots, tied, |_, node| {
            self.graph.for_each_parent(node, |parent, _| {
                if Self::can_tie(self.code(parent), r) {
                    self.set(parent, C::tie(r + 1));
                    spread += 1;
                }
            });
        });
        spread
    }

    fn pull_ties(&self, r: u32, slots: Range<u64>, scratch: &mut G::Scratch) -> u64 {
        let mut spread = 0;
        self.graph.scan(
            slots,
            |slot| Self::can_tie(self.code(slot), r),
            |slot, node| {
                let look = |child| {
                    if self.code(child) == C::tie(r) {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                };
                if self.graph.for_each_child(node, scratch, look).is_break() {
                    self.set(slot, C::tie(r + 1));
                    spread += 1;
                }
            },
        );
        spread
    }
}

/// Nobody can force anything in what is still pending when the rounds are over.
pub(crate) fn rest_draws<C: Codes>(codes: &[Shared<C>]) {
    let draw = |code: &Shared<C>| {
        if C::Word::get(code).number() == C::PENDING {
            C::Word::set(code, C::Word::of(C::DRAW));
        }
    };
    codes.par_iter().with_min_len(1 << 16).for_each(draw);
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::unlimited;
    use zermelo_core::{Narrow, NarrowTies, Outcome, Wide};

    /// A graph as lists of children; `PARENTS` says whether the solver may ask for parents.
    pub(crate) struct Lists<const PARENTS: bool> {
        pub(crate) children: Vec<Vec<u64>>,
        parents: Vec<Vec<u64>>,
    }

    impl<const PARENTS: bool> Lists<PARENTS> {
        pub(crate) fn new(children: Vec<Vec<u64>>) -> Lists<PARENTS> {
            let mut parents = vec![Vec::new(); children.len()];
            for (slot, list) in (0..).zip(&children) {
                for &child in list {
                    parents[child as usize].push(slot);
                }
            }
            Lists { children, parents }
        }
    }

    impl<const PARENTS: bool> Graph for Lists<PARENTS> {
        type Node = u64;
        type Scratch = ();
        const PARENTS: bool = PARENTS;

        fn len(&self) -> u64 {
            self.children.len() as u64
        }

        fn scan(&self, slots: Range<u64>, want: impl Fn(u64) -> bool, mut visit: impl FnMut(u64, u64)) {
            slots.filter(|&slot| want(slot)).for_each(|slot| visit(slot, slot));
        }

        fn for_each_child(
            &self,
            slot: u64,
            (): &mut (),
            visit: impl FnMut(u64) -> ControlFlow<()>,
        ) -> ControlFlow<()> {
            self.children[slot as usize].iter().copied().try_for_each(visit)
        }

        fn for_each_parent(&self, slot: u64, mut visit: impl FnMut(u64, u64)) {
            self.parents[slot as usize].iter().for_each(|&parent| visit(parent, parent));
        }
    }

    /// What moves out of a tier may promise.
    fn bounds(ties: bool) -> Vec<Outcome> {
        let decided = (1..6).flat_map(|r| [Outcome::Lose(r), Outcome::Win(r)]);
        decided.chain([Outcome::Draw]).chain(ties.then_some(Outcome::Tie(3))).collect()
    }

    /// Random places with random moves; some are ends, and some also have moves that leave the graph.
    fn check<C: Named, const PARENTS: bool>(seed: u64) {
        let mut random = fastrand::Rng::with_seed(seed);
        let slots = random.u64(1..2 * CHUNK + 100);
        let mut bound = Vec::new();
        let mut children = Vec::new();
        for _ in 0..slots {
            let moves = if random.u32(..5) == 0 { 0 } else { random.u32(1..4) };
            children.push((0..moves).map(|_| random.u64(..slots)).collect::<Vec<u64>>());
            let some = bounds(C::TIES > 0);
            bound.push(if moves == 0 {
                Some(if C::TIES > 0 && random.bool() { Outcome::Tie(0) } else { Outcome::Lose(0) })
            } else {
                (random.u32(..4) == 0).then(|| some[random.usize(..some.len())])
            });
        }
        let code = |bound: &Option<Outcome>| match bound {
            Some(outcome) => C::encode(*outcome).unwrap(),
            None => C::Word::of(C::PENDING),
        };
        let codes: Vec<Shared<C>> = bound.iter().map(|bound| code(bound).share()).collect();
        let graph = Lists::<PARENTS>::new(children);
        let run = unlimited();
        let keeper = Keeper::new(None, String::new(), slots, 0, &run);
        let course = Course {
            from: Round::FIRST,
            resumed: false,
            room: C::LOSSES,
            long: None,
            keeper: &keeper,
            run: &run,
        };
        assert!(matches!(solve::<C, _>(&graph, &codes, &course), Ok(Progress::Done)));
        rest_draws::<C>(&codes);
        let outcome = |slot: u64| C::decode(C::Word::get(&codes[slot as usize])).unwrap();
        for slot in 0..slots {
            let moves = graph.children[slot as usize].iter().map(|&child| outcome(child).one_move_before());
            let best = moves.chain(bound[slot as usize]).max();
            assert_eq!(Some(outcome(slot)), best, "slot {slot} of graph {seed}");
        }
    }

    /// No other outcomes keep this law: wins, losses and ties by their remoteness, and then draws.
    #[test]
    fn every_outcome_is_the_best_of_what_its_moves_lead_to() {
        for seed in 0..15 {
            check::<Narrow, true>(seed);
            check::<Narrow, false>(seed);
            check::<NarrowTies, true>(seed);
            check::<NarrowTies, false>(seed);
            check::<Wide, true>(seed);
        }
    }

    #[test]
    fn the_histogram_counts_every_code_at_its_remoteness() {
        let outcomes = [Outcome::Lose(4), Outcome::Win(4), Outcome::Win(4), Outcome::Tie(2), Outcome::Draw];
        let codes = outcomes.map(|outcome| NarrowTies::encode(outcome).unwrap().share());
        let counts = Histogram::count::<NarrowTies>(&codes);
        assert_eq!((counts.losses(4), counts.wins(4), counts.ties(2), counts.pending()), (1, 2, 1, 0));
        assert_eq!(counts.deepest(), 4);
    }
}
