//! Solving single positions while somebody waits.
//!
//! [`Live`] finds the exact outcome of any position by search, faster the more stones there are. It needs no database, only
//! memory for what it has found out, which all its questions share. A [`Book`] of solved positions early in the
//! game makes the first moves fast as well.
//!
//! `score.rs` makes outcomes numbers, `field.rs` is the position as the search sees it, `order.rs` says which
//! move to try first, `table.rs` remembers, and `search.rs` puts them together.
//!
//! The search asks one question, whether the score is above a number, with alpha-beta on two words of bits.
//! Moves that let the opponent win at once are not made, and one that makes two threats wins. Among the
//! others the one that completes most rows but one goes first, from the centre outwards. Table entries are
//! one word each and keep the whole key, so answers are exact and threads share them without locks.
//!
//! Tried and dropped, by positions looked at on the standard board: history of good moves (twice as many),
//! looking up all children before searching one (3 % fewer, slower), rows by parity (no difference), the
//! follow-up strategy as a bound (1 % fewer).

mod book;
mod field;
mod order;
mod score;
mod search;
mod table;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use zermelo_core::Outcome;

use crate::{Board, Position};
use field::{Field, Stones};
use search::Search;
use table::Table;

pub use book::{Book, BookError};

/// Finds outcomes of positions of one board, one at a time.
///
/// For the standard board it knows a book of openings, which it opens with the first question about one.
///
/// ```
/// use zermelo_connect4::{Board, Live, Position};
/// use zermelo_core::Outcome;
///
/// let board = Board::new(4, 5, 4)?;
/// let live = Live::new(board, 1 << 24);
/// assert_eq!(live.outcome(Position::EMPTY, &|| false), Some(Outcome::Tie(20)));
/// // Whoever is in a hurry may get no answer.
/// let standard = Live::new(Board::new(6, 7, 4)?, 1 << 24);
/// assert_eq!(standard.outcome(Position::EMPTY, &|| true), None);
/// # Ok::<(), zermelo_connect4::BoardError>(())
/// ```
pub struct Live {
    board: Board,
    memory: u64,
    book: Option<Opening>,
    /// Made with the first question that needs it.
    table: OnceLock<Table>,
    positions: AtomicU64,
}

/// Where openings are looked up.
enum Opening {
    /// In this book.
    Given(Book),
    /// In the book that comes with the program, if there is one of the board.
    Known,
}

impl Live {
    /// A solver for a board, with so many bytes to remember things in, at least 4 MiB.
    pub fn new(board: Board, memory: u64) -> Live {
        let book = Some(Opening::Known);
        Live { board, memory, book, table: OnceLock::new(), positions: AtomicU64::new(0) }
    }

    /// With a book of this board; a book of another one is not used.
    #[must_use]
    pub fn with_book(mut self, book: Book) -> Live {
        self.book = (book.board() == self.board).then_some(Opening::Given(book));
        self
    }

    /// Without any book: all by itself.
    #[must_use]
    pub fn without_book(mut self) -> Live {
        self.book = None;
        self
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The outcome of a position for the player to move.
    ///
    /// `give_up` is asked about once in a millisecond; when it says yes, there is no answer. What was found
    /// out by then is remembered, so asking again goes on from there. Threads may ask at the same time.
    pub fn outcome(&self, position: Position, give_up: &dyn Fn() -> bool) -> Option<Outcome> {
        if self.board.last_mover_won(position) {
            return Some(Outcome::Lose(0));
        }
        if position.occupied == self.board.all() {
            return Some(Outcome::Tie(0));
        }
        match self.board.run() {
            3 => self.search::<3>(position, give_up),
            4 => self.search::<4>(position, give_up),
            _ => self.search::<5>(position, give_up),
        }
    }

    fn search<const RUN: usize>(&self, position: Position, give_up: &dyn Fn() -> bool) -> Option<Outcome> {
        let field = Field::<RUN>::new(self.board);
        let table = self.table.get_or_init(|| Table::new(self.memory));
        let mut search = Search::new(&field, table, self.book_for(position), give_up);
        let score = search.score(Stones::of(position));
        self.positions.fetch_add(search.positions, Relaxed);
        Some(score::outcome(score.ok()?, position.ply(), self.board.cells()))
    }

    /// The book, if it can help with this position.
    fn book_for(&self, position: Position) -> Option<&Book> {
        let book = match self.book.as_ref()? {
            Opening::Given(book) => book,
            Opening::Known if position.ply() <= book::KNOWN_PLY => Book::known(self.board)?,
            Opening::Known => return None,
        };
        (position.ply() <= book.ply()).then_some(book)
    }

    /// How many positions all questions so far have looked at.
    pub fn positions(&self) -> u64 {
        self.positions.load(Relaxed)
    }
}
