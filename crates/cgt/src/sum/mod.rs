//! Who wins a sum: the search with its bounds, tables and memory, and the session that programs talk to.
//!
//! Every bound, cut and shortcut has its proof beside it and a test against exact values. Rulesets are known
//! only through their trait.
//!
//! `part.rs` gives every normalised position of any ruleset a number. A position and its negative differ in
//! the lowest bit, so they share everything and cancel where they meet. `evaluator.rs` replaces parts by
//! their canonical value as long as that takes less work than searching, which it learns per ruleset.
//! `search.rs` asks one question only, whether Left wins moving first, and negates the sum after every move;
//! what values tell without search is in `bounds.rs`.
//!
//! Before a child is searched all are looked up. Where a search takes long, it starts again with more and
//! more effort for the values of whole games (`session.rs`), as either may be easy where the other is
//! hopeless. For the same reason long searches go depth first and best first by turns (`proof_numbers.rs`).
//! `transposition.rs` compares whole keys, so an answer is a proof. When memory is full, `garbage.rs` forgets
//! positions of which nothing was found out.
//!
//! `script_threads.rs` shares the sums of a script among threads, each with a session of its own. With
//! `shared_search.rs` threads search the same sum: they try moves in different order and tell each other
//! every proven result. They must find the same parts worth evaluating, so they stop learning which those
//! are; with that the gain is 1.2 to 1.7.

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
