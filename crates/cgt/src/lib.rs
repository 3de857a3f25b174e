//! Short combinatorial games: canonical values, thermographs, nim-values, rulesets and sums.
//!
//! The value of a game under normal play (who cannot move loses) lives in an [`Arena`], every canonical form
//! once; equal games have equal [`Value`]s.
//!
//! ```
//! use zermelo_cgt::{Arena, Outcome, Value};
//!
//! let mut arena = Arena::new();
//! // The usual notation, or options.
//! let switch = arena.parse("{3|1}")?;
//! let (one, three) = (arena.integer(1), arena.integer(3));
//! assert_eq!(arena.canonical(&[three], &[one]), switch);
//!
//! // Sums and order.
//! let two = arena.integer(2);
//! let balanced = arena.sub(switch, two);
//! assert_eq!(arena.text(balanced), "+-1");
//! assert_eq!(arena.outcome(balanced), Outcome::Next);
//! assert!(arena.le(Value::ZERO, switch) && !arena.le(one, switch));
//!
//! // What it is worth, and how urgent.
//! assert_eq!(arena.mean(switch).to_string(), "2");
//! assert_eq!(arena.thermograph(switch).to_string(), "L: (4, -1) (2, 1) R: (0, -1) (2, 1)");
//! # Ok::<(), zermelo_cgt::ParseValueError>(())
//! ```

mod boards;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzz;
mod report;
pub mod rulesets;
mod script;
mod sum;
mod value;

pub use boards::board::{Bits, Board, Grid, WideBoard};
pub use boards::cell::Cell;
pub use boards::cell_set::{CellSet, WideSet};
pub use boards::size::{BoardSize, BoardSizeError};
pub use boards::strip::{Step, Strip};
pub use report::node_plot::{NodeCurve, node_plot};
pub use report::option_report::{Merit, OptionReport};
pub use report::report_table::{EarlierRun, cases_csv, cases_html};
pub use report::tally::{Tally, tallies_csv};
pub use report::value_report::ValueReport;
pub use rulesets::octal::{NimSequence, OctalCode, Period};
pub use rulesets::random_positions::{RandomPositions, RandomPositionsError};
pub use rulesets::ruleset::{PositionError, Ruleset, SignedNormal, options};
pub use script::language::{
    Command, GameText, Place, Script, ScriptError, ScriptProblem, Source, SumText, VERSION, Walls,
};
pub use script::run::{CaseReport, LoadedScript, Verdict};
pub use sum::budget::{Budget, Stopped};
pub use sum::database::{Database, DatabaseError};
pub use sum::database_build::{BuildError, DatabaseExtent};
pub use sum::part::Game;
pub use sum::play_sum::{Ending, Seats};
pub use sum::script_threads::run_on_threads;
pub use sum::search_counts::SearchCounts;
pub use sum::session::{Answer, Session, Switches};
pub use sum::strategy::{NoStrategy, Strategy, StrategyFlaw};
pub use value::arena::Arena;
pub use value::dyadic::{Dyadic, ParseDyadicError};
pub use value::nim::{nim_product, nim_sum};
pub use value::number_up_star::NumberUpStar;
pub use value::outcome::Outcome;
pub use value::parse::{Found, ParseValueError, ParseValueProblem};
pub use value::player::Player;
pub use value::random_values::RandomValues;
pub use value::thermograph::{Point, Thermograph, Wall};
pub use value::value_id::Value;
