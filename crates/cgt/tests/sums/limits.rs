//! Limits hold, and what was cut short does no harm.

use std::time::{Duration, Instant};

use zermelo_cgt::{Arena, Budget, Player, Session, Stopped, Value};

#[test]
fn a_value_that_takes_too_long_is_given_up_and_the_next_one_is_right() {
    let mut session = Session::new();
    let large = session.read("domineering", "8x8").expect("a board");
    let start = Instant::now();
    let budget = Budget::with_timeout(Some(Duration::from_millis(50)));
    assert_eq!(session.value_within(&[large], &budget), Err(Stopped::Timeout));
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
    let answer = session.left_or_right_wins(&[game], Player::Left, &mut Budget::unlimited());
    assert_eq!(answer, Err(Stopped::Memory));
    let mut session = Session::new().with_memory(4 << 20);
    let game = session.read("impartial domineering", "6x7").expect("a board");
    assert_eq!(session.nim_value(&[game], &mut Budget::unlimited()), Err(Stopped::Memory));
    let mut session = Session::new().with_memory(4 << 20);
    let game = session.read("domineering", "8x8").expect("a board");
    assert_eq!(session.value_within(&[game], &Budget::unlimited()), Err(Stopped::Memory));
}

#[test]
fn work_is_bounded() {
    let mut session = Session::new();
    let game = session.read("nogo", "4x4").expect("a board");
    let mut budget = Budget::unlimited().with_limit(Some(500));
    assert_eq!(session.left_or_right_wins(&[game], Player::Left, &mut budget), Err(Stopped::Work));
    assert!(budget.nodes <= 501);
}

#[test]
fn sums_of_values_are_bounded_too() {
    let mut arena = Arena::new();
    let hot: Vec<String> = (1..40).map(|at| format!("{{{}|{{{}|-{at}}}}}", 3 * at * at, at * at)).collect();
    let none = Budget::with_timeout(Some(Duration::from_millis(20)));
    let stopped = arena.limited(&none, 64 << 20, |arena| arena.parse(&hot.join("+")));
    assert!(matches!(stopped, Err(Stopped::Timeout | Stopped::Memory)));
    let value = arena.parse("{3|1} + {3|1}").expect("a value");
    assert_eq!(arena.text(value), "4");
}

/// Time this thread spent computing, which other programs on the machine do not change.
pub(crate) fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// How late an operation may notice that time is over.
const LATE: Duration = Duration::from_millis(300);

/// Does something with so much time, and says whether that was enough.
fn within<T>(arena: &mut Arena, time: Duration, work: impl FnOnce(&mut Arena) -> T) -> Result<T, Stopped> {
    let start = cpu_time();
    let done = arena.limited(&Budget::with_timeout_by(cpu_time, time), 512 << 20, work);
    let late = cpu_time().saturating_sub(start).saturating_sub(time);
    assert!(late < LATE, "{late:?} too late");
    done
}

/// `{1|*} + {2|*} + … + {n|*}`: the options of the sum are sums of all but one of them.
fn many_switches(n: u32) -> String {
    (1..=n).map(|left| format!("{{{left}|*}}")).collect::<Vec<_>>().join(" + ")
}

#[test]
fn long_additions_end_in_time() {
    let mut arena = Arena::new();
    for milliseconds in [20, 100, 400] {
        let stopped =
            within(&mut arena, Duration::from_millis(milliseconds), |arena| arena.parse(&many_switches(50)));
        assert_eq!(stopped, Err(Stopped::Timeout), "{milliseconds} ms");
    }
    let small = many_switches(5);
    let mut fresh = Arena::new();
    let [found, expected] = [&mut arena, &mut fresh].map(|arena| {
        let value = arena.parse(&small).expect("a value");
        arena.text(value)
    });
    assert_eq!(found, expected, "nothing worthless is remembered");
}

/// Every operation on a large value looks at the clock: with no time at all it gives up, and what was begun
/// does no harm to what follows.
#[test]
fn every_operation_on_values_ends_in_time() {
    type Operation = (&'static str, fn(&mut Arena, Value));
    let operations: [Operation; 15] = [
        ("negative", |arena, value| _ = arena.neg(value)),
        ("sum with a number", |arena, value| {
            let number = arena.parse("1/8").expect("a number");
            arena.add(value, number);
        }),
        ("sum", |arena, value| {
            let other = arena.parse("{5|^}").expect("a value");
            arena.add(value, other);
        }),
        ("multiple", |arena, value| _ = arena.multiple(1 << 40, value)),
        ("comparison", |arena, value| {
            let other = arena.parse("{45|{43|v*}}").expect("a value");
            let sum = arena.add(value, other);
            arena.compare(sum, value);
        }),
        ("thermograph", |arena, value| _ = arena.thermograph(value)),
        ("heating", |arena, value| {
            let one = arena.integer(1);
            arena.heat(value, one);
        }),
        ("cooling", |arena, value| _ = arena.cool(value, &zermelo_cgt::Dyadic::ONE)),
        ("ordinal sum", |arena, value| _ = arena.ordinal_sum(Value::STAR, value)),
        ("product", |arena, value| {
            let up = arena.ups(1);
            arena.norton_product(value, up);
        }),
        ("incentives", |arena, value| _ = arena.incentives(value)),
        ("reduced form", |arena, value| _ = arena.reduced(value)),
        ("birthday", |arena, value| _ = arena.birthday(value)),
        ("text", |arena, value| _ = arena.text_within(value, 100_000)),
        ("report", |arena, value| _ = arena.report(value)),
    ];
    let mut arena = Arena::new();
    let large = arena.parse(&many_switches(13)).expect("a value");
    for (name, operation) in operations {
        let mut fresh = arena.clone();
        let stopped = within(&mut fresh, Duration::ZERO, |arena| operation(arena, large));
        assert_eq!(stopped, Err(Stopped::Timeout), "{name}");
        // The rest of its life is as if nothing had happened.
        let texts = [&mut fresh, &mut arena.clone()].map(|arena| {
            let mut others = many_switches(6) + " - " + &many_switches(3).replace(" + ", " - ");
            others += " + {3||1|-1*} + 1/8 + {5|^}";
            let value = arena.parse(&others).expect("a value");
            let negative = arena.neg(value);
            let sum = arena.add(value, negative);
            (arena.text(negative), arena.text(sum), arena.birthday(value).to_string())
        });
        assert_eq!(texts[0], texts[1], "after {name}");
    }
}

/// Formulas for nim-values may take a long time, too.
#[test]
fn formulas_end_in_time() {
    let set: Vec<String> = (1..=3000).map(|take| (take * 7 % 20_011 + 1).to_string()).collect();
    for (title, text) in [
        ("octal", "0.77777777777777777777:50000".to_owned()),
        ("kayles", "50000".to_owned()),
        ("subtraction", format!("{}:1000000", set.join(","))),
    ] {
        let mut session = Session::new();
        let game = session.read(title, &text).expect("a heap");
        let time = Duration::from_millis(50);
        let start = cpu_time();
        let mut budget = Budget::with_timeout_by(cpu_time, time);
        assert_eq!(session.nim_value(&[game], &mut budget), Err(Stopped::Timeout), "{title}");
        let budget = Budget::with_timeout_by(cpu_time, time);
        assert_eq!(session.value_within(&[game], &budget), Err(Stopped::Timeout), "{title}");
        let spent = cpu_time().saturating_sub(start);
        assert!(spent < 2 * (time + LATE), "{title}: {spent:?}");
    }
}

/// Reading has no time limit, so it must not take long.
#[test]
fn literals_that_nobody_can_compute_are_refused() {
    let mut session = Session::new();
    let start = cpu_time();
    let refused = session.read("literal", &format!("{{{}|0}}", many_switches(50)));
    assert!(refused.is_err_and(|problem| problem.to_string().contains("must be small")));
    let spent = cpu_time().saturating_sub(start);
    assert!(spent < Duration::from_secs(2), "{spent:?}");
    assert!(session.read("literal", &format!("{{{}|0}}", many_switches(8))).is_ok());
}

/// Positions with so many moves, or with so much to do for each, that a single node takes long: of every
/// ruleset with wide boards, and of some others.
fn large_positions() -> Vec<(String, String)> {
    let square = |cell: &dyn Fn(usize, usize) -> char| {
        let row = |row| (0..30).map(|column| cell(row, column)).collect::<String>();
        (0..30).map(row).collect::<Vec<_>>().join("|")
    };
    let empty = square(&|_, _| '.');
    let checkered = square(&|row, column| if (row + column) % 2 == 0 { 'X' } else { 'O' });
    let sparse = square(&|row, column| match (7 * row + column) % 9 {
        0 => 'X',
        4 => 'O',
        _ => '.',
    });
    let strip = format!("XO{}", ".".repeat(400));
    let plain = [
        ("amazons", strip.clone()),
        ("amazons", sparse.clone()),
        ("cannibal_clobber", checkered.clone()),
        ("clobber", checkered.clone()),
        ("clobber_1xn", "XO".repeat(300)),
        ("col", sparse.clone()),
        ("domineering", empty.clone()),
        ("elephants", "X.O.".repeat(60)),
        ("fission", square(&|row, column| if (row, column) == (9, 12) { 'X' } else { '.' })),
        ("gen_king_dirt", format!("1,1,0:{sparse}")),
        ("konane", checkered.replacen('X', ".", 3)),
        ("nogo", empty),
        ("nogo_1xn", ".".repeat(250)),
        ("sheep", format!("0,50{}|-50{},0", ",0".repeat(40), ",0".repeat(40))),
        ("snort", sparse),
        ("toppling_dominoes", "XOX".repeat(100)),
    ];
    let both = |(title, text): (&str, String)| {
        [(title.to_owned(), text.clone()), (format!("impartial {title}"), text)]
    };
    plain.into_iter().flat_map(both).collect()
}

/// No position is so large that its moves are listed without a look at the clock.
#[test]
fn questions_about_large_positions_end_in_time() {
    type Question = fn(&mut Session, zermelo_cgt::Game, &mut Budget) -> Option<Stopped>;
    let questions: [(&str, Question); 5] = [
        ("who wins", |session, game, budget| {
            session.left_or_right_wins(&[game], Player::Right, budget).err()
        }),
        ("winning moves", |session, game, budget| {
            session.winning_moves(&[game], Some(Player::Left), budget).err()
        }),
        ("strategy", |session, game, budget| {
            match session.strategy(&[game], Player::Left, 1000, budget).err()? {
                zermelo_cgt::NoStrategy::Stopped(stopped) => Some(stopped),
                _ => None,
            }
        }),
        ("value", |session, game, budget| session.value_within(&[game], budget).err()),
        ("options", |session, game, budget| session.options_of(game, budget).err()),
    ];
    let time = Duration::from_millis(60);
    let mut timeouts = 0;
    for (title, text) in large_positions() {
        for (name, question) in questions {
            let mut session = Session::new();
            let game = session.read(&title, &text).unwrap_or_else(|problem| panic!("{title}: {problem}"));
            let start = cpu_time();
            let stopped = question(&mut session, game, &mut Budget::with_timeout_by(cpu_time, time));
            let spent = cpu_time().saturating_sub(start);
            assert!(spent < 5 * time, "{name}, {title}: {spent:?} instead of {time:?}");
            timeouts += u32::from(stopped == Some(Stopped::Timeout));
        }
    }
    assert!(timeouts > 100, "only {timeouts} questions took as much time as they had");
}

/// What is found out about a position before its time is over does no harm: with more time the answer is
/// right.
#[test]
fn what_was_cut_short_does_not_change_answers() {
    for (title, text) in
        [("amazons", "XO......"), ("nogo", "....|....|...."), ("impartial konane", "XOXO|O.OX|XOXO")]
    {
        let mut fresh = Session::new();
        let game = fresh.read(title, text).expect("a board");
        let expected = fresh.left_or_right_wins(&[game], Player::Left, &mut Budget::unlimited());
        let mut session = Session::new();
        let game = session.read(title, text).expect("a board");
        let mut found = Err(Stopped::Timeout);
        for microseconds in (0..).map(|step| 20 * step) {
            let mut budget = Budget::with_timeout_by(cpu_time, Duration::from_micros(microseconds));
            found = session.left_or_right_wins(&[game], Player::Left, &mut budget);
            if found.is_ok() {
                break;
            }
        }
        assert_eq!(found, expected, "{title}");
    }
}

/// One position may have more options than fit into the memory.
#[test]
fn options_of_large_positions_end_where_the_memory_does() {
    for (title, text) in large_positions() {
        for asks_value in [false, true] {
            let mut session = Session::new().with_memory(2 << 20);
            let game = session.read(&title, &text).expect("a position");
            let start = cpu_time();
            let mut budget = Budget::with_timeout_by(cpu_time, Duration::from_secs(20));
            let stopped = if asks_value {
                session.value_within(&[game], &budget).err()
            } else {
                // In the strip of amazons Left cannot move.
                session.left_or_right_wins(&[game], Player::Right, &mut budget).err()
            };
            let spent = cpu_time().saturating_sub(start);
            let is_wide = title.ends_with("amazons");
            assert!(!is_wide || stopped == Some(Stopped::Memory), "{title}: {stopped:?} after {spent:?}");
        }
    }
}
