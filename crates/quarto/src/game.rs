//! The rules of Quarto, on its own board and on a smaller one.

use zermelo_core::picture::{CELL, Colour, Figures, Look, Part, Piece, Shape, Sign, Style};
use zermelo_core::{Game, Grid, Group, Pack, ParseError, Permutation, Turn, Value, parse_cells};

use crate::board::Elements;

/// No piece: there is none to place before the first has been handed over, and after the end.
const NONE: u8 = 16;

/// An empty cell and the pieces, as they are written.
const LETTERS: &str = "-0123456789ABCDEF";

/// Quarto with as many pieces as there are ways to choose a side of each attribute.
pub(crate) struct Quarto {
    grid: Grid,
    attributes: usize,
    /// Sets of cells that win.
    lines: Vec<u16>,
    slots: Group,
    kinds: Group,
}

/// Pieces on cells, and the one that the player to move has to place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
pub(crate) struct Position {
    /// Four bits for each cell; zero if the cell is empty.
    pieces: u64,
    filled: u16,
    hand: u8,
}

/// What a player decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Move {
    /// Where the piece goes; the first move places none.
    pub(crate) cell: Option<u8>,
    /// The piece that is handed over, unless the game is over.
    pub(crate) next: Option<u8>,
}

impl Position {
    const START: Position = Position { pieces: 0, filled: 0, hand: NONE };

    /// Returns the piece on a cell.
    pub(crate) fn piece(self, cell: u32) -> Option<u8> {
        (self.filled >> cell & 1 == 1).then_some((self.pieces >> (4 * cell) & 0xf) as u8)
    }

    /// Returns the filled cells with their pieces.
    pub(crate) fn placed(self) -> impl Iterator<Item = (u32, u8)> {
        Elements(self.filled).map(move |cell| (cell, (self.pieces >> (4 * cell) & 0xf) as u8))
    }

    /// Returns the piece to place.
    pub(crate) fn hand(self) -> Option<u8> {
        (self.hand != NONE).then_some(self.hand)
    }

    fn with(self, cell: u8, piece: u8) -> Position {
        Position {
            pieces: self.pieces | u64::from(piece) << (4 * cell),
            filled: self.filled | 1 << cell,
            hand: NONE,
        }
    }

    /// Returns the pieces that are neither on the board nor in the hand.
    fn unused(self, count: usize) -> u16 {
        let all = u16::MAX >> (16 - count);
        let used = self.placed().map(|(_, piece)| piece).chain(self.hand());
        used.fold(all, |left, piece| left & !(1 << piece))
    }
}

impl Quarto {
    /// Prepares a square board with this side, whose lines win, and with the pieces of so many attributes.
    pub(crate) fn new(side: usize, attributes: usize) -> Quarto {
        let grid = Grid::new(side, side);
        Quarto::with_lines(grid, attributes, grid.lines(side).into_iter().map(|line| line as u16).collect())
    }

    /// The same, with every square of two by two cells winning as well.
    pub(crate) fn with_squares(side: usize, attributes: usize) -> Quarto {
        let grid = Grid::new(side, side);
        let corners = (0..side - 1).flat_map(|row| (0..side - 1).map(move |col| grid.at(row, col)));
        let squares = corners.map(|corner| (0b11 | 0b11 << side) << corner);
        let lines = grid.lines(side).into_iter().map(|line| line as u16);
        Quarto::with_lines(grid, attributes, lines.chain(squares).collect())
    }

    fn with_lines(grid: Grid, attributes: usize, lines: Vec<u16>) -> Quarto {
        let side = grid.cols;
        let keeps =
            |by: &Permutation| lines.iter().all(|&line| lines.contains(&(by.image(line.into()) as u16)));
        // Rows and columns rearranged alike; those that keep the lines are symmetries, and so are turns and
        // reflections.
        let swaps = (0..side).flat_map(|a| (a + 1..side).map(move |b| (a, b)));
        let mut orders: Vec<Vec<usize>> = vec![(0..side).collect()];
        for (a, b) in swaps {
            let swapped: Vec<Vec<usize>> = orders
                .iter()
                .map(|order| {
                    let mut order = order.clone();
                    order.swap(a, b);
                    order
                })
                .collect();
            orders.extend(swapped);
        }
        let rearranged = orders.iter().map(|order| {
            Permutation::new(
                (0..side * side).map(|cell| grid.at(order[cell / side], order[cell % side])).collect(),
            )
        });
        let generators: Vec<Permutation> =
            grid.symmetries().into_iter().chain(rearranged).filter(keeps).collect();
        let count = 1 << attributes;
        let flip = Permutation::new((0..count).map(|piece| piece ^ 1).collect());
        let exchange = |i: usize| {
            let bits = |piece: usize| (piece >> i & 1, piece >> (i + 1) & 1);
            let to = |piece: usize| {
                let (low, high) = bits(piece);
                piece & !(0b11 << i) | high << i | low << (i + 1)
            };
            Permutation::new((0..count).map(to).collect())
        };
        let kinds: Vec<Permutation> =
            std::iter::once(flip).chain((0..attributes - 1).map(exchange)).collect();
        Quarto {
            grid,
            attributes,
            lines,
            slots: Group::generate(side * side, &generators),
            kinds: Group::generate(count, &kinds),
        }
    }

    fn count(&self) -> usize {
        1 << self.attributes
    }

    fn cells(&self) -> usize {
        self.grid.cells()
    }

    /// Returns the lines whose pieces have a side of an attribute in common.
    fn complete(&self, p: &Position) -> impl Iterator<Item = u16> {
        let p = *p;
        let all = self.count() as u8 - 1;
        self.lines.iter().copied().filter(move |line| {
            let piece = |cell| (p.pieces >> (4 * cell) & 0xf) as u8;
            let (set, unset) = Elements(*line)
                .map(piece)
                .fold((all, all), |(set, unset), piece| (set & piece, unset & !piece));
            line & !p.filled == 0 && set | unset != 0
        })
    }

    fn cell_name(&self, cell: u8) -> String {
        self.grid.name(cell.into())
    }

    /// Returns the number of the centre for the piece to place, and that of the first remaining piece.
    fn places(&self) -> (usize, usize) {
        (self.cells(), self.cells() + 1)
    }
}

fn name(piece: u8) -> char {
    letter(Some(piece))
}

fn letter(piece: Option<u8>) -> char {
    let place = piece.map_or(0, |piece| usize::from(piece) + 1);
    char::from(LETTERS.as_bytes()[place])
}

impl Game for Quarto {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position::START
    }

    fn end(&self, p: &Position) -> Option<Value> {
        if self.complete(p).next().is_some() {
            return Some(Value::Lose);
        }
        let placed = p.filled.count_ones() as usize;
        (placed == self.cells().min(self.count())).then_some(Value::Tie)
    }

    fn moves(&self, p: &Position, out: &mut Vec<Move>) {
        let unused = p.unused(self.count());
        let pieces = || Elements(unused).map(|piece| Some(piece as u8));
        let Some(hand) = p.hand() else {
            return out.extend(pieces().map(|next| Move { cell: None, next }));
        };
        let empty = !p.filled & (u16::MAX >> (16 - self.cells()));
        for cell in Elements(empty).map(|cell| cell as u8) {
            let ends = self.end(&p.with(cell, hand)).is_some();
            let cell = Some(cell);
            if ends {
                out.push(Move { cell, next: None });
            } else {
                out.extend(pieces().map(|next| Move { cell, next }));
            }
        }
    }

    fn play(&self, p: &Position, m: Move) -> Position {
        let placed = match (m.cell, p.hand()) {
            (Some(cell), Some(hand)) => p.with(cell, hand),
            _ => *p,
        };
        Position { hand: m.next.unwrap_or(NONE), ..placed }
    }

    /// The cells row by row from the top left, then the piece to place.
    fn format(&self, p: &Position) -> String {
        (0..self.cells() as u32).map(|cell| letter(p.piece(cell))).chain([letter(p.hand())]).collect()
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let refuse = |why: String| Err(ParseError::new(format!("'{text}' {why}")));
        let alphabet = &LETTERS[..=self.count()];
        let symbols = parse_cells(text, self.cells() + 1, alphabet).map_err(|error| {
            ParseError::new(format!("{error}; the cells row by row are needed, then the piece to place"))
        })?;
        let mut p = Position::START;
        let mut seen = 0_u32;
        for (place, &symbol) in symbols.iter().enumerate().filter(|(_, symbol)| **symbol > 0) {
            let piece = symbol - 1;
            if seen >> piece & 1 == 1 {
                return refuse(format!("has the piece {} twice", name(piece)));
            }
            seen |= 1 << piece;
            if place < self.cells() {
                p = p.with(place as u8, piece);
            } else {
                p.hand = piece;
            }
        }
        let common = self.complete(&p).fold(u16::MAX, |common, line| common & line);
        if common == 0 {
            return refuse("has lines that no single piece can have completed".to_owned());
        }
        let is_over = self.end(&p).is_some();
        if is_over && p.hand().is_some() {
            return refuse(format!(
                "is over, so there is no piece to place: '{}' is the last character then",
                '-'
            ));
        }
        if !is_over && p.filled != 0 && p.hand().is_none() {
            return refuse("lacks the piece to place, its last character".to_owned());
        }
        Ok(p)
    }

    /// The cell and the piece handed over: `b2=7`; one of the two at the start and at the end.
    fn format_move(&self, _: &Position, m: Move) -> String {
        let cell = m.cell.map(|cell| self.cell_name(cell)).unwrap_or_default();
        let next = m.next.map(|piece| format!("={}", name(piece))).unwrap_or_default();
        cell + &next
    }

    fn board(&self, p: &Position) -> String {
        let board = self.grid.draw(|cell| letter(p.piece(cell as u32)));
        let left: String = Elements(p.unused(self.count())).map(|piece| name(piece as u8)).collect();
        format!("{board}\nto place: {}   left: {left}", letter(p.hand()))
    }

    /// The first player hands over the first piece, so the second places it.
    fn turn(&self, p: &Position) -> Option<Turn> {
        let is_start = p.filled == 0 && p.hand().is_none();
        let is_first = is_start || p.filled.count_ones() % 2 == 1;
        Some(if is_first { Turn::First } else { Turn::Second })
    }

    /// The board, and beside it the piece to place and the remaining ones.
    fn look(&self) -> Option<Look> {
        let side = self.grid.cols;
        let mut look = Look::grid(side, side);
        let (right, top) = (look.width, look.centres[0][1]);
        let hand = [right + 0.7 * CELL, top + (side - 1) as f64 * CELL / 2.0];
        let columns = self.count().div_ceil(side);
        look.width = right + (columns as f64 + 1.9) * CELL;
        look = look
            .rect(hand[0] - CELL / 2.0, hand[1] - CELL / 2.0, CELL, CELL, Style::Soft)
            .centre(hand[0], hand[1]);
        for piece in 0..self.count() {
            let (row, column) = (piece % side, piece / side);
            look = look.centre(right + (column as f64 + 1.9) * CELL, top + row as f64 * CELL);
        }
        for piece in 0..self.count() as u8 {
            let side = |attribute: u8| piece >> attribute & 1 == 1;
            let shape = if side(2) { Shape::Square } else { Shape::Disc };
            let drawn = Piece::new(shape, if side(3) { Colour::Light } else { Colour::Dark });
            let drawn = drawn.scaled(if side(0) { 7.5 } else { 5.0 });
            look = look.piece(name(piece), if side(1) { drawn } else { drawn.marked("o") });
        }
        Some(look)
    }

    fn figures(&self, p: &Position) -> Figures {
        let (hand, shelf) = self.places();
        let board = p
            .placed()
            .fold(Figures::default(), |figures, (cell, piece)| figures.and(name(piece), cell as usize));
        let left = Elements(p.unused(self.count()));
        let all = left.fold(board, |figures, piece| figures.and(name(piece as u8), shelf + piece as usize));
        p.hand().into_iter().fold(all, |figures, piece| figures.and(name(piece), hand))
    }

    fn sign(&self, p: &Position, m: Move) -> Sign {
        let (_, shelf) = self.places();
        match (m.cell, m.next) {
            (Some(cell), Some(next)) => Sign::line(shelf + usize::from(next), usize::from(cell)),
            (Some(cell), None) => Sign::piece(cell, letter(p.hand())),
            (None, next) => Sign::dot(shelf + usize::from(next.unwrap_or(0))),
        }
    }

    /// First where the piece goes, then which piece is handed over.
    fn parts(&self, p: &Position, m: Move) -> Vec<Part> {
        let (_, shelf) = self.places();
        let place = m.cell.map(|cell| Part::new(self.cell_name(cell), Sign::piece(cell, letter(p.hand()))));
        let hand_over =
            m.next.map(|piece| Part::new(format!("={}", name(piece)), Sign::dot(shelf + usize::from(piece))));
        place.into_iter().chain(hand_over).collect()
    }

    fn figures_between(&self, p: &Position, m: Move, _: usize) -> Figures {
        self.figures(&self.play(p, Move { next: None, ..m }))
    }

    fn symmetries(&self) -> usize {
        self.slots.len() * self.kinds.len()
    }

    /// The slots are rearranged, and attributes exchanged or reversed.
    fn image(&self, p: &Position, k: usize) -> Position {
        let (slots, kinds) =
            (self.slots.element(k % self.slots.len()), self.kinds.element(k / self.slots.len()));
        let kind = |piece: u8| kinds.to(piece.into()) as u8;
        let image = p.placed().fold(Position::START, |image, (cell, piece)| {
            image.with(slots.to(cell as usize) as u8, kind(piece))
        });
        Position { hand: p.hand().map_or(NONE, kind), ..image }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_core::{Misere, Outcome, parse_move};
    use zermelo_solve::{SolvedGame, unlimited};

    #[test]
    fn games_end_as_the_published_examples_do() {
        let game = Quarto::new(4, 4);
        let end = |text: &str| game.end(&game.parse(text).unwrap());
        assert_eq!(end("-B--0D56-8-7-F---"), Some(Value::Lose));
        assert_eq!(end("CFE092B468137D5A-"), Some(Value::Tie));
        assert_eq!(end("-B--0D56-8-7----F"), None);
    }

    #[test]
    fn the_first_player_hands_over_and_the_second_places() {
        let game = Quarto::new(4, 4);
        let mut p = game.start();
        let mut moves = Vec::new();
        game.moves(&p, &mut moves);
        assert_eq!((moves.len(), game.turn(&p)), (16, Some(Turn::First)));
        p = game.play(&p, parse_move(&game, &p, "=7").unwrap());
        assert_eq!((game.format(&p), game.turn(&p)), ("----------------7".to_owned(), Some(Turn::Second)));
        moves.clear();
        game.moves(&p, &mut moves);
        assert_eq!(moves.len(), 16 * 15);
        p = game.play(&p, parse_move(&game, &p, "b2=0").unwrap());
        assert_eq!((game.format(&p), game.turn(&p)), ("---------7------0".to_owned(), Some(Turn::First)));
    }

    #[test]
    fn who_completes_a_line_hands_nothing_over() {
        let game = Quarto::new(4, 4);
        let p = game.parse("012-------------3").unwrap();
        let p = game.play(&p, parse_move(&game, &p, "d4").unwrap());
        assert_eq!((game.format(&p).as_str(), game.end(&p)), ("0123-------------", Some(Value::Lose)));
    }

    #[test]
    fn positions_that_cannot_be_are_refused() {
        let game = Quarto::new(4, 4);
        for (text, why) in [
            ("01--------------0", "twice"),
            ("01---------------", "lacks the piece"),
            ("0123------------4", "is over"),
            ("01234567---------", "no single piece"),
            ("G---------------1", "allowed are"),
            ("01", "17"),
        ] {
            let error = game.parse(text).unwrap_err().to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
    }

    /// The published numbers of positions of the first levels, and of those of the third that are won at
    /// once.
    #[test]
    fn the_first_levels_have_the_published_counts() {
        let game = Quarto::new(4, 4);
        let (mut level, mut moves) = (vec![game.start()], Vec::new());
        for expected in [16, 3_840, 403_200] {
            let mut next = std::collections::BTreeSet::new();
            for p in &level {
                moves.clear();
                game.moves(p, &mut moves);
                next.extend(moves.iter().map(|&m| game.play(p, m)));
            }
            assert_eq!(next.len(), expected);
            level = next.into_iter().collect();
        }
        // Three pieces on a line and a fourth in the hand that has something in common with them: 10 lines, 4
        // cells to leave.
        let pieces = || 0..16_u8;
        let pairs = || pieces().flat_map(move |a| pieces().map(move |b| (a, b)));
        let fours = pairs().flat_map(|(a, b)| pairs().map(move |(c, d)| [a, b, c, d]));
        let differ = |all: &[u8; 4]| all.iter().fold(0_u16, |set, piece| set | 1 << piece).count_ones() == 4;
        let share =
            |all: &[u8; 4]| all.iter().fold(15, |x, y| x & y) | all.iter().fold(15, |x, y| x & !y) != 0;
        assert_eq!(fours.filter(differ).filter(share).count() * 40, 514_560);
    }

    /// Returns the outcome of a position by trying everything: no symmetry, no memory.
    fn minimax<G: Game>(game: &G, p: &G::Position) -> Outcome {
        if let Some(value) = game.end(p) {
            return Outcome::ended(value);
        }
        let mut moves = Vec::new();
        game.moves(p, &mut moves);
        let outcome = |&m: &G::Move| minimax(game, &game.play(p, m)).one_move_before();
        moves.iter().map(outcome).max().expect("a piece can be placed")
    }

    #[test]
    fn small_boards_are_solved_as_minimax_does() {
        let mut random = fastrand::Rng::with_seed(1);
        let lines = || Quarto::new(3, 3);
        for game in [Misere::normal(lines()), Misere::of(lines()), Misere::normal(Quarto::with_squares(3, 3))]
        {
            let solved = SolvedGame::new(&game, &unlimited()).unwrap();
            for _ in 0..300 {
                let mut p = game.start();
                let mut moves = Vec::new();
                while game.end(&p).is_none() {
                    if p.filled.count_ones() >= 4 {
                        assert_eq!(solved.get(&p), Some(minimax(&game, &p)), "{}", game.format(&p));
                    }
                    moves.clear();
                    game.moves(&p, &mut moves);
                    p = game.play(&p, *random.choice(&moves).unwrap());
                }
            }
        }
    }

    #[test]
    fn there_are_as_many_symmetries_as_published() {
        assert_eq!(Quarto::new(4, 4).symmetries(), 12_288);
        assert_eq!(Quarto::new(3, 3).symmetries(), 8 * 48);
        assert_eq!(Quarto::with_squares(3, 3).symmetries(), 8 * 48);
    }
}
