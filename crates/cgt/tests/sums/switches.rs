//! Whatever the engine leaves out, its answers are those of plain recursion.

use zermelo_cgt::{Budget, Player, RandomPositions, Session, Switches};

use crate::oracle;

const ALL: Switches = Switches { table: true, split: true, values: true, proof: true };

/// Each way to search, once.
const WAYS: [Switches; 5] = [
    ALL,
    Switches { table: false, ..ALL },
    Switches { split: false, ..ALL },
    // Only bounds and the table are left.
    Switches { values: false, ..ALL },
    Switches { proof: false, values: false, ..ALL },
];

fn check(title: &str, text: &str) {
    let plain = [oracle::read(title, text).expect("legal")];
    for player in Player::BOTH {
        let expected = oracle::wins(&plain, player);
        for switches in WAYS {
            let mut session = Session::with_switches(switches);
            let game = session.read(title, text).expect("legal");
            let found = session.left_or_right_wins(&[game], player, &mut Budget::unlimited());
            assert_eq!(found, Ok(expected), "{title} {text} {player} {switches:?}");
        }
    }
}

#[test]
fn every_way_to_search_finds_the_winner_of_random_boards() {
    for (title, low, high, cases) in [
        ("amazons", "2x2", "2x3", 40),
        ("clobber", "2x2", "3x3", 60),
        ("domineering", "3x3", "4x4", 60),
        ("nogo", "2x3", "3x4", 120),
        ("nogo_1xn", "5", "9", 60),
        ("elephants", "5", "8", 60),
    ] {
        let sizes = [low, high].map(|size| size.parse().expect("a size"));
        let mut boards = RandomPositions::new(title, sizes[0], sizes[1], 7).expect("boards");
        for _ in 0..cases {
            check(title, &boards.next_position().expect("a board").1);
        }
    }
}

/// The bounds of battle sheep rest on an argument about who can block whom.
#[test]
fn every_way_to_search_finds_the_winner_of_pastures() {
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..150 {
        let columns = random.usize(2..=4);
        let mut cells = vec!["0".to_owned(); columns * random.usize(2..=3)];
        for herd in [random.i32(2..=4), -random.i32(2..=4), random.i32(-2..=2)] {
            let at = random.usize(..cells.len());
            cells[at] = herd.to_string();
        }
        let rows: Vec<String> = cells.chunks(columns).map(|row| row.join(",")).collect();
        check("sheep", &rows.join("|"));
    }
}

/// A toad never makes more moves than there are cells for it.
#[test]
fn every_way_to_search_finds_the_winner_of_ponds() {
    let mut random = fastrand::Rng::with_seed(5);
    for gait in ["1,1,1,0", "1,2,1,0", "2,3,1,0", "1,1,2,1"] {
        for _ in 0..40 {
            let length = random.usize(4..=7);
            let strip: String = (0..length).map(|_| char::from(b"XO.."[random.usize(..4)])).collect();
            check("gen_toads", &format!("{gait}:{strip}"));
        }
    }
}

#[test]
fn more_cells_of_nogo_have_the_value_by_definition() {
    let sizes = ["2x3", "3x3"].map(|size| size.parse().expect("a size"));
    let mut boards = RandomPositions::new("nogo", sizes[0], sizes[1], 11).expect("boards");
    for _ in 0..150 {
        let (_, text) = boards.next_position().expect("a board");
        let mut session = Session::new();
        let game = session.read("nogo", &text).expect("legal");
        let value = session.value(&[game]);
        let plain = oracle::read("nogo", &text).expect("legal");
        assert_eq!(value, oracle::value(plain.as_ref(), session.arena()), "{text}");
    }
}
