//! Analysis: which positions can be reached from the start, and how many there are of each outcome.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

use rayon::prelude::*;
use zermelo_core::{Game, Index, Outcome, Reach, Tally, Tiered, orbit_size};

use crate::desk::Desk;
use crate::exploration::Outcomes;
use crate::loopy::CHUNK;
use crate::plan::Plan;
use crate::shelf::{Shelf, Solved};
use crate::tier::{TierView, declared};
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
    fn merge(&mut self, other: &Counts) {
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
pub fn analyse_stored<G: Game>(
    game: &G,
    stored: &Outcomes<G::Position>,
    run: &Run<'_>,
) -> Result<Analysis, SolveError> {
    let entries: Vec<(&G::Position, &Outcome)> = stored.iter().collect();
    let parts = entries.par_chunks(CHUNK as usize).map(|chunk| {
        run.check()?;
        let mut counts = Counts::default();
        // The smallest position of each outcome, so that the choice does not depend on any order.
        let mut smallest: BTreeMap<Outcome, G::Position> = BTreeMap::new();
        let mut moves = Vec::new();
        for &(p, &outcome) in chunk {
            counts.all.add(outcome, orbit_size(game, p));
            counts.canonical.add(outcome, 1);
            if game.end(p).is_none() {
                moves.clear();
                game.moves(p, &mut moves);
                counts.moves += moves.len() as u64;
            }
            smallest.entry(outcome).and_modify(|q| *q = *p.min(q)).or_insert(*p);
        }
        Ok((counts, smallest))
    });
    let mut total = Counts::default();
    let mut smallest: BTreeMap<Outcome, G::Position> = BTreeMap::new();
    for (counts, part) in parts.collect::<Result<Vec<_>, SolveError>>()? {
        total.merge(&counts);
        for (outcome, p) in part {
            smallest.entry(outcome).and_modify(|q| *q = p.min(*q)).or_insert(p);
        }
    }
    let examples = smallest.into_iter().map(|(outcome, p)| (outcome, game.format(&p))).collect();
    Ok(Analysis { total, tiers: Vec::new(), examples })
}

/// Analyses a game solved by tiers: a sweep from the start downwards finds what can be reached.
pub fn analyse_tiers<G: Tiered>(
    game: &G,
    plan: &Plan<G::Tier>,
    shelf: &dyn Shelf,
    run: &Run<'_>,
) -> Result<Analysis, SolveError> {
    let needed = plan.memory_to_analyse();
    if needed > run.memory {
        return Err(SolveError::Memory { what: "the analysis".into(), needed, allowed: run.memory });
    }
    run.tell(Event::Planned { tiers: plan.tiers().len(), slots: plan.slots() });
    let mut analysis = Analysis::default();
    let mut desk = Desk::new(plan, shelf, run);
    let mut marks: BTreeMap<G::Tier, Marks> = BTreeMap::new();
    let start = game.normalise(&game.start());
    let start_tier = game.tier_of(&start);
    let start_marks = Marks::new(plan.get(start_tier).slots);
    start_marks.reach(TierView::new(game, start_tier).slot(&start), FIRST);
    marks.insert(start_tier, start_marks);

    for planned in plan.tiers().iter().rev() {
        // A tier that nothing leads to is not part of the game as played from the start.
        let Some(own) = marks.remove(&planned.tier) else { continue };
        run.tell(Event::TierStarted { tier: planned.tier.to_string(), slots: planned.slots });
        desk.fetch(&BTreeSet::from([planned.tier]), marks.values().map(Marks::bytes).sum())?;
        for &child in &planned.children {
            marks.entry(child).or_insert_with(|| Marks::new(plan.get(child).slots));
        }
        let sweep = Sweep {
            view: TierView::new(game, planned.tier),
            codes: desk.get(planned.tier),
            own: &own,
            children: planned.children.iter().map(|&c| (TierView::new(game, c), &marks[&c])).collect(),
            run,
        };
        sweep.spread()?;
        let (counts, examples) = sweep.count()?;
        for (outcome, slot) in examples {
            let item = sweep.view.index.unrank(slot).expect("a used slot");
            let example = || game.format(&game.position(planned.tier, item));
            analysis.examples.entry(outcome).or_insert_with(example);
        }
        analysis.total.merge(&counts);
        analysis.tiers.push((planned.tier.to_string(), counts));
        run.tell(Event::TierDone { tier: planned.tier.to_string(), slots: planned.slots });
    }
    Ok(analysis)
}

/// Reached with the first player to move, or (if the game folds players) with the second.
const FIRST: u8 = 0b01;
const SECOND: u8 = 0b10;
/// A reached slot whose moves have been played, in the same two flavours.
const SPREAD_SHIFT: u32 = 2;

/// Which slots of a tier have been reached: one byte each.
struct Marks(Vec<AtomicU8>);

impl Marks {
    fn new(slots: u64) -> Marks {
        let mut marks = Vec::with_capacity(slots as usize);
        marks.resize_with(slots as usize, || AtomicU8::new(0));
        Marks(marks)
    }

    fn bytes(&self) -> u64 {
        self.0.len() as u64
    }

    /// Marks a slot; whether that was news.
    #[inline]
    fn reach(&self, slot: u64, who: u8) -> bool {
        let mark = &self.0[slot as usize];
        // Most marks are there already, and reading is much cheaper than writing.
        mark.load(Relaxed) & who != who && mark.fetch_or(who, Relaxed) & who != who
    }

    #[inline]
    fn get(&self, slot: u64) -> u8 {
        self.0[slot as usize].load(Relaxed)
    }

    /// The flavours in which the slot is reached but not yet spread.
    #[inline]
    fn fresh(&self, slot: u64) -> u8 {
        let mark = self.get(slot);
        mark & !(mark >> SPREAD_SHIFT) & (FIRST | SECOND)
    }
}

/// Counts, and the first slot of each outcome.
type Found = (Counts, BTreeMap<Outcome, u64>);

/// One tier while its reached positions are found and counted.
struct Sweep<'a, G: Tiered> {
    view: TierView<'a, G>,
    codes: &'a Solved,
    own: &'a Marks,
    children: Vec<(TierView<'a, G>, &'a Marks)>,
    run: &'a Run<'a>,
}

impl<G: Tiered> Sweep<'_, G> {
    fn chunks(&self) -> impl IndexedParallelIterator<Item = Range<u64>> + use<G> {
        let len = self.view.index.len();
        (0..len.div_ceil(CHUNK) as usize).into_par_iter().map(move |chunk| {
            let first = chunk as u64 * CHUNK;
            first..len.min(first + CHUNK)
        })
    }

    /// Plays all moves of reached positions until nothing new is reached in this tier.
    fn spread(&self) -> Result<(), SolveError> {
        let news = AtomicBool::new(true);
        while news.swap(false, Relaxed) {
            self.chunks().try_for_each_init(Vec::new, |scratch, slots| {
                self.run.check()?;
                self.view.scan(
                    slots,
                    |slot| self.own.fresh(slot) != 0,
                    |slot, p| {
                        let fresh = self.own.fresh(slot);
                        self.own.0[slot as usize].fetch_or(fresh << SPREAD_SHIFT, Relaxed);
                        if self.spread_one(slot, &p, fresh, scratch) {
                            news.store(true, Relaxed);
                        }
                    },
                );
                Ok::<(), SolveError>(())
            })?;
        }
        Ok(())
    }

    /// Reaches the children of one position; whether some child in this tier was new.
    #[inline]
    fn spread_one(&self, slot: u64, p: &G::Position, fresh: u8, scratch: &mut Vec<G::Move>) -> bool {
        if self.is_over(slot) {
            return false;
        }
        let TierView { game, tier, .. } = self.view;
        let who = if G::FOLDS_PLAYERS { (fresh & FIRST) << 1 | (fresh & SECOND) >> 1 } else { fresh };
        let mut news = false;
        let _ = game.for_each_child(tier, p, Reach::Anywhere, scratch, |child| {
            let child = game.normalise(&child);
            let child_tier = game.tier_of(&child);
            if child_tier == tier {
                news |= self.own.reach(self.view.slot(&child), who);
            } else {
                let (view, marks) = declared(&self.children, tier, child_tier);
                marks.reach(view.slot(&child), who);
            }
            ControlFlow::<()>::Continue(())
        });
        news
    }

    fn is_over(&self, slot: u64) -> bool {
        self.codes.outcome(slot).and_then(Outcome::remoteness) == Some(0)
    }

    /// Counts what has been reached, and the first slot of each outcome.
    fn count(&self) -> Result<Found, SolveError> {
        let TierView { game, tier, ref index } = self.view;
        let count_chunk = |scratch: &mut Vec<G::Move>, slots: Range<u64>| {
            self.run.check()?;
            let mut counts = Counts::default();
            let mut first = BTreeMap::new();
            let mut last: Option<(Outcome, u64, u64)> = None;
            for slot in slots.clone() {
                let reached = u64::from((self.own.get(slot) & (FIRST | SECOND)).count_ones());
                if reached == 0 {
                    continue;
                }
                let outcome = self.codes.outcome(slot).expect("reached slots are used");
                let images = reached * index.images(slot);
                // Neighbours mostly share their outcome: count runs, not slots.
                match &mut last {
                    Some((same, all, canonical)) if *same == outcome => {
                        *all += images;
                        *canonical += reached;
                    }
                    _ => {
                        if let Some((outcome, all, canonical)) = last.replace((outcome, images, reached)) {
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
            let open = |slot| self.own.get(slot) != 0 && !self.is_over(slot);
            self.view.scan(slots, open, |slot, p| {
                let reached = u64::from((self.own.get(slot) & (FIRST | SECOND)).count_ones());
                let _ = game.for_each_child(tier, &p, Reach::Anywhere, scratch, |_| {
                    counts.moves += reached;
                    ControlFlow::<()>::Continue(())
                });
            });
            Ok((counts, first))
        };
        let merge = |(mut counts, mut first): Found, (more, others): Found| {
            counts.merge(&more);
            for (outcome, slot) in others {
                first.entry(outcome).and_modify(|s| *s = slot.min(*s)).or_insert(slot);
            }
            (counts, first)
        };
        self.chunks().map_init(Vec::new, count_chunk).try_reduce(Default::default, |a, b| Ok(merge(a, b)))
    }
}
