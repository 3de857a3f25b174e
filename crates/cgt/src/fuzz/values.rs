//! Values in the usual notation.

use crate::{Arena, Budget, Dyadic, Outcome, Player, Value};

/// Limits of one question, which takes some milliseconds.
const MOST_STEPS: u64 = 5_000;
const MOST_BYTES: usize = 64 << 20;
const LONGEST_TEXT: usize = 20_000;

/// Reads one value or, on two lines, two of them, prints them, and tries the laws of values.
pub fn values(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (one, other) = text.split_once('\n').unwrap_or((text, ""));
    let mut arena = Arena::new();
    let one = read(&mut arena, one);
    let other = read(&mut arena, other);
    for value in [one, other].into_iter().flatten() {
        laws_of_one(&mut arena, value);
    }
    if let (Some(a), Some(b)) = (one, other) {
        laws_of_two(&mut arena, a, b);
        laws_of_two(&mut arena, b, a);
    }
}

/// Does something with little work; `None` if it was not enough.
fn little<T>(arena: &mut Arena, work: impl FnOnce(&mut Arena) -> T) -> Option<T> {
    arena.begin_limit(MOST_STEPS, &Budget::unlimited(), MOST_BYTES);
    let done = work(arena);
    arena.end_limit().is_ok().then_some(done)
}

/// Returns the value of a text. What is printed of it is read as the same value and printed as the same text.
fn read(arena: &mut Arena, text: &str) -> Option<Value> {
    let parsed = little(arena, |arena| arena.parse(text))?;
    let value = match parsed {
        Ok(value) => value,
        Err(error) => {
            let columns = text.chars().count() + 1;
            assert!((1..=columns).contains(&error.column), "{error}, of {columns} columns");
            assert!(!error.to_string().is_empty());
            return None;
        }
    };
    let printed = little(arena, |arena| arena.text_within(value, LONGEST_TEXT))??;
    if let Some(again) = little(arena, |arena| arena.parse(&printed)) {
        assert_eq!(again, Ok(value), "{printed:?}");
    }
    // Nor does it depend on what the arena has seen before.
    let mut fresh = Arena::new();
    let reread = little(&mut fresh, |fresh| {
        let value = fresh.parse(&printed).expect("printed by another arena");
        fresh.text_within(value, LONGEST_TEXT)
    });
    assert!(reread.is_none_or(|text| text.as_ref() == Some(&printed)), "{printed:?}");
    Some(value)
}

fn laws_of_one(arena: &mut Arena, value: Value) {
    let rebuilt = little(arena, |arena| {
        let (left, right) = (arena.left_options(value), arena.right_options(value));
        arena.canonical(&left, &right)
    });
    assert!(rebuilt.is_none_or(|same| same == value), "the canonical form has other options");
    let negated = little(arena, |arena| {
        let negative = arena.neg(value);
        arena.neg(negative)
    });
    assert!(negated.is_none_or(|same| same == value), "the negative of the negative");
    let difference = little(arena, |arena| arena.sub(value, value));
    assert!(difference.is_none_or(Value::is_zero), "a value less itself");
    // Who moves first wins if she has a move after which the opponent, moving first, does not.
    let wins = little(arena, |arena| {
        let outcome = arena.outcome(value);
        let left = arena.left_options(value).iter().any(|&option| arena.le(Value::ZERO, option));
        let right = arena.right_options(value).iter().any(|&option| arena.le(option, Value::ZERO));
        (outcome, left, right)
    });
    if let Some((outcome, left, right)) = wins {
        assert_eq!(left, matches!(outcome, Outcome::Left | Outcome::Next));
        assert_eq!(right, matches!(outcome, Outcome::Right | Outcome::Next));
    }
    let graph = little(arena, |arena| arena.thermograph(value));
    if let Some(graph) = graph {
        let (left, right) = (arena.left_stop(value), arena.right_stop(value));
        assert!(right <= *graph.mean() && *graph.mean() <= left, "the mean is between the stops");
        assert_eq!((graph.left().at(&Dyadic::ZERO), graph.right().at(&Dyadic::ZERO)), (left, right));
        for player in Player::BOTH {
            assert_eq!(graph.wall(player).at(graph.temperature()), *graph.mean(), "walls meet at the mast");
        }
    }
}

fn laws_of_two(arena: &mut Arena, a: Value, b: Value) {
    let back = little(arena, |arena| {
        let sum = arena.add(a, b);
        arena.sub(sum, b)
    });
    assert!(back.is_none_or(|same| same == a), "what is added and taken away again");
    let order = little(arena, |arena| {
        let is_less = arena.le(a, b);
        let (minus_a, minus_b) = (arena.neg(a), arena.neg(b));
        // The definition: no move of Left in `a` reaches `b`, and no move of Right in `b` comes down to `a`.
        let blocked = arena.left_options(a).iter().any(|&option| arena.le(b, option))
            || arena.right_options(b).iter().any(|&option| arena.le(option, a));
        let difference = arena.sub(a, b);
        [is_less, arena.le(minus_b, minus_a), !blocked, arena.le(difference, Value::ZERO)]
    });
    assert!(
        order.is_none_or(|[first, others @ ..]| others.iter().all(|&other| other == first)),
        "order: {order:?}"
    );
    assert!(!(a != b && order.is_some_and(|[le, ..]| le) && is_at_least(arena, a, b)), "equal and different");
}

fn is_at_least(arena: &mut Arena, a: Value, b: Value) -> bool {
    little(arena, |arena| arena.le(b, a)).unwrap_or(false)
}
