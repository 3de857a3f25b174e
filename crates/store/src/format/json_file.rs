//! Small JSON files that know when they have been damaged.
//!
//! A record is a pretty-printed JSON object whose last member is the CRC-32 of all bytes before its line:
//!
//! ```text
//! {
//!   "game": "quixo",
//!   "checksum": "1b2c3d4e"
//! }
//! ```

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use zermelo_files::WholeFile;

use crate::error::{Result, StoreError};

/// No record is longer, in bytes: a manifest of a million volumes has a fifth of that.
const LONGEST: u64 = 1 << 30;

/// Writes `value` (anything that serialises to a JSON object without a member `checksum`) as a record. The
/// file is complete or absent at all times.
///
/// ```
/// use std::collections::BTreeMap;
/// # let home = tempfile::tempdir().unwrap();
/// # let directory = home.path();
/// let path = directory.join("counts.json");
/// zermelo_store::write_record(&path, &BTreeMap::from([("wins", 7)])).unwrap();
/// let counts: serde_json::Value = zermelo_store::read_record(&path).unwrap();
/// assert_eq!(counts["wins"], 7);
///
/// let damaged = std::fs::read_to_string(&path).unwrap().replace('7', "8");
/// std::fs::write(&path, damaged).unwrap();
/// assert!(zermelo_store::read_record::<serde_json::Value>(&path).is_err());
/// ```
///
/// # Panics
/// If `value` is not an object.
pub fn write_record(path: &Path, value: &impl Serialize) -> Result<()> {
    let mut file = WholeFile::create(path)?;
    file.write(encode_record(value).as_bytes())?;
    Ok(file.commit()?)
}

/// Returns the text of a record.
pub(crate) fn encode_record(value: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(value).expect("records have no maps with odd keys");
    let body = match text.strip_suffix("\n}") {
        Some(members) => format!("{members},\n"),
        None if text == "{}" => "{\n".to_owned(),
        None => panic!("a record is a JSON object"),
    };
    let line = checksum_line(body.as_bytes());
    body + &line
}

/// Reads what [`write_record`] wrote; any other bytes are [`StoreError::Corrupt`], and a missing file is
/// [`StoreError::NotFound`].
pub fn read_record<T: DeserializeOwned>(path: &Path) -> Result<T> {
    let bytes = zermelo_files::read(path, LONGEST).map_err(|error| match error {
        error if error.is_not_found() => StoreError::NotFound { path: path.to_owned() },
        error => error.into(),
    })?;
    decode_record(path, &bytes)
}

/// Reads the text of a record; `path` is the name of its file, for the error.
pub(crate) fn decode_record<T: DeserializeOwned>(path: &Path, bytes: &[u8]) -> Result<T> {
    let body_length = bytes.len().saturating_sub(checksum_line(b"").len());
    let (body, line) = bytes.split_at(body_length);
    if line != checksum_line(body).as_bytes() {
        return Err(StoreError::corrupt(path, "its checksum does not match its text"));
    }
    serde_json::from_slice(bytes).map_err(|error| StoreError::corrupt(path, error.to_string()))
}

/// Returns the end of a record, which tells the checksum of the bytes before it.
pub(crate) fn checksum_line(body: &[u8]) -> String {
    format!("  \"checksum\": \"{}\"\n}}\n", format_checksum(crc32fast::hash(body)))
}

/// Checksums in JSON are eight lower-case hexadecimal digits.
pub(crate) fn format_checksum(crc: u32) -> String {
    format!("{crc:08x}")
}
