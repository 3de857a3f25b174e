//! Connect four on boards of any size that fits into 64 bits: its rules, a solver of single positions, and an
//! engine that solves whole boards. [`family`] is the game with its variants.
//!
//! ```
//! use zermelo_connect4::{Board, Position};
//!
//! let board = Board::new(6, 7, 4)?;
//! let mut position = Position::EMPTY;
//! for column in [3, 2, 3, 2, 3, 2, 3] {
//!     position = board.drop(position, column);
//! }
//! assert!(board.last_mover_won(position));
//! # Ok::<(), zermelo_connect4::BoardError>(())
//! ```

mod board;
mod column;
mod counting;
mod drops;
mod edges;
mod engine;
mod entry;
mod error;
mod family;
mod game;
mod handover;
mod in_memory;
mod kernel;
mod lines;
mod live;
mod member_bits;
mod middle;
mod node;
mod piece;
mod pool;
mod position;
mod quiet;
mod reach;
mod solver;
mod threats;
mod verifying;
mod worker;

pub use board::{Board, BoardError};
pub use counting::analyse;
pub use error::EngineError;
pub use family::family;
pub use in_memory::InMemory;
pub use live::{Book, BookError, Live};
pub use position::Position;
pub use solver::{Size, Solver};
