//! The laws of the store: what goes in comes out, and damage never goes unnoticed.

mod damage;
mod folder;
mod format;
mod positions;
mod replacing;
mod round_trip;

use std::path::Path;

use zermelo_core::{Outcome, Value};
use zermelo_store::{Folder, Identity, Table, Words};

/// Any level will do, and this one is fast.
const LEVEL: i32 = 1;

fn identity() -> Identity {
    Identity::new("game", "variant", "rules")
}

fn open(directory: &Path) -> Folder {
    Folder::open_for_writing(directory, identity()).unwrap()
}

/// A code for tests: value and remoteness packed, the highest code of all for an unused slot.
fn decode(code: u16) -> Option<Outcome> {
    (code != u16::MAX && code != 255)
        .then(|| Outcome::new(Value::ALL[usize::from(code % 4)], u32::from(code / 4)))
}

fn narrow<'a>(name: &'a str, words: &'a [u8]) -> Table<'a> {
    Table { name, words: Words::Narrow(words), decode: &decode, exceptions: &[], sparse: false }
}

fn sparse<'a>(name: &'a str, words: &'a [u8]) -> Table<'a> {
    Table { sparse: true, ..narrow(name, words) }
}

fn wide<'a>(name: &'a str, words: &'a [u16]) -> Table<'a> {
    Table { name, words: Words::Wide(words), decode: &decode, exceptions: &[], sparse: false }
}
