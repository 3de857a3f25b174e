//! Saving goes on beside solving; a slow disk must not make a difference.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use zermelo_core::{Game, Numbers, Outcome, ParseError, TierKind, Tiered, Value};
use zermelo_solve::{
    Forward, MemoryTierStore, Plan, Run, SolveError, Solved, TierStore, TierStoreError, Unobserved,
    solve_tiers,
};

/// Many ladders side by side: a move climbs down one rung or three. Each rung is a tier, too large to share a volume.
struct Ladders;

const RUNGS: u32 = 8;
const LADDERS: u32 = 300_000;

impl Game for Ladders {
    type Position = (u32, u32);
    type Move = u32;

    fn start(&self) -> (u32, u32) {
        (RUNGS, 0)
    }

    fn end(&self, p: &(u32, u32)) -> Option<Value> {
        (p.0 == 0).then_some(Value::Lose)
    }

    fn moves(&self, p: &(u32, u32), out: &mut Vec<u32>) {
        out.extend([1, 3].into_iter().filter(|&rungs| rungs <= p.0));
    }

    fn play(&self, p: &(u32, u32), rungs: u32) -> (u32, u32) {
        (p.0 - rungs, p.1)
    }

    fn format(&self, p: &(u32, u32)) -> String {
        format!("{}/{}", p.0, p.1)
    }

    fn parse(&self, _: &str) -> Result<(u32, u32), ParseError> {
        Err(ParseError::new("not needed here"))
    }

    fn format_move(&self, _: &(u32, u32), rungs: u32) -> String {
        rungs.to_string()
    }
}

impl Tiered for Ladders {
    type Tier = u32;
    type Index = Numbers;

    fn tier_of(&self, p: &(u32, u32)) -> u32 {
        p.0
    }

    fn children(&self, rung: u32) -> Vec<u32> {
        [1, 3].into_iter().filter_map(|rungs| rung.checked_sub(rungs)).collect()
    }

    fn kind(&self, _: u32) -> TierKind {
        TierKind::Transition
    }

    fn index(&self, _: u32) -> Numbers {
        Numbers(LADDERS.into())
    }

    fn item(&self, p: &(u32, u32)) -> u64 {
        p.1.into()
    }

    fn position(&self, rung: u32, ladder: u64) -> (u32, u32) {
        (rung, ladder as u32)
    }
}

/// What is saved is there only after a while; from some volume on the disk is full.
struct SlowShelf {
    kept: MemoryTierStore,
    full_from: u32,
}

impl TierStore for SlowShelf {
    fn has(&self, volume: u32, tiers: &[String]) -> Result<bool, TierStoreError> {
        self.kept.has(volume, tiers)
    }

    fn save(&self, volume: u32, tiers: &[(String, &Solved)]) -> Result<(), TierStoreError> {
        std::thread::sleep(Duration::from_millis(50));
        if volume >= self.full_from {
            return Err("the disk is full".into());
        }
        self.kept.save(volume, tiers)
    }

    fn load(&self, volume: u32, tier: &str) -> Result<Solved, TierStoreError> {
        self.kept.load(volume, tier)
    }

    fn bytes(&self, volume: u32, tier: &str) -> Result<u64, TierStoreError> {
        self.kept.bytes(volume, tier)
    }
}

/// Solves with just as much memory as the largest volume needs, so that everything else is put away.
fn solve(store: &SlowShelf) -> Result<(), SolveError> {
    let plan = Plan::of(&Ladders);
    assert_eq!(plan.volumes(), RUNGS + 1);
    let memory = (0..plan.volumes()).map(|volume| plan.memory_for(volume)).max().unwrap();
    let run = Run { memory, observer: &Unobserved, cancel: &AtomicBool::new(false) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    pool.install(|| solve_tiers::<_, Forward>(&Ladders, &plan, None, store, &run))
}

#[test]
fn a_tier_that_is_still_being_saved_is_not_missed() {
    let store = SlowShelf { kept: MemoryTierStore::default(), full_from: u32::MAX };
    solve(&store).unwrap();
    // One rung or three: all numbers of rungs are odd, so who is on an even rung loses.
    for rung in 0..=RUNGS {
        let outcome = store.kept.tier(&rung.to_string()).unwrap().outcome(7).unwrap();
        assert_eq!(matches!(outcome, Outcome::Lose(_)), rung % 2 == 0, "rung {rung}: {outcome}");
    }
}

#[test]
fn a_failed_save_is_what_is_reported() {
    for full_from in [0, 2, 5, RUNGS] {
        let store = SlowShelf { kept: MemoryTierStore::default(), full_from };
        assert_eq!(solve(&store).unwrap_err().to_string(), "the disk is full");
    }
}
