//! The last rounds of a loopy tier, in which few positions change: by lists instead of sweeps.
//!
//! The same rounds as in [`retrograde`](crate::tier::retrograde), for remoteness beyond a byte. Sweeping over a billion slots to find a
//! hundred would take most of the time, and a wider code for all of them more memory than there is.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use rayon::prelude::*;
use zermelo_core::{Codes, Narrow, Word};

use crate::memory::byte_scan::each_equal;
use crate::tier::long_games::{LONG, LONG_LOSS, LONG_WIN, LongGames};
use crate::tier::retrograde::{CHUNK, Graph, Shared};
use crate::{Run, SolveError};

const PENDING: u8 = Narrow::PENDING as u8;
const DRAW: u8 = Narrow::DRAW as u8;

/// A tier after its short rounds: every slot is decided, pending, or a long bound.
pub(crate) struct LongRounds<'a, G: Graph> {
    pub(crate) graph: &'a G,
    pub(crate) codes: &'a [Shared<Narrow>],
    pub(crate) long: &'a mut LongGames,
    pub(crate) run: &'a Run<'a>,
}

impl<G: Graph> LongRounds<'_, G> {
    /// Decides every slot, starting with round `first`. `round` is told each remoteness as it begins. The round before which
    /// it gave up because `too_many` long games were found, if it did.
    pub(crate) fn solve(
        mut self,
        first: u32,
        too_many: impl Fn(u64) -> Result<bool, SolveError>,
        round: impl Fn(u32),
    ) -> Result<Option<u32>, SolveError> {
        self.long.tidy(|slot| u8::get(&self.codes[slot as usize]));
        let mut lost = self.slots_of(Narrow::lose(first));
        let mut won = self.slots_of(Narrow::win(first));
        let mut bounds = self.bounds();
        for r in first.. {
            if lost.is_empty() && won.is_empty() && bounds.is_empty() {
                return Ok(None);
            }
            if too_many(self.long.len())? {
                return Ok(Some(r));
            }
            self.run.check()?;
            round(r);
            let due = bounds.remove(&(r + 1)).unwrap_or_default();
            let (due_wins, due_losses): (Vec<u64>, Vec<u64>) =
                due.into_iter().partition(|&slot| self.code(slot) != LONG_LOSS);
            let mut next_won = self.push_losses(r, &lost);
            next_won.extend(due_wins.into_iter().filter(|&slot| self.is_won_in(slot, r + 1)));
            next_won.sort_unstable();
            next_won.dedup();
            let next_lost = self.check_candidates(r, &won, &due_losses);
            (lost, won) = (next_lost, next_won);
        }
        unreachable!("the rounds end");
    }

    fn code(&self, slot: u64) -> u8 {
        u8::get(&self.codes[slot as usize])
    }

    fn set(&self, slot: u64, code: u8) {
        u8::set(&self.codes[slot as usize], code);
    }

    fn node(&self, slot: u64) -> G::Node {
        let mut found = None;
        self.graph.scan(slot..slot + 1, |_| true, |_, node| found = Some(node));
        found.expect("a used slot")
    }

    fn slots_of(&self, code: u8) -> Vec<u64> {
        let chunk = |(number, codes): (usize, &[Shared<Narrow>])| {
            let first = number as u64 * CHUNK;
            let mut slots = Vec::new();
            each_equal(codes, code, |place| slots.push(first + place as u64));
            slots
        };
        self.codes.par_chunks(CHUNK as usize).enumerate().flat_map_iter(chunk).collect()
    }

    /// The slots whose moves out of the tier promise a long game, by remoteness.
    fn bounds(&self) -> BTreeMap<u32, Vec<u64>> {
        let mut bounds: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
        bounds.insert(LONG, self.slots_of(Narrow::win(LONG)));
        for (slot, remoteness) in self.long.iter() {
            bounds.entry(remoteness).or_default().push(slot);
        }
        bounds
    }

    fn is_won_in(&self, slot: u64, r: u32) -> bool {
        match self.code(slot) {
            LONG_WIN => self.long.get(slot) == r,
            code => r <= LONG && code == Narrow::win(r),
        }
    }

    /// Every loss in `r` makes its parents win in `r + 1`. The new wins, some of them twice.
    fn push_losses(&mut self, r: u32, lost: &[u64]) -> Vec<u64> {
        let mut pushed = Vec::new();
        for &slot in lost {
            let mut parents = Vec::new();
            self.graph.for_each_parent(self.node(slot), |parent, _| parents.push(parent));
            for parent in parents {
                let improvable = match self.code(parent) {
                    // A move out of the tier that draws is only a bound, too.
                    PENDING | DRAW => true,
                    LONG_LOSS => self.long.get(parent) > r,
                    LONG_WIN => self.long.get(parent) > r + 1,
                    code => r + 1 < LONG && code == Narrow::win(LONG),
                };
                if improvable {
                    if r + 1 > LONG {
                        self.set(parent, LONG_WIN);
                        self.long.insert(parent, r + 1);
                    } else {
                        self.set(parent, Narrow::win(r + 1));
                        self.long.remove(parent);
                    }
                    pushed.push(parent);
                }
            }
        }
        pushed
    }

    /// Looks at what may be lost in `r + 1`: bounds now due, and the pending parents of wins in `r`.
    fn check_candidates(&mut self, r: u32, won: &[u64], due: &[u64]) -> Vec<u64> {
        let mut candidates: Vec<u64> = due.to_vec();
        for &slot in won {
            self.graph.for_each_parent(self.node(slot), |parent, _| {
                if self.code(parent) == PENDING {
                    candidates.push(parent);
                }
            });
        }
        candidates.sort_unstable();
        candidates.dedup();
        let mut lost = Vec::new();
        let mut scratch = G::Scratch::default();
        for slot in candidates {
            let still_due = self.code(slot) == LONG_LOSS && self.long.get(slot) == r + 1;
            if self.code(slot) != PENDING && !still_due {
                continue;
            }
            if self.all_won(r, slot, &mut scratch) {
                self.set(slot, LONG_LOSS);
                self.long.insert(slot, r + 1);
                lost.push(slot);
            } else {
                self.set(slot, PENDING);
                self.long.remove(slot);
            }
        }
        lost
    }

    /// Whether all children in the graph are won within `r` moves.
    fn all_won(&self, r: u32, slot: u64, scratch: &mut G::Scratch) -> bool {
        let short = Narrow::win(r.min(LONG));
        let look = |child| {
            let code = self.code(child);
            let won = code >= short || (code == LONG_WIN && self.long.get(child) <= r);
            if won { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        self.graph.for_each_child(self.node(slot), scratch, look).is_continue()
    }
}
