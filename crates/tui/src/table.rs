//! A game in progress: what is on the board, what was played, and what keys do.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use ratatui::crossterm::event::KeyCode;
use ratatui::widgets::ListState;
use zermelo_core::{Outcome, Turn};
use zermelo_library::{LibraryError, PositionView};
use zermelo_service::{AnalysisState, JobState, OpenVariant, Progress, Refusal, Status};

use crate::chart::Chart;

/// Keys wait no longer than this for a small game to be solved; the screen goes on meanwhile.
const PATIENCE: Duration = Duration::from_millis(150);

/// Whom the computer plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Computer {
    /// Nobody.
    None,
    /// Whoever is to move first.
    First,
    /// The other.
    Second,
    /// Both.
    Both,
}

impl Computer {
    fn next(self) -> Computer {
        match self {
            Computer::None => Computer::Second,
            Computer::Second => Computer::First,
            Computer::First => Computer::Both,
            Computer::Both => Computer::None,
        }
    }

    pub(crate) fn words(self) -> &'static str {
        match self {
            Computer::None => "off",
            Computer::First => "plays first",
            Computer::Second => "plays second",
            Computer::Both => "plays both",
        }
    }

    fn plays(self, turn: Turn) -> bool {
        match self {
            Computer::None => false,
            Computer::Both => true,
            Computer::First => turn == Turn::First,
            Computer::Second => turn == Turn::Second,
        }
    }
}

/// Where the user wants to go from here.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Leave {
    Menu,
    Quit,
}

/// A position that was on the board.
#[derive(Clone, Debug)]
pub(crate) struct Stop {
    pub(crate) position: String,
    /// The move that led here.
    pub(crate) by: Option<String>,
    /// Who is to move.
    pub(crate) turn: Turn,
    pub(crate) outcome: Option<Outcome>,
}

/// What lies over the board.
pub(crate) enum Overlay {
    None,
    Help,
    /// A position is being typed.
    GoTo(String),
    Statistics(Statistics),
}

pub(crate) enum Statistics {
    Working,
    Ready(Chart),
    Missing(String),
}

/// A game in progress.
pub(crate) struct Table {
    variant: Arc<OpenVariant>,
    pub(crate) view: PositionView,
    /// Everything up to the board.
    pub(crate) past: Vec<Stop>,
    /// What was taken back, the next one last.
    future: Vec<Stop>,
    pub(crate) computer: Computer,
    pub(crate) hints: bool,
    pub(crate) state: ListState,
    pub(crate) overlay: Overlay,
    pub(crate) message: Option<String>,
}

impl Table {
    pub(crate) fn new(
        variant: Arc<OpenVariant>,
        from: Option<String>,
        computer: Computer,
        hints: bool,
    ) -> Result<Table, LibraryError> {
        let from = from.unwrap_or_else(|| variant.game().start());
        let view = variant.steps(&from, PATIENCE)?;
        let first = stop(&view, None, Turn::First);
        let mut table = Table {
            variant,
            past: vec![first],
            view,
            future: Vec::new(),
            computer,
            hints,
            state: ListState::default(),
            overlay: Overlay::None,
            message: None,
        };
        table.choose_first();
        Ok(table)
    }

    pub(crate) fn title(&self) -> String {
        self.variant.handle().title()
    }

    /// What is being solved now, and how far that is.
    pub(crate) fn solving(&self) -> Option<Progress> {
        let job = self.variant.solving()?;
        (!job.state().is_over()).then(|| job.progress())
    }

    /// Why there are no values, if there are none.
    pub(crate) fn unsolved(&self) -> Option<String> {
        if self.view.thinking {
            return Some("still thinking; values are shown as they are found".to_owned());
        }
        if self.view.outcome.is_some() || self.solving().is_some() {
            return None;
        }
        match self.variant.solve() {
            Err(refusal @ (Refusal::TooLarge(_) | Refusal::Failed(_))) => {
                Some(format!("{refusal}; run 'zermelo solve {}'", self.variant.handle().id()))
            }
            Err(refusal) => Some(refusal.to_string()),
            Ok(job) => match job.state() {
                JobState::Failed(reason) => Some(reason),
                _ => None,
            },
        }
    }

    pub(crate) fn turn(&self) -> Turn {
        self.past[self.past.len() - 1].turn
    }

    pub(crate) fn is_over(&self) -> bool {
        self.view.moves.is_empty()
    }

    /// A moment has passed: the computer moves, or something in the background is done.
    pub(crate) fn tick(&mut self) {
        if let Overlay::Statistics(Statistics::Working) = self.overlay {
            self.overlay = Overlay::Statistics(self.statistics());
        }
        if self.view.outcome.is_none() || self.view.thinking {
            self.look();
        }
        if matches!(self.overlay, Overlay::None) && self.is_computers_turn() {
            self.make(0);
        }
    }

    pub(crate) fn key(&mut self, key: KeyCode) -> Option<Leave> {
        match &mut self.overlay {
            Overlay::GoTo(_) => self.typed(key),
            Overlay::Help | Overlay::Statistics(_) => self.overlay = Overlay::None,
            Overlay::None => return self.command(key),
        }
        None
    }

    fn command(&mut self, key: KeyCode) -> Option<Leave> {
        self.message = None;
        match key {
            KeyCode::Char('q') => return Some(Leave::Quit),
            KeyCode::Esc | KeyCode::Char('b') => return Some(Leave::Menu),
            KeyCode::Up | KeyCode::Char('k') => self.state.select_previous(),
            KeyCode::Down | KeyCode::Char('j') => self.state.select_next(),
            KeyCode::Home => self.state.select_first(),
            KeyCode::End => self.state.select_last(),
            KeyCode::Enter | KeyCode::Char(' ') => {
                // A list of the screen may point below its end.
                let last = self.view.moves.len().checked_sub(1)?;
                self.make(self.order()[self.state.selected()?.min(last)]);
            }
            KeyCode::Char('u') | KeyCode::Left => self.undo(),
            KeyCode::Char('r') | KeyCode::Right => self.redo(),
            KeyCode::Char('h') => {
                self.hints = !self.hints;
                self.choose_first();
            }
            KeyCode::Char('c') => self.computer = self.computer.next(),
            KeyCode::Char('n') => self.go_to(self.variant.game().start()),
            KeyCode::Char('x') => {
                let seed = self.past.iter().fold(self.past.len() as u64, |seed, stop| {
                    stop.position.bytes().fold(seed, |seed, byte| seed.wrapping_mul(31) + u64::from(byte))
                });
                self.go_to(self.variant.game().random(seed));
            }
            KeyCode::Char('g') => self.overlay = Overlay::GoTo(String::new()),
            KeyCode::Char('s') => self.overlay = Overlay::Statistics(self.statistics()),
            KeyCode::Char('?') => self.overlay = Overlay::Help,
            _ => {}
        }
        None
    }

    fn typed(&mut self, key: KeyCode) {
        let Overlay::GoTo(text) = &mut self.overlay else { return };
        match key {
            KeyCode::Esc => self.overlay = Overlay::None,
            KeyCode::Backspace => drop(text.pop()),
            KeyCode::Char(letter) => text.push(letter),
            KeyCode::Enter => {
                let position = text.trim().to_owned();
                self.overlay = Overlay::None;
                if !position.is_empty() {
                    self.go_to(position);
                }
            }
            _ => {}
        }
    }

    /// The moves in the order of the list: the best first, or, if values are hidden, by name, which tells nothing.
    pub(crate) fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.view.moves.len()).collect();
        if !self.hints {
            order.sort_by(|&a, &b| self.view.moves[a].name.cmp(&self.view.moves[b].name));
        }
        order
    }

    fn choose_first(&mut self) {
        self.state.select_first();
    }

    /// Looks at the board again: values may have become known.
    fn look(&mut self) {
        let position = self.past[self.past.len() - 1].position.clone();
        match self.variant.steps(&position, Duration::ZERO) {
            Ok(view) => {
                let place = self.past.len() - 1;
                self.past[place].outcome = view.outcome;
                self.view = view;
            }
            Err(error) => self.message = Some(error.to_string()),
        }
    }

    /// Makes a move of the view.
    fn make(&mut self, place: usize) {
        let Some(made) = self.view.moves.get(place) else { return };
        let turn = made.turn_after(self.turn());
        let (name, position) = (made.name.clone(), made.position.clone());
        if self.enter(&position, Some(name), turn) {
            self.future.clear();
        }
    }

    /// Puts a position on the board, on top of the others; whether it is one.
    fn enter(&mut self, position: &str, by: Option<String>, turn: Turn) -> bool {
        match self.variant.steps(position, PATIENCE) {
            Ok(view) => {
                self.past.push(stop(&view, by, turn));
                self.view = view;
                self.choose_first();
                true
            }
            Err(error) => {
                self.message = Some(error.to_string());
                false
            }
        }
    }

    /// Starts anew from a position.
    fn go_to(&mut self, position: String) {
        if self.enter(&position, None, Turn::First) {
            self.past.drain(..self.past.len() - 1);
            self.future.clear();
        }
    }

    fn undo(&mut self) {
        // Back to where a person had to move; the computer would only move again.
        while self.past.len() > 1 {
            self.future.extend(self.past.pop());
            if !self.computer.plays(self.turn()) {
                break;
            }
        }
        self.look();
        self.choose_first();
    }

    fn redo(&mut self) {
        while let Some(stop) = self.future.pop() {
            self.past.push(stop);
            if !self.computer.plays(self.turn()) {
                break;
            }
        }
        self.look();
        self.choose_first();
    }

    fn is_computers_turn(&mut self) -> bool {
        // Without values it would play at random, and nobody asked for that.
        if self.is_over() || !self.computer.plays(self.turn()) || self.view.outcome.is_none() {
            return false;
        }
        let mut seen = HashSet::new();
        if self.computer == Computer::Both && !self.past.iter().all(|stop| seen.insert(&stop.position)) {
            self.computer = Computer::None;
            self.message =
                Some("This position was there before: with perfect play it never ends.".to_owned());
            return false;
        }
        true
    }

    fn statistics(&self) -> Statistics {
        if !matches!(self.variant.status(), Ok(Status::Solved)) {
            return Statistics::Missing(format!("{} is not solved yet.", self.title()));
        }
        match self.variant.analysis(PATIENCE) {
            Ok(AnalysisState::Ready(analysis)) => Statistics::Ready(Chart::new(&analysis)),
            Ok(AnalysisState::Working) => Statistics::Working,
            Ok(AnalysisState::None(reason)) => Statistics::Missing(reason),
            Err(error) => Statistics::Missing(error.to_string()),
        }
    }
}

fn stop(view: &PositionView, by: Option<String>, by_play: Turn) -> Stop {
    Stop { position: view.position.clone(), by, turn: view.mover(by_play), outcome: view.outcome }
}
