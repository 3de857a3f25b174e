//! A game in progress: what is on the board, what was played, and what keys do.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use zermelo_core::picture::Sign;
use zermelo_core::{Outcome, Turn, Value};
use zermelo_library::{MoveView, PositionView};
use zermelo_service::{AnalysisState, Job, OpenVariant, Progress};

use super::field::Field;
use super::moved;
use super::pager::{Pager, Text};
use crate::background::{Answer, Background, Look, Opened, PATIENCE, Ticket};
use crate::chart::Chart;
use crate::draw::board::Place;
use crate::keys::{self, GAME, GameAction};

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

    /// Whether the computer moves for a player.
    pub(crate) fn plays(self, turn: Turn) -> bool {
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
    /// To the list of games.
    Games,
    /// To the other variants of this game.
    Variants(String),
    /// Out of the program.
    Quit,
}

/// What can be done when a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AfterEnd {
    New,
    TakeBack,
    Variants,
    Games,
    Leave,
}

impl AfterEnd {
    pub(crate) const ALL: [AfterEnd; 5] =
        [AfterEnd::New, AfterEnd::TakeBack, AfterEnd::Variants, AfterEnd::Games, AfterEnd::Leave];

    pub(crate) fn words(self) -> &'static str {
        match self {
            AfterEnd::New => "New game",
            AfterEnd::TakeBack => "Take back",
            AfterEnd::Variants => "Another variant",
            AfterEnd::Games => "Another game",
            AfterEnd::Leave => "Leave",
        }
    }
}

/// A position that was on the board.
#[derive(Clone)]
pub(crate) struct Stop {
    pub(crate) view: PositionView,
    /// The move that led here.
    pub(crate) by: Option<String>,
    /// Who is to move.
    pub(crate) turn: Turn,
}

/// What lies over the board.
pub(crate) enum Overlay {
    None,
    /// A position is being typed.
    GoTo(Field),
    Text(Pager),
}

/// A position that was asked for.
struct Pending {
    look: Ticket,
    /// Asked if the look takes long.
    glance: Option<Ticket>,
    since: Instant,
    position: String,
    /// How it comes onto the board; `None` if it is there already.
    entry: Option<Entry>,
    /// Whether keys wait for it, for a moment.
    holds_keys: bool,
}

/// How a position comes onto the board.
struct Entry {
    /// The move that leads there; without one it is the beginning of another game.
    by: Option<String>,
    turn: Turn,
    /// What was typed, if it was.
    typed: Option<Field>,
}

/// Whether statistics are being made.
#[derive(PartialEq, Eq)]
enum Counting {
    No,
    Asked(Ticket),
    /// They were not ready; to be asked for again.
    Again,
}

/// Where things were drawn last, for the mouse.
#[derive(Default)]
pub(crate) struct Places {
    /// The lines of the list.
    pub(crate) list: Rect,
    pub(crate) board: Option<Place>,
}

/// A game in progress.
pub(crate) struct GameScreen {
    variant: Arc<OpenVariant>,
    /// Everything up to the board, which is the last.
    pub(crate) past: Vec<Stop>,
    /// What was taken back, the next one last.
    future: Vec<Stop>,
    pub(crate) computer: Computer,
    pub(crate) hints: bool,
    /// Whether the board is shown as plain text.
    pub(crate) letters: bool,
    /// The line that is chosen in the list of moves, or of what can be done after the end.
    pub(crate) selected: usize,
    /// The first line of the list that is shown.
    pub(crate) top: usize,
    /// Only moves of this value are listed.
    pub(crate) filter: Option<Value>,
    /// A move that is being typed.
    pub(crate) typing: Option<Field>,
    pub(crate) overlay: Overlay,
    pub(crate) message: Option<String>,
    solving: Option<Arc<Job>>,
    unsolved: Option<String>,
    pending: Option<Pending>,
    counting: Counting,
    pub(crate) places: Places,
}

impl GameScreen {
    pub(crate) fn new(
        opened: Opened,
        computer: Computer,
        hints: bool,
        background: &mut Background,
    ) -> GameScreen {
        let Opened { variant, view } = opened;
        let first = Stop { turn: view.mover(Turn::First), view, by: None };
        let mut game = GameScreen {
            variant,
            past: vec![first],
            future: Vec::new(),
            computer,
            hints,
            letters: false,
            selected: 0,
            top: 0,
            filter: None,
            typing: None,
            overlay: Overlay::None,
            message: None,
            solving: None,
            unsolved: None,
            pending: None,
            counting: Counting::No,
            places: Places::default(),
        };
        game.look_again(true, background);
        game
    }

    pub(crate) fn title(&self) -> String {
        self.variant.handle().title()
    }

    pub(crate) fn variant(&self) -> &OpenVariant {
        &self.variant
    }

    fn board(&self) -> &Stop {
        self.past.last().expect("the first position stays")
    }

    pub(crate) fn view(&self) -> &PositionView {
        &self.board().view
    }

    pub(crate) fn turn(&self) -> Turn {
        self.board().turn
    }

    pub(crate) fn is_over(&self) -> bool {
        self.view().moves.is_empty()
    }

    /// What is being solved now, and how far that is.
    pub(crate) fn solving(&self) -> Option<Progress> {
        let job = self.solving.as_ref().filter(|job| !job.state().is_over())?;
        Some(job.progress())
    }

    /// Why there are no values, if there are none.
    pub(crate) fn unsolved(&self) -> Option<&str> {
        if self.is_over() || !self.hints && self.computer == Computer::None {
            return None;
        }
        let is_slow = |pending: &Pending| self.unsolved.is_none() && pending.since.elapsed() > PATIENCE;
        if self.view().outcome.is_none() && self.pending.as_ref().is_some_and(is_slow) {
            return Some("finding out what is known of this board …");
        }
        self.unsolved.as_deref()
    }

    /// Whether keys wait for a position, which takes a moment at most.
    pub(crate) fn is_waiting(&self) -> bool {
        self.pending.as_ref().is_some_and(|pending| pending.holds_keys && pending.since.elapsed() < PATIENCE)
    }

    /// Whether a position that was asked for is not on the board yet.
    #[cfg(test)]
    pub(crate) fn is_arriving(&self) -> bool {
        self.pending.as_ref().is_some_and(|pending| pending.entry.is_some())
    }

    /// A moment has passed: the computer moves, or something in the background is looked at again.
    pub(crate) fn tick(&mut self, background: &mut Background) {
        if self.counting == Counting::Again {
            self.counting = Counting::Asked(background.count(&self.variant));
        }
        if let Some(pending) = &mut self.pending {
            let is_wanted = pending.entry.is_some() && pending.glance.is_none();
            if is_wanted && pending.since.elapsed() >= PATIENCE {
                pending.glance = Some(background.glance(&self.variant, pending.position.clone()));
            }
        } else if self.is_computers_turn() {
            self.make(0, background);
        } else if self.is_open() {
            self.look_again(false, background);
        }
    }

    /// Whether more may become known of the board.
    fn is_open(&self) -> bool {
        self.view().outcome.is_none() || self.view().thinking
    }

    /// A question was answered.
    pub(crate) fn answer(&mut self, ticket: Ticket, answer: Answer) {
        match answer {
            Answer::Look(look) => {
                if let Some(pending) = self.pending.take_if(|pending| pending.look == ticket) {
                    match look {
                        Ok(look) => self.looked(look, pending.entry),
                        Err(reason) => self.refused(reason, pending.entry),
                    }
                }
            }
            Answer::Glance(view) => {
                let Some(pending) = self.pending.as_mut().filter(|pending| pending.glance == Some(ticket))
                else {
                    return;
                };
                let entry = pending.entry.take();
                match view {
                    Ok(view) => entry.into_iter().for_each(|entry| self.arrive(view.clone(), entry)),
                    Err(reason) => {
                        self.pending = None;
                        self.refused(reason, entry);
                    }
                }
            }
            Answer::Counted(counted) if self.counting == Counting::Asked(ticket) => self.counted(counted),
            Answer::Counted(_) | Answer::Overview(_) | Answer::Opened(_) => {}
        }
    }

    fn looked(&mut self, look: Look, entry: Option<Entry>) {
        (self.solving, self.unsolved) = (look.solving, look.unsolved);
        match entry {
            Some(entry) => self.arrive(look.view, entry),
            None => self.replace(look.view),
        }
    }

    /// More is known of the board. Moves may be in another order; the one that was chosen stays so.
    fn replace(&mut self, view: PositionView) {
        let name = self.chosen().filter(|_| self.selected > 0).map(|m| m.name.clone());
        self.past.last_mut().expect("the first position stays").view = view;
        if let Some(name) = name {
            let place = self.rows().iter().position(|&row| self.view().moves[row].name == name);
            self.selected = place.unwrap_or(0);
        }
    }

    /// Puts a position on the board.
    fn arrive(&mut self, view: PositionView, entry: Entry) {
        if entry.by.is_none() {
            self.past.clear();
        }
        self.future.clear();
        let turn = view.mover(entry.turn);
        self.past.push(Stop { view, by: entry.by, turn });
        self.choose_first();
    }

    fn refused(&mut self, reason: String, entry: Option<Entry>) {
        match entry.and_then(|entry| entry.typed) {
            Some(mut field) => {
                field.wrong = Some(reason);
                self.overlay = Overlay::GoTo(field);
            }
            None => self.message = Some(reason),
        }
    }

    fn counted(&mut self, counted: Result<AnalysisState, String>) {
        let Overlay::Text(pager) = &mut self.overlay else { return };
        self.counting = Counting::No;
        pager.text = match counted {
            Ok(AnalysisState::Ready(analysis)) => Text::Statistics(Arc::new(Chart::new(&analysis))),
            Ok(AnalysisState::None(reason)) | Err(reason) => Text::Note(reason),
            Ok(AnalysisState::Working) => {
                self.counting = Counting::Again;
                return;
            }
        };
    }

    pub(crate) fn key(&mut self, key: KeyEvent, background: &mut Background) -> Option<Leave> {
        match &mut self.overlay {
            Overlay::GoTo(_) => self.typed_position(key, background),
            Overlay::Text(pager) => {
                if pager.key(key.code) {
                    self.close();
                }
            }
            Overlay::None if self.typing.is_some() => self.typed_move(key, background),
            Overlay::None => return self.command(key, background),
        }
        None
    }

    fn close(&mut self) {
        self.overlay = Overlay::None;
        self.counting = Counting::No;
    }

    fn command(&mut self, key: KeyEvent, background: &mut Background) -> Option<Leave> {
        self.message = None;
        if let Some(action) = keys::action(GAME, key.code) {
            return self.act(action, background);
        }
        // No key is a digit, so a number is the beginning of a move.
        if matches!(key.code, KeyCode::Char('0'..='9')) && !self.is_over() {
            self.typing = Some(Field::default());
            self.typed_move(key, background);
        }
        None
    }

    fn act(&mut self, action: GameAction, background: &mut Background) -> Option<Leave> {
        match action {
            GameAction::Up => self.step(-1),
            GameAction::Down => self.step(1),
            GameAction::PageUp => self.step(-10),
            GameAction::PageDown => self.step(10),
            GameAction::First => self.selected = 0,
            GameAction::Last => self.step(isize::MAX),
            GameAction::Make => return self.take(background),
            GameAction::Undo => self.undo(background),
            GameAction::Redo => self.redo(background),
            GameAction::TypeMove => self.typing = (!self.is_over()).then(Field::default),
            GameAction::Filter => self.next_filter(),
            GameAction::Values => {
                self.hints = !self.hints;
                self.filter = None;
                self.choose_first();
            }
            GameAction::Computer => self.computer = self.computer.next(),
            GameAction::New => self.start_at(self.variant.game().start(), None, background),
            GameAction::Random => {
                let seed = self.past.iter().fold(self.past.len() as u64, |seed, stop| {
                    let bytes = stop.view.position.bytes();
                    bytes.fold(seed, |seed, byte| seed.wrapping_mul(31).wrapping_add(u64::from(byte)))
                });
                self.start_at(self.variant.game().random(seed), None, background);
            }
            GameAction::GoTo => self.overlay = Overlay::GoTo(Field::new(&self.view().position)),
            GameAction::Rules => {
                let title = format!("Rules of {}", self.variant.handle().family.name);
                self.overlay =
                    Overlay::Text(Pager::new(title, Text::Rules(self.variant.handle().family.rules)));
            }
            GameAction::Statistics => {
                let title = format!("Statistics of {}", self.title());
                self.overlay = Overlay::Text(Pager::new(title, Text::Note("Counting …".to_owned())));
                self.counting = Counting::Asked(background.count(&self.variant));
            }
            GameAction::Letters => self.letters = !self.letters,
            GameAction::Games => return Some(Leave::Games),
            GameAction::Help => self.overlay = Overlay::Text(help()),
            GameAction::Leave => return Some(Leave::Quit),
        }
        None
    }

    fn typed_position(&mut self, key: KeyEvent, background: &mut Background) {
        let Overlay::GoTo(field) = &mut self.overlay else { return };
        match key.code {
            KeyCode::Esc => self.overlay = Overlay::None,
            KeyCode::Enter => {
                let field = field.clone();
                self.overlay = Overlay::None;
                let position = field.text().trim().to_owned();
                if !position.is_empty() && position != self.view().position {
                    self.start_at(position, Some(field), background);
                }
            }
            _ => field.key(key),
        }
    }

    fn typed_move(&mut self, key: KeyEvent, background: &mut Background) {
        match key.code {
            KeyCode::Esc => {
                self.typing = None;
                self.choose_first();
            }
            KeyCode::Up => self.step(-1),
            KeyCode::Down => self.step(1),
            KeyCode::Tab => self.complete(),
            KeyCode::Enter => match self.chosen() {
                Some(_) => drop(self.take(background)),
                None => self.message = Some("there is no such move; Esc lists all".to_owned()),
            },
            _ => {
                self.message = None;
                if let Some(field) = &mut self.typing {
                    field.key(key);
                }
                self.choose_first();
            }
        }
    }

    /// Adds to the move that is being typed what all moves have in common that begin so.
    fn complete(&mut self) {
        let moves = &self.view().moves;
        let mut names = self.rows().into_iter().map(|row| moves[row].name.clone());
        let Some(first) = names.next() else { return };
        let common = names.fold(first, |common, name| {
            common.chars().zip(name.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
        });
        if let Some(field) = &mut self.typing
            && common.to_lowercase().starts_with(&field.text().to_lowercase())
        {
            *field = Field::new(&common);
        }
    }

    /// The moves that are listed, in the order of the list: the best first, or, if values are hidden, by
    /// name, which tells nothing.
    pub(crate) fn rows(&self) -> Vec<usize> {
        let moves = &self.view().moves;
        let has_value =
            |m: &MoveView| self.filter.is_none_or(|value| m.worth().map(Outcome::value) == Some(value));
        let mut rows: Vec<usize> = (0..moves.len()).filter(|&row| has_value(&moves[row])).collect();
        if !self.hints {
            rows.sort_by(|&a, &b| moves[a].name.cmp(&moves[b].name));
        }
        if let Some(field) = &self.typing {
            let typed = field.text().trim().to_lowercase();
            let name = |row: &usize| moves[*row].name.to_lowercase();
            let begins = rows.iter().any(|row| name(row).starts_with(&typed));
            rows.retain(
                |row| if begins { name(row).starts_with(&typed) } else { name(row).contains(&typed) },
            );
            // A move that is typed out comes before longer ones that begin like it.
            rows.sort_by_key(|row| name(row) != typed);
        }
        rows
    }

    /// The move that is chosen.
    pub(crate) fn chosen(&self) -> Option<&MoveView> {
        self.rows().get(self.selected).map(|&row| &self.view().moves[row])
    }

    /// What can be done now that the game is over.
    pub(crate) fn after_end(&self) -> Vec<AfterEnd> {
        let family = &self.variant.handle().family;
        let can = |&choice: &AfterEnd| match choice {
            AfterEnd::TakeBack => self.past.len() > 1,
            AfterEnd::Variants => family.variants.len() > 1 || family.open.is_some(),
            _ => true,
        };
        AfterEnd::ALL.into_iter().filter(can).collect()
    }

    fn length(&self) -> usize {
        if self.is_over() { self.after_end().len() } else { self.rows().len() }
    }

    fn step(&mut self, by: isize) {
        self.selected = moved(self.selected, by, self.length());
    }

    fn choose_first(&mut self) {
        (self.selected, self.top) = (0, 0);
    }

    /// Lists only moves of the next value that some move has, and in the end all.
    fn next_filter(&mut self) {
        if !self.hints {
            self.message = Some("values are hidden; h shows them".to_owned());
            return;
        }
        let has =
            |value: &Value| self.view().moves.iter().any(|m| m.worth().map(Outcome::value) == Some(*value));
        let values: Vec<Value> = Value::ALL.into_iter().rev().filter(has).collect();
        let next = match self.filter {
            None => 0,
            Some(value) => values.iter().position(|&other| other == value).map_or(values.len(), |p| p + 1),
        };
        self.filter = values.get(next).copied();
        self.choose_first();
    }

    /// Takes what is chosen.
    fn take(&mut self, background: &mut Background) -> Option<Leave> {
        if !self.is_over() {
            let row = *self.rows().get(self.selected)?;
            self.make(row, background);
            return None;
        }
        match *self.after_end().get(self.selected)? {
            AfterEnd::New => return self.act(GameAction::New, background),
            AfterEnd::TakeBack => self.undo(background),
            AfterEnd::Variants => {
                return Some(Leave::Variants(self.variant.handle().family.id.to_owned()));
            }
            AfterEnd::Games => return Some(Leave::Games),
            AfterEnd::Leave => return Some(Leave::Quit),
        }
        None
    }

    fn ask(&mut self, position: String, entry: Option<Entry>, holds_keys: bool, background: &mut Background) {
        let look = background.look(&self.variant, position.clone());
        let since = Instant::now();
        self.pending = Some(Pending { look, glance: None, since, position, entry, holds_keys });
    }

    /// Looks at the board again: values may have become known.
    fn look_again(&mut self, holds_keys: bool, background: &mut Background) {
        self.ask(self.view().position.clone(), None, holds_keys, background);
    }

    /// Makes a move of the view.
    fn make(&mut self, place: usize, background: &mut Background) {
        let Some(made) = self.view().moves.get(place) else { return };
        let entry = Entry { by: Some(made.name.clone()), turn: made.turn_after(self.turn()), typed: None };
        let position = made.position.clone();
        (self.typing, self.filter) = (None, None);
        self.ask(position, Some(entry), true, background);
    }

    /// Starts anew from a position.
    fn start_at(&mut self, position: String, typed: Option<Field>, background: &mut Background) {
        let entry = Entry { by: None, turn: Turn::First, typed };
        self.filter = None;
        self.ask(position, Some(entry), true, background);
    }

    fn undo(&mut self, background: &mut Background) {
        if self.past.len() == 1 {
            self.message = Some("there is nothing to take back".to_owned());
            return;
        }
        if self.computer == Computer::Both {
            self.computer = Computer::None;
        }
        // Back to where a person had to move; the computer would only move again.
        while self.past.len() > 1 {
            self.future.extend(self.past.pop());
            if !self.computer.plays(self.turn()) {
                break;
            }
        }
        self.shown_again(background);
    }

    fn redo(&mut self, background: &mut Background) {
        if self.future.is_empty() {
            self.message = Some("nothing was taken back".to_owned());
            return;
        }
        while let Some(stop) = self.future.pop() {
            self.past.push(stop);
            if !self.computer.plays(self.turn()) {
                break;
            }
        }
        self.shown_again(background);
    }

    /// Another position of this game is on the board. What was asked for before is not wanted any more.
    fn shown_again(&mut self, background: &mut Background) {
        self.pending = None;
        (self.typing, self.filter) = (None, None);
        self.choose_first();
        if self.is_open() {
            self.look_again(false, background);
        }
    }

    fn is_computers_turn(&mut self) -> bool {
        let is_busy = !matches!(self.overlay, Overlay::None) || self.typing.is_some();
        // Without values it would play at random, and nobody asked for that.
        if is_busy || self.is_over() || !self.computer.plays(self.turn()) || self.view().outcome.is_none() {
            return false;
        }
        let mut seen = HashSet::new();
        if self.computer == Computer::Both && !self.past.iter().all(|stop| seen.insert(&stop.view.position)) {
            self.computer = Computer::None;
            self.message =
                Some("This position was there before: with perfect play it never ends.".to_owned());
            return false;
        }
        true
    }

    /// Somebody clicks: a line or a cell is chosen, and the move that was chosen is made.
    pub(crate) fn click(&mut self, column: u16, row: u16, background: &mut Background) -> Option<Leave> {
        match self.overlay {
            Overlay::Text(_) => {
                self.close();
                return None;
            }
            Overlay::GoTo(_) => return None,
            Overlay::None => self.message = None,
        }
        let list = self.places.list;
        let place = if list.contains((column, row).into()) {
            self.top + usize::from(row - list.y)
        } else {
            let centre = self.places.board.as_ref()?.centre_at(column, row)?;
            self.row_at(centre)?
        };
        if place >= self.length() {
            return None;
        }
        if place == self.selected {
            return self.take(background);
        }
        self.selected = place;
        None
    }

    /// The line of the move that is meant by pointing at a centre. Where moves have two ends, the other end
    /// may have been pointed at before.
    fn row_at(&self, centre: usize) -> Option<usize> {
        let moves = &self.view().moves;
        let rows = self.rows();
        let find = |fits: &dyn Fn(&Sign) -> bool| rows.iter().position(|&row| fits(&moves[row].sign));
        if let Some(row) = find(&|sign| sign.centres() == [centre]) {
            return Some(row);
        }
        if let Some([from, _]) = self.chosen().map(|m| m.sign.centres()).as_deref()
            && let Some(row) = find(&|sign| sign.centres() == [*from, centre])
        {
            return Some(row);
        }
        find(&|sign| sign.centres().first() == Some(&centre))
            .or_else(|| find(&|sign| sign.centres().contains(&centre)))
    }

    /// The wheel was turned by so many lines.
    pub(crate) fn wheel(&mut self, by: isize) {
        match &mut self.overlay {
            Overlay::Text(pager) => pager.scroll(by),
            Overlay::GoTo(_) => {}
            Overlay::None => self.step(by),
        }
    }
}

fn help() -> Pager {
    let mut lines: Vec<_> = keys::explained(GAME).collect();
    lines.push(("mouse", "click chooses a move or a cell, click again moves, the wheel scrolls"));
    lines.push(("[ ] ( )", "on the board: where the chosen move ends, and where it begins"));
    lines.push(("W T D L", "a win, a tie, a draw, a loss for the player to move"));
    Pager::new("Keys", Text::Keys(lines))
}
