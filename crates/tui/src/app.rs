//! Which screen is shown, and what keys do on all of them.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Instant;

use ratatui::Frame;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use zermelo_library::LibraryError;
use zermelo_service::Service;

use crate::background::{Answer, Background, News, PATIENCE, Ticket};
use crate::draw;
use crate::screens::field::Field;
use crate::screens::game::{Computer, GameScreen, Leave};
use crate::screens::list::{List, Wish};
use crate::{Opening, TICK};

/// Lines that one turn of the wheel scrolls.
const WHEEL: isize = 3;

/// What is in front of the list of games.
enum Front {
    /// Nothing.
    List,
    /// A variant of a game is being named that is not listed.
    Naming(usize, Field),
    /// A game is being opened.
    Opening(Opening, Ticket, Instant),
    Game(Box<GameScreen>),
}

/// Why the interface ends.
pub(crate) enum End {
    /// The user leaves.
    Left,
    /// The game to begin with cannot be opened.
    NotOpened(LibraryError),
    /// The terminal has gone away.
    Gone,
}

/// The interface: the list of games, and what is in front of it.
pub(crate) struct App {
    background: Background,
    news: Receiver<News>,
    /// Where news come from, for who watches the terminal.
    source: Sender<News>,
    list: List,
    front: Front,
    /// Whether the game is the one that the program was started with, so that there is no list to go back to.
    is_first: bool,
    overview: Option<Ticket>,
    /// Keys that wait for a position.
    held: VecDeque<KeyEvent>,
    ticked: Instant,
    end: Option<End>,
}

impl App {
    pub(crate) fn new(service: Arc<Service>, opening: Option<Opening>) -> App {
        let (source, news) = channel();
        let list = List::new(service.library());
        let mut background = Background::new(service, source.clone());
        let overview = Some(background.overview());
        let mut app = App {
            background,
            news,
            source,
            list,
            front: Front::List,
            is_first: opening.is_some(),
            overview,
            held: VecDeque::new(),
            ticked: Instant::now(),
            end: None,
        };
        if let Some(opening) = opening {
            app.open(opening);
        }
        app
    }

    /// Where to send what happens at the terminal.
    pub(crate) fn source(&self) -> Sender<News> {
        self.source.clone()
    }

    pub(crate) fn take_end(&mut self) -> Option<End> {
        self.end.take()
    }

    /// Ends what goes on in the background.
    pub(crate) fn close(&self) {
        self.background.service().close();
    }

    /// Whether what is shown is about to change, so that drawing can wait for a moment.
    pub(crate) fn is_waiting(&self) -> bool {
        match &self.front {
            Front::Opening(_, _, since) => since.elapsed() < PATIENCE,
            Front::Game(game) => game.is_waiting(),
            Front::List | Front::Naming(..) => false,
        }
    }

    /// Whether a move or a jump is not on the board yet.
    #[cfg(test)]
    pub(crate) fn is_arriving(&self) -> bool {
        !self.held.is_empty() || matches!(&self.front, Front::Game(game) if game.is_arriving())
    }

    /// Waits until something happens, but not for long.
    pub(crate) fn next(&mut self) {
        let longest = if self.is_waiting() { PATIENCE / 10 } else { TICK };
        match self.news.recv_timeout(longest) {
            Ok(news) => {
                self.take(news);
                while let Ok(news) = self.news.try_recv() {
                    self.take(news);
                }
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
        if !self.is_waiting() {
            while let Some(key) = self.held.pop_front() {
                self.key(key);
                if self.is_waiting() {
                    break;
                }
            }
        }
        if self.ticked.elapsed() >= TICK {
            self.ticked = Instant::now();
            self.tick();
        }
    }

    fn take(&mut self, news: News) {
        match news {
            News::Input(Event::Key(key)) if key.kind != KeyEventKind::Release => self.press(key),
            News::Input(Event::Mouse(mouse)) => self.mouse(mouse),
            News::Input(_) => {}
            News::Gone => self.end = Some(End::Gone),
            News::Answer(ticket, answer) => self.answer(ticket, answer),
        }
    }

    /// A key that waits for what is about to change.
    pub(crate) fn press(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            self.end = Some(End::Left);
        } else if self.is_waiting() || !self.held.is_empty() {
            self.held.push_back(key);
        } else {
            self.key(key);
        }
    }

    /// A moment has passed.
    fn tick(&mut self) {
        match &mut self.front {
            Front::Game(game) => game.tick(&mut self.background),
            Front::List | Front::Naming(..) if self.overview.is_none() => {
                self.overview = Some(self.background.overview());
            }
            _ => {}
        }
    }

    fn answer(&mut self, ticket: Ticket, answer: Answer) {
        match answer {
            Answer::Overview(overview) => {
                self.overview = self.overview.filter(|&asked| asked != ticket);
                self.list.refresh(&overview);
            }
            Answer::Opened(opened) => {
                let Front::Opening(opening, asked, _) = &self.front else { return };
                if *asked != ticket {
                    return;
                }
                match opened {
                    Ok(opened) => {
                        let (computer, hints) = (opening.computer, opening.hints);
                        let game = GameScreen::new(opened, computer, hints, &mut self.background);
                        self.front = Front::Game(Box::new(game));
                    }
                    Err(error) if self.is_first => self.end = Some(End::NotOpened(error)),
                    Err(error) => self.back_to_list(Some(error.to_string())),
                }
            }
            other => {
                if let Front::Game(game) = &mut self.front {
                    game.answer(ticket, other);
                }
            }
        }
    }

    fn open(&mut self, opening: Opening) {
        let Opening { game, variant, from, .. } = opening.clone();
        let ticket = self.background.open(game, variant, from);
        self.front = Front::Opening(opening, ticket, Instant::now());
    }

    fn back_to_list(&mut self, message: Option<String>) {
        self.front = Front::List;
        self.is_first = false;
        self.list.message = message;
        self.ticked = Instant::now();
        self.overview = Some(self.background.overview());
    }

    fn key(&mut self, key: KeyEvent) {
        match &mut self.front {
            Front::List => {
                let wish = self.list.key(key);
                self.fulfil(wish);
            }
            Front::Naming(game, field) => match key.code {
                KeyCode::Esc => self.front = Front::List,
                KeyCode::Enter => {
                    let variant = field.text().trim().to_owned();
                    let game = self.list.family(*game).id.to_owned();
                    self.front = Front::List;
                    if !variant.is_empty() {
                        self.play(game, variant);
                    }
                }
                _ => field.key(key),
            },
            Front::Opening(..) => match key.code {
                KeyCode::Char('q') => self.end = Some(End::Left),
                KeyCode::Esc | KeyCode::Char('b') => self.back_to_list(None),
                _ => {}
            },
            Front::Game(game) => {
                let leave = game.key(key, &mut self.background);
                self.leave(leave);
            }
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let by = match mouse.kind {
            MouseEventKind::ScrollDown => WHEEL,
            MouseEventKind::ScrollUp => -WHEEL,
            MouseEventKind::Down(MouseButton::Left) => return self.click(mouse.column, mouse.row),
            _ => return,
        };
        match &mut self.front {
            Front::List => self.list.wheel(by),
            Front::Game(game) => game.wheel(by),
            Front::Naming(..) | Front::Opening(..) => {}
        }
    }

    fn click(&mut self, column: u16, row: u16) {
        match &mut self.front {
            Front::List => {
                let wish = self.list.click(column, row);
                self.fulfil(wish);
            }
            Front::Game(game) if !game.is_waiting() => {
                let leave = game.click(column, row, &mut self.background);
                self.leave(leave);
            }
            _ => {}
        }
    }

    fn fulfil(&mut self, wish: Option<Wish>) {
        match wish {
            Some(Wish::Leave) => self.end = Some(End::Left),
            Some(Wish::Play(game, variant)) => self.play(game, variant),
            Some(Wish::Name(game)) => self.front = Front::Naming(game, Field::default()),
            None => {}
        }
    }

    fn play(&mut self, game: String, variant: String) {
        self.open(Opening { game, variant, from: None, computer: Computer::None, hints: true });
    }

    fn leave(&mut self, leave: Option<Leave>) {
        match leave {
            Some(Leave::Quit) => self.end = Some(End::Left),
            Some(Leave::Games) => self.back_to_list(None),
            Some(Leave::Variants(game)) => {
                self.back_to_list(None);
                self.list.show(&game);
            }
            None => {}
        }
    }

    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>) {
        match &mut self.front {
            Front::List => draw::list::draw(&mut self.list, frame),
            Front::Naming(game, field) => {
                draw::list::draw(&mut self.list, frame);
                draw::list::draw_naming(self.list.family(*game), field, frame);
            }
            Front::Opening(opening, ..) => draw::frame::opening(opening, frame),
            Front::Game(game) => draw::game::draw(game, frame),
        }
    }
}
