//! The progress bar: what a computation tells, on stderr.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use zermelo_solve::{Event, Observer};

use crate::disk;
use crate::text::{duration, percent, rate, thousands};

const BAR: &str = "{bar:30} {percent:>3} %  {human_pos} of {human_len}, {rate}, {eta} left  {wide_msg}";
const COUNTER: &str = "{spinner} {human_pos}, {rate}, {elapsed}  {wide_msg}";

/// Without a terminal, how often a line tells how far it is.
const LINE_EVERY: Duration = Duration::from_mins(1);

/// A computation that is over sooner shows no bar: it would only flicker.
const WORTH_A_BAR: Duration = Duration::from_millis(300);

/// A bar on the terminal, or a line a minute if stderr is something else; nothing if the user wants quiet.
pub(crate) struct Progress {
    bar: ProgressBar,
    began: Instant,
    /// Whether there is a terminal to show it on.
    has_terminal: bool,
    is_shown: AtomicBool,
    quiet: bool,
    /// Where a database grows, if one does.
    directory: Option<PathBuf>,
    lines: Mutex<Lines>,
    done: Mutex<Vec<(String, u64)>>,
}

/// What the lines tell: so much of a whole since the start.
struct Lines {
    started: Instant,
    last: Instant,
    done: u64,
    /// What of it was told before its tier was done.
    advanced: u64,
    whole: u64,
}

impl Lines {
    fn new(whole: u64) -> Lines {
        let now = Instant::now();
        Lines { started: now, last: now, done: 0, advanced: 0, whole }
    }

    /// A line, if it is time for one.
    fn due(&mut self, at: &str) -> Option<String> {
        if self.last.elapsed() < LINE_EVERY || self.whole == 0 {
            return None;
        }
        self.last = Instant::now();
        let speed = self.done as f64 / self.started.elapsed().as_secs_f64();
        let left =
            if self.done == 0 { f64::NAN } else { (self.whole - self.done.min(self.whole)) as f64 / speed };
        let left = if left.is_nan() { String::new() } else { format!(", about {} left", duration(left)) };
        let (part, done, whole) =
            (percent(self.done, self.whole), thousands(self.done), thousands(self.whole));
        Some(format!("{part}: {done} of {whole}, {}{left}; {at}", rate(speed)))
    }
}

impl Progress {
    /// A bar that appears with the first event after a moment.
    pub(crate) fn new(quiet: bool) -> Progress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        bar.set_style(style(COUNTER));
        Progress {
            bar,
            began: Instant::now(),
            has_terminal: !quiet && !ProgressDrawTarget::stderr().is_hidden(),
            is_shown: AtomicBool::new(false),
            quiet,
            directory: None,
            lines: Mutex::new(Lines::new(0)),
            done: Mutex::default(),
        }
    }

    /// Shows the bar once the computation takes a while.
    fn appear(&self) {
        let is_time = self.has_terminal && self.began.elapsed() > WORTH_A_BAR;
        if is_time && !self.is_shown.swap(true, Relaxed) {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            self.bar.enable_steady_tick(Duration::from_millis(200));
        }
    }

    /// The same for a computation that writes a database here.
    pub(crate) fn writing_to(mut self, directory: PathBuf) -> Progress {
        self.directory = Some(directory);
        self
    }

    /// Shows how much of a known whole is done.
    pub(crate) fn part(&self, done: u64, whole: u64) {
        self.appear();
        if self.bar.length() != Some(whole) {
            self.expect(whole);
        }
        self.bar.set_position(done);
        let mut lines = self.lines();
        lines.done = done;
        let line = lines.due(&self.bar.message()).filter(|_| !self.has_terminal);
        drop(lines);
        if let Some(line) = line {
            note(self.quiet, &line);
        }
    }

    /// The tiers that were done, with their slots, in the order in which they were.
    pub(crate) fn tiers_done(self) -> Vec<(String, u64)> {
        std::mem::take(&mut self.done.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn expect(&self, whole: u64) {
        self.bar.set_style(style(BAR));
        self.bar.set_length(whole);
        self.bar.set_position(0);
        self.bar.reset_eta();
        *self.lines() = Lines::new(whole);
    }

    fn lines(&self) -> std::sync::MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows where the computation is.
    fn at(&self, place: String) {
        if !self.has_terminal
            && let Some(line) = self.lines().due(&place)
        {
            note(self.quiet, &line);
        }
        self.bar.set_message(place);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Observer for Progress {
    fn event(&self, event: Event) {
        self.appear();
        match event {
            Event::Planned { slots, .. } => self.expect(slots),
            Event::Checked { bytes, whole } => {
                self.part(bytes, whole);
                self.at("checking the bytes that are there".to_owned());
            }
            Event::Disk { bytes } => {
                let directory = self.directory.as_deref();
                if let Some(warning) = directory.and_then(|directory| disk::budget(directory, bytes)) {
                    self.bar.suspend(|| note(self.quiet, &warning));
                }
            }
            Event::Advanced { slots } => {
                self.bar.inc(slots);
                let mut lines = self.lines();
                lines.done += slots;
                lines.advanced += slots;
                let line = lines.due(&self.bar.message()).filter(|_| !self.has_terminal);
                drop(lines);
                if let Some(line) = line {
                    note(self.quiet, &line);
                }
            }
            Event::TierStarted { tier, .. } => self.at(format!("tier {tier}")),
            Event::Ply { tier, remoteness } => self.at(format!("tier {tier}, remoteness {remoteness}")),
            Event::TierDone { tier, slots } => {
                let mut lines = self.lines();
                let rest = slots - lines.advanced.min(slots);
                lines.advanced = 0;
                lines.done += rest;
                drop(lines);
                self.bar.inc(rest);
                self.done.lock().unwrap_or_else(PoisonError::into_inner).push((tier, slots));
            }
            Event::Explored { positions, waiting } => {
                self.bar.set_position(positions);
                self.bar.set_message(format!("{} more to look at", thousands(waiting)));
            }
            Event::Decided { positions } => {
                self.bar.set_message(format!("{} decided", thousands(positions)));
            }
            Event::Note(text) => self.bar.suspend(|| note(self.quiet, &text)),
            _ => {}
        }
    }
}

/// Something that the user should know, but that is not the result.
pub(crate) fn note(quiet: bool, text: &str) {
    if !quiet {
        // Nobody listens on a closed stderr.
        let _ = writeln!(anstream::stderr(), "{text}");
    }
}

fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template).expect("the templates are right");
    style.progress_chars("━━╌").with_key("rate", |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        let _ = write!(out, "{}", rate(state.per_sec()));
    })
}
