//! The live solver against plain minimax, position by position.

mod oracle;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use zermelo_connect4::{Board, Book, Live, Position};
use zermelo_core::Outcome;

use oracle::minimax;

const MEMORY: u64 = 1 << 24;

fn board(rows: u32, columns: u32, run: u32) -> Board {
    Board::new(rows, columns, run).unwrap()
}

/// A position after so many random stones; `None` if the game was over before.
fn random_position(board: Board, ply: u32, random: &mut fastrand::Rng) -> Option<Position> {
    let mut p = Position::EMPTY;
    for _ in 0..ply {
        if board.last_mover_won(p) {
            return None;
        }
        let open: Vec<u32> = (0..board.columns()).filter(|&column| board.has_room(p, column)).collect();
        p = board.drop(p, open[random.usize(..open.len())]);
    }
    Some(p)
}

fn never() -> bool {
    false
}

/// Compares so many random positions with at least `least` stones.
fn agrees(board: Board, least: u32, positions: usize) {
    let (live, mut known) = (Live::new(board, MEMORY), HashMap::new());
    let mut random = fastrand::Rng::with_seed(u64::from(board.cells() + board.run()));
    let mut compared = 0;
    while compared < positions {
        let ply = random.u32(least..=board.cells());
        if let Some(p) = random_position(board, ply, &mut random) {
            assert_eq!(live.outcome(p, &never), Some(minimax(board, p, &mut known)), "{board:?} {p:?}");
            compared += 1;
        }
    }
}

#[test]
fn boards_with_four_in_a_row_agree_with_minimax() {
    agrees(board(4, 4, 4), 0, 5_000);
    agrees(board(5, 4, 4), 0, 5_000);
    agrees(board(4, 5, 4), 4, 5_000);
    agrees(board(5, 5, 4), 12, 3_000);
    agrees(board(6, 5, 4), 18, 3_000);
    agrees(board(6, 7, 4), 29, 3_000);
}

#[test]
fn boards_with_three_or_five_in_a_row_agree_with_minimax() {
    agrees(board(3, 4, 3), 0, 2_000);
    agrees(board(4, 5, 3), 0, 2_000);
    agrees(board(2, 9, 3), 0, 2_000);
    agrees(board(4, 5, 5), 10, 3_000);
    agrees(board(5, 6, 5), 21, 3_000);
    agrees(board(1, 12, 3), 0, 1_000);
    agrees(board(15, 4, 4), 50, 1_000);
    agrees(board(7, 8, 4), 45, 1_000);
}

/// The table is shared: who asks second, or in parallel, gets the same answers.
#[test]
fn answers_do_not_depend_on_what_was_asked_before() {
    let board = board(5, 5, 4);
    let mut random = fastrand::Rng::with_seed(5);
    let positions: Vec<Position> =
        (0..400).filter_map(|n| random_position(board, 8 + n % 12, &mut random)).collect();
    let fresh: Vec<_> = positions.iter().map(|&p| Live::new(board, MEMORY).outcome(p, &never)).collect();
    let shared = Live::new(board, MEMORY);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                for (&p, expected) in positions.iter().zip(&fresh) {
                    assert_eq!(shared.outcome(p, &never), *expected, "{p:?}");
                }
            });
        }
    });
}

/// Published: Tromp's table of small boards, where all three are draws.
#[test]
fn starts_of_small_boards_have_their_published_values() {
    for (rows, columns) in [(4, 4), (4, 5), (5, 4), (5, 5)] {
        let board = board(rows, columns, 4);
        assert_eq!(
            Live::new(board, MEMORY).outcome(Position::EMPTY, &never),
            Some(Outcome::Tie(board.cells())),
            "{board:?}"
        );
    }
}

#[test]
fn starts_of_boards_of_30_cells_are_ties() {
    for (rows, columns) in [(6, 5), (5, 6)] {
        let live = Live::new(board(rows, columns, 4), 1 << 28);
        assert_eq!(live.outcome(Position::EMPTY, &never), Some(Outcome::Tie(30)));
    }
}

#[test]
fn a_search_that_was_given_up_goes_on_where_it_was() {
    let board = board(5, 5, 4);
    let live = Live::new(board, MEMORY);
    let mut times = 0;
    let answer = loop {
        let asked = AtomicUsize::new(0);
        times += 1;
        // A little more patience each time.
        if let Some(answer) = live.outcome(Position::EMPTY, &|| asked.fetch_add(1, Relaxed) >= times) {
            break answer;
        }
    };
    assert!(times > 1, "it should not be that easy");
    assert_eq!(answer, Outcome::Tie(25));
}

#[test]
fn a_book_gives_the_same_answers_with_less_work() {
    for (board, ply) in [(board(5, 5, 4), 8), (board(4, 5, 4), 6), (board(5, 4, 4), 4), (board(4, 5, 3), 4)] {
        let slow = Live::new(board, MEMORY);
        let book = Book::build(board, ply, |p| slow.outcome(p, &never).unwrap());
        assert!(!book.is_empty() && book.ply() == ply && book.board() == board);
        let read = Book::from_bytes(&book.to_bytes()).unwrap();
        assert_eq!(read, book);
        let fast = Live::new(board, MEMORY).with_book(read);
        assert_eq!(
            fast.outcome(Position::EMPTY, &never),
            Live::new(board, MEMORY).outcome(Position::EMPTY, &never)
        );
        let without = Live::new(board, MEMORY);
        without.outcome(Position::EMPTY, &never);
        assert!(fast.positions() < without.positions(), "{} {}", fast.positions(), without.positions());
        let mut random = fastrand::Rng::with_seed(9);
        for _ in 0..500 {
            if let Some(p) = random_position(board, random.u32(0..=ply + 2), &mut random) {
                assert_eq!(fast.outcome(p, &never), slow.outcome(p, &never), "{p:?}");
            }
        }
    }
}

/// Published: the data set Connect-4 of the UCI repository (J. Tromp, 1995) has all positions after eight stones in which the next move is not
/// forced, one of two images, with the value for the player to move: 67,557 positions, of which 44,473 are won, 16,635 lost and 6,449
/// drawn. The book of the standard board is of positions after twelve, so these come out of it by four more moves.
#[test]
fn the_book_of_the_standard_board_gives_the_published_values_after_eight_stones() {
    let standard = board(6, 7, 4);
    let live = Live::new(standard, MEMORY);
    let mut layer = BTreeSet::from([Position::EMPTY]);
    for _ in 0..8 {
        let after = |p: Position| {
            let open = (0..standard.columns()).filter(move |&column| standard.has_room(p, column));
            open.map(move |column| standard.drop(p, column)).filter(|&p| !standard.last_mover_won(p))
        };
        layer = layer.into_iter().flat_map(after).map(|p| p.min(standard.mirror(p))).collect();
    }
    let mut values = BTreeMap::new();
    for p in layer {
        let playable = standard.playable(p.occupied);
        let wins = standard.completing(p.mover()) & playable;
        let forced = standard.completing(p.last_mover()) & playable;
        if wins == 0 && forced == 0 {
            let outcome = live.outcome(p, &never).unwrap();
            *values.entry(outcome.value().word()).or_insert(0) += 1;
        }
    }
    assert_eq!(values, BTreeMap::from([("win", 44_473), ("lose", 16_635), ("tie", 6_449)]));
}

#[test]
fn a_book_that_was_changed_is_refused_and_one_of_another_board_is_not_used() {
    let small = board(4, 4, 4);
    let slow = Live::new(small, MEMORY);
    let book = Book::build(small, 4, |p| slow.outcome(p, &never).unwrap());
    let bytes = book.to_bytes();
    for place in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[place] ^= 1;
        // One bit in the header may make it a book of another ply; everything else is noticed.
        match Book::from_bytes(&changed) {
            Err(error) => assert!(!error.to_string().is_empty()),
            Ok(other) => assert!(other != book && place < 12, "byte {place} is not checked"),
        }
    }
    for length in 0..bytes.len() {
        assert!(Book::from_bytes(&bytes[..length]).is_err(), "{length} bytes");
    }
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("connect4.book");
    book.write(&path).unwrap();
    assert_eq!(Book::read(&path).unwrap(), book);
    let other = Live::new(board(4, 5, 4), MEMORY).with_book(book);
    assert_eq!(other.outcome(Position::EMPTY, &never), Some(Outcome::Tie(20)));
}
