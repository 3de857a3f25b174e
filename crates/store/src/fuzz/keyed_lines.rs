//! Blocks of keyed tables, in which older databases of rules-only games are kept.

use zermelo_core::Outcome;

use crate::format::keyed_block::{entries, find, push_line};

/// Reads a block of lines, and looks up each of its words and some that are not there.
pub fn keyed_lines(text: &[u8]) {
    let lines: Result<Vec<(&str, Outcome)>, String> = entries(text).collect();
    for word in ["", "a", "zz", "\u{10ffff}"] {
        // Nothing is known of a damaged block, but looking something up there must come to an end.
        let _answer = find(text, word);
    }
    let Ok(lines) = lines else { return };
    let mut again = Vec::new();
    for &(word, outcome) in &lines {
        push_line(&mut again, word, outcome);
    }
    assert!(again == text, "a line has more than one spelling");
    if !lines.is_sorted_by(|a, b| a.0 < b.0) {
        return;
    }
    for &(word, outcome) in &lines {
        assert_eq!(find(text, word), Ok(Some(outcome)), "word {word:?}");
        let longer = format!("{word}\0");
        let stored = lines.iter().find(|line| line.0 == longer).map(|line| line.1);
        assert_eq!(find(text, &longer), Ok(stored), "word {longer:?}");
    }
}
