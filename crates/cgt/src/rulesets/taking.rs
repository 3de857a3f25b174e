//! Small impartial games: nim, subtraction games, Grundy's game, Wythoff's game.

use std::fmt;

use crate::boards::scan::{HEAP, HEAP_WORDS, Scanner};
use crate::{Arena, Budget, Player, PositionError, Ruleset, Value};

/// Nim: take any number from a heap. The heap is printed as the nimber it is.
#[derive(Debug, Clone, Copy)]
pub struct Nim {
    title: &'static str,
}

impl Nim {
    /// Nim under the title `nimber`.
    pub const NIMBER: Self = Self { title: "nimber" };
    /// Nim under the title `nim`.
    pub const NIM: Self = Self { title: "nim" };
}

/// What is left of a heap, printed as a nimber.
#[derive(Debug, Clone, Copy)]
pub struct ToNimber(u32);

impl fmt::Display for ToNimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "*{}", self.0)
    }
}

impl Ruleset for Nim {
    type Position = u32;
    type Move = ToNimber;

    fn title(&self) -> &'static str {
        self.title
    }

    fn parse(&self, text: &str) -> Result<u32, PositionError> {
        let mut scanner = Scanner::new(text);
        let heap = scanner.integer("a heap", HEAP, HEAP_WORDS)?;
        scanner.end()?;
        Ok(heap as u32)
    }

    fn format(&self, position: &u32) -> String {
        position.to_string()
    }

    fn moves(&self, position: &u32, _player: Player, moves: &mut Vec<ToNimber>) {
        moves.extend((0..*position).map(ToNimber));
    }

    fn play(&self, _position: &u32, _player: Player, mv: ToNimber) -> u32 {
        mv.0
    }

    fn value(&self, position: &u32, arena: &mut Arena) -> Option<Value> {
        Some(arena.nimber(*position))
    }

    fn nim_value(&self, position: &u32) -> Option<u32> {
        Some(*position)
    }

    fn is_impartial(&self) -> bool {
        true
    }
}

/// Between two looks at the clock.
const HEAPS_PER_LOOK: u32 = 16;

/// The nimber of a nim-value, if it is found with the effort that the arena is allowed.
pub(super) fn nimber_within(
    arena: &mut Arena,
    nim_value: impl FnOnce(&Budget) -> Option<u32>,
) -> Option<Value> {
    let budget = arena.budget();
    match nim_value(&budget) {
        Some(nim) => Some(arena.nimber(nim)),
        None => {
            budget.check().unwrap_or_else(|stopped| arena.give_up(stopped));
            None
        }
    }
}

/// A subtraction game: take a number from the set. Positions are written `1,3,4:17`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Subtraction;

/// A heap and the numbers that may be taken from it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SubtractionHeap {
    set: Vec<u32>,
    heap: u32,
}

impl Ruleset for Subtraction {
    type Position = SubtractionHeap;
    type Move = u32;

    fn title(&self) -> &'static str {
        "subtraction"
    }

    fn parse(&self, text: &str) -> Result<SubtractionHeap, PositionError> {
        let mut scanner = Scanner::new(text);
        let mut set = Vec::new();
        loop {
            let allowed = 1..=*HEAP.end();
            let take = scanner.integer("what is taken", allowed, "between 1 and 1,000,000")?;
            set.push(take as u32);
            if scanner.eat(':') {
                break;
            }
            scanner.expect(',')?;
        }
        set.sort_unstable();
        set.dedup();
        let heap = scanner.integer("a heap", HEAP, HEAP_WORDS)? as u32;
        scanner.end()?;
        Ok(SubtractionHeap { set, heap })
    }

    fn format(&self, position: &SubtractionHeap) -> String {
        let set: Vec<String> = position.set.iter().map(ToString::to_string).collect();
        format!("{}:{}", set.join(","), position.heap)
    }

    fn moves(&self, position: &SubtractionHeap, _player: Player, moves: &mut Vec<u32>) {
        moves.extend(position.set.iter().filter(|&&take| take <= position.heap));
    }

    fn play(&self, position: &SubtractionHeap, _player: Player, mv: u32) -> SubtractionHeap {
        SubtractionHeap { set: position.set.clone(), heap: position.heap - mv }
    }

    fn value(&self, position: &SubtractionHeap, arena: &mut Arena) -> Option<Value> {
        nimber_within(arena, |budget| self.nim_value_within(position, budget))
    }

    fn nim_value(&self, position: &SubtractionHeap) -> Option<u32> {
        self.nim_value_within(position, &Budget::unlimited())
    }

    fn nim_value_within(&self, position: &SubtractionHeap, budget: &Budget) -> Option<u32> {
        let mut values: Vec<u32> = Vec::new();
        // The last heap that had an option with this value, counted from 1.
        let mut seen = vec![0; position.set.len() + 1];
        for heap in 0..=position.heap {
            if heap.is_multiple_of(HEAPS_PER_LOOK) {
                budget.check().ok()?;
            }
            for rest in position.set.iter().map_while(|&take| heap.checked_sub(take)) {
                seen[values[rest as usize] as usize] = heap + 1;
            }
            values.extend((0..=position.set.len() as u32).find(|&nim| seen[nim as usize] != heap + 1));
        }
        values.last().copied()
    }

    fn is_impartial(&self) -> bool {
        true
    }
}

/// Grundy's game: split a heap into two heaps of different sizes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Grundy;

/// Heaps of Grundy's game: one as it is written, more after moves.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GrundyHeaps(Vec<u32>);

/// Which heap is split, and into what.
#[derive(Debug, Clone, Copy)]
pub struct UnequalHalves {
    from: u32,
    smaller: u32,
    larger: u32,
}

impl fmt::Display for UnequalHalves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.smaller, self.larger)
    }
}

impl Ruleset for Grundy {
    type Position = GrundyHeaps;
    type Move = UnequalHalves;

    fn title(&self) -> &'static str {
        "grundy"
    }

    fn parse(&self, text: &str) -> Result<GrundyHeaps, PositionError> {
        let mut scanner = Scanner::new(text);
        let heap = scanner.integer("a heap", 0..=10_000, "between 0 and 10,000")?;
        scanner.end()?;
        Ok(GrundyHeaps(vec![heap as u32]))
    }

    fn format(&self, position: &GrundyHeaps) -> String {
        position.0.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    fn moves(&self, position: &GrundyHeaps, _player: Player, moves: &mut Vec<UnequalHalves>) {
        for (from, &heap) in position.0.iter().enumerate() {
            let halves = (1..heap.div_ceil(2)).map(|smaller| (smaller, heap - smaller));
            moves.extend(halves.map(|(smaller, larger)| UnequalHalves {
                from: from as u32,
                smaller,
                larger,
            }));
        }
    }

    fn play(&self, position: &GrundyHeaps, _player: Player, mv: UnequalHalves) -> GrundyHeaps {
        let mut next = position.clone();
        next.0.swap_remove(mv.from as usize);
        next.0.extend([mv.larger, mv.smaller]);
        next
    }

    /// Heaps of one or two cannot be split.
    fn split(&self, position: &GrundyHeaps, parts: &mut Vec<GrundyHeaps>) {
        let heaps = position.0.iter().filter(|&&heap| heap > 2);
        parts.extend(heaps.map(|&heap| GrundyHeaps(vec![heap])));
    }

    fn nim_value(&self, position: &GrundyHeaps) -> Option<u32> {
        let most = position.0.iter().max().map_or(0, |&heap| heap as usize);
        let mut values: Vec<u32> = Vec::with_capacity(most + 1);
        let mut seen: Vec<usize> = Vec::new();
        for heap in 0..=most {
            // `seen[nim]` is the last heap that had an option with this value, counted from 1.
            for small in 1..heap.div_ceil(2) {
                let nim = (values[small] ^ values[heap - small]) as usize;
                if nim >= seen.len() {
                    seen.resize(2 * nim + 1, 0);
                }
                seen[nim] = heap + 1;
            }
            let least = seen.iter().position(|&last| last != heap + 1).unwrap_or(seen.len());
            values.push(least as u32);
        }
        Some(position.0.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]))
    }

    fn is_impartial(&self) -> bool {
        true
    }
}

/// Wythoff's game: take any number from one of two heaps, or the same number from both.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wythoff;

/// The smaller and the larger heap.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WythoffHeaps(u32, u32);

/// What is left of both heaps.
#[derive(Debug, Clone, Copy)]
pub struct HeapsLeft(u32, u32);

impl fmt::Display for HeapsLeft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0, self.1)
    }
}

impl Ruleset for Wythoff {
    type Position = WythoffHeaps;
    type Move = HeapsLeft;

    fn title(&self) -> &'static str {
        "wythoff"
    }

    fn parse(&self, text: &str) -> Result<WythoffHeaps, PositionError> {
        let mut scanner = Scanner::new(text);
        let first = scanner.integer("a heap", 0..=500, "between 0 and 500")?;
        scanner.separator()?;
        let second = scanner.integer("a heap", 0..=500, "between 0 and 500")?;
        scanner.end()?;
        Ok(WythoffHeaps(first.min(second) as u32, first.max(second) as u32))
    }

    fn format(&self, position: &WythoffHeaps) -> String {
        format!("{},{}", position.0, position.1)
    }

    fn moves(&self, position: &WythoffHeaps, _player: Player, moves: &mut Vec<HeapsLeft>) {
        let &WythoffHeaps(small, large) = position;
        moves.extend((0..small).map(|left| HeapsLeft(left, large)));
        moves.extend((0..large).map(|left| HeapsLeft(small, left)));
        moves.extend((1..=small).map(|take| HeapsLeft(small - take, large - take)));
    }

    fn play(&self, _position: &WythoffHeaps, _player: Player, mv: HeapsLeft) -> WythoffHeaps {
        WythoffHeaps(mv.0.min(mv.1), mv.0.max(mv.1))
    }

    fn is_impartial(&self) -> bool {
        true
    }
}
