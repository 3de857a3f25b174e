//! Short combinatorial games: canonical values, thermographs, nim-values, rulesets and sums.
//!
//! The value of a game under normal play (who cannot move loses) lives in an [`Arena`], every canonical form once;
//! equal games have equal [`Value`]s.
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

mod addition;
mod arena;
mod atomic_weight;
mod birthday;
mod bit_grid;
mod board;
mod boards;
mod canonical;
mod cell;
mod cell_set;
mod crew;
mod database;
mod database_build;
mod deep;
mod dyadic;
mod effort;
mod evaluator;
mod facts;
mod fuel;
mod hash_index;
mod heating;
mod incentives;
mod kept_search;
mod named;
mod nim;
mod nim_search;
mod node_plot;
mod number_up_star;
mod octal;
mod option_report;
mod order;
mod order_cache;
mod ordinal_sum;
mod outcome;
mod parse;
mod part;
mod play_sum;
mod player;
mod product;
mod proof_numbers;
mod random_boards;
mod random_values;
mod reduced;
mod report_table;
mod room;
mod ruleset;
pub mod rulesets;
mod run;
mod scan;
mod script;
mod search;
mod search_counts;
mod session;
mod strategy;
mod strip;
mod sum_cache;
mod tally;
mod team;
mod text;
mod thermograph;
mod thermograph_svg;
mod transposition;
mod ups_bounds;
mod value;
mod value_report;

pub use arena::Arena;
pub use board::{Bits, Board, Grid, WideBoard};
pub use boards::{BoardSize, BoardSizeError};
pub use cell::Cell;
pub use cell_set::{CellSet, WideSet};
pub use crew::run_on_threads;
pub use database::{Database, DatabaseError};
pub use database_build::{BuildError, DatabaseExtent};
pub use dyadic::{Dyadic, ParseDyadicError};
pub use effort::{Effort, Stopped};
pub use nim::{nim_product, nim_sum};
pub use node_plot::{NodeCurve, node_plot};
pub use number_up_star::NumberUpStar;
pub use octal::{NimSequence, OctalCode, Period};
pub use option_report::{Merit, OptionReport};
pub use outcome::Outcome;
pub use parse::{Found, ParseValueError, ParseValueProblem};
pub use part::Game;
pub use play_sum::{Ending, Seats};
pub use player::Player;
pub use random_boards::{RandomBoards, RandomBoardsError};
pub use random_values::RandomValues;
pub use report_table::{EarlierRun, cases_csv, cases_html};
pub use ruleset::{PositionError, Ruleset, SignedNormal, options};
pub use run::{CaseReport, LoadedScript, Verdict};
pub use script::{
    Command, GameText, Place, Script, ScriptError, ScriptProblem, Source, SumText, VERSION, Walls,
};
pub use search_counts::SearchCounts;
pub use session::{Answer, Session, Switches};
pub use strategy::{NoStrategy, Strategy, StrategyFlaw};
pub use strip::{Step, Strip};
pub use tally::{Tally, tallies_csv};
pub use thermograph::{Point, Thermograph, Wall};
pub use value::Value;
pub use value_report::ValueReport;
