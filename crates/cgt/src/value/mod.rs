//! Values of games: the arena of canonical forms, their order and arithmetic, and what can be told about one value.
//!
//! Nothing here knows rulesets or searches. Every operation has a bound on its work ([`WorkLimit`](work_limit)),
//! and forgets nothing that is needed for a right answer.

pub(crate) mod addition;
pub(crate) mod arena;
pub(crate) mod atomic_weight;
pub(crate) mod birthday;
pub(crate) mod canonical;
pub(crate) mod deep;
pub(crate) mod dyadic;
pub(crate) mod heating;
pub(crate) mod incentives;
pub(crate) mod named;
pub(crate) mod nim;
pub(crate) mod number_up_star;
pub(crate) mod order;
pub(crate) mod order_cache;
pub(crate) mod ordinal_sum;
pub(crate) mod outcome;
pub(crate) mod parse;
pub(crate) mod player;
pub(crate) mod product;
pub(crate) mod random_values;
pub(crate) mod reduced;
pub(crate) mod sum_cache;
pub(crate) mod text;
pub(crate) mod thermograph;
pub(crate) mod ups_bounds;
pub(crate) mod value_id;
pub(crate) mod work_limit;
