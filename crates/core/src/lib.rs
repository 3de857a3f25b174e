//! The ground that Zermelo stands on: values, rules, numberings of positions, symmetry.
//!
//! A game is solved once its rules are written down. Here are the rules of a tiny one, and its value by
//! the plain [`oracle`]:
//!
//! ```
//! use zermelo_core::{Game, Outcome, ParseError, Value, oracle};
//!
//! /// Take one or two of ten counters; whoever takes the last one wins.
//! struct TenToZero;
//!
//! impl Game for TenToZero {
//!     type Position = u8;
//!     type Move = u8;
//!     fn start(&self) -> u8 { 10 }
//!     fn end(&self, left: &u8) -> Option<Value> { (*left == 0).then_some(Value::Lose) }
//!     fn moves(&self, left: &u8, out: &mut Vec<u8>) { out.extend(1..=2.min(*left)) }
//!     fn play(&self, left: &u8, take: u8) -> u8 { left - take }
//!     fn format(&self, left: &u8) -> String { left.to_string() }
//!     fn parse(&self, text: &str) -> Result<u8, ParseError> {
//!         text.parse().ok().filter(|&left| left <= 10).ok_or_else(|| ParseError::new("a number from 0 to 10"))
//!     }
//!     fn format_move(&self, _: &u8, take: u8) -> String { take.to_string() }
//! }
//!
//! assert_eq!(oracle::solve(&TenToZero, 100).unwrap()[&10], Outcome::Win(7));
//! ```

// `#[derive(Pack)]` names this crate, also within it.
extern crate self as zermelo_core;

mod alternatives;
mod arrangement;
mod bits;
mod block_moves;
mod blockwise;
mod code;
pub mod conformance;
mod decorated;
mod erased;
mod game;
mod grid;
mod index;
mod misere;
mod notation;
pub mod oracle;
mod orbits;
mod pack;
mod packed_game;
pub mod picture;
mod planes;
mod slide;
mod subsets;
mod supersets;
mod symmetry;
mod tally;
mod tiered;
mod turn;
mod value;

pub use alternatives::Alternatives;
pub use arrangement::Arrangement;
pub use bits::{spread, squeeze};
pub use block_moves::{BlockMove, BlockMoves, Change, unfolded_bytes};
pub use blockwise::Blockwise;
pub use code::{Codes, Narrow, NarrowTies, Wide, Widest, Word};
pub use decorated::{Decorated, Field};
pub use erased::{Erased, Typed};
pub use game::{Game, canonical, orbit_size, parse_move};
pub use grid::Grid;
pub use index::{Index, Numbers, Product};
pub use misere::Misere;
pub use notation::{ParseError, cells_of, parse_cells};
pub use orbits::{Entry, Landing, Orbits, SymmetricBoard};
pub use pack::{Key, Pack, Unpacker, WideKey, longer, pack_narrow, packed, unpack_narrow, unpacked};
pub use packed_game::{Batch, Measure, Packed, PackedGame, Rules};
pub use planes::{Choice, Place, Planes};
pub use slide::Slide;
pub use subsets::{Subsets, binomial, next_subset};
pub use supersets::lower_to_supersets;
pub use symmetry::{Group, Images, Permutation};
pub use tally::Tally;
pub use tiered::{Reach, Retrograde, TierKind, Tiered};
pub use turn::Turn;
pub use value::{Outcome, Value};
