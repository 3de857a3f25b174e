//! A game as people see it: families of variants, positions, moves with values, analysis.
//!
//! Below this crate every game has types of its own and its solver is compiled for them; from here on a game
//! is an [`AnyGame`], and positions and moves are text.
//!
//! A [`Family`] names a game and its variants, a [`Library`] knows where their databases are. Here `Heap` is
//! a game in which one or two of ten counters are taken, and whoever takes the last one wins:
//!
//! ```
//! # use zermelo_core::{Game, ParseError, Value};
//! # struct Heap;
//! # impl Game for Heap {
//! #     type Position = u8;
//! #     type Move = u8;
//! #     fn start(&self) -> u8 { 10 }
//! #     fn end(&self, p: &u8) -> Option<Value> { (*p == 0).then_some(Value::Lose) }
//! #     fn moves(&self, p: &u8, out: &mut Vec<u8>) { out.extend(1..=2.min(*p)) }
//! #     fn play(&self, p: &u8, m: u8) -> u8 { p - m }
//! #     fn format(&self, p: &u8) -> String { p.to_string() }
//! #     fn parse(&self, text: &str) -> Result<u8, ParseError> {
//! #         text.parse().map_err(|_| ParseError::new("a number is needed"))
//! #     }
//! #     fn format_move(&self, _: &u8, m: u8) -> String { m.to_string() }
//! # }
//! use zermelo_core::Outcome;
//! use zermelo_library::{Family, Library, Solution, SolveOptions, any_game};
//! use zermelo_solve::unlimited;
//!
//! # let home = tempfile::tempdir()?;
//! # let data = home.path().to_owned();
//! let heap = Family::new("heap", "Heap", "Take.").variant("regular", "ten counters", || any_game!(Heap));
//! let variant = Library::new(vec![heap], data).open("heap")?;
//! let database = variant.solve(false, &SolveOptions::default(), &unlimited())?.expect("all of it");
//!
//! let view = variant.game.view("10", Solution::of(&database))?;
//! assert_eq!(view.outcome, Some(Outcome::Win(7)));
//! assert_eq!(view.moves[0].name, "1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any_game;
mod disk_tier_store;
mod engine;
mod error;
mod explored;
mod family;
mod fingerprint;
mod level;
mod library;
mod live;
mod packed_tables;
mod scratch;
mod search;
mod summary;
mod tables;
mod tiers;
mod view;
mod viewer;

pub use any_game::{AnyGame, with_engine};
pub use engine::{Engine, Extent, SolveOptions};
pub use error::LibraryError;
pub use family::{Family, Variant, VariantPattern};
pub use level::Level;
#[doc(hidden)]
pub use level::ladder;
pub use library::{Library, VariantHandle};
pub use live::{LiveSolver, Solution};
pub use search::Search;
pub use summary::{is_complete, longest_win, says_complete};
pub use tables::{analysis_json, tally_json};
pub use view::{MoveView, PositionView, outcome_words};

pub use zermelo_core::conformance::{Check, Effort};
