//! Small games that only the tests know.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use zermelo_core::picture::{Colour, Figures, Look, Piece, Sign};
use zermelo_core::{Game, Outcome, ParseError, Turn, Value};
use zermelo_library::{Family, LiveSolver, any_game};

/// Take one or two of some matches; whoever takes the last one wins.
struct Matches {
    start: u8,
}

/// Rules with everything that Markdown has to offer here, and longer than any screen.
const RULES: &str = "\
There is a row of matches. The players take turns; **each** takes *one or two* of them, so `take1` and `take2` are the moves.

# The end
Whoever takes the last match wins:

- with one or two matches the player to move takes all of them and wins, which nobody should find hard to see from afar;
- with three matches he loses.

| matches | winner |
|---|---|
| 1, 2 | who moves |
| 3 | who waits |

A picture of three:

    | | |
    | | |

## History
1. Nim was solved in 1901.
2. Games in which one may take at most so many are older: they are in a book of Bachet, of 1612.

## Advice
Count the matches. Divide by three. Take what is left over. If nothing is left over, hope. Hope is a plan, too, if the other
player has not read this far. There is nothing else to be said about this game, and it is said here at such length only so that
the text is longer than a screen of twenty-four lines, which it now is, or will be after a few more words about nothing at all.

One more paragraph.

And another one.

The end.";

impl Game for Matches {
    type Position = (u8, Turn);
    type Move = u8;

    fn start(&self) -> (u8, Turn) {
        (self.start, Turn::First)
    }

    fn end(&self, p: &(u8, Turn)) -> Option<Value> {
        (p.0 == 0).then_some(Value::Lose)
    }

    fn moves(&self, p: &(u8, Turn), out: &mut Vec<u8>) {
        out.extend(1..=p.0.min(2));
    }

    fn play(&self, p: &(u8, Turn), m: u8) -> (u8, Turn) {
        (p.0 - m, p.1.next())
    }

    fn format(&self, p: &(u8, Turn)) -> String {
        format!("{}_{}", p.1, p.0)
    }

    fn parse(&self, text: &str) -> Result<(u8, Turn), ParseError> {
        let wrong = || ParseError::new(format!("'{text}' is not a turn and a number up to {}", self.start));
        let (turn, number) = text.split_once('_').ok_or_else(wrong)?;
        let turn = if turn == "1" { Turn::First } else { Turn::Second };
        Ok((number.parse().ok().filter(|&n| n <= self.start).ok_or_else(wrong)?, turn))
    }

    fn format_move(&self, _: &(u8, Turn), m: u8) -> String {
        format!("take{m}")
    }

    fn board(&self, p: &(u8, Turn)) -> String {
        "|".repeat(p.0.into())
    }

    fn turn(&self, p: &(u8, Turn)) -> Option<Turn> {
        Some(p.1)
    }
}

/// Fill four cells. If the first and the last differ in the end it is a tie; otherwise the first player
/// loses, who would be to move.
struct Fill;

impl Game for Fill {
    type Position = [u8; 4];
    type Move = u8;

    fn start(&self) -> [u8; 4] {
        [0; 4]
    }

    fn end(&self, p: &[u8; 4]) -> Option<Value> {
        (!p.contains(&0)).then(|| if p[0] == p[3] { Value::Lose } else { Value::Tie })
    }

    fn moves(&self, p: &[u8; 4], out: &mut Vec<u8>) {
        out.extend((0..4).filter(|&cell| p[usize::from(cell)] == 0));
    }

    fn play(&self, p: &[u8; 4], cell: u8) -> [u8; 4] {
        let mut child = *p;
        child[usize::from(cell)] = if first_to_move(p) { 1 } else { 2 };
        child
    }

    fn format(&self, p: &[u8; 4]) -> String {
        p.iter().map(|&mark| ['-', 'x', 'o'][usize::from(mark)]).collect()
    }

    fn parse(&self, text: &str) -> Result<[u8; 4], ParseError> {
        let mark = |c: char| "-xo".find(c).map(|mark| mark as u8);
        let marks: Option<Vec<u8>> = text.chars().map(mark).collect();
        let p = marks.and_then(|marks| <[u8; 4]>::try_from(marks).ok());
        let count = |p: &[u8; 4], mark: u8| p.iter().map(|&m| usize::from(m == mark)).sum::<usize>();
        p.filter(|p| (0..2).contains(&(count(p, 1).wrapping_sub(count(p, 2)))))
            .ok_or_else(|| ParseError::new(format!("'{text}' is not four cells of -, x and o, x begins")))
    }

    fn format_move(&self, _: &[u8; 4], cell: u8) -> String {
        ["a2", "b2", "a1", "b1"][usize::from(cell)].to_owned()
    }

    fn turn(&self, p: &[u8; 4]) -> Option<Turn> {
        Some(if first_to_move(p) { Turn::First } else { Turn::Second })
    }

    fn look(&self) -> Option<Look> {
        Some(Look::grid(2, 2).piece('x', Piece::cross(Colour::First)).piece('o', Piece::ring(Colour::Second)))
    }

    fn figures(&self, p: &[u8; 4]) -> Figures {
        Figures::letters(self.format(p).chars())
    }

    fn sign(&self, p: &[u8; 4], cell: u8) -> Sign {
        Sign::piece(cell, if first_to_move(p) { 'x' } else { 'o' })
    }
}

fn first_to_move(p: &[u8; 4]) -> bool {
    p.iter().filter(|&&mark| mark != 0).count().is_multiple_of(2)
}

/// Whether games and solvers that take their time have to wait.
static CLOSED: Mutex<bool> = Mutex::new(false);
static OPENED: Condvar = Condvar::new();

/// Only one test at a time closes the gate.
static GATE: Mutex<()> = Mutex::new(());

/// The gate is closed as long as this is there.
pub(super) struct Closed(#[expect(dead_code, reason = "held, not looked at")] MutexGuard<'static, ()>);

impl Closed {
    pub(super) fn new() -> Closed {
        let gate = GATE.lock().unwrap_or_else(PoisonError::into_inner);
        *CLOSED.lock().unwrap() = true;
        Closed(gate)
    }
}

impl Drop for Closed {
    fn drop(&mut self) {
        *CLOSED.lock().unwrap() = false;
        OPENED.notify_all();
    }
}

fn wait_at_gate() {
    drop(OPENED.wait_while(CLOSED.lock().unwrap(), |closed| *closed).unwrap());
}

/// Finds out who wins, but only when the gate is open.
struct Patient;

impl LiveSolver<Matches> for Patient {
    fn outcome(&self, p: &(u8, Turn), _: &dyn Fn() -> bool) -> Option<Outcome> {
        wait_at_gate();
        let moves = u32::from(p.0).div_ceil(3) + u32::from(p.0) / 3;
        Some(if p.0.is_multiple_of(3) { Outcome::Lose(moves) } else { Outcome::Win(moves) })
    }
}

/// All games of the tests.
pub(super) fn families() -> Vec<Family> {
    vec![
        Family::new(
            "fill",
            "Fill",
            "Marks are put on four cells. If a2 and b1 differ in the end it is a tie.",
        )
        .variant("regular", "four cells", || any_game!(Fill)),
        Family::new("matches", "Matches", RULES)
            .variant("six", "six matches", || any_game!(Matches { start: 6 }))
            .variant("sixty", "sixty matches, for those who have time", || any_game!(Matches { start: 60 }))
            .open("NUMBER", "up to 200 matches, e.g. 21", |number| {
                let wrong = || ParseError::new(format!("'{number}' is not a number up to 200"));
                let start = number.parse().ok().filter(|&n| n <= 200).ok_or_else(wrong)?;
                Ok(any_game!(Matches { start }))
            }),
        Family::new("late", "Late", "It takes its time.").variant("regular", "opens late", || {
            wait_at_gate();
            any_game!(Matches { start: 3 })
        }),
        Family::new("deep", "Deep", "Matches that are thought about.").variant(
            "regular",
            "twenty matches",
            || any_game!(Matches { start: 20 }, Patient),
        ),
    ]
}
