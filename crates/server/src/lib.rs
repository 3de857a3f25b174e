//! Games over HTTP.
//!
//! Three things under one roof: `/api/v1/` for the page (`api`), `/universal/v1/` for the GamesmanUni client
//! (`uwapi`), and the page itself. Handlers read the question, ask the [`Guide`], and write the answer; they know no
//! rules and compute no values.

mod api;
mod config;
mod error;
mod etag;
mod extract;
mod page;
mod rate;
mod router;
mod serve;
mod state;
mod uwapi;

pub use config::Config;
pub use router::router;
pub use serve::{ServeError, serve};
pub use zermelo_guide::{Guide, Limits};
