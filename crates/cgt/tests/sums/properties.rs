//! What the engine finds equals what plain recursion finds, for random small games of all rulesets.

use proptest::prelude::*;
use zermelo_cgt::rulesets::TITLES;
use zermelo_cgt::{Budget, Player, Session};

use crate::oracle;

/// Titles and how their small positions are written: a pattern of characters, one of which is
/// chosen for each cell, in rows.
const SMALL: [(&str, &str, usize, usize); 14] = [
    ("amazons", "XO..#", 2, 2),
    ("cannibal_clobber", "XO.", 2, 2),
    ("clobber", "XO.", 2, 3),
    ("clobber_1xn", "XO.", 1, 6),
    ("col", ".XO#", 2, 2),
    ("domineering", "...#", 2, 3),
    ("elephants", "XO.", 1, 5),
    ("fission", "X..#", 3, 2),
    ("hackenbush", "XO#", 1, 4),
    ("konane", "XO.", 2, 4),
    ("nogo", "...XO#", 2, 2),
    ("nogo_1xn", "...XO", 1, 5),
    ("snort", ".XO#", 2, 2),
    ("toppling_dominoes", "XO#", 1, 4),
];

/// Small positions that are written in other ways.
const FIXED: [(&str, &str); 27] = [
    ("cutcake", "1x3"),
    ("cutcake", "3x2"),
    ("dyadic_rational", "-3/4"),
    ("dyadic_rational", "5/2"),
    ("gen_king_dirt", "1,0,0:.#"),
    ("gen_king_dirt", "0,0,1:X.|O."),
    ("gen_toads", "1,1,1,0:X..O"),
    ("gen_toads", "1,2,0,0:X..O."),
    ("gen_toads", "1,3,2,1:XX..O"),
    ("gen_toads", "2,2,1,0:X.X.OO"),
    ("grundy", "6"),
    ("hackenbush", "X<O#,XO>"),
    ("integer_game", "3"),
    ("integer_game", "-2"),
    ("kayles", "5"),
    ("literal", "{1|-1*}"),
    ("nimber", "3"),
    ("octal", "0.137:5"),
    ("sheep", "0,2,0|-3,0,0"),
    ("sheep", "2 0 0 | 0 -2 0"),
    ("subtraction", "1,3:5"),
    ("switch_game", "2,-1/2"),
    ("switch_game", "-1 3"),
    ("toads_and_frogs", "XX.O."),
    ("up_star", "2*"),
    ("up_star", "-1 *"),
    ("wythoff", "1 2"),
];

/// Any small position of any ruleset; some are not legal.
fn small_game() -> impl Strategy<Value = (String, String)> {
    let random = (0..SMALL.len(), any::<bool>(), proptest::collection::vec(any::<usize>(), 6)).prop_map(
        |(which, impartial, cells)| {
            let (title, pattern, rows, columns) = SMALL[which];
            let symbols: Vec<char> = pattern.chars().collect();
            let cell = |at: usize| symbols[cells[at % cells.len()].rotate_left(at as u32) % symbols.len()];
            let row =
                |row: usize| (0..columns).map(|column| cell(row * columns + column)).collect::<String>();
            let text = (0..rows).map(row).collect::<Vec<_>>().join("|");
            (if impartial { format!("impartial {title}") } else { title.to_owned() }, text)
        },
    );
    let fixed = (0..FIXED.len()).prop_map(|which| (FIXED[which].0.to_owned(), FIXED[which].1.to_owned()));
    prop_oneof![3 => random, 1 => fixed]
}

#[test]
fn every_ruleset_takes_part() {
    for title in TITLES {
        let covered =
            SMALL.iter().any(|(name, ..)| name == title) || FIXED.iter().any(|(name, _)| name == title);
        assert!(covered || *title == "nim" || title.starts_with("dawson"), "{title} has no small position");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Splits, normal forms, negatives and formulas do not change the value.
    #[test]
    fn the_value_is_the_value_by_definition((title, text) in small_game()) {
        let Some(plain) = oracle::read(&title, &text) else { return Ok(()) };
        let mut session = Session::new();
        let game = session.read(&title, &text).expect("the oracle read it");
        let value = session.value(&[game]);
        let by_definition = oracle::value(plain.as_ref(), session.arena());
        prop_assert_eq!(value, by_definition, "{} {}", title, text);
    }

    #[test]
    fn the_winner_is_the_winner_by_plain_recursion(
        sum in proptest::collection::vec(small_game(), 1..4),
    ) {
        let plain: Option<Vec<_>> = sum.iter().map(|(title, text)| oracle::read(title, text)).collect();
        let Some(plain) = plain else { return Ok(()) };
        // Plain recursion over sums takes time exponential in the moves.
        let moves: usize = plain.iter().flat_map(|game| Player::BOTH.map(|p| game.options(p).len())).sum();
        prop_assume!(moves <= 14);
        let mut session = Session::new();
        let games: Vec<_> =
            sum.iter().map(|(title, text)| session.read(title, text).expect("legal")).collect();
        for player in Player::BOTH {
            let wins = session.left_or_right_wins(&games, player, &mut Budget::unlimited());
            prop_assert_eq!(wins, Ok(oracle::wins(&plain, player)), "{:?} {}", sum, player);
        }
    }

    /// Whichever way the answer is found: by values of whole games, or by search alone.
    #[test]
    fn winning_moves_win((title, text) in small_game(), player in prop_oneof![Just(Player::Left), Just(Player::Right)]) {
        let Some(plain) = oracle::read(&title, &text) else { return Ok(()) };
        prop_assume!(plain.options(player).len() <= 10);
        let mut session = Session::new();
        let game = session.read(&title, &text).expect("legal");
        let found = session.winning_moves(&[game], Some(player), &mut Budget::unlimited());
        let any = plain.options(player).into_iter().any(|option| !oracle::wins(&[option], player.opponent()));
        prop_assert_eq!(!found.expect("no limit").is_empty(), any, "{} {} {}", title, text, player);
    }

    #[test]
    fn the_nim_value_is_the_nim_value_by_definition((title, text) in small_game()) {
        let title = if title.starts_with("impartial ") { title } else { format!("impartial {title}") };
        let Some(plain) = oracle::read(&title, &text) else { return Ok(()) };
        let mut session = Session::new();
        let game = session.read(&title, &text).expect("legal");
        let nim = session.nim_value(&[game], &mut Budget::unlimited());
        prop_assert_eq!(nim, Ok(oracle::nim_value(plain.as_ref())), "{} {}", title, text);
    }
}

/// A cake in several pieces: who names a move names the piece, too.
#[test]
fn winning_moves_of_a_cake_in_pieces_can_be_played() {
    let mut session = Session::new();
    let mut games = vec![session.read("cutcake", "5x2").unwrap()];
    for name in ["2", "1"] {
        games = session.play(&games, Player::Right, name).unwrap();
    }
    assert_eq!(session.text(games[0]), "3x2 1x2 1x2");
    let mut budget = Budget::unlimited();
    let winning = session.winning_moves(&games, Some(Player::Left), &mut budget).unwrap();
    assert_eq!(winning, ["2.1", "3.1"]);
    for name in winning {
        let after = session.play(&games, Player::Left, &name).unwrap();
        assert_eq!(session.left_or_right_wins(&after, Player::Right, &mut budget), Ok(false), "{name}");
    }
}

/// All boards of a size that a half turn leaves as they are, or with the colours swapped.
fn symmetric_boards(rows: usize, columns: usize, symbols: &str, swapped: bool) -> Vec<String> {
    let symbols: Vec<char> = symbols.chars().collect();
    let cells = rows * columns;
    let swap = |symbol| match symbol {
        'X' if swapped => 'O',
        'O' if swapped => 'X',
        other => other,
    };
    let board = |mut number: usize| {
        let mut board = vec!['.'; cells];
        for at in 0..cells.div_ceil(2) {
            board[at] = symbols[number % symbols.len()];
            board[cells - 1 - at] = swap(board[at]);
            number /= symbols.len();
        }
        board.chunks(columns).map(String::from_iter).collect::<Vec<_>>().join("|")
    };
    (0..symbols.len().pow(cells.div_ceil(2) as u32)).map(board).collect()
}

/// Where the second player can mirror every move, nothing is searched: it had better be true.
#[test]
fn symmetric_impartial_boards_have_the_nim_value_by_definition() {
    let mut zero = 0;
    for (rows, columns) in [(1, 6), (1, 7), (2, 3), (3, 2), (2, 4), (3, 3)] {
        for (title, symbols, swapped) in
            [("clobber", "XO.", false), ("clobber", "XO.", true), ("domineering", ".#", false)]
        {
            let title = format!("impartial {title}");
            for text in symmetric_boards(rows, columns, symbols, swapped) {
                let plain = oracle::read(&title, &text).expect("legal");
                let mut session = Session::new();
                let game = session.read(&title, &text).expect("legal");
                let mut budget = Budget::unlimited();
                let nim = session.nim_value(&[game], &mut budget);
                assert_eq!(nim, Ok(oracle::nim_value(plain.as_ref())), "{title} {text}");
                let has_moves = !plain.options(Player::Left).is_empty();
                zero += usize::from(nim == Ok(0) && budget.nodes == 0 && has_moves);
            }
        }
    }
    assert!(zero > 100, "only {zero} were known at once");
}
