//! Games over HTTP.
//!
//! Three things under one roof: `/api/v1/` for the page (`api`), `/universal/v1/` for the GamesmanUni client
//! (`uwapi`), and the page itself. On the way to them a connection has to find room (`connections`), and a
//! request has to name this server (`origin`) and must not come too often (`rate`). Handlers read the
//! question, ask the [`Service`], and write the answer; they know no rules and compute no values.
//!
//! ```
//! use std::sync::Arc;
//!
//! use zermelo_library::Library;
//! use zermelo_server::{Config, Limits, Service};
//!
//! # let home = tempfile::tempdir()?;
//! # let data = home.path().to_owned();
//! let games = zermelo_games::families();
//! let service = Arc::new(Service::new(Library::new(games, data), Limits::default())?);
//! // Everything between a request and its answer, for a listener of one's own; `serve` brings one.
//! let (_close, closing) = tokio::sync::watch::channel(false);
//! let router = zermelo_server::router(service, Config::default(), closing);
//! # drop(router);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
