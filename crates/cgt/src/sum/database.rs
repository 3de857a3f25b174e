//! Databases of small positions on disk, with the value of each.
//!
//! A file holds everything about one ruleset, in little-endian numbers:
//!
//! ```text
//! 8 bytes    "zermcgt" and a zero
//! u32        version of the format
//! u32        CRC-32 of all that follows
//! u32, …     length and characters of the title
//! u32, …     length and characters of the size, such as 3x4 or "from 0,3,-3"
//! u32        whether the numbers of the positions are nim-values (1) or places of values (0)
//! u32, u32   how many values, how many positions
//! u32 × (values + 1)      where each value begins, then the values:
//!     0, text             a number, ups and a nimber in the usual notation
//!     1, u32, u32 × n     how many of the n options are Left's, and their places, all smaller
//! u32 × positions         the number of each position
//! u32 × (positions + 1)   where each position begins, then their texts, sorted
//! ```

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use thiserror::Error;
use zermelo_files::FileError;

use crate::value::deep::deepen;
use crate::{Arena, Player, Value};

const MAGIC: &[u8; 8] = b"zermcgt\0";
/// Files of version 1 may hold wrong nim-values.
const VERSION: u32 = 2;
/// Magic, version and checksum.
const PREFIX: usize = 16;
/// No file is longer: its numbers have 32 bits, and there are four lists.
pub(crate) const LONGEST_FILE: u64 = 1 << 34;

/// Why a database cannot be used.
#[derive(Debug, Error)]
pub enum DatabaseError {
    /// The file cannot be read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// Not such a file at all.
    #[error("{path} is not a database of combinatorial games")]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// Made by another version of the program.
    #[error("{path} has version {found} of the format, this program reads version {VERSION}; build it anew")]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// The checksum is wrong, or the file is too short.
    #[error("{path} is damaged; build it anew or delete it")]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// The database is about something else than its name says.
    #[error("{path} is about {found}, not about {wanted}")]
    WrongTitle {
        /// The file.
        path: PathBuf,
        /// The title in the file.
        found: String,
        /// The title asked for.
        wanted: String,
    },
}

/// A database in memory: nothing of it is decoded before it is asked for.
pub struct Database {
    bytes: Vec<u8>,
    /// The ruleset.
    pub title: String,
    /// The largest boards in it, such as `3x4`, or the positions that lead to all in it, such as `from 0,3,-3`.
    pub size: String,
    /// Whether it holds nim-values.
    pub is_impartial: bool,
    values: Table,
    numbers: usize,
    positions: Table,
}

/// Texts of different lengths, one behind the other, in the bytes of a file.
#[derive(Clone, Copy)]
struct Table {
    count: usize,
    offsets: usize,
    start: usize,
}

/// Reads fields one after the other; `None` at the end.
pub(crate) struct Fields<'bytes> {
    bytes: &'bytes [u8],
    at: usize,
}

impl<'bytes> Fields<'bytes> {
    pub(crate) const fn new(bytes: &'bytes [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    pub(crate) fn number(&mut self) -> Option<u32> {
        let bytes = self.bytes.get(self.at..self.at.checked_add(4)?)?;
        self.at += 4;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    }

    pub(crate) fn text(&mut self) -> Option<String> {
        let length = self.number()? as usize;
        let bytes = self.bytes.get(self.at..self.at.checked_add(length)?)?;
        self.at += length;
        String::from_utf8(bytes.to_vec()).ok()
    }

    fn skip(&mut self, bytes: usize) -> Option<usize> {
        let start = self.at;
        self.at = self.at.checked_add(bytes).filter(|&end| end <= self.bytes.len())?;
        Some(start)
    }

    /// Skips a table, whose offsets must be in order and inside the file.
    fn table(&mut self, count: usize) -> Option<Table> {
        let offsets = self.skip(count.checked_add(1)?.checked_mul(4)?)?;
        let mut last = 0;
        for field in self.bytes[offsets..self.at].chunks_exact(4) {
            let offset = u32::from_le_bytes(field.try_into().ok()?);
            if offset < last {
                return None;
            }
            last = offset;
        }
        let start = self.skip(last as usize)?;
        Some(Table { count, offsets, start })
    }
}

/// The file of a ruleset in a folder.
fn path_of(folder: &Path, title: &str) -> PathBuf {
    folder.join(format!("{}.cgt", title.replace(' ', "_")))
}

impl Database {
    /// Opens the database of a ruleset; `None` if there is none.
    pub fn open(folder: &Path, title: &str) -> Result<Option<Self>, DatabaseError> {
        let path = path_of(folder, title);
        let bytes = match zermelo_files::read(&path, LONGEST_FILE) {
            Ok(bytes) => bytes,
            Err(error) if error.is_not_found() => return Ok(None),
            Err(FileError { source, .. }) => return Err(DatabaseError::Io { path, source }),
        };
        let database = Self::from_bytes(bytes, &path)?;
        if database.title != title {
            let wanted = title.to_owned();
            return Err(DatabaseError::WrongTitle { path, found: database.title, wanted });
        }
        Ok(Some(database))
    }

    /// Checks all that is in a file; `path` is for the error.
    pub fn from_bytes(bytes: Vec<u8>, path: &Path) -> Result<Self, DatabaseError> {
        let path = path.to_owned();
        if !bytes.starts_with(MAGIC) {
            return Err(DatabaseError::Foreign { path });
        }
        let mut fields = Fields { bytes: &bytes, at: MAGIC.len() };
        match fields.number() {
            Some(VERSION) => {}
            Some(found) => return Err(DatabaseError::Version { path, found }),
            None => return Err(DatabaseError::Damaged { path }),
        }
        let checksum = fields.number();
        if checksum != bytes.get(PREFIX..).map(crc32fast::hash) {
            return Err(DatabaseError::Damaged { path });
        }
        Self::checked(bytes).ok_or(DatabaseError::Damaged { path })
    }

    fn checked(bytes: Vec<u8>) -> Option<Self> {
        let mut fields = Fields { bytes: &bytes, at: PREFIX };
        let (title, size) = (fields.text()?, fields.text()?);
        let is_impartial = fields.number()? == 1;
        let (values, positions) = (fields.number()? as usize, fields.number()? as usize);
        let values = fields.table(values)?;
        let numbers = fields.skip(positions.checked_mul(4)?)?;
        let positions = fields.table(positions)?;
        (fields.at == bytes.len()).then_some(Self {
            bytes,
            title,
            size,
            is_impartial,
            values,
            numbers,
            positions,
        })
    }

    fn number_at(&self, at: usize) -> u32 {
        Fields { bytes: &self.bytes, at }.number().expect("tables are inside the file")
    }

    fn record(&self, table: Table, index: usize) -> &[u8] {
        let [start, end] = [0, 1].map(|next| self.number_at(table.offsets + 4 * (index + next)) as usize);
        &self.bytes[table.start + start..table.start + end]
    }

    /// The nim-value of a position, or the place of its value.
    fn find(&self, position: &str) -> Option<u32> {
        let (mut low, mut high) = (0, self.positions.count);
        while low < high {
            let middle = usize::midpoint(low, high);
            match self.record(self.positions, middle).cmp(position.as_bytes()) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(self.number_at(self.numbers + 4 * middle)),
            }
        }
        None
    }

    /// The value in a place; `None` if there is nothing sensible.
    ///
    /// It is made from its options like any other value, so that even a wrong file cannot bring a
    /// form that is not canonical into the arena.
    fn value(&self, place: u32, arena: &mut Arena, known: &mut FxHashMap<u32, Value>) -> Option<Value> {
        if let Some(&value) = known.get(&place) {
            return Some(value);
        }
        if place as usize >= self.values.count {
            return None;
        }
        let record = self.record(self.values, place as usize);
        let value = match record.split_first()? {
            (0, text) => arena.parse(std::str::from_utf8(text).ok()?).ok()?,
            (1, numbers) => {
                let mut fields = Fields { bytes: numbers, at: 0 };
                let lefts = fields.number()? as usize;
                let mut options = Vec::new();
                while let Some(option) = fields.number() {
                    // Options come first, so this ends.
                    let option = (option < place).then_some(option)?;
                    options.push(deepen(|| self.value(option, arena, known))?);
                }
                let (left, right) = options.split_at_checked(lefts)?;
                arena.canonical(left, right)
            }
            _ => return None,
        };
        if arena.is_exhausted() {
            return None;
        }
        known.insert(place, value);
        Some(value)
    }

    /// What it holds, in words: up to which size, or from which positions.
    #[must_use]
    pub fn extent(&self) -> String {
        if self.size.starts_with("from ") { self.size.clone() } else { format!("up to {}", self.size) }
    }

    /// How many positions it knows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.count
    }

    /// Whether it knows nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.count == 0
    }

    /// How many different values the positions have, with the options of values.
    #[must_use]
    pub fn value_count(&self) -> usize {
        self.values.count
    }

    /// Bytes of the file.
    #[must_use]
    pub fn byte_count(&self) -> usize {
        self.bytes.len()
    }
}

/// A database in use, with what of it was decoded.
pub(crate) struct OpenDatabase {
    database: Arc<Database>,
    values: FxHashMap<u32, Value>,
}

impl OpenDatabase {
    pub(crate) fn new(database: Arc<Database>) -> Self {
        Self { database, values: FxHashMap::default() }
    }

    /// Forgets where values are in an arena that is no more.
    pub(crate) fn forget_values(&mut self) {
        self.values.clear();
    }

    pub(crate) fn value(&mut self, position: &str, arena: &mut Arena) -> Option<Value> {
        if self.database.is_impartial {
            return None;
        }
        let place = self.database.find(position)?;
        self.database.value(place, arena, &mut self.values)
    }

    pub(crate) fn nim_value(&self, position: &str) -> Option<u32> {
        if self.database.is_impartial { self.database.find(position) } else { None }
    }
}

/// Collects positions and writes them to a file.
pub(crate) struct DatabaseWriter<'arena> {
    arena: &'arena mut Arena,
    places: FxHashMap<Value, u32>,
    values: Vec<Vec<u8>>,
    positions: Vec<(String, u32)>,
}

impl<'arena> DatabaseWriter<'arena> {
    pub(crate) fn new(arena: &'arena mut Arena) -> Self {
        Self { arena, places: FxHashMap::default(), values: Vec::new(), positions: Vec::new() }
    }

    pub(crate) fn add_value(&mut self, position: String, value: Value) {
        let place = self.place(value);
        self.positions.push((position, place));
    }

    pub(crate) fn add_nim_value(&mut self, position: String, nim: u32) {
        self.positions.push((position, nim));
    }

    fn place(&mut self, value: Value) -> u32 {
        if let Some(&place) = self.places.get(&value) {
            return place;
        }
        let record = if self.arena.as_number_up_star(value).is_some() {
            let mut record = vec![0];
            record.extend(self.arena.text(value).into_bytes());
            record
        } else {
            let mut record = vec![1];
            record.extend(self.arena.option_count(Player::Left, value).to_le_bytes());
            for player in Player::BOTH {
                for option in self.arena.options(player, value) {
                    let place = deepen(|| self.place(option));
                    record.extend(place.to_le_bytes());
                }
            }
            record
        };
        let place = self.values.len() as u32;
        self.values.push(record);
        self.places.insert(value, place);
        place
    }

    /// The bytes of the file.
    pub(crate) fn into_bytes(mut self, title: &str, size: &str, is_impartial: bool) -> Vec<u8> {
        self.positions.sort_unstable();
        let mut body = Vec::new();
        for text in [title, size] {
            body.extend((text.len() as u32).to_le_bytes());
            body.extend(text.as_bytes());
        }
        let counts = [u32::from(is_impartial), self.values.len() as u32, self.positions.len() as u32];
        body.extend(counts.iter().flat_map(|count| count.to_le_bytes()));
        write_table(&mut body, self.values.iter().map(Vec::as_slice));
        body.extend(self.positions.iter().flat_map(|(_, number)| number.to_le_bytes()));
        write_table(&mut body, self.positions.iter().map(|(text, _)| text.as_bytes()));
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(crc32fast::hash(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }
}

fn write_table<'record>(bytes: &mut Vec<u8>, records: impl Iterator<Item = &'record [u8]> + Clone) {
    let mut end = 0_u32;
    bytes.extend(end.to_le_bytes());
    for record in records.clone() {
        end += record.len() as u32;
        bytes.extend(end.to_le_bytes());
    }
    records.for_each(|record| bytes.extend(record));
}

/// Writes a database into a folder.
pub(crate) fn save(folder: &Path, title: &str, bytes: &[u8]) -> Result<PathBuf, DatabaseError> {
    let path = path_of(folder, title);
    match zermelo_files::create_directories(folder).and_then(|()| zermelo_files::replace(&path, bytes)) {
        Ok(()) => Ok(path),
        Err(FileError { path, source, .. }) => Err(DatabaseError::Io { path, source }),
    }
}
