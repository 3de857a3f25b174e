//! Solving one tier, given its child tiers.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rayon::prelude::*;
use zermelo_core::{
    Codes, Index, Narrow, NarrowTies, Outcome, Reach, Retrograde, TierKind, Tiered, Value, Wide, Word,
};

use crate::loopy::{self, CHUNK, Graph, Progress, Round};
use crate::shelf::{Layout, Solved, translate};
use crate::{Event, Run, SolveError};

/// Whether and how a game takes moves back: the bridge between games with and without un-moves.
pub trait Parents<G: Tiered>: Send + Sync + 'static {
    /// Whether parents can be listed.
    const KNOWN: bool;
    /// See [`Retrograde::for_each_parent`].
    fn for_each(game: &G, tier: G::Tier, p: &G::Position, visit: impl FnMut(G::Position));
}

/// For games without un-moves.
#[derive(Clone, Copy, Debug)]
pub struct PullOnly;

impl<G: Tiered> Parents<G> for PullOnly {
    const KNOWN: bool = false;

    fn for_each(_: &G, _: G::Tier, _: &G::Position, _: impl FnMut(G::Position)) {
        unreachable!("asked for the parents of a game without un-moves");
    }
}

/// For games with un-moves.
#[derive(Clone, Copy, Debug)]
pub struct PushPull;

impl<G: Retrograde> Parents<G> for PushPull {
    const KNOWN: bool = true;

    #[inline]
    fn for_each(game: &G, tier: G::Tier, p: &G::Position, visit: impl FnMut(G::Position)) {
        game.for_each_parent(tier, p, visit);
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

impl<G: Tiered, P: Parents<G>> Graph for Inside<'_, G, P> {
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

/// The child tier that a move from `tier` leads to.
///
/// # Panics
/// If the game did not declare it: a mistake of its author.
#[inline]
pub(crate) fn declared<'c, 'a, G: Tiered, X>(
    children: &'c [With<'a, G, X>],
    tier: G::Tier,
    child: G::Tier,
) -> &'c With<'a, G, X> {
    let found = children.iter().find(|(view, _)| view.tier == child);
    found.unwrap_or_else(|| panic!("a move leads from tier {tier} to {child}, which is not declared"))
}

/// Solves a tier in the narrowest layout that has room. `children` are all its child tiers, solved.
pub(crate) fn solve_tier<G: Tiered, P: Parents<G>>(
    game: &G,
    tier: G::Tier,
    children: &[(G::Tier, &Solved)],
    run: &Run<'_>,
) -> Result<Solved, SolveError> {
    let tier = TierSolver::<G, P> { view: TierView::new(game, tier), parents: PhantomData, run };
    if G::TIES { tier.solve::<NarrowTies>(children) } else { tier.solve::<Narrow>(children) }
}

/// One tier while it is solved.
struct TierSolver<'a, G: Tiered, P> {
    view: TierView<'a, G>,
    parents: PhantomData<P>,
    run: &'a Run<'a>,
}

impl<G: Tiered, P: Parents<G>> TierSolver<'_, G, P> {
    /// Solves in codes of layout `C` as far as they have room, then goes on in wide ones.
    fn solve<C: Layout>(&self, children: &[(G::Tier, &Solved)]) -> Result<Solved, SolveError> {
        let (codes, round) = match self.first_pass::<C>(children)? {
            Some(codes) => match self.rounds::<C>(&codes, Round::FIRST)? {
                Progress::Done => return Ok(C::wrap(owned::<C>(codes))),
                Progress::NoRoom(round) => {
                    self.check_room_to_widen(codes.len() as u64, children)?;
                    (translate::<C, Wide>(&owned::<C>(codes)), round)
                }
            },
            None => {
                self.check_room_to_widen(0, children)?;
                (self.first_pass::<Wide>(children)?.map(owned::<Wide>), Round::FIRST)
            }
        };
        let too_long = SolveError::TooLong(Wide::LOSSES);
        let Some(codes) = codes else { return Err(too_long) };
        let codes: Vec<_> = codes.into_iter().map(Word::share).collect();
        match self.rounds::<Wide>(&codes, round)? {
            Progress::Done => Ok(Wide::wrap(owned::<Wide>(codes))),
            Progress::NoRoom(_) => Err(too_long),
        }
    }

    /// Two bytes per position, beside the `narrow` bytes so far and the children, must keep the memory promise too.
    fn check_room_to_widen(&self, narrow: u64, children: &[(G::Tier, &Solved)]) -> Result<(), SolveError> {
        let tier = self.view.tier;
        self.run.tell(Event::Note(format!("tier {tier} has long games: two bytes per position")));
        let held: u64 = children.iter().map(|(_, solved)| solved.bytes()).sum();
        let needed = held + narrow + 2 * self.view.index.len();
        if needed <= self.run.memory {
            return Ok(());
        }
        let what = format!("tier {tier}, whose long games need two bytes per position,");
        Err(SolveError::Memory { what, needed, allowed: self.run.memory })
    }

    /// What ends and moves that leave the tier tell; `None` if some code has no room.
    fn first_pass<C: Layout>(
        &self,
        children: &[(G::Tier, &Solved)],
    ) -> Result<Option<Vec<loopy::Shared<C>>>, SolveError> {
        let game = self.view.game;
        let with_codes = |&(tier, solved): &(G::Tier, _)| Some((TierView::new(game, tier), C::view(solved)?));
        match children.iter().map(with_codes).collect::<Option<Vec<_>>>() {
            Some(children) => first_pass::<C, G>(&self.view, &children, self.run),
            None => Ok(None),
        }
    }

    /// What moves within the tier tell, from a round on.
    fn rounds<C: Codes>(&self, codes: &[loopy::Shared<C>], from: Round) -> Result<Progress, SolveError> {
        let TierView { game, tier, .. } = self.view;
        if game.kind(tier) == TierKind::Transition {
            return Ok(Progress::Done);
        }
        let graph = Inside::<G, P> { view: &self.view, parents: PhantomData };
        let tell = |remoteness| self.run.tell(Event::Ply { tier: tier.to_string(), remoteness });
        loopy::solve::<C, _>(&graph, codes, from, self.run, tell)
    }
}

fn owned<C: Codes>(codes: Vec<loopy::Shared<C>>) -> Vec<C::Word> {
    codes.into_iter().map(|mut code| *C::Word::own(&mut code)).collect()
}

/// One pass in index order: ends, and what the moves that leave the tier are worth.
fn first_pass<C: Codes, G: Tiered>(
    view: &TierView<'_, G>,
    children: &[With<'_, G, Cow<'_, [C::Word]>>],
    run: &Run<'_>,
) -> Result<Option<Vec<loopy::Shared<C>>>, SolveError> {
    let TierView { game, tier, index } = view;
    let overflow = AtomicBool::new(false);
    let loopy = game.kind(*tier) == TierKind::Loopy;
    let unused = C::Word::of(C::UNUSED);
    let mut codes: Vec<loopy::Shared<C>> = Vec::with_capacity(index.len() as usize);
    codes.resize_with(index.len() as usize, || unused.share());

    let chunk = |scratch: &mut Vec<G::Move>, (number, codes): (usize, &mut [loopy::Shared<C>])| {
        run.check()?;
        let first = number as u64 * CHUNK;
        view.scan(
            first..first + codes.len() as u64,
            |_| true,
            |slot, p| {
                if !game.is_legal(&p) {
                    return;
                }
                let code = match game.end(&p) {
                    Some(value) => end_code::<C>(value),
                    None => leaving_code::<C, G>(view, children, &p, loopy, scratch),
                };
                match code {
                    Some(code) => *C::Word::own(&mut codes[(slot - first) as usize]) = code,
                    None => overflow.store(true, Relaxed),
                }
            },
        );
        Ok::<(), SolveError>(())
    };
    if codes.len() as u64 <= CHUNK {
        chunk(&mut Vec::new(), (0, &mut codes))?;
    } else {
        codes
            .par_chunks_mut(CHUNK as usize)
            .enumerate()
            .map_init(Vec::new, chunk)
            .collect::<Result<(), SolveError>>()?;
    }
    Ok((!overflow.into_inner()).then_some(codes))
}

fn end_code<C: Codes>(value: Value) -> Option<C::Word> {
    // A tie in a game that promised none has no code: the wide layout takes it.
    C::encode(Outcome::ended(value))
}

/// The code of a position that is not over, as far as its moves out of the tier tell.
#[inline]
fn leaving_code<C: Codes, G: Tiered>(
    view: &TierView<'_, G>,
    children: &[With<'_, G, Cow<'_, [C::Word]>>],
    p: &G::Position,
    loopy: bool,
    scratch: &mut Vec<G::Move>,
) -> Option<C::Word> {
    let TierView { game, tier, .. } = *view;
    // Where no move should stay inside, a move that does is found out by its tier not being declared.
    let reach = if loopy { Reach::Outside } else { Reach::Anywhere };
    let mut smallest = None;
    let _ = game.for_each_child(tier, p, reach, scratch, |child| {
        let child = game.normalise(&child);
        let (view, codes) = declared(children, tier, game.tier_of(&child));
        let code = codes[view.slot(&child) as usize];
        smallest = Some(smallest.map_or(code, |s: C::Word| s.min(code)));
        // Nothing is better than to win at once.
        if code == C::lose(0) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match smallest {
        Some(smallest) => C::before(smallest),
        None if loopy && has_move_inside(view, p, scratch) => Some(C::Word::of(C::PENDING)),
        None => end_code::<C>(game.stuck()),
    }
}

fn has_move_inside<G: Tiered>(view: &TierView<'_, G>, p: &G::Position, scratch: &mut Vec<G::Move>) -> bool {
    view.game.for_each_child(view.tier, p, Reach::Inside, scratch, ControlFlow::Break).is_break()
}
