//! The ladder of levels: what a game tells beyond its rules, and how it is solved and checked for that. The
//! only place that knows all of them.
//!
//! | level | trait | how it is solved |
//! |---|---|---|
//! | rules | [`Game`] | explored from the start, up to hundreds of millions of positions |
//! | index | [`Tiered`] | tier by tier, in one byte a position |
//! | un-moves | [`Retrograde`] | the same, and loopy tiers look back instead of forward |
//! | block moves | [`BlockMoves`] | the same, and tiers that every move leaves block by block |
//! | slides | [`Blockwise`] | all tiers block by block |
//!
//! A game implements the traits of the levels that it has, and [`any_game!`](crate::any_game) takes the
//! highest.

use std::fmt::{self, Display, Formatter};
use std::marker::PhantomData;

use zermelo_core::conformance::{Check, Effort, check_block_moves, check_slides, check_tiers, check_unmoves};
use zermelo_core::{BlockMoves, Blockwise, Game, Retrograde, Tiered};
use zermelo_solve::{Forward, Retro, RetroBlocks, Slides, SolveMode};

use crate::engine::Engine;
use crate::explored::Explored;
use crate::tiers::Tiers;

/// What a game tells, and so how it is solved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// Rules.
    Rules,
    /// Tiers and their numberings as well.
    Index,
    /// Un-moves as well.
    UnMoves,
    /// The moves of whole blocks of positions as well, in tiers that every move leaves.
    BlockMoves,
    /// Moves that rearrange the board, in all tiers.
    Slides,
    /// It has an engine of its own.
    Own,
}

impl Display for Level {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Level::Rules => "rules",
            Level::Index => "rules and index",
            Level::UnMoves => "rules, index and un-moves",
            Level::BlockMoves => "rules, index, un-moves and moves of blocks",
            Level::Slides => "rules, index, un-moves and slides of blocks",
            Level::Own => "rules and an engine of its own",
        })
    }
}

/// What a level with an index means for games that have it: its name, and the laws beyond those of the rules.
pub(crate) trait IndexedLevel<G: Tiered>: SolveMode<G> {
    const LEVEL: Level;

    fn check(game: &G, effort: &Effort) -> Vec<Check>;
}

impl<G: Tiered> IndexedLevel<G> for Forward {
    const LEVEL: Level = Level::Index;

    fn check(game: &G, effort: &Effort) -> Vec<Check> {
        check_tiers(game, effort)
    }
}

impl<G: Retrograde> IndexedLevel<G> for Retro {
    const LEVEL: Level = Level::UnMoves;

    fn check(game: &G, effort: &Effort) -> Vec<Check> {
        let mut checks = check_tiers(game, effort);
        checks.extend(check_unmoves(game, effort));
        checks
    }
}

impl<G: BlockMoves> IndexedLevel<G> for RetroBlocks {
    const LEVEL: Level = Level::BlockMoves;

    fn check(game: &G, effort: &Effort) -> Vec<Check> {
        let mut checks = Retro::check(game, effort);
        checks.push(check_block_moves(game, effort));
        checks
    }
}

impl<G: Blockwise> IndexedLevel<G> for Slides {
    const LEVEL: Level = Level::Slides;

    fn check(game: &G, effort: &Effort) -> Vec<Check> {
        let mut checks = Retro::check(game, effort);
        checks.push(check_slides(game, effort));
        checks
    }
}

/// Makes a game of any type an [`AnyGame`](crate::AnyGame) of the highest level whose trait it implements.
///
/// A [live solver](crate::LiveSolver) can stand behind it: it finds outcomes of positions that are in no
/// database.
///
/// ```
/// # use zermelo_core::{Game, ParseError, Value};
/// # struct Countdown;
/// # impl Game for Countdown {
/// #     type Position = u8;
/// #     type Move = u8;
/// #     fn start(&self) -> u8 { 10 }
/// #     fn end(&self, left: &u8) -> Option<Value> { (*left == 0).then_some(Value::Lose) }
/// #     fn moves(&self, left: &u8, out: &mut Vec<u8>) { out.extend((1..=2).filter(|take| take <= left)); }
/// #     fn play(&self, left: &u8, take: u8) -> u8 { left - take }
/// #     fn format(&self, left: &u8) -> String { left.to_string() }
/// #     fn parse(&self, text: &str) -> Result<u8, ParseError> {
/// #         text.parse().map_err(|_| ParseError::new("a number is needed"))
/// #     }
/// #     fn format_move(&self, _: &u8, take: u8) -> String { take.to_string() }
/// # }
/// use zermelo_library::{Level, any_game};
///
/// let game = any_game!(Countdown);
/// assert_eq!(game.level(), Level::Rules);
/// assert_eq!(game.play("10", "2")?, "8");
/// # Ok::<(), ParseError>(())
/// ```
///
/// What is no game is refused:
///
/// ```compile_fail,E0277
/// zermelo_library::any_game!(5);
/// ```
///
/// The type must be known where this stands: in a generic function only the bounds in sight count.
#[macro_export]
macro_rules! any_game {
    ($game:expr $(,)?) => {
        $crate::any_game!(@ $game, ::core::option::Option::None)
    };
    ($game:expr, $live:expr $(,)?) => {
        $crate::any_game!(@ $game, ::core::option::Option::Some(::std::boxed::Box::new($live)))
    };
    (@ $game:expr, $live:expr) => {{
        #[allow(unused_imports)]
        use $crate::ladder::{AtBlockMoves, AtIndex, AtRules, AtSlides, AtUnMoves};
        let game = $game;
        let ladder = $crate::ladder::Ladder::of(&game);
        // Rust takes the first of these references for which there is a method: the highest level.
        let engine = (&&&&&ladder).engine();
        $crate::ladder::with_boxed_engine(game, engine, $live)
    }};
}

/// How [`any_game!`](crate::any_game) finds the level of a game: there is one trait for each level, for one
/// reference more than for the level below.
#[doc(hidden)]
pub mod ladder {
    use super::{
        BlockMoves, Blockwise, Engine, Explored, Forward, Game, PhantomData, Retro, RetroBlocks, Retrograde,
        Slides, Tiered, Tiers,
    };

    pub use crate::any_game::with_boxed_engine;

    /// Stands for a type of games.
    pub struct Ladder<G>(PhantomData<G>);

    impl<G: Game> Ladder<G> {
        /// The ladder of a game; what is no [`Game`] has none.
        pub fn of(_: &G) -> Ladder<G> {
            Ladder(PhantomData)
        }
    }

    macro_rules! rung {
        ($name:ident, $level:ident, $reference:ty, $engine:expr) => {
            pub trait $name<G: Game> {
                fn engine(&self) -> Box<dyn Engine<G>>;
            }

            impl<G: $level + 'static> $name<G> for $reference {
                fn engine(&self) -> Box<dyn Engine<G>> {
                    Box::new($engine)
                }
            }
        };
    }

    rung!(AtRules, Game, Ladder<G>, Explored::default());
    rung!(AtIndex, Tiered, &Ladder<G>, Tiers::<G, Forward>::new());
    rung!(AtUnMoves, Retrograde, &&Ladder<G>, Tiers::<G, Retro>::new());
    rung!(AtBlockMoves, BlockMoves, &&&Ladder<G>, Tiers::<G, RetroBlocks>::new());
    rung!(AtSlides, Blockwise, &&&&Ladder<G>, Tiers::<G, Slides>::new());
}
