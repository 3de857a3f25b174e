//! The application layer: what command, text interface, server and page ask of games, solved or not.
//!
//! A [`Service`] keeps variants open (an [`OpenVariant`] each), solves small ones in the background when
//! somebody first looks at them, and answers everything from one shared cache. It owns the budget of work and
//! of memory. It is a crate of its own, above the games, so that changing it does not compile every game
//! anew.
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
//! use std::time::Duration;
//!
//! use zermelo_core::Outcome;
//! use zermelo_library::{Family, Library, any_game};
//! use zermelo_service::{Limits, Service};
//!
//! # let home = tempfile::tempdir()?;
//! # let data = home.path().to_owned();
//! let heap = Family::new("heap", "Heap", "Take.").variant("regular", "ten counters", || any_game!(Heap));
//! let service = Service::new(Library::new(vec![heap], data), Limits::default())?;
//! // Solved in the background, and waited for.
//! let view = service.open("heap", "regular")?.steps("10", Duration::from_secs(60))?;
//! assert_eq!(view.outcome, Some(Outcome::Win(7)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod disk;
mod failures;
mod game;
mod give_back;
mod job;
mod job_queue;
mod json;
mod known;
mod open_variant;
mod overview;
mod policy;
mod progress;
mod puzzle;
mod registry;
mod service;
mod sizes;
mod thinking;
mod visit;

pub use game::{Computer, GameInProgress, Stop};
pub use job::{Job, JobState};
pub use job_queue::Refusal;
pub use json::position_json;
pub use known::{Known, Unsolved, known, size_within};
pub use open_variant::{AnalysisState, OpenVariant, Status, Step};
pub use overview::{Card, Overview};
pub use policy::{SMALL, SolvePolicy, Verdict, verdict};
pub use progress::Progress;
pub use puzzle::Puzzle;
pub use service::{Limits, Service};
pub use sizes::Size;
pub use visit::Visit;
