//! What the tests of all games share: the conformance battery, the oracle, and the table of known results.

use std::collections::{BTreeMap, HashMap};

use zermelo_core::conformance::{
    Check, Effort, check_block_moves, check_rules, check_slides, check_tiers, check_unmoves,
};
use zermelo_core::{BlockMoves, Blockwise, Codes, Game, Index, Narrow, Outcome, Retrograde, Tiered, oracle};
use zermelo_solve::{
    Forward, MemoryTierStore, Plan, Retro, RetroBlocks, Run, Slides, SolveMode, Solved, TierStore,
    Verification, solve_tiers, unlimited, verify_tiers,
};

#[path = "../tests/suite/known_results.rs"]
mod known_results;

use known_results::{contradicts, known_results};

/// Enough to look at every kind of position of a game; `zermelo test` looks at more.
pub(crate) const EFFORT: Effort = Effort { positions: 1_000, seed: 1 };

/// Every position and every slot of a small variant, and too much for any other.
pub(crate) const EXHAUSTIVE: Effort = Effort { positions: 1_000_000, seed: 1 };

/// Checks that the rules keep the laws of every game.
pub(crate) fn passes_battery<G: Game>(game: &G) {
    all_kept(&check_rules(game, &EFFORT));
}

/// Panics with the laws that are broken, if any.
pub(crate) fn all_kept(checks: &[Check]) {
    let broken: Vec<String> = checks.iter().filter(|check| !check.passed()).map(Check::to_string).collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// Puts the game through the battery, solves it by the plain oracle and compares every number in the row `id` of the
/// table of known results.
pub(crate) fn agrees_with_truth<G: Game>(game: &G, id: &str) {
    passes_battery(game);
    let solution = oracle::solve(game, 10_000_000).expect("small enough for the oracle");
    let start = solution[&game.start()];
    let tally = solution.into_values().collect();
    let row = known_results().remove(id).unwrap_or_else(|| panic!("no row '{id}' in results.tsv"));
    assert_eq!(contradicts(&row, start, &tally), None, "{id}");
}

/// Puts a game with an index through the battery of rules and tiers, and compares its solution by tiers with the oracle,
/// all of it.
pub(crate) fn tiers_pass_battery<G: Tiered>(game: &G, effort: &Effort) {
    passes_battery(game);
    all_kept(&check_tiers(game, effort));
    solution_equals_oracle::<G, Forward>(game);
}

/// The same of a game with un-moves, and with them. It is solved in one way only, the one that it is always solved in: solvers take
/// long to compile, and the crate of solvers compares them with each other.
pub(crate) fn unmoves_pass_battery<G: Retrograde>(game: &G, effort: &Effort) {
    passes_battery(game);
    all_kept(&check_tiers(game, effort));
    all_kept(&check_unmoves(game, effort));
    solution_equals_oracle::<G, Retro>(game);
}

/// The same of a game that tells the moves of blocks.
pub(crate) fn block_moves_pass_battery<G: BlockMoves>(game: &G, effort: &Effort) {
    passes_battery(game);
    all_kept(&check_tiers(game, effort));
    all_kept(&check_unmoves(game, effort));
    all_kept(&[check_block_moves(game, effort)]);
    solution_equals_oracle::<G, RetroBlocks>(game);
}

/// The same of a game that is solved block by block.
pub(crate) fn blocks_pass_battery<G: Blockwise>(game: &G, effort: &Effort) {
    passes_battery(game);
    all_kept(&check_tiers(game, effort));
    all_kept(&check_unmoves(game, effort));
    all_kept(&[check_slides(game, effort)]);
    solution_equals_oracle::<G, Slides>(game);
}

fn solution_equals_oracle<G: Tiered, P: SolveMode<G>>(game: &G) {
    let outcome = solve_by_tiers::<G, P>(game);
    for (p, expected) in oracle::solve(game, EXHAUSTIVE.positions).expect("small enough for the oracle") {
        assert_eq!(outcome(&p), Some(expected), "{}", game.format(&p));
    }
}

/// Solves a game by tiers; how to look outcomes up.
pub(crate) fn solve_by_tiers<G: Tiered, P: SolveMode<G>>(
    game: &G,
) -> impl Fn(&G::Position) -> Option<Outcome> {
    let plan = Plan::of(game);
    let store = MemoryTierStore::default();
    solve_tiers::<G, P>(game, &plan, None, &store, &unlimited()).unwrap_or_else(|error| panic!("{error}"));
    let mut solved = store.into_tiers();
    let tiers: BTreeMap<G::Tier, (G::Index, Solved)> = plan
        .tiers()
        .iter()
        .map(|t| {
            (t.tier, (game.index(t.tier), solved.remove(&t.tier.to_string()).expect("all tiers are solved")))
        })
        .collect();
    move |p| {
        let normal = game.normalise(p);
        let (index, codes) = &tiers[&game.tier_of(&normal)];
        codes.outcome(index.rank(game.item(&normal)))
    }
}

/// All tiers of a game; `spare` is the memory beyond what is needed at least.
pub(crate) fn solved<G: Tiered, P: SolveMode<G>>(game: &G, spare: u64) -> HashMap<String, Solved> {
    let plan = Plan::of(game);
    let memory = plan.memory_to_solve(&(0..plan.volumes()).collect()).saturating_add(spare);
    let store = MemoryTierStore::default();
    solve_tiers::<_, P>(game, &plan, None, &store, &Run { memory, ..unlimited() }).unwrap();
    store.into_tiers()
}

/// Checks that solving block by block gives what the general solver gives, also within the least memory; all tiers.
pub(crate) fn equals_general_solver<G: Retrograde, P: SolveMode<G>>(game: &G) -> HashMap<String, Solved> {
    let expected = solved::<G, Retro>(game, u64::MAX);
    for spare in [0, u64::MAX] {
        assert!(solved::<G, P>(game, spare) == expected, "with {spare} bytes to spare");
    }
    expected
}

/// Checks that verifying some tiers block by block finds what is wrong in them just as the general way does.
pub(crate) fn verifies_like_general_solver<G: Retrograde, P: SolveMode<G>>(game: &G, tiers: &[&str]) {
    const UNUSED: u8 = Narrow::UNUSED as u8;
    let plan = Plan::of(game);
    let store = MemoryTierStore::default();
    solve_tiers::<_, P>(game, &plan, None, &store, &unlimited()).unwrap();
    for &name in tiers {
        let expected = verified::<G, Retro>(game, &store, name);
        assert!(expected.checked > 100_000 && expected.wrong == 0, "{name}: {expected:?}");
        assert_eq!(verified::<G, P>(game, &store, name), expected, "{name}");

        let Some(Solved::Narrow(sound, long)) = store.tier(name) else { panic!("{name} is in bytes") };
        let volume = plan.get(plan.find(name).unwrap()).volume;
        let used: Vec<usize> = (0..sound.len()).filter(|&slot| sound[slot] != UNUSED).collect();
        let mut random = fastrand::Rng::with_seed(1);
        for wrong in [1, 2, 77, Narrow::DRAW as u8, 250, 255, UNUSED] {
            let mut codes = sound.clone();
            codes[used[random.usize(..used.len())]] = wrong;
            store.save(volume, &[(name.into(), &Solved::Narrow(codes, long.clone()))]).unwrap();
            let found = verified::<G, P>(game, &store, name);
            let expected = verified::<G, Retro>(game, &store, name);
            assert!(expected.wrong > 0, "{name} with {wrong}");
            // SolveMode that have a better move than to a slot without outcome do not complain of it.
            assert!(
                found == expected || wrong == UNUSED && found.wrong > 0,
                "{name} with {wrong}: {found:?}"
            );
        }
        store.save(volume, &[(name.into(), &Solved::Narrow(sound, long))]).unwrap();
    }
}

/// What verification finds in a tier of a game.
fn verified<G: Tiered, P: SolveMode<G>>(game: &G, store: &MemoryTierStore, tier: &str) -> Verification {
    let wanted = |t: G::Tier| t.to_string() == tier;
    verify_tiers::<_, P>(game, &Plan::of(game), wanted, store, &unlimited()).unwrap()
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
