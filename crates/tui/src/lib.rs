//! The full-screen text interface: choose a game, play it, see the value of every move.
//!
//! A table (`table.rs`) is one game in progress and a menu (`menu.rs`) the list to choose from; both only
//! know keys, so that they can be tested without a screen. The `draw` modules show them.
//!
//! ```no_run
//! use std::sync::Arc;
//! use std::sync::atomic::AtomicBool;
//!
//! use zermelo_library::Library;
//! use zermelo_service::{Limits, Service};
//!
//! // With games of one's own in the list.
//! let library = Library::new(vec![], "data".into());
//! let service = Arc::new(Service::new(library, Limits::default())?);
//! zermelo_tui::run(service, None, &AtomicBool::new(false))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod app;
mod chart;
mod draw_menu;
mod draw_table;
mod menu;
mod table;
mod theme;

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use ratatui::crossterm::event::{self, Event, KeyEventKind};
use thiserror::Error;
use zermelo_library::LibraryError;
use zermelo_service::Service;

use app::App;
pub use table::Computer;

/// How often the screen looks for news of computations in the background, and how fast the computer moves.
const TICK: Duration = Duration::from_millis(250);

/// The game to begin with.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The game, e.g. `quixo`.
    pub game: String,
    /// Its variant, e.g. `4x4`.
    pub variant: String,
    /// The position to begin with; the start, if `None`.
    pub from: Option<String>,
    /// Whom the computer plays.
    pub computer: Computer,
    /// Whether values are shown.
    pub hints: bool,
}

/// Why the interface ended.
#[derive(Debug, Error)]
pub enum ScreenError {
    /// The game cannot be opened.
    #[error(transparent)]
    Game(#[from] LibraryError),
    /// The terminal failed.
    #[error("the terminal cannot be used: {0}")]
    Terminal(#[from] io::Error),
}

/// Shows the interface until the user leaves or `asked_to_stop` is set: a game, or the list of all games.
///
/// # Errors
/// If the game cannot be opened (before anything is shown), or the terminal fails.
pub fn run(
    service: Arc<Service>,
    opening: Option<Opening>,
    asked_to_stop: &AtomicBool,
) -> Result<(), ScreenError> {
    let mut app = App::new(service, opening)?;
    let shown = ratatui::try_init().and_then(|mut terminal| show(&mut terminal, &mut app, asked_to_stop));
    // Whatever happened, the terminal is given back as it was.
    ratatui::restore();
    app.close();
    Ok(shown?)
}

fn show(
    terminal: &mut ratatui::DefaultTerminal,
    app: &mut App,
    asked_to_stop: &AtomicBool,
) -> io::Result<()> {
    while !app.is_over() && !asked_to_stop.load(Relaxed) {
        terminal.draw(|frame| app.draw(frame))?;
        if !event::poll(TICK)? {
            app.tick();
            continue;
        }
        if let Event::Key(key) = event::read()?
            && key.kind != KeyEventKind::Release
        {
            app.key(key);
        }
    }
    Ok(())
}
