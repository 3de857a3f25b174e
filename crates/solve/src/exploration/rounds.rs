//! Deciding a game whose moves go anywhere, round by round of remoteness, from ends to parents.
//!
//! Each open position counts its children that are not yet won (for their mover). In round `r` all positions of remoteness
//! `r` are known. A loss makes its open parents wins in `r + 1`. A win takes one off the counts of its open parents, and who
//! comes to zero has lost in `r + 1`: all children are won, the last one in `r`. Afterwards ties spread to whoever is still
//! open: the first to come is the shortest. Whoever is open then draws: there is a child that is open, too.
//!
//! Who is decided in a round does not depend on the order within it: a count reaches zero only if no child is lost, tied or
//! open, and all writers of a code write the same. So threads share the work of a round.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU8, AtomicU32};

use rayon::prelude::*;
use zermelo_core::{Codes, NarrowTies, Outcome, Value, Wide, Widest, Word};

use super::CodeRows;
use super::layers::widen;
use super::parents::Parents;
use crate::loopy::Shared;
use crate::{Run, SolveError};

/// Positions that a thread takes at a time.
const SHARE: usize = 1 << 12;

/// How many children are not yet won.
pub(crate) trait Counter: Send + Sync {
    fn new(count: u32) -> Self;
    /// Takes one off; whether none is left.
    fn take(&self) -> bool;
}

impl Counter for AtomicU8 {
    fn new(count: u32) -> AtomicU8 {
        AtomicU8::new(count as u8)
    }

    #[inline]
    fn take(&self) -> bool {
        self.fetch_sub(1, Relaxed) == 1
    }
}

impl Counter for AtomicU32 {
    fn new(count: u32) -> AtomicU32 {
        AtomicU32::new(count)
    }

    #[inline]
    fn take(&self) -> bool {
        self.fetch_sub(1, Relaxed) == 1
    }
}

/// The positions decided in one round.
#[derive(Default)]
struct Decided {
    lost: Vec<u32>,
    won: Vec<u32>,
}

/// Where the rounds stand.
enum Stage {
    WinsAndLosses,
    Ties,
}

/// A game while it is decided.
pub(crate) struct Rounds<N> {
    parents: Parents,
    counts: Vec<N>,
    stage: Stage,
    round: u32,
    now: Decided,
    tied: Vec<u32>,
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
    pub(crate) fn new(ends: &[Option<Value>], degrees: &[u32], parents: Parents) -> Rounds<N> {
        let with = |value: Value| {
            let ids = (0..ends.len() as u32).into_par_iter().with_min_len(1 << 14);
            ids.filter(|&id| ends[id as usize] == Some(value)).collect()
        };
        let now = Decided { lost: with(Value::Lose), won: with(Value::Win) };
        let counts = degrees.par_iter().with_min_len(1 << 14).map(|&degree| N::new(degree)).collect();
        Rounds { parents, counts, stage: Stage::WinsAndLosses, round: 0, now, tied: with(Value::Tie) }
    }

    /// Goes on until all is decided, and returns whether remoteness had room in these codes; if not, the same rounds go on
    /// with wider ones.
    pub(crate) fn go_on<C: Codes>(
        &mut self,
        codes: &mut Vec<C::Word>,
        run: &Run<'_>,
    ) -> Result<bool, SolveError> {
        let shared: Vec<Shared<C>> = std::mem::take(codes).into_iter().map(Word::share).collect();
        let has_room = self.all_rounds::<C>(&shared, run)?;
        if has_room {
            crate::loopy::rest_draws::<C>(&shared);
        }
        *codes = shared.into_iter().map(|mut code| *C::Word::own(&mut code)).collect();
        Ok(has_room)
    }

    fn all_rounds<C: Codes>(&mut self, codes: &[Shared<C>], run: &Run<'_>) -> Result<bool, SolveError> {
        while let Stage::WinsAndLosses = self.stage {
            run.check()?;
            if self.now.lost.is_empty() && self.now.won.is_empty() {
                (self.stage, self.round) = (Stage::Ties, 0);
                break;
            }
            if self.round + 1 >= C::LOSSES {
                return Ok(false);
            }
            self.now = self.next_decided::<C>(codes);
            self.round += 1;
        }
        while !self.tied.is_empty() {
            run.check()?;
            if self.round + 1 >= C::TIES {
                return Ok(false);
            }
            let tie = C::tie(self.round + 1);
            self.tied = self.open_parents::<C>(&self.tied, codes, tie);
            self.round += 1;
        }
        Ok(true)
    }

    fn next_decided<C: Codes>(&self, codes: &[Shared<C>]) -> Decided {
        let won = self.open_parents::<C>(&self.now.lost, codes, C::win(self.round + 1));
        let lose = C::lose(self.round + 1);
        let lost = spread(&self.now.won, |child, out| {
            self.parents.for_each(child, |parent| {
                let code = &codes[parent as usize];
                if C::Word::get(code).number() == C::PENDING && self.counts[parent as usize].take() {
                    C::Word::set(code, lose);
                    out.push(parent);
                }
            });
        });
        Decided { lost, won }
    }

    /// The parents of `children` that are open; they get this code.
    fn open_parents<C: Codes>(&self, children: &[u32], codes: &[Shared<C>], code: C::Word) -> Vec<u32> {
        spread(children, |child, out| {
            self.parents.for_each(child, |parent| {
                let open = &codes[parent as usize];
                if C::Word::get(open).number() == C::PENDING {
                    C::Word::set(open, code);
                    out.push(parent);
                }
            });
        })
    }
}

/// What `visit` finds for all positions, in ascending order, each once.
fn spread(positions: &[u32], visit: impl Fn(u32, &mut Vec<u32>) + Sync) -> Vec<u32> {
    let share = |positions: &[u32]| {
        let mut out = Vec::new();
        positions.iter().for_each(|&position| visit(position, &mut out));
        out
    };
    let mut found = if positions.len() <= SHARE {
        share(positions)
    } else {
        positions.par_chunks(SHARE).map(share).collect::<Vec<_>>().concat()
    };
    // Sorted, positions are next to each other in memory as well. Two threads may both have found the same one.
    if found.len() <= SHARE {
        found.sort_unstable()
    } else {
        found.par_sort_unstable()
    }
    found.dedup();
    found
}

/// The codes of all positions, as narrow as they can be.
pub(crate) fn decide_in_rounds<N: Counter>(
    ends: Vec<Option<Value>>,
    degrees: Vec<u32>,
    parents: Parents,
    run: &Run<'_>,
) -> Result<CodeRows, SolveError> {
    let mut rounds = Rounds::<N>::new(&ends, &degrees, parents);
    drop(degrees);
    let mut codes = first_codes::<NarrowTies>(&ends);
    drop(ends);
    if rounds.go_on::<NarrowTies>(&mut codes, run)? {
        return Ok(CodeRows::Narrow(vec![codes]));
    }
    let mut codes = widen::<NarrowTies, Wide>(&codes);
    if rounds.go_on::<Wide>(&mut codes, run)? {
        return Ok(CodeRows::Wide(vec![codes]));
    }
    let mut codes = widen::<Wide, Widest>(&codes);
    if rounds.go_on::<Widest>(&mut codes, run)? {
        return Ok(CodeRows::Widest(vec![codes]));
    }
    Err(SolveError::TooLong(Widest::LOSSES))
}
