//! Tic-tac-two: three in a row inside a grid that moves over the board.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use zermelo_core::picture::{Colour, Figures, Look, Part, Piece, Sign};
use zermelo_core::{
    Decorated, Field, Game, Grid, Group, Numbers, Pack, ParseError, Permutation, Product, Reach, Retrograde,
    SymmetricBoard, TierKind, Tiered, Turn, Value, cells_of, parse_cells, squeeze,
};
use zermelo_library::{AnyGame, Family, any_game};

use crate::bits::bits;
use crate::pieces::letter_at;

const RULES: &str = "\
A grid of 3x3 cells lies on the middle of a board of 5x5 cells, which is empty at the start. X and O have four marks each; X
begins.

The first four moves, two of each player, place a mark on an empty cell inside the grid. From then on a move is one of these:

- place one of the marks that are left on an empty cell inside the grid;
- move the grid by one step in any of the eight directions, so that it stays on the board;
- move an own mark, from inside or outside the grid, to an empty cell inside it.

Whoever has three marks in a row, a column or a diagonal of the grid wins, whoever made the move. If a move of the grid shows
such a row for both players, the game is a tie.

In the picture of a position the grid shows capitals and `+` for empty cells, the rest of the board small letters and `-`. Smaller
boards have three marks for each player; where the grid cannot lie in the middle, it begins one step further up or left.";

/// Rows and columns of the grid.
const SIDE: usize = 3;

/// Marks that each player places before any other move is allowed.
const OPENING: u32 = 2;

/// A board with the places that the grid can have on it, numbered in reading order.
struct TicTacTwo {
    board: Grid,
    /// How many marks each player has.
    marks: u32,
    /// The cells under the grid, by its place.
    windows: Vec<u32>,
    /// The places one step away, by place.
    steps: Vec<Vec<u8>>,
    /// Where the grid begins.
    start: u8,
    /// Whether marks make a row, by the set of cells of the grid that they are on.
    has_row: [bool; 1 << (SIDE * SIDE)],
    symmetric: Arc<SymmetricBoard>,
    places: Arc<Field>,
}

/// Both players' marks, the place of the grid, and who moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
struct Position {
    x: u32,
    o: u32,
    place: u8,
    turn: Turn,
}

/// Place a mark on a cell, move one to another cell, or move the grid to another place.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Move {
    Mark(u8),
    Shift { from: u8, to: u8 },
    Grid(u8),
}

impl Position {
    /// The position with this player to move, given his marks and the other's.
    #[inline]
    fn new(turn: Turn, mine: u32, theirs: u32, place: u8) -> Position {
        let (x, o) = turn.own_first(mine, theirs);
        Position { x, o, place, turn }
    }

    /// The marks of the player to move, and of the other.
    #[inline]
    fn mine_and_theirs(&self) -> (u32, u32) {
        self.turn.own_first(self.x, self.o)
    }

    /// How many marks X and O have on the board.
    #[inline]
    fn counts(&self) -> (u32, u32) {
        (self.x.count_ones(), self.o.count_ones())
    }
}

impl TicTacTwo {
    /// The game on a board of `rows` x `cols` cells with so many marks for each player.
    fn new(rows: usize, cols: usize, marks: u32) -> TicTacTwo {
        let board = Grid::new(rows, cols);
        // The upper left corners of the grid.
        let corners = Grid::new(rows - SIDE + 1, cols - SIDE + 1);
        let window = |corner: usize| {
            let (top, left) = (corner / corners.cols, corner % corners.cols);
            let row = |r| (left..left + SIDE).map(move |c| 1 << board.at(r, c)).sum::<u32>();
            (top..top + SIDE).map(row).sum()
        };
        let windows: Vec<u32> = (0..corners.cells()).map(window).collect();
        let steps = |corner: usize| {
            let near = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
            let near = near.filter(|&step| step != (0, 0));
            near.filter_map(|(down, right)| corners.step(corner, down, right)).map(|to| to as u8).collect()
        };
        let start = corners.at((corners.rows - 1) / 2, (corners.cols - 1) / 2);
        let rows = Grid::new(SIDE, SIDE).lines(SIDE);
        let has_row = std::array::from_fn(|cells| rows.iter().any(|row| cells as u64 & row == *row));

        // The symmetries of the board that leave the grid where it begins: all of them if that is the middle.
        let all = Group::generate(board.cells(), &board.symmetries());
        let image = |g: &Permutation, place: usize| g.image(windows[place].into()) as u32;
        let kept = |g: &&Permutation| image(g, start) == windows[start];
        let generators: Vec<Permutation> =
            (0..all.len()).map(|g| all.element(g)).filter(kept).cloned().collect();
        let symmetric = SymmetricBoard::new(board.cells(), &generators);
        let places = Field::new(symmetric.group(), windows.len(), |g, place| {
            windows
                .iter()
                .position(|&w| w == image(g, place))
                .expect("an image of the grid is a place of the grid")
        });
        TicTacTwo {
            board,
            marks,
            steps: (0..corners.cells()).map(steps).collect(),
            windows,
            start: start as u8,
            has_row,
            symmetric,
            places: Arc::new(places),
        }
    }

    /// The usual game.
    fn regular() -> TicTacTwo {
        TicTacTwo::new(5, 5, 4)
    }

    #[inline]
    fn window(&self, p: &Position) -> u32 {
        self.windows[usize::from(p.place)]
    }

    /// The empty cells inside the grid.
    #[inline]
    fn free(&self, p: &Position) -> u32 {
        self.window(p) & !(p.x | p.o)
    }

    /// The place of the grid is called after the cell in its middle.
    fn middle(&self, place: u8) -> String {
        self.board.name(self.middle_cell(place))
    }

    /// The centres of the picture after the cells: the same cells again, for the grid that lies below the
    /// marks; the marks in hand of X; a place from which the grid is moved; the marks in hand of O.
    fn hands(&self) -> [usize; 3] {
        let (first, marks) = (2 * self.board.cells(), self.marks as usize);
        [first, first + marks, first + marks + 1]
    }

    /// The cell in the middle of the grid.
    fn middle_cell(&self, place: u8) -> usize {
        let corner = self.windows[usize::from(place)].trailing_zeros() as usize;
        self.board.step(corner, 1, 1).expect("the grid is on the board")
    }

    /// How a cell looks in a picture.
    fn show(&self, p: &Position, cell: usize) -> char {
        let inside = self.window(p) >> cell & 1 == 1;
        match letter_at(cell, [(p.x, 'X'), (p.o, 'O')]) {
            '-' if inside => '+',
            letter if inside => letter,
            letter => letter.to_ascii_lowercase(),
        }
    }
}

/// Whether marks may only be placed, when X and O have so many.
#[inline]
fn is_opening(x: u32, o: u32) -> bool {
    x < OPENING || o < OPENING
}

impl Game for TicTacTwo {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { x: 0, o: 0, place: self.start, turn: Turn::First }
    }

    #[inline]
    fn end(&self, p: &Position) -> Option<Value> {
        let has_row = |marks: u32| self.has_row[squeeze(marks.into(), self.window(p).into()) as usize];
        let (mine, theirs) = p.mine_and_theirs();
        match (has_row(mine), has_row(theirs)) {
            (false, false) => None,
            (false, true) => Some(Value::Lose),
            (true, false) => Some(Value::Win),
            (true, true) => Some(Value::Tie),
        }
    }

    fn moves(&self, p: &Position, out: &mut Vec<Move>) {
        let (mine, _) = p.mine_and_theirs();
        let (x, o) = p.counts();
        if mine.count_ones() < self.marks {
            out.extend(bits(self.free(p)).map(Move::Mark));
        }
        if !is_opening(x, o) {
            for from in bits(mine) {
                out.extend(bits(self.free(p)).map(|to| Move::Shift { from, to }));
            }
            out.extend(self.steps[usize::from(p.place)].iter().map(|&to| Move::Grid(to)));
        }
    }

    #[inline]
    fn play(&self, p: &Position, m: Move) -> Position {
        let (mine, theirs) = p.mine_and_theirs();
        let (mine, place) = match m {
            Move::Mark(to) => (mine | 1 << to, p.place),
            Move::Shift { from, to } => (mine ^ (1 << from | 1 << to), p.place),
            Move::Grid(to) => (mine, to),
        };
        Position::new(p.turn.next(), theirs, mine, place)
    }

    /// The cells, then the places of the grid, then a character for what a graphical client has selected,
    /// here always nothing.
    fn format(&self, p: &Position) -> String {
        let cells = (0..self.board.cells()).map(|cell| letter_at(cell, [(p.x, 'X'), (p.o, 'O')]));
        let places =
            (0..self.windows.len()).map(|place| if place == usize::from(p.place) { 'G' } else { '-' });
        p.turn.prefix(cells.chain(places).chain(['-']))
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let refuse = |reason: String| Err(ParseError::new(format!("'{text}' {reason}")));
        let (turn, rest) = Turn::split(text)?;
        let (cells, places) = (self.board.cells(), self.windows.len());
        let Some((marks, grid)) = rest.split_at_checked(cells).filter(|(_, grid)| grid.len() == places + 1)
        else {
            return refuse(format!(
                "has {} characters after the turn; there are {cells} for the cells, {places} for the place of the grid, and a '-'",
                rest.chars().count()
            ));
        };
        let marks = parse_cells(marks, cells, "-XO")?;
        let grid = cells_of(&parse_cells(grid, places + 1, "-G")?, 1);
        if grid.count_ones() != 1 || grid >> places != 0 {
            return refuse(format!(
                "does not have one 'G' among the {places} characters for the place of the grid"
            ));
        }
        let (x, o) = (cells_of(&marks, 1) as u32, cells_of(&marks, 2) as u32);
        let p = Position { x, o, place: grid.trailing_zeros() as u8, turn };

        let (most, (x, o)) = (self.marks, p.counts());
        if x > most || o > most {
            return refuse(format!("has {x} marks of X and {o} of O; each player has {most}"));
        }
        if is_opening(x, o) {
            if x != o + u32::from(turn == Turn::Second) {
                return refuse(format!(
                    "has {x} marks of X and {o} of O; X begins, and each player first places two"
                ));
            }
            if p.place != self.start || (p.x | p.o) & !self.window(&p) != 0 {
                let middle = self.middle(self.start);
                return refuse(format!(
                    "does not begin inside the grid around {middle}; the first four marks do"
                ));
            }
        }
        Ok(p)
    }

    fn format_move(&self, _: &Position, m: Move) -> String {
        let name = |cell: u8| self.board.name(cell.into());
        match m {
            Move::Mark(to) => name(to),
            Move::Shift { from, to } => format!("{}-{}", name(from), name(to)),
            Move::Grid(to) => format!("grid-{}", self.middle(to)),
        }
    }

    fn board(&self, p: &Position) -> String {
        self.board.draw(|cell| self.show(p, cell))
    }

    fn turn(&self, p: &Position) -> Option<Turn> {
        Some(p.turn)
    }

    fn look(&self) -> Option<Look> {
        let mut look = Look::grid(self.board.rows, self.board.cols);
        look.centres.extend_from_within(..);
        let look = look.shelf(2 * self.marks as usize + 1).marks('X', 'O');
        Some(look.piece('g', Piece::square(Colour::Light).scaled(10.8)))
    }

    fn figures(&self, p: &Position) -> Figures {
        let cells = self.board.cells();
        let [x_hand, _, o_hand] = self.hands();
        let left = |marks: u32| (self.marks - marks.count_ones()) as usize;
        let grid = bits(self.window(p)).map(|cell| ('g', cells + usize::from(cell)));
        let marks = Figures::letters((0..cells).map(|cell| letter_at(cell, [(p.x, 'X'), (p.o, 'O')])));
        let figures = Figures { on: grid.chain(marks.on).collect(), ..Figures::default() };
        figures.several('X', x_hand, left(p.x)).several('O', o_hand, left(p.o))
    }

    /// What to do (place a mark, move one, or move the grid), then where; in the opening only where.
    fn parts(&self, p: &Position, m: Move) -> Vec<Part> {
        let [x_hand, grid, o_hand] = self.hands();
        let ((hand, mark), _) = p.turn.own_first((x_hand, 'X'), (o_hand, 'O'));
        let name = |cell: u8| self.board.name(cell.into());
        let at = |cell: u8| Part::new(name(cell), Sign::piece(cell, mark));
        let (x, o) = p.counts();
        match m {
            Move::Mark(to) if is_opening(x, o) => vec![at(to)],
            Move::Mark(to) => vec![Part::new("place", Sign::dot(hand)), at(to)],
            Move::Shift { from, to } => {
                vec![Part::new(name(from), Sign::dot(from)), Part::new(name(to), Sign::arrow(from, to))]
            }
            Move::Grid(to) => {
                let way = Sign::arrow(self.middle_cell(p.place), self.middle_cell(to));
                vec![Part::new("grid", Sign::letter(grid, "#")), Part::new(self.middle(to), way)]
            }
        }
    }

    fn symmetries(&self) -> usize {
        self.symmetric.group().len()
    }

    fn image(&self, p: &Position, k: usize) -> Position {
        let image = |marks: u32| self.symmetric.group().image(k, marks.into()) as u32;
        let place = self.places.image(k, p.place.into()) as u8;
        Position { x: image(p.x), o: image(p.o), place, turn: p.turn }
    }
}

/// How many marks each player has on the board: `more` belongs to the player called X in normal form. Only
/// placing a mark leaves the tier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Tier {
    more: u32,
    fewer: u32,
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}o", self.more, self.fewer)
    }
}

impl Tier {
    fn is_opening(self) -> bool {
        is_opening(self.more, self.fewer)
    }
}

impl Tiered for TicTacTwo {
    type Tier = Tier;
    /// Whose turn it is, where the tier does not tell, the marks, and the place of the grid.
    type Index = Product<Numbers, Decorated<2>>;

    const FOLDS_PLAYERS: bool = true;

    /// X is the player with more marks, or the one to move if both have as many.
    #[inline]
    fn normalise(&self, p: &Position) -> Position {
        let (x, o) = p.counts();
        if o > x || (o == x && p.turn == Turn::Second) {
            Position { x: p.o, o: p.x, place: p.place, turn: p.turn.next() }
        } else {
            *p
        }
    }

    #[inline]
    fn tier_of(&self, p: &Position) -> Tier {
        let (more, fewer) = p.counts();
        Tier { more, fewer }
    }

    fn children(&self, tier: Tier) -> Vec<Tier> {
        let Tier { more, fewer } = tier;
        let mut children = Vec::new();
        if more < self.marks && (more == fewer || !tier.is_opening()) {
            children.push(Tier { more: more + 1, fewer });
        }
        if fewer < more {
            children.push(Tier { more, fewer: fewer + 1 });
        }
        children
    }

    fn kind(&self, tier: Tier) -> TierKind {
        if tier.is_opening() { TierKind::Transition } else { TierKind::Loopy }
    }

    fn index(&self, tier: Tier) -> Self::Index {
        let turns = if tier.is_opening() || tier.more == tier.fewer { 1 } else { 2 };
        Product(Numbers(turns), self.symmetric.orbits([tier.more, tier.fewer]).decorated(&self.places))
    }

    #[inline]
    fn item(&self, p: &Position) -> (u64, ([u64; 2], u64)) {
        let (x, o) = p.counts();
        let turn = if is_opening(x, o) { 0 } else { p.turn.number() };
        (turn, ([p.x.into(), p.o.into()], p.place.into()))
    }

    #[inline]
    fn position(&self, tier: Tier, (turn, ([x, o], place)): (u64, ([u64; 2], u64))) -> Position {
        let turn = if tier.is_opening() { u64::from(tier.more - tier.fewer) } else { turn };
        Position { x: x as u32, o: o as u32, place: place as u8, turn: Turn::numbered(turn) }
    }

    #[inline]
    fn for_each_child<B>(
        &self,
        tier: Tier,
        p: &Position,
        reach: Reach,
        _: &mut Vec<Move>,
        mut visit: impl FnMut(Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (mine, theirs) = p.mine_and_theirs();
        let (free, next) = (self.free(p), p.turn.next());
        if reach != Reach::Inside && mine.count_ones() < self.marks {
            for to in bits(free) {
                visit(Position::new(next, theirs, mine | 1 << to, p.place))?;
            }
        }
        if reach != Reach::Outside && !tier.is_opening() {
            for &to in &self.steps[usize::from(p.place)] {
                visit(Position::new(next, theirs, mine, to))?;
            }
            for from in bits(mine) {
                for to in bits(free) {
                    visit(Position::new(next, theirs, mine ^ (1 << from | 1 << to), p.place))?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl Retrograde for TicTacTwo {
    /// Whoever just moved brought the grid from a place beside it, or a mark that is now inside from any
    /// empty cell.
    #[inline]
    fn for_each_parent(&self, _: Tier, p: &Position, mut visit: impl FnMut(Position)) {
        let (other, moved) = p.mine_and_theirs();
        let before = p.turn.next();
        for &from in &self.steps[usize::from(p.place)] {
            visit(Position::new(before, moved, other, from));
        }
        let empty = self.board.full() as u32 & !(p.x | p.o);
        for to in bits(moved & self.window(p)) {
            for from in bits(empty) {
                visit(Position::new(before, moved ^ (1 << from | 1 << to), other, p.place));
            }
        }
    }
}

/// Tic-tac-two and its boards.
pub(crate) fn family() -> Family {
    Family::new("tictactwo", "Tic-tac-two", RULES)
        .variant("regular", "5x5 board, four marks each", || any_game!(TicTacTwo::regular()))
        .variant("4x4", "4x4 board, three marks each", || small(4, 4))
        .variant("3x5", "3x5 board, three marks each", || small(3, 5))
}

/// A small board, where each player has three marks.
fn small(rows: usize, cols: usize) -> Box<dyn AnyGame> {
    any_game!(TicTacTwo::new(rows, cols, 3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{EFFORT, all_kept, moves_in, passes_battery, unmoves_pass_battery};
    use zermelo_core::conformance::{Effort, check_tiers, check_unmoves};
    use zermelo_core::parse_move;

    /// A position of the usual game: who moves, the upper two rows, and the place of the grid from 0 to 8.
    fn text(turn: &str, rows: &str, place: usize) -> String {
        let grid: String = (0..9).map(|i| if i == place { 'G' } else { '-' }).collect();
        format!("{turn}_{rows}{}{grid}-", "-".repeat(15))
    }

    /// How the game ends when the grid moves to the place around a cell; `None` if it goes on.
    fn after_grid_moves_to(cell: &str, position: &str) -> Option<Value> {
        let game = TicTacTwo::regular();
        let p = game.parse(position).unwrap();
        assert_eq!(game.end(&p), None);
        let m = parse_move(&game, &p, &format!("grid-{cell}")).unwrap();
        game.end(&game.play(&p, m))
    }

    #[test]
    fn a_small_board_keeps_the_laws_and_equals_the_oracle() {
        unmoves_pass_battery(&TicTacTwo::new(3, 4, 3), &Effort::default());
    }

    #[test]
    fn large_boards_keep_the_laws() {
        for game in [TicTacTwo::regular(), TicTacTwo::new(4, 4, 3), TicTacTwo::new(3, 5, 3)] {
            passes_battery(&game);
            all_kept(&check_tiers(&game, &EFFORT));
            all_kept(&check_unmoves(&game, &EFFORT));
        }
    }

    #[test]
    fn symmetries_leave_the_grid_where_it_begins() {
        let symmetries = |rows, cols| TicTacTwo::new(rows, cols, 3).symmetries();
        assert_eq!([symmetries(5, 5), symmetries(3, 5), symmetries(4, 4), symmetries(3, 3)], [8, 4, 2, 8]);
    }

    #[test]
    fn the_first_four_marks_are_placed_inside_the_grid() {
        let game = TicTacTwo::regular();
        assert_eq!(moves_in(&game, &game.format(&game.start())), "b4 c4 d4 b3 c3 d3 b2 c2 d2");
        let three = text("2", "------XOX-", 4);
        assert_eq!(moves_in(&game, &three), "b3 c3 d3 b2 c2 d2");
    }

    #[test]
    fn then_marks_may_be_placed_or_moved_into_the_grid_and_the_grid_may_move() {
        let game = TicTacTwo::regular();
        let cornered = text("1", "XOXOXO----", 0);
        assert_eq!(
            moves_in(&game, &cornered),
            "b4 c4 a3 b3 c3 a5-b4 a5-c4 a5-a3 a5-b3 a5-c3 c5-b4 c5-c4 c5-a3 c5-b3 c5-c3 e5-b4 e5-c4 e5-a3 e5-b3 e5-c3 grid-c4 grid-b3 grid-c3"
        );
        // X has no mark left to place.
        let all_placed = text("1", "XXOXXOO---", 8);
        assert_eq!(moves_in(&game, &all_placed).split(' ').count(), 4 * 9 + 3);
    }

    #[test]
    fn a_row_counts_for_its_owner_whoever_moved_the_grid() {
        assert_eq!(after_grid_moves_to("b4", &text("1", "XXX--OO---", 4)), Some(Value::Lose));
        assert_eq!(after_grid_moves_to("b4", &text("2", "XXX--OO---", 4)), Some(Value::Win));
        assert_eq!(after_grid_moves_to("c4", &text("2", "XXX--OO---", 4)), None);
    }

    #[test]
    fn rows_for_both_are_a_tie() {
        assert_eq!(after_grid_moves_to("b4", &text("1", "XXX--OOO--", 4)), Some(Value::Tie));
    }

    #[test]
    fn impossible_positions_are_refused() {
        let game = TicTacTwo::regular();
        let refused = [
            text("3", "----------", 4),
            text("1", "-----------", 4),
            text("1", "-----x----", 4),
            text("1", "XXXXXOOOO-", 4),
            text("1", "------XX--", 4),
            text("2", "------XO--", 4),
            text("2", "X---------", 4),
            text("2", "------X---", 0),
            text("1", "----------", 9),
            text("1", "----------", 4).replace("--G--", "-GG--"),
            text("1", "XO--é-----", 4),
            format!("1_{}G", "-".repeat(25 + 9)),
        ];
        for text in refused {
            assert!(game.parse(&text).is_err(), "{text}");
        }
    }

    #[test]
    fn pictures_show_where_the_grid_is() {
        let game = TicTacTwo::new(3, 5, 3);
        let p = game.parse("1_X-O-------X---O-G--").unwrap();
        assert_eq!(game.board(&p), "3  x + O + -\n2  - + + + -\n1  x + + + o\n\n   a b c d e");
    }
}
