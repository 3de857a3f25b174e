//! The application layer: what command, text interface, server and page ask of games, solved or not.
//!
//! A [`Service`] keeps variants open (an [`OpenVariant`] each), solves small ones in the background when somebody first
//! looks at them, and answers everything from one shared cache. It owns the budget of work and of memory. It is a crate of
//! its own, above the games, so that changing it does not compile every game anew.

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
