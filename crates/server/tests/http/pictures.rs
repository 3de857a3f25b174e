//! What the GamesmanUni client is told about every listed variant, compared with what it was told before,
//! byte by byte.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value as Json;

use super::{Site, encoded, patient};

const ROOT: &str = "/universal/v1/";
const FILE: &str = "tests/data/uni_answers.tsv";
/// Moves that are made in each variant.
const PLIES: usize = 14;
/// Set to 1, this variable renews the file.
const BLESS: &str = "ZERMELO_BLESS";

/// The parts of an answer that do not depend on what is solved.
fn drawn(answer: &Json, into: &mut String) {
    for key in ["position", "autoguiPosition", "move", "autoguiMove"] {
        if let Some(text) = answer.get(key).and_then(Json::as_str) {
            writeln!(into, "{text}").unwrap();
        }
    }
}

/// Moves of an answer by name: their order depends on their values.
fn moves(answer: &Json) -> Vec<&Json> {
    let mut moves: Vec<&Json> = answer["moves"].as_array().unwrap().iter().collect();
    moves.sort_by_key(|m| m["move"].as_str().unwrap());
    moves
}

/// A game as the client draws it; in each position its checksum chooses the move.
fn transcript(site: &Site, here: &str, start: &str) -> String {
    let mut position = start.to_owned();
    let mut text = String::new();
    for _ in 0..PLIES {
        let answer = site.json(&format!("{here}/positions/?p={}", encoded(&position)));
        drawn(&answer, &mut text);
        let moves = moves(&answer);
        for m in &moves {
            drawn(m, &mut text);
        }
        if moves.is_empty() {
            break;
        }
        let chosen = crc32fast::hash(position.as_bytes()) as usize % moves.len();
        moves[chosen]["position"].as_str().unwrap().clone_into(&mut position);
    }
    text
}

#[test]
fn every_variant_is_told_and_drawn_as_before() {
    // Nothing is solved here.
    let site = Site::with_limits(patient(), |limits| limits.waiting = 0);
    let mut lines = Vec::new();
    for family in site.service.library().families() {
        for variant in &family.variants {
            let here = format!("{ROOT}{}/{}", family.id, variant.id);
            let told = site.get(&format!("{here}/"));
            let game = transcript(&site, &here, told.json()["startPosition"].as_str().unwrap());
            let sum = |text: &str| crc32fast::hash(text.as_bytes());
            let sums = format!("{:08x}\t{:08x}", sum(&told.text), sum(&game));
            lines.push(format!("{}/{}\t{sums}\n", family.id, variant.id));
        }
    }
    lines.sort();
    let found =
        format!("# variant, checksum of its answer, checksum of a game as it is drawn\n{}", lines.concat());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    if std::env::var(BLESS).is_ok_and(|value| value == "1") {
        std::fs::write(&path, &found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    for (expected, found) in expected.lines().zip(found.lines()) {
        assert_eq!(found, expected, "if this is meant, run the test with {BLESS}=1");
    }
    assert_eq!(found.lines().count(), expected.lines().count());
}
