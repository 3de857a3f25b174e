//! How a game is solved and its solution is read: by exploration or by tiers.

use std::time::Duration;

use zermelo_core::conformance::{Check, Effort};
use zermelo_core::{Game, Outcome};
use zermelo_solve::{Analysis, Run, Verification};
use zermelo_store::{Database, Folder};

use crate::{Level, LibraryError, Search};

/// What is wanted of a solve.
#[derive(Clone, Default, Debug)]
pub struct SolveOptions {
    /// Solve only these tiers and what they need; all, if empty.
    pub tiers: Vec<String>,
    /// The zstd level of the database, if not the usual one.
    pub level: Option<i32>,
    /// What is known of a tier in work is kept about so often, if not as usual.
    pub keep_every: Option<Duration>,
}

/// How large a game is, as far as that is known without solving it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extent {
    /// How many tiers there are, or parts that are solved one after the other.
    pub tiers: u64,
    /// Slots in all.
    pub slots: u64,
    /// Bytes of memory that a solve needs at least.
    pub memory: u64,
}

/// A way of solving a game of one type: a solver, and where it keeps what it finds. Games need not have one of their own:
/// [`any_game!`](crate::any_game) gives them that of their level.
pub trait Engine<G: Game>: Send + Sync + 'static {
    /// What the game tells, as far as this engine makes use of it.
    fn level(&self) -> Level {
        Level::Own
    }

    /// Returns the size of the game, if it can be told in advance. Of a large board it may take minutes to
    /// find out, so it ends early if the run says so; its memory and its observer are of no concern here.
    fn extent(&self, game: &G, run: &Run<'_>) -> Result<Option<Extent>, LibraryError>;

    /// Returns the bytes of the tables that the engine keeps in memory between questions.
    fn held_bytes(&self) -> u64 {
        0
    }

    /// Whether play can go round in circles, if that can be told at once.
    fn is_loopy(&self, game: &G) -> Option<bool>;

    /// Returns the word for how it solves, which the manifest keeps: `exploration`, `tiers` or `engine`.
    fn method(&self) -> &'static str {
        "engine"
    }

    /// Returns true for a [collection of endgames](zermelo_core::Tiered::ENDGAMES), which has no start.
    fn is_collection(&self) -> bool {
        false
    }

    /// Where a position is stored, in words: part of the fingerprint.
    fn place(&self, game: &G, p: &G::Position) -> String;

    /// Refuses tiers that the game does not have.
    fn check_tiers(&self, game: &G, tiers: &[String]) -> Result<(), LibraryError>;

    /// Refuses a solve from scratch that is known to need more memory than allowed.
    fn check_memory(&self, game: &G, options: &SolveOptions, run: &Run<'_>) -> Result<(), LibraryError>;

    /// Solves into the folder whatever is not there yet. The outcome of the start, if the game is now
    /// complete.
    fn solve(
        &self,
        game: &G,
        folder: &Folder,
        options: &SolveOptions,
        run: &Run<'_>,
    ) -> Result<Option<Outcome>, LibraryError>;

    /// The outcome of a position, `None` if it is not solved: it cannot be reached from the start, or the
    /// database is only a part.
    fn outcome(
        &self,
        game: &G,
        database: &Database,
        p: &G::Position,
    ) -> Result<Option<Outcome>, LibraryError>;

    /// Some of the stored positions that are looked for, as many as wanted if there are, each with its
    /// outcome. Not all of them need to be reachable from the start.
    fn search(
        &self,
        game: &G,
        database: &Database,
        search: &Search,
        random: &mut fastrand::Rng,
    ) -> Result<Vec<(G::Position, Outcome)>, LibraryError>;

    /// Counts the positions that can be reached, by outcome.
    fn analyse(&self, game: &G, database: &Database, run: &Run<'_>) -> Result<Analysis, LibraryError>;

    /// Compares the database with what the rules say: all of it, or these tiers.
    fn verify(
        &self,
        game: &G,
        database: &Database,
        tiers: &[String],
        run: &Run<'_>,
    ) -> Result<Verification, LibraryError>;

    /// The laws beyond the rules: of the index and of the un-moves.
    fn check(&self, game: &G, effort: &Effort) -> Vec<Check>;

    /// Solves in memory, for checks of small games; how to look outcomes up.
    fn solve_in_memory(
        &self,
        game: &G,
        run: &Run<'_>,
    ) -> Result<Box<dyn Fn(&G, &G::Position) -> Option<Outcome>>, LibraryError>;
}
