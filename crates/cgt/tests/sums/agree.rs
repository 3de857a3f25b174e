//! All ways to answer agree with each other, whatever was asked before and in whatever order the games are.

use std::time::Duration;

use fastrand::Rng;
use zermelo_cgt::{Arena, Budget, Game, Player, RandomValues, Session, Switches};

use crate::oracle::{self, Recursion};
use crate::positions::small_position;

/// Titles and texts.
type Sum = Vec<(String, String)>;

/// Positions that plain recursion may look at for one sum.
const LIMIT: usize = 400;

/// How long the value of a whole sum may take.
const PATIENCE: Duration = Duration::from_secs(2);

fn read(session: &mut Session, sum: &Sum) -> Vec<Game> {
    sum.iter().map(|(title, text)| session.read(title, text).expect("it was read before")).collect()
}

/// The outcome by the value of the whole, for Left and Right moving first; nothing if that takes too long.
fn by_value(session: &mut Session, sum: &Sum) -> Option<[bool; 2]> {
    let games = read(session, sum);
    let value = session.value_within(&games, &Budget::with_timeout(Some(PATIENCE))).ok()?;
    let outcome = session.arena().outcome(value);
    Some(Player::BOTH.map(|player| outcome.wins_first(player)))
}

fn by_search(session: &mut Session, sum: &Sum) -> [bool; 2] {
    let games = read(session, sum);
    Player::BOTH.map(|player| {
        session.left_or_right_wins(&games, player, &mut Budget::unlimited()).expect("there is no limit")
    })
}

fn by_recursion(sum: &Sum) -> Option<[bool; 2]> {
    let games: Vec<_> = sum.iter().map(|(title, text)| oracle::read(title, text).expect("legal")).collect();
    let mut recursion = Recursion::new(LIMIT);
    let [left, right] = Player::BOTH.map(|player| recursion.wins(&games, player));
    Some([left?, right?])
}

fn without_values() -> Session {
    Session::with_switches(Switches { values: false, ..Switches::default() })
}

/// One to three games of any rulesets, and often a number that brings the sum close to the edge.
fn sum_of_rulesets(random: &mut Rng) -> Sum {
    let mut sum: Sum = (0..random.usize(1..=3)).map(|_| small_position(random)).collect();
    if random.u32(..3) > 0 {
        let mut session = Session::new();
        let games = read(&mut session, &sum);
        let value = session.value(&games);
        let arena = session.arena();
        let edge = match random.u32(..3) {
            0 => arena.left_stop(value),
            1 => arena.right_stop(value),
            _ => arena.mean(value),
        };
        sum.push(("dyadic_rational".to_owned(), (-&edge).to_string()));
    }
    sum
}

/// Two to five literals.
fn sum_of_literals(random: &mut Rng) -> Sum {
    literals(random, 2)
}

/// The same with threats behind threats.
fn sum_of_deep_literals(random: &mut Rng) -> Sum {
    literals(random, 4)
}

fn literals(random: &mut Rng, depth: u32) -> Sum {
    let mut arena = Arena::new();
    let terms = RandomValues::new(random.u64(..)).with_depth(depth).critical_sum(&mut arena);
    terms.into_iter().map(|term| ("literal".to_owned(), arena.text(term))).collect()
}

/// How many sums were answered in each way.
#[derive(Debug, Default)]
struct Tried {
    sums: usize,
    by_value: usize,
    by_recursion: usize,
}

/// Answers random sums in all ways and compares.
fn compare(seed: u64, count: usize, mut make: impl FnMut(&mut Rng) -> Sum) -> Tried {
    let mut random = Rng::with_seed(seed);
    // These remember what they were asked before.
    let (mut veteran, mut plodder) = (Session::new(), without_values());
    let mut tried = Tried::default();
    for number in 0..count {
        let mut sum = make(&mut random);
        let expected = by_search(&mut veteran, &sum);
        let check = |way: &str, answer: [bool; 2]| {
            assert_eq!(answer, expected, "seed {seed}, sum {number}, {way}: {sum:?}");
        };
        check("without values", by_search(&mut plodder, &sum));
        if let Some(answer) = by_value(&mut Session::new(), &sum) {
            tried.by_value += 1;
            check("by value", answer);
        }
        if let Some(answer) = by_recursion(&sum) {
            tried.by_recursion += 1;
            check("by plain recursion", answer);
        }
        let reversed: Sum = sum.iter().rev().cloned().collect();
        check("reversed, nothing asked before", by_search(&mut Session::new(), &reversed));
        random.shuffle(&mut sum);
        let shuffled = by_search(&mut without_values(), &sum);
        assert_eq!(shuffled, expected, "seed {seed}, sum {number}, without values: {sum:?}");
        tried.sums += 1;
    }
    tried
}

#[test]
fn sums_of_all_rulesets_have_one_answer() {
    let tried = compare(1, 2500, sum_of_rulesets);
    assert!(tried.by_value > 2400 && tried.by_recursion > 1200, "{tried:?}");
}

#[test]
fn sums_of_hot_literals_have_one_answer() {
    let tried = compare(2, 2500, sum_of_literals);
    assert!(tried.by_value > 2400 && tried.by_recursion > 1200, "{tried:?}");
}

#[test]
fn sums_of_deep_literals_have_one_answer() {
    let tried = compare(3, 400, sum_of_deep_literals);
    assert!(tried.by_value > 300, "{tried:?}");
}

/// The sums that showed an unsound bound. Values: plain recursion.
#[test]
fn threats_are_answered_before_the_widest_gap() {
    let literals: [&[&str]; 3] = [
        &["{2|0||-1}", "+-1", "-1/2"],
        &["+-1", "{{1/4,3|1/2,-1/2}|-3}"],
        &["{11/2|5/2||3/4}", "{2|0}", "-7/2"],
    ];
    for texts in literals {
        let sum: Sum = texts.iter().map(|text| ("literal".to_owned(), (*text).to_owned())).collect();
        let games: Vec<_> = sum.iter().map(|(title, text)| oracle::read(title, text).unwrap()).collect();
        let mut recursion = Recursion::new(1_000_000);
        let expected = Player::BOTH.map(|player| recursion.wins(&games, player).unwrap());
        assert_eq!(by_search(&mut Session::new(), &sum), expected, "{texts:?}");
        assert_eq!(by_search(&mut without_values(), &sum), expected, "{texts:?}");
    }
}

/// Strips of NoGo that were answered wrongly; who wins is told by the value of the whole.
#[test]
fn long_strips_of_nogo_are_answered_by_their_value() {
    for text in ["O.O.OXX.........X...XX...O..X.", "O...X........X...OXX.X.XO...O."] {
        let sum = vec![("nogo_1xn".to_owned(), text.to_owned())];
        let mut session = Session::new();
        let games = read(&mut session, &sum);
        let value = session.value(&games);
        let outcome = session.arena().outcome(value);
        let expected = Player::BOTH.map(|player| outcome.wins_first(player));
        assert_eq!(by_search(&mut Session::new(), &sum), expected, "{text}");
        assert_eq!(by_search(&mut without_values(), &sum), expected, "{text}");
    }
}

/// Next to numbers that are too large to be packed, a small number has moves that count.
#[test]
fn numbers_of_any_size_have_moves() {
    let large = "1208925819614629174706176";
    for (texts, left, right) in [
        ([large, "-1208925819614629174706175", "-1/2"], true, false),
        ([large, "-1208925819614629174706177", "1/2"], false, true),
        ([large, "-1208925819614629174706175", "-1"], false, false),
        ([large, "-1208925819614629174706175", "-1*"], true, true),
    ] {
        let sum: Sum = texts.iter().map(|text| ("literal".to_owned(), (*text).to_owned())).collect();
        assert_eq!(by_search(&mut Session::new(), &sum), [left, right], "{texts:?}");
    }
}

/// Many more sums of everything.
#[test]
#[ignore = "takes a quarter of an hour: cargo test --release -p zermelo-cgt --test sums -- --ignored --nocapture agree"]
#[allow(clippy::print_stdout, reason = "says how many sums were tried")]
fn a_hundred_thousand_sums_have_one_answer() {
    for seed in 100..125 {
        let rulesets = compare(seed, 2000, sum_of_rulesets);
        let literals = compare(seed, 2000, sum_of_literals);
        let deep = compare(seed, 500, sum_of_deep_literals);
        println!("seed {seed}: rulesets {rulesets:?}, literals {literals:?}, deep {deep:?}, no disagreement");
    }
}
