//! Suggestions of titles for one that does not exist.

use super::TITLES;

/// How many letters may be wrong.
const MOST_WRONG: usize = 2;

/// Returns the titles that differ in few letters from a text.
pub fn similar_titles(text: &str) -> Vec<String> {
    let (prefix, text) = match text.strip_prefix("impartial ") {
        Some(rest) => ("impartial ", rest),
        None => ("", text),
    };
    let text = text.to_lowercase().replace(['-', ' '], "_");
    // In a short word, few letters are all.
    let most = MOST_WRONG.min(text.chars().count() / 2);
    let close = TITLES.iter().filter(|title| distance(&text, title) <= most);
    close.map(|title| format!("{prefix}{title}")).collect()
}

/// Returns what to say behind the message that there is no such title.
pub(crate) fn hint(title: &str) -> String {
    match &similar_titles(title)[..] {
        [] => format!("; there are {}, each also as 'impartial …'", TITLES.join(", ")),
        similar => format!("; did you mean {}?", similar.join(" or ")),
    }
}

/// Returns how many letters have to be changed, added or left out to come from one text to the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (number, letter) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = number + 1;
        for (at, &wanted) in other.iter().enumerate() {
            let changed = diagonal + usize::from(letter != wanted);
            diagonal = row[at + 1];
            row[at + 1] = changed.min(row[at] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_titles_are_recognised() {
        for (text, expected) in [
            ("clober", &["clobber"][..]),
            ("Amazons", &["amazons"]),
            ("impartial domineerng", &["impartial domineering"]),
            ("toads and frogs", &["toads_and_frogs"]),
            ("nogo-1xn", &["nogo_1xn"]),
            ("co", &["col"]),
            ("chess", &[]),
            ("", &[]),
        ] {
            assert_eq!(similar_titles(text), expected, "{text}");
        }
    }
}
