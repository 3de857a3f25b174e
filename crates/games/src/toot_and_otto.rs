//! Toot and Otto: letters fall down columns, one player spells TOOT, the other OTTO.

use zermelo_connect4::Board;
use zermelo_core::picture::{Art, CELL, Colour, Figures, Look, Piece, Sign, Style};
use zermelo_core::{Game, Pack, ParseError, Turn, Value, cells_of, parse_cells};
use zermelo_library::{Family, any_game};

const RULES: &str = "\
The board has four rows, and each player has as many `T` and as many `O` as it has columns: six of each on the usual
board of six columns. In turn the players drop one of their letters into a column that is not full; it falls to the
lowest empty cell.

The first player wants to read `TOOT`, the second `OTTO`, in a straight line: across, upright or along a diagonal. Whoever's
word appears wins, whoever dropped the last letter of it. If both words appear at once, or the board is full
without one, the game is a tie.

A move is a letter and the number of a column, as `T3`. A position is written cell by cell from the top left, `-` for
an empty one, then comes `_` and how many of its `T` the first player has dropped, which tells what is left to each.";

const ROWS: u32 = 4;

/// What words are made of: an empty cell, and the two letters.
const LETTERS: &str = "-TO";

struct TootAndOtto {
    board: Board,
}

/// The cells of each letter. Their number tells whose turn it is. A column has one bit more than it has
/// cells, so the widest board takes 30 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Pack)]
struct Position {
    #[pack(bits = 30)]
    ts: u64,
    #[pack(bits = 30)]
    os: u64,
    /// How many of the T were dropped by the first player.
    #[pack(bits = 4)]
    ts_of_first: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Letter {
    T,
    O,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Move {
    letter: Letter,
    column: u32,
}

impl Position {
    fn occupied(self) -> u64 {
        self.ts | self.os
    }

    fn turn(self) -> Turn {
        Turn::numbered(u64::from(self.occupied().count_ones() % 2))
    }

    /// How many T and how many O a player has dropped; `None` if there are not so many on the board.
    fn dropped(self, by: Turn) -> Option<[u32; 2]> {
        let all = self.occupied().count_ones();
        let (ts, letters) = match by {
            Turn::First => (self.ts_of_first, all.div_ceil(2)),
            Turn::Second => (self.ts.count_ones().checked_sub(self.ts_of_first)?, all / 2),
        };
        Some([ts, letters.checked_sub(ts)?])
    }
}

impl TootAndOtto {
    fn new(columns: u32) -> TootAndOtto {
        TootAndOtto { board: Board::new(ROWS, columns, 4).expect("a board of a listed variant") }
    }

    /// Each player has as many of each letter.
    fn of_each(&self) -> u32 {
        self.board.columns()
    }

    /// Whether TOOT and whether OTTO can be read. Both read the same backwards.
    fn words(&self, p: &Position) -> [bool; 2] {
        let Position { ts, os, .. } = *p;
        [self.board.has_word([ts, os, os, ts]), self.board.has_word([os, ts, ts, os])]
    }

    /// The set with one cell, numbered in reading order from the top left.
    fn cell(&self, number: usize) -> u64 {
        let (row, column) = (number as u32 / self.board.columns(), number as u32 % self.board.columns());
        self.board.cell(ROWS - 1 - row, column)
    }

    fn letters(&self, p: &Position) -> impl Iterator<Item = char> {
        (0..self.board.cells() as usize).map(|number| match self.cell(number) {
            cell if p.ts & cell != 0 => 'T',
            cell if p.os & cell != 0 => 'O',
            _ => '-',
        })
    }

    /// How many T and how many O a player still has.
    fn left(&self, p: &Position, turn: Turn) -> [u32; 2] {
        p.dropped(turn).expect("a legal position").map(|dropped| self.of_each() - dropped)
    }

    /// Whether the last letter, on top of some column, made the words that can be read.
    fn just_ended(&self, p: &Position) -> bool {
        (0..self.board.columns()).any(|column| {
            let filled = p.occupied() & self.board.column(column);
            let top = filled & !(filled >> 1);
            let before = Position { ts: p.ts & !top, os: p.os & !top, ..*p };
            self.words(&before) == [false, false]
        })
    }
}

impl Game for TootAndOtto {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { ts: 0, os: 0, ts_of_first: 0 }
    }

    fn end(&self, p: &Position) -> Option<Value> {
        let winner_is = |winner: Turn| if p.turn() == winner { Value::Win } else { Value::Lose };
        match self.words(p) {
            [true, true] => Some(Value::Tie),
            [true, false] => Some(winner_is(Turn::First)),
            [false, true] => Some(winner_is(Turn::Second)),
            [false, false] => (p.occupied() == self.board.all()).then_some(Value::Tie),
        }
    }

    fn moves(&self, p: &Position, out: &mut Vec<Move>) {
        let left = self.left(p, p.turn());
        for (letter, left) in [Letter::T, Letter::O].into_iter().zip(left) {
            if left > 0 {
                let playable = self.board.playable(p.occupied());
                let open =
                    (0..self.board.columns()).filter(|&column| playable & self.board.column(column) != 0);
                out.extend(open.map(|column| Move { letter, column }));
            }
        }
    }

    fn play(&self, p: &Position, m: Move) -> Position {
        let cell = self.board.playable(p.occupied()) & self.board.column(m.column);
        match m.letter {
            Letter::T => {
                let by_first = u32::from(p.turn() == Turn::First);
                Position { ts: p.ts | cell, ts_of_first: p.ts_of_first + by_first, ..*p }
            }
            Letter::O => Position { os: p.os | cell, ..*p },
        }
    }

    fn format(&self, p: &Position) -> String {
        format!("{}_{}", self.letters(p).collect::<String>(), p.ts_of_first)
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        let refuse = |why: &str| ParseError::new(format!("'{text}' {why}"));
        let (cells, number) = text
            .split_once('_')
            .ok_or_else(|| refuse("does not end with '_' and how many T the first player has dropped"))?;
        let kinds = parse_cells(cells, self.board.cells() as usize, LETTERS)?;
        let letters = |kind: u8| {
            let numbers = cells_of(&kinds, kind);
            (0..kinds.len()).filter(|number| numbers >> number & 1 == 1).map(|number| self.cell(number)).sum()
        };
        let of_each = self.of_each();
        // One way to write a number, so that no two words are the same position.
        let known = (0..=of_each).find(|known| known.to_string() == number);
        let ts_of_first =
            known.ok_or_else(|| refuse(&format!("does not end with a number up to {of_each}")))?;
        let p = Position { ts: letters(1), os: letters(2), ts_of_first };
        if !self.board.is_settled(p.occupied()) {
            return Err(refuse("has a letter with an empty cell below it"));
        }
        let fits = |by: Turn| p.dropped(by).is_some_and(|dropped| dropped.into_iter().all(|n| n <= of_each));
        if !(fits(Turn::First) && fits(Turn::Second)) {
            return Err(refuse(&format!(
                "cannot be: the players take turns, and each has {of_each} T and {of_each} O"
            )));
        }
        if self.words(&p) != [false, false] && !self.just_ended(&p) {
            return Err(refuse("went on after a word had appeared"));
        }
        Ok(p)
    }

    fn format_move(&self, _: &Position, m: Move) -> String {
        format!("{:?}{}", m.letter, m.column + 1)
    }

    fn board(&self, p: &Position) -> String {
        let letters: Vec<String> = self.letters(p).map(String::from).collect();
        let rows = letters.chunks(self.board.columns() as usize).map(|row| row.join(" "));
        let names: Vec<String> = (1..=self.board.columns()).map(|column| column.to_string()).collect();
        let hands = [Turn::First, Turn::Second].map(|turn| {
            let [ts, os] = self.left(p, turn);
            format!("player {turn} has {ts} T and {os} O")
        });
        rows.chain([String::new(), names.join(" "), String::new()])
            .chain(hands)
            .collect::<Vec<String>>()
            .join("\n")
    }

    fn turn(&self, p: &Position) -> Option<Turn> {
        Some(p.turn())
    }

    /// A plate with round holes, each with a place for either letter, and below it what the players still
    /// have.
    fn look(&self) -> Option<Look> {
        let columns = self.board.columns() as usize;
        let mut look = Look::cells(ROWS as usize, columns, |_, _| Style::Board).numbers();
        for [x, y] in look.centres.clone() {
            look = look.art(Art::Circle { x, y, r: 0.43 * CELL, style: Style::Cell });
        }
        let look = look.halves().shelf(4);
        let look = look
            .piece('T', Piece::disc(Colour::Dark).marked("T"))
            .piece('O', Piece::disc(Colour::Light).marked("O"));
        Some(look)
    }

    fn figures(&self, p: &Position) -> Figures {
        let shelf = 3 * self.board.cells() as usize;
        let hands = [Turn::First, Turn::Second].map(|turn| self.left(p, turn)).into_iter().flatten();
        let texts = hands.zip("TOTO".chars()).map(|(left, letter)| format!("{left} {letter}"));
        texts.enumerate().fold(Figures::letters(self.letters(p)), |figures, (place, text)| {
            figures.text(shelf + place, text)
        })
    }

    fn sign(&self, p: &Position, m: Move) -> Sign {
        let lands = self.board.playable(p.occupied()) & self.board.column(m.column);
        let cells = self.board.cells() as usize;
        let number = (0..cells).find(|&number| self.cell(number) == lands).expect("the column has room");
        let side = if m.letter == Letter::T { cells } else { 2 * cells };
        Sign::letter(side + number, format!("{:?}", m.letter))
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn image(&self, p: &Position, k: usize) -> Position {
        if k == 0 {
            return *p;
        }
        Position { ts: self.board.mirrored(p.ts), os: self.board.mirrored(p.os), ..*p }
    }
}

/// Toot and Otto on its boards.
pub(crate) fn family() -> Family {
    Family::new("tootandotto", "Toot and Otto", RULES)
        .variant("4x4", "four columns, four of each letter", || any_game!(TootAndOtto::new(4)))
        .variant("4x5", "five columns, five of each letter", || any_game!(TootAndOtto::new(5)))
        .variant("4x6", "the usual board: six columns, six of each letter", || any_game!(TootAndOtto::new(6)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::passes_battery;
    use zermelo_core::{Rules, oracle, parse_move};
    use zermelo_solve::{explore, unlimited};

    /// All straight lines of four letters, read both ways, off the word of a position.
    fn plain_words(word: &str, columns: usize) -> [bool; 2] {
        let letters: Vec<char> = word.chars().collect();
        let mut found = [false, false];
        for start in 0..4 * columns as isize {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)] {
                let columns = columns as isize;
                let places = (0..4).map(|i| (start / columns + i * down, start % columns + i * right));
                let inside =
                    |&(row, column): &(isize, isize)| (0..4).contains(&row) && (0..columns).contains(&column);
                if places.clone().all(|place| inside(&place)) {
                    let text: String =
                        places.map(|(row, column)| letters[(row * columns + column) as usize]).collect();
                    found[0] |= text == "TOOT";
                    found[1] |= text == "OTTO";
                }
            }
        }
        found
    }

    #[test]
    fn all_boards_keep_the_laws() {
        for columns in 4..=6 {
            passes_battery(&TootAndOtto::new(columns));
        }
    }

    /// Every position by the solver and by the oracle, and its words by the plain reading.
    fn agrees_with_the_oracle(columns: u32) {
        let game = TootAndOtto::new(columns);
        let rules = Rules::new(&game);
        let solved = explore::<u64>(&rules, &unlimited()).unwrap();
        for (p, outcome) in oracle::solve(&game, 10_000_000).unwrap() {
            assert_eq!(solved.outcome(rules.key(&p)), Some(outcome), "{}", game.format(&p));
            assert_eq!(
                game.words(&p),
                plain_words(&game.format(&p), columns as usize),
                "{}",
                game.format(&p)
            );
        }
    }

    #[test]
    fn three_columns_agree_with_the_oracle() {
        agrees_with_the_oracle(3);
    }

    #[test]
    #[ignore = "takes a minute"]
    fn four_columns_agree_with_the_oracle() {
        agrees_with_the_oracle(4);
    }

    #[test]
    fn words_agree_with_a_plain_reading_of_any_letters() {
        let mut random = 1_u64;
        for columns in [4, 5, 6] {
            let game = TootAndOtto::new(columns);
            for _ in 0..2000 {
                // A linear congruence is random enough for letters on cells.
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let ts = random >> 20 & game.board.all();
                let p = Position { ts, os: game.board.all() & !ts, ts_of_first: 0 };
                assert_eq!(game.words(&p), plain_words(&game.format(&p), columns as usize), "{p:?}");
            }
        }
    }

    #[test]
    fn whoever_completes_a_word_its_owner_wins_and_both_at_once_tie() {
        let game = TootAndOtto::new(4);
        let after = |position: &str, m: &str| {
            let p = game.parse(position).unwrap();
            game.end(&game.play(&p, parse_move(&game, &p, m).unwrap()))
        };
        // The first player completes TOOT, so whoever is to move then has lost; the second player does, and
        // has lost.
        assert_eq!(after("--------T---TOO-_1", "T4"), Some(Value::Lose));
        assert_eq!(after("------------TOO-_1", "T4"), Some(Value::Win));
        assert_eq!(after("T-OTTTTTTTOOOOOO_4", "O2"), Some(Value::Tie));
    }

    #[test]
    fn impossible_positions_are_refused_with_a_reason() {
        let game = TootAndOtto::new(4);
        for (text, word) in [
            ("", "'_'"),
            ("----------------", "'_'"),
            ("----------------_", "number"),
            ("----------------_00", "number"),
            ("----------------_5", "number"),
            ("---------------_0", "16"),
            ("----------------_1", "take turns"),
            ("--------T-------_1", "below"),
            ("T---T---T---T---_4", "take turns"),
            ("--------TTTTTOOT_4", "went on"),
        ] {
            let reason = game.parse(text).unwrap_err().to_string();
            assert!(reason.contains(word), "{text}: {reason}");
        }
    }
}
