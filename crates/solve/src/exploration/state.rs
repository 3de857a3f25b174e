//! What the file `state` of an exploration says: lines of words.

use super::sorted_keys::SortedKeys;
use super::work_directory::WorkDirectory;
use crate::SolveError;
use zermelo_core::Key;

/// The last state, read from its lines.
pub(crate) struct State(Vec<Vec<String>>);

impl State {
    pub(crate) fn of(lines: &[String]) -> State {
        State(lines.iter().map(|line| line.split(' ').map(str::to_owned).collect()).collect())
    }

    /// What follows a word at the beginning of a line, for each such line.
    pub(crate) fn all<'a>(&'a self, word: &'a str) -> impl Iterator<Item = &'a [String]> {
        self.0.iter().filter_map(move |line| {
            let (first, rest) = line.split_first()?;
            (first == word).then_some(rest)
        })
    }

    /// The only word of the only such line.
    pub(crate) fn word<'a>(&'a self, word: &'a str) -> Option<&'a str> {
        self.all(word).next()?.first().map(String::as_str)
    }

    /// The same as a number.
    pub(crate) fn number(&self, word: &str) -> Option<u64> {
        self.word(word)?.parse().ok()
    }

    /// The files that such lines name, with their lengths.
    pub(crate) fn files<'a>(&'a self, word: &'a str) -> impl Iterator<Item = Option<(&'a str, u64)>> {
        self.all(word).map(|rest| match rest {
            [name, length] => Some((name.as_str(), length.parse().ok()?)),
            _ => None,
        })
    }

    /// The lists that such lines name; `None` if one is damaged.
    pub(crate) fn lists<K: Key>(
        &self,
        word: &str,
        work: &WorkDirectory,
    ) -> Result<Option<Vec<SortedKeys<K>>>, SolveError> {
        let mut lists = Vec::new();
        for file in self.files(word) {
            let Some((name, length)) = file else { return Ok(None) };
            let Some(list) = SortedKeys::restore(work, name, length)? else { return Ok(None) };
            lists.push(list);
        }
        Ok(Some(lists))
    }
}

/// The lines that name lists, which are saved.
pub(crate) fn list_lines<K: Key>(
    word: &str,
    lists: &mut [SortedKeys<K>],
    work: &WorkDirectory,
) -> Result<Vec<String>, SolveError> {
    lists.iter_mut().map(|list| Ok(format!("{word} {}", list.state(work)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_by_their_first_words() {
        let lines = ["phase search", "known a.run 5", "known b.run 7", "known broken", "expanded 12"];
        let state = State::of(&lines.map(str::to_owned));
        assert_eq!((state.word("phase"), state.word("layers")), (Some("search"), None));
        assert_eq!((state.number("expanded"), state.number("phase")), (Some(12), None));
        let files: Vec<_> = state.files("known").collect();
        assert_eq!(files, [Some(("a.run", 5)), Some(("b.run", 7)), None]);
    }
}
