//! Little memory changes the order of work, not the result.

mod floors;

use std::sync::atomic::AtomicBool;

use zermelo_core::{Game, Numbers, Outcome, ParseError, Retrograde, TierKind, Tiered, Value};
use zermelo_solve::{
    Forward, MemoryTierStore, Plan, Retro, Run, SolveError, SolveMode, Solved, Unobserved, bytes,
    solve_tiers, verify_tiers,
};

use floors::{Floor, Place};

/// Slots of a tier: more than fit into a volume together, so that every tier has its own.
const SLOTS: u32 = 300_000;
const TIERS: u32 = 4;

/// Long corridors with a door now and then. In each tier a player steps to the next lower place; at a door he may also go
/// elsewhere, in the tier or to one of the tiers below. Places on the ground are ends, and so are some others; in a trap one
/// goes round for ever.
struct Maze {
    /// One place in so many is a door: many doors make short games.
    places_per_door: u32,
    /// One place in so many is an end.
    places_per_end: u32,
}

fn mix(number: u32) -> u32 {
    let number = (number ^ number >> 15).wrapping_mul(0x2c1b_3c6d);
    (number ^ number >> 12).wrapping_mul(0x297a_2d39) >> 8
}

impl Maze {
    fn is_door(&self, (floor, place): Place) -> bool {
        mix(floor * SLOTS + place).is_multiple_of(self.places_per_door)
    }

    /// Whoever comes here stays here for ever.
    fn is_trap(place: u32) -> bool {
        mix(place ^ 0x5555).is_multiple_of(997)
    }

    /// Where the door leads that is so many places up: a bijection on each floor, so that it can be taken back.
    fn through(place: u32) -> u32 {
        (place + SLOTS / 3) % SLOTS
    }
}

impl Game for Maze {
    type Position = Place;
    type Move = Place;

    fn start(&self) -> Place {
        (TIERS - 1, SLOTS - 1)
    }

    fn end(&self, &(_, place): &Place) -> Option<Value> {
        (place == 0 || mix(place).is_multiple_of(self.places_per_end)).then_some(Value::Lose)
    }

    fn moves(&self, &(floor, place): &Place, out: &mut Vec<Place>) {
        if Maze::is_trap(place) {
            return out.push((floor, place));
        }
        out.push((floor, place - 1));
        if self.is_door((floor, place)) {
            out.push((floor, Maze::through(place)));
            out.extend((0..floor).map(|below| (below, mix(place) % SLOTS)));
        }
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

impl Tiered for Maze {
    type Tier = Floor;
    type Index = Numbers;
    const TIES: bool = false;

    fn tier_of(&self, p: &Place) -> Floor {
        Floor(p.0)
    }

    fn children(&self, Floor(floor): Floor) -> Vec<Floor> {
        (0..floor).map(Floor).collect()
    }

    fn kind(&self, _: Floor) -> TierKind {
        TierKind::Loopy
    }

    fn index(&self, _: Floor) -> Numbers {
        Numbers(SLOTS.into())
    }

    fn item(&self, p: &Place) -> u64 {
        p.1.into()
    }

    fn position(&self, Floor(floor): Floor, item: u64) -> Place {
        (floor, item as u32)
    }
}

impl Retrograde for Maze {
    fn for_each_parent(&self, _: Floor, &(floor, place): &Place, mut visit: impl FnMut(Place)) {
        if place + 1 < SLOTS && !Maze::is_trap(place + 1) {
            visit((floor, place + 1));
        }
        let door = (floor, (place + SLOTS - SLOTS / 3) % SLOTS);
        if self.is_door(door) && !Maze::is_trap(door.1) {
            visit(door);
        }
        if Maze::is_trap(place) {
            visit((floor, place));
        }
    }
}

fn solve<P: SolveMode<Maze>>(
    maze: &Maze,
    plan: &Plan<Floor>,
    memory: u64,
) -> Result<MemoryTierStore, SolveError> {
    let store = MemoryTierStore::default();
    let run = Run { memory, observer: &Unobserved, cancel: &AtomicBool::new(false) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    pool.install(|| solve_tiers::<_, P>(maze, plan, None, &store, &run))?;
    Ok(store)
}

fn outcomes(store: &MemoryTierStore, floor: u32) -> Vec<Option<Outcome>> {
    let solved = store.tier(&Floor(floor).to_string()).unwrap();
    (0..solved.len()).map(|slot| solved.outcome(slot)).collect()
}

/// How many games are too long for a byte, and how long the longest is.
fn longest(outcomes: &[Option<Outcome>]) -> (usize, u32) {
    let remoteness = outcomes.iter().flatten().filter_map(|outcome| outcome.remoteness());
    (remoteness.clone().filter(|&r| r > 125).count(), remoteness.max().unwrap())
}

/// Solves in every way and compares; `few_long` says whether the long games fit into a list, which may take `list` bytes.
fn all_ways_agree(maze: &Maze, few_long: bool, list: u64) {
    let plan = Plan::of(maze);
    assert_eq!(plan.volumes(), TIERS);
    // FollowScratch for the tier itself and one child of the three, so that it has to take them one after the other.
    let tight = (0..TIERS).map(|volume| plan.memory_for(volume)).max().unwrap() + list;
    let roomy = solve::<Retro>(maze, &plan, u64::MAX).unwrap();
    let run = zermelo_solve::unlimited();
    let verified = verify_tiers::<_, Retro>(maze, &plan, |_| true, &roomy, &run).unwrap();
    assert_eq!((verified.checked, verified.wrong), ((SLOTS * TIERS).into(), 0));
    let others =
        [solve::<Retro>(maze, &plan, tight).unwrap(), solve::<Forward>(maze, &plan, u64::MAX).unwrap()];
    for floor in 0..TIERS {
        let expected = outcomes(&roomy, floor);
        let (long, longest) = longest(&expected);
        assert!(longest > 130, "{long} long games, up to {longest}");
        for other in &others {
            assert!(outcomes(other, floor) == expected, "floor {floor}");
        }
    }
    let is_narrow = |floor| matches!(roomy.tier(&Floor(floor).to_string()), Some(Solved::Narrow(..)));
    assert_eq!((0..TIERS).all(is_narrow), few_long);
}

#[test]
fn a_few_long_games_take_no_more_memory() {
    all_ways_agree(&Maze { places_per_door: 20, places_per_end: 30 }, true, 500_000);
}

#[test]
fn many_long_games_are_solved_in_two_bytes() {
    all_ways_agree(&Maze { places_per_door: 300, places_per_end: 400 }, false, 4_000_000);
}

#[test]
fn too_little_memory_is_refused_with_the_numbers() {
    let maze = Maze { places_per_door: 7, places_per_end: 50 };
    let plan = Plan::of(&maze);
    let needed = plan.memory_for(TIERS - 1);
    let error = solve::<Retro>(&maze, &plan, needed - 1).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("floor3") && error.contains(&bytes(needed)), "{error}");
}
