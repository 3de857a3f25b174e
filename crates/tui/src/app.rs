//! Which screen is shown, and what keys do on all of them.

use std::sync::Arc;

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use zermelo_library::LibraryError;
use zermelo_service::Service;

use crate::menu::{Menu, Wish};
use crate::table::{Computer, Leave, Table};
use crate::{Opening, draw_menu, draw_table};

/// The interface: the menu, and the table in front of it if a game is being played.
pub(crate) struct App {
    service: Arc<Service>,
    menu: Menu,
    table: Option<Table>,
    over: bool,
}

impl App {
    pub(crate) fn new(service: Arc<Service>, opening: Option<Opening>) -> Result<App, LibraryError> {
        let table = opening.map(|opening| open(&service, &opening)).transpose()?;
        Ok(App { menu: Menu::new(&service.overview()), service, table, over: false })
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    /// Ends what goes on in the background.
    pub(crate) fn close(&self) {
        self.service.close();
    }

    /// A moment has passed.
    pub(crate) fn tick(&mut self) {
        match &mut self.table {
            Some(table) => table.tick(),
            None => self.menu.refresh(&self.service.overview()),
        }
    }

    pub(crate) fn key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            self.over = true;
        } else if let Some(table) = &mut self.table {
            match table.key(key.code) {
                Some(Leave::Quit) => self.over = true,
                Some(Leave::Menu) => {
                    self.table = None;
                    self.menu.refresh(&self.service.overview());
                }
                None => {}
            }
        } else {
            match self.menu.key(key.code) {
                Some(Wish::Quit) => self.over = true,
                Some(Wish::Play(game, variant)) => {
                    let opening =
                        Opening { game, variant, from: None, computer: Computer::None, hints: true };
                    match open(&self.service, &opening) {
                        Ok(table) => self.table = Some(table),
                        Err(error) => self.menu.tell(error.to_string()),
                    }
                }
                None => {}
            }
        }
    }

    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>) {
        match &mut self.table {
            Some(table) => draw_table::draw(table, frame),
            None => draw_menu::draw(&mut self.menu, frame),
        }
    }
}

fn open(service: &Service, opening: &Opening) -> Result<Table, LibraryError> {
    let variant = service.open(&opening.game, &opening.variant)?;
    Table::new(variant, opening.from.clone(), opening.computer, opening.hints)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use zermelo_core::{Game, ParseError, Turn, Value};
    use zermelo_library::{Family, Library, any_game};
    use zermelo_service::Limits;

    use super::*;

    /// Take one or two of six matches; whoever takes the last one wins.
    struct Matches;

    impl Game for Matches {
        type Position = (u8, Turn);
        type Move = u8;

        fn start(&self) -> (u8, Turn) {
            (6, Turn::First)
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
            let wrong = || ParseError::new(format!("'{text}' is not a turn and a number up to 6"));
            let (turn, number) = text.split_once('_').ok_or_else(wrong)?;
            let turn = if turn == "1" { Turn::First } else { Turn::Second };
            Ok((number.parse().ok().filter(|&n| n <= 6).ok_or_else(wrong)?, turn))
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

    /// The interface on a screen of its own, with databases that are gone afterwards.
    struct Screen {
        app: App,
        terminal: Terminal<TestBackend>,
        _data: tempfile::TempDir,
    }

    impl Screen {
        fn new(opening: Option<Opening>) -> Screen {
            let data = tempfile::tempdir().unwrap();
            let family =
                Family::new("matches", "Matches", "Take one or two.")
                    .variant("six", "six matches", || any_game!(Matches));
            let library = Library::new(vec![family], data.path().to_owned());
            let service = Service::new(library, Limits { threads: 1, ..Limits::default() }).unwrap();
            let app = App::new(Arc::new(service), opening).unwrap();
            let terminal = Terminal::new(TestBackend::new(110, 24)).unwrap();
            Screen { app, terminal, _data: data }
        }

        fn key(&mut self, code: KeyCode) {
            self.app.key(KeyEvent::new(code, KeyModifiers::NONE));
        }

        fn keys(&mut self, letters: &str) {
            letters.chars().for_each(|letter| self.key(KeyCode::Char(letter)));
        }

        fn text(&mut self) -> String {
            self.terminal.draw(|frame| self.app.draw(frame)).unwrap();
            self.terminal.backend().to_string()
        }

        /// Lets time pass until the screen shows this.
        fn wait_for(&mut self, text: &str) {
            let started = Instant::now();
            while !self.text().contains(text) {
                assert!(started.elapsed() < Duration::from_secs(20), "no '{text}' on\n{}", self.text());
                self.app.tick();
                std::thread::sleep(Duration::from_millis(5));
            }
        }
    }

    fn matches(computer: Computer, hints: bool) -> Opening {
        Opening { game: "matches".to_owned(), variant: "six".to_owned(), from: None, computer, hints }
    }

    #[test]
    fn a_game_is_found_played_to_its_end_and_taken_back() {
        let mut screen = Screen::new(None);
        screen.keys("nothing like it");
        assert!(!screen.text().contains("six matches"));
        screen.key(KeyCode::Esc);
        screen.keys("mat");
        screen.key(KeyCode::Enter);
        // With six matches the second player wins, in four moves.
        screen.wait_for("second player wins in 4");
        screen.key(KeyCode::Enter);
        screen.wait_for("second player wins in 3");
        for _ in 0..3 {
            screen.key(KeyCode::Enter);
        }
        assert!(screen.text().contains("Game over: second player wins."), "{}", screen.text());
        screen.keys("u");
        assert!(screen.text().contains("Second player to move: second player wins in 1"));
        screen.keys("r");
        assert!(screen.text().contains("Game over"));
        screen.keys("b");
        assert!(screen.text().contains("Type to search") || screen.text().contains("Search: mat"));
    }

    #[test]
    fn hidden_values_are_not_shown_and_moves_are_listed_by_name() {
        let mut screen = Screen::new(Some(matches(Computer::None, false)));
        screen.wait_for("First player to move");
        let text = screen.text();
        assert!(!text.contains("wins in") && !text.contains("lose in"), "{text}");
        assert!(text.find("take1").unwrap() < text.find("take2").unwrap());
        screen.keys("h");
        screen.wait_for("lose in 4");
    }

    #[test]
    fn the_computer_answers_and_wins() {
        let mut screen = Screen::new(Some(matches(Computer::Second, true)));
        screen.wait_for("second player wins in 4");
        screen.key(KeyCode::Enter);
        screen.wait_for("First player to move: second player wins in 2");
        screen.key(KeyCode::Enter);
        screen.wait_for("Game over: second player wins.");
    }

    #[test]
    fn a_position_can_be_typed_and_a_wrong_one_is_told() {
        let mut screen = Screen::new(Some(matches(Computer::None, true)));
        screen.keys("g1_2");
        screen.key(KeyCode::Enter);
        screen.wait_for("first player wins in 1");
        screen.keys("gnonsense");
        screen.key(KeyCode::Enter);
        assert!(screen.text().contains("'nonsense' is not a turn and a number"), "{}", screen.text());
    }

    #[test]
    fn statistics_count_all_positions() {
        let mut screen = Screen::new(Some(matches(Computer::None, true)));
        screen.wait_for("wins in");
        screen.keys("s");
        screen.wait_for("positions by remoteness");
        screen.key(KeyCode::Esc);
        assert!(!screen.text().contains("positions by remoteness"));
        screen.keys("q");
        assert!(screen.app.is_over());
    }
}
