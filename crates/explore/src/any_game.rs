//! The type-erased view of one variant of a game.

use zermelo_core::conformance::{Check, Effort, check_rules, check_solution};
use zermelo_core::{Game, Outcome, ParseError, Retrograde, Tiered, parse_move};
use zermelo_solve::{Analysis, PullOnly, PushPull, Run, Verification};
use zermelo_store::{Database, Folder};

use crate::ExploreError;
use crate::engine::{Engine, Extent, SolveOptions};
use crate::explored::Explored;
use crate::fingerprint::fingerprint;
use crate::tiers::Tiers;
use crate::view::{MoveView, PositionView};

/// Where outcomes come from: a database, or nowhere if the game is not solved.
pub type Solution<'a> = Option<&'a Database>;

/// One variant of a game with everything that can be done with it, whatever its types.
pub trait AnyGame: Send + Sync {
    /// The start as text.
    fn start(&self) -> String;

    /// A position with its picture, its moves and, as far as the game is solved, their values.
    fn view(&self, position: &str, solution: Solution<'_>) -> Result<PositionView, ExploreError>;

    /// The position after a move.
    fn play(&self, position: &str, name: &str) -> Result<String, ParseError>;

    /// A position that random play comes to.
    fn random(&self, seed: u64) -> String;

    /// A short text that changes when the rules do.
    fn fingerprint(&self) -> String;

    /// The size of the game, if it can be told without solving it.
    fn extent(&self) -> Option<Extent>;

    /// The outcome of the start.
    fn start_outcome(&self, database: &Database) -> Result<Option<Outcome>, ExploreError>;

    /// Refuses tiers that the game does not have.
    fn check_tiers(&self, options: &SolveOptions) -> Result<(), ExploreError>;

    /// Refuses a solve from scratch that is known to need more memory than allowed.
    fn check_memory(&self, options: &SolveOptions, run: &Run<'_>) -> Result<(), ExploreError>;

    /// Solves into the folder whatever is not there yet. The outcome of the start, if the game is now complete.
    fn solve(
        &self,
        folder: &Folder,
        options: &SolveOptions,
        run: &Run<'_>,
    ) -> Result<Option<Outcome>, ExploreError>;

    /// Counts the positions that can be reached, by outcome.
    fn analyse(&self, database: &Database, run: &Run<'_>) -> Result<Analysis, ExploreError>;

    /// Recomputes every stored outcome from its children; of a part of the game, as far as it goes.
    fn verify(&self, database: &Database, run: &Run<'_>) -> Result<Verification, ExploreError>;

    /// Runs the conformance battery. Games that turn out to be small are solved and compared with the oracle.
    fn test(&self, effort: &Effort, run: &Run<'_>) -> Result<Vec<Check>, ExploreError>;
}

/// A game that has rules and nothing else: solved by exploring it from the start.
pub fn rules_only<G: Game>(game: G) -> Box<dyn AnyGame> {
    Box::new(Typed { game, engine: Explored })
}

/// A game with an index but without un-moves: solved tier by tier.
pub fn tiered<G: Tiered>(game: G) -> Box<dyn AnyGame> {
    Box::new(Typed { game, engine: Tiers::<G, PullOnly>::new() })
}

/// A game with an index and un-moves: solved tier by tier, fastest.
pub fn retrograde<G: Retrograde>(game: G) -> Box<dyn AnyGame> {
    Box::new(Typed { game, engine: Tiers::<G, PushPull>::new() })
}

/// A game with its engine, both of known type.
struct Typed<G, E> {
    game: G,
    engine: E,
}

impl<G: Game, E: Engine<G>> Typed<G, E> {
    /// Ends are known from the rules; the rest is in the database.
    fn outcome(&self, solution: Solution<'_>, p: &G::Position) -> Result<Option<Outcome>, ExploreError> {
        match (self.game.end(p), solution) {
            (Some(value), _) => Ok(Some(Outcome::ended(value))),
            (None, Some(database)) => self.engine.outcome(&self.game, database, p),
            (None, None) => Ok(None),
        }
    }

    fn moves(&self, p: &G::Position) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if self.game.end(p).is_none() {
            self.game.moves(p, &mut moves);
        }
        moves
    }
}

impl<G: Game, E: Engine<G>> AnyGame for Typed<G, E> {
    fn start(&self) -> String {
        self.game.format(&self.game.start())
    }

    fn view(&self, position: &str, solution: Solution<'_>) -> Result<PositionView, ExploreError> {
        let game = &self.game;
        let p = game.parse(position)?;
        let moves = self.moves(&p).into_iter().map(|m| {
            let child = game.play(&p, m);
            let outcome = self.outcome(solution, &child)?;
            Ok(MoveView { name: game.format_move(&p, m), position: game.format(&child), outcome })
        });
        let mut view = PositionView {
            position: game.format(&p),
            board: game.board(&p),
            outcome: self.outcome(solution, &p)?,
            moves: moves.collect::<Result<_, ExploreError>>()?,
        };
        if view.moves.is_empty() && game.end(&p).is_none() {
            view.outcome = Some(Outcome::ended(game.stuck()));
        }
        view.sort_moves();
        Ok(view)
    }

    fn play(&self, position: &str, name: &str) -> Result<String, ParseError> {
        let p = self.game.parse(position)?;
        let m = parse_move(&self.game, &p, name)?;
        Ok(self.game.format(&self.game.play(&p, m)))
    }

    fn random(&self, seed: u64) -> String {
        let mut random = fastrand::Rng::with_seed(seed);
        // One whole game at random, then any of its positions.
        let mut visited = vec![self.game.start()];
        // A loopy game may go on for ever.
        while visited.len() < 1000 {
            let p = visited[visited.len() - 1];
            match self.moves(&p).as_slice() {
                [] => break,
                moves => visited.push(self.game.play(&p, moves[random.usize(..moves.len())])),
            }
        }
        self.game.format(&visited[random.usize(..visited.len())])
    }

    fn fingerprint(&self) -> String {
        fingerprint(&self.game, |p| self.engine.place(&self.game, p))
    }

    fn extent(&self) -> Option<Extent> {
        self.engine.extent(&self.game)
    }

    fn start_outcome(&self, database: &Database) -> Result<Option<Outcome>, ExploreError> {
        self.outcome(Some(database), &self.game.start())
    }

    fn check_tiers(&self, options: &SolveOptions) -> Result<(), ExploreError> {
        self.engine.check_tiers(&self.game, options)
    }

    fn check_memory(&self, options: &SolveOptions, run: &Run<'_>) -> Result<(), ExploreError> {
        self.engine.check_memory(&self.game, options, run)
    }

    fn solve(
        &self,
        folder: &Folder,
        options: &SolveOptions,
        run: &Run<'_>,
    ) -> Result<Option<Outcome>, ExploreError> {
        self.engine.solve(&self.game, folder, options, run)
    }

    fn analyse(&self, database: &Database, run: &Run<'_>) -> Result<Analysis, ExploreError> {
        self.engine.analyse(&self.game, database, run)
    }

    fn verify(&self, database: &Database, run: &Run<'_>) -> Result<Verification, ExploreError> {
        self.engine.verify(&self.game, database, run)
    }

    fn test(&self, effort: &Effort, run: &Run<'_>) -> Result<Vec<Check>, ExploreError> {
        let mut checks = check_rules(&self.game, effort);
        checks.extend(self.engine.check(&self.game, effort));
        let small = zermelo_core::oracle::solve(&self.game, effort.positions).is_some();
        if small {
            let lookup = self.engine.solve_in_memory(&self.game, run)?;
            checks.extend(check_solution(&self.game, effort, &mut |p| lookup(&self.game, p)));
        }
        Ok(checks)
    }
}
