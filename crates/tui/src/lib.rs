//! The full-screen text interface: choose a game, play it, see the value of every move.
//!
//! `screens/` has what each screen knows and what its keys do, `draw/` how it is shown, and `keys.rs` the
//! keys of all screens, from which help and footers are made. `app.rs` leads from screen to screen. Whatever
//! may take long is asked in the background (`background.rs`), so that a key works at any time. `terminal.rs`
//! has to do with the terminal itself.
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
mod background;
mod chart;
mod draw;
mod keys;
mod markdown;
mod screens;
mod terminal;
#[cfg(test)]
mod tests;
mod theme;

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use thiserror::Error;
use zermelo_library::LibraryError;
use zermelo_service::Service;

use app::{App, End};
pub use screens::game::Computer;
use terminal::Terminal;

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

/// Shows the interface until the user leaves, the terminal goes away or `asked_to_stop` is set: a game, or
/// the list of all games.
///
/// # Errors
/// If the game cannot be opened, or the terminal fails or goes away.
pub fn run(
    service: Arc<Service>,
    opening: Option<Opening>,
    asked_to_stop: &AtomicBool,
) -> Result<(), ScreenError> {
    let mut app = App::new(service, opening);
    let shown = show(&mut app, asked_to_stop);
    app.close();
    shown
}

fn show(app: &mut App, asked_to_stop: &AtomicBool) -> Result<(), ScreenError> {
    let gone = || io::Error::new(io::ErrorKind::NotConnected, "it has gone away");
    let mut terminal = Terminal::take(app.source())?;
    terminal.screen.draw(|frame| app.draw(frame))?;
    while !asked_to_stop.load(Relaxed) {
        app.next();
        match app.take_end() {
            Some(End::Left) => break,
            Some(End::NotOpened(error)) => return Err(error.into()),
            Some(End::Gone) => return Err(gone().into()),
            // The thread that reads keys may hang in a terminal that went away in the middle of a key.
            None if terminal::is_gone() => return Err(gone().into()),
            None if app.is_waiting() => {}
            None => {
                terminal.screen.draw(|frame| app.draw(frame))?;
            }
        }
    }
    Ok(())
}
