//! Solving one tier, given its child tiers.

use std::marker::PhantomData;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU8};
use std::sync::{Arc, Mutex};

use rayon::prelude::*;
use zermelo_core::{
    BlockMoves, Blockwise, Codes, Index, Narrow, NarrowTies, Outcome, Reach, Retrograde, TierKind, Tiered,
    Wide, Word,
};

use crate::blocks::{BlockCourse, BlockSolver};
use crate::memory::large_vec::large_vec;
use crate::memory::slot_set::SlotSet;
use crate::schedule::tier_store::Solved;
use crate::tier::checkpoint::{Checkpoints, Keeper, Kept, Named, Next};
use crate::tier::first_pass::{FirstPass, Reading};
use crate::tier::long_games::{LONG, LongGames};
use crate::tier::long_rounds::LongRounds;
use crate::tier::retrograde::{self, Course, Graph, Progress, Round};
use crate::{Run, SolveError};

/// Whether and how a game takes moves back: the bridge between games with and without un-moves.
pub trait SolveMode<G: Tiered>: Send + Sync + 'static {
    /// Whether parents can be listed.
    const KNOWN: bool;
    /// See [`Retrograde::for_each_parent`].
    fn for_each(game: &G, tier: G::Tier, p: &G::Position, visit: impl FnMut(G::Position));

    /// How to solve tiers block by block, if the game can.
    fn blocks() -> Option<BlockSolver<G>> {
        None
    }
}

/// For games without un-moves.
#[derive(Clone, Copy, Debug)]
pub struct Forward;

impl<G: Tiered> SolveMode<G> for Forward {
    const KNOWN: bool = false;

    fn for_each(_: &G, _: G::Tier, _: &G::Position, _: impl FnMut(G::Position)) {
        unreachable!("asked for the parents of a game without un-moves");
    }
}

/// For games with un-moves.
#[derive(Clone, Copy, Debug)]
pub struct Retro;

impl<G: Retrograde> SolveMode<G> for Retro {
    const KNOWN: bool = true;

    #[inline]
    fn for_each(game: &G, tier: G::Tier, p: &G::Position, visit: impl FnMut(G::Position)) {
        game.for_each_parent(tier, p, visit);
    }
}

/// For games with un-moves that tell the moves of blocks.
#[derive(Clone, Copy, Debug)]
pub struct RetroBlocks;

impl<G: BlockMoves> SolveMode<G> for RetroBlocks {
    const KNOWN: bool = true;

    #[inline]
    fn for_each(game: &G, tier: G::Tier, p: &G::Position, visit: impl FnMut(G::Position)) {
        game.for_each_parent(tier, p, visit);
    }

    fn blocks() -> Option<BlockSolver<G>> {
        Some(BlockSolver::by_moves())
    }
}

/// For games whose tiers are solved block by block.
#[derive(Clone, Copy, Debug)]
pub struct Slides;

impl<G: Blockwise> SolveMode<G> for Slides {
    const KNOWN: bool = true;

    #[inline]
    fn for_each(game: &G, tier: G::Tier, p: &G::Position, visit: impl FnMut(G::Position)) {
        game.for_each_parent(tier, p, visit);
    }

    fn blocks() -> Option<BlockSolver<G>> {
        Some(BlockSolver::new())
    }
}

/// A tier with its index: how the solver addresses the positions of a game.
pub(crate) struct TierView<'a, G: Tiered> {
    pub(crate) game: &'a G,
    pub(crate) tier: G::Tier,
    pub(crate) index: G::Index,
}

impl<'a, G: Tiered> TierView<'a, G> {
    pub(crate) fn new(game: &'a G, tier: G::Tier) -> TierView<'a, G> {
        TierView { game, tier, index: game.index(tier) }
    }

    /// The slot of a position in normal form.
    #[inline(always)]
    pub(crate) fn slot(&self, p: &G::Position) -> u64 {
        self.index.rank(self.game.item(p))
    }

    /// The position of a used slot.
    pub(crate) fn position(&self, slot: u64) -> G::Position {
        self.game.position(self.tier, self.index.unrank(slot).expect("a used slot"))
    }

    #[inline]
    pub(crate) fn scan(
        &self,
        slots: Range<u64>,
        want: impl Fn(u64) -> bool,
        mut visit: impl FnMut(u64, G::Position),
    ) {
        self.index.scan(slots, want, |slot, item| visit(slot, self.game.position(self.tier, item)));
    }
}

/// The part of the move graph that lies within one tier.
struct Inside<'a, G: Tiered, P> {
    view: &'a TierView<'a, G>,
    parents: PhantomData<P>,
}

impl<G: Tiered, P: SolveMode<G>> Graph for Inside<'_, G, P> {
    type Node = G::Position;
    type Scratch = Vec<G::Move>;
    const PARENTS: bool = P::KNOWN;

    fn len(&self) -> u64 {
        self.view.index.len()
    }

    #[inline]
    fn scan(&self, slots: Range<u64>, want: impl Fn(u64) -> bool, visit: impl FnMut(u64, G::Position)) {
        self.view.scan(slots, want, visit);
    }

    #[inline]
    fn for_each_child(
        &self,
        p: G::Position,
        scratch: &mut Vec<G::Move>,
        mut visit: impl FnMut(u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let TierView { game, tier, .. } = *self.view;
        game.for_each_child(tier, &p, Reach::Inside, scratch, |child| {
            visit(self.view.slot(&game.normalise(&child)))
        })
    }

    #[inline]
    fn for_each_parent(&self, p: G::Position, mut visit: impl FnMut(u64, G::Position)) {
        let TierView { game, tier, .. } = *self.view;
        P::for_each(game, tier, &p, |parent| {
            let parent = game.normalise(&parent);
            visit(self.view.slot(&parent), parent);
        });
    }
}

/// A child tier with something of it: its codes, or marks.
pub(crate) type With<'a, G, X> = (TierView<'a, G>, X);

/// Which of the child tiers a move from `tier` leads to.
///
/// # Panics
/// If the game did not declare it: a mistake of its author.
#[inline]
pub(crate) fn declared<G: Tiered, X>(children: &[With<'_, G, X>], tier: G::Tier, child: G::Tier) -> usize {
    children.iter().position(|(view, _)| view.tier == child).unwrap_or_else(|| undeclared(tier, child))
}

/// A mistake of a game's author.
#[cold]
pub(crate) fn undeclared<T: std::fmt::Display>(tier: T, child: T) -> ! {
    panic!("a move leads from tier {tier} to {child}, which is not declared")
}

/// Child tiers, lent for as long as they are looked at.
pub(crate) type Borrowed<T> = Vec<(T, Arc<Solved>)>;

/// What a tier needs while it is solved: its children, as many at a time as there is memory for.
pub(crate) trait TierInputs<T>: Sync {
    /// How many groups the children come in.
    fn groups(&self) -> usize;

    /// The children of a group, solved.
    fn group(&self, number: usize) -> Result<Borrowed<T>, SolveError>;

    /// A number that tells from others the way in which the children are divided into groups.
    fn division(&self) -> u32;

    /// Where the tier is kept while it is in work, if it is.
    fn checkpoints(&self) -> Option<&Checkpoints>;

    /// The slots that are to be solved, if not all.
    fn only(&self) -> Option<&SlotSet>;

    /// Asks for so many bytes more, to be used until the tier is done; `false` if they cannot be had.
    fn more_room(&self, bytes: u64) -> bool;
}

/// Solves a tier in the narrowest layout that has room.
pub(crate) fn solve_tier<G: Tiered, P: SolveMode<G>>(
    game: &G,
    tier: G::Tier,
    inputs: &dyn TierInputs<G::Tier>,
    run: &Run<'_>,
) -> Result<Solved, SolveError> {
    let view = TierView::new(game, tier);
    let (name, slots) = (tier.to_string(), view.index.len());
    let keeper = Keeper::new(inputs.checkpoints(), name, slots, inputs.division(), run);
    let tier = TierSolver::<G, P> { view, parents: PhantomData, inputs, keeper: &keeper, run };
    if G::TIES { tier.solve_with_ties() } else { tier.solve_without_ties() }
}

/// One tier while it is solved.
struct TierSolver<'a, G: Tiered, P> {
    view: TierView<'a, G>,
    parents: PhantomData<P>,
    inputs: &'a dyn TierInputs<G::Tier>,
    keeper: &'a Keeper<'a>,
    run: &'a Run<'a>,
}

/// A tier after its first pass.
struct Begun<C: Codes> {
    codes: Vec<retrograde::Shared<C>>,
    long: LongGames,
    /// The round that comes next.
    next: Round,
    /// Whether a solve that was stopped may have done a part of it.
    resumed: bool,
}

impl<G: Tiered, P: SolveMode<G>> TierSolver<'_, G, P> {
    /// Bytes and a list of long games; or two bytes, if there are many of these or the game cannot take moves
    /// back.
    fn solve_without_ties(&self) -> Result<Solved, SolveError> {
        let only_short = || SolveError::UndeclaredTie(self.view.tier.to_string());
        if let Some(kept) = self.kept_in_two_bytes()? {
            return narrowed(self.go_on_in_two_bytes(Some(kept))?).ok_or_else(only_short);
        }
        let Some(begun) = self.first_passes::<Narrow>(self.keeper.resume()?)? else {
            return narrowed(self.solve_anew_in_two_bytes()?).ok_or_else(only_short);
        };
        let Begun { codes, mut long, next, resumed } = begun;
        let Round::WinsAndLosses(first) = next else {
            return Err(only_short());
        };
        let first = self.first_rounds(&codes, &long, first)?;
        let progress = if first < LONG {
            self.rounds::<Narrow>(&codes, Some(&long), Round::WinsAndLosses(first), resumed, LONG)?
        } else {
            Progress::NoRoom(Round::WinsAndLosses(first))
        };
        let Progress::NoRoom(Round::WinsAndLosses(r)) = progress else {
            retrograde::rest_draws::<Narrow>(&codes);
            let codes = owned::<Narrow>(codes);
            long.tidy(|slot| codes[slot as usize]);
            return Ok(Solved::Narrow(codes, long));
        };
        let r = if P::KNOWN {
            let graph = Inside::<G, P> { view: &self.view, parents: PhantomData };
            let rounds = LongRounds {
                graph: &graph,
                codes: &codes,
                long: &mut long,
                keeper: self.keeper,
                run: self.run,
            };
            let most = LongGames::most(self.view.index.len());
            let too_many = |count| {
                if count <= most {
                    return Ok(false);
                }
                if self.room_to_widen() {
                    return Ok(true);
                }
                self.check_room_for_list(count).map(|()| false)
            };
            let Some(r) = rounds.solve(r, too_many)? else {
                retrograde::rest_draws::<Narrow>(&codes);
                return Ok(Solved::Narrow(owned::<Narrow>(codes), long));
            };
            r
        } else {
            self.check_room_to_widen()?;
            r
        };
        let wide = long.widen(&owned::<Narrow>(codes));
        drop(long);
        let solved = self.solve_wide(shared(wide), Round::WinsAndLosses(r), false)?;
        narrowed(solved).ok_or_else(only_short)
    }

    /// What was kept of the tier, if that is in two bytes.
    fn kept_in_two_bytes(&self) -> Result<Option<Kept<Wide>>, SolveError> {
        let kept = self.keeper.resume::<Wide>()?;
        if kept.is_some() {
            self.check_room_to_widen()?;
        }
        Ok(kept)
    }

    fn solve_anew_in_two_bytes(&self) -> Result<Solved, SolveError> {
        self.check_room_to_widen()?;
        self.go_on_in_two_bytes(None)
    }

    fn go_on_in_two_bytes(&self, kept: Option<Kept<Wide>>) -> Result<Solved, SolveError> {
        let begun = self.first_passes::<Wide>(kept)?.ok_or(SolveError::TooLong(Wide::LOSSES))?;
        self.solve_wide(begun.codes, begun.next, begun.resumed)
    }

    /// One byte as far as it goes, then two.
    fn solve_with_ties(&self) -> Result<Solved, SolveError> {
        if let Some(kept) = self.kept_in_two_bytes()? {
            return self.go_on_in_two_bytes(Some(kept));
        }
        let Some(begun) = self.first_passes::<NarrowTies>(self.keeper.resume()?)? else {
            return self.solve_anew_in_two_bytes();
        };
        let Begun { codes, next, resumed, .. } = begun;
        match self.rounds::<NarrowTies>(&codes, None, next, resumed, NarrowTies::LOSSES)? {
            Progress::Done => {
                retrograde::rest_draws::<NarrowTies>(&codes);
                Ok(Solved::NarrowTies(owned::<NarrowTies>(codes)))
            }
            Progress::NoRoom(round) => {
                self.check_room_to_widen()?;
                let wide = widened::<NarrowTies>(&owned::<NarrowTies>(codes));
                self.solve_wide(shared(wide), round, false)
            }
        }
    }

    fn solve_wide(
        &self,
        codes: Vec<retrograde::Shared<Wide>>,
        from: Round,
        resumed: bool,
    ) -> Result<Solved, SolveError> {
        match self.rounds::<Wide>(&codes, None, from, resumed, Wide::LOSSES)? {
            Progress::Done => {
                retrograde::rest_draws::<Wide>(&codes);
                Ok(Solved::Wide(owned::<Wide>(codes)))
            }
            Progress::NoRoom(_) => Err(SolveError::TooLong(Wide::LOSSES)),
        }
    }

    /// Whether there is memory for two bytes per slot, beside the one so far.
    fn room_to_widen(&self) -> bool {
        self.inputs.more_room(2 * self.view.index.len())
    }

    fn check_room_to_widen(&self) -> Result<(), SolveError> {
        if self.room_to_widen() {
            return Ok(());
        }
        let what = format!("tier {}, whose long games need two bytes per position,", self.view.tier);
        Err(SolveError::Memory { what, needed: 3 * self.view.index.len(), allowed: self.run.memory })
    }

    fn check_room_for_list(&self, long: u64) -> Result<(), SolveError> {
        let list = LongGames::bytes_for(long);
        if self.inputs.more_room(list) {
            return Ok(());
        }
        let what = format!("tier {} with a list of its long games", self.view.tier);
        Err(SolveError::Memory { what, needed: self.view.index.len() + list, allowed: self.run.memory })
    }

    /// What ends and moves that leave the tier tell; `None` if some code has no room. What was kept is gone
    /// on with.
    fn first_passes<C: Reading + Named>(
        &self,
        kept: Option<Kept<C>>,
    ) -> Result<Option<Begun<C>>, SolveError> {
        let (mut codes, mut long, (first_group, first_slot)) = match kept {
            Some(Kept { codes, long, next: Next::Round(next) }) => {
                return Ok(Some(Begun { codes, long, next, resumed: true }));
            }
            Some(Kept { codes, long, next: Next::FirstPass { group, slot } }) => (codes, long, (group, slot)),
            None => (self.unused_codes::<C>()?, LongGames::default(), (0, 0)),
        };
        let groups = self.inputs.groups();
        for group in first_group as usize..groups.max(1) {
            let borrowed = if group < groups { self.inputs.group(group)? } else { Vec::new() };
            let Some(children) = C::read_all(self.view.game, &borrowed) else { return Ok(None) };
            let by_blocks = self.blocks().filter(|ways| self.are_readable(ways, &children));
            let pass = FirstPass {
                view: &self.view,
                children,
                partial: groups > 1,
                later: group > 0,
                only: self.inputs.only(),
                by_blocks,
                long: Mutex::new(&mut long),
                overflow: AtomicBool::new(false),
                keeper: self.keeper,
                run: self.run,
            };
            let from = if group == first_group as usize { first_slot } else { 0 };
            if !pass.fill(&mut codes, group as u32, from)? {
                return Ok(None);
            }
        }
        Ok(Some(Begun { codes, long, next: Round::FIRST, resumed: false }))
    }

    fn unused_codes<C: Codes>(&self) -> Result<Vec<retrograde::Shared<C>>, SolveError> {
        let unused = C::Word::of(C::UNUSED);
        let len = self.view.index.len() as usize;
        let mut codes: Vec<retrograde::Shared<C>> = large_vec(len)?;
        (0..len).into_par_iter().with_min_len(1 << 20).map(|_| unused.share()).collect_into_vec(&mut codes);
        Ok(codes)
    }

    /// How to solve this tier block by block, if that is possible and pays.
    fn blocks(&self) -> Option<BlockSolver<G>> {
        let TierView { game, tier, ref index } = self.view;
        P::blocks().filter(|ways| (ways.pay)(game, tier, index))
    }

    /// Whether these child tiers can be read block by block, and there is room for what that takes.
    fn are_readable<X>(&self, ways: &BlockSolver<G>, children: &[With<'_, G, X>]) -> bool {
        let mut indexes = children.iter().map(|(view, _)| &view.index);
        let unfolded = || children.iter().map(|(view, _)| (ways.unfolded_bytes)(&view.index)).sum::<u64>();
        // Every thread keeps the slots of its chunk and some codes of each.
        let lists = 12 * (ways.chunk)(&self.view.index) * rayon::current_num_threads() as u64;
        indexes.all(ways.are_readable) && self.inputs.more_room(unfolded() + lists)
    }

    /// The rounds that can be done block by block, from this one on; the first of the others.
    fn first_rounds(&self, codes: &[AtomicU8], long: &LongGames, from: u32) -> Result<u32, SolveError> {
        let TierView { game, tier, ref index } = self.view;
        let ways = self.blocks().filter(|_| game.kind(tier) == TierKind::Loopy);
        let Some((first_rounds, counted)) = ways.and_then(|ways| ways.first_rounds) else {
            return Ok(from);
        };
        let extra = game.extra_bytes(tier);
        if !self.inputs.more_room(extra) {
            let what = format!("tier {tier} with the tables for its blocks");
            return Err(SolveError::Memory { what, needed: index.len() + extra, allowed: self.run.memory });
        }
        let course = BlockCourse { from, counted, long, keeper: self.keeper, run: self.run };
        first_rounds(game, tier, index, codes, &course)
    }

    /// What moves within the tier tell, from a round on.
    fn rounds<C: Named>(
        &self,
        codes: &[retrograde::Shared<C>],
        long: Option<&LongGames>,
        from: Round,
        resumed: bool,
        room: u32,
    ) -> Result<Progress, SolveError> {
        let TierView { game, tier, .. } = self.view;
        if game.kind(tier) == TierKind::Transition {
            return Ok(Progress::Done);
        }
        let graph = Inside::<G, P> { view: &self.view, parents: PhantomData };
        let course = Course { from, resumed, room, long, keeper: self.keeper, run: self.run };
        retrograde::solve::<C, _>(&graph, codes, &course)
    }
}

fn shared(codes: Vec<u16>) -> Vec<retrograde::Shared<Wide>> {
    codes.into_iter().map(Word::share).collect()
}

fn owned<C: Codes>(codes: Vec<retrograde::Shared<C>>) -> Vec<C::Word> {
    codes.into_iter().map(|mut code| *C::Word::own(&mut code)).collect()
}

/// Codes in two bytes, pending and unused ones included.
fn widened<C: Codes>(codes: &[C::Word]) -> Vec<u16> {
    let widen_one = |code: &C::Word| match C::decode(*code) {
        Some(outcome) => Wide::encode(outcome).expect("two bytes have room"),
        None => u16::of(code.number() - C::PENDING + Wide::PENDING),
    };
    codes.par_iter().with_min_len(1 << 14).map(widen_one).collect()
}

/// The same in bytes, if the long games in it are few: parents will read it often. `None` if it has ties.
fn narrowed(solved: Solved) -> Option<Solved> {
    let Solved::Wide(codes) = solved else { return Some(solved) };
    let outcome = |code: &u16| Wide::decode(*code);
    if codes.par_iter().any(|code| matches!(outcome(code), Some(Outcome::Tie(_)))) {
        return None;
    }
    let is_long = |code: &&u16| outcome(code).is_some_and(|o| LongGames::is_long(LongGames::code(o)));
    let count = codes.par_iter().filter(is_long).count() as u64;
    if count > LongGames::most(codes.len() as u64) {
        return Some(Solved::Wide(codes));
    }
    let mut long = LongGames::default();
    for (slot, code) in codes.iter().enumerate().filter(|(_, code)| is_long(code)) {
        long.encode(slot as u64, outcome(code).expect("long games are used slots"));
    }
    let narrow = |code: &u16| outcome(code).map_or(Narrow::UNUSED as u8, LongGames::code);
    Some(Solved::Narrow(codes.par_iter().map(narrow).collect(), long))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wide(outcomes: &[Outcome]) -> Solved {
        Solved::Wide(outcomes.iter().map(|&outcome| Wide::encode(outcome).unwrap()).collect())
    }

    #[test]
    fn codes_mean_the_same_in_two_bytes() {
        let outcomes = [Outcome::Lose(0), Outcome::Win(83), Outcome::Tie(7), Outcome::Draw];
        let narrow: Vec<u8> = outcomes.iter().map(|&outcome| NarrowTies::encode(outcome).unwrap()).collect();
        assert_eq!(Solved::Wide(widened::<NarrowTies>(&narrow)), wide(&outcomes));
        let unknown = [NarrowTies::PENDING, NarrowTies::UNUSED].map(|number| number as u8);
        assert_eq!(
            widened::<NarrowTies>(&unknown),
            [Wide::PENDING, Wide::UNUSED].map(|number| number as u16)
        );
    }

    #[test]
    fn a_tier_with_few_long_games_goes_back_to_bytes_and_keeps_its_outcomes() {
        let outcomes = [Outcome::Lose(3), Outcome::Win(400), Outcome::Lose(700), Outcome::Draw];
        let solved = narrowed(wide(&outcomes)).unwrap();
        assert!(matches!(&solved, Solved::Narrow(_, long) if long.len() == 2));
        let back: Vec<Outcome> = (0..4).map(|slot| solved.outcome(slot).unwrap()).collect();
        assert_eq!(back, outcomes);
    }

    #[test]
    fn a_tier_with_many_long_games_stays_in_two_bytes_and_one_with_ties_is_refused() {
        let long = vec![Outcome::Win(500); LongGames::most(2000) as usize + 1];
        assert_eq!(narrowed(wide(&long)), Some(wide(&long)));
        assert_eq!(narrowed(wide(&[Outcome::Tie(2)])), None);
    }
}
