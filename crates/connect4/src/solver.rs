//! Solves a whole board into a database, and looks positions up there.

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
use crate::node::{Footprint, Node, Records};
use crate::pool::Pool;
use crate::quiet::Glance;
use crate::{Board, Position};

/// Where nodes leave what others need, beside the volumes.
const HANDOVER_DIRECTORY: &str = "handover";

/// Memory beside the entries: pieces in work, blocks on their way to the file, tables.
const BESIDE_ENTRIES: u64 = 768 << 20;

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
        if board.columns() <= board.run() {
            let what = format!(
                "a board of {} columns is too narrow for this method with {} in a row",
                board.columns(),
                board.run()
            );
            return Err(EngineError::Unsuitable(what));
        }
        let middle = Middle::new(board);
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

    /// The contents of the centre column, in the order in which they are solved: those with a stone more first.
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
    fn entries(&self, centre: Column) -> u64 {
        self.node(centre, [None, None], &Pool::default()).entries()
    }

    /// Solves into the folder whatever is not there yet.
    pub fn solve(&self, folder: &Folder, level: i32, run: &Run<'_>) -> Result<(), EngineError> {
        let centres = self.centres();
        let missing = self.missing(folder, &centres)?;
        let sizes: Vec<u64> = missing.iter().map(|&number| self.entries(centres[number])).collect();
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
        Ok(())
    }

    /// Entries for which a byte on disk suffices: 70 on the board of five by five, 155 on six by six, 300 and more in parts, which
    /// also leave files for each other.
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
            match std::fs::remove_file(self.handover_file(folder, centre)) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(EngineError::io(&self.handover_file(folder, centre), "remove")(error));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// How many bytes of entries may be readable at a time, if they do not all fit into memory.
    pub(crate) fn open_bytes(&self, node: &Node<'_>, run: &Run<'_>) -> Result<Option<u64>, EngineError> {
        let Footprint { peak, family } = node.footprint();
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
        let empty = self.board.cells() - position.ply();
        Ok(self.entry(database, position)?.map(|entry| entry::outcome(entry, empty)))
    }

    /// The entry of a position: from the board where a glance tells it, from the database where it is quiet, and from the
    /// positions after it otherwise.
    fn entry(&self, database: &Database, position: Position) -> Result<Option<u8>, EngineError> {
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
                let forced = self.entry(database, board.place(position, threatened & playable))?;
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
            return self.stored(database, position);
        }
        let mut greatest = 0;
        while sensible != 0 {
            let cell = sensible & sensible.wrapping_neg();
            match self.entry(database, board.place(position, cell))? {
                Some(entry) => greatest = greatest.max(entry),
                None => return Ok(None),
            }
            sensible ^= cell;
        }
        Ok(Some(entry::before(greatest)))
    }

    /// The entry of a quiet position with the first player to move.
    fn stored(&self, database: &Database, position: Position) -> Result<Option<u8>, EngineError> {
        let place = self.place(position);
        let mut glance = Glance::new(self.board);
        let quiet = glance.quiet(place.class, place.stones);
        let (word, bit) = (place.entry / 64, place.entry % 64);
        let before = quiet[..word].iter().map(|word| word.count_ones()).sum::<u32>()
            + (quiet[word] & ((1 << bit) - 1)).count_ones();
        let count: u32 = quiet.iter().map(|word| word.count_ones()).sum();
        debug_assert!(quiet[word] >> bit & 1 == 1, "only quiet positions are looked up");
        let name = self.table_name(place.centre);
        if !database.has_table(&name) {
            return Ok(None);
        }
        let found = database.record(&name, place.key, |record| {
            (record.len() == count as usize).then(|| record[before as usize])
        })?;
        let damaged = || StoreError::Corrupt {
            path: database.directory().to_owned(),
            what: format!("record {:x} of table {name:?} is missing or has the wrong length", place.key),
        };
        Ok(Some(found.flatten().ok_or_else(damaged)?))
    }

    /// Where an entry with the first player to move is stored.
    fn place(&self, position: Position) -> Place<'_> {
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
        let pool = Pool::default();
        let node = self.node(centre, [None, None], &pool);
        Place {
            centre,
            key: node.key(shape, colouring.count_ones() as usize, colouring),
            class,
            stones,
            entry,
        }
    }
}

/// Where an entry is stored.
struct Place<'a> {
    centre: Column,
    key: u64,
    class: &'a crate::edges::Class,
    stones: Stones,
    /// The place of the entry in its class.
    entry: usize,
}

/// The content with a stone less.
fn below(centre: Column) -> Option<Column> {
    let height = centre.height.checked_sub(1)?;
    Some(Column { height, first: centre.first & ((1 << height) - 1) })
}
