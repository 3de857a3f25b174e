//! The text interface on a terminal: what it writes there makes a screen, and it ends when the terminal goes
//! away.

use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZero;
use std::os::fd::OwnedFd;
use std::process::{Child, ExitStatus};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use super::User;

const LONGEST: Duration = Duration::from_mins(1);

/// A terminal with the program on it.
struct Terminal {
    _user: User,
    child: Child,
    /// Our end of it: what is written there are keys, and what is read is for the screen.
    end: File,
    screen: vt100::Parser,
}

impl Terminal {
    /// Starts the program with these words as arguments.
    fn start(line: &str, width: u16, height: u16) -> Terminal {
        let user = User::new();
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&ours).unwrap();
        unlockpt(&ours).unwrap();
        let size = Winsize { ws_row: height, ws_col: width, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&ours, size).unwrap();
        let name = ptsname(&ours, Vec::new()).unwrap();
        // Programs of other tests must not keep it open. Nobody's controlling terminal, so that no signal
        // tells of its end.
        let theirs: OwnedFd =
            open(&name, OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty()).unwrap();
        let mut command = user.command(line);
        command.stdin(theirs.try_clone().unwrap()).stdout(theirs.try_clone().unwrap()).stderr(theirs);
        let child = command.env("TERM", "xterm-256color").env_remove("NO_COLOR").spawn().unwrap();
        // Otherwise the terminal would have a user left when the program has gone.
        drop(command);
        let [height, width] = [height, width].map(|cells| NonZero::new(cells).unwrap());
        let screen = vt100::Parser::new(height, width, 0);
        Terminal { _user: user, child, end: File::from(ours), screen }
    }

    /// Shows what has been written, if anything comes within a moment.
    fn read(&mut self) {
        let moment = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };
        if poll(&mut [PollFd::new(&self.end, PollFlags::IN)], Some(&moment)) == Ok(1) {
            let mut buffer = [0; 1 << 12];
            // An error says that nobody is left at the other end.
            let length = self.end.read(&mut buffer).unwrap_or(0);
            self.screen.process(&buffer[..length]);
        }
    }

    fn press(&mut self, keys: &str) {
        self.end.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until the screen shows this.
    fn wait_for(&mut self, text: &str) {
        let started = Instant::now();
        while !self.screen.screen().contents().contains(text) {
            let shown = self.screen.screen().contents();
            assert!(started.elapsed() < LONGEST, "no '{text}' on\n{shown}");
            self.read();
        }
    }

    /// Waits until the program has ended.
    fn end(&mut self) -> ExitStatus {
        end(&mut self.child)
    }
}

fn end(child: &mut Child) -> ExitStatus {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if started.elapsed() > LONGEST {
            child.kill().unwrap();
            panic!("the program goes on");
        }
        sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_game_is_played_on_a_terminal_and_the_terminal_is_given_back() {
    let mut terminal = Terminal::start("play tictactoe --computer none --hints", 80, 24);
    terminal.wait_for("a tie in 9");
    terminal.wait_for("? help   q leave");
    terminal.press("mb2\r");
    terminal.wait_for("1 played");
    terminal.wait_for("b2 T");
    terminal.press("i");
    terminal.wait_for("Rules of Tic-tac-toe");
    terminal.press("q");
    terminal.wait_for("q leave");
    assert!(terminal.screen.screen().alternate_screen());
    terminal.press("q");
    assert_eq!(terminal.end().code(), Some(0));
    terminal.read();
    assert!(!terminal.screen.screen().alternate_screen());
    assert_eq!(terminal.screen.screen().mouse_protocol_mode(), vt100::MouseProtocolMode::None);
}

#[test]
fn the_program_ends_when_its_terminal_goes_away() {
    for line in ["play tictactoe", ""] {
        let mut terminal = Terminal::start(line, 80, 24);
        terminal.wait_for("? help");
        let Terminal { mut child, end: ours, _user, .. } = terminal;
        drop(ours);
        let status = end(&mut child);
        assert_eq!(status.code(), Some(3), "{line}: {status}");
    }
}
