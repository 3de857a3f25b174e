//! Short combinatorial games: canonical values, thermographs, nim-values, rulesets and sums.

mod addition;
mod arena;
mod canonical;
mod deep;
mod dyadic;
mod named;
mod number_up_star;
mod order;
mod outcome;
mod pair_cache;
mod parse;
mod player;
mod text;
mod thermograph;
mod value;

pub use arena::Arena;
pub use dyadic::{Dyadic, ParseDyadicError};
pub use number_up_star::NumberUpStar;
pub use outcome::Outcome;
pub use parse::{Found, ParseValueError, ParseValueProblem};
pub use player::Player;
pub use thermograph::{Point, Thermograph, Wall};
pub use value::Value;
