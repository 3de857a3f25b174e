//! Verification: every stored outcome against those of its children.
//!
//! The solver decides by looking from ends to parents; here every position is looked at from the other side,
//! through its moves. If each stored outcome follows from its children's, all are right: wins, losses and
//! ties by induction on remoteness, and a draw because it has a drawn child and no better one, so that it can
//! be held for ever.
//!
//! Games that are solved block by block are verified like that, too: what the blocks cannot confirm is looked
//! at move by move, and so is a sample of everything, because moves that both the solver and the blocks get
//! wrong would look right. In tiers that every move leaves it is the very same reading of children, so there
//! the sample is what tells. It is another one in every tier.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, Range};
use std::sync::Mutex;

use rayon::prelude::*;
use zermelo_core::{Codes, Game, Index, Key, Narrow, Outcome, PackedGame, Reach, TierKind, Tiered};

use crate::blocks::{BlockScratch, BlockSolver, ChildCodes, SmallestChild};
use crate::exploration::{Children, OutcomeTable};
use crate::memory::shared_loop::sum_chunks;
use crate::schedule::plan::{BASE_MEMORY, Plan};
use crate::schedule::tier_cache::TierCache;
use crate::schedule::tier_store::{Solved, TierStore};
use crate::tier::long_games::LongGames;
use crate::tier::retrograde::{BATCH, CHUNK};
use crate::tier::solver::{SolveMode, TierView, With, declared};
use crate::{Event, Run, SolveError};

/// How many disagreements are reported in full.
const REPORTED: usize = 10;

/// One in so many chunks is looked at move by move, though the game can be read block by block.
const SAMPLE: u64 = 64;

/// A stored outcome that does not follow from its children.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Disagreement {
    /// The position, as text.
    pub position: String,
    /// What is stored, if anything.
    pub stored: Option<Outcome>,
    /// What follows from the children.
    pub expected: Option<Outcome>,
}

/// What a verification found.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Verification {
    /// Positions looked at.
    pub checked: u64,
    /// Positions whose stored outcome is wrong, or wrong together with a child's.
    pub wrong: u64,
    /// Some of them.
    pub examples: Vec<Disagreement>,
}

impl Verification {
    fn add(&mut self, other: Verification) {
        self.checked += other.checked;
        self.wrong += other.wrong;
        self.examples.extend(other.examples);
        self.examples.sort();
        self.examples.truncate(REPORTED);
    }

    fn check(
        &mut self,
        stored: Option<Outcome>,
        expected: Option<Outcome>,
        position: impl FnOnce() -> String,
    ) {
        self.checked += 1;
        if stored != expected || stored.is_none() {
            self.wrong += 1;
            if self.examples.len() < REPORTED {
                self.examples.push(Disagreement { position: position(), stored, expected });
            }
        }
    }
}

/// The best for the mover among moves to children of these outcomes; `None` if one of them is unknown.
#[derive(Clone, Copy)]
enum Best {
    NoMove,
    Known(Outcome),
    Unknown,
}

impl Best {
    #[inline]
    fn or(self, child: Option<Outcome>) -> Best {
        match (self, child.map(Outcome::one_move_before)) {
            (_, None) | (Best::Unknown, _) => Best::Unknown,
            (Best::NoMove, Some(value)) => Best::Known(value),
            (Best::Known(best), Some(value)) => Best::Known(best.max(value)),
        }
    }

    fn outcome<G: Game>(self, game: &G) -> Option<Outcome> {
        match self {
            Best::NoMove => Some(Outcome::ended(game.stuck())),
            Best::Known(outcome) => Some(outcome),
            Best::Unknown => None,
        }
    }
}

/// Verifies all tiers of a plan that `wanted` asks for.
pub fn verify_tiers<G: Tiered, P: SolveMode<G>>(
    game: &G,
    plan: &Plan<G::Tier>,
    wanted: impl Fn(G::Tier) -> bool,
    store: &dyn TierStore,
    run: &Run<'_>,
) -> Result<Verification, SolveError> {
    let tiers: Vec<_> = plan.tiers().iter().filter(|t| wanted(t.tier)).collect();
    let needed = tiers.iter().map(|t| plan.memory_to_verify(t.tier)).max().unwrap_or(0);
    if needed > run.memory {
        return Err(SolveError::Memory { what: "the verification".into(), needed, allowed: run.memory });
    }
    run.tell(Event::Planned { tiers: tiers.len(), slots: tiers.iter().map(|t| t.slots).sum() });
    let total = Mutex::new(Verification::default());
    let mut cache = TierCache::new(plan, store, run);
    for (number, planned) in (0..).zip(tiers) {
        let tier = planned.tier;
        run.tell(Event::TierStarted { tier: tier.to_string(), slots: planned.slots });
        let needed: BTreeSet<G::Tier> = planned.children.iter().copied().chain([tier]).collect();
        cache.fetch(&needed, BASE_MEMORY + planned.extra)?;
        let children = planned.children.iter().map(|&child| (TierView::new(game, child), cache.get(child)));
        let children: Vec<With<'_, G, &Solved>> = children.collect();
        let start = game.normalise(&game.start());
        let (view, own) = (TierView::new(game, tier), cache.get(tier));
        let ways = P::blocks().filter(|ways| {
            (ways.pay)(game, tier, &view.index)
                && children.iter().all(|(child, _)| (ways.are_readable)(&child.index))
        });
        let second = ways.as_ref().zip(bytes(own));
        let second = second.map(|(ways, own)| (ways.second_half)(game, tier, &view.index, own));
        let second = second.transpose()?.flatten();
        let checker = Checker {
            number,
            view: &view,
            own,
            children: &children,
            start_slot: (game.tier_of(&start) == tier).then(|| view.slot(&start)),
            sparse: planned.sparse,
            by_blocks: ways.and_then(|ways| ByBlocks::new(&ways, &view, own, second.as_deref(), &children)),
        };
        let len = view.index.len();
        let chunk_len = checker.by_blocks.as_ref().map_or(CHUNK, |by_blocks| by_blocks.chunk);
        sum_chunks(len, chunk_len, |batch: &mut Batch<G>, chunk, slots| {
            run.check()?;
            let part = checker.check(chunk as u64, slots, batch);
            total.lock().expect("no panic while locked").add(part);
            Ok(0)
        })?;
        run.tell(Event::TierDone { tier: tier.to_string(), slots: planned.slots });
    }
    Ok(total.into_inner().expect("no panic while locked"))
}

/// One tier while it is verified.
struct Checker<'a, G: Tiered> {
    /// Its place among the tiers that are verified.
    number: u64,
    view: &'a TierView<'a, G>,
    own: &'a Solved,
    children: &'a [With<'a, G, &'a Solved>],
    /// The slot of the start, if it is in this tier.
    start_slot: Option<u64>,
    sparse: bool,
    /// How to read children block by block, if the game can.
    by_blocks: Option<ByBlocks<'a, G>>,
}

/// How children are read block by block.
struct ByBlocks<'a, G: Tiered> {
    smallest_child: SmallestChild<G>,
    chunk: u64,
    own: &'a [u8],
    children_codes: ChildCodes<'a, G>,
}

/// The codes of a tier, if they are bytes of the [`Narrow`] layout.
fn bytes(solved: &Solved) -> Option<&[u8]> {
    if let Solved::Narrow(codes, _) = solved { Some(codes) } else { None }
}

impl<'a, G: Tiered> ByBlocks<'a, G> {
    /// `second` is the half that the index leaves out; `None` if it does not, or if not all codes are bytes.
    fn new(
        ways: &BlockSolver<G>,
        view: &TierView<'_, G>,
        own: &'a Solved,
        second: Option<&'a [u8]>,
        children: &'a [With<'a, G, &'a Solved>],
    ) -> Option<ByBlocks<'a, G>> {
        let own = bytes(own)?;
        let halves =
            second.map_or_else(|| own.split_at((view.index.len() / 2) as usize), |second| (own, second));
        let children = children.iter().map(|(child, codes)| Some((child.tier, &child.index, bytes(codes)?)));
        let children: Vec<_> = children.collect::<Option<_>>()?;
        let has_inside = view.game.kind(view.tier) == TierKind::Loopy;
        let inside = has_inside.then_some(halves.into());
        let children_codes = ChildCodes::new(ways, &view.index, inside, children.into_iter());
        let chunk = (ways.chunk)(&view.index);
        Some(ByBlocks { smallest_child: ways.smallest_child, chunk, own, children_codes })
    }
}

/// Positions whose children have been found but not read: they lie all over memory, and the processor waits
/// for many of them at once if nothing stands between the reads.
struct Batch<G: Tiered> {
    scratch: Vec<G::Move>,
    /// Positions with their slots and the number of their children.
    positions: Vec<(u64, G::Position, usize)>,
    /// The slots of the children, one position's after the other's, with the number of their tier; `None` is
    /// the same tier.
    children: Vec<(Option<u32>, u64)>,
    /// Slots, and the smallest codes of their children, where these are read block by block.
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

impl<G: Tiered> Checker<'_, G> {
    fn check(&self, chunk: u64, slots: Range<u64>, batch: &mut Batch<G>) -> Verification {
        let mut part = Verification::default();
        match &self.by_blocks {
            Some(by_blocks) if !(chunk + self.number).is_multiple_of(SAMPLE) => {
                self.check_by_blocks(slots, by_blocks, batch, &mut part);
            }
            _ => self.view.scan(
                slots,
                |_| true,
                |slot, p| {
                    if self.is_open(slot, &p, &mut part) {
                        self.look_at(slot, p, batch, &mut part);
                    }
                },
            ),
        }
        self.read(batch, &mut part);
        part
    }

    /// Whether the moves of a position tell its outcome. If it is an end, its outcome is checked.
    #[inline]
    fn is_open(&self, slot: u64, p: &G::Position, part: &mut Verification) -> bool {
        let game = self.view.game;
        // What a sparse tier leaves out cannot be reached: the start is not left out, nor any child of what
        // is there.
        let left_out = || self.sparse && self.own.outcome(slot).is_none() && self.start_slot != Some(slot);
        if !game.is_legal(p) || left_out() {
            return false;
        }
        if let Some(value) = game.end(p) {
            let expected = Some(Outcome::ended(value));
            part.check(self.own.outcome(slot), expected, || game.format(p));
            return false;
        }
        true
    }

    fn check_by_blocks(
        &self,
        slots: Range<u64>,
        by_blocks: &ByBlocks<'_, G>,
        batch: &mut Batch<G>,
        part: &mut Verification,
    ) {
        let TierView { game, tier, ref index } = *self.view;
        let mut open = std::mem::take(&mut batch.slots);
        let mut smallest = std::mem::take(&mut batch.smallest);
        self.view.scan(
            slots,
            |_| true,
            |slot, p| {
                if self.is_open(slot, &p, part) {
                    open.push(slot);
                }
            },
        );
        let ByBlocks { smallest_child, own, children_codes, .. } = by_blocks;
        smallest_child(
            game,
            tier,
            index,
            &open,
            children_codes,
            &mut smallest,
            batch.bench.get_or_insert_default(),
        );
        for (slot, smallest) in open.drain(..).zip(smallest.drain(..)) {
            let follows = Narrow::before(smallest).filter(|&code| !LongGames::is_long(code));
            // The largest byte may be that of a child, or mean that there is none. A child without outcome
            // may hide behind a better one: that is found where the child itself is looked at.
            if follows == Some(own[slot as usize]) && smallest < u8::MAX {
                part.checked += 1;
            } else {
                self.look_at(slot, self.view.position(slot), batch, part);
            }
        }
        (batch.slots, batch.smallest) = (open, smallest);
    }

    /// Adds a position with its children to the batch, which is read when it is full.
    #[inline]
    fn look_at(&self, slot: u64, p: G::Position, batch: &mut Batch<G>, part: &mut Verification) {
        self.find(slot, p, batch);
        if batch.positions.len() == BATCH {
            self.read(batch, part);
        }
    }

    #[inline]
    fn find(&self, slot: u64, p: G::Position, batch: &mut Batch<G>) {
        let TierView { game, tier, .. } = *self.view;
        let Batch { scratch, positions, children, .. } = batch;
        let before = children.len();
        let _ = game.for_each_child(tier, &p, Reach::Anywhere, scratch, |child| {
            let child = game.normalise(&child);
            let child_tier = game.tier_of(&child);
            children.push(if child_tier == tier {
                (None, self.view.slot(&child))
            } else {
                let number = declared(self.children, tier, child_tier);
                (Some(number as u32), self.children[number].0.slot(&child))
            });
            ControlFlow::<()>::Continue(())
        });
        positions.push((slot, p, children.len() - before));
    }

    fn read(&self, batch: &mut Batch<G>, part: &mut Verification) {
        let mut children = batch.children.drain(..);
        for (slot, p, count) in batch.positions.drain(..) {
            let best = children.by_ref().take(count).fold(Best::NoMove, |best, (tier, child)| {
                best.or(tier.map_or(self.own, |number| self.children[number as usize].1).outcome(child))
            });
            let game = self.view.game;
            part.check(self.own.outcome(slot), best.outcome(game), || game.format(&p));
        }
    }
}

/// Verifies the outcomes of an explored game: each follows from its children, and the start is among them.
pub fn verify_exploration<K: Key>(
    game: &dyn PackedGame<K>,
    stored: &dyn OutcomeTable<K>,
    run: &Run<'_>,
) -> Result<Verification, SolveError> {
    let mut total = Verification::default();
    let text = |key: K| game.format(key).unwrap_or_else(|| format!("the key {key:?}, which is no position"));
    let mut keys = Vec::new();
    if let Some(block) = stored.block_of(game.start()) {
        stored.read(block, &mut keys)?;
    }
    if !keys.contains(&game.start()) {
        total.check(None, None, || text(game.start()));
    }
    let outcomes = Numbers::read(stored, run)?;
    let share = BLOCKS_VERIFIED.min(stored.blocks().div_ceil(4 * rayon::current_num_threads())).max(1);
    let shares = (0..stored.blocks()).step_by(share).collect::<Vec<_>>().into_par_iter();
    let parts = shares.map_init(Children::new, |children, first| {
        run.check()?;
        children.clear();
        let mut keys: Vec<K> = Vec::new();
        for block in first..stored.blocks().min(first + share) {
            let begin = keys.len();
            stored.read(block, &mut keys)?;
            children.add(game, &keys[begin..]);
        }
        let mut of_children: Vec<Option<Outcome>> = vec![None; children.listed()];
        let note = |number: u32, rank| of_children[number as usize] = Some(outcomes.outcome(stored, rank));
        children.look_up(stored, note)?;
        let mut part = Verification::default();
        let mut numbers = children.numbers.iter();
        let positions = (stored.rank(first)..).zip(&keys).zip(children.ends.iter().zip(&children.degrees));
        for ((rank, &key), (&end, &degree)) in positions {
            let own = numbers.by_ref().take(degree as usize).map(|&number| of_children[number as usize]);
            let expected = match (end, own.fold(Best::NoMove, Best::or)) {
                (Some(value), _) => Some(Outcome::ended(value)),
                (None, Best::Known(outcome)) => Some(outcome),
                (None, Best::Unknown | Best::NoMove) => None,
            };
            part.check(Some(outcomes.outcome(stored, rank)), expected, || text(key));
        }
        Ok(part)
    });
    for part in parts.collect::<Result<Vec<_>, SolveError>>()? {
        total.add(part);
    }
    Ok(total)
}

/// Blocks whose children are looked up together.
const BLOCKS_VERIFIED: usize = 64;

/// The outcomes of a whole table by rank, as places in its palette.
enum Numbers {
    Narrow(Vec<u8>),
    Wide(Vec<u32>),
}

impl Numbers {
    fn read<K: Key>(stored: &dyn OutcomeTable<K>, run: &Run<'_>) -> Result<Numbers, SolveError> {
        let narrow = stored.palette().len() <= 1 << 8;
        let needed = stored.len() * if narrow { 1 } else { 4 };
        if needed > run.memory {
            let what = format!("the verification of {} positions", stored.len());
            return Err(SolveError::Memory { what, needed, allowed: run.memory });
        }
        let mut all = if narrow { Numbers::Narrow(Vec::new()) } else { Numbers::Wide(Vec::new()) };
        let (mut keys, mut numbers) = (Vec::new(), Vec::new());
        for block in 0..stored.blocks() {
            run.check()?;
            keys.clear();
            numbers.clear();
            stored.read_entries(block, &mut keys, &mut numbers)?;
            match &mut all {
                Numbers::Narrow(all) => all.extend(numbers.iter().map(|&number| number as u8)),
                Numbers::Wide(all) => all.extend(&numbers),
            }
        }
        Ok(all)
    }

    fn outcome<K: Key>(&self, stored: &dyn OutcomeTable<K>, rank: u64) -> Outcome {
        let number = match self {
            Numbers::Narrow(all) => all[rank as usize].into(),
            Numbers::Wide(all) => all[rank as usize],
        };
        stored.palette()[number as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_value_of_a_move_is_the_outcome() {
        use Outcome::{Draw, Lose, Tie, Win};
        let outcome = |children: &[Outcome]| {
            let best = children.iter().fold(Best::NoMove, |best, &c| best.or(Some(c)));
            if let Best::Known(outcome) = best { Some(outcome) } else { None }
        };
        assert_eq!(outcome(&[Win(1), Win(4)]), Some(Lose(5)));
        assert_eq!(outcome(&[Win(1), Draw]), Some(Draw));
        assert_eq!(outcome(&[Tie(3), Draw, Tie(5)]), Some(Tie(4)));
        assert_eq!(outcome(&[Lose(3), Tie(0), Lose(2)]), Some(Win(3)));
    }
}
