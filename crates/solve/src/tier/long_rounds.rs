//! The last rounds of a loopy tier, in which few positions change: by lists instead of sweeps.
//!
//! The same rounds as in [`retrograde`](crate::tier::retrograde), for remoteness beyond a byte. Sweeping over
//! a billion slots to find a hundred would take most of the time, and a wider code for all of them more
//! memory than there is.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};

use rayon::prelude::*;
use zermelo_core::{Codes, Narrow, Word};

use crate::memory::byte_scan::each_equal;
use crate::tier::checkpoint::{Keeper, Next, Snapshot, put_codes};
use crate::tier::long_games::{LONG, LONG_LOSS, LONG_WIN, LongGames};
use crate::tier::retrograde::{CHUNK, Graph, Round, Shared};
use crate::{Run, SolveError};

const PENDING: u8 = Narrow::PENDING as u8;
const DRAW: u8 = Narrow::DRAW as u8;

/// A tier after its short rounds: every slot is decided, pending, or a long bound.
pub(crate) struct LongRounds<'a, G: Graph> {
    pub(crate) graph: &'a G,
    pub(crate) codes: &'a [Shared<Narrow>],
    pub(crate) long: &'a mut LongGames,
    pub(crate) keeper: &'a Keeper<'a>,
    pub(crate) run: &'a Run<'a>,
}

impl<G: Graph> LongRounds<'_, G> {
    /// Decides every slot, starting with round `first`. The round before which it gave up because `too_many`
    /// long games were found, if it did.
    pub(crate) fn solve(
        mut self,
        first: u32,
        too_many: impl Fn(u64) -> Result<bool, SolveError>,
    ) -> Result<Option<u32>, SolveError> {
        self.long.tidy(|slot| u8::get(&self.codes[slot as usize]));
        let mut lost =
            if first < LONG { self.slots_of(Narrow::lose(first)) } else { self.listed(LONG_LOSS, first) };
        let mut won =
            if first <= LONG { self.slots_of(Narrow::win(first)) } else { self.listed(LONG_WIN, first) };
        let mut bounds = self.bounds(first);
        for r in first.. {
            if lost.is_empty() && won.is_empty() && bounds.is_empty() {
                return Ok(None);
            }
            if too_many(self.long.len())? {
                return Ok(Some(r));
            }
            self.keeper.begin(Next::Round(Round::WinsAndLosses(r)));
            self.keep_between_rounds()?;
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

    /// Rounds of lists are short, so that what is known is kept between them only.
    fn keep_between_rounds(&self) -> Result<(), SolveError> {
        let put = |slots: Range<usize>, buffer: &mut Vec<u8>| put_codes::<Narrow>(&self.codes[slots], buffer);
        let snapshot = Snapshot::new::<Narrow>(Some(self.long), &put);
        self.keeper.keep(&snapshot);
        self.keeper.keep_if_stopped(self.run.check(), &snapshot)
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

    /// The slots of the list with this code and remoteness.
    fn listed(&self, code: u8, r: u32) -> Vec<u64> {
        let listed =
            self.long.iter().filter(|&(slot, remoteness)| remoteness == r && self.code(slot) == code);
        listed.map(|(slot, _)| slot).collect()
    }

    /// The slots whose moves out of the tier promise a game longer than `first`, by remoteness.
    fn bounds(&self, first: u32) -> BTreeMap<u32, Vec<u64>> {
        let mut bounds: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
        if first < LONG {
            bounds.insert(LONG, self.slots_of(Narrow::win(LONG)));
        }
        for (slot, remoteness) in self.long.iter().filter(|&(_, remoteness)| remoteness > first) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tier::retrograde::tests::Lists;
    use crate::tier::retrograde::{Course, Progress, rest_draws, solve};
    use crate::unlimited;
    use zermelo_core::Outcome;

    /// A corridor: every place leads to the one before, and some of those from which that wins also back to
    /// the one after.
    fn corridor(slots: u64) -> Lists<true> {
        let moves = |slot: u64| match slot {
            0 => Vec::new(),
            _ if slot % 14 == 7 && slot + 1 < slots => vec![slot - 1, slot + 1],
            _ => vec![slot - 1],
        };
        Lists::new((0..slots).map(moves).collect())
    }

    /// Solves a corridor, giving up and going on again before every round of some number and later.
    fn solved(slots: u64, stop_from: u32) -> Vec<Outcome> {
        let (graph, run) = (corridor(slots), unlimited());
        let keeper = Keeper::new(None, String::new(), slots, 0, &run);
        let lost = Narrow::lose(0);
        let codes: Vec<Shared<Narrow>> =
            (0..slots).map(|slot| if slot == 0 { lost } else { PENDING }.share()).collect();
        let mut long = LongGames::default();
        let course = Course {
            from: Round::FIRST,
            resumed: false,
            room: LONG,
            long: Some(&long),
            keeper: &keeper,
            run: &run,
        };
        let Ok(Progress::NoRoom(Round::WinsAndLosses(mut next))) =
            solve::<Narrow, _>(&graph, &codes, &course)
        else {
            panic!("the corridor is too short");
        };
        loop {
            let rounds =
                LongRounds { graph: &graph, codes: &codes, long: &mut long, keeper: &keeper, run: &run };
            let calls = std::cell::Cell::new(0);
            let stop = |_| {
                calls.set(calls.get() + 1);
                Ok(next >= stop_from && calls.get() > 1)
            };
            match rounds.solve(next, stop).unwrap() {
                Some(round) => next = round,
                None => break,
            }
        }
        rest_draws::<Narrow>(&codes);
        let outcome = |slot: u64| long.outcome(slot, u8::get(&codes[slot as usize])).unwrap();
        (0..slots).map(outcome).collect()
    }

    #[test]
    fn every_outcome_beyond_a_byte_is_the_best_of_what_its_moves_lead_to() {
        let (outcomes, graph) = (solved(400, u32::MAX), corridor(400));
        for (outcome, children) in outcomes.iter().zip(&graph.children) {
            let best = children.iter().map(|&child| outcomes[child as usize].one_move_before()).max();
            assert_eq!(*outcome, best.unwrap_or(Outcome::Lose(0)));
        }
        assert!(outcomes.iter().any(|outcome| outcome.remoteness().is_some_and(|r| r > 300)));
    }

    #[test]
    fn rounds_can_begin_at_any_remoteness() {
        let expected = solved(300, u32::MAX);
        assert_eq!(solved(300, 0), expected);
        assert_eq!(solved(300, LONG + 1), expected);
    }
}
