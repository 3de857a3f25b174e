//! The progress bar: what a computation tells, on stderr.

use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use zermelo_solve::{Event, Observer};

use crate::text::rate;

const BAR: &str = "{bar:30} {percent:>3} %  {human_pos} of {human_len}, {rate}, {eta} left  {wide_msg}";
const COUNTER: &str = "{spinner} {human_pos}, {rate}, {elapsed}  {wide_msg}";

/// A bar on the terminal; silent if stderr is not a terminal or the user wants quiet. Notes are shown in any
/// case but the last.
pub(crate) struct Progress {
    bar: ProgressBar,
    quiet: bool,
    done: Mutex<Vec<(String, u64)>>,
}

impl Progress {
    /// A bar that appears with the first event.
    pub(crate) fn new(quiet: bool) -> Progress {
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::no_length() };
        if !bar.is_hidden() {
            bar.set_style(style(COUNTER));
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        Progress { bar, quiet, done: Mutex::default() }
    }

    /// Shows how much of a known whole is done.
    pub(crate) fn part(&self, done: u64, whole: u64) {
        if self.bar.length() != Some(whole) {
            self.expect(whole);
        }
        self.bar.set_position(done);
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
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Observer for Progress {
    fn event(&self, event: Event) {
        match event {
            Event::Planned { slots, .. } => self.expect(slots),
            Event::TierStarted { tier, .. } => self.bar.set_message(format!("tier {tier}")),
            Event::Ply { tier, remoteness } => {
                self.bar.set_message(format!("tier {tier}, remoteness {remoteness}"));
            }
            Event::TierDone { tier, slots } => {
                self.bar.inc(slots);
                self.done.lock().unwrap_or_else(PoisonError::into_inner).push((tier, slots));
            }
            Event::Explored { positions, waiting } => {
                self.bar.set_position(positions);
                self.bar.set_message(format!("{} more to look at", crate::text::thousands(waiting)));
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
