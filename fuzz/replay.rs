//! Runs a target on every input of its corpus, as an ordinary test. Crates include this file in their tests.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Calls `target` with each file of `fuzz/corpus/NAME`, and names the one that breaks a law.
pub(crate) fn replay(name: &str, target: fn(&[u8])) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
    let entries = fs::read_dir(&corpus).expect("every target has a corpus");
    let files: Vec<_> = entries.map(|entry| entry.expect("a file of the corpus").path()).collect();
    assert!(!files.is_empty(), "the corpus of {name} is empty");
    for file in files {
        let data = fs::read(&file).expect("a file of the corpus can be read");
        let kept = catch_unwind(AssertUnwindSafe(|| target(&data)));
        assert!(kept.is_ok(), "target {name} fails on {}", file.display());
    }
}
