//! Random positions of every ruleset, for experiments and tests.

use fastrand::Rng;
use thiserror::Error;

use crate::rulesets::suggestion::hint;
use crate::script::language::shortened;
use crate::{BoardSize, Session};

/// An endless source of legal random positions of a ruleset; the same seed gives the same ones.
///
/// What a size means depends on the ruleset. It is the rows and columns of a board, a pasture or a cake, and
/// the cells of a strip. Elsewhere the number of cells counts something else: what is in a heap, the edges of
/// hackenbush, the numbers in a literal game, or the largest number that may stand in the position.
///
/// ```
/// use zermelo_cgt::RandomPositions;
/// let mut strips = RandomPositions::new("clobber_1xn", "8".parse()?, "12".parse()?, 1)?;
/// let (size, strip) = strips.next_position()?;
/// assert!((8..=12).contains(&size.columns) && strip.len() == size.columns);
/// let mut trees = RandomPositions::new("hackenbush", "5".parse()?, "5".parse()?, 1)?;
/// assert_eq!(trees.next_position()?.1.matches(['X', 'O', '#']).count(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RandomPositions {
    session: Session,
    title: String,
    write: Write,
    low: BoardSize,
    high: BoardSize,
    random: Rng,
}

/// Why there is no random position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RandomPositionsError {
    /// There is no such ruleset.
    #[error("there is no game called {:?}{}", .0, hint(.0))]
    UnknownTitle(String),
    /// The ruleset is one of which only its author could write positions.
    #[error("nobody has said how to write random positions of {0}")]
    NoPositions(String),
    /// The first size is larger than the second one.
    #[error("sizes from {0} to {1} are none: the first must not have more rows or columns than the second")]
    EmptyRange(BoardSize, BoardSize),
    /// Hardly any position of this size is legal.
    #[error("no legal position of {title} with size {size} was found")]
    NoneLegal {
        /// The ruleset.
        title: String,
        /// The size.
        size: BoardSize,
    },
}

/// After so many illegal positions there is probably no legal one.
const TRIES: usize = 10_000;

impl RandomPositions {
    /// Positions with rows and columns between those of two sizes.
    pub fn new(
        title: &str,
        low: BoardSize,
        high: BoardSize,
        seed: u64,
    ) -> Result<Self, RandomPositionsError> {
        let mut session = Session::new();
        let symbols = session.evaluator.parts.symbols(title);
        let symbols = symbols.ok_or_else(|| RandomPositionsError::UnknownTitle(shortened(title)))?;
        let write = match writer(title.strip_prefix("impartial ").unwrap_or(title)) {
            _ if !symbols.is_empty() => Write::Board(symbols),
            Some(write) => Write::Other(write),
            None => return Err(RandomPositionsError::NoPositions(title.to_owned())),
        };
        if low.rows > high.rows || low.columns > high.columns {
            return Err(RandomPositionsError::EmptyRange(low, high));
        }
        Ok(Self { session, title: title.to_owned(), write, low, high, random: Rng::with_seed(seed) })
    }

    /// The next position, with its size.
    pub fn next_position(&mut self) -> Result<(BoardSize, String), RandomPositionsError> {
        let size = BoardSize {
            rows: self.random.usize(self.low.rows..=self.high.rows),
            columns: self.random.usize(self.low.columns..=self.high.columns),
        };
        for _ in 0..TRIES {
            let text = match self.write {
                Write::Board(symbols) => board(&mut self.random, symbols, size),
                Write::Other(write) => write(&mut self.random, size),
            };
            if self.session.evaluator.parts.is_legal(&self.title, &text) {
                return Ok((size, text));
            }
        }
        Err(RandomPositionsError::NoneLegal { title: self.title.clone(), size })
    }
}

/// How to write a position that may be legal.
#[derive(Clone, Copy)]
enum Write {
    /// A board of these symbols.
    Board(&'static str),
    Other(WriteOther),
}

type WriteOther = fn(&mut Rng, BoardSize) -> String;

/// How to write positions of a ruleset that has no board of symbols.
fn writer(title: &str) -> Option<WriteOther> {
    Some(match title {
        "cutcake" => |_, size| size.to_string(),
        "dawson_chess" | "dawson_kayles" | "grundy" | "kayles" | "nim" | "nimber" => {
            |_, size| size.cells().to_string()
        }
        "dyadic_rational" => number,
        "gen_king_dirt" => |random, size| {
            let [left, right, must] = [0; 3].map(|_| random.u32(0..=1));
            format!("{left},{right},{must}:{}", board(random, "XO..#", size))
        },
        "gen_toads" => |random, size| {
            let (slide, jump, friends) = (random.u32(1..=2), random.u32(0..=2), random.u32(0..=1));
            let strip = BoardSize { rows: 1, columns: size.cells() };
            format!("{slide},{},{jump},{friends}:{}", slide + random.u32(0..=1), board(random, "XO..", strip))
        },
        "hackenbush" => |random, size| forest(random, size.cells()),
        "integer_game" => |random, size| integer(random, size).to_string(),
        "literal" => |random, size| literal(random, size.cells(), size.cells() as i64),
        "octal" => |random, size| {
            format!("{}:{}", ["0.137", "0.77", "0.6", "4.007"][random.usize(..4)], size.cells())
        },
        "sheep" => pasture,
        "subtraction" => |random, size| {
            let set: Vec<String> = (0..random.u32(1..=3)).map(|_| random.u32(1..=5).to_string()).collect();
            format!("{}:{}", set.join(","), size.cells())
        },
        "switch_game" => |random, size| format!("{},{}", number(random, size), number(random, size)),
        "up_star" => |random, size| format!("{}{}", integer(random, size), ["", "*"][random.usize(..2)]),
        "wythoff" => |random, size| format!("{} {}", random.usize(0..=size.cells()), size.cells()),
        _ => return None,
    })
}

fn board(random: &mut Rng, symbols: &str, size: BoardSize) -> String {
    let symbols = symbols.as_bytes();
    size.board(|_| char::from(symbols[random.usize(..symbols.len())]))
}

/// An integer that is at most as large as there are cells.
fn integer(random: &mut Rng, size: BoardSize) -> i64 {
    let most = size.cells() as i64;
    random.i64(-most..=most)
}

/// A fraction whose numerator is at most as large as there are cells.
fn number(random: &mut Rng, size: BoardSize) -> String {
    format!("{}/{}", integer(random, size), 1 << random.u32(0..=2))
}

/// Trees of hackenbush with so many edges.
fn forest(random: &mut Rng, edges: usize) -> String {
    let mut trees = Vec::new();
    let mut left = edges;
    while left > 0 {
        let edge = ["X", "O", "X", "O", "#"][random.usize(..5)];
        let above = random.usize(..left);
        let tree = if above > 0 { format!("{edge}<{}>", forest(random, above)) } else { edge.to_owned() };
        trees.push(tree);
        left -= above + 1;
    }
    trees.join(",")
}

/// A pasture with herds of both players, of up to half as many sheep as there are cells.
fn pasture(random: &mut Rng, size: BoardSize) -> String {
    let mut cells = vec![0_i32; size.cells()];
    let most = (size.cells() / 2).clamp(2, 100) as i32;
    for _ in 0..=random.usize(1..=size.rows) {
        for herd in [random.i32(1..=most), -random.i32(1..=most)] {
            cells[random.usize(..size.cells())] = herd;
        }
    }
    let row = |row: &[i32]| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    cells.chunks(size.columns).map(row).collect::<Vec<_>>().join("|")
}

/// A game with so many numbers in it.
fn literal(random: &mut Rng, numbers: usize, most: i64) -> String {
    if numbers < 2 {
        return random.i64(-most..=most).to_string();
    }
    let left = random.usize(1..numbers);
    format!("{{{}|{}}}", side(random, left, most), side(random, numbers - left, most))
}

/// One or two options with so many numbers in them.
fn side(random: &mut Rng, numbers: usize, most: i64) -> String {
    if numbers < 2 || random.bool() {
        return literal(random, numbers, most);
    }
    let first = random.usize(1..numbers);
    format!("{},{}", literal(random, first, most), literal(random, numbers - first, most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets::TITLES;

    /// Every ruleset has positions of small and of middling sizes; the same seed gives the same ones.
    #[test]
    fn every_ruleset_has_random_positions() {
        for title in TITLES.iter().flat_map(|title| [(*title).to_owned(), format!("impartial {title}")]) {
            for sizes in ["1", "7"].map(|columns| format!("1x{columns}").parse::<BoardSize>().unwrap()) {
                let texts = |seed| {
                    let positions = RandomPositions::new(&title, sizes, sizes, seed);
                    let mut positions = positions.unwrap_or_else(|error| panic!("{error}"));
                    (0..20).map(|_| positions.next_position().unwrap()).collect::<Vec<_>>()
                };
                assert_eq!(texts(1), texts(1), "{title}");
                assert!(texts(1).iter().all(|(size, _)| *size == sizes));
            }
        }
    }
}
