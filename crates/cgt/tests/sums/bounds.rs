//! What rulesets tell the search without playing holds: bounds of values, how many moves there are, which
//! positions have the same value or the negative one.

use std::collections::BTreeMap;

use fastrand::Rng;
use zermelo_cgt::rulesets::{RulesetVisitor, with_ruleset};
use zermelo_cgt::{Arena, Player, Ruleset, Session, Value};

use crate::oracle;
use crate::positions::{board, position_up_to, small_position};

/// What a ruleset tells about a position.
struct Told {
    bounds: Option<(i32, i32)>,
    /// The moves of Left and Right by counting and by listing them.
    counts: [(Option<usize>, usize); 2],
}

struct Tell<'a>(&'a str);

impl RulesetVisitor for Tell<'_> {
    type Output = Option<Told>;

    fn visit<R: Ruleset + 'static>(self, ruleset: R) -> Self::Output {
        let position = ruleset.parse(self.0).ok()?;
        let counts = Player::BOTH.map(|player| {
            let mut moves = Vec::new();
            ruleset.moves(&position, player, &mut moves);
            (ruleset.count_moves(&position, player), moves.len())
        });
        Some(Told { bounds: ruleset.integer_bounds(&position), counts })
    }
}

/// Positions that are larger than those which plain recursion can do with, of all rulesets that know bounds.
fn position_with_bounds(random: &mut Rng) -> (&'static str, String) {
    match random.u32(..8) {
        0 => ("amazons", board(random, "XO..###", 3, 4)),
        1 => ("domineering", board(random, "...#", 4, 4)),
        2 => {
            let in_hand = [0; 3].map(|_| random.u32(0..=1));
            (
                "gen_king_dirt",
                format!("{},{},{}:{}", in_hand[0], in_hand[1], in_hand[2], board(random, "XO..##", 2, 3)),
            )
        }
        3 => ("nogo", board(random, "....XO#", 3, 4)),
        4 => ("nogo_1xn", board(random, "....XO", 1, 14)),
        5 => ("sheep", position_up_to(random, "sheep", "3x4")),
        6 => ("toads_and_frogs", board(random, "XO..", 1, 10)),
        _ => {
            let (slide, more, jump) = (random.u32(1..=3), random.u32(0..=1), random.u32(0..=2));
            let strip = board(random, "XO..", 1, 9);
            ("gen_toads", format!("{slide},{},{jump},{}:{strip}", slide + more, random.u32(0..=1)))
        }
    }
}

fn is_between(arena: &mut Arena, value: Value, (low, high): (i32, i32)) -> bool {
    let [low, high] = [low, high].map(|bound| arena.integer(bound.into()));
    arena.le(low, value) && arena.le(value, high)
}

#[test]
fn values_are_between_the_bounds_of_all_rulesets() {
    let mut random = Rng::with_seed(4);
    let mut tried: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for _ in 0..4000 {
        let (title, text) = position_with_bounds(&mut random);
        let Some(told) = with_ruleset(title, Tell(&text)).expect("a known title") else { continue };
        let (low, high) = told.bounds.expect("these rulesets know bounds");
        let mut session = Session::new();
        let game = session.read(title, &text).expect("it was read before");
        let value = session.value(&[game]);
        let arena = session.arena();
        assert!(is_between(arena, value, (low, high)), "{title} {text}: not between {low} and {high}");
        let [tried, tight] = tried.entry(title).or_default();
        *tried += 1;
        *tight += usize::from(!is_between(arena, value, (low + 1, high - 1)));
    }
    for (title, [tried, tight]) in &tried {
        assert!(*tried > 100 && *tight > 20, "{title}: {tried} tried, {tight} of them at a bound");
    }
    assert_eq!(tried.len(), 8);
}

#[test]
fn moves_that_are_counted_are_those_that_are_listed() {
    let mut random = Rng::with_seed(5);
    let mut counted = 0;
    for _ in 0..6000 {
        let (title, text) = if random.bool() {
            small_position(&mut random)
        } else {
            let (title, text) = position_with_bounds(&mut random);
            (title.to_owned(), text)
        };
        let Some(told) = with_ruleset(&title, Tell(&text)).expect("a known title") else { continue };
        for (count, listed) in told.counts {
            assert!(count.is_none_or(|count| count == listed), "{title} {text}: {count:?} of {listed}");
            counted += usize::from(count.is_some());
        }
    }
    assert!(counted > 2000, "only {counted} were counted");
}

/// Texts of positions that a ruleset says to have the value of a position or its negative.
struct Relatives {
    negative: Option<String>,
    normal: String,
    is_negated: bool,
    is_own_negative: bool,
    parts: Vec<String>,
}

struct Relate<'a>(&'a str);

impl RulesetVisitor for Relate<'_> {
    type Output = Option<Relatives>;

    fn visit<R: Ruleset + 'static>(self, ruleset: R) -> Self::Output {
        let position = ruleset.parse(self.0).ok()?;
        let text = |position: &R::Position| ruleset.format(position);
        let signed = ruleset.signed_normal(&position);
        let mut parts = Vec::new();
        ruleset.split(&position, &mut parts);
        Some(Relatives {
            negative: ruleset.negative(&position).as_ref().map(text),
            normal: text(&signed.position),
            is_negated: signed.negated,
            is_own_negative: signed.own_negative,
            parts: parts.iter().map(text).collect(),
        })
    }
}

/// The value by the moves alone, in an arena; nothing if the position cannot be written down by itself.
fn plain_value(title: &str, text: &str, arena: &mut Arena) -> Option<Value> {
    oracle::read(title, text).map(|game| oracle::value(game.as_ref(), arena))
}

/// A part and its negative cancel, and equal normal forms share one value: so all of these must be right.
#[test]
fn relatives_of_positions_have_the_values_that_the_rulesets_say() {
    let mut random = Rng::with_seed(6);
    let mut tried = [0_u32; 4];
    for _ in 0..1200 {
        let (title, text) = small_position(&mut random);
        let relatives =
            with_ruleset(&title, Relate(&text)).expect("a known title").expect("a legal position");
        let mut arena = Arena::new();
        let value = plain_value(&title, &text, &mut arena).expect("a legal position");
        let negative = arena.neg(value);
        if let Some(text) = relatives.negative
            && let Some(found) = plain_value(&title, &text, &mut arena)
        {
            assert_eq!(found, negative, "{title}: the negative of {text}");
            tried[0] += 1;
        }
        if let Some(found) = plain_value(&title, &relatives.normal, &mut arena) {
            let expected = if relatives.is_negated { negative } else { value };
            assert_eq!(found, expected, "{title} {text}: the normal form {}", relatives.normal);
            tried[1] += 1;
        }
        if relatives.is_own_negative {
            assert_eq!(value, negative, "{title} {text} is its own negative");
            tried[2] += 1;
        }
        let parts: Option<Vec<Value>> =
            relatives.parts.iter().map(|part| plain_value(&title, part, &mut arena)).collect();
        if let Some(parts) = parts {
            let sum = parts.into_iter().fold(Value::ZERO, |sum, part| arena.add(sum, part));
            assert_eq!(sum, value, "{title} {text} is the sum of {:?}", relatives.parts);
            tried[3] += 1;
        }
    }
    assert!(tried.iter().all(|&tried| tried > 100), "{tried:?}");
}
