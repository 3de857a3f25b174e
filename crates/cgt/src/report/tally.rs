//! How many questions of a set were answered as expected.

use std::time::Duration;

use crate::report::report_table::csv_row;
use crate::script::run::{CaseReport, Verdict};
use crate::sum::search_counts::SearchCounts;

/// Counts the cases of a folder of scripts, or of all.
///
/// ```
/// use zermelo_cgt::{Budget, Script, Session, Source, Tally};
/// let script = Script::parse("[nimber] 3 {B win, W loss, N}", Source::Text)?;
/// let mut session = Session::new();
/// let loaded = session.load(script, "example")?;
/// let mut tally = Tally::default();
/// session.run(&loaded, Budget::unlimited, |case| tally.add(&case));
/// assert_eq!((tally.questions, tally.right, tally.wrong, tally.unchecked), (3, 1, 1, 1));
/// # Ok::<(), zermelo_cgt::ScriptError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Scripts.
    pub files: usize,
    /// Commands in them.
    pub questions: usize,
    /// Answers as expected.
    pub right: usize,
    /// Answers that are not as expected.
    pub wrong: usize,
    /// Answers where nothing was expected.
    pub unchecked: usize,
    /// Questions without an answer in time, or in the memory.
    pub stopped: usize,
    /// Mistakes in the scripts.
    pub unreadable: usize,
    /// Time that all answers took.
    pub time: Duration,
    /// Positions looked at.
    pub nodes: u64,
    /// What the searches made use of: hits add up, of depths and parts the most counts.
    pub searched: SearchCounts,
}

impl Tally {
    /// Counts a case.
    pub fn add(&mut self, case: &CaseReport) {
        self.questions += 1;
        self.time += case.time;
        self.nodes += case.nodes;
        self.searched.add_all(&case.counts);
        let count = match case.verdict {
            Verdict::Pass => &mut self.right,
            Verdict::Fail => &mut self.wrong,
            Verdict::Unchecked => &mut self.unchecked,
            Verdict::Stopped => &mut self.stopped,
        };
        *count += 1;
    }

    /// Adds what another tally counted.
    pub fn add_all(&mut self, other: &Self) {
        let Self { files, questions, right, wrong, unchecked, stopped, unreadable, time, nodes, searched } =
            other;
        self.files += files;
        self.questions += questions;
        self.right += right;
        self.wrong += wrong;
        self.unchecked += unchecked;
        self.stopped += stopped;
        self.unreadable += unreadable;
        self.time += *time;
        self.nodes += nodes;
        self.searched.add_all(searched);
    }

    /// The counts by the names of [`Tally::COUNTS`].
    #[must_use]
    pub const fn counts(&self) -> [u64; 12] {
        let Self { files, questions, right, wrong, unchecked, stopped, unreadable, .. } = *self;
        let [table_hits, database_hits, depth, parts] = self.searched.counts();
        [
            files as u64,
            questions as u64,
            right as u64,
            wrong as u64,
            unchecked as u64,
            stopped as u64,
            unreadable as u64,
            self.nodes,
            table_hits,
            database_hits,
            depth,
            parts,
        ]
    }

    /// The names of the [`counts`](Self::counts).
    pub const COUNTS: [&str; 12] = [
        "files",
        "questions",
        "right",
        "wrong",
        "unchecked",
        "stopped",
        "unreadable",
        "nodes",
        "table hits",
        "database hits",
        "depth",
        "parts",
    ];
}

/// Tallies with their names as CSV, with a line of names on top.
#[must_use]
pub fn tallies_csv(tallies: &[(String, Tally)]) -> String {
    let names = std::iter::once("folder").chain(Tally::COUNTS).chain(["seconds"]);
    let rows = tallies.iter().map(|(name, tally)| {
        let counts = tally.counts().map(|count| count.to_string());
        let seconds = format!("{:.3}", tally.time.as_secs_f64());
        let fields = std::iter::once(name).chain(&counts).chain([&seconds]);
        csv_row(fields.map(String::as_str))
    });
    std::iter::once(csv_row(names)).chain(rows).collect()
}
