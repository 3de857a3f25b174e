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

mod blocks;
mod code;
pub mod conformance;
mod index;
pub mod oracle;
mod outcome;
mod packing;
pub mod picture;
mod rules;
mod symmetry;
mod tally;

pub use blocks::block_moves::{BlockMove, BlockMoves, Change, unfolded_bytes};
pub use blocks::blockwise::Blockwise;
pub use blocks::planes::{Choice, Place, Planes};
pub use blocks::slide::Slide;
pub use blocks::supersets::lower_to_supersets;
pub use code::{Codes, Narrow, NarrowTies, Wide, Widest, Word};
pub use index::alternatives::Alternatives;
pub use index::arrangement::Arrangement;
pub use index::bits::{spread, squeeze};
pub use index::decorated::{Decorated, Field};
pub use index::orbits::{Entry, Landing, Orbits, SymmetricBoard};
pub use index::slots::{Index, Numbers, Product};
pub use index::subsets::{Subsets, binomial, next_subset};
pub use outcome::{Outcome, Value};
pub use packing::erased::{Erased, Typed};
pub use packing::pack::{Key, Pack, Unpacker, WideKey, longer, pack_narrow, packed, unpack_narrow, unpacked};
pub use packing::packed_game::{Batch, Measure, Packed, PackedGame, Rules};
pub use rules::game::{Game, canonical, orbit_size, parse_move};
pub use rules::grid::Grid;
pub use rules::misere::Misere;
pub use rules::notation::{ParseError, cells_of, parse_cells};
pub use rules::tiered::{Reach, Retrograde, TierKind, Tiered};
pub use rules::turn::Turn;
pub use symmetry::{Group, Images, Permutation};
pub use tally::Tally;
