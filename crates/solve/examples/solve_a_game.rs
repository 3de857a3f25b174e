//! Solves tic-tac-toe and looks into the solution: `cargo run -p zermelo-solve --example solve_a_game`.

#![expect(clippy::print_stdout, reason = "an example")]

use zermelo_core::{Game, Grid, Outcome, ParseError, Value, cells_of, parse_cells};
use zermelo_solve::{SolvedGame, unlimited};

/// A position is the cells with an `x` and those with an `o`, one bit each.
struct TicTacToe(Grid);

impl Game for TicTacToe {
    type Position = (u16, u16);
    type Move = usize;

    fn start(&self) -> (u16, u16) {
        (0, 0)
    }

    fn end(&self, (x, o): &(u16, u16)) -> Option<Value> {
        // Whoever moved last is not to move now.
        let last = u64::from(if x.count_ones() > o.count_ones() { *x } else { *o });
        self.0.lines(3).iter().any(|line| last & line == *line).then_some(Value::Lose)
    }

    fn stuck(&self) -> Value {
        Value::Tie
    }

    fn moves(&self, (x, o): &(u16, u16), out: &mut Vec<usize>) {
        out.extend((0..9).filter(|cell| (x | o) >> cell & 1 == 0));
    }

    fn play(&self, (x, o): &(u16, u16), cell: usize) -> (u16, u16) {
        if x.count_ones() > o.count_ones() { (*x, o | 1 << cell) } else { (x | 1 << cell, *o) }
    }

    fn format(&self, (x, o): &(u16, u16)) -> String {
        (0..9)
            .map(|cell| {
                if x >> cell & 1 == 1 {
                    'x'
                } else if o >> cell & 1 == 1 {
                    'o'
                } else {
                    '-'
                }
            })
            .collect()
    }

    fn parse(&self, text: &str) -> Result<(u16, u16), ParseError> {
        let kinds = parse_cells(text, 9, "-xo")?;
        let cells = |kind| cells_of(&kinds, kind) as u16;
        Ok((cells(1), cells(2)))
    }

    fn format_move(&self, _: &(u16, u16), cell: usize) -> String {
        self.0.name(cell)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = TicTacToe(Grid::new(3, 3));
    let solved = SolvedGame::new(&game, &unlimited())?;
    println!("{} positions; the start is a {}", solved.len(), solved.get(&game.start()).expect("reached"));

    // A position by its text, and a best move in it: x has two in a row.
    let p = game.parse("xx-oo----")?;
    let (cell, worth) = solved.best_move(&p).expect("the game is not over");
    println!("{}: {} is worth a {worth}", game.format(&p), game.format_move(&p, cell));
    assert_eq!((game.format_move(&p, cell).as_str(), worth), ("c3", Outcome::Win(1)));

    // All positions.
    let all = solved.positions()?;
    let drawn = all.iter().filter(|(_, outcome)| outcome.value() == Value::Tie).count();
    println!("{drawn} of them are ties");
    assert_eq!(all.len(), 5_478);
    Ok(())
}
