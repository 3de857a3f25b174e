//! The type-erased view of one variant of a game.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use zermelo_core::conformance::{Check, Effort, check_rules, check_solution};
use zermelo_core::picture::{Figures, Look, Sign};
use zermelo_core::{BlockMoves, Blockwise, Game, Outcome, ParseError, Retrograde, Tiered, parse_move};
use zermelo_solve::{Analysis, BlockByBlock, PullOnly, PushPull, PushPullBlocks, Run, Verification};
use zermelo_store::{Database, Folder};

use crate::engine::{Engine, Extent, SolveOptions};
use crate::explored::Explored;
use crate::fingerprint::fingerprint;
use crate::live::{LiveSolver, Solution};
use crate::tiers::Tiers;
use crate::view::{Choice, MoveView, PositionView, begins_with, next_parts, no_such_part, split_parts};
use crate::{ExploreError, Search};

/// One variant of a game with everything that can be done with it, whatever its types.
pub trait AnyGame: Send + Sync {
    /// The start as text; of a collection of endgames, an example.
    fn start(&self) -> String;

    /// A position with its picture, its moves and, as far as the game is solved, their values.
    fn view(&self, position: &str, solution: Solution<'_>) -> Result<PositionView, ExploreError>;

    /// The same with moves by their parts. Positions may have parts of a move decided: `POSITION;PART;PART`.
    fn steps(&self, position: &str, solution: Solution<'_>) -> Result<PositionView, ExploreError>;

    /// How the variant is drawn; `None` if it is shown as text.
    fn look(&self) -> Option<&Look>;

    /// Whether it has a live solver, which finds outcomes of positions that are in no database.
    fn has_live_solver(&self) -> bool;

    /// The position after a move.
    fn play(&self, position: &str, name: &str) -> Result<String, ParseError>;

    /// A position that random play comes to.
    fn random(&self, seed: u64) -> String;

    /// Positions of a kind, with their outcomes: first such as random play comes to, then any stored ones.
    fn search(&self, database: &Database, search: &Search) -> Result<Vec<(String, Outcome)>, ExploreError>;

    /// A short text that changes when the rules do.
    fn fingerprint(&self) -> String;

    /// The size of the game, if it can be told without solving it.
    fn extent(&self) -> Option<Extent>;

    /// Whether play can go round in circles, if that can be told at once.
    fn is_loopy(&self) -> Option<bool>;

    /// Returns true for a collection of endgames. It has no start: nobody wins *it*, and positions are what matters.
    /// See [`Tiered::ENDGAMES`].
    fn is_collection(&self) -> bool;

    /// The outcome of the start; `None` if it is not solved, and for a collection of endgames, which has no start.
    fn start_outcome(&self, database: &Database) -> Result<Option<Outcome>, ExploreError>;

    /// Refuses tiers that the game does not have.
    fn check_tiers(&self, tiers: &[String]) -> Result<(), ExploreError>;

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

    /// Recomputes every stored outcome from its children; of a part of the game, as far as it goes. If tiers are named, only
    /// theirs.
    fn verify(
        &self,
        database: &Database,
        tiers: &[String],
        run: &Run<'_>,
    ) -> Result<Verification, ExploreError>;

    /// Runs the conformance battery. Games that turn out to be small are solved and compared with the oracle.
    fn test(&self, effort: &Effort, run: &Run<'_>) -> Result<Vec<Check>, ExploreError>;
}

/// A game that has rules and nothing else: solved by exploring it from the start.
pub fn rules_only<G: Game>(game: G) -> Box<dyn AnyGame> {
    Box::new(Typed::new(game, Explored::default()))
}

/// A game with an engine of its own, and perhaps with a solver of single positions.
pub fn with_engine<G: Game>(
    game: G,
    engine: impl Engine<G>,
    live: Option<Box<dyn LiveSolver<G>>>,
) -> Box<dyn AnyGame> {
    Box::new(Typed { live, ..Typed::new(game, engine) })
}

/// A game of rules that also has a solver of single positions, for when it is too large to be explored.
pub fn rules_only_with_live<G: Game>(game: G, live: impl LiveSolver<G>) -> Box<dyn AnyGame> {
    Box::new(Typed { live: Some(Box::new(live)), ..Typed::new(game, Explored::default()) })
}

/// A game with an index but without un-moves: solved tier by tier.
pub fn tiered<G: Tiered>(game: G) -> Box<dyn AnyGame> {
    Box::new(Typed::new(game, Tiers::<G, PullOnly>::new()))
}

/// A game with an index and un-moves: solved tier by tier, fastest.
pub fn retrograde<G: Retrograde>(game: G) -> Box<dyn AnyGame> {
    Box::new(Typed::new(game, Tiers::<G, PushPull>::new()))
}

/// A game with un-moves that tells the moves of whole blocks of its index: tiers that every move leaves are solved block by block.
pub fn block_moves<G: BlockMoves>(game: G) -> Box<dyn AnyGame> {
    Box::new(Typed::new(game, Tiers::<G, PushPullBlocks>::new()))
}

/// A game whose moves rearrange the board: solved tier by tier and block by block, faster still.
pub fn blockwise<G: Blockwise>(game: G) -> Box<dyn AnyGame> {
    Box::new(Typed::new(game, Tiers::<G, BlockByBlock>::new()))
}

/// A game with its engine, both of known type.
struct Typed<G: Game, E> {
    game: G,
    engine: E,
    live: Option<Box<dyn LiveSolver<G>>>,
    /// Made once: it is looked at with every position.
    look: OnceLock<Option<Look>>,
}

/// Random games are given up after this many moves: those of loopy games may go on for ever.
const LONGEST_GAME: usize = 1000;

/// How many positions of random games a search looks at.
const PLAYED_POSITIONS: usize = 5000;

impl<G: Game, E: Engine<G>> Typed<G, E> {
    fn new(game: G, engine: E) -> Typed<G, E> {
        Typed { game, engine, live: None, look: OnceLock::new() }
    }

    /// Ends are known from the rules; the rest is in the database, or has to be found now.
    fn outcome(&self, solution: Solution<'_>, p: &G::Position) -> Result<Option<Outcome>, ExploreError> {
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

    fn moves(&self, p: &G::Position) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if self.game.end(p).is_none() {
            self.game.moves(p, &mut moves);
        }
        moves
    }

    /// What stands where, if the game has a look.
    fn figures(&self, figures: impl FnOnce(&G) -> Figures) -> Figures {
        if self.look().is_some() { figures(&self.game) } else { Figures::default() }
    }

    /// All moves that begin with these parts.
    fn choices(
        &self,
        p: &G::Position,
        made: &[&str],
        solution: Solution<'_>,
    ) -> Result<(Vec<G::Move>, Vec<Choice>), ExploreError> {
        let game = &self.game;
        let (mut moves, mut choices) = (Vec::new(), Vec::new());
        for m in self.moves(p) {
            let parts = game.parts(p, m);
            if !begins_with(&parts, made) {
                continue;
            }
            let child = game.play(p, m);
            let whole = MoveView {
                name: game.format_move(p, m),
                position: game.format(&child),
                outcome: self.outcome(solution, &child)?,
                part: false,
                sign: if let [only] = &parts[..] { only.sign.clone() } else { Sign::Text },
                figures: self.figures(|game| game.figures(&child)),
            };
            moves.push(m);
            choices.push(Choice { parts, whole });
        }
        Ok((moves, choices))
    }

    /// A position without its moves yet.
    fn still(&self, p: &G::Position, solution: Solution<'_>) -> Result<PositionView, ExploreError> {
        Ok(PositionView {
            position: self.game.format(p),
            board: self.game.board(p),
            figures: self.figures(|game| game.figures(p)),
            turn: self.game.turn(p),
            outcome: self.outcome(solution, p)?,
            thinking: false,
            moves: Vec::new(),
        })
    }

    /// The view with its moves. Without any, and without an end, the player is stuck. If a live solver ran out of time,
    /// what is known of the moves may still tell what the position is worth, or may not go with it.
    fn with_moves(
        &self,
        p: &G::Position,
        mut view: PositionView,
        moves: Vec<MoveView>,
        solution: Solution<'_>,
    ) -> PositionView {
        view.moves = moves;
        if view.moves.is_empty() && self.game.end(p).is_none() {
            view.outcome = Some(Outcome::ended(self.game.stuck()));
        }
        if self.live.is_some() && solution.give_up.is_some() {
            view.thinking = view.moves.iter().any(|m| m.outcome.is_none());
            let best = view.moves.iter().filter_map(MoveView::worth).max();
            if view.thinking {
                // A value is told together with a move that keeps it.
                view.outcome = view.outcome.filter(|_| view.outcome == best);
            } else {
                view.outcome = view.outcome.or(best);
            }
        }
        view.sort_moves();
        view
    }

    /// The positions of one random game.
    fn random_game(&self, random: &mut fastrand::Rng) -> Vec<G::Position> {
        let mut visited = vec![self.game.start()];
        while visited.len() < LONGEST_GAME {
            let p = visited[visited.len() - 1];
            match self.moves(&p).as_slice() {
                [] => break,
                moves => visited.push(self.game.play(&p, moves[random.usize(..moves.len())])),
            }
        }
        visited
    }
}

impl<G: Game, E: Engine<G>> AnyGame for Typed<G, E> {
    fn start(&self) -> String {
        self.game.format(&self.game.start())
    }

    fn view(&self, position: &str, solution: Solution<'_>) -> Result<PositionView, ExploreError> {
        let p = self.game.parse(position)?;
        // First the position: what a live solver finds out about it helps with its moves.
        let view = self.still(&p, solution)?;
        let (_, choices) = self.choices(&p, &[], solution)?;
        let moves = choices.into_iter().map(|choice| choice.whole).collect();
        Ok(self.with_moves(&p, view, moves, solution))
    }

    fn steps(&self, position: &str, solution: Solution<'_>) -> Result<PositionView, ExploreError> {
        let (real, made) = split_parts(position);
        let p = self.game.parse(real)?;
        let mut view = self.still(&p, solution)?;
        let (moves, choices) = self.choices(&p, &made, solution)?;
        if !made.is_empty() {
            let &first = moves.first().ok_or_else(|| no_such_part(position))?;
            view.position = format!("{};{}", view.position, made.join(";"));
            view.figures = self.figures(|game| game.figures_between(&p, first, made.len()));
            let worths: Option<Vec<Outcome>> = choices.iter().map(|choice| choice.whole.worth()).collect();
            view.outcome = worths.and_then(|worths| worths.into_iter().max());
        }
        let figures =
            |place: usize| self.figures(|game| game.figures_between(&p, moves[place], made.len() + 1));
        let next = next_parts(&view.position, made.len(), choices, &figures);
        Ok(self.with_moves(&p, view, next, solution))
    }

    fn look(&self) -> Option<&Look> {
        self.look.get_or_init(|| self.game.look()).as_ref()
    }

    fn has_live_solver(&self) -> bool {
        self.live.is_some()
    }

    fn play(&self, position: &str, name: &str) -> Result<String, ParseError> {
        let p = self.game.parse(position)?;
        let m = parse_move(&self.game, &p, name)?;
        Ok(self.game.format(&self.game.play(&p, m)))
    }

    fn random(&self, seed: u64) -> String {
        let mut random = fastrand::Rng::with_seed(seed);
        let visited = self.random_game(&mut random);
        self.game.format(&visited[random.usize(..visited.len())])
    }

    fn search(&self, database: &Database, search: &Search) -> Result<Vec<(String, Outcome)>, ExploreError> {
        let mut random = fastrand::Rng::with_seed(search.seed);
        let mut found: BTreeMap<G::Position, Outcome> = BTreeMap::new();
        let mut looked_at = 0;
        while looked_at < PLAYED_POSITIONS && found.len() < search.limit {
            for p in self.random_game(&mut random) {
                looked_at += 1;
                let outcome =
                    self.outcome(Solution::of(database), &p)?.filter(|&outcome| search.wants(outcome));
                if found.len() < search.limit {
                    found.extend(outcome.map(|outcome| (p, outcome)));
                }
            }
        }
        if found.len() < search.limit {
            found.extend(self.engine.search(&self.game, database, search, &mut random)?);
        }
        let words = found.into_iter().map(|(p, outcome)| (self.game.format(&p), outcome));
        // A numbering may have places for positions that the rules of reading refuse.
        let mut words: Vec<(String, Outcome)> =
            words.filter(|(word, _)| self.game.parse(word).is_ok()).collect();
        random.shuffle(&mut words);
        words.truncate(search.limit);
        Ok(words)
    }

    fn fingerprint(&self) -> String {
        fingerprint(&self.game, |p| self.engine.place(&self.game, p))
    }

    fn extent(&self) -> Option<Extent> {
        self.engine.extent(&self.game)
    }

    fn is_loopy(&self) -> Option<bool> {
        self.engine.is_loopy(&self.game)
    }

    fn is_collection(&self) -> bool {
        self.engine.is_collection()
    }

    fn start_outcome(&self, database: &Database) -> Result<Option<Outcome>, ExploreError> {
        if self.is_collection() {
            return Ok(None);
        }
        self.outcome(Solution::of(database), &self.game.start())
    }

    fn check_tiers(&self, tiers: &[String]) -> Result<(), ExploreError> {
        self.engine.check_tiers(&self.game, tiers)
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

    fn verify(
        &self,
        database: &Database,
        tiers: &[String],
        run: &Run<'_>,
    ) -> Result<Verification, ExploreError> {
        self.engine.check_tiers(&self.game, tiers)?;
        self.engine.verify(&self.game, database, tiers, run)
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
