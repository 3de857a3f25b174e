//! A toy game with everything a game can have, and ways to get each of them wrong.

use std::fmt;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::Check;
use crate::picture::{Figures, Look, Part, Sign};
use crate::{
    Game, Grid, Index, Numbers, Orbits, Pack, ParseError, Product, Reach, Retrograde, SymmetricBoard,
    TierKind, Tiered, Turn, Value, cells_of, parse_cells,
};

/// The laws that failed.
pub(super) fn broken_laws(checks: &[Check]) -> Vec<&'static str> {
    checks.iter().filter(|check| !check.passed()).map(|check| check.law).collect()
}

/// What the author of the game got wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    None,
    // Rules.
    PlayPanics,
    WordWithPlus,
    WordWithoutTurn,
    MoveListedTwice,
    MoveNameWithColon,
    MoveNamedByTarget,
    EndInDraw,
    EndChangesItsMind,
    NoPicture,
    ParseCutsBytes,
    ParseOverlaps,
    /// Parse accepts positions that the picture cannot show.
    ParseTwoPairs,
    /// Parse accepts positions in which it does not accept all moves.
    ParseStopsHalfway,
    ImageZeroMirrors,
    LopsidedStart,
    MirrorCountedTwice,
    SmallestImageIsOwn,
    LopsidedMoves,
    // Pictures.
    TurnStays,
    CentreOutside,
    UnknownPiece,
    PartWithSemicolon,
    SignOutside,
    /// A move is the first part of another.
    PartsEndInAPart,
    /// The same part looks different in different moves.
    SignsDiffer,
    // Tiers.
    IndexPanics,
    TierNameWithSlash,
    TiersInCircles,
    UndeclaredTier,
    SlidesInTransition,
    MovesIntoIllegal,
    NormaliseMirrors,
    InsideGoesOutside,
    NeverStops,
    UnrankOffByOne,
    TooManyImages,
    ScanLeavesOut,
    RankSeesMirrors,
    RankTooLarge,
    // Un-moves.
    ForgottenUnmove,
    InventedUnmove,
    UnmoveLeavesTier,
}

const CELLS: usize = 6;
const GRID: Grid = Grid::new(1, CELLS);

/// On a strip of six cells, a player puts down a piece of his own or slides one to the next cell; two
/// neighbours win, a full strip is a tie. `TIES` is what the game says about that.
pub(super) struct Strip<const TIES: bool = true> {
    fault: Fault,
    board: Arc<SymmetricBoard>,
    mood: AtomicBool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
pub(super) struct Position {
    x: u64,
    o: u64,
    o_to_move: bool,
}

impl Position {
    fn mine_and_theirs(self) -> (u64, u64) {
        if self.o_to_move { (self.o, self.x) } else { (self.x, self.o) }
    }

    /// The position with these pieces of the player to move and of the other.
    fn with(self, mine: u64, theirs: u64) -> Position {
        let (x, o) = if self.o_to_move { (theirs, mine) } else { (mine, theirs) };
        Position { x, o, ..self }
    }

    fn other_to_move(self) -> Position {
        Position { o_to_move: !self.o_to_move, ..self }
    }

    fn swapped(self) -> Position {
        Position { x: self.o, o: self.x, o_to_move: !self.o_to_move }
    }
}

/// A piece is put on cell `to`, or slides there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    from: Option<usize>,
    to: usize,
}

fn has_pair(pieces: u64) -> bool {
    pieces & pieces >> 1 != 0
}

fn is_empty(p: &Position, cell: usize) -> bool {
    (p.x | p.o) >> cell & 1 == 0
}

/// Every slide of a piece of `pieces` to an empty cell, as (from, to).
fn slides(p: Position, pieces: u64) -> impl Iterator<Item = (usize, usize)> {
    let pairs = (1..CELLS).flat_map(|cell| [(cell - 1, cell), (cell, cell - 1)]);
    pairs.filter(move |&(from, to)| pieces >> from & 1 == 1 && is_empty(&p, to))
}

impl Strip {
    pub(super) fn new(fault: Fault) -> Strip {
        Strip::with_ties(fault)
    }
}

impl<const TIES: bool> Strip<TIES> {
    pub(super) fn with_ties(fault: Fault) -> Strip<TIES> {
        let mirror = &GRID.symmetries()[..1];
        Strip { fault, board: SymmetricBoard::new(CELLS, mirror), mood: AtomicBool::new(false) }
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    fn mirror(&self, p: &Position) -> Position {
        let image = |pieces| self.board.group().image(1, pieces);
        Position { x: image(p.x), o: image(p.o), ..*p }
    }

    fn empty_letter(&self) -> char {
        if self.has(Fault::WordWithPlus) { '+' } else { '-' }
    }

    fn cells(&self, p: &Position) -> String {
        let letter = |cell: usize| match (p.x >> cell & 1, p.o >> cell & 1) {
            (1, _) => 'x',
            (_, 1) => 'o',
            _ => self.empty_letter(),
        };
        (0..CELLS).map(letter).collect()
    }

    fn tier(&self, more: u32, fewer: u32) -> Tier {
        Tier { more, fewer, separator: if self.has(Fault::TierNameWithSlash) { '/' } else { ',' } }
    }
}

impl<const TIES: bool> Game for Strip<TIES> {
    type Position = Position;
    type Move = Step;

    fn start(&self) -> Position {
        Position { x: u64::from(self.has(Fault::LopsidedStart)), o: 0, o_to_move: false }
    }

    fn end(&self, p: &Position) -> Option<Value> {
        let (mine, theirs) = p.mine_and_theirs();
        let full = p.x | p.o == GRID.full();
        match (has_pair(mine), has_pair(theirs)) {
            (true, _) => Some(Value::Win),
            (_, true) => Some(Value::Lose),
            _ if !full => None,
            _ if self.has(Fault::EndInDraw) => Some(Value::Draw),
            _ if self.has(Fault::EndChangesItsMind) && self.mood.fetch_not(Relaxed) => None,
            _ => Some(Value::Tie),
        }
    }

    fn moves(&self, p: &Position, out: &mut Vec<Step>) {
        let lopsided = self.has(Fault::LopsidedMoves);
        let slides = slides(*p, p.mine_and_theirs().0).filter(|slide| !(lopsided && slide.0 == 0));
        out.extend(slides.map(|(from, to)| Step { from: Some(from), to }));
        out.extend((0..CELLS).filter(|&cell| is_empty(p, cell)).map(|to| Step { from: None, to }));
        if self.has(Fault::MoveListedTwice) {
            out.extend_from_within(..);
        }
    }

    fn play(&self, p: &Position, step: Step) -> Position {
        assert!(!(self.has(Fault::PlayPanics) && p.x.count_ones() == 2), "two are too many");
        let (mine, theirs) = p.mine_and_theirs();
        let taken = step.from.map_or(0, |from| 1 << from);
        p.with(mine & !taken | 1 << step.to, theirs).other_to_move()
    }

    fn format(&self, p: &Position) -> String {
        let turn = if p.o_to_move { "_o" } else { "_x" };
        self.cells(p) + if self.has(Fault::WordWithoutTurn) { "" } else { turn }
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        if self.has(Fault::ParseCutsBytes) {
            let _ = &text[..1];
        }
        let (cells, turn) = match text.rsplit_once('_') {
            None if self.has(Fault::WordWithoutTurn) => (text, "x"),
            None => return Err(ParseError::new("the turn is missing")),
            Some(parts) => parts,
        };
        let both = if self.has(Fault::ParseOverlaps) { "_" } else { "" };
        let cells = parse_cells(cells, CELLS, &format!("{}xo{both}", self.empty_letter()))?;
        let both = cells_of(&cells, 3);
        let p = Position {
            x: cells_of(&cells, 1) | both,
            o: cells_of(&cells, 2) | both,
            o_to_move: match turn {
                "x" => false,
                "o" => true,
                _ => return Err(ParseError::new("the turn is x or o")),
            },
        };
        if self.has(Fault::ParseStopsHalfway) && p.x == 0 && p.o.count_ones() > 1 {
            return Err(ParseError::new("x has moved before"));
        }
        if has_pair(p.x) && has_pair(p.o) && !self.has(Fault::ParseTwoPairs) {
            return Err(ParseError::new("only one player has two neighbours"));
        }
        Ok(p)
    }

    fn format_move(&self, _: &Position, step: Step) -> String {
        let to = GRID.name(step.to);
        match step.from {
            Some(_) if self.has(Fault::MoveNamedByTarget) => to,
            Some(from) if self.has(Fault::MoveNameWithColon) => format!("{}:{to}", GRID.name(from)),
            Some(from) => format!("{}-{to}", GRID.name(from)),
            None => to,
        }
    }

    fn board(&self, p: &Position) -> String {
        assert!(!(self.has(Fault::ParseTwoPairs) && has_pair(p.x) && has_pair(p.o)), "two pairs");
        if self.has(Fault::NoPicture) { String::new() } else { self.cells(p) }
    }

    fn turn(&self, p: &Position) -> Option<Turn> {
        let second = p.o_to_move && !self.has(Fault::TurnStays);
        Some(if second { Turn::Second } else { Turn::First })
    }

    fn look(&self) -> Option<Look> {
        let look = Look::grid(1, CELLS).men('x', 'o');
        Some(if self.has(Fault::CentreOutside) { look.centre(-1.0, 0.0) } else { look })
    }

    fn figures(&self, p: &Position) -> Figures {
        let unknown = if self.has(Fault::UnknownPiece) { "y" } else { "" };
        Figures::letters(unknown.chars().chain(self.cells(p).replace(self.empty_letter(), "-").chars()))
    }

    /// A slide has two parts: which piece, and where to.
    fn parts(&self, _: &Position, step: Step) -> Vec<Part> {
        let outside = if self.has(Fault::SignOutside) { CELLS } else { 0 };
        let to = Part::new(GRID.name(step.to), Sign::dot(step.to + outside));
        let Some(from) = step.from else { return vec![to] };
        let semicolon = if self.has(Fault::PartWithSemicolon) { ";" } else { "" };
        let sign = if self.has(Fault::SignsDiffer) { Sign::arrow(from, step.to) } else { Sign::dot(from) };
        let taken = Part::new(GRID.name(from) + semicolon, sign);
        if self.has(Fault::PartsEndInAPart) && step.to > from { vec![taken] } else { vec![taken, to] }
    }

    fn symmetries(&self) -> usize {
        if self.has(Fault::MirrorCountedTwice) { 3 } else { 2 }
    }

    fn image(&self, p: &Position, k: usize) -> Position {
        let identity = usize::from(self.has(Fault::ImageZeroMirrors));
        if k == identity { *p } else { self.mirror(p) }
    }

    fn smallest_image(&self, p: &Position) -> Position {
        let images = if self.has(Fault::SmallestImageIsOwn) { 1 } else { self.symmetries() };
        (1..images).map(|k| self.image(p, k)).fold(*p, Ord::min)
    }
}

/// How many pieces each player has; `more` are those of X in normal form.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Tier {
    more: u32,
    fewer: u32,
    separator: char,
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.more, self.separator, self.fewer)
    }
}

impl<const TIES: bool> Tiered for Strip<TIES> {
    type Tier = Tier;
    type Index = StripIndex;

    const TIES: bool = TIES;
    const FOLDS_PLAYERS: bool = true;

    fn normalise(&self, p: &Position) -> Position {
        let (x, o) = (p.x.count_ones(), p.o.count_ones());
        let normal = if o > x || (o == x && p.o_to_move) { p.swapped() } else { *p };
        if self.has(Fault::NormaliseMirrors) { self.mirror(&normal) } else { normal }
    }

    fn is_legal(&self, p: &Position) -> bool {
        !(self.has(Fault::MovesIntoIllegal) && p.x.count_ones() == 2)
    }

    fn tier_of(&self, p: &Position) -> Tier {
        self.tier(p.x.count_ones(), p.o.count_ones())
    }

    fn children(&self, Tier { more, fewer, .. }: Tier) -> Vec<Tier> {
        if (more + fewer) as usize == CELLS {
            return Vec::new();
        }
        let by_fewer = self.tier(more.max(fewer + 1), more.min(fewer + 1));
        match (more, fewer) {
            (2, 1) if self.has(Fault::UndeclaredTier) => vec![by_fewer],
            (1, 1) if self.has(Fault::TiersInCircles) => vec![by_fewer, self.tier(0, 0)],
            _ => vec![self.tier(more + 1, fewer), by_fewer],
        }
    }

    fn kind(&self, tier: Tier) -> TierKind {
        let transition = tier.more == 0 || self.has(Fault::SlidesInTransition);
        if transition { TierKind::Transition } else { TierKind::Loopy }
    }

    fn index(&self, tier: Tier) -> StripIndex {
        assert!(!(self.has(Fault::IndexPanics) && tier.more == 2), "no numbering");
        let turns = if tier.more == tier.fewer { 1 } else { 2 };
        let inner = Product(Numbers(turns), self.board.orbits([tier.more, tier.fewer]));
        StripIndex { inner, fault: self.fault }
    }

    fn item(&self, p: &Position) -> (u64, [u64; 2]) {
        (p.o_to_move.into(), [p.x, p.o])
    }

    fn position(&self, _: Tier, (turn, [x, o]): (u64, [u64; 2])) -> Position {
        Position { x, o, o_to_move: turn == 1 }
    }

    fn for_each_child<B>(
        &self,
        _: Tier,
        p: &Position,
        reach: Reach,
        scratch: &mut Vec<Step>,
        mut visit: impl FnMut(Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        scratch.clear();
        self.moves(p, scratch);
        let mut last = ControlFlow::Continue(());
        for &step in scratch.iter() {
            let wanted = match reach {
                Reach::Inside => step.from.is_some() || self.has(Fault::InsideGoesOutside),
                Reach::Outside => step.from.is_none(),
                Reach::Anywhere => true,
            };
            if wanted {
                last = visit(self.play(p, step));
                if last.is_break() && !self.has(Fault::NeverStops) {
                    return last;
                }
            }
        }
        last
    }
}

impl<const TIES: bool> Retrograde for Strip<TIES> {
    fn for_each_parent(&self, _: Tier, p: &Position, mut visit: impl FnMut(Position)) {
        let before = p.other_to_move();
        let (moved, other) = before.mine_and_theirs();
        for (to, from) in slides(*p, moved) {
            if !(self.has(Fault::ForgottenUnmove) && from == 0) {
                visit(before.with(moved & !(1 << to) | 1 << from, other));
            }
        }
        if self.has(Fault::InventedUnmove) {
            visit(before);
        }
        if self.has(Fault::UnmoveLeavesTier) && moved != 0 {
            visit(before.with(moved & (moved - 1), other));
        }
    }
}

/// The numbering of a tier, right or wrong.
pub(super) struct StripIndex {
    inner: Product<Numbers, Orbits<2>>,
    fault: Fault,
}

impl StripIndex {
    /// The slot whose representative is given for `slot`.
    fn meant(&self, slot: u64) -> u64 {
        (slot + u64::from(self.fault == Fault::UnrankOffByOne)) % self.len()
    }
}

impl Index for StripIndex {
    type Item = (u64, [u64; 2]);

    fn len(&self) -> u64 {
        self.inner.len()
    }

    fn rank(&self, item: Self::Item) -> u64 {
        let rank = self.inner.rank(item);
        let [x, _] = item.1;
        match self.fault {
            Fault::RankTooLarge => rank + self.len(),
            Fault::RankSeesMirrors if x & 0b111 > x >> 3 => (rank + 1) % self.len(),
            _ => rank,
        }
    }

    fn unrank(&self, slot: u64) -> Option<Self::Item> {
        self.inner.unrank(self.meant(slot))
    }

    fn images(&self, slot: u64) -> u64 {
        let images = self.inner.images(self.meant(slot));
        if self.fault == Fault::TooManyImages { 2 * images } else { images }
    }

    fn scan(&self, slots: Range<u64>, want: impl Fn(u64) -> bool, mut visit: impl FnMut(u64, Self::Item)) {
        let skipped = (self.fault == Fault::ScanLeavesOut).then_some(2);
        for slot in slots.filter(|&slot| want(slot) && Some(slot) != skipped) {
            if let Some(item) = self.unrank(slot) {
                visit(slot, item);
            }
        }
    }
}
