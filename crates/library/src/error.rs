//! What can go wrong between a person and a solved game.

use thiserror::Error;
use zermelo_core::ParseError;
use zermelo_solve::SolveError;
use zermelo_store::StoreError;

/// Any failure of this crate.
#[derive(Debug, Error)]
pub enum LibraryError {
    /// A position, move, game or variant that is not one.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// A computation did not come to its end.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// An engine of a game's own failed.
    #[error(transparent)]
    Engine(Box<dyn std::error::Error + Send + Sync>),
    /// The database refused.
    #[error(transparent)]
    Store(#[from] StoreError),
}
