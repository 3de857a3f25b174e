//! The whole program as a function: every command, the text interface, the server with its page, databases
//! and tests, for your own games, for ours, or for both.
//!
//! ```no_run
//! # mod mygame { pub fn family() -> zermelo::Family { zermelo::Family::new("mygame", "My game", "Rules.") } }
//! fn main() -> std::process::ExitCode {
//!     zermelo::run([mygame::family()])
//! }
//! ```
//!
//! A game is a type that implements [`Game`], and a [`Family`] that lists its variants. `zermelo new mygame`
//! writes a crate with a small one, to be changed; `docs/adding-a-game.md` explains each part, and [`core`]
//! has what `docs/large-games.md` speaks of. With the feature `games`, which is on unless you switch it off,
//! [`games`] gives all of ours.

mod allocator;
mod args;
mod bench;
mod commands;
mod context;
mod disk;
mod exit;
mod free_memory;
mod interrupt;
mod load;
mod memory_size;
mod meter;
mod progress;
mod solving;
pub mod testing;
mod text;
mod text_table;

use std::process::ExitCode;

/// The crate below: what large games need beside their rules, such as numberings and the traits of higher
/// levels.
pub use zermelo_core as core;
// All that the author of a game needs.
pub use zermelo_core::{
    Game, Grid, Group, Misere, Outcome, Pack, ParseError, Permutation, Turn, Value, cells_of, oracle,
    parse_cells, parse_move, picture,
};
pub use zermelo_library::{AnyGame, Family, Level, LiveSolver, any_game, with_engine};

/// Says so when the system has no memory left, and ends with the exit code for that.
#[global_allocator]
static ALLOCATOR: allocator::Allocator = allocator::Allocator;

/// Runs the command with these games, for the arguments of this process; `main` returns what this returns.
pub fn run(families: impl IntoIterator<Item = Family>) -> ExitCode {
    interrupt::survive_file_size_limit();
    let families = families.into_iter().collect();
    let parsed = args::parse(std::env::args_os());
    exit::report(parsed.and_then(|cli| cli.map_or(Ok(()), |cli| commands::run(cli, families))))
}

/// All games that come with Zermelo.
#[cfg(feature = "games")]
pub fn games() -> Vec<Family> {
    zermelo_games::families()
}
