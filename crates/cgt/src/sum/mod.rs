//! Who wins a sum: the search with its bounds, tables and memory, and the session that programs talk to.
//!
//! Every bound, cut and shortcut has its proof beside it and a test against exact values. Rulesets are known only
//! through their trait.

pub(crate) mod bounds;
pub(crate) mod budget;
pub(crate) mod database;
pub(crate) mod database_build;
pub(crate) mod evaluator;
pub(crate) mod garbage;
pub(crate) mod hash_index;
pub(crate) mod kept_search;
pub(crate) mod nim_search;
pub(crate) mod part;
pub(crate) mod play_sum;
pub(crate) mod proof_numbers;
pub(crate) mod script_threads;
pub(crate) mod search;
pub(crate) mod search_counts;
pub(crate) mod session;
pub(crate) mod shared_search;
pub(crate) mod strategy;
pub(crate) mod transposition;
