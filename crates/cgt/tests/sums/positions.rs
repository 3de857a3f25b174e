//! Small random positions of every ruleset.

use fastrand::Rng;
use zermelo_cgt::rulesets::TITLES;
use zermelo_cgt::{Arena, RandomValues};

use crate::oracle;

/// A title, and a position of it that may not be legal.
type Write = fn(&mut Rng) -> String;

/// A board of cells from a pattern, with so many rows and columns at most.
pub(crate) fn board(random: &mut Rng, symbols: &str, rows: usize, columns: usize) -> String {
    let symbols = symbols.as_bytes();
    let (rows, columns) = (random.usize(1..=rows), random.usize(1..=columns));
    let mut row = || (0..columns).map(|_| char::from(symbols[random.usize(..symbols.len())])).collect();
    let rows: Vec<String> = (0..rows).map(|_| row()).collect();
    rows.join("|")
}

fn heap(random: &mut Rng) -> String {
    random.u32(0..=9).to_string()
}

fn number(random: &mut Rng) -> String {
    format!("{}/{}", random.i32(-9..=9), 1 << random.u32(0..=2))
}

/// Trees of hackenbush with at most so many edges on top of each other.
fn forest(random: &mut Rng, height: u32) -> String {
    let tree = |random: &mut Rng| {
        let edge = ["X", "O", "X", "O", "#"][random.usize(..5)];
        match random.u32(..3) {
            0 if height > 1 => format!("{edge}<{}>", forest(random, height - 1)),
            1 if height > 1 => format!("{edge}{}", ["X", "O", "#"][random.usize(..3)]),
            _ => edge.to_owned(),
        }
    };
    let trees: Vec<String> = (0..random.usize(1..=2)).map(|_| tree(random)).collect();
    trees.join(",")
}

/// A pasture of at most so many rows and columns, with two or more herds of at most so many sheep.
pub(crate) fn pasture(random: &mut Rng, rows: usize, columns: usize, herd: i32) -> String {
    let columns = random.usize(2..=columns);
    let mut cells = vec![0_i32; columns * random.usize(1..=rows)];
    for _ in 0..=random.usize(1..=rows) {
        for herd in [random.i32(1..=herd), -random.i32(1..=herd)] {
            let at = random.usize(..cells.len());
            cells[at] = herd;
        }
    }
    let row = |row: &[i32]| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    cells.chunks(columns).map(row).collect::<Vec<_>>().join("|")
}

fn literal(random: &mut Rng) -> String {
    let mut arena = Arena::new();
    let value = RandomValues::new(random.u64(..)).next_value(&mut arena);
    arena.text(value)
}

/// How to write a position of a title.
fn writer(title: &str) -> Option<Write> {
    Some(match title {
        "amazons" => |random| board(random, "XO..#", 2, 3),
        "cannibal_clobber" | "clobber" => |random| board(random, "XOXO.", 2, 3),
        "clobber_1xn" => |random| board(random, "XOXO.", 1, 8),
        "col" | "snort" => |random| board(random, "..XO#", 2, 3),
        "cutcake" => |random| format!("{}x{}", random.u32(1..=4), random.u32(1..=4)),
        "dawson_chess" | "dawson_kayles" | "grundy" | "kayles" | "nim" | "nimber" => heap,
        "domineering" => |random| board(random, "...#", 3, 3),
        "dyadic_rational" => number,
        "elephants" => |random| board(random, "XO..", 1, 7),
        "fission" => |random| board(random, "X...#", 3, 3),
        "gen_king_dirt" => |random| {
            let [left, right, must] = [0; 3].map(|_| random.u32(0..=1));
            format!("{left},{right},{must}:{}", board(random, "XO..#", 2, 2))
        },
        "gen_toads" => |random| {
            let (slide, jump, friends) = (random.u32(1..=2), random.u32(0..=2), random.u32(0..=1));
            format!("{slide},{},{jump},{friends}:{}", slide + random.u32(0..=1), board(random, "XO..", 1, 6))
        },
        "hackenbush" => |random| forest(random, 3),
        "integer_game" => |random| random.i32(-4..=4).to_string(),
        "konane" => |random| board(random, "XOXO..#", 2, 4),
        "literal" => literal,
        "nogo" => |random| board(random, "....XO#", 2, 3),
        "nogo_1xn" => |random| board(random, "....XO", 1, 7),
        "octal" => {
            |random| format!("{}:{}", ["0.137", "0.77", "0.6", "4.007"][random.usize(..4)], heap(random))
        }
        "sheep" => |random| pasture(random, 2, 3, 3),
        "subtraction" => |random| format!("{}:{}", ["1,3", "2", "1,2,5"][random.usize(..3)], heap(random)),
        "switch_game" => |random| format!("{},{}", number(random), number(random)),
        "toads_and_frogs" => |random| board(random, "XO..", 1, 6),
        "toppling_dominoes" => |random| board(random, "XXOO#", 1, 6),
        "up_star" => |random| format!("{}{}", random.i32(-3..=3), ["", "*"][random.usize(..2)]),
        "wythoff" => |random| format!("{} {}", random.u32(0..=3), random.u32(0..=3)),
        _ => return None,
    })
}

/// Returns the text of a small legal position of a ruleset, impartial or not.
pub(crate) fn small_position_of(random: &mut Rng, title: &str) -> String {
    let write =
        writer(title.strip_prefix("impartial ").unwrap_or(title)).expect("every ruleset has positions");
    loop {
        let text = write(random);
        if oracle::read(title, &text).is_some() {
            return text;
        }
    }
}

/// Returns the title and the text of a small legal position of any ruleset, at times of its impartial form.
pub(crate) fn small_position(random: &mut Rng) -> (String, String) {
    loop {
        let title = TITLES[random.usize(..TITLES.len())];
        let text = writer(title).expect("every ruleset has positions")(random);
        let title = if random.u32(..8) == 0 { format!("impartial {title}") } else { title.to_owned() };
        if oracle::read(&title, &text).is_some() {
            return (title, text);
        }
    }
}

#[test]
fn every_ruleset_has_positions() {
    let mut random = Rng::with_seed(1);
    for title in TITLES {
        let write = writer(title).unwrap_or_else(|| panic!("{title} has no small positions"));
        let legal = (0..200).filter(|_| oracle::read(title, &write(&mut random)).is_some()).count();
        assert!(legal > 20, "only {legal} of 200 positions of {title} are legal");
    }
}
