//! Small games whose databases take little time to make.

use zermelo_core::{Game, Numbers, ParseError, TierKind, Tiered, Value};
use zermelo_library::{Family, any_game};

pub(crate) fn families() -> Vec<Family> {
    vec![
        Family::new("ladders", "Ladders", "").variant("regular", "", || any_game!(Ladders)),
        Family::new("heap", "Heap", "").variant("regular", "", || any_game!(Heap)),
    ]
}

/// Ladders side by side: a move climbs down one rung or two, and the lowest rungs of some ladders are
/// missing. Each rung is a tier, too large to share a volume.
struct Ladders;

const RUNGS: u32 = 2;
const LADDERS: u32 = (1 << 18) + 1;

impl Game for Ladders {
    type Position = (u32, u32);
    type Move = u32;

    fn start(&self) -> (u32, u32) {
        (RUNGS, 0)
    }

    fn end(&self, p: &(u32, u32)) -> Option<Value> {
        (p.0 == 0 || p.0 == 1 && p.1.count_ones().is_multiple_of(3)).then_some(Value::Lose)
    }

    fn moves(&self, p: &(u32, u32), out: &mut Vec<u32>) {
        out.extend((1..=2).filter(|&rungs| rungs <= p.0));
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
        (1..=2).filter_map(|rungs| rung.checked_sub(rungs)).collect()
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

/// A heap from which one or two counters are taken.
struct Heap;

impl Game for Heap {
    type Position = u32;
    type Move = u32;

    fn start(&self) -> u32 {
        20
    }

    fn end(&self, left: &u32) -> Option<Value> {
        (*left == 0).then_some(Value::Lose)
    }

    fn moves(&self, left: &u32, out: &mut Vec<u32>) {
        out.extend(1..=2.min(*left));
    }

    fn play(&self, left: &u32, take: u32) -> u32 {
        left - take
    }

    fn format(&self, left: &u32) -> String {
        left.to_string()
    }

    fn parse(&self, text: &str) -> Result<u32, ParseError> {
        text.parse().map_err(|_| ParseError::new("not a number"))
    }

    fn format_move(&self, _: &u32, take: u32) -> String {
        take.to_string()
    }
}
