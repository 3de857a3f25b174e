use std::fs;
use std::io::Read;
use std::path::Path;

use zermelo_core::Outcome;
use zermelo_store::{
    DEFAULT_SLOT_LEVEL, Database, Folder, Identity, Manifest, SLOTS_PER_BLOCK, StoreError, copy_database,
    remove_database,
};

use crate::{LEVEL, narrow, open, wide};

/// What `zstd -d` makes of a file.
fn decompress(file: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    zstd::Decoder::new(fs::File::open(file).unwrap()).unwrap().read_to_end(&mut bytes).unwrap();
    bytes
}

#[test]
fn a_volume_is_a_zstd_file_of_its_payloads() {
    let home = tempfile::tempdir().unwrap();
    let folder = open(home.path());
    let long: Vec<u8> = (0..2 * SLOTS_PER_BLOCK + 5).map(|n| (n * 7 / 3 % 5) as u8).collect();
    let scattered: Vec<u16> = (0..200).chain([u16::MAX]).collect();
    folder
        .write_volume(0, &[narrow("a", &long), narrow("b", &[7, 7]), wide("c", &scattered)], LEVEL)
        .unwrap();
    // Codes 0 to 4 are L0, D, T0, W0, L1; sorted: L0, L1, D, T0, W0.
    let mut expected: Vec<u8> = long.iter().map(|&code| [0, 2, 3, 4, 1][usize::from(code)]).collect();
    // Of the codes 0 to 199 every value but the draw has remoteness 0 to 49.
    let place = |code: u16| match (code % 4, code / 4) {
        (0, r) => r,
        (1, _) => 50,
        (2, r) => 51 + 49 - r,
        (_, r) => 51 + 50 + 49 - r,
    };
    expected.extend((0..200).map(|code| place(code) as u8));
    // An unused slot repeats the one before.
    expected.push(place(199) as u8);
    assert!(decompress(&home.path().join("000/00000.zvol")) == expected);

    folder.write_keyed(1, "words", [("a", Outcome::Win(3)), ("b", Outcome::Draw)], LEVEL).unwrap();
    assert_eq!(decompress(&home.path().join("000/00001.zvol")), b"a\tW3\nb\tD\n");
}

/// Cumulative sums over the seek table give the offset of every frame, as general tools expect.
#[test]
fn the_seek_table_describes_every_frame() {
    let home = tempfile::tempdir().unwrap();
    let words: Vec<u8> = (0..=3 * SLOTS_PER_BLOCK).map(|n| (n % 3) as u8).collect();
    open(home.path()).write_volume(0, &[narrow("a", &words)], LEVEL).unwrap();
    let bytes = fs::read(home.path().join("000/00000.zvol")).unwrap();
    let number = |offset: usize| u32::from_le_bytes(bytes[offset..offset + 4].try_into().unwrap()) as usize;
    let footer = bytes.len() - 9;
    let frames = number(footer);
    assert_eq!((frames, bytes[footer + 4], number(footer + 5)), (6, 0, 0x8F92_EAB1));
    let table = footer - 8 * frames;
    assert_eq!((number(table - 8), number(table - 4)), (0x184D_2A5E, 8 * frames + 9));
    let mut offset = 0;
    let mut lengths = Vec::new();
    for frame in 0..frames {
        let magic = number(offset);
        let skippable = (0x184D_2A50..=0x184D_2A5F).contains(&magic);
        assert!(skippable || magic == 0xFD2F_B528);
        offset += number(table + 8 * frame);
        lengths.push(number(table + 8 * frame + 4));
    }
    assert_eq!(offset, table - 8);
    assert_eq!(lengths, [0, SLOTS_PER_BLOCK, SLOTS_PER_BLOCK, SLOTS_PER_BLOCK, 1, 0]);
}

#[test]
fn the_bytes_do_not_depend_on_the_number_of_threads() {
    let words: Vec<u8> = (0..70 * SLOTS_PER_BLOCK).map(|n| ((n * 7919) >> 13) as u8 & 63).collect();
    let entries: Vec<(String, Outcome)> =
        (0..20_000).map(|n| (format!("{n:08}"), Outcome::Win(n % 9))).collect();
    let written = |threads| {
        let home = tempfile::tempdir().unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let folder = open(home.path());
            folder.write_volume(0, &[narrow("a", &words)], LEVEL).unwrap();
            folder
                .write_keyed(1, "b", entries.iter().map(|(word, outcome)| (word, *outcome)), LEVEL)
                .unwrap();
            folder.finish(serde_json::json!({ "z": 1, "a": 2 })).unwrap();
        });
        ["manifest.json", "000/00000.zvol", "000/00001.zvol"]
            .map(|name| fs::read(home.path().join(name)).unwrap())
    };
    assert!(written(1) == written(2));
}

/// The worked example of `docs/database-format.md` is what the code writes.
#[test]
fn the_documented_example_is_exact() {
    let documentation =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/database-format.md"));
    let documentation = documentation.unwrap().replace("\r\n", "\n");
    let home = tempfile::tempdir().unwrap();
    let folder = Folder::open_for_writing(home.path(), Identity::new("nim", "heap", "1")).unwrap();
    folder.write_volume(0, &[narrow("n", &[0, 7, 7, 8, 15])], DEFAULT_SLOT_LEVEL).unwrap();
    folder.finish(serde_json::json!({ "start": "W3" })).unwrap();
    let volume = fs::read(home.path().join("000/00000.zvol")).unwrap();
    let rows: Vec<String> =
        volume.chunks(16).enumerate().map(|(row, bytes)| hexdump_row(16 * row, bytes)).collect();
    let dump = rows.join("\n");
    assert!(documentation.contains(&dump), "the documentation should show\n{dump}");
    let manifest = fs::read_to_string(home.path().join("manifest.json")).unwrap();
    // Not the first lines: they change with every version of the program.
    let volumes = &manifest[manifest.find("  \"game\"").unwrap()..manifest.find("  \"checksum\"").unwrap()];
    assert!(documentation.contains(volumes), "the documentation should show\n{volumes}");
}

fn hexdump_row(offset: usize, bytes: &[u8]) -> String {
    let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let text: String = bytes
        .iter()
        .map(|&byte| if byte.is_ascii_graphic() || byte == b' ' { byte as char } else { '.' })
        .collect();
    format!("{offset:04x}  {:<47}  {text}", hex.join(" "))
}

#[test]
fn manifests_of_earlier_versions_are_read() {
    let home = tempfile::tempdir().unwrap();
    let folder = Folder::open_for_writing(home.path(), Identity::new("nim", "heap", "1")).unwrap();
    folder.write_volume(0, &[narrow("n", &[0, 7, 7, 8, 15])], DEFAULT_SLOT_LEVEL).unwrap();
    folder.finish_from("tiers", serde_json::json!({ "value": "draw", "remoteness": null })).unwrap();
    let path = home.path().join("manifest.json");
    let new = Database::open(home.path(), None).unwrap();
    assert_eq!(new.manifest().format, 4);
    assert_eq!(new.manifest().origin.as_ref().unwrap().method, "tiers");
    for format in [1, 2, 3] {
        let mut manifest: serde_json::Value = zermelo_store::read_record(&path).unwrap();
        let members = manifest.as_object_mut().unwrap();
        for member in ["players", "columns", "origin", "checksum"] {
            members.remove(member);
        }
        members.insert("format".to_owned(), format.into());
        members.insert("summary".to_owned(), serde_json::json!({ "value": "draw", "remoteness": -200 }));
        zermelo_store::write_record(&path, &manifest).unwrap();
        let old = Database::open(home.path(), None).unwrap();
        let Manifest { players, columns, origin, .. } = old.manifest();
        assert_eq!((*players, columns.len(), origin), (2, 0, &None), "version {format}");
        assert_eq!(old.outcome("n", 1).unwrap(), new.outcome("n", 1).unwrap());
    }
}

#[test]
fn a_copy_is_the_same_database_and_a_damaged_one_is_not_copied() {
    let [home, elsewhere] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let identity = Identity::new("nim", "heap", "1");
    let folder = Folder::open_for_writing(home.path(), identity.clone()).unwrap();
    folder.write_volume(0, &[narrow("n", &[0, 7, 7, 8, 15])], DEFAULT_SLOT_LEVEL).unwrap();
    folder.finish(serde_json::json!({ "start": "W3" })).unwrap();
    drop(folder);
    let source = Database::open(home.path(), None).unwrap();
    let expected = source.outcome("n", 1).unwrap();
    let copy = |progress: &mut dyn FnMut() -> bool| {
        copy_database(&source, elsewhere.path(), |_, _| {
            if progress() { Ok(()) } else { Err(StoreError::NoTable { table: "stopped".to_owned() }) }
        })
    };
    // Stopped anywhere, it leaves no database, and the next copy is whole.
    for steps in 0..3 {
        let mut done = 0;
        let stopped = copy(&mut || {
            done += 1;
            done <= steps
        });
        assert!(stopped.is_err(), "after {steps} steps");
        assert!(!elsewhere.path().join("manifest.json").exists(), "after {steps} steps");
    }
    copy(&mut || true).unwrap();
    for file in ["manifest.json", "000/00000.zvol"] {
        assert_eq!(fs::read(home.path().join(file)).unwrap(), fs::read(elsewhere.path().join(file)).unwrap());
    }
    let volume = home.path().join("000/00000.zvol");
    let sound = fs::read(&volume).unwrap();
    for place in 0..sound.len() {
        let mut damaged = sound.clone();
        damaged[place] ^= 1;
        fs::write(&volume, damaged).unwrap();
        let database = Database::open(home.path(), None).unwrap();
        let copied = copy_database(&database, elsewhere.path(), |_, _| Ok::<(), StoreError>(()));
        assert!(copied.is_err(), "byte {place}");
        assert_eq!(Database::open(elsewhere.path(), None).unwrap().outcome("n", 1).unwrap(), expected);
    }
    let bytes = remove_database(elsewhere.path()).unwrap();
    assert!(bytes > sound.len() as u64 && !elsewhere.path().exists());
    assert!(matches!(remove_database(elsewhere.path()), Err(StoreError::NotFound { .. })));
}
