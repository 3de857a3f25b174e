//! Known results that are not in the tables.

use zermelo_cgt::{Budget, Session};

fn nim(title: &str, text: &str) -> u32 {
    let mut session = Session::new();
    let game = session.read(title, text).expect("a position");
    session.nim_value(&[game], &mut Budget::unlimited()).expect("no limit")
}

fn rectangle(rows: usize, columns: usize) -> String {
    vec![".".repeat(columns); rows].join("|")
}

/// M. Lemoine and S. Viennot, "Nimbers are inevitable" (2012); the second player mirrors every move where both sides are even.
#[test]
fn cram_on_rectangles() {
    assert_eq!(nim("impartial domineering", &rectangle(4, 4)), 0);
    assert_eq!(nim("impartial domineering", &rectangle(4, 5)), 2);
    assert_eq!(nim("impartial domineering", &rectangle(3, 5)), 1);
    assert_eq!(nim("impartial domineering", &rectangle(4, 10)), 0);
}

/// *Winning Ways* and CGSuite: empty boards of domineering that are integers.
#[test]
fn domineering_on_rectangles() {
    let mut session = Session::new();
    for (rows, columns, expected) in [(4, 5, 1), (5, 5, 0), (4, 7, 1)] {
        let game = session.read("domineering", &rectangle(rows, columns)).expect("a board");
        let value = session.value(&[game]);
        assert_eq!(session.arena().as_number(value), Some(expected.into()), "{rows}x{columns}");
    }
}

/// OEIS A002188 begins 0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0.
#[test]
fn grundys_game() {
    let known = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0];
    for (heap, &expected) in known.iter().enumerate() {
        assert_eq!(nim("grundy", &heap.to_string()), expected, "heap of {heap}");
    }
}

/// Wythoff's pairs are lost for the player to move: the golden ratio and its square, rounded down.
#[test]
fn wythoffs_pairs() {
    for (small, large) in [(1, 2), (3, 5), (4, 7), (6, 10)] {
        assert_eq!(nim("wythoff", &format!("{small},{large}")), 0);
        assert_ne!(nim("wythoff", &format!("{small},{}", large + 1)), 0);
    }
}

/// Taking one or two: the heap modulo three.
#[test]
fn subtraction_of_one_or_two() {
    for heap in 0..20 {
        assert_eq!(nim("subtraction", &format!("1,2:{heap}")), heap % 3);
    }
}
