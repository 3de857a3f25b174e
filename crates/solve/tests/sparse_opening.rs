//! Of the first tiers only what can be reached is solved, and that is right.

mod floors;

use zermelo_core::{Game, Numbers, ParseError, TierKind, Tiered, Value, oracle};
use zermelo_solve::{
    Forward, MemoryTierStore, Plan, Solved, TierStore, bytes, solve_tiers, unlimited, verify_tiers,
};

use floors::{Floor, Place};

const PLACES: u32 = 300_000;
const TOP: u32 = 6;

/// A tower: from each floor two stairs lead to places on the floor below, and on the ground one walks in circles. Only a few
/// places of the upper floors can be reached from the top.
struct Tower;

impl Game for Tower {
    type Position = Place;
    type Move = Place;

    fn start(&self) -> Place {
        (TOP, 500)
    }

    fn end(&self, &(floor, place): &Place) -> Option<Value> {
        (floor == 0 && place.is_multiple_of(7)).then_some(Value::Lose)
    }

    fn moves(&self, &(floor, place): &Place, out: &mut Vec<Place>) {
        let (below, steps) = match floor.checked_sub(1) {
            Some(below) => (below, [place * 3 + 1, place * 5 + 2]),
            None => (0, [place + 1, place * 2]),
        };
        out.extend(steps.map(|place| (below, place % PLACES)));
    }

    fn play(&self, _: &Place, to: Place) -> Place {
        to
    }

    fn format(&self, p: &Place) -> String {
        floors::format(p)
    }

    fn parse(&self, text: &str) -> Result<Place, ParseError> {
        floors::parse(text)
    }

    fn format_move(&self, _: &Place, to: Place) -> String {
        self.format(&to)
    }
}

impl Tiered for Tower {
    type Tier = Floor;
    type Index = Numbers;
    const SPARSE_OPENING: bool = true;

    fn tier_of(&self, p: &Place) -> Floor {
        Floor(p.0)
    }

    fn children(&self, Floor(floor): Floor) -> Vec<Floor> {
        floor.checked_sub(1).map(Floor).into_iter().collect()
    }

    fn kind(&self, Floor(floor): Floor) -> TierKind {
        if floor > 0 { TierKind::Transition } else { TierKind::Loopy }
    }

    fn index(&self, _: Floor) -> Numbers {
        Numbers(PLACES.into())
    }

    fn item(&self, p: &Place) -> u64 {
        p.1.into()
    }

    fn position(&self, Floor(floor): Floor, item: u64) -> Place {
        (floor, item as u32)
    }
}

fn solve(store: &MemoryTierStore, wanted: Option<&[Floor]>) {
    solve_tiers::<_, Forward>(&Tower, &Plan::of(&Tower), wanted, store, &unlimited()).unwrap();
}

#[test]
fn what_can_be_reached_is_solved_and_nothing_else_above_the_ground() {
    let store = MemoryTierStore::default();
    solve(&store, None);
    let expected = oracle::solve(&Tower, 1_000_000).unwrap();
    for floor in 0..=TOP {
        let solved = store.tier(&Floor(floor).to_string()).unwrap();
        for place in 0..PLACES {
            let found = solved.outcome(place.into());
            match expected.get(&(floor, place)) {
                Some(&outcome) => assert_eq!(found, Some(outcome), "{floor}.{place}"),
                None => assert_eq!(found.is_some(), floor == 0, "{floor}.{place}"),
            }
        }
    }
}

#[test]
fn a_part_of_the_tiers_is_solved_as_the_whole_is() {
    let (whole, parts) = (MemoryTierStore::default(), MemoryTierStore::default());
    solve(&whole, None);
    solve(&parts, Some(&[Floor(2)]));
    solve(&parts, None);
    assert_eq!(whole.into_tiers(), parts.into_tiers());
}

#[test]
fn verification_misses_what_is_left_out_wrongly() {
    let store = MemoryTierStore::default();
    solve(&store, None);
    let plan = Plan::of(&Tower);
    let verify = |store: &MemoryTierStore| {
        verify_tiers::<_, Forward>(&Tower, &plan, |_| true, store, &unlimited()).unwrap()
    };
    let right = verify(&store);
    let upstairs = oracle::solve(&Tower, 1_000_000).unwrap().keys().filter(|p| p.0 > 0).count() as u64;
    assert_eq!((right.checked, right.wrong), (upstairs + u64::from(PLACES), 0));
    for floor in [TOP, 3] {
        let mut tiers = shelf_copy(&store);
        let name = Floor(floor).to_string();
        let Some(Solved::NarrowTies(codes)) = tiers.iter_mut().find(|(n, _)| *n == name).map(|(_, s)| s)
        else {
            panic!("a game with ties is solved with ties");
        };
        let unused = codes[codes.len() - 1];
        let used = codes.iter().position(|&code| code != unused).unwrap();
        codes[used] = unused;
        let damaged = MemoryTierStore::default();
        let named: Vec<(String, &Solved)> = tiers.iter().map(|(n, s)| (n.clone(), s)).collect();
        damaged.save(0, &named).unwrap();
        assert!(verify(&damaged).wrong > 0, "floor {floor}");
    }
}

fn shelf_copy(store: &MemoryTierStore) -> Vec<(String, Solved)> {
    let names = (0..=TOP).map(|floor| Floor(floor).to_string());
    names.map(|name| (name.clone(), store.tier(&name).unwrap())).collect()
}

#[test]
fn the_sets_of_reachable_positions_count_as_memory() {
    let plan = Plan::of(&Tower);
    let volumes = (0..plan.volumes()).collect();
    let codes = (0..plan.volumes()).map(|volume| plan.memory_for(volume)).max().unwrap();
    assert_eq!(plan.memory_to_solve(&volumes), codes + u64::from(TOP) * u64::from(PLACES) / 8);
    let refused = plan.check_memory(&volumes, codes).unwrap_err().to_string();
    assert!(refused.contains(&bytes(plan.memory_to_solve(&volumes))), "{refused}");
}
