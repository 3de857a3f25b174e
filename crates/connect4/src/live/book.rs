//! A book: the scores of all positions after so many stones that a glance does not decide.

use std::io;
use std::path::Path;
use std::sync::OnceLock;

use thiserror::Error;
use zermelo_core::Outcome;
use zermelo_store::{push_number, take_number};

use super::field::{Field, Stones};
use super::score::{self, Score};
use crate::{Board, BoardError, Position};

/// The first bytes of a book, with the version of the format.
const MAGIC: [u8; 8] = *b"Z4BOOK01";

/// Magic, rows, columns, run and ply, then the number of positions and the checksum of what follows.
const HEADER: usize = MAGIC.len() + 4 + 8 + 4;

/// No book is longer, in bytes: it is kept in memory.
const LONGEST_BOOK: u64 = 1 << 34;

/// The zstd level of a book: it is made once.
const LEVEL: i32 = 19;

/// The book of the standard board; `examples/book.rs` made it from the complete database.
const STANDARD: &[u8] = include_bytes!("../../books/6x7.book");

/// How many stones there are in the positions of [`STANDARD`].
pub(super) const KNOWN_PLY: u32 = 12;

/// The outcomes of all positions of a board after some number of stones in which the player to move cannot win at once, but has
/// a move that does not lose at once. Of two mirror images one is kept.
///
/// The format: `Z4BOOK01`; rows, columns, run and ply, a byte each; the number of positions (64 bits) and the
/// CRC-32 of the rest, little-endian; then, compressed by zstd, the differences of the ascending keys, each in groups of
/// seven bits, lowest first, with the highest bit set in all but the last, and after them one byte a position:
/// the remoteness of a win, 0 for a tie, 256 minus the remoteness of a loss. The key of a position has in each column, in
/// `rows + 1` bits from the lowest cell upwards, a one for each stone of the player to move and a one above all stones;
/// columns follow each other from the left, the first in the lowest bits. Of two images the smaller key counts.
///
/// ```
/// use zermelo_connect4::{Board, Book, Live};
///
/// let board = Board::new(4, 4, 4)?;
/// let slow = Live::new(board, 1 << 22);
/// let book = Book::build(board, 4, |position| slow.outcome(position, &|| false).expect("it does not give up"));
/// let read = Book::from_bytes(&book.to_bytes())?;
/// assert_eq!(read, book);
/// let fast = Live::new(board, 1 << 22).with_book(read);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    board: Board,
    ply: u32,
    /// In ascending order.
    keys: Vec<u64>,
    scores: Vec<i8>,
}

/// Why something is not a book.
#[derive(Debug, Error)]
pub enum BookError {
    /// The file cannot be read or written.
    #[error("the book cannot be read or written: {0}")]
    Io(#[from] io::Error),
    /// It begins differently.
    #[error("this is not a book of connect four of version 01")]
    NotABook,
    /// There is no such board.
    #[error("the book is of no board: {0}")]
    Board(#[from] BoardError),
    /// It was cut short or changed.
    #[error("the book is damaged: {0}")]
    Damaged(&'static str),
}

impl Book {
    /// A book of the positions after `ply` stones, by somebody who knows their outcomes.
    ///
    /// Fast enough for anything that is worth keeping: millions of positions a minute, and the time of `outcome`.
    pub fn build(board: Board, ply: u32, outcome: impl Fn(Position) -> Outcome) -> Book {
        match board.run() {
            3 => Book::build_for::<3>(board, ply, outcome),
            4 => Book::build_for::<4>(board, ply, outcome),
            _ => Book::build_for::<5>(board, ply, outcome),
        }
    }

    fn build_for<const RUN: usize>(board: Board, ply: u32, outcome: impl Fn(Position) -> Outcome) -> Book {
        let field = Field::<RUN>::new(board);
        let mut layer = vec![Position::EMPTY];
        for _ in 0..ply {
            layer = layer.into_iter().flat_map(|p| children(board, p)).collect();
            layer.sort_unstable();
            layer.dedup();
        }
        let mut entries: Vec<(u64, i8)> = layer
            .into_iter()
            .filter(|&p| {
                let stones = Stones::of(p);
                !field.wins_at_once(stones) && field.safe_moves(stones) != 0
            })
            .map(|p| {
                let score = score::score(outcome(p), ply, board.cells());
                (field.symmetric_key(Stones::of(p)), score as i8)
            })
            .collect();
        entries.sort_unstable();
        let (keys, scores) = entries.into_iter().unzip();
        Book { board, ply, keys, scores }
    }

    /// The book of a board that comes with the program: there is one of the standard board. It is opened once, when it is
    /// first asked for.
    pub fn known(board: Board) -> Option<&'static Book> {
        static OPEN: OnceLock<Book> = OnceLock::new();
        (Board::new(6, 7, 4) == Ok(board))
            .then(|| OPEN.get_or_init(|| Book::from_bytes(STANDARD).expect("the book was made by this code")))
    }

    /// The board it is of.
    pub fn board(&self) -> Board {
        self.board
    }

    /// How many stones are on the board in its positions.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// How many positions it has.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether it has no positions.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The score of the position of a symmetric key.
    pub(super) fn score(&self, key: u64) -> Option<Score> {
        Some(self.scores[self.keys.binary_search(&key).ok()?].into())
    }

    /// The book as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut plain = Vec::with_capacity(3 * self.len());
        let mut last = 0;
        for key in &self.keys {
            push_number(&mut plain, key - last);
            last = *key;
        }
        for &score in &self.scores {
            plain.push(match score::outcome(score.into(), self.ply, self.board.cells()) {
                Outcome::Win(moves) => moves as u8,
                Outcome::Lose(moves) => (moves as u8).wrapping_neg(),
                Outcome::Tie(_) | Outcome::Draw => 0,
            });
        }
        let packed = zstd::bulk::compress(&plain, LEVEL).expect("memory can be compressed into memory");
        let mut bytes = MAGIC.to_vec();
        bytes.extend([self.board.rows(), self.board.columns(), self.board.run(), self.ply].map(|n| n as u8));
        bytes.extend((self.len() as u64).to_le_bytes());
        bytes.extend(crc32fast::hash(&packed).to_le_bytes());
        bytes.extend(packed);
        bytes
    }

    /// Reads what [`to_bytes`](Book::to_bytes) wrote. Everything is checked but the outcomes themselves.
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, BookError> {
        let damaged = BookError::Damaged;
        let Some((header, packed)) = bytes.split_at_checked(HEADER) else { return Err(BookError::NotABook) };
        let Some(rest) = header.strip_prefix(&MAGIC) else { return Err(BookError::NotABook) };
        let [rows, columns, run, ply] = [0, 1, 2, 3].map(|place| u32::from(rest[place]));
        let board = Board::new(rows, columns, run)?;
        let count = u64::from_le_bytes(rest[4..12].try_into().expect("eight bytes"));
        let checksum = u32::from_le_bytes(rest[12..].try_into().expect("four bytes"));
        if crc32fast::hash(packed) != checksum {
            return Err(damaged("its checksum does not fit"));
        }
        // A difference takes at most ten bytes, an outcome one.
        let most = count.checked_mul(11).filter(|&most| most < 1 << 34);
        let most = most.ok_or(damaged("it claims more positions than any book has"))?;
        let plain = zstd::bulk::decompress(packed, most as usize)
            .map_err(|_| damaged("it cannot be decompressed to as many positions as it claims"))?;
        let mut rest = plain.as_slice();
        let mut keys: Vec<u64> = Vec::with_capacity(count as usize);
        for _ in 0..count {
            let difference = take_number(&mut rest).ok_or(damaged("it ends within its keys"))?;
            let last = keys.last().copied().unwrap_or(0);
            let key = last.checked_add(difference).filter(|&key| key > last);
            keys.push(key.ok_or(damaged("its keys are not in order"))?);
        }
        if rest.len() as u64 != count {
            return Err(damaged("it has not one outcome for each position"));
        }
        let scores = rest.iter().map(|&byte| outcome_of(byte, board, ply)).collect::<Option<Vec<i8>>>();
        let scores = scores.ok_or(damaged("it has an outcome that cannot be"))?;
        Ok(Book { board, ply, keys, scores })
    }

    /// Reads a book from a file.
    pub fn read(path: &Path) -> Result<Book, BookError> {
        Book::from_bytes(&zermelo_files::read(path, LONGEST_BOOK).map_err(|error| error.source)?)
    }

    /// Writes the book to a file.
    pub fn write(&self, path: &Path) -> Result<(), BookError> {
        Ok(zermelo_files::replace(path, &self.to_bytes()).map_err(|error| error.source)?)
    }
}

/// The positions after one more stone in which the game goes on, one of each two images.
fn children(board: Board, p: Position) -> impl Iterator<Item = Position> {
    let columns = (0..board.columns()).filter(move |&column| board.has_room(p, column));
    let played = columns.map(move |column| board.drop(p, column));
    played.filter(move |&child| !board.last_mover_won(child)).map(move |child| child.min(board.mirror(child)))
}

fn outcome_of(byte: u8, board: Board, ply: u32) -> Option<i8> {
    let outcome = match byte {
        0 => Outcome::Tie(board.cells().checked_sub(ply)?),
        1..128 => Outcome::Win(byte.into()),
        _ => Outcome::Lose(byte.wrapping_neg().into()),
    };
    let moves = outcome.remoteness().unwrap_or(0);
    let parity_fits = match outcome {
        Outcome::Win(_) => !moves.is_multiple_of(2),
        Outcome::Lose(_) => moves.is_multiple_of(2),
        Outcome::Tie(_) | Outcome::Draw => true,
    };
    (parity_fits && ply + moves <= board.cells()).then(|| score::score(outcome, ply, board.cells()) as i8)
}
