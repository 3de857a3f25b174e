//! Laws that hold for all games.

use std::cmp::Ordering;

use proptest::prelude::*;
use zermelo_cgt::{Arena, Dyadic, Value};

use crate::oracle::value_texts;

/// Reads values that a strategy wrote.
fn read<const N: usize>(arena: &mut Arena, texts: [&String; N]) -> [Value; N] {
    texts.map(|text| arena.parse(text).expect("the strategy writes values"))
}

fn lossy(bytes: Vec<u8>) -> String {
    String::from_utf8_lossy(&bytes).into_owned()
}

proptest! {
    #[test]
    fn games_are_a_group(a in value_texts(), b in value_texts(), c in value_texts()) {
        let mut arena = Arena::new();
        let [a, b, c] = read(&mut arena, [&a, &b, &c]);
        let (ab, bc) = (arena.add(a, b), arena.add(b, c));
        prop_assert_eq!(arena.add(ab, c), arena.add(a, bc));
        prop_assert_eq!(ab, arena.add(b, a));
        prop_assert_eq!(arena.add(a, Value::ZERO), a);
        prop_assert_eq!(arena.sub(a, a), Value::ZERO);
        prop_assert_eq!(arena.sub(ab, b), a);
    }

    #[test]
    fn the_order_is_partial_and_sums_keep_it(a in value_texts(), b in value_texts(), c in value_texts()) {
        let mut arena = Arena::new();
        let [a, b, c] = read(&mut arena, [&a, &b, &c]);
        prop_assert!(arena.le(a, a));
        if arena.le(a, b) && arena.le(b, a) {
            prop_assert_eq!(a, b);
        }
        if arena.le(a, b) && arena.le(b, c) {
            prop_assert!(arena.le(a, c));
        }
        let (ac, bc) = (arena.add(a, c), arena.add(b, c));
        prop_assert_eq!(arena.compare(a, b), arena.compare(ac, bc));
        let (minus_a, minus_b) = (arena.neg(a), arena.neg(b));
        prop_assert_eq!(arena.le(a, b), arena.le(minus_b, minus_a));
        let difference = arena.sub(a, b);
        prop_assert_eq!(arena.compare(a, b), arena.compare(difference, Value::ZERO));
    }

    #[test]
    fn a_game_whose_options_are_in_order_is_a_number(a in value_texts(), b in value_texts()) {
        let mut arena = Arena::new();
        let [a, b] = read(&mut arena, [&a, &b]);
        let game = arena.canonical(&[a], &[b]);
        // The simplicity theorem: a number that fits between the options makes the game a number.
        let (low, high) = (arena.right_stop(a), arena.left_stop(b));
        if low < high {
            let number = arena.as_number(game);
            prop_assert!(number.is_some_and(|number| low <= number && number <= high));
        }
    }

    #[test]
    fn temperatures_and_means_of_sums(a in value_texts(), b in value_texts()) {
        let mut arena = Arena::new();
        let [a, b] = read(&mut arena, [&a, &b]);
        let sum = arena.add(a, b);
        prop_assert_eq!(arena.mean(sum), &arena.mean(a) + &arena.mean(b));
        let hottest = arena.temperature(a).max(arena.temperature(b));
        // Below zero the thermograph depends on the form, so only the sign is known.
        prop_assert!(arena.temperature(sum) <= hottest.max(Dyadic::ZERO));
    }

    #[test]
    fn written_values_are_read_again(text in value_texts()) {
        let mut arena = Arena::new();
        let value = arena.parse(&text).expect("a value");
        let written = arena.text(value);
        prop_assert_eq!(arena.parse(&written), Ok(value), "{}", written);
        // In a fresh arena, values have other ids, but the same text.
        let mut fresh = Arena::new();
        let again = fresh.parse(&written).expect("a value");
        prop_assert_eq!(fresh.text(again), written);
    }

    #[test]
    fn random_text_never_panics_the_parser_and_errors_lie_in_the_text(
        text in prop_oneof![r"[-+{}|(),0-9/*^v<>\[\] TinyM±↑]{0,40}", any::<Vec<u8>>().prop_map(lossy)]
    ) {
        if let Err(error) = Arena::new().parse(&text) {
            prop_assert!((1..=text.chars().count() + 1).contains(&error.column));
        }
    }

    #[test]
    fn dyadic_arithmetic_does_not_depend_on_size(a in any::<i64>(), b in any::<i64>(), e in 0_u32..90, f in 0_u32..90) {
        let (x, y) = (Dyadic::new(a, e), Dyadic::new(b, f));
        let sum = &x + &y;
        prop_assert_eq!(&sum - &y, x.clone());
        prop_assert_eq!(sum.cmp(&x), y.sign());
        prop_assert_eq!(&(&x + &x), &(&x * &Dyadic::from(2)));
        prop_assert_eq!(&(&sum * &x), &(&(&x * &x) + &(&y * &x)));
        prop_assert_eq!(x.to_string().parse(), Ok(x.clone()));
        prop_assert_eq!(&x.half() + &x.half(), x);
    }
}

#[test]
fn absurd_nesting_is_an_error_not_a_crash() {
    for (open, close) in [("{", "|}"), ("(", ")"), ("-", ""), ("+-{", "}"), ("Tiny(", ")")] {
        let text = format!("{}1{}", open.repeat(1_000_000), close.repeat(1_000_000));
        let error = Arena::new().parse(&text).expect_err("a million levels");
        assert!(error.to_string().contains("nested more than"), "{error}");
    }
}

#[test]
fn errors_say_where_and_what() {
    for (text, message) in [
        ("", "column 1: expected a game, such as 3/4, ^*, *2, +-1, {1|-1} or Tiny(2), but found the end"),
        ("{1|2", "column 5: expected ',', '|' or '}', but found the end"),
        ("{1|2}}", "column 6: expected '+', '-' or the end, but found '}'"),
        ("{1}", "column 3: expected ',' or '|', but found '}'"),
        (
            "{1|2|3}",
            "column 3: which bar divides first is not clear: use braces, or one bar more, as in {2||1|-1}",
        ),
        ("↑ + 1/3", "column 5: the denominator 3 is not a power of two"),
        ("1 1", "column 3: expected '+', '-' or the end, but found '1'"),
        ("+-1*", "column 4: expected '+', '-' or the end of the term; or write +-(1*), but found '*'"),
        ("^<0>", "column 3: expected a power of at least 1, but found '0'"),
        ("*99999999999", "column 2: a nimber of 99999999999 is too large: at most 255"),
        ("Tony(1)", "column 1: expected a game, such as 3/4, ^*, *2, +-1, {1|-1} or Tiny(2), but found 'T'"),
        ("1//2", "column 1: '1/' is not a number: a number is written as 3, -3 or 3/4"),
    ] {
        let error = Arena::new().parse(text).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
    }
}

#[test]
fn huge_numbers_do_not_overflow() {
    let mut arena = Arena::new();
    let huge = arena
        .parse("170141183460469231731687303715884105728 + 1/1180591620717411303424")
        .expect("2^127 + 2^-70");
    let mut sum = huge;
    for _ in 0..200 {
        sum = arena.add(sum, sum);
        assert!(arena.compare(sum, huge) == Some(Ordering::Greater));
    }
    assert!(arena.is_number(sum));
    let mut ups = arena.parse("^999999999999999999999999*").expect("many ups");
    assert_eq!(arena.text(ups), "^999999999999999999999999*");
    ups = arena.add(ups, ups);
    assert_eq!(arena.text(ups), "^1999999999999999999999998");
    assert_eq!(arena.compare(ups, Value::ZERO), Some(Ordering::Greater));
    let one = arena.integer(1);
    assert_eq!(arena.compare(ups, one), Some(Ordering::Less));
    let least = arena.integer(i64::MIN);
    assert_eq!(arena.neg(least), arena.parse("9223372036854775808").expect("2^63"));
}

#[test]
fn deep_games_do_not_overflow_the_stack() {
    const DEPTH: u32 = 100_000;
    let mut arena = Arena::new();
    let deep = arena.up_powers_to(DEPTH);
    assert!(arena.len() >= DEPTH as usize - 1, "all levels are different games");
    let negative = arena.neg(deep);
    assert_eq!(arena.neg(negative), deep);
    let less_deep = arena.up_powers_to(DEPTH - 1);
    assert_eq!(arena.compare(less_deep, deep), Some(Ordering::Less));
    assert_eq!(arena.temperature(deep), Dyadic::ZERO);
    assert_eq!(arena.text_within(deep, 1000), None);
    let one = arena.integer(1);
    let moved = arena.add(deep, one);
    assert_eq!(arena.compare(moved, one), Some(Ordering::Greater));
}
