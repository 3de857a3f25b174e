//! Files in `tests/data` that our own program made, to show what changes: compared, or renewed on request.

use std::fs;
use std::path::{Path, PathBuf};

/// Set to 1, this variable renews signatures and transcripts. Published results are never renewed.
const BLESS: &str = "ZERMELO_BLESS";

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data").join(name)
}

/// Compares a file with what it should be, or renews it; what differs, if anything.
pub(crate) fn differs(name: &str, found: &str) -> Option<String> {
    let path = path(name);
    if blessed() {
        fs::create_dir_all(path.parent().expect("a file is in a directory")).expect("can be made");
        fs::write(&path, found).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    let mut pairs = lines_and_none(&expected).zip(lines_and_none(found)).enumerate();
    let (number, (expected, found)) =
        pairs.by_ref().take_while(|(_, pair)| *pair != (None, None)).find(|(_, pair)| pair.0 != pair.1)?;
    Some(format!(
        "{name} differs in line {}\n    expected: {}\n    found:    {}\n    If the change is meant, run the tests with {BLESS}=1.",
        number + 1,
        expected.unwrap_or("nothing"),
        found.unwrap_or("nothing"),
    ))
}

/// The files of a directory that are not among `known`; when renewing, they are removed.
pub(crate) fn leftovers(directory: &str, known: &[String]) -> Vec<String> {
    let files = fs::read_dir(path(directory)).unwrap_or_else(|error| panic!("{directory}: {error}"));
    let names = files.map(|file| file.expect("can be listed").file_name().to_string_lossy().into_owned());
    let left: Vec<String> = names.filter(|name| !known.contains(name)).collect();
    if blessed() {
        for name in &left {
            fs::remove_file(path(directory).join(name)).expect("can be removed");
        }
        return Vec::new();
    }
    left
}

fn blessed() -> bool {
    std::env::var(BLESS).is_ok_and(|value| value == "1")
}

fn lines_and_none(text: &str) -> impl Iterator<Item = Option<&str>> {
    text.lines().map(Some).chain(std::iter::repeat(None))
}
