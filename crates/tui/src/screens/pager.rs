//! A text over another screen that may be longer than the terminal: help, rules, statistics.

use std::sync::Arc;

use ratatui::crossterm::event::KeyCode;

use crate::chart::Chart;
use crate::keys::{self, PAGER, PagerAction};

/// What is shown.
pub(crate) enum Text {
    /// Keys and what they do.
    Keys(Vec<(&'static str, &'static str)>),
    /// The rules of a game, in Markdown.
    Rules(&'static str),
    /// A sentence.
    Note(String),
    /// Counts of positions.
    Statistics(Arc<Chart>),
}

/// A text with the place that is shown.
pub(crate) struct Pager {
    pub(crate) title: String,
    pub(crate) text: Text,
    /// The first line that is shown.
    pub(crate) top: usize,
    /// How many lines there were, and how many of them were shown, when it was drawn last.
    pub(crate) drawn: (usize, usize),
}

impl Pager {
    pub(crate) fn new(title: impl Into<String>, text: Text) -> Pager {
        Pager { title: title.into(), text, top: 0, drawn: (0, 0) }
    }

    /// Scrolls by so many lines, but not past the end.
    pub(crate) fn scroll(&mut self, by: isize) {
        let (length, shown) = self.drawn;
        self.top = self.top.saturating_add_signed(by).min(length.saturating_sub(shown));
    }

    /// Takes a key. Returns whether it closes the text.
    pub(crate) fn key(&mut self, key: KeyCode) -> bool {
        let page = self.drawn.1.saturating_sub(1).max(1) as isize;
        match keys::action(PAGER, key) {
            Some(PagerAction::Up) => self.scroll(-1),
            Some(PagerAction::Down) => self.scroll(1),
            Some(PagerAction::PageUp) => self.scroll(-page),
            Some(PagerAction::PageDown) => self.scroll(page),
            Some(PagerAction::First) => self.top = 0,
            Some(PagerAction::Last) => self.scroll(isize::MAX),
            Some(PagerAction::Close) => return true,
            None => {}
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_scrolls_to_its_end_and_no_further() {
        let mut pager = Pager::new("Rules", Text::Rules("..."));
        pager.drawn = (10, 4);
        assert!(!pager.key(KeyCode::End));
        assert_eq!(pager.top, 6);
        pager.key(KeyCode::Down);
        assert_eq!(pager.top, 6);
        pager.key(KeyCode::PageUp);
        assert_eq!(pager.top, 3);
        pager.key(KeyCode::Home);
        pager.key(KeyCode::Up);
        assert_eq!(pager.top, 0);
        assert!(pager.key(KeyCode::Esc));
    }
}
