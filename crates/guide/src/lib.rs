//! The explorer at work: what command, server and page ask of games, solved or not.
//!
//! A [`Guide`] keeps variants open (an [`Exhibit`] each), solves small ones in the background when somebody first
//! looks at them, and answers everything from one shared cache. It is a crate of its own, above the games, so that
//! changing it does not compile every game anew.

mod exhibit;
mod failures;
mod guide;
mod job;
mod overview;
mod progress;
mod puzzle;
mod thinking;
mod workshop;

pub use exhibit::{AnalysisState, Exhibit, Status, Step};
pub use guide::{Guide, Limits};
pub use job::{Job, JobState};
pub use overview::{Card, Overview};
pub use progress::Progress;
pub use puzzle::Puzzle;
pub use workshop::Refusal;
