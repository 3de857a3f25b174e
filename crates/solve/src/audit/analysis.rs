//! Analysis: which positions can be reached from the start, and how many there are of each outcome.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::marker::PhantomData;
use std::ops::{ControlFlow, Range};
use std::sync::Mutex;

use rayon::prelude::*;
use zermelo_core::{Game, Index, Key, Measure, Outcome, PackedGame, Reach, Tally, TierKind, Tiered};

use crate::audit::marks::{FIRST, Marks, SECOND};
use crate::exploration::OutcomeTable;
use crate::memory::shared_loop::sum_chunks;
use crate::schedule::plan::{BASE_MEMORY, Plan};
use crate::schedule::tier_cache::TierCache;
use crate::schedule::tier_store::{Solved, TierStore};
use crate::tier::retrograde::{BATCH, CHUNK};
use crate::tier::solver::{SolveMode, TierView, With, declared};
use crate::{Event, Run, SolveError};

/// The counts of a part of a game, or of all of it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// All positions that can be reached.
    pub all: Tally,
    /// One position of each class of images.
    pub canonical: Tally,
    /// The moves of the positions in `canonical` that are not over.
    pub moves: u64,
}

impl Counts {
    /// Adds the counts of another part.
    pub fn merge(&mut self, other: &Counts) {
        self.all.merge(&other.all);
        self.canonical.merge(&other.canonical);
        self.moves += other.moves;
    }

    /// The average number of moves in a position that is not over.
    pub fn branching(&self) -> f64 {
        let over: u64 =
            self.canonical.iter().filter(|(o, _)| o.remoteness() == Some(0)).map(|(_, c)| c).sum();
        let open = self.canonical.total() - over;
        if open == 0 { 0.0 } else { self.moves as f64 / open as f64 }
    }
}

/// What can be said of a solved game as a whole.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Analysis {
    /// The counts of the whole game.
    pub total: Counts,
    /// The counts tier by tier, from the start on; empty for games without tiers.
    pub tiers: Vec<(String, Counts)>,
    /// One position, as text, of each outcome that occurs.
    pub examples: BTreeMap<Outcome, String>,
}

/// Analyses an explored game, given all its positions.
pub fn analyse_stored<K: Key>(
    game: &dyn PackedGame<K>,
    stored: &dyn OutcomeTable<K>,
    run: &Run<'_>,
) -> Result<Analysis, SolveError> {
    /// What was counted of one outcome: positions, classes of images, and the smallest key.
    type Row<K> = (u64, u64, Option<K>);
    let palette = stored.palette();
    let blocks = (0..stored.blocks()).into_par_iter();
    let parts = blocks.map_init(Default::default, |buffers: &mut (Vec<K>, Vec<u32>, Vec<Measure>), block| {
        run.check()?;
        let (keys, outcomes, measures) = buffers;
        keys.clear();
        outcomes.clear();
        stored.read_entries(block, keys, outcomes)?;
        game.measure(keys, measures);
        let mut rows: Vec<Row<K>> = vec![(0, 0, None); palette.len()];
        let mut moves = 0;
        for ((&key, &outcome), measure) in keys.iter().zip(&*outcomes).zip(&*measures) {
            let (all, canonical, smallest) = &mut rows[outcome as usize];
            *all += measure.images;
            *canonical += 1;
            // Keys come in ascending order.
            smallest.get_or_insert(key);
            moves += measure.moves;
        }
        Ok::<_, SolveError>((rows, moves))
    });
    let merge = |(mut rows, moves): (Vec<Row<K>>, u64), (others, more): (Vec<Row<K>>, u64)| {
        rows.resize(palette.len(), (0, 0, None));
        for ((all, canonical, smallest), other) in rows.iter_mut().zip(others) {
            *all += other.0;
            *canonical += other.1;
            *smallest = smallest.iter().copied().chain(other.2).min();
        }
        Ok((rows, moves + more))
    };
    let (rows, moves) = parts.try_reduce(Default::default, merge)?;
    let mut analysis = Analysis::default();
    analysis.total.moves = moves;
    for (&outcome, (all, canonical, smallest)) in palette.iter().zip(rows) {
        analysis.total.all.add(outcome, all);
        analysis.total.canonical.add(outcome, canonical);
        if let Some(text) = smallest.and_then(|key| game.format(key)) {
            analysis.examples.insert(outcome, text);
        }
    }
    Ok(analysis)
}

/// Analyses a game solved by tiers: a sweep from the start downwards finds what can be reached. In a
/// collection of endgames every legal position counts.
pub fn analyse_tiers<G: Tiered, P: SolveMode<G>>(
    game: &G,
    plan: &Plan<G::Tier>,
    store: &dyn TierStore,
    run: &Run<'_>,
) -> Result<Analysis, SolveError> {
    let flavours = flavours::<G>();
    let needed = if G::ENDGAMES {
        plan.memory_to_count(|slots| Marks::size(slots, flavours))
    } else {
        plan.memory_to_analyse(|slots| Marks::size(slots, flavours))
    };
    if needed > run.memory {
        return Err(SolveError::Memory { what: "the analysis".into(), needed, allowed: run.memory });
    }
    run.tell(Event::Planned { tiers: plan.tiers().len(), slots: plan.slots() });
    let mut analysis = Analysis::default();
    let mut cache = TierCache::new(plan, store, run);
    let mut marks: BTreeMap<G::Tier, Marks> = BTreeMap::new();
    if !G::ENDGAMES {
        let start = game.normalise(&game.start());
        let start_tier = game.tier_of(&start);
        let start_marks = Marks::new(plan.get(start_tier).slots, flavours)?;
        start_marks.reach(TierView::new(game, start_tier).slot(&start), FIRST);
        marks.insert(start_tier, start_marks);
    }
    for planned in plan.tiers().iter().rev() {
        let own = match marks.remove(&planned.tier) {
            Some(own) => own,
            None if G::ENDGAMES => Marks::new(planned.slots, flavours)?,
            // A tier that nothing leads to is not part of the game as played from the start.
            None => continue,
        };
        run.tell(Event::TierStarted { tier: planned.tier.to_string(), slots: planned.slots });
        if !G::ENDGAMES {
            for &child in &planned.children {
                if let Entry::Vacant(place) = marks.entry(child) {
                    place.insert(Marks::new(plan.get(child).slots, flavours)?);
                }
            }
        }
        let marked = own.bytes() + marks.values().map(Marks::bytes).sum::<u64>();
        cache.fetch(&BTreeSet::from([planned.tier]), BASE_MEMORY + marked)?;
        let view = TierView::new(game, planned.tier);
        let sweep = Sweep::<G, P> { view, codes: cache.get(planned.tier), run, parents: PhantomData };
        if G::ENDGAMES {
            sweep.reach_legal(&own)?;
        } else {
            let children = planned.children.iter().map(|&c| (TierView::new(game, c), &marks[&c]));
            sweep.spread_inside(&own)?;
            let reach =
                if game.kind(planned.tier) == TierKind::Loopy { Reach::Outside } else { Reach::Anywhere };
            sweep.play(&own, |slot| own.reached(slot), reach, &children.collect::<Vec<_>>())?;
        }
        let (counts, examples) = sweep.count(&own)?;
        for (outcome, slot) in examples {
            let item = sweep.view.index.unrank(slot).expect("a used slot");
            let example = || game.format(&game.position(planned.tier, item));
            analysis.examples.entry(outcome).or_insert_with(example);
        }
        analysis.total.merge(&counts);
        analysis.tiers.push((planned.tier.to_string(), counts));
        cache.remove(planned.tier);
        run.tell(Event::TierDone { tier: planned.tier.to_string(), slots: planned.slots });
    }
    Ok(analysis)
}

/// How many positions, up to symmetry, a slot may stand for.
fn flavours<G: Tiered>() -> u32 {
    if G::FOLDS_PLAYERS { 2 } else { 1 }
}

/// Counts, and the first slot of each outcome.
type Found = (Counts, BTreeMap<Outcome, u64>);

/// A slot that a move leads to: in the same tier (`None`) or in a child tier, and who is then to move.
struct Arrival {
    tier: Option<u32>,
    slot: u64,
    who: u8,
}

/// FollowScratch for moves, and for what they lead to.
type Buffers<G> = (Vec<<G as Game>::Move>, Vec<Arrival>);

/// One tier while its positions are found and counted.
struct Sweep<'a, G: Tiered, P> {
    view: TierView<'a, G>,
    codes: &'a Solved,
    run: &'a Run<'a>,
    parents: PhantomData<P>,
}

/// Who is to move after a move of these.
#[inline]
fn after_move<G: Tiered>(who: u8) -> u8 {
    if G::FOLDS_PLAYERS { (who & FIRST) << 1 | (who & SECOND) >> 1 } else { who }
}

impl<G: Tiered, P: SolveMode<G>> Sweep<'_, G, P> {
    /// Calls `work` for all chunks of the tier, on all threads.
    fn for_each_chunk<S: Default>(
        &self,
        work: impl Fn(&mut S, Range<u64>) -> Result<(), SolveError> + Sync,
    ) -> Result<(), SolveError> {
        sum_chunks(self.view.index.len(), CHUNK, |scratch: &mut S, _, slots| {
            self.run.check()?;
            work(scratch, slots).map(|()| 0)
        })
        .map(drop)
    }

    /// Marks every legal position, in all flavours.
    fn reach_legal(&self, own: &Marks) -> Result<(), SolveError> {
        self.for_each_chunk(|(): &mut (), slots| {
            self.view.scan(
                slots,
                |_| true,
                |slot, p| {
                    if self.view.game.is_legal(&p) {
                        own.reach(slot, own.everyone());
                    }
                },
            );
            Ok(())
        })
    }

    /// Finds what can be reached inside the tier from what has been reached of it.
    fn spread_inside(&self, own: &Marks) -> Result<(), SolveError> {
        let TierView { game, tier, .. } = self.view;
        if game.kind(tier) == TierKind::Transition {
            return Ok(());
        }
        loop {
            let (fresh, missing) = own.count();
            if fresh == 0 {
                return Ok(());
            }
            // Where much has been reached, it costs less to ask the few others where they come from.
            if P::KNOWN && fresh > missing {
                self.look_back(own)?;
            } else {
                self.play(own, |slot| own.fresh(slot), Reach::Inside, &[])?;
            }
        }
    }

    /// Marks all positions that a move inside the tier leads to, by taking moves back.
    fn look_back(&self, own: &Marks) -> Result<(), SolveError> {
        let TierView { game, tier, .. } = self.view;
        // Whatever has been reached by now will be found by all that it leads to.
        own.spread_all();
        self.for_each_chunk(|(): &mut (), slots| {
            self.view.scan(
                slots,
                |slot| own.reached(slot) != own.everyone(),
                |slot, p| {
                    let mut reached = own.reached(slot);
                    P::for_each(game, tier, &p, |parent| {
                        if reached != own.everyone() {
                            let parent = self.view.slot(&game.normalise(&parent));
                            let arriving = after_move::<G>(own.reached(parent));
                            if arriving & !reached != 0 && !self.is_over(parent) {
                                reached |= arriving;
                            }
                        }
                    });
                    own.reach(slot, reached);
                },
            );
            Ok(())
        })
    }

    /// Plays the moves of positions in the flavours that `whose` tells, and marks where they lead.
    fn play(
        &self,
        own: &Marks,
        whose: impl Fn(u64) -> u8 + Sync,
        reach: Reach,
        children: &[With<'_, G, &Marks>],
    ) -> Result<(), SolveError> {
        // Marks lie all over memory, and the processor waits for many of them at once if they are made
        // together.
        let mark = |found: &mut Vec<Arrival>| {
            for Arrival { tier, slot, who } in found.drain(..) {
                tier.map_or(own, |number| children[number as usize].1).reach(slot, who);
            }
        };
        self.for_each_chunk(|(scratch, found): &mut Buffers<G>, slots| {
            self.view.scan(
                slots,
                |slot| whose(slot) != 0,
                |slot, p| {
                    let who = whose(slot);
                    own.spread(slot, who);
                    if self.is_over(slot) {
                        return;
                    }
                    self.play_all(&p, who, reach, children, scratch, found);
                    if found.len() >= 16 * BATCH {
                        mark(found);
                    }
                },
            );
            mark(found);
            Ok(())
        })
    }

    /// Where the moves of a position lead.
    #[inline]
    fn play_all(
        &self,
        p: &G::Position,
        who: u8,
        reach: Reach,
        children: &[With<'_, G, &Marks>],
        scratch: &mut Vec<G::Move>,
        found: &mut Vec<Arrival>,
    ) {
        let TierView { game, tier, .. } = self.view;
        let who = after_move::<G>(who);
        let _ = game.for_each_child(tier, p, reach, scratch, |child| {
            let child = game.normalise(&child);
            let child_tier = game.tier_of(&child);
            found.push(if child_tier == tier {
                Arrival { tier: None, slot: self.view.slot(&child), who }
            } else {
                let number = declared(children, tier, child_tier);
                Arrival { tier: Some(number as u32), slot: children[number].0.slot(&child), who }
            });
            ControlFlow::<()>::Continue(())
        });
    }

    fn is_over(&self, slot: u64) -> bool {
        self.codes.outcome(slot).and_then(Outcome::remoteness) == Some(0)
    }

    /// Counts what has been reached, and the first slot of each outcome.
    fn count(&self, own: &Marks) -> Result<Found, SolveError> {
        let TierView { game, tier, ref index } = self.view;
        let total = Mutex::new(Found::default());
        let count_chunk = |scratch: &mut Vec<G::Move>, slots: Range<u64>| {
            let mut counts = Counts::default();
            let mut first = BTreeMap::new();
            let mut last: Option<(Outcome, u64, u64)> = None;
            for slot in slots.clone() {
                let positions = u64::from(own.reached(slot).count_ones());
                if positions == 0 {
                    continue;
                }
                let outcome = self.codes.outcome(slot).expect("positions have outcomes");
                let images = positions * index.images(slot);
                // Neighbours mostly share their outcome: count runs, not slots.
                match &mut last {
                    Some((same, all, canonical)) if *same == outcome => {
                        *all += images;
                        *canonical += positions;
                    }
                    _ => {
                        if let Some((outcome, all, canonical)) = last.replace((outcome, images, positions)) {
                            counts.all.add(outcome, all);
                            counts.canonical.add(outcome, canonical);
                        }
                        first.entry(outcome).or_insert(slot);
                    }
                }
            }
            if let Some((outcome, all, canonical)) = last {
                counts.all.add(outcome, all);
                counts.canonical.add(outcome, canonical);
            }
            let open = |slot| own.reached(slot) != 0 && !self.is_over(slot);
            self.view.scan(slots, open, |slot, p| {
                let positions = u64::from(own.reached(slot).count_ones());
                let _ = game.for_each_child(tier, &p, Reach::Anywhere, scratch, |_| {
                    counts.moves += positions;
                    ControlFlow::<()>::Continue(())
                });
            });
            merge(&total, &counts, first);
            Ok(())
        };
        self.for_each_chunk(count_chunk)?;
        Ok(total.into_inner().expect("no panic while locked"))
    }
}

/// Adds what was counted of a part.
fn merge(total: &Mutex<Found>, counts: &Counts, first: BTreeMap<Outcome, u64>) {
    let mut total = total.lock().expect("no panic while locked");
    total.0.merge(counts);
    for (outcome, slot) in first {
        total.1.entry(outcome).and_modify(|s| *s = slot.min(*s)).or_insert(slot);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(outcomes: &[(Outcome, u64)], moves: u64) -> Counts {
        let mut counts = Counts { moves, ..Counts::default() };
        for &(outcome, count) in outcomes {
            counts.canonical.add(outcome, count);
            counts.all.add(outcome, 2 * count);
        }
        counts
    }

    #[test]
    fn counts_of_parts_add_up_to_those_of_the_whole() {
        let mut whole = counts(&[(Outcome::Lose(0), 3), (Outcome::Win(1), 4)], 9);
        whole.merge(&counts(&[(Outcome::Win(1), 1), (Outcome::Draw, 5)], 20));
        assert_eq!(whole, counts(&[(Outcome::Lose(0), 3), (Outcome::Win(1), 5), (Outcome::Draw, 5)], 29));
    }

    #[test]
    fn branching_is_moves_by_positions_that_are_not_over() {
        let over = [(Outcome::Lose(0), 7), (Outcome::Tie(0), 2)];
        assert!(counts(&over, 0).branching().abs() < f64::EPSILON);
        let open = [(Outcome::Lose(0), 7), (Outcome::Win(1), 4), (Outcome::Draw, 4)];
        assert!((counts(&open, 20).branching() - 2.5).abs() < f64::EPSILON);
    }
}
