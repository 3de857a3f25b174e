//! Values of games: the arena of canonical forms, their order and arithmetic, and what can be told about one
//! value.
//!
//! Nothing here knows rulesets or searches. Every operation has a bound on its work
//! ([`WorkLimit`](work_limit)), and forgets nothing that is needed for a right answer.
//!
//! A `Value` is an id of 32 bits: a small number plus ups plus a nimber is packed into the id itself,
//! anything else is a node of the arena, which holds every canonical form once. So equality is equality of
//! ids, and what is packed is added and compared without looking anything up.
//!
//! Numbers are found by the stops of the options alone; else dominated options go, reversible ones are
//! bypassed, and the rest is looked up (`canonical.rs`). A node keeps its stops, on which side of them it is,
//! and how many ups away (`ups_bounds.rs`); these decide most comparisons (`order.rs`). Other comparisons and
//! sums are remembered in tables of bounded size that forget, since anything forgotten is computed again.
//! Recursions over options run through `deep.rs`, which gives them more stack: games can be very deep.

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
