//! Canonical forms against the definitions.

use std::cmp::Ordering;

use proptest::prelude::*;
use zermelo_cgt::{Arena, Dyadic, NumberUpStar, Value};

use crate::oracle::{Oracle, hot_texts, tree_of, trees, value_of};

proptest! {
    #[test]
    fn equal_games_have_one_value_and_others_compare_as_defined(a in trees(), b in trees()) {
        let (mut arena, mut oracle) = (Arena::new(), Oracle::default());
        let (x, y) = (value_of(&mut arena, &a), value_of(&mut arena, &b));
        let (p, q) = (oracle.tree(&a), oracle.tree(&b));
        prop_assert_eq!(arena.le(x, y), oracle.le(p, q));
        prop_assert_eq!(arena.le(y, x), oracle.le(q, p));
        prop_assert_eq!(x == y, oracle.equal(p, q));
    }

    #[test]
    fn a_canonical_form_equals_the_game(tree in trees()) {
        let (mut arena, mut oracle) = (Arena::new(), Oracle::default());
        let value = value_of(&mut arena, &tree);
        let (game, form) = (oracle.tree(&tree), oracle.value(&mut arena, value));
        prop_assert!(oracle.equal(game, form));
    }

    #[test]
    fn a_canonical_form_has_no_dominated_and_no_reversible_options(tree in trees()) {
        let (mut arena, mut oracle) = (Arena::new(), Oracle::default());
        let value = value_of(&mut arena, &tree);
        let form = oracle.value(&mut arena, value);
        assert_canonical(&mut oracle, form);
    }

    #[test]
    fn hot_forms_are_canonical_and_stay_so_under_sums(a in hot_texts(), b in hot_texts()) {
        let (mut arena, mut oracle) = (Arena::new(), Oracle::default());
        let (x, y) = (arena.parse(&a).expect("a game"), arena.parse(&b).expect("a game"));
        let sum = arena.add(x, y);
        let (p, q, s) =
            (oracle.value(&mut arena, x), oracle.value(&mut arena, y), oracle.value(&mut arena, sum));
        assert_canonical(&mut oracle, s);
        let plain_sum = oracle.add(p, q);
        prop_assert!(oracle.equal(s, plain_sum));
    }

    #[test]
    fn negatives_exchange_the_players(tree in trees()) {
        let (mut arena, mut oracle) = (Arena::new(), Oracle::default());
        let value = value_of(&mut arena, &tree);
        let negative = arena.neg(value);
        let game = oracle.tree(&tree);
        let (minus_game, minus_form) = (oracle.neg(game), oracle.value(&mut arena, negative));
        prop_assert!(oracle.equal(minus_game, minus_form));
        prop_assert_eq!(arena.neg(negative), value);
    }

    #[test]
    fn a_spelled_out_form_gives_its_value_again(tree in trees()) {
        let mut arena = Arena::new();
        let value = value_of(&mut arena, &tree);
        let form = tree_of(&mut arena, value);
        prop_assert_eq!(value_of(&mut arena, &form), value);
    }

    #[test]
    fn stops_come_from_the_options_until_a_number_is_reached(text in hot_texts()) {
        let mut arena = Arena::new();
        let value = arena.parse(&text).expect("a game");
        prop_assert_eq!(arena.left_stop(value), slow_stop(&mut arena, value, true));
        prop_assert_eq!(arena.right_stop(value), slow_stop(&mut arena, value, false));
    }
}

fn assert_canonical(oracle: &mut Oracle, game: usize) {
    let (left, right) = oracle.options(game).clone();
    for (place, &option) in left.iter().enumerate() {
        for &other in left[..place].iter().chain(&left[place + 1..]) {
            assert!(!oracle.le(option, other), "a dominated option of Left");
        }
        for answer in oracle.options(option).1.clone() {
            assert!(!oracle.le(answer, game), "a reversible option of Left");
        }
    }
    for (place, &option) in right.iter().enumerate() {
        for &other in right[..place].iter().chain(&right[place + 1..]) {
            assert!(!oracle.le(other, option), "a dominated option of Right");
        }
        for answer in oracle.options(option).0.clone() {
            assert!(!oracle.le(game, answer), "a reversible option of Right");
        }
    }
    for option in left.into_iter().chain(right) {
        assert_canonical(oracle, option);
    }
}

fn slow_stop(arena: &mut Arena, value: Value, left_begins: bool) -> Dyadic {
    if let Some(number) = arena.as_number(value) {
        return number;
    }
    let options = if left_begins { arena.left_options(value) } else { arena.right_options(value) };
    let stops = options.into_iter().map(|option| slow_stop(arena, option, !left_begins));
    let best = if left_begins { stops.max() } else { stops.min() };
    best.expect("a game that is no number has moves for both")
}

/// `number + ups·↑ + *nimber`, as a sum of the definitions of its parts.
fn spelled_out(arena: &mut Arena, oracle: &mut Oracle, parts: &NumberUpStar) -> usize {
    let number = arena.number(&parts.number);
    let mut sum = oracle.value(arena, number);
    let zero = oracle.game(vec![], vec![]);
    let star = oracle.game(vec![zero], vec![zero]);
    let up = oracle.game(vec![zero], vec![star]);
    let down = oracle.game(vec![star], vec![zero]);
    let arrow = if parts.ups.sign() == Ordering::Less { down } else { up };
    for _ in 0..parts.ups.abs().to_i64().expect("a few ups") {
        sum = oracle.add(sum, arrow);
    }
    let mut heaps = Vec::new();
    for _ in 0..=parts.nimber {
        let heap = oracle.game(heaps.clone(), heaps.clone());
        heaps.push(heap);
    }
    oracle.add(sum, heaps[parts.nimber as usize])
}

#[test]
fn packed_values_are_the_sums_of_their_parts_and_canonical() {
    let mut arena = Arena::new();
    let mut all = Vec::new();
    for number in ["0", "1", "-2", "1/2", "-3/4", "5/8"] {
        for ups in -3..=3 {
            for nimber in 0..6 {
                let number = number.parse().expect("a number");
                all.push(NumberUpStar { number, ups: ups.into(), nimber });
            }
        }
    }
    for parts in &all {
        let mut oracle = Oracle::default();
        let value = arena.number_up_star(parts);
        let form = oracle.value(&mut arena, value);
        let sum = spelled_out(&mut arena, &mut oracle, parts);
        assert!(oracle.equal(form, sum), "{parts:?}");
        assert_canonical(&mut oracle, form);
        let (left, right) = (arena.left_options(value), arena.right_options(value));
        assert_eq!(arena.canonical(&left, &right), value, "{parts:?} is recognised by its options");
    }
}

#[test]
fn values_that_are_too_large_to_be_packed_are_like_those_that_are_not() {
    let mut arena = Arena::new();
    let mut all = Vec::new();
    // The first of each are packed; moved by large numbers, ups and nimbers, they are not.
    let (number, ups, nimber) = (Dyadic::new(1_000_001, 3), Dyadic::from(1_i64 << 40), 1 << 20);
    let far = arena.number_up_star(&NumberUpStar { number, ups, nimber });
    for number in [Dyadic::ZERO, Dyadic::new(3, 1)] {
        for ups in -3..=3 {
            for nimber in 0..4 {
                let near =
                    arena.number_up_star(&NumberUpStar { number: number.clone(), ups: ups.into(), nimber });
                all.push((near, arena.add(near, far)));
            }
        }
    }
    for &(a, far_a) in &all {
        assert_eq!(arena.sub(far_a, far), a);
        for &(b, far_b) in &all {
            assert_eq!(arena.le(a, b), arena.le(far_a, far_b), "{} <= {}", arena.text(a), arena.text(b));
        }
        let minus = arena.neg(far_a);
        assert_eq!(arena.add(minus, far_a), Value::ZERO);
    }
    for text in
        ["5000", "-70000", "1/65536", "5000*", "5001/1099511627776", "9999vv*2", "-8193/2v50*7", "12345678*3"]
    {
        let value = arena.parse(text).expect("a value");
        let (left, right) = (arena.left_options(value), arena.right_options(value));
        assert_eq!(arena.canonical(&left, &right), value, "{text} is recognised by its options");
    }
}

#[test]
fn packed_values_compare_as_defined() {
    let (mut arena, mut oracle) = (Arena::new(), Oracle::default());
    let mut all = Vec::new();
    for number in [Dyadic::ZERO, Dyadic::new(1, 1)] {
        for ups in -3..=3 {
            for nimber in 0..4 {
                let value =
                    arena.number_up_star(&NumberUpStar { number: number.clone(), ups: ups.into(), nimber });
                all.push((value, oracle.value(&mut arena, value)));
            }
        }
    }
    for &(a, p) in &all {
        for &(b, q) in &all {
            assert_eq!(arena.le(a, b), oracle.le(p, q), "{} <= {}", arena.text(a), arena.text(b));
        }
    }
}
