//! Guesses how hard sums are to prove won or lost.

use crate::sum::transposition::hash_of_key;

/// How much there is at least to do until a sum is proven to be won, or lost, by whoever moves first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) win: u32,
    pub(crate) loss: u32,
}

impl Numbers {
    /// Where sums of numbers end.
    pub(crate) const MOST: u32 = u32::MAX - 1;
    /// Limits that no numbers reach.
    pub(crate) const UNLIMITED: Self = Self { win: u32::MAX, loss: u32::MAX };

    /// A first guess for a sum with so many moves: one of them may be enough to win, but all must be refuted to lose.
    /// Nothing is proven, even if there are no moves.
    pub(crate) const fn guess(moves: u32) -> Self {
        Self { win: 1, loss: 1 + moves }
    }

    /// The numbers of a sum of which nothing is left to prove.
    pub(crate) const fn proven(wins: bool) -> Self {
        if wins { Self { win: 0, loss: Self::MOST } } else { Self { win: Self::MOST, loss: 0 } }
    }

    /// What is proven, if anything.
    pub(crate) const fn result(self) -> Option<bool> {
        match self {
            Self { win: 0, .. } => Some(true),
            Self { loss: 0, .. } => Some(false),
            _ => None,
        }
    }
}

/// The child of a node to search next, and what the numbers of the children say about the node.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Choice {
    /// Which child it is.
    pub(crate) best: usize,
    /// The numbers of the node: to win, one child must lose; to lose, all must win.
    pub(crate) now: Numbers,
    chosen: Numbers,
    /// The least number of another child for a loss.
    next_loss: u32,
    /// The numbers of all other children for a win.
    other_wins: u32,
}

/// A move is searched until it seems harder than the next best by one part in so many: going to and
/// fro costs more than searching the second best move a little longer.
const PATIENCE: u32 = 4;

impl Choice {
    /// The child that seems to be lost soonest; `None` if there are no children.
    pub(crate) fn among(children: impl Iterator<Item = Numbers> + Clone) -> Option<Self> {
        let (best, chosen) = children.clone().enumerate().min_by_key(|(_, numbers)| numbers.loss)?;
        let others = children.enumerate().filter(|&(at, _)| at != best).map(|(_, numbers)| numbers);
        let next_loss = others.clone().map(|numbers| numbers.loss).min().unwrap_or(Numbers::MOST);
        let other_wins = others.fold(0, |sum: u32, numbers| sum.saturating_add(numbers.win));
        let loss = other_wins.saturating_add(chosen.win).min(Numbers::MOST);
        Some(Self { best, now: Numbers { win: chosen.loss, loss }, chosen, next_loss, other_wins })
    }

    /// The limits for the child within those for the node. Where sums have reached their end, a limit may not stay
    /// behind the number.
    pub(crate) fn limits(&self, limits: Numbers) -> Numbers {
        Numbers {
            win: limits.loss.saturating_sub(self.other_wins).max(self.chosen.win + 1),
            loss: limits.win.min(self.next_loss.saturating_add(1 + self.next_loss / PATIENCE)),
        }
    }
}

/// Numbers by keys. They only tell where to search next, so it does no harm that different keys may
/// share an entry, or that a newer one takes the place of an older one.
pub(crate) struct ProofNumbers {
    entries: Vec<Entry>,
    size: usize,
}

#[derive(Clone, Copy)]
struct Entry {
    check: u32,
    numbers: Numbers,
}

/// No key has these numbers: nothing is remembered of what is proven.
const BLANK: Entry = Entry { check: 0, numbers: Numbers { win: 0, loss: 0 } };

impl ProofNumbers {
    /// An empty table that takes so many bytes as soon as there is something in it.
    pub(crate) fn new(bytes: usize) -> Self {
        Self { entries: Vec::new(), size: (bytes / size_of::<Entry>()).max(1) }
    }

    /// Where a key belongs, and what tells it from most others that belong there.
    fn place(&self, key: &[u32]) -> (usize, u32) {
        let hash = hash_of_key(key);
        let place = ((hash >> 32) * self.size as u64) >> 32;
        (place as usize, hash as u32)
    }

    pub(crate) fn get(&self, key: &[u32]) -> Option<Numbers> {
        let (place, check) = self.place(key);
        let entry = self.entries.get(place)?;
        (entry.check == check && entry.numbers != BLANK.numbers).then_some(entry.numbers)
    }

    pub(crate) fn insert(&mut self, key: &[u32], numbers: Numbers) {
        if self.entries.is_empty() {
            self.entries.resize(self.size, BLANK);
        }
        let (place, check) = self.place(key);
        self.entries[place] = Entry { check, numbers };
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
    }

    /// Forgets everything.
    pub(crate) fn forget_all(&mut self) {
        self.entries = Vec::new();
    }
}
