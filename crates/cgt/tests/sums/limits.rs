//! Limits hold, and what was cut short does no harm.

use std::time::{Duration, Instant};

use zermelo_cgt::{Arena, Effort, Player, Session, Stopped};

#[test]
fn a_value_that_takes_too_long_is_given_up_and_the_next_one_is_right() {
    let mut session = Session::new();
    let large = session.read("domineering", "8x8").expect("a board");
    let start = Instant::now();
    let effort = Effort::with_timeout(Some(Duration::from_millis(50)));
    assert_eq!(session.value_within(&[large], &effort), Err(Stopped::Timeout));
    assert!(start.elapsed() < Duration::from_secs(20), "it took {:?}", start.elapsed());
    // Published values; the others are found in a session that never stopped.
    for (board, published) in [("4x5", Some("1")), ("2x2", Some("+-1")), ("3x3", Some("+-1")), ("4x4", None)]
    {
        let mut fresh = Session::new();
        let [found, expected] = [&mut session, &mut fresh].map(|session| {
            let game = session.read("domineering", board).expect("a board");
            let value = session.value(&[game]);
            session.arena().text(value)
        });
        assert_eq!(found, expected, "{board}");
        assert!(published.is_none_or(|published| published == found), "{board}: {found}");
    }
}

#[test]
fn memory_is_bounded() {
    let mut session = Session::new().with_memory(4 << 20);
    let game = session.read("nogo", "5x5").expect("a board");
    let answer = session.left_or_right_wins(&[game], Player::Left, &mut Effort::unlimited());
    assert_eq!(answer, Err(Stopped::Memory));
    let mut session = Session::new().with_memory(4 << 20);
    let game = session.read("impartial domineering", "6x7").expect("a board");
    assert_eq!(session.nim_value(&[game], &mut Effort::unlimited()), Err(Stopped::Memory));
    let mut session = Session::new().with_memory(4 << 20);
    let game = session.read("domineering", "8x8").expect("a board");
    assert_eq!(session.value_within(&[game], &Effort::unlimited()), Err(Stopped::Memory));
}

#[test]
fn work_is_bounded() {
    let mut session = Session::new();
    let game = session.read("nogo", "4x4").expect("a board");
    let mut effort = Effort::unlimited().with_limit(Some(500));
    assert_eq!(session.left_or_right_wins(&[game], Player::Left, &mut effort), Err(Stopped::Work));
    assert!(effort.nodes <= 501);
}

#[test]
fn sums_of_values_are_bounded_too() {
    let mut arena = Arena::new();
    let hot: Vec<String> = (1..40).map(|at| format!("{{{}|{{{}|-{at}}}}}", 3 * at * at, at * at)).collect();
    let none = Effort::with_timeout(Some(Duration::from_millis(20)));
    let stopped = arena.limited(&none, 64 << 20, |arena| arena.parse(&hot.join("+")));
    assert!(matches!(stopped, Err(Stopped::Timeout | Stopped::Memory)));
    let value = arena.parse("{3|1} + {3|1}").expect("a value");
    assert_eq!(arena.text(value), "4");
}
