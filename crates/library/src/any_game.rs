//! The type-erased view of one variant of a game.

use std::sync::OnceLock;

use zermelo_core::conformance::{Check, Effort, check_rules, check_solution, is_small};
use zermelo_core::picture::Look;
use zermelo_core::{Game, Outcome, Pack, ParseError, WideKey, packed, unpacked};
use zermelo_solve::{Analysis, Run, Verification};
use zermelo_store::{Database, Folder};

use crate::engine::{Engine, Extent, SolveOptions};
use crate::fingerprint::{PLACED_STEPS, fingerprint};
use crate::live::{LiveSolver, Solution};
use crate::view::PositionView;
use crate::viewer::Viewer;
use crate::{Level, LibraryError, Search};

/// One variant of a game with everything that can be done with it, whatever its types.
pub trait AnyGame: Send + Sync {
    /// What the game tells beyond its rules, and so how it is solved.
    fn level(&self) -> Level;

    /// The start as text; of a collection of endgames, an example.
    fn start(&self) -> String;

    /// A position with its picture, its moves and, as far as the game is solved, their values.
    fn view(&self, position: &str, solution: Solution<'_>) -> Result<PositionView, LibraryError>;

    /// The same with moves by their parts. Positions may have parts of a move decided: `POSITION;PART;PART`.
    fn steps(&self, position: &str, solution: Solution<'_>) -> Result<PositionView, LibraryError>;

    /// How the variant is drawn; `None` if it is shown as text.
    fn look(&self) -> Option<&Look>;

    /// Whether it has a live solver, which finds outcomes of positions that are in no database.
    fn has_live_solver(&self) -> bool;

    /// The position after a move.
    fn play(&self, position: &str, name: &str) -> Result<String, ParseError>;

    /// A position that random play comes to.
    fn random(&self, seed: u64) -> String;

    /// Positions of a kind, with their outcomes: first such as random play comes to, then any stored ones.
    fn search(&self, database: &Database, search: &Search) -> Result<Vec<(String, Outcome)>, LibraryError>;

    /// A short text that changes when the rules do.
    fn fingerprint(&self) -> String;

    /// Returns the size of the game, if it can be told without solving it. That may take minutes for a large
    /// board; it ends early if the run says so.
    fn extent(&self, run: &Run<'_>) -> Result<Option<Extent>, LibraryError>;

    /// Returns the bytes of memory that the tables of its indexes take now. More are made when positions are
    /// looked up.
    fn held_bytes(&self) -> u64;

    /// Returns the bytes that the table of its live solver takes from the first question on; 0 if it has
    /// none.
    fn live_bytes(&self) -> u64;

    /// Returns a short text that changes when the rules do. Unlike the [`fingerprint`](Self::fingerprint) it
    /// does not look at where positions are stored, so that no index is made for it.
    fn rules_mark(&self) -> String;

    /// Returns the word for how it is solved: `exploration`, `tiers` or `engine`.
    fn method(&self) -> &'static str;

    /// Whether play can go round in circles, if that can be told at once.
    fn is_loopy(&self) -> Option<bool>;

    /// Returns true for a collection of endgames. It has no start: nobody wins *it*, and positions are what
    /// matters. See [`Tiered::ENDGAMES`](zermelo_core::Tiered::ENDGAMES).
    fn is_collection(&self) -> bool;

    /// The outcome of the start; `None` if it is not solved, and for a collection of endgames, which has no
    /// start.
    fn start_outcome(&self, database: &Database) -> Result<Option<Outcome>, LibraryError>;

    /// Refuses tiers that the game does not have.
    fn check_tiers(&self, tiers: &[String]) -> Result<(), LibraryError>;

    /// Refuses a solve from scratch that is known to need more memory than allowed.
    fn check_memory(&self, options: &SolveOptions, run: &Run<'_>) -> Result<(), LibraryError>;

    /// Solves into the folder whatever is not there yet. The outcome of the start, if the game is now
    /// complete.
    fn solve(
        &self,
        folder: &Folder,
        options: &SolveOptions,
        run: &Run<'_>,
    ) -> Result<Option<Outcome>, LibraryError>;

    /// Counts the positions that can be reached, by outcome.
    fn analyse(&self, database: &Database, run: &Run<'_>) -> Result<Analysis, LibraryError>;

    /// Recomputes every stored outcome from its children; of a part of the game, as far as it goes. If tiers
    /// are named, only theirs.
    fn verify(
        &self,
        database: &Database,
        tiers: &[String],
        run: &Run<'_>,
    ) -> Result<Verification, LibraryError>;

    /// Runs the conformance battery. Games that turn out to be small are solved and compared with the oracle.
    fn test(&self, effort: &Effort, run: &Run<'_>) -> Result<Vec<Check>, LibraryError>;
}

/// A game with an engine of its own, and perhaps with a solver of single positions.
pub fn with_engine<G: Game + 'static>(
    game: G,
    engine: impl Engine<G>,
    live: Option<Box<dyn LiveSolver<G>>>,
) -> Box<dyn AnyGame> {
    with_boxed_engine(game, Box::new(engine), live)
}

/// The same; [`any_game!`](crate::any_game) calls it.
#[doc(hidden)]
pub fn with_boxed_engine<G: Game + 'static>(
    game: G,
    engine: Box<dyn Engine<G>>,
    live: Option<Box<dyn LiveSolver<G>>>,
) -> Box<dyn AnyGame> {
    Box::new(Typed { game, engine, live, look: OnceLock::new() })
}

/// A game of known type with its engine.
struct Typed<G: Game> {
    game: G,
    engine: Box<dyn Engine<G>>,
    live: Option<Box<dyn LiveSolver<G>>>,
    /// Made once: it is looked at with every position.
    look: OnceLock<Option<Look>>,
}

impl<G: Game + 'static> Typed<G> {
    /// Ends are known from the rules; the rest is in the database, or has to be found now.
    fn outcome(&self, solution: Solution<'_>, p: &G::Position) -> Result<Option<Outcome>, LibraryError> {
        if let Some(value) = self.game.end(p) {
            return Ok(Some(Outcome::ended(value)));
        }
        if let Some(database) = solution.database
            && let Some(stored) = self.engine.outcome(&self.game, database, p)?
        {
            return Ok(Some(stored));
        }
        let live = self.live.as_ref().zip(solution.give_up);
        Ok(live.and_then(|(live, give_up)| live.outcome(p, give_up)))
    }

    /// Calls `visit` with the game without its type, and with where outcomes come from.
    fn viewer<T>(&self, solution: Solution<'_>, visit: impl FnOnce(&Viewer<'_>) -> T) -> T {
        let typed = zermelo_core::Typed::new(&self.game);
        let outcome = |key: &WideKey| self.outcome(solution, &position(*key));
        let is_asked = self.live.is_some() && solution.give_up.is_some();
        visit(&Viewer { game: typed.erased(), look: self.look(), outcome: &outcome, is_asked })
    }
}

fn position<P: Pack>(key: WideKey) -> P {
    unpacked(key).expect("the key of a position")
}

impl<G: Game + 'static> AnyGame for Typed<G> {
    fn level(&self) -> Level {
        self.engine.level()
    }

    fn start(&self) -> String {
        self.game.format(&self.game.start())
    }

    fn view(&self, position: &str, solution: Solution<'_>) -> Result<PositionView, LibraryError> {
        self.viewer(solution, |viewer| viewer.view(position))
    }

    fn steps(&self, position: &str, solution: Solution<'_>) -> Result<PositionView, LibraryError> {
        self.viewer(solution, |viewer| viewer.steps(position))
    }

    fn look(&self) -> Option<&Look> {
        self.look.get_or_init(|| self.game.look()).as_ref()
    }

    fn has_live_solver(&self) -> bool {
        self.live.is_some()
    }

    fn play(&self, position: &str, name: &str) -> Result<String, ParseError> {
        self.viewer(Solution::NONE, |viewer| viewer.play(position, name))
    }

    fn random(&self, seed: u64) -> String {
        self.viewer(Solution::NONE, |viewer| viewer.random(seed))
    }

    fn search(&self, database: &Database, search: &Search) -> Result<Vec<(String, Outcome)>, LibraryError> {
        let stored = |random: &mut fastrand::Rng| {
            let found = self.engine.search(&self.game, database, search, random)?;
            Ok(found.into_iter().map(|(p, outcome)| (packed(&p), outcome)).collect())
        };
        self.viewer(Solution::of(database), |viewer| viewer.search(search, &stored))
    }

    fn fingerprint(&self) -> String {
        self.viewer(Solution::NONE, |viewer| {
            fingerprint(&viewer.game, PLACED_STEPS, &|key| self.engine.place(&self.game, &position(*key)))
        })
    }

    fn extent(&self, run: &Run<'_>) -> Result<Option<Extent>, LibraryError> {
        self.engine.extent(&self.game, run)
    }

    fn held_bytes(&self) -> u64 {
        self.engine.held_bytes()
    }

    fn live_bytes(&self) -> u64 {
        self.live.as_ref().map_or(0, |live| live.table_bytes())
    }

    fn rules_mark(&self) -> String {
        self.viewer(Solution::NONE, |viewer| fingerprint(&viewer.game, 0, &|_| String::new()))
    }

    fn method(&self) -> &'static str {
        self.engine.method()
    }

    fn is_loopy(&self) -> Option<bool> {
        self.engine.is_loopy(&self.game)
    }

    fn is_collection(&self) -> bool {
        self.engine.is_collection()
    }

    fn start_outcome(&self, database: &Database) -> Result<Option<Outcome>, LibraryError> {
        if self.is_collection() {
            return Ok(None);
        }
        self.outcome(Solution::of(database), &self.game.start())
    }

    fn check_tiers(&self, tiers: &[String]) -> Result<(), LibraryError> {
        self.engine.check_tiers(&self.game, tiers)
    }

    fn check_memory(&self, options: &SolveOptions, run: &Run<'_>) -> Result<(), LibraryError> {
        self.engine.check_memory(&self.game, options, run)
    }

    fn solve(
        &self,
        folder: &Folder,
        options: &SolveOptions,
        run: &Run<'_>,
    ) -> Result<Option<Outcome>, LibraryError> {
        self.engine.solve(&self.game, folder, options, run)
    }

    fn analyse(&self, database: &Database, run: &Run<'_>) -> Result<Analysis, LibraryError> {
        self.engine.analyse(&self.game, database, run)
    }

    fn verify(
        &self,
        database: &Database,
        tiers: &[String],
        run: &Run<'_>,
    ) -> Result<Verification, LibraryError> {
        self.engine.check_tiers(&self.game, tiers)?;
        self.engine.verify(&self.game, database, tiers, run)
    }

    fn test(&self, effort: &Effort, run: &Run<'_>) -> Result<Vec<Check>, LibraryError> {
        let mut checks = check_rules(&self.game, effort);
        checks.extend(self.engine.check(&self.game, effort));
        if is_small(&self.game, effort.positions) {
            let lookup = self.engine.solve_in_memory(&self.game, run)?;
            checks.extend(check_solution(&self.game, effort, &mut |p| lookup(&self.game, p)));
        }
        Ok(checks)
    }
}
