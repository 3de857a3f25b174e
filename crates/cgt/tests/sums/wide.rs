//! Boards and strips that are too large for the usual kind of set.

use std::time::Duration;

use fastrand::Rng;
use zermelo_cgt::rulesets::{RulesetVisitor, with_ruleset, with_wide_ruleset};
use zermelo_cgt::{Budget, NimSequence, OctalCode, Player, Ruleset, Session, Stopped};

use crate::limits::cpu_time;
use crate::positions::small_position_of;

/// The games on grids.
const GRIDS: [&str; 10] = [
    "amazons",
    "cannibal_clobber",
    "clobber",
    "col",
    "domineering",
    "fission",
    "gen_king_dirt",
    "konane",
    "nogo",
    "snort",
];

/// All that a ruleset says about a position, with positions as texts.
#[derive(Debug, PartialEq, Eq)]
struct Said {
    options: [Vec<(String, String)>; 2],
    parts: Vec<String>,
    negative: Option<String>,
    normal: (String, bool, bool),
    counts: [Option<usize>; 2],
    bounds: Option<(i32, i32)>,
    nim_value: Option<u32>,
}

struct Say<'a>(&'a str);

impl RulesetVisitor for Say<'_> {
    type Output = Said;

    fn visit<R: Ruleset + 'static>(self, ruleset: R) -> Said {
        let position = ruleset.parse(self.0).expect("a legal position");
        let text = |position: &R::Position| ruleset.format(position);
        let options = Player::BOTH.map(|player| {
            let mut moves = Vec::new();
            ruleset.moves(&position, player, &mut moves);
            let option = |mv: &R::Move| (mv.to_string(), text(&ruleset.play(&position, player, *mv)));
            moves.iter().map(option).collect()
        });
        let mut parts = Vec::new();
        ruleset.split(&position, &mut parts);
        let normal = ruleset.signed_normal(&position);
        Said {
            options,
            parts: parts.iter().map(text).collect(),
            negative: ruleset.negative(&position).as_ref().map(text),
            normal: (text(&normal.position), normal.negated, normal.own_negative),
            counts: Player::BOTH.map(|player| ruleset.count_moves(&position, player)),
            bounds: ruleset.integer_bounds(&position),
            nim_value: ruleset.is_impartial().then(|| ruleset.nim_value(&position)).flatten(),
        }
    }
}

#[test]
fn rules_are_the_same_on_wide_boards() {
    let mut random = Rng::with_seed(8);
    for title in GRIDS.iter().flat_map(|&title| [title.to_owned(), format!("impartial {title}")]) {
        for _ in 0..60 {
            let text = small_position_of(&mut random, &title);
            let usual = with_ruleset(&title, Say(&text)).expect("a known title");
            let wide = with_wide_ruleset(&title, Say(&text)).expect("a game on a grid");
            assert_eq!(usual, wide, "{title} {text}");
        }
    }
}

/// A strip of cram is a row of Dawson's Kayles.
#[test]
fn long_strips_of_cram_are_dawsons_kayles() {
    let mut kayles = NimSequence::new(OctalCode::DAWSONS_KAYLES);
    let nims = kayles.values(181).to_vec();
    for length in [125, 126, 127, 128, 180] {
        let mut session = Session::new();
        let strip = session.read("impartial domineering", &format!("1x{length}")).expect("a strip");
        let nim = session.nim_value(&[strip], &mut Budget::unlimited());
        assert_eq!(nim, Ok(nims[length]), "1x{length}");
    }
    assert_eq!(nims[126], 3);
}

/// On a strip, the games on grids are those on strips; and what is far apart does not matter.
#[test]
fn long_strips_are_worth_what_their_ruleset_says() {
    let far = |left: &str, right: &str| format!("{left}{}{right}", ".".repeat(150));
    let clobber = far("XOXXO", "OXOOXO");
    let ones = ["X".repeat(60), "O".repeat(60)].concat() + ".X.";
    for (grid, strip, text) in [("clobber", "clobber_1xn", &clobber), ("clobber", "clobber_1xn", &ones)] {
        let mut session = Session::new();
        let games = [grid, strip].map(|title| session.read(title, text).expect("a strip"));
        let [on_grid, on_strip] = games.map(|game| session.value(&[game]));
        assert_eq!(on_grid, on_strip, "{text}");
    }
    let mut session = Session::new();
    for (length, value) in [(150, "-75"), (201, "-100")] {
        let strip = session.read("domineering", &format!("1x{length}")).expect("a strip");
        let found = session.left_or_right_wins(&[strip], Player::Right, &mut Budget::unlimited());
        assert_eq!(found, Ok(true), "1x{length} is {value}");
    }
}

/// Nobody solves these, but they are read, split, and given up in time.
#[test]
fn large_boards_are_given_up_in_time() {
    for (title, text) in [("domineering", "30x30"), ("nogo", "19x19"), ("impartial domineering", "29x30")] {
        let mut session = Session::new();
        let board = session.read(title, text).expect("a board");
        let time = Duration::from_millis(100);
        let start = cpu_time();
        let mut budget = Budget::with_timeout_by(cpu_time, time);
        let answer = session.left_or_right_wins(&[board], Player::Left, &mut budget);
        assert_eq!(answer, Err(Stopped::Timeout), "{title}");
        let spent = cpu_time().saturating_sub(start);
        assert!(spent < 12 * time, "{title}: {spent:?}");
    }
    let refused = Session::new().read("domineering", "64x64");
    assert!(refused.is_err_and(|error| error.to_string().contains("at most 4096")));
}
