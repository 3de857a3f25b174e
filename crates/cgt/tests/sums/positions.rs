//! Small random positions of every ruleset.

use fastrand::Rng;
use zermelo_cgt::rulesets::TITLES;
use zermelo_cgt::{BoardSize, RandomPositions};

use crate::oracle;

/// A board of cells from a pattern, with so many rows and columns at most.
pub(crate) fn board(random: &mut Rng, symbols: &str, rows: usize, columns: usize) -> String {
    let symbols = symbols.as_bytes();
    let (rows, columns) = (random.usize(1..=rows), random.usize(1..=columns));
    let mut row = || (0..columns).map(|_| char::from(symbols[random.usize(..symbols.len())])).collect();
    let rows: Vec<String> = (0..rows).map(|_| row()).collect();
    rows.join("|")
}

/// How large positions of a ruleset may be if plain recursion is to come to an end.
fn small_size(title: &str) -> &'static str {
    match title {
        "amazons" | "cannibal_clobber" | "clobber" | "col" | "nogo" | "sheep" | "snort" => "2x3",
        "cutcake" => "3x4",
        "domineering" | "fission" => "3x3",
        "gen_king_dirt" => "2x2",
        "konane" => "2x4",
        "gen_toads" | "hackenbush" | "toads_and_frogs" | "toppling_dominoes" => "6",
        "literal" => "5",
        "integer_game" | "up_star" | "wythoff" => "3",
        "clobber_1xn" => "8",
        "elephants" | "nogo_1xn" => "7",
        _ => "9",
    }
}

/// Returns the text of a legal position of a ruleset with so many rows and columns at most.
pub(crate) fn position_up_to(random: &mut Rng, title: &str, size: &str) -> String {
    let [low, high]: [BoardSize; 2] = ["1x1", size].map(|size| size.parse().expect("a size"));
    let positions = RandomPositions::new(title, low, high, random.u64(..));
    positions.expect("every ruleset has positions").next_position().expect("some are legal").1
}

/// Returns the text of a small legal position of a ruleset, impartial or not.
pub(crate) fn small_position_of(random: &mut Rng, title: &str) -> String {
    let size = small_size(title.strip_prefix("impartial ").unwrap_or(title));
    position_up_to(random, title, size)
}

/// Returns the title and the text of a small legal position of any ruleset, at times of its impartial form.
pub(crate) fn small_position(random: &mut Rng) -> (String, String) {
    let title = TITLES[random.usize(..TITLES.len())];
    let title = if random.u32(..8) == 0 { format!("impartial {title}") } else { title.to_owned() };
    let text = small_position_of(random, &title);
    (title, text)
}

/// What the generator says is legal is legal for the oracle, too.
#[test]
fn small_positions_are_legal() {
    let mut random = Rng::with_seed(1);
    for title in TITLES {
        for _ in 0..50 {
            let text = small_position_of(&mut random, title);
            assert!(oracle::read(title, &text).is_some(), "{title}: {text}");
        }
    }
}
