//! Short combinatorial games: canonical values, thermographs, nim-values, rulesets and sums.

mod addition;
mod arena;
mod atomic_weight;
mod birthday;
mod canonical;
mod deep;
mod dyadic;
mod heating;
mod incentives;
mod named;
mod nim;
mod number_up_star;
mod order;
mod ordinal_sum;
mod outcome;
mod pair_cache;
mod parse;
mod player;
mod product;
mod reduced;
mod text;
mod thermograph;
mod thermograph_svg;
mod ups_bounds;
mod value;
mod value_report;

pub use arena::Arena;
pub use dyadic::{Dyadic, ParseDyadicError};
pub use nim::{nim_product, nim_sum};
pub use number_up_star::NumberUpStar;
pub use outcome::Outcome;
pub use parse::{Found, ParseValueError, ParseValueProblem};
pub use player::Player;
pub use thermograph::{Point, Thermograph, Wall};
pub use value::Value;
pub use value_report::ValueReport;
