//! Manifests, and with them all records in JSON.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::format::json_file::{checksum_line, decode_record, encode_record};
use crate::format::manifest::Manifest;
use crate::read::database::check_manifest;

/// Reads a manifest, first as it is, then with the checksum that belongs to it.
pub fn manifest(data: &[u8]) {
    read(data);
    let body = &data[..data.len().saturating_sub(checksum_line(b"").len())];
    read(&[body, checksum_line(body).as_bytes()].concat());
}

fn read(bytes: &[u8]) {
    let path = Path::new("manifest.json");
    let Ok(record) = decode_record::<Value>(path, bytes) else { return };
    assert!(record.is_object(), "a record is an object");
    let Ok(manifest) = Manifest::of_record(PathBuf::from(path), record) else { return };
    let generation = manifest.generation();
    // There are no volumes, so a manifest that lists any is refused; one that lists none may be right.
    let checked = check_manifest(Path::new("/nowhere"), &manifest, None);
    assert_eq!(checked.is_ok(), manifest.volumes.is_empty());
    // Fractions in a summary may change in their last digit, as they do not matter enough to be read exactly.
    if has_fraction(&manifest.summary) {
        return;
    }
    let text = encode_record(&manifest);
    let again = decode_record(path, text.as_bytes()).expect("what is written can be read");
    let again = Manifest::of_record(PathBuf::from(path), again).expect("what is written is a manifest");
    assert_eq!(again, manifest);
    assert_eq!(again.generation(), generation);
}

fn has_fraction(json: &Value) -> bool {
    match json {
        Value::Number(number) => number.is_f64(),
        Value::Array(items) => items.iter().any(has_fraction),
        Value::Object(members) => members.values().any(has_fraction),
        _ => false,
    }
}
