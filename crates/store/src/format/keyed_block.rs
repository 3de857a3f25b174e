//! The text of a block of a keyed table: sorted lines `word<TAB>outcome`.

use zermelo_core::Outcome;

use crate::format::notation::{format_outcome, parse_outcome};

/// Adds a line.
pub(crate) fn push_line(text: &mut Vec<u8>, word: &str, outcome: Outcome) {
    text.extend(word.as_bytes());
    text.push(b'\t');
    text.extend(format_outcome(outcome).as_bytes());
    text.push(b'\n');
}

/// The entries in order; an `Err` says which line cannot be read.
pub(crate) fn entries(text: &[u8]) -> impl Iterator<Item = Result<(&str, Outcome), String>> {
    text.split_inclusive(|&byte| byte == b'\n').enumerate().map(|(place, line)| {
        parse_line(line)
            .ok_or_else(|| format!("line {} of a block is not a word, a tab and an outcome", place + 1))
    })
}

/// The outcome of a word, by bisection; `None` if it is not in this block.
pub(crate) fn find(text: &[u8], word: &str) -> Result<Option<Outcome>, String> {
    let mut text = text;
    while !text.is_empty() {
        let middle = text.len() / 2;
        let start = text[..middle].iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        let end =
            text[start..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |at| start + at + 1);
        let (found, outcome) =
            parse_line(&text[start..end]).ok_or("a line is not a word, a tab and an outcome")?;
        match word.cmp(found) {
            std::cmp::Ordering::Less => text = &text[..start],
            std::cmp::Ordering::Equal => return Ok(Some(outcome)),
            std::cmp::Ordering::Greater => text = &text[end..],
        }
    }
    Ok(None)
}

fn parse_line(line: &[u8]) -> Option<(&str, Outcome)> {
    let (word, outcome) = std::str::from_utf8(line).ok()?.strip_suffix('\n')?.split_once('\t')?;
    Some((word, parse_outcome(outcome)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bisection_finds_every_word_and_no_other() {
        let words: Vec<String> = (0..100).map(|n| "x".repeat(n % 7) + &format!("{n:03}")).collect();
        let sorted: std::collections::BTreeSet<&String> = words.iter().step_by(2).collect();
        let mut text = Vec::new();
        for (place, word) in sorted.iter().enumerate() {
            push_line(&mut text, word, Outcome::Win(place as u32));
        }
        assert_eq!(entries(&text).count(), sorted.len());
        for word in &words {
            let place = sorted.iter().position(|stored| *stored == word);
            assert_eq!(find(&text, word), Ok(place.map(|place| Outcome::Win(place as u32))));
        }
    }

    #[test]
    fn nonsense_is_an_error() {
        assert!(find(b"no tab\n", "a").is_err());
        assert!(find(b"a\tW1", "a").is_err());
        assert!(entries(b"a\tW1\n\n").any(|entry| entry.is_err()));
    }
}
