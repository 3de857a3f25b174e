//! The words of millions of positions, sorted.

use rayon::prelude::*;
use zermelo_core::Outcome;

/// Positions that one thread writes down at a time.
const BATCH: usize = 1 << 14;

/// Words with their outcomes in one long text, so that sorting moves numbers around and not strings.
pub(crate) struct SortedWords {
    text: String,
    entries: Vec<Entry>,
}

struct Entry {
    /// The first bytes of the word, as numbers that sort like them: they decide almost every comparison.
    prefix: [u64; 2],
    start: u64,
    length: u32,
    outcome: Outcome,
}

impl SortedWords {
    /// The sorted words of all items; `word` writes one down.
    pub(crate) fn new<T: Send>(
        items: impl IndexedParallelIterator<Item = (T, Outcome)>,
        word: impl Fn(T) -> String + Sync,
    ) -> SortedWords {
        let write_batch = |batch: Vec<(T, Outcome)>| {
            let mut part = SortedWords { text: String::new(), entries: Vec::with_capacity(batch.len()) };
            for (item, outcome) in batch {
                part.push(&word(item), outcome);
            }
            part
        };
        SortedWords::merge(items.chunks(BATCH).map(write_batch).collect())
    }

    /// Puts parts together and sorts them. Not generic, so that it is compiled once and not for every game.
    fn merge(parts: Vec<SortedWords>) -> SortedWords {
        let mut all = SortedWords {
            text: String::with_capacity(parts.iter().map(|part| part.text.len()).sum()),
            entries: Vec::with_capacity(parts.iter().map(|part| part.entries.len()).sum()),
        };
        for part in parts {
            let base = all.text.len() as u64;
            all.text += &part.text;
            all.entries
                .extend(part.entries.into_iter().map(|entry| Entry { start: base + entry.start, ..entry }));
        }
        let SortedWords { text, entries } = &mut all;
        entries.par_sort_unstable_by(|a, b| {
            a.prefix.cmp(&b.prefix).then_with(|| a.word(text).cmp(b.word(text)))
        });
        all
    }

    fn push(&mut self, word: &str, outcome: Outcome) {
        let mut first = [[0; 8]; 2];
        let bytes = word.as_bytes();
        let known = bytes.len().min(16);
        first.as_flattened_mut()[..known].copy_from_slice(&bytes[..known]);
        self.entries.push(Entry {
            prefix: first.map(u64::from_be_bytes),
            start: self.text.len() as u64,
            length: bytes.len() as u32,
            outcome,
        });
        self.text += word;
    }

    /// The words in ascending order of their bytes, with their outcomes.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, Outcome)> {
        self.entries.iter().map(|entry| (entry.word(&self.text), entry.outcome))
    }
}

impl Entry {
    fn word<'a>(&self, text: &'a str) -> &'a str {
        &text[self.start as usize..self.start as usize + self.length as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_in_the_order_of_their_bytes() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut words: Vec<String> = (0..3000)
            .map(|_| (0..random.usize(..40)).map(|_| random.char('a'..='c')).collect())
            .chain(["é".into(), "z\u{0}".into(), "z".into()])
            .collect();
        let items: Vec<(String, Outcome)> = words.iter().cloned().map(|word| (word, Outcome::Draw)).collect();
        let sorted = SortedWords::new(items.into_par_iter(), |word| word);
        words.sort_unstable();
        assert!(sorted.iter().map(|(word, _)| word).eq(words.iter()));
    }
}
