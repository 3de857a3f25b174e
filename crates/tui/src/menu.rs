//! The list of games to choose from.

use ratatui::crossterm::event::KeyCode;
use ratatui::widgets::TableState;
use zermelo_service::{Overview, Status};

use crate::theme::thousands;

/// One line of the list: a variant of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    pub(crate) game: String,
    pub(crate) variant: String,
    pub(crate) name: String,
    pub(crate) about: String,
    /// What is known of it: the value of the start, or that it is not solved.
    pub(crate) known: String,
    pub(crate) positions: String,
}

/// What the user wants.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Wish {
    /// To play a variant of a game.
    Play(String, String),
    /// To leave.
    Quit,
}

/// All games; typing narrows the list down.
pub(crate) struct Menu {
    lines: Vec<Line>,
    pub(crate) filter: String,
    pub(crate) state: TableState,
    /// Something that went wrong.
    pub(crate) message: Option<String>,
}

impl Menu {
    pub(crate) fn new(overview: &Overview) -> Menu {
        let state = TableState::new().with_selected(0);
        let mut menu = Menu { lines: Vec::new(), filter: String::new(), state, message: None };
        menu.refresh(overview);
        menu
    }

    /// Takes over what has been found out since.
    pub(crate) fn refresh(&mut self, overview: &Overview) {
        let variants = overview.games.iter().flat_map(|(family, cards)| {
            family.variants.iter().zip(cards).map(move |(variant, card)| Line {
                game: family.id.to_owned(),
                variant: variant.id.to_owned(),
                name: family.name.to_owned(),
                about: variant.about.to_owned(),
                known: match (&card.outcome, card.status) {
                    (Some((value, Some(remoteness))), _) => format!("{value} in {remoteness}"),
                    (Some((value, None)), _) => value.clone(),
                    (None, Status::Part) => "partly solved".to_owned(),
                    (None, Status::Solved) => "solved".to_owned(),
                    (None, _) => "not solved".to_owned(),
                },
                positions: card.positions.map_or_else(String::new, thousands),
            })
        });
        self.lines = variants.collect();
    }

    /// The lines that contain every word of the filter.
    pub(crate) fn lines(&self) -> Vec<&Line> {
        let filter = self.filter.to_lowercase();
        let fits = |line: &&Line| {
            let text = format!("{} {}/{} {}", line.name, line.game, line.variant, line.known).to_lowercase();
            filter.split_whitespace().all(|word| text.contains(word))
        };
        self.lines.iter().filter(fits).collect()
    }

    pub(crate) fn tell(&mut self, message: String) {
        self.message = Some(message);
    }

    pub(crate) fn key(&mut self, key: KeyCode) -> Option<Wish> {
        self.message = None;
        match key {
            KeyCode::Esc if self.filter.is_empty() => return Some(Wish::Quit),
            KeyCode::Esc => self.narrow(String::new()),
            KeyCode::Enter => {
                let lines = self.lines();
                let line = lines.get(self.state.selected()?)?;
                return Some(Wish::Play(line.game.clone(), line.variant.clone()));
            }
            KeyCode::Up => self.state.select_previous(),
            KeyCode::Down => self.state.select_next(),
            KeyCode::PageUp => self.state.scroll_up_by(10),
            KeyCode::PageDown => self.state.scroll_down_by(10),
            KeyCode::Home => self.state.select_first(),
            KeyCode::End => self.state.select_last(),
            KeyCode::Backspace => {
                let mut filter = self.filter.clone();
                filter.pop();
                self.narrow(filter);
            }
            KeyCode::Char(letter) => self.narrow(format!("{}{letter}", self.filter)),
            _ => {}
        }
        None
    }

    fn narrow(&mut self, filter: String) {
        self.filter = filter;
        self.state.select_first();
    }
}
