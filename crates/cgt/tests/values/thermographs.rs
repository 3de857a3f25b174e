//! Thermographs against a table of stops at every temperature of a fine grid.

use std::collections::HashMap;

use proptest::prelude::*;
use zermelo_cgt::{Arena, Dyadic, NumberUpStar, Player, Value};

use crate::oracle::{hot_texts, trees, value_of};

/// Temperatures and values are counted in units of `2^-EXPONENT`.
const EXPONENT: u32 = 9;
const UNIT: i64 = 1 << EXPONENT;
/// The grid ends here: no game of the tests is hotter.
const HOTTEST: i64 = 10;

/// What the game is worth at each temperature of the grid when Left begins, and when Right does.
type Walls = [Vec<i64>; 2];

/// The definition, at every temperature by itself: the best option, less the tax, as long as that is better than
/// to stop; above, the mast.
fn slow_walls(arena: &mut Arena, known: &mut HashMap<Value, Walls>, value: Value) -> Walls {
    if let Some(walls) = known.get(&value) {
        return walls.clone();
    }
    let grid = || -UNIT..=HOTTEST * UNIT;
    let walls = match arena.as_number(value).and_then(|number| number.to_i64()) {
        Some(integer) => [(); 2].map(|()| grid().map(|_| integer * UNIT).collect()),
        None => {
            let [lefts, rights] = Player::BOTH.map(|player| {
                let options = arena.options(player, value);
                options.into_iter().map(|option| slow_walls(arena, known, option)).collect::<Vec<_>>()
            });
            let mut walls: Walls = [Vec::new(), Vec::new()];
            let mut mast = None;
            for (at, t) in grid().enumerate() {
                let left = lefts.iter().map(|walls| walls[1][at]).max().expect("a move of Left") - t;
                let right = rights.iter().map(|walls| walls[0][at]).min().expect("a move of Right") + t;
                if mast.is_none() && left <= right {
                    assert_eq!(left, right, "the grid is too coarse for {}", arena.text(value));
                    mast = Some(left);
                }
                walls[0].push(mast.unwrap_or(left));
                walls[1].push(mast.unwrap_or(right));
            }
            walls
        }
    };
    known.insert(value, walls.clone());
    walls
}

fn check(arena: &mut Arena, value: Value) {
    let slow = slow_walls(arena, &mut HashMap::new(), value);
    let thermograph = arena.thermograph(value);
    let text = arena.text(value);
    for (player, slow) in Player::BOTH.into_iter().zip(&slow) {
        let wall = thermograph.wall(player);
        for (t, &expected) in (-UNIT..=HOTTEST * UNIT).zip(slow) {
            let t = Dyadic::new(t, EXPONENT);
            assert_eq!(wall.at(&t), Dyadic::new(expected, EXPONENT), "{text}, {player:?} at {t}");
        }
        let points = wall.points();
        assert_eq!(points[0].temperature, Dyadic::MINUS_ONE);
        assert!(points.is_sorted_by(|a, b| a.temperature < b.temperature));
        let slopes: Vec<_> = points.windows(2).map(|pair| pair[0].value.cmp(&pair[1].value)).collect();
        assert!(slopes.windows(2).all(|pair| pair[0] != pair[1]), "no point without a bend: {thermograph}");
        assert!(
            slopes.last().is_none_or(|slope| slope.is_ne()),
            "the mast is no part of the wall: {thermograph}"
        );
    }
    assert_eq!(arena.temperature(value), *thermograph.temperature(), "{text}");
    assert_eq!(arena.mean(value), *thermograph.mean(), "{text}");
}

proptest! {
    #[test]
    fn walls_of_hot_games_are_what_the_definition_says(text in hot_texts()) {
        let mut arena = Arena::new();
        let value = arena.parse(&text).expect("a game");
        check(&mut arena, value);
    }

    #[test]
    fn walls_of_small_games_are_what_the_definition_says(tree in trees()) {
        let mut arena = Arena::new();
        let value = value_of(&mut arena, &tree);
        check(&mut arena, value);
    }
}

#[test]
fn walls_of_numbers_ups_and_nimbers_are_what_the_definition_says() {
    let mut arena = Arena::new();
    for number in ["0", "-2", "1/2", "3/4", "-5/8", "11/8"] {
        for ups in -5..=5 {
            for nimber in 0..7 {
                let number = number.parse().expect("a number");
                let value = arena.number_up_star(&NumberUpStar { number, ups: ups.into(), nimber });
                check(&mut arena, value);
            }
        }
    }
}

#[test]
fn thermographs_of_known_games() {
    let mut arena = Arena::new();
    // Worked out by hand from the definition.
    for (text, expected) in [
        ("7", "L: (7, -1) R: (7, -1)"),
        ("*", "L: (1, -1) (0, 0) R: (-1, -1) (0, 0)"),
        ("+-1", "L: (2, -1) (0, 1) R: (-2, -1) (0, 1)"),
        ("{0||0|-2}", "L: (1, -1) (0, 0) R: (0, -1)"),
        ("{*|-1}", "L: (0, -1) (0, 0) (-1/2, 1/2) R: (-2, -1) (-1/2, 1/2)"),
    ] {
        let value = arena.parse(text).expect("a game");
        assert_eq!(arena.thermograph(value).to_string(), expected, "{text}");
    }
}

#[test]
fn pictures_of_thermographs_have_all_points_on_the_sheet() {
    let mut arena = Arena::new();
    let huge = "1267650600228229401496703205376";
    for text in ["0", "^*", "1/1024", "{1|0||-5}", "{1/64|0}", "+-100", huge, &format!("{{{huge}|0}}")] {
        let value = arena.parse(text).expect("a game");
        let picture = arena.thermograph(value).to_svg("<&>");
        assert!(picture.contains("&lt;&amp;&gt;"), "titles are escaped");
        let lines: Vec<&str> = picture.lines().filter(|line| line.starts_with("<polyline")).collect();
        assert_eq!(lines.len(), 2, "{text}");
        for line in lines {
            let points = line.split('"').nth(1).expect("the points of a wall");
            for coordinate in points.split([' ', ',']) {
                let coordinate: f64 = coordinate.parse().expect("a coordinate");
                assert!((0.0..=640.0).contains(&coordinate), "{text}: {line}");
            }
        }
    }
}
