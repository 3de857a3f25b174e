//! Short combinatorial games: canonical values, thermographs, nim-values, rulesets and sums.

mod addition;
mod arena;
mod canonical;
mod deep;
mod dyadic;
mod number_up_star;
mod order;
mod outcome;
mod pair_cache;
mod player;
mod thermograph;
mod value;

pub use arena::Arena;
pub use dyadic::{Dyadic, ParseDyadicError};
pub use number_up_star::NumberUpStar;
pub use outcome::Outcome;
pub use player::Player;
pub use thermograph::{Point, Thermograph, Wall};
pub use value::Value;

mod board;
mod cell;
mod octal;
mod part;
mod ruleset;
pub mod rulesets;
mod scan;
mod strip;

pub use board::{Bits, Board};
pub use cell::Cell;
pub use octal::{NimSequence, OctalCode, OctalCodeError, Period};
pub use part::Game;
pub use ruleset::{PositionError, Ruleset, SignedNormal, options};
pub use strip::{Step, Strip};
mod script;
pub use script::{
    Command, GameText, Place, Script, ScriptError, ScriptProblem, Source, SumText, VERSION, Walls,
};
mod effort;
mod evaluator;
mod facts;
mod nim_search;
mod search;
mod session;
mod transposition;
pub use effort::{Effort, Stopped};
pub use session::{Answer, Session};
