//! Shift-tac-toe: noughts and crosses with gravity, on rows that slide.

use zermelo_core::picture::{Art, CELL, Colour, Figures, Look, Piece, Sign, Style};
use zermelo_core::{Game, Grid, Misere, Pack, ParseError, Turn, Value, cells_of, parse_cells};
use zermelo_library::{Family, any_game};

use crate::pieces::letter_at;

const RULES: &str = "\
The window shows 3x3 cells and stands upright: pieces fall to the lowest empty cell of their column.
Each row is a slider with three positions (left, centre, right) and starts in the centre. The first
player has O, the second X.

On your turn, drop a piece of yours into a column that is not full, or slide one row by one step to the
left or to the right. Pieces that a slider carries out of the window are lost, the cell that comes in is
empty, and the pieces above empty cells fall.

Three of your pieces in a line (row, column or diagonal) win, whoever made it (misère: lose). If a slide
makes a line for both players at once, the player who slid wins.";

const BOARD: Grid = Grid::new(3, 3);
const LINES: [u16; 8] = [0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124];
const SLIDER_LETTERS: &str = "LCR";

struct ShiftTacToe;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
struct Position {
    /// The pieces of each player: O, X.
    pieces: [u16; 2],
    /// Where each row stands, from the top: 0 left, 1 centre, 2 right.
    sliders: [u8; 3],
    turn: Turn,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Move {
    Drop { col: u8 },
    SlideLeft { row: u8 },
    SlideRight { row: u8 },
}

impl Position {
    fn occupied(&self) -> u16 {
        self.pieces[0] | self.pieces[1]
    }

    /// The cells that are empty while the cell above is not.
    fn below_floating(&self) -> u16 {
        (self.occupied() << 3) & !self.occupied() & BOARD.full() as u16
    }

    fn fall(&mut self) {
        loop {
            let gaps = self.below_floating();
            if gaps == 0 {
                break;
            }
            for pieces in &mut self.pieces {
                let falling = *pieces & gaps >> 3;
                *pieces = *pieces & !falling | falling << 3;
            }
        }
    }

    fn slide(&mut self, row: u8, shifted: impl Fn(u16) -> u16) {
        let cells = 0o7 << (3 * row);
        for pieces in &mut self.pieces {
            *pieces = *pieces & !cells | shifted(*pieces & cells) & cells;
        }
    }

    fn piece(&self, cell: usize) -> char {
        letter_at(cell, [(self.pieces[0], 'o'), (self.pieces[1], 'x')])
    }
}

/// The centre of the picture where the knob of a row is when its slider stands so.
fn knob_place(row: usize, slider: u8) -> usize {
    BOARD.cells() + 3 * row + usize::from(slider)
}

fn has_line(pieces: u16) -> bool {
    LINES.iter().any(|line| pieces & line == *line)
}

impl Game for ShiftTacToe {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { pieces: [0, 0], sliders: [1; 3], turn: Turn::First }
    }

    fn end(&self, p: &Position) -> Option<Value> {
        let (own, enemy) = p.turn.own_first(p.pieces[0], p.pieces[1]);
        if has_line(enemy) { Some(Value::Lose) } else { has_line(own).then_some(Value::Win) }
    }

    fn moves(&self, p: &Position, out: &mut Vec<Move>) {
        let occupied = p.occupied();
        out.extend((0..3).filter(|col| occupied >> col & 1 == 0).map(|col| Move::Drop { col }));
        for row in 0..3 {
            if p.sliders[row as usize] > 0 {
                out.push(Move::SlideLeft { row });
            }
            if p.sliders[row as usize] < 2 {
                out.push(Move::SlideRight { row });
            }
        }
    }

    fn play(&self, p: &Position, m: Move) -> Position {
        let mut next = *p;
        match m {
            Move::Drop { col } => next.pieces[p.turn as usize] |= 1 << col,
            Move::SlideLeft { row } => {
                next.sliders[row as usize] -= 1;
                next.slide(row, |cells| cells >> 1);
            }
            Move::SlideRight { row } => {
                next.sliders[row as usize] += 1;
                next.slide(row, |cells| cells << 1);
            }
        }
        next.fall();
        next.turn = p.turn.next();
        next
    }

    fn format(&self, p: &Position) -> String {
        let pieces: String = (0..9).map(|cell| p.piece(cell)).collect();
        let sliders = p.sliders.map(|s| SLIDER_LETTERS.as_bytes()[s as usize] as char);
        format!("{}_{pieces}{}", p.turn, String::from_iter(sliders))
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let (turn, rest) = Turn::split(text)?;
        if rest.len() != 12 || !rest.is_ascii() {
            let example = self.format(&self.start());
            return Err(ParseError::new(format!("'{rest}' is not 9 cells and 3 sliders, as in {example}")));
        }
        let cells = parse_cells(&rest[..9], 9, "-ox")?;
        let sliders = parse_cells(&rest[9..], 3, SLIDER_LETTERS)?;
        let sliders = [sliders[0], sliders[1], sliders[2]];
        let p = Position { pieces: [1, 2].map(|kind| cells_of(&cells, kind) as u16), sliders, turn };
        if p.below_floating() != 0 {
            return Err(ParseError::new(format!("'{text}' has a piece above an empty cell; pieces fall")));
        }
        Ok(p)
    }

    fn format_move(&self, _: &Position, m: Move) -> String {
        match m {
            Move::Drop { col } => char::from(b'a' + col).to_string(),
            Move::SlideLeft { row } => format!("{}left", 3 - row),
            Move::SlideRight { row } => format!("{}right", 3 - row),
        }
    }

    fn board(&self, p: &Position) -> String {
        let grid = BOARD.draw(|cell| p.piece(cell));
        let rows = grid.lines().enumerate().map(|(row, line)| match p.sliders.get(row) {
            Some(&slider) => format!("{line}   {}", ["left", "centre", "right"][slider as usize]),
            None => line.into(),
        });
        rows.collect::<Vec<String>>().join("\n")
    }

    fn turn(&self, p: &Position) -> Option<Turn> {
        Some(p.turn)
    }

    /// The window, and beside each row a knob on a track, which shows where the slider stands.
    fn look(&self) -> Option<Look> {
        let step = 0.7 * CELL;
        let mut look = Look::grid(3, 3);
        let left = look.width + 0.3 * CELL;
        look.width += 3.0 * step;
        for row in 0..3 {
            let [_, y] = look.centres[3 * row];
            let points = vec![[left, y], [left + 2.0 * step, y]];
            look = look.art(Art::Line { points, style: Style::Line });
            for slider in 0..3_u8 {
                let x = left + f64::from(slider) * step;
                look = look.art(Art::Circle { x, y, r: 0.8, style: Style::Mark }).centre(x, y);
            }
        }
        let look = look.piece('o', Piece::ring(Colour::First)).piece('x', Piece::cross(Colour::Second));
        Some(look.piece('s', Piece::disc(Colour::Neutral).scaled(0.5 * CELL)))
    }

    fn figures(&self, p: &Position) -> Figures {
        let pieces = Figures::letters((0..BOARD.cells()).map(|cell| p.piece(cell)));
        let knobs = p.sliders.into_iter().enumerate();
        knobs.fold(pieces, |figures, (row, slider)| figures.and('s', knob_place(row, slider)))
    }

    fn sign(&self, p: &Position, m: Move) -> Sign {
        let slide = |row: u8, to: fn(u8) -> u8| {
            let slider = p.sliders[usize::from(row)];
            Sign::arrow(knob_place(row.into(), slider), knob_place(row.into(), to(slider)))
        };
        match m {
            Move::Drop { col } => {
                let column = (0..3).map(|row| BOARD.at(row, col.into()));
                let lowest = column.rev().find(|cell| p.occupied() >> cell & 1 == 0);
                Sign::piece(lowest.expect("a column that is not full"), p.turn.own_first('o', 'x').0)
            }
            Move::SlideLeft { row } => slide(row, |slider| slider - 1),
            Move::SlideRight { row } => slide(row, |slider| slider + 1),
        }
    }
}

/// Shift-tac-toe and its variants.
pub(crate) fn family() -> Family {
    Family::new("shifttactoe", "Shift-Tac-Toe", RULES)
        .variant("default", "three in a line win", || any_game!(Misere::normal(ShiftTacToe)))
        .variant("misere", "three in a line lose", || any_game!(Misere::of(ShiftTacToe)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::agrees_with_truth;
    use zermelo_core::parse_move;

    fn after(p: &str, m: &str) -> Position {
        let p = ShiftTacToe.parse(p).unwrap();
        ShiftTacToe.play(&p, parse_move(&ShiftTacToe, &p, m).unwrap())
    }

    #[test]
    fn counts_equal_the_published_ones() {
        agrees_with_truth(&Misere::normal(ShiftTacToe), "shifttactoe/default");
    }

    #[test]
    fn a_slide_loses_what_leaves_the_window_and_pieces_fall() {
        let p = after("1_--o--xoxoCCC", "1left");
        assert_eq!(ShiftTacToe.format(&p), "2_-----oxoxCCL");
    }

    #[test]
    fn whoever_slides_wins_if_both_get_a_line() {
        let p = after("1_-xo-xoxoxCCC", "1right");
        assert_eq!(p.pieces.map(has_line), [true, true]);
        assert_eq!(ShiftTacToe.end(&p), Some(Value::Lose));
    }
}
