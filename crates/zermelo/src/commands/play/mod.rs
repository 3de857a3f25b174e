//! `zermelo play`: a game, line by line.

mod request;

use std::collections::HashSet;
use std::io::{self, BufRead, Write};

use zermelo_core::Value;
use zermelo_explore::{MoveView, Opened, PositionView, Solution, is_complete};
use zermelo_store::Database;

use self::request::{HELP, Request, are_numbered};
use crate::args::{Computer, PlayArgs};
use crate::context::Context;
use crate::exit::Failure;
use crate::text::{count, outcome, style};
use crate::text_table::{Cell, TextTable};
use crate::{interrupt, solving};

pub(super) fn run(args: &PlayArgs, context: &Context, out: &mut dyn Write) -> Result<(), Failure> {
    if context.json {
        return Err(Failure::input("'play' talks to people and has no JSON; 'zermelo query --json' does"));
    }
    let opened = context.open(&args.game)?;
    let from = args.from.clone().unwrap_or_else(|| solving::first_position(context, &opened));
    // A position that is not one should be told before a long solve.
    let from = opened.game.view(&from, Solution::NONE)?.position;
    let database = solving::whole_or_part(context, &opened)?;
    if !is_complete(&database) {
        let how_far = solving::partly_solved(&opened, &database);
        context.note(&format!("{} is {how_far}. Play is perfect only there.", opened.title()));
    }
    interrupt::end_at_once();
    writeln!(out, "{}. Type a move, or 'help'.", opened.title())?;
    let mut game = Match {
        opened: &opened,
        database: &database,
        computer: args.computer,
        values: args.hints,
        past: vec![from],
        future: Vec::new(),
    };
    game.play(&mut io::stdin().lock(), out)
}

/// More bytes than these in one line are not a move.
const LONGEST_LINE: u64 = 1 << 16;

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Player {
    First,
    Second,
}

impl Player {
    fn name(self) -> &'static str {
        match self {
            Player::First => "first player",
            Player::Second => "second player",
        }
    }

    fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }
}

/// A game in progress.
struct Match<'a> {
    opened: &'a Opened,
    database: &'a Database,
    computer: Computer,
    /// Whether values are shown with every turn.
    values: bool,
    /// All positions so far; the last one is on the board.
    past: Vec<String>,
    /// Positions that were taken back, the next one last.
    future: Vec<String>,
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
            if self.is_computers_turn() {
                if self.goes_round_in_circles() {
                    writeln!(
                        out,
                        "\nThis position was there before: with perfect play the game never ends. A draw."
                    )?;
                    return Ok(());
                }
                // Moves are sorted: the fastest win, or else the best of the rest, or else the slowest loss.
                let best = &view.moves[0];
                writeln!(out, "\nThe {} (computer) plays {}.", self.turn().name(), best.name)?;
                self.past.push(best.position.clone());
            } else if !self.human_turn(&view, input, out)? {
                return Ok(());
            }
        }
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
        writeln!(out, "Moves: {}", self.list(&moves))?;
        loop {
            write!(out, "{}> ", self.turn().name())?;
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
                    let (loser, winner) = (self.turn().name(), self.turn().other().name());
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
                    self.past.push(made.position.clone());
                    self.future.clear();
                    return Ok(true);
                }
            }
        }
    }

    fn view(&self) -> Result<PositionView, Failure> {
        let position = self.past.last().expect("the first position stays");
        Ok(self.opened.game.view(position, Solution::of(self.database))?)
    }

    /// Who is to move. Whoever is to move in the first position is the first player.
    fn turn(&self) -> Player {
        if self.past.len() % 2 == 1 { Player::First } else { Player::Second }
    }

    fn is_computers_turn(&self) -> bool {
        match self.computer {
            Computer::None => false,
            Computer::Both => true,
            Computer::First => self.turn() == Player::First,
            Computer::Second => self.turn() == Player::Second,
        }
    }

    /// Whether the computer plays alone and has been here before.
    fn goes_round_in_circles(&self) -> bool {
        let mut seen = HashSet::new();
        self.computer == Computer::Both && !self.past.iter().all(|position| seen.insert(position))
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
        while let Some(position) = self.future.pop() {
            self.past.push(position);
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
            Some(Value::Lose) => self.turn().other(),
            _ => {
                writeln!(out, "The game is over after {moves}: a tie.")?;
                return Ok(());
            }
        };
        let computer = match (self.computer, winner) {
            (Computer::First, Player::First) | (Computer::Second, Player::Second) => " (computer)",
            _ => "",
        };
        writeln!(out, "The game is over after {moves}: the {}{computer} wins.", winner.name())?;
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
