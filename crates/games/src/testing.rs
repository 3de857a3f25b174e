//! What the tests of all games share: the conformance battery, the table of known results, and tiers against rules.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use zermelo_core::conformance::{Check, Effort, check_rules};
use zermelo_core::{Game, Index, Outcome, Reach, TierKind, Tiered, Value, oracle};
use zermelo_solve::{MemoryShelf, Parents, Plan, solve_tiers, unlimited};

/// One row a game: see the comment at the top of the file for the columns and sources.
const RESULTS: &str = include_str!("../../../tests/data/results.tsv");

/// Enough to look at every kind of position of a game; `zermelo test` looks at more.
pub(crate) const EFFORT: Effort = Effort { positions: 2_000, seed: 1 };

/// Checks that the rules keep the laws of every game.
pub(crate) fn passes_battery<G: Game>(game: &G) {
    all_kept(&check_rules(game, &EFFORT));
}

/// Panics with the laws that are broken, if any.
pub(crate) fn all_kept(checks: &[Check]) {
    let broken: Vec<String> = checks.iter().filter(|check| !check.passed()).map(Check::to_string).collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// Puts the game through the battery, solves it by the plain oracle and compares every number in the row `id` of the table of known
/// results (a column that holds `?` is not known).
pub(crate) fn agrees_with_truth<G: Game>(game: &G, id: &str) {
    passes_battery(game);
    let solution = oracle::solve(game, 10_000_000).expect("small enough for the oracle");
    let start = solution[&game.start()];
    let tally: zermelo_core::Tally = solution.into_values().collect();
    let ends = [Value::Win, Value::Lose, Value::Tie].map(|v| tally.of(Outcome::ended(v)).to_string());
    let [value, remoteness] = in_words(start);
    let found = [
        value,
        remoteness,
        tally.total().to_string(),
        tally.with_value(Value::Win).to_string(),
        tally.with_value(Value::Lose).to_string(),
        tally.with_value(Value::Tie).to_string(),
        tally.with_value(Value::Draw).to_string(),
        ends.join("/"),
        tally.max_remoteness().unwrap_or(0).to_string(),
    ];
    equals_row(id, &found);
}

/// Solves the game by tiers and compares the outcome of its start with the row `id` of the table of known
/// results: for games too large for the oracle.
pub(crate) fn start_agrees_with_truth<G: Tiered, P: Parents<G>>(game: &G, id: &str) {
    let (_, shelf) = solved::<G, P>(game);
    equals_row(id, &in_words(TierTables::new(game).outcome(&shelf, &game.start())));
}

/// Value and remoteness as the table has them.
fn in_words(outcome: Outcome) -> [String; 2] {
    [outcome.value().to_string(), outcome.remoteness().map_or("inf".into(), |r| r.to_string())]
}

/// Checks what was found against the first columns of a row.
fn equals_row(id: &str, found: &[String]) {
    let row = RESULTS.lines().find(|line| line.split('\t').next() == Some(id));
    let row: Vec<&str> = row.unwrap_or_else(|| panic!("no row '{id}' in results.tsv")).split('\t').collect();
    for (expected, value) in row[1..].iter().zip(found) {
        assert!(expected == &"?" || expected == value, "{id}: expected {row:?}\n    found {found:?}");
    }
}

fn solved<G: Tiered, P: Parents<G>>(game: &G) -> (Plan<G::Tier>, MemoryShelf) {
    let plan = Plan::of(game);
    let shelf = MemoryShelf::default();
    solve_tiers::<G, P>(game, &plan, None, &shelf, &unlimited()).unwrap_or_else(|error| panic!("{error}"));
    (plan, shelf)
}

/// The tier and the slot of positions, each index made once.
struct TierTables<'a, G: Tiered> {
    game: &'a G,
    indexes: BTreeMap<G::Tier, G::Index>,
}

impl<'a, G: Tiered> TierTables<'a, G> {
    fn new(game: &'a G) -> Self {
        let tiers = Plan::of(game).tiers().iter().map(|t| (t.tier, game.index(t.tier))).collect();
        TierTables { game, indexes: tiers }
    }

    fn place(&self, p: &G::Position) -> (G::Tier, u64) {
        let normal = self.game.normalise(p);
        let tier = self.game.tier_of(&normal);
        (tier, self.indexes[&tier].rank(self.game.item(&normal)))
    }

    fn outcome(&self, shelf: &MemoryShelf, p: &G::Position) -> Outcome {
        let (tier, slot) = self.place(p);
        let outcome = shelf.tier(&tier.to_string()).expect("all tiers are solved").outcome(slot);
        outcome.unwrap_or_else(|| panic!("{} has an unused slot", self.game.format(p)))
    }

    /// The places that the moves of a position lead to.
    fn children(&self, tier: G::Tier, p: &G::Position, reach: Reach) -> BTreeSet<(G::Tier, u64)> {
        let mut places = BTreeSet::new();
        let _ = self.game.for_each_child(tier, p, reach, &mut Vec::new(), |child| {
            places.insert(self.place(&child));
            ControlFlow::<()>::Continue(())
        });
        places
    }

    /// The places within the tier from which a move leads to the position, among those that are not over.
    fn parents<P: Parents<G>>(&self, tier: G::Tier, p: &G::Position) -> BTreeMap<u64, G::Position> {
        let mut places = BTreeMap::new();
        P::for_each(self.game, tier, p, |parent| {
            if self.game.end(&parent).is_none() {
                let (parent_tier, slot) = self.place(&parent);
                assert_eq!(parent_tier, tier, "a parent in another tier: {}", self.game.format(&parent));
                places.insert(slot, self.game.normalise(&parent));
            }
        });
        places
    }
}

/// Solves a game by tiers and compares every position that can be reached with the oracle; and checks in every slot
/// that numbering, moves and un-moves fit together. Un-moves are looked at if `P` is `PushPull`.
pub(crate) fn tiers_follow_the_rules<G: Tiered, P: Parents<G>>(game: &G) {
    let (plan, shelf) = solved::<G, P>(game);
    let tables = TierTables::new(game);
    for (p, outcome) in oracle::solve(game, 1_000_000).expect("small enough for the oracle") {
        assert_eq!(tables.outcome(&shelf, &p), outcome, "{}", game.format(&p));
    }
    for planned in plan.tiers() {
        let (tier, index) = (planned.tier, &tables.indexes[&planned.tier]);
        let check = |slot, item| {
            let p = game.position(tier, item);
            assert_eq!(tables.place(&p), (tier, slot), "{}", game.format(&p));
            assert_eq!(game.normalise(&p), p, "the position of an item is in normal form");
            check_moves::<G, P>(&tables, tier, &planned.children, &p);
        };
        index.scan(0..index.len(), |_| true, check);
    }
}

/// The moves of a position lie where the tier says, and its parents know of them.
fn check_moves<G: Tiered, P: Parents<G>>(
    tables: &TierTables<'_, G>,
    tier: G::Tier,
    child_tiers: &[G::Tier],
    p: &G::Position,
) {
    let game = tables.game;
    let name = game.format(p);
    let (_, slot) = tables.place(p);
    if game.end(p).is_none() {
        let mut moves = Vec::new();
        game.moves(p, &mut moves);
        let played: BTreeSet<_> = moves.into_iter().map(|m| tables.place(&game.play(p, m))).collect();
        let (inside, outside): (BTreeSet<_>, BTreeSet<_>) =
            played.iter().copied().partition(|place| place.0 == tier);
        for (reach, places) in
            [(Reach::Anywhere, &played), (Reach::Inside, &inside), (Reach::Outside, &outside)]
        {
            assert_eq!(&tables.children(tier, p, reach), places, "{name}: {reach:?}");
        }
        assert!(outside.iter().all(|place| child_tiers.contains(&place.0)), "{name}: {outside:?}");
        assert!(inside.is_empty() || game.kind(tier) == TierKind::Loopy, "{name}: {inside:?}");
        if P::KNOWN {
            for &(_, child) in &inside {
                let child = tables.indexes[&tier].unrank(child).expect("the slot of a position");
                let child = game.position(tier, child);
                let known = tables.parents::<P>(tier, &child).contains_key(&slot);
                assert!(known, "{name} is not a parent of its child {}", game.format(&child));
            }
        }
    }
    if P::KNOWN && game.kind(tier) == TierKind::Loopy {
        for parent in tables.parents::<P>(tier, p).values() {
            let leads_back = tables.children(tier, parent, Reach::Inside).contains(&(tier, slot));
            assert!(
                leads_back,
                "{} is called a parent of {name}, but no move leads there",
                game.format(parent)
            );
        }
    }
}

/// The names of the legal moves in a position given as text, in the order of the rules.
pub(crate) fn moves_in<G: Game>(game: &G, position: &str) -> String {
    let p = game.parse(position).unwrap_or_else(|error| panic!("{error}"));
    let mut moves = Vec::new();
    game.moves(&p, &mut moves);
    moves.into_iter().map(|m| game.format_move(&p, m)).collect::<Vec<String>>().join(" ")
}

/// The smallest number that is not among the given ones: the nim-value of a position with these options.
pub(crate) fn mex(options: impl Iterator<Item = u32>) -> u32 {
    let options: Vec<u32> = options.collect();
    (0..=options.len() as u32)
        .find(|value| !options.contains(value))
        .expect("one of n + 1 numbers is missing")
}
