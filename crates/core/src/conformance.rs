//! stub
#![allow(missing_docs)]
use crate::{Game, Outcome, Retrograde, Tiered};
pub struct Effort {
    pub positions: usize,
    pub seed: u64,
}
pub struct Check {
    pub law: &'static str,
    pub cases: u64,
    pub failure: Option<String>,
}
pub fn check_rules<G: Game>(_: &G, _: &Effort) -> Vec<Check> {
    Vec::new()
}
pub fn check_tiers<G: Tiered>(_: &G, _: &Effort) -> Vec<Check> {
    Vec::new()
}
pub fn check_unmoves<G: Retrograde>(_: &G, _: &Effort) -> Vec<Check> {
    Vec::new()
}
pub fn check_solution<G: Game>(
    _: &G,
    _: &Effort,
    _: &mut dyn FnMut(&G::Position) -> Option<Outcome>,
) -> Vec<Check> {
    Vec::new()
}
