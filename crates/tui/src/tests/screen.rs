//! A screen in memory, with databases that are gone afterwards.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use zermelo_library::Library;
use zermelo_service::{Limits, Service};

use super::matches::families;
use crate::Opening;
use crate::app::{App, End};
use crate::background::News;
use crate::screens::game::Computer;

pub(super) struct Screen {
    pub(super) app: App,
    terminal: Terminal<TestBackend>,
    _data: tempfile::TempDir,
}

/// A game to begin with.
pub(super) fn opening(game: &str, variant: &str, computer: Computer, hints: bool) -> Opening {
    let (game, variant) = (game.to_owned(), variant.to_owned());
    Opening { game, variant, from: None, computer, hints }
}

impl Screen {
    pub(super) fn new(opening: impl Into<Option<Opening>>, width: u16, height: u16) -> Screen {
        let data = tempfile::tempdir().unwrap();
        let library = Library::new(families(), data.path().to_owned());
        let service = Service::new(library, Limits { threads: 1, ..Limits::default() }).unwrap();
        let app = App::new(Arc::new(service), opening.into());
        let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        Screen { app, terminal, _data: data }
    }

    pub(super) fn key(&mut self, code: KeyCode) {
        let modifiers = KeyModifiers::NONE;
        self.send(Event::Key(KeyEvent::new(code, modifiers)));
    }

    pub(super) fn keys(&mut self, letters: &str) {
        letters.chars().for_each(|letter| self.key(KeyCode::Char(letter)));
    }

    pub(super) fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) {
        self.send(Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    }

    /// Clicks on the first place where the screen shows this.
    pub(super) fn click_on(&mut self, text: &str) {
        let shown = self.text();
        let (row, line) = shown.lines().enumerate().find(|(_, line)| line.contains(text)).unwrap();
        let column = line[..line.find(text).unwrap()].chars().count();
        self.mouse(MouseEventKind::Down(MouseButton::Left), column as u16, row as u16);
    }

    fn send(&mut self, event: Event) {
        self.app.source().send(News::Input(event)).unwrap();
        self.app.next();
        // On a busy machine answers take longer than keys wait for them.
        while self.app.is_arriving() {
            self.app.next();
        }
    }

    /// What is on the screen now, without spaces at the ends of lines.
    pub(super) fn text(&mut self) -> String {
        self.terminal.draw(|frame| self.app.draw(frame)).unwrap();
        let buffer = self.terminal.backend().buffer();
        let row = |y| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        let rows: Vec<String> = (0..buffer.area.height).map(|y| row(y).trim_end().to_owned()).collect();
        rows.join("\n") + "\n"
    }

    /// Lets time pass until the screen shows this.
    pub(super) fn wait_for(&mut self, text: &str) {
        let started = Instant::now();
        while !self.text().contains(text) {
            assert!(started.elapsed() < Duration::from_secs(20), "no '{text}' on\n{}", self.text());
            self.app.next();
        }
    }

    pub(super) fn shows(&mut self, text: &str) -> bool {
        self.text().contains(text)
    }

    pub(super) fn has_left(&mut self) -> bool {
        matches!(self.app.take_end(), Some(End::Left))
    }
}
