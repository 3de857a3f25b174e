//! The terminal: its screen and mouse are taken and given back, its keys are read, and its end is noticed.

use std::io::{self, stdin, stdout};
use std::mem::ManuallyDrop;
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::background::News;

/// How long the thread that reads keys sleeps before it looks whether it is still wanted.
const LOOK: Duration = Duration::from_millis(100);

/// The terminal while the interface is shown on it.
pub(crate) struct Terminal {
    /// Never dropped: that would complain about a terminal that has gone on that terminal, and printing there
    /// panics.
    pub(crate) screen: ManuallyDrop<DefaultTerminal>,
    is_over: Arc<AtomicBool>,
}

impl Terminal {
    /// Takes the terminal, and sends what happens there from now on.
    pub(crate) fn take(news: Sender<News>) -> io::Result<Terminal> {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let _ = execute!(stdout(), DisableMouseCapture);
            before(info);
        }));
        let is_over = Arc::new(AtomicBool::new(false));
        let screen = ratatui::try_init().and_then(|screen| {
            execute!(stdout(), EnableMouseCapture)?;
            Ok(screen)
        });
        let screen = screen.inspect_err(|_| give_back())?;
        let over = Arc::clone(&is_over);
        thread::spawn(move || read(&news, &over));
        Ok(Terminal { screen: ManuallyDrop::new(screen), is_over })
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.is_over.store(true, Relaxed);
        give_back();
    }
}

/// Leaves the terminal as it was. If it has gone away there is nobody to tell.
fn give_back() {
    let _ = execute!(stdout(), DisableMouseCapture, Show);
    let _ = ratatui::try_restore();
}

/// Sends what happens at the terminal, until it is over or has gone away.
///
/// Without a look at the terminal first, crossterm would read from one that has gone again and again, and
/// never return.
fn read(news: &Sender<News>, is_over: &AtomicBool) {
    while !is_over.load(Relaxed) {
        let sent = match wait(LOOK) {
            State::Quiet => match event::poll(Duration::ZERO) {
                // The window has another size, which no byte says.
                Ok(true) => event::read().map(News::Input),
                Ok(false) => continue,
                Err(error) => Err(error),
            },
            State::Readable => event::read().map(News::Input),
            State::Gone => Err(io::ErrorKind::NotConnected.into()),
        };
        let is_gone = sent.is_err();
        if news.send(sent.unwrap_or(News::Gone)).is_err() || is_gone {
            return;
        }
    }
}

/// Returns whether the terminal has gone away.
pub(crate) fn is_gone() -> bool {
    wait(Duration::ZERO) == State::Gone
}

#[derive(PartialEq, Eq)]
enum State {
    Quiet,
    Readable,
    Gone,
}

/// Waits until something can be read from the terminal, but not longer than this.
fn wait(longest: Duration) -> State {
    let input = stdin();
    let mut fds = [PollFd::new(&input, PollFlags::IN)];
    let longest = Timespec { tv_sec: 0, tv_nsec: longest.subsec_nanos().into() };
    match poll(&mut fds, Some(&longest)) {
        Ok(0) | Err(rustix::io::Errno::INTR) => State::Quiet,
        Ok(_) if fds[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) => {
            State::Gone
        }
        Ok(_) => State::Readable,
        Err(_) => State::Gone,
    }
}
