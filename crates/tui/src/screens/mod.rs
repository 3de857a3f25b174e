//! What each screen knows and what its keys do; nothing of how it is drawn, so that it can be tested without
//! a terminal.

pub(crate) mod field;
pub(crate) mod game;
pub(crate) mod list;
pub(crate) mod pager;

/// Returns where a choice in a list of this length goes, by so many lines.
pub(crate) fn moved(selected: usize, by: isize, length: usize) -> usize {
    selected.saturating_add_signed(by).min(length.saturating_sub(1))
}
