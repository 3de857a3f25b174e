//! Solves a whole board into a database, and looks positions up there.

use std::collections::BTreeMap;
use std::path::PathBuf;

use zermelo_core::Outcome;
use zermelo_solve::{Event, Run, SolveError};
use zermelo_store::{Database, Folder, StoreError};

use crate::column::Column;
use crate::edges::{Edges, FIRST, Pair, SECOND};
use crate::entry;
use crate::error::EngineError;
use crate::handover::{self, HandoverReader, HandoverWriter};
use crate::kernel::Instructions;
use crate::middle::{MOST_INNER, MOST_INNER_CELLS, Middle, Stones};
use crate::node::{Footprint, Node, Records, record_key};
use crate::pool::Pool;
use crate::quiet::Glance;
use crate::{Board, Position};

/// Where nodes leave what others need, beside the volumes.
const HANDOVER_DIRECTORY: &str = "handover";

/// Memory beside the entries: pieces in work, blocks on their way to the file, tables.
pub(crate) const BESIDE_ENTRIES: u64 = 768 << 20;

/// Compressed entries take at most one part in so many; mostly it is one in eighteen.
const LEAST_RATIO: u64 = 10;

/// Solves one board.
///
/// ```
/// use zermelo_connect4::{Board, Position, Solver};
/// use zermelo_core::Outcome;
/// use zermelo_store::{Database, Folder, Identity};
///
/// # let home = tempfile::tempdir()?;
/// # let directory = home.path();
/// let solver = Solver::new(Board::new(4, 5, 4)?)?;
/// let folder = Folder::open_for_writing(directory, Identity::new("connect4", "4x5", "1"))?;
/// solver.solve(&folder, 1, &zermelo_solve::unlimited())?;
/// folder.finish(serde_json::Value::Null)?;
/// let database = Database::open(directory, None)?;
/// assert_eq!(solver.outcome(&database, Position::EMPTY)?, Some(Outcome::Tie(20)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    board: Board,
    middle: Middle,
    edges: Edges,
    /// All cells between the edge columns.
    middle_columns: u64,
}

impl Solver {
    /// A solver of this board, if the method fits: lines must be shorter than the board is wide.
    pub fn new(board: Board) -> Result<Solver, EngineError> {
        Solver::with_middle(board, Middle::new)
    }

    /// The same without dividing any board into parts.
    pub(crate) fn in_one(board: Board) -> Result<Solver, EngineError> {
        Solver::with_middle(board, Middle::in_one)
    }

    fn with_middle(board: Board, middle: impl Fn(Board) -> Middle) -> Result<Solver, EngineError> {
        if board.columns() <= board.run() {
            let what = format!(
                "a board of {} columns is too narrow for this method with {} in a row",
                board.columns(),
                board.run()
            );
            return Err(EngineError::Unsuitable(what));
        }
        let middle = middle(board);
        let inner_cells = middle.inner.len() as u32 * board.rows();
        if inner_cells > MOST_INNER_CELLS || middle.inner.len() > MOST_INNER || board.rows() > 7 {
            let what = format!(
                "a board of {} rows and {} columns is too large to be solved completely",
                board.rows(),
                board.columns()
            );
            return Err(EngineError::Unsuitable(what));
        }
        let edges = Edges::new(board);
        let outside = board.column(0) | board.column(board.columns() - 1);
        Ok(Solver { board, middle, edges, middle_columns: board.all() & !outside })
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The contents of the centre column, in the order in which they are solved: those with a stone more
    /// first.
    pub(crate) fn centres(&self) -> Vec<Column> {
        fn add(solver: &Solver, centre: Column, centres: &mut Vec<Column>) {
            if solver.middle.centre.is_some() && centre.height < solver.board.rows() {
                for player in [SECOND, FIRST] {
                    let next = centre.with_stone(player);
                    if !next.has_line(solver.board) {
                        add(solver, next, centres);
                    }
                }
            }
            centres.push(centre);
        }
        let mut centres = Vec::new();
        add(self, Column::EMPTY, &mut centres);
        centres
    }

    pub(crate) fn node<'a>(
        &'a self,
        centre: Column,
        handed_over: [Option<&'a HandoverReader>; 2],
        pool: &'a Pool,
    ) -> Node<'a> {
        Node {
            middle: &self.middle,
            edges: &self.edges,
            centre,
            instructions: Instructions::best(),
            handed_over,
            pool,
            open_bytes: None,
            watcher: None,
        }
    }

    /// The name of the table with this content of the centre column: the stones from the bottom up.
    pub(crate) fn table_name(&self, centre: Column) -> String {
        if self.middle.centre.is_none() {
            return "board".to_owned();
        }
        let stones = (0..centre.height).map(|row| if centre.owner(row) == Some(FIRST) { 'x' } else { 'o' });
        format!("centre-{}", stones.collect::<String>())
    }

    /// The file that a part leaves for the one below.
    fn handover_file(&self, folder: &Folder, centre: Column) -> PathBuf {
        folder.directory().join(HANDOVER_DIRECTORY).join(format!("{}.zho", self.table_name(centre)))
    }

    /// How many entries the part with this content of the centre has.
    fn entries(&self, centre: Column, run: &Run<'_>) -> Result<u64, SolveError> {
        self.node(centre, [None, None], &Pool::default()).entries(run)
    }

    /// Returns how large the board is: its parts, entries in all, and bytes of memory that a solve needs at
    /// least. Of a large board the entries are an upper bound; counting them would take half a minute. The
    /// memory of one takes that long, too, and the run may end it early.
    pub fn size(&self, run: &Run<'_>) -> Result<Size, SolveError> {
        let pool = Pool::default();
        let start = self.node(Column::EMPTY, [None, None], &pool);
        let Footprint { peak, family } = start.footprint(run)?;
        let parts = self.centres().len() as u64;
        let entries = if parts == 1 { start.entries(run)? } else { self.balanced_positions() / 2 };
        Ok(Size { parts, entries, memory: BESIDE_ENTRIES + peak.min(peak / LEAST_RATIO + family) })
    }

    /// The number of positions without a line within a column, other lines or not.
    fn balanced_positions(&self) -> u64 {
        let columns = Column::without_line(self.board);
        // How many ways there are, by the balance of the stones so far.
        let mut ways = BTreeMap::from([(0, 1_u64)]);
        for _ in 0..self.board.columns() {
            let mut next = BTreeMap::new();
            for (balance, count) in ways {
                for column in &columns {
                    let sum: &mut u64 = next.entry(balance + column.balance()).or_default();
                    *sum = sum.saturating_add(count);
                }
            }
            ways = next;
        }
        [0, 1]
            .into_iter()
            .filter_map(|balance| ways.get(&balance))
            .fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// Where a position is stored, in words; part of what tells databases apart.
    pub fn place_of(&self, position: Position) -> String {
        if !position.first_to_move() || self.board.last_mover_won(position) {
            return "nowhere".to_owned();
        }
        let place = self.place(position);
        format!("{} {:x} {}", self.table_name(place.centre), place.key, place.before)
    }

    /// Solves into the folder whatever is not there yet. Returns the outcome of the start.
    pub fn solve(&self, folder: &Folder, level: i32, run: &Run<'_>) -> Result<Outcome, EngineError> {
        let centres = self.centres();
        let missing = self.missing(folder, &centres)?;
        let sizes = missing.iter().map(|&number| self.entries(centres[number], run));
        let sizes = sizes.collect::<Result<Vec<u64>, SolveError>>()?;
        let slots = sizes.iter().sum();
        run.observer.event(Event::Planned { tiers: missing.len(), slots });
        run.observer.event(Event::Disk { bytes: slots / self.entries_per_byte() });
        let pool = Pool::default();
        for (&number, &entries) in missing.iter().zip(&sizes) {
            let centre = centres[number];
            let tier = self.table_name(centre);
            run.observer.event(Event::TierStarted { tier: tier.clone(), slots: entries });
            self.solve_node(folder, number as u32, centre, level, &pool, run)?;
            run.observer.event(Event::TierDone { tier, slots: entries });
        }
        let start = self.outcome_by(Position::EMPTY, &|place| {
            let table = folder.table(&self.table_name(place.centre))?;
            let entry = table.read_record(place.key, |record| place.entry_of(record))?;
            Ok(Some(entry.flatten().ok_or_else(|| table.damaged("the start is missing"))?))
        })?;
        Ok(start.expect("all parts are there"))
    }

    /// Entries for which a byte on disk suffices: 70 on the board of five by five, 155 on six by six, 300 and
    /// more in parts, which also leave files for each other.
    fn entries_per_byte(&self) -> u64 {
        if self.middle.centre.is_some() { 140 } else { 60 }
    }

    /// The parts that are not solved yet, or whose handover is needed and not there.
    fn missing(&self, folder: &Folder, centres: &[Column]) -> Result<Vec<usize>, EngineError> {
        let mut missing = Vec::new();
        for (number, &centre) in centres.iter().enumerate() {
            missing.push(!folder.has_volume(number as u32, &[self.table_name(centre)])?);
        }
        // A part that is solved is needed again if the one below is not, and its handover is gone.
        for number in (0..centres.len()).rev() {
            let below = below(centres[number]).and_then(|below| centres.iter().position(|&c| c == below));
            if !missing[number]
                && below.is_some_and(|below| missing[below])
                && !handover::is_complete(&self.handover_file(folder, centres[number]))
            {
                missing[number] = true;
            }
        }
        Ok((0..centres.len()).filter(|&number| missing[number]).collect())
    }

    fn solve_node(
        &self,
        folder: &Folder,
        number: u32,
        centre: Column,
        level: i32,
        pool: &Pool,
        run: &Run<'_>,
    ) -> Result<(), EngineError> {
        let above = [SECOND, FIRST].map(|player| centre.with_stone(player));
        let opens = |centre: Column| {
            let exists = self.middle.centre.is_some()
                && centre.height <= self.board.rows()
                && !centre.has_line(self.board);
            exists.then(|| HandoverReader::open(&self.handover_file(folder, centre))).transpose()
        };
        let readers = [opens(above[SECOND])?, opens(above[FIRST])?];
        let mut node = self.node(centre, [readers[SECOND].as_ref(), readers[FIRST].as_ref()], pool);
        node.open_bytes = self.open_bytes(&node, run)?;
        let mut handover =
            below(centre).map(|_| HandoverWriter::create(&self.handover_file(folder, centre))).transpose()?;
        folder.write_records(number, &self.table_name(centre), level, |volume| {
            let mut sink = |records: &Records| -> Result<(), EngineError> {
                let mut rest = records.entries.as_slice();
                for &(key, count) in &records.keys {
                    let (record, others) = rest.split_at(count as usize);
                    volume.push(key, record)?;
                    rest = others;
                }
                Ok(())
            };
            let mut progress = |slots| run.observer.event(Event::Advanced { slots });
            node.solve(run, &mut sink, handover.as_mut(), &mut progress)?;
            // The handover comes first: a part that has its volume is taken to be done.
            handover.take().map_or(Ok(()), HandoverWriter::finish)
        })?;
        for centre in above {
            match zermelo_files::remove(&self.handover_file(folder, centre)) {
                Err(error) if !error.is_not_found() => return Err(error.into()),
                _ => {}
            }
        }
        Ok(())
    }

    /// How many bytes of entries may be readable at a time, if they do not all fit into memory.
    pub(crate) fn open_bytes(&self, node: &Node<'_>, run: &Run<'_>) -> Result<Option<u64>, EngineError> {
        let Footprint { peak, family } = node.footprint(run)?;
        if peak + BESIDE_ENTRIES <= run.memory {
            return Ok(None);
        }
        let packed = peak / LEAST_RATIO + BESIDE_ENTRIES;
        let needed = packed + family;
        if needed > run.memory {
            let what = format!("solving the part {}", self.table_name(node.centre));
            return Err(SolveError::Memory { what, needed, allowed: run.memory }.into());
        }
        // What is being computed comes on top of what is open.
        Ok(Some((run.memory - packed).saturating_sub(family / 2)))
    }

    /// The value and remoteness of a position, `None` if that part of the board is not solved.
    pub fn outcome(&self, database: &Database, position: Position) -> Result<Option<Outcome>, EngineError> {
        self.outcome_by(position, &|place| {
            let name = self.table_name(place.centre);
            if !database.has_table(&name) {
                return Ok(None);
            }
            let entry = database.record(&name, place.key, |record| place.entry_of(record))?;
            let damaged = || StoreError::Corrupt {
                path: database.directory().to_owned(),
                what: format!("record {:x} of table {name:?} is missing or has the wrong length", place.key),
            };
            Ok(Some(entry.flatten().ok_or_else(damaged)?))
        })
    }

    /// The same from anywhere: `stored` knows the entries of quiet positions with the first player to move.
    pub(crate) fn outcome_by(
        &self,
        position: Position,
        stored: &Stored<'_>,
    ) -> Result<Option<Outcome>, EngineError> {
        let empty = self.board.cells() - position.ply();
        Ok(self.entry(position, stored)?.map(|entry| entry::outcome(entry, empty)))
    }

    /// The entry of a position: from the board where a glance tells it, from the database where it is quiet,
    /// and from the positions after it otherwise.
    fn entry(&self, position: Position, stored: &Stored<'_>) -> Result<Option<u8>, EngineError> {
        const LOST_IN_TWO: u8 = entry::LOST - 2;
        let board = self.board;
        let (own, other) = (position.mover(), position.last_mover());
        if board.has_run(other) {
            return Ok(Some(entry::LOST));
        }
        let playable = board.playable(position.occupied);
        if playable == 0 {
            return Ok(Some(entry::TIE));
        }
        if board.completing(own) & playable != 0 {
            return Ok(Some(entry::WON_IN_ONE));
        }
        let threatened = board.completing(other);
        match (threatened & playable).count_ones() {
            0 => {}
            1 => {
                let forced = self.entry(board.place(position, threatened & playable), stored)?;
                return Ok(forced.map(entry::before));
            }
            _ => return Ok(Some(LOST_IN_TWO)),
        }
        // Stones below a cell that the opponent needs lose at once.
        let mut sensible = playable & !(threatened >> 1);
        if sensible == 0 {
            return Ok(Some(LOST_IN_TWO));
        }
        if position.first_to_move() {
            return stored(&self.place(position));
        }
        let mut greatest = 0;
        while sensible != 0 {
            let cell = sensible & sensible.wrapping_neg();
            match self.entry(board.place(position, cell), stored)? {
                Some(entry) => greatest = greatest.max(entry),
                None => return Ok(None),
            }
            sensible ^= cell;
        }
        Ok(Some(entry::before(greatest)))
    }

    /// Where an entry with the first player to move is stored.
    fn place(&self, position: Position) -> Place {
        let heights_of = |position: Position| {
            let mut heights = [0; MOST_INNER];
            for (height, &column) in heights.iter_mut().zip(&self.middle.inner) {
                *height = Column::of(self.board, column, position).height as u8;
            }
            heights
        };
        let shape = self.middle.shape(&heights_of(position));
        let position = if shape <= self.middle.mirrored_shape(shape) {
            position
        } else {
            let mirrored = |cells| self.board.mirrored(cells);
            Position { first: mirrored(position.first), occupied: mirrored(position.occupied) }
        };
        let heights = heights_of(position);
        let shape = self.middle.shape(&heights);
        let mut colouring = 0;
        for (&column, &height) in self.middle.inner.iter().zip(&heights).rev() {
            colouring = colouring << height | Column::of(self.board, column, position).first;
        }
        let centre =
            self.middle.centre.map_or(Column::EMPTY, |column| Column::of(self.board, column, position));
        let stones = Stones {
            first: position.first & self.middle_columns,
            second: position.second() & self.middle_columns,
        };
        let class = self.edges.class(-stones.balance());
        let pair = Pair([0, self.board.columns() - 1].map(|column| Column::of(self.board, column, position)));
        let entry = class.place(pair).expect("a position without a line in an edge column");
        let mut glance = Glance::new(self.board);
        let quiet = glance.quiet(class, stones);
        let before = |end: usize| {
            let (words, bits) = (end / 64, end % 64);
            let rest = quiet.get(words).map_or(0, |word| (word & ((1 << bits) - 1)).count_ones());
            quiet.iter().take(words).map(|word| word.count_ones()).sum::<u32>() as usize + rest as usize
        };
        let key = record_key(&self.middle, shape, colouring.count_ones() as usize, colouring);
        Place { centre, key, before: before(entry), count: before(class.len()) }
    }
}

/// How large a board is: see [`Solver::size`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Size {
    /// The parts that are solved one after the other.
    pub parts: u64,
    /// Positions that are computed, some of which no play leads to.
    pub entries: u64,
    /// Bytes of memory that a solve needs at least.
    pub memory: u64,
}

/// Whoever knows the entries of quiet positions with the first player to move; `None` if that part is not
/// solved.
pub(crate) type Stored<'a> = dyn Fn(&Place) -> Result<Option<u8>, EngineError> + 'a;

/// Where an entry is stored.
pub(crate) struct Place {
    centre: Column,
    pub(crate) key: u64,
    /// Quiet entries before it in its record, and in the whole record.
    before: usize,
    count: usize,
}

impl Place {
    /// The entry, from its record; `None` if that is not its record.
    pub(crate) fn entry_of(&self, record: &[u8]) -> Option<u8> {
        (record.len() == self.count).then(|| record[self.before])
    }
}

/// The content with a stone less.
fn below(centre: Column) -> Option<Column> {
    let height = centre.height.checked_sub(1)?;
    Some(Column { height, first: centre.first & ((1 << height) - 1) })
}
