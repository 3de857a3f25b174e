//! The explorer at work: what command, server and page ask of games, solved or not.
//!
//! A [`Service`] keeps variants open (an [`OpenVariant`] each), solves small ones in the background when somebody first
//! looks at them, and answers everything from one shared cache. It is a crate of its own, above the games, so that
//! changing it does not compile every game anew.

mod failures;
mod job;
mod job_queue;
mod open_variant;
mod overview;
mod progress;
mod puzzle;
mod service;
mod thinking;

pub use job::{Job, JobState};
pub use job_queue::Refusal;
pub use open_variant::{AnalysisState, OpenVariant, Status, Step};
pub use overview::{Card, Overview};
pub use progress::Progress;
pub use puzzle::Puzzle;
pub use service::{Limits, Service};
