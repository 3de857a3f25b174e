//! The conformance battery: the laws that every game keeps, checked on positions of the game itself.
//!
//! Solvers, stores and explorers rely on these laws without asking again. Each function looks at one level
//! of a game and reports one [`Check`] a law: all positions of a small game, a seeded sample of a large
//! one. A game that panics fails the law that was being checked, and the others are still reported.
//!
//! ```
//! # use zermelo_core::{Game, ParseError, Value};
//! # struct Countdown;
//! # impl Game for Countdown {
//! #     type Position = u8;
//! #     type Move = u8;
//! #     fn start(&self) -> u8 { 10 }
//! #     fn end(&self, p: &u8) -> Option<Value> { (*p == 0).then_some(Value::Lose) }
//! #     fn moves(&self, p: &u8, out: &mut Vec<u8>) { out.extend(1..=2.min(*p)) }
//! #     fn play(&self, p: &u8, m: u8) -> u8 { p - m }
//! #     fn format(&self, p: &u8) -> String { p.to_string() }
//! #     fn parse(&self, text: &str) -> Result<u8, ParseError> {
//! #         text.parse().ok().filter(|&p| p <= 10).ok_or_else(|| ParseError::new("a number from 0 to 10"))
//! #     }
//! #     fn format_move(&self, _: &u8, m: u8) -> String { m.to_string() }
//! # }
//! use zermelo_core::conformance::{Effort, check_rules};
//! for check in check_rules(&Countdown, &Effort::default()) {
//!     assert!(check.passed(), "{check}");
//! }
//! ```

mod block_moves;
mod check;
mod moves;
mod packing;
mod picture;
mod random;
mod rules;
mod slides;
mod slots;
mod solution;
mod symmetry;
mod territory;
mod texts;
mod tiers;
#[cfg(test)]
mod toys;
mod unmoves;
mod walk;

pub use block_moves::check_block_moves;
pub use check::{Check, Effort};
pub use rules::check_rules;
pub use slides::check_slides;
pub use solution::{check_solution, is_small};
pub use tiers::check_tiers;
pub use unmoves::check_unmoves;
