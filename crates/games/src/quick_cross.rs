//! Quick cross: bars that both players place and turn.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use zermelo_core::picture::{Colour, Figures, Look, Piece, Sign};
use zermelo_core::{
    Alternatives, Game, Grid, Misere, Orbits, Pack, ParseError, Reach, Retrograde, SymmetricBoard, TierKind,
    Tiered, Value, cells_of, parse_cells,
};
use zermelo_library::{AnyGame, Family, any_game};

use crate::bits::bits;
use crate::pieces::letter_at;

const RULES: &str = "\
The board has 4x4 cells; the bars belong to both players. On your turn, place a horizontal or a vertical
bar on an empty cell, or turn any bar by a quarter. Whoever completes a line of four bars that lie the
same way (along a row, a column or a diagonal of the board) wins (misère: loses).

On the boards of 3x3 and 3x4 cells, three in a line are enough.";

struct QuickCross {
    board: Grid,
    lines: Vec<u16>,
    /// The board with the symmetries that leave bars lying as they lie: two mirrors and their product.
    mirrors: Arc<SymmetricBoard>,
}

impl QuickCross {
    fn new(rows: usize, cols: usize, in_line: usize) -> QuickCross {
        let board = Grid::new(rows, cols);
        let lines = board.lines(in_line).into_iter().map(|line| line as u16).collect();
        let mirrors = SymmetricBoard::new(board.cells(), &board.symmetries()[..2]);
        QuickCross { board, lines, mirrors }
    }
}

/// The horizontal and the vertical bars.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
struct Position {
    h: u16,
    v: u16,
}

impl Position {
    fn bars(self) -> u16 {
        self.h | self.v
    }

    /// The position with the bar on a cell turned.
    #[inline]
    fn turned(self, cell: u8) -> Position {
        Position { h: self.h ^ 1 << cell, v: self.v ^ 1 << cell }
    }

    fn bar(self, cell: usize) -> char {
        letter_at(cell, [(self.h, 'h'), (self.v, 'v')])
    }
}

/// How the bar on a cell lies after the move, whether it is new or turned.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Move {
    Horizontal(u8),
    Vertical(u8),
}

impl Game for QuickCross {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { h: 0, v: 0 }
    }

    fn end(&self, p: &Position) -> Option<Value> {
        let complete = |line: &u16| p.h & line == *line || p.v & line == *line;
        self.lines.iter().any(complete).then_some(Value::Lose)
    }

    fn moves(&self, p: &Position, out: &mut Vec<Move>) {
        for cell in 0..self.board.cells() as u8 {
            if p.h >> cell & 1 == 0 {
                out.push(Move::Horizontal(cell));
            }
            if p.v >> cell & 1 == 0 {
                out.push(Move::Vertical(cell));
            }
        }
    }

    #[inline]
    fn play(&self, p: &Position, m: Move) -> Position {
        match m {
            Move::Horizontal(cell) => Position { h: p.h | 1 << cell, v: p.v & !(1 << cell) },
            Move::Vertical(cell) => Position { h: p.h & !(1 << cell), v: p.v | 1 << cell },
        }
    }

    fn format(&self, p: &Position) -> String {
        (0..self.board.cells()).map(|cell| p.bar(cell)).collect()
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let cells = parse_cells(text, self.board.cells(), "-hv")?;
        Ok(Position { h: cells_of(&cells, 1) as u16, v: cells_of(&cells, 2) as u16 })
    }

    fn format_move(&self, _: &Position, m: Move) -> String {
        match m {
            Move::Horizontal(cell) => format!("{}=h", self.board.name(cell.into())),
            Move::Vertical(cell) => format!("{}=v", self.board.name(cell.into())),
        }
    }

    fn board(&self, p: &Position) -> String {
        self.board.draw(|cell| match p.bar(cell) {
            'h' => '-',
            'v' => '|',
            _ => '.',
        })
    }

    /// The cells, and their halves, where one chooses how a bar lies.
    fn look(&self) -> Option<Look> {
        let tile = |colour, bar| Piece::square(colour).marked(bar).scaled(9.5);
        let look = Look::grid(self.board.rows, self.board.cols).halves();
        Some(look.piece('h', tile(Colour::Neutral, "━")).piece('v', tile(Colour::Accent, "┃")))
    }

    fn figures(&self, p: &Position) -> Figures {
        Figures::letters((0..self.board.cells()).map(|cell| p.bar(cell)))
    }

    fn sign(&self, _: &Position, m: Move) -> Sign {
        match m {
            Move::Horizontal(cell) => Sign::letter(self.board.cells() + usize::from(cell), "h"),
            Move::Vertical(cell) => Sign::letter(2 * self.board.cells() + usize::from(cell), "v"),
        }
    }

    fn symmetries(&self) -> usize {
        self.mirrors.group().len()
    }

    fn image(&self, p: &Position, k: usize) -> Position {
        let image = |bars: u16| self.mirrors.group().image(k, bars.into()) as u16;
        Position { h: image(p.h), v: image(p.v) }
    }
}

/// How many bars are on the board. Turning one keeps the tier, placing one leaves it for good.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Tier(u32);

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Tiered for QuickCross {
    type Tier = Tier;
    /// By the number of horizontal bars.
    type Index = Alternatives<Orbits<2>>;

    const TIES: bool = false;

    #[inline]
    fn tier_of(&self, p: &Position) -> Tier {
        Tier(p.bars().count_ones())
    }

    fn children(&self, tier: Tier) -> Vec<Tier> {
        if tier.0 as usize == self.board.cells() { Vec::new() } else { vec![Tier(tier.0 + 1)] }
    }

    fn kind(&self, _: Tier) -> TierKind {
        TierKind::Loopy
    }

    fn index(&self, Tier(bars): Tier) -> Self::Index {
        let parts = (0..=bars).map(|h| self.mirrors.orbits([h, bars - h])).collect();
        Alternatives::new(parts, |[h, _]| h.count_ones() as usize)
    }

    #[inline]
    fn item(&self, p: &Position) -> [u64; 2] {
        [p.h.into(), p.v.into()]
    }

    #[inline]
    fn position(&self, _: Tier, [h, v]: [u64; 2]) -> Position {
        Position { h: h as u16, v: v as u16 }
    }

    #[inline]
    fn for_each_child<B>(
        &self,
        _: Tier,
        p: &Position,
        reach: Reach,
        _: &mut Vec<Move>,
        mut visit: impl FnMut(Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if reach != Reach::Outside {
            bits(p.bars().into()).try_for_each(|cell| visit(p.turned(cell)))?;
        }
        if reach != Reach::Inside {
            for cell in bits(self.board.full() as u32 & !u32::from(p.bars())) {
                visit(self.play(p, Move::Horizontal(cell)))?;
                visit(self.play(p, Move::Vertical(cell)))?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Retrograde for QuickCross {
    /// A turned bar can be turned back.
    #[inline]
    fn for_each_parent(&self, _: Tier, p: &Position, mut visit: impl FnMut(Position)) {
        bits(p.bars().into()).for_each(|cell| visit(p.turned(cell)));
    }
}

/// Quick cross and its variants.
pub(crate) fn family() -> Family {
    fn game(board: QuickCross, misere: bool) -> Box<dyn AnyGame> {
        any_game!(Misere { game: board, misere })
    }
    Family::new("quickcross", "Quick Cross", RULES)
        .variant("regular", "4x4, four in a line win", || game(QuickCross::new(4, 4, 4), false))
        .variant("misere", "4x4, four in a line lose", || game(QuickCross::new(4, 4, 4), true))
        .variant("3x3", "3x3, three in a line win", || game(QuickCross::new(3, 3, 3), false))
        .variant("3x3-misere", "3x3, three in a line lose", || game(QuickCross::new(3, 3, 3), true))
        .variant("3x4", "3x4, three in a line win", || game(QuickCross::new(3, 4, 3), false))
        .variant("3x4-misere", "3x4, three in a line lose", || game(QuickCross::new(3, 4, 3), true))
        .variant("4x4", "another name of regular", || game(QuickCross::new(4, 4, 4), false))
        .variant("4x4-misere", "another name of misere", || game(QuickCross::new(4, 4, 4), true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{EXHAUSTIVE, agrees_with_truth, unmoves_pass_battery};
    use zermelo_core::parse_move;

    #[test]
    fn counts_equal_the_published_ones() {
        agrees_with_truth(&Misere::normal(QuickCross::new(3, 3, 3)), "quickcross/3x3");
        agrees_with_truth(&Misere::of(QuickCross::new(3, 3, 3)), "quickcross/3x3-misere");
        agrees_with_truth(&Misere::normal(QuickCross::new(3, 4, 3)), "quickcross/3x4");
    }

    #[test]
    fn tiers_equal_the_oracle() {
        for misere in [false, true] {
            for (rows, cols) in [(3, 3), (2, 4)] {
                let game = Misere { game: QuickCross::new(rows, cols, 3), misere };
                unmoves_pass_battery(&game, &EXHAUSTIVE);
            }
        }
    }

    #[test]
    fn turning_a_bar_can_complete_a_line() {
        let game = QuickCross::new(3, 3, 3);
        let p = game.parse("hhv------").unwrap();
        assert_eq!(game.end(&p), None);
        let turned = game.play(&p, parse_move(&game, &p, "c3=h").unwrap());
        assert_eq!(game.end(&turned), Some(Value::Lose));
    }
}
