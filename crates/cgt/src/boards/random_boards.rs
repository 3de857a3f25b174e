//! Random boards, for experiments.

use thiserror::Error;

use crate::script::language::shortened;
use crate::{BoardSize, Session};

/// An endless source of legal random boards of a ruleset; the same seed gives the same boards.
///
/// ```
/// use zermelo_cgt::RandomBoards;
/// let mut boards = RandomBoards::new("clobber_1xn", "8".parse()?, "12".parse()?, 1)?;
/// let (size, board) = boards.next_board()?;
/// assert!((8..=12).contains(&size.columns) && board.len() == size.columns);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RandomBoards {
    session: Session,
    title: String,
    symbols: &'static [u8],
    low: BoardSize,
    high: BoardSize,
    random: fastrand::Rng,
}

/// Why there is no random board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RandomBoardsError {
    /// There is no such ruleset.
    #[error("there is no game called {0:?}")]
    UnknownTitle(String),
    /// The positions of the ruleset are not boards.
    #[error("positions of {0} are not boards of some size, so there are no random ones")]
    NoBoards(String),
    /// The first size is larger than the second one.
    #[error("sizes from {0} to {1} are none: the first must not have more rows or columns than the second")]
    EmptyRange(BoardSize, BoardSize),
    /// Hardly any board of this size is legal.
    #[error("no legal board of {title} with size {size} was found")]
    NoneLegal {
        /// The ruleset.
        title: String,
        /// The size.
        size: BoardSize,
    },
}

/// After so many illegal boards there is probably no legal one.
const TRIES: usize = 10_000;

impl RandomBoards {
    /// Boards with rows and columns between those of two sizes.
    pub fn new(title: &str, low: BoardSize, high: BoardSize, seed: u64) -> Result<Self, RandomBoardsError> {
        let mut session = Session::new();
        let symbols = session.evaluator.parts.symbols(title);
        let symbols = symbols.ok_or_else(|| RandomBoardsError::UnknownTitle(shortened(title)))?.as_bytes();
        if symbols.is_empty() {
            return Err(RandomBoardsError::NoBoards(title.to_owned()));
        }
        if low.rows > high.rows || low.columns > high.columns {
            return Err(RandomBoardsError::EmptyRange(low, high));
        }
        let random = fastrand::Rng::with_seed(seed);
        Ok(Self { session, title: title.to_owned(), symbols, low, high, random })
    }

    /// The next board, with its size.
    pub fn next_board(&mut self) -> Result<(BoardSize, String), RandomBoardsError> {
        let size = BoardSize {
            rows: self.random.usize(self.low.rows..=self.high.rows),
            columns: self.random.usize(self.low.columns..=self.high.columns),
        };
        for _ in 0..TRIES {
            let board = size.board(|_| char::from(self.symbols[self.random.usize(..self.symbols.len())]));
            if self.session.is_legal(&self.title, &board) {
                return Ok((size, board));
            }
        }
        Err(RandomBoardsError::NoneLegal { title: self.title.clone(), size })
    }
}

impl Session {
    fn is_legal(&mut self, title: &str, text: &str) -> bool {
        self.evaluator.parts.is_legal(title, text)
    }
}
