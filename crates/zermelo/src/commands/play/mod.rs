//! `zermelo play`: a game, line by line.

mod request;

use std::collections::HashSet;
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use zermelo_core::{Turn, Value};
use zermelo_library::{MoveView, PositionView, Solution, VariantHandle, is_complete};
use zermelo_store::Database;

use self::request::{HELP, Request, are_numbered};
use crate::args::{Computer, PlayArgs};
use crate::context::Context;
use crate::exit::Failure;
use crate::solving::Known;
use crate::text::{count, outcome, style};
use crate::text_table::{Cell, TextTable};
use crate::{interrupt, solving};

/// How long a live solver may think about a position that a person looks at.
const GLANCE: Duration = Duration::from_secs(1);

/// The same for a position in which the computer has to move.
const THOUGHT: Duration = Duration::from_secs(20);

pub(super) fn run(args: &PlayArgs, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    if context.json {
        return Err(Failure::input("'play' talks to people and has no JSON; 'zermelo query --json' does"));
    }
    let handle = context.open(&args.game)?;
    let from = args.from.clone().unwrap_or_else(|| solving::first_position(context, &handle));
    // A position that is not one should be told before a long solve.
    let first = handle.game.view(&from, Solution::NONE)?;
    let (database, computer) = match solving::known(context, &handle)? {
        Known::Database(database) => (Some(database), args.computer),
        Known::Nothing(_) if handle.game.has_live_solver() => (None, args.computer),
        Known::Nothing(why) => {
            context
                .note(&format!("{}. Here it is played without values, and by people only.", why.sentence()));
            (None, Computer::None)
        }
    };
    if let Some(part) = database.as_ref().filter(|database| !is_complete(database)) {
        let how_far = solving::partly_solved(&handle, part);
        context.note(&format!("{} is {how_far}. Play is perfect only there.", handle.title()));
    }
    interrupt::end_at_once();
    writeln!(out, "{}. Type a move, or 'help'.", handle.title())?;
    let mut game = Match {
        handle: &handle,
        database: database.as_deref(),
        computer,
        values: args.hints,
        past: vec![Stop { turn: first.mover(Turn::First), position: first.position }],
        future: Vec::new(),
    };
    game.play(&mut io::stdin().lock(), out)
}

/// More bytes than these in one line are not a move.
const LONGEST_LINE: u64 = 1 << 16;

fn name(turn: Turn) -> &'static str {
    match turn {
        Turn::First => "first player",
        Turn::Second => "second player",
    }
}

/// A position that was on the board.
struct Stop {
    position: String,
    turn: Turn,
}

/// A game in progress.
struct Match<'a> {
    handle: &'a VariantHandle,
    database: Option<&'a Database>,
    computer: Computer,
    /// Whether values are shown with every turn.
    values: bool,
    /// All positions so far; the last one is on the board.
    past: Vec<Stop>,
    /// Positions that were taken back, the next one last.
    future: Vec<Stop>,
}

impl Match<'_> {
    /// Plays until the game is over or the player leaves.
    fn play(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<(), Failure> {
        loop {
            let view = self.view()?;
            if view.moves.is_empty() {
                writeln!(out, "\n{}\n", view.board.trim_end())?;
                return self.tell_end(&view, out);
            }
            let Some(best) = self.computers_move(&view) else {
                if self.human_turn(&view, input, out)? {
                    continue;
                }
                return Ok(());
            };
            if self.goes_round_in_circles() {
                writeln!(
                    out,
                    "\nThis position was there before: with perfect play the game never ends. A draw."
                )?;
                return Ok(());
            }
            writeln!(out, "\nThe {} (computer) plays {}.", name(self.turn()), best.name)?;
            self.make(best);
        }
    }

    /// The move that the computer makes, if it is its turn. Where no value is known, it would play at random, so that a
    /// person has to move for it.
    fn computers_move<'v>(&self, view: &'v PositionView) -> Option<&'v MoveView> {
        // Moves are sorted: the fastest win, or else the best of the rest, or else the slowest loss.
        let best = view.outcome.and(view.moves.first());
        best.filter(|best| self.is_computers_turn() && best.outcome.is_some())
    }

    /// Puts the position after a move on the board.
    fn make(&mut self, made: &MoveView) {
        let turn = made.turn_after(self.turn());
        self.past.push(Stop { position: made.position.clone(), turn });
    }

    /// One turn of a person. Whether the game goes on.
    fn human_turn(
        &mut self,
        view: &PositionView,
        input: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> Result<bool, Failure> {
        // In the order of names, so that the order does not give the best move away.
        let mut moves = view.moves.clone();
        moves.sort_by(|a, b| a.name.cmp(&b.name));
        writeln!(out, "\n{}\n", view.board.trim_end())?;
        if self.values {
            let colour = style(view.outcome);
            writeln!(out, "Value: {colour}{}{colour:#}", outcome(view.outcome))?;
        }
        if self.is_computers_turn() {
            writeln!(
                out,
                "The computer does not know what is best here; move for the {}.",
                name(self.turn())
            )?;
        }
        writeln!(out, "Moves: {}", self.list(&moves))?;
        loop {
            write!(out, "{}> ", name(self.turn()))?;
            out.flush()?;
            let Some(line) = zermelo_files::read_line(input, LONGEST_LINE).ok().flatten() else {
                writeln!(out)?;
                return Ok(false);
            };
            match Request::parse(&line, &moves) {
                Err(refusal) => writeln!(out, "{refusal}")?,
                Ok(Request::Nothing) => {}
                Ok(Request::Help) => writeln!(out, "{HELP}")?,
                Ok(Request::Hint) => hint(view, &moves, out)?,
                Ok(Request::Quit) => return Ok(false),
                Ok(Request::Resign) => {
                    let (loser, winner) = (name(self.turn()), name(self.turn().next()));
                    writeln!(out, "The {loser} resigns: the {winner} wins.")?;
                    return Ok(false);
                }
                Ok(Request::Values(on)) => {
                    self.values = on;
                    return Ok(true);
                }
                Ok(Request::Undo) if self.undo() => return Ok(true),
                Ok(Request::Undo) => writeln!(out, "There is nothing to take back.")?,
                Ok(Request::Redo) if self.redo() => return Ok(true),
                Ok(Request::Redo) => writeln!(out, "Nothing was taken back.")?,
                Ok(Request::Move(name)) => {
                    let made = moves.iter().find(|m| m.name == name).expect("requests name legal moves");
                    self.make(made);
                    self.future.clear();
                    return Ok(true);
                }
            }
        }
    }

    /// Looks at the board. A live solver is asked for what is in no database.
    fn view(&mut self) -> Result<PositionView, Failure> {
        let patience = if self.is_computers_turn() { THOUGHT } else { GLANCE };
        let deadline = Instant::now() + patience;
        let give_up = || Instant::now() >= deadline;
        let solution = Solution { database: self.database, give_up: Some(&give_up) };
        let stop = self.past.last_mut().expect("the first position stays");
        let view = self.handle.game.view(&stop.position, solution)?;
        stop.turn = view.mover(stop.turn);
        Ok(view)
    }

    /// Who is to move.
    fn turn(&self) -> Turn {
        self.past.last().expect("the first position stays").turn
    }

    fn is_computers_turn(&self) -> bool {
        match self.computer {
            Computer::None => false,
            Computer::Both => true,
            Computer::First => self.turn() == Turn::First,
            Computer::Second => self.turn() == Turn::Second,
        }
    }

    /// Whether the computer plays alone and has been here before.
    fn goes_round_in_circles(&self) -> bool {
        let mut seen = HashSet::new();
        self.computer == Computer::Both && !self.past.iter().all(|stop| seen.insert(&stop.position))
    }

    /// Goes back to the last time that a person had to move. Whether there was one.
    fn undo(&mut self) -> bool {
        let before = self.past.len();
        while self.past.len() > 1 {
            self.future.extend(self.past.pop());
            if !self.is_computers_turn() {
                return true;
            }
        }
        // Only the computer has moved so far: everything stays.
        while self.past.len() < before {
            self.past.extend(self.future.pop());
        }
        false
    }

    /// Makes the moves again that were taken back last.
    fn redo(&mut self) -> bool {
        let before = self.past.len();
        while let Some(stop) = self.future.pop() {
            self.past.push(stop);
            if !self.is_computers_turn() {
                break;
            }
        }
        self.past.len() > before
    }

    fn list(&self, moves: &[MoveView]) -> String {
        let numbered = are_numbered(moves);
        let one = |(place, m): (usize, &MoveView)| {
            let number = if numbered { format!("{}:", place + 1) } else { String::new() };
            let colour = style(m.worth());
            if self.values {
                format!("{number}{} ({colour}{}{colour:#})", m.name, outcome(m.worth()))
            } else {
                format!("{number}{}", m.name)
            }
        };
        moves.iter().enumerate().map(one).collect::<Vec<_>>().join("  ")
    }

    fn tell_end(&self, view: &PositionView, out: &mut dyn Write) -> Result<(), Failure> {
        let moves = count(self.past.len() as u64 - 1, "move");
        let winner = match view.outcome.map(zermelo_core::Outcome::value) {
            Some(Value::Win) => self.turn(),
            Some(Value::Lose) => self.turn().next(),
            _ => {
                writeln!(out, "The game is over after {moves}: a tie.")?;
                return Ok(());
            }
        };
        let computer = match (self.computer, winner) {
            (Computer::First, Turn::First) | (Computer::Second, Turn::Second) => " (computer)",
            _ => "",
        };
        writeln!(out, "The game is over after {moves}: the {}{computer} wins.", name(winner))?;
        Ok(())
    }
}

/// All moves with their values, the best first.
fn hint(view: &PositionView, numbered: &[MoveView], out: &mut dyn Write) -> Result<(), Failure> {
    let mut table = TextTable::new("><<", ["", "move", "value"]);
    for m in &view.moves {
        let place = numbered.iter().position(|n| n.name == m.name).filter(|_| are_numbered(numbered));
        let number = place.map_or_else(String::new, |place| (place + 1).to_string());
        let worth = Cell::styled(outcome(m.worth()), style(m.worth()));
        table.row([number.into(), m.name.as_str().into(), worth]);
    }
    Ok(table.write(out)?)
}
