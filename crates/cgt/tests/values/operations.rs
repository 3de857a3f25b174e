//! Operations beyond sums, against their definitions and laws.

use proptest::prelude::*;
use proptest::sample;
use zermelo_cgt::{Arena, Dyadic, NumberUpStar, Player, Value, nim_product, nim_sum};

use crate::oracle::{Oracle, Tree, all_small_trees, hot_texts, tree_of, trees, value_of, value_texts};

fn read(arena: &mut Arena, text: &str) -> Value {
    arena.parse(text).expect("the strategy writes values")
}

/// Positive games of all kinds.
const UNITS: &[&str] = &["1", "3/2", "^", "^^*", "^*2", "Tiny(1)", "1*", "{2|1}", "{1||0|-1}", "{3|*}"];

/// The depth of a tree.
fn depth(tree: &Tree) -> i64 {
    tree.left.iter().chain(&tree.right).map(|option| 1 + depth(option)).max().unwrap_or(0)
}

proptest! {
    #[test]
    fn a_birthday_is_the_depth_of_the_canonical_form(tree in trees()) {
        let mut arena = Arena::new();
        let value = value_of(&mut arena, &tree);
        let form = tree_of(&mut arena, value);
        prop_assert_eq!(arena.birthday(value), Dyadic::from(depth(&form)));
    }

    #[test]
    fn incentives_are_the_best_differences(text in value_texts()) {
        let mut arena = Arena::new();
        let value = read(&mut arena, &text);
        for player in Player::BOTH {
            let incentives = arena.incentives_of(player, value);
            let options = arena.options(player, value);
            let differences: Vec<Value> = options
                .into_iter()
                .map(|option| match player {
                    Player::Left => arena.sub(option, value),
                    Player::Right => arena.sub(value, option),
                })
                .collect();
            for &difference in &differences {
                prop_assert!(incentives.iter().any(|&incentive| arena.le(difference, incentive)));
            }
            for &incentive in &incentives {
                prop_assert!(differences.contains(&incentive));
                // Moving is never a free gain.
                prop_assert!(!arena.le(Value::ZERO, incentive));
            }
        }
    }

    #[test]
    fn the_norton_product_is_linear_and_keeps_order(a in trees(), b in trees(), unit in sample::select(UNITS)) {
        let mut arena = Arena::new();
        let (a, b, unit) = (value_of(&mut arena, &a), value_of(&mut arena, &b), read(&mut arena, unit));
        let [x, y] = [a, b].map(|value| arena.norton_product(value, unit).expect("a positive unit"));
        let sum = arena.add(a, b);
        prop_assert_eq!(arena.norton_product(sum, unit), Some(arena.add(x, y)));
        prop_assert_eq!(arena.compare(a, b), arena.compare(x, y));
    }

    #[test]
    fn one_is_the_unit_of_the_norton_product(text in value_texts()) {
        let mut arena = Arena::new();
        let value = read(&mut arena, &text);
        let one = arena.integer(1);
        prop_assert_eq!(arena.norton_product(value, one), Some(value));
    }

    #[test]
    fn cooling_is_linear_and_its_stops_are_the_walls(a in hot_texts(), b in hot_texts(), eighths in 0_i64..24) {
        let mut arena = Arena::new();
        let (a, b, t) = (read(&mut arena, &a), read(&mut arena, &b), Dyadic::new(eighths, 3));
        let sum = arena.add(a, b);
        let [cool_a, cool_b, cool_sum] = [a, b, sum].map(|value| arena.cool(value, &t).expect("t is not negative"));
        prop_assert_eq!(arena.add(cool_a, cool_b), cool_sum);
        let thermograph = arena.thermograph(a);
        prop_assert_eq!(arena.left_stop(cool_a), thermograph.left().at(&t));
        prop_assert_eq!(arena.right_stop(cool_a), thermograph.right().at(&t));
    }

    #[test]
    fn cooling_undoes_heating(text in all_small_trees(), eighths in 1_i64..24) {
        let mut arena = Arena::new();
        let value = value_of(&mut arena, &text);
        let t = Dyadic::new(eighths, 3);
        let number = arena.number(&t);
        let heated = arena.heat(value, number);
        prop_assert_eq!(arena.cool(heated, &t), Some(value));
    }

    #[test]
    fn a_reduced_form_is_close_and_the_same_for_all_close_games(text in value_texts(), small in all_small_trees()) {
        let mut arena = Arena::new();
        let value = read(&mut arena, &text);
        let reduced = arena.reduced(value);
        let difference = arena.sub(value, reduced);
        prop_assert!(arena.is_infinitesimal(difference));
        prop_assert_eq!(arena.reduced(reduced), reduced);
        let small = value_of(&mut arena, &small);
        let close = arena.add(value, small);
        prop_assert_eq!(arena.reduced(close), reduced);
        prop_assert!(arena.birthday(reduced) <= arena.birthday(value));
    }

    #[test]
    fn reduced_forms_of_sums_come_from_those_of_the_parts(a in hot_texts(), b in hot_texts()) {
        let mut arena = Arena::new();
        let (a, b) = (read(&mut arena, &a), read(&mut arena, &b));
        let sum = arena.add(a, b);
        let (reduced_a, reduced_b) = (arena.reduced(a), arena.reduced(b));
        let sum_of_reduced = arena.add(reduced_a, reduced_b);
        prop_assert_eq!(arena.reduced(sum_of_reduced), arena.reduced(sum));
    }

    #[test]
    fn an_ordinal_sum_is_what_its_definition_says(base in trees(), top in trees()) {
        let mut arena = Arena::new();
        let (base, top) = (value_of(&mut arena, &base), value_of(&mut arena, &top));
        let sum = arena.ordinal_sum(base, top);
        let (base, top) = (tree_of(&mut arena, base), tree_of(&mut arena, top));
        let mut oracle = Oracle::default();
        let (plain, form) = (oracle.tree(&stacked(&base, &top)), oracle.value(&mut arena, sum));
        prop_assert!(oracle.equal(plain, form));
    }

    #[test]
    fn the_colon_principle(base in trees(), a in trees(), b in trees()) {
        let mut arena = Arena::new();
        let [base, a, b] = [base, a, b].map(|tree| value_of(&mut arena, &tree));
        let (on_a, on_b) = (arena.ordinal_sum(base, a), arena.ordinal_sum(base, b));
        if arena.le(a, b) {
            prop_assert!(arena.le(on_a, on_b));
        }
    }

    #[test]
    fn atomic_weights_add_up_and_bound_the_game(a in all_small_trees(), b in all_small_trees()) {
        let mut arena = Arena::new();
        let (a, b) = (value_of(&mut arena, &a), value_of(&mut arena, &b));
        let sum = arena.add(a, b);
        let [of_a, of_b, of_sum] = [a, b, sum].map(|value| arena.atomic_weight(value).expect("an all-small game"));
        prop_assert_eq!(arena.add(of_a, of_b), of_sum);
        // The definition: the game differs from its weight times up by less than ⇑ plus a remote star.
        let up = arena.ups(1);
        let ups = arena.norton_product(of_a, up).expect("up is positive");
        let difference = arena.sub(a, ups);
        let (most, remote) = (arena.ups(2), arena.nimber(32));
        let bound = arena.add(most, remote);
        let minus_bound = arena.neg(bound);
        prop_assert!(arena.le(difference, bound) && arena.le(minus_bound, difference));
    }

    #[test]
    fn games_that_are_not_all_small_have_no_atomic_weight(text in value_texts()) {
        let mut arena = Arena::new();
        let value = read(&mut arena, &text);
        let form = tree_of(&mut arena, value);
        prop_assert_eq!(arena.atomic_weight(value).is_some(), is_all_small(&form));
    }

    #[test]
    fn nimbers_are_a_field(a in any::<u64>(), b in any::<u64>(), c in any::<u64>()) {
        prop_assert_eq!(nim_product(a, b), nim_product(b, a));
        prop_assert_eq!(nim_product(nim_product(a, b), c), nim_product(a, nim_product(b, c)));
        prop_assert_eq!(nim_product(a, nim_sum(b, c)), nim_sum(nim_product(a, b), nim_product(a, c)));
        prop_assert_eq!(nim_product(a, 1), a);
        prop_assert_eq!(nim_product(a, b) == 0, a == 0 || b == 0);
    }
}

fn is_all_small(tree: &Tree) -> bool {
    tree.left.is_empty() == tree.right.is_empty() && tree.left.iter().chain(&tree.right).all(is_all_small)
}

/// A move in the base removes the top.
fn stacked(base: &Tree, top: &Tree) -> Tree {
    let side = |of_base: &[Tree], of_top: &[Tree]| {
        of_base.iter().cloned().chain(of_top.iter().map(|option| stacked(base, option))).collect()
    };
    Tree { left: side(&base.left, &top.left), right: side(&base.right, &top.right) }
}

#[test]
fn birthdays_of_numbers_ups_and_nimbers_are_the_depths_of_their_options() {
    let mut arena = Arena::new();
    for number in ["0", "3", "-2", "1/2", "-7/4", "5/8"] {
        for ups in -4..=4 {
            for nimber in 0..5 {
                let number = number.parse().expect("a number");
                let value = arena.number_up_star(&NumberUpStar { number, ups: ups.into(), nimber });
                let form = tree_of(&mut arena, value);
                assert_eq!(arena.birthday(value), Dyadic::from(depth(&form)), "{}", arena.text(value));
            }
        }
    }
}

#[test]
fn nim_products_are_the_least_that_the_field_allows() {
    const SIZE: u64 = 32;
    let mut table = vec![vec![0; SIZE as usize]; SIZE as usize];
    for a in 0..SIZE as usize {
        for b in 0..SIZE as usize {
            let mut excluded = vec![false; 4 * (SIZE * SIZE) as usize];
            for i in 0..a {
                for j in 0..b {
                    excluded[(table[i][b] ^ table[a][j] ^ table[i][j]) as usize] = true;
                }
            }
            table[a][b] = excluded.iter().position(|&is| !is).expect("a least number") as u64;
            assert_eq!(nim_product(a as u64, b as u64), table[a][b], "{a} times {b}");
        }
    }
}

#[test]
fn a_unit_that_is_not_positive_has_no_norton_product() {
    let mut arena = Arena::new();
    let one = arena.integer(1);
    for unit in ["0", "-1", "*", "^*", "+-1", "v"] {
        let unit = read(&mut arena, unit);
        assert_eq!(arena.norton_product(one, unit), None);
    }
}

#[test]
fn powers_of_up_add_up() {
    let mut arena = Arena::new();
    let mut sum = Value::ZERO;
    for power in 1..8 {
        let next = arena.up_power(power);
        sum = arena.add(sum, next);
        assert_eq!(arena.up_powers_to(power), sum, "power {power}");
    }
}

#[test]
fn cooling_below_minus_one_has_no_meaning() {
    let mut arena = Arena::new();
    assert_eq!(arena.cool(Value::STAR, &Dyadic::new(-9, 3)), None);
    assert_eq!(arena.cool(Value::STAR, &Dyadic::MINUS_ONE), Some(arena.parse("+-1").expect("a switch")));
}
