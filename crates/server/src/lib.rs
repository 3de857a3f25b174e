//! Games over HTTP.
//!
//! Three things under one roof: `/api/v1/` for the page (`api`), `/universal/v1/` for the GamesmanUni client
//! (`uwapi`), and the page itself. On the way to them a connection has to find room (`connections`), and a
//! request has to name this server (`origin`) and must not come too often (`rate`). Handlers read the
//! question, ask the [`Service`], and write the answer; they know no rules and compute no values.

mod api;
mod config;
mod connections;
mod descriptors;
mod error;
mod etag;
mod extract;
mod headers;
mod listener;
mod metrics;
mod network;
mod origin;
mod page;
mod rate;
mod router;
mod serve;
mod stalling;
mod state;
mod uwapi;

pub use config::Config;
pub use network::{Network, NetworkError};
pub use router::router;
pub use serve::{ServeError, serve};
pub use zermelo_service::{Limits, Service, SolvePolicy};
