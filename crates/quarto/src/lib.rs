//! Quarto: boards as planes of attributes, numbers for boards up to symmetry, and a search that solves single
//! boards.
//!
//! ```
//! use zermelo_quarto::Board;
//! // Three pieces with a common attribute in a row: a fourth one wins beside them.
//! let board = (0..3).fold(Board::EMPTY, |board, cell| board.with(cell, cell as u8));
//! assert_eq!(board.planes().wins(3), 1 << 3);
//! assert_eq!(board.planes().wins(15), 0);
//! ```

mod board;
mod classes;
mod counts;
mod family;
mod game;
mod orbits;
mod planes;
mod score;
mod search;
mod sequences;
mod state_symmetry;
mod table;

pub use board::{Board, CELLS};
pub use classes::{Class, LINES, Layer};
pub use counts::{Counts, layers};
pub use family::family;
pub use orbits::{SetOrbits, piece_symmetries, slot_symmetries};
pub use planes::{Lanes, OUTSIDE, Planes, lanes_of};
pub use score::Score;
pub use search::Search;
pub use sequences::Sequences;
