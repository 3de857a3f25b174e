//! What a search made use of, for those who want to know why it was fast or slow.

/// What answering one question took, beside time and positions.
///
/// ```
/// use zermelo_cgt::{Budget, Script, Session, Source};
/// let script = Script::parse("[clobber_1xn] XOXO.XOXOXO {B}", Source::Text)?;
/// let mut session = Session::new();
/// let loaded = session.load(script, "example")?;
/// let mut parts = 0;
/// session.run(&loaded, Budget::unlimited, |case| parts = case.counts.parts);
/// assert_eq!(parts, 2);
/// # Ok::<(), zermelo_cgt::ScriptError>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SearchCounts {
    /// Sums that were not searched because their result was in the table.
    pub table_hits: u64,
    /// Positions that were found in a database.
    pub database_hits: u64,
    /// The most moves that the search looked ahead.
    pub depth: u64,
    /// Independent parts of the sum before the first move.
    pub parts: u64,
}

impl SearchCounts {
    /// The counts by the names of [`SearchCounts::NAMES`].
    #[must_use]
    pub const fn counts(&self) -> [u64; 4] {
        [self.table_hits, self.database_hits, self.depth, self.parts]
    }

    /// The names of the [`counts`](Self::counts).
    pub const NAMES: [&str; 4] = ["table hits", "database hits", "depth", "parts"];

    /// Adds what another search counted, or another thread: hits add up, of depths and parts the most counts.
    pub fn add_all(&mut self, other: &Self) {
        self.table_hits += other.table_hits;
        self.database_hits += other.database_hits;
        self.depth = self.depth.max(other.depth);
        self.parts = self.parts.max(other.parts);
    }
}
