use proptest::collection::btree_map;
use proptest::prelude::*;
use zermelo_core::{Key, Outcome, WideKey};
use zermelo_store::{Database, Folder, Packing, Result, StoreError};

use crate::{LEVEL, decode, identity, open};

fn packing(bits: u32) -> Packing {
    Packing { bits, fingerprint: "packed so".to_owned() }
}

/// Writes a table of positions; outcomes are codes of [`decode`].
fn write<K: Key>(
    folder: &Folder,
    number: u32,
    name: &str,
    bits: u32,
    entries: &[(K, Outcome)],
) -> Result<()> {
    let mut palette: Vec<Outcome> = entries.iter().map(|&(_, outcome)| outcome).collect();
    palette.sort_unstable();
    palette.dedup();
    let place = |outcome: &Outcome| palette.binary_search(outcome).unwrap() as u32;
    let places: Vec<(K, u32)> = entries.iter().map(|(key, outcome)| (*key, place(outcome))).collect();
    folder
        .write_positions(number, name, packing(bits), palette.clone(), LEVEL, |writer| {
            places.chunks(777).try_for_each(|part| writer.push(part))
        })
        .map(drop)
}

fn check<K: Key>(database: &Database, name: &str, entries: &[(K, Outcome)]) {
    let table = database.table(name).unwrap().positions::<K>().unwrap();
    let (mut keys, mut outcomes) = (Vec::new(), Vec::new());
    for block in 0..table.blocks() {
        assert_eq!(table.rank(block), keys.len() as u64);
        table.read_keys(block, &mut keys).unwrap();
        table.read_outcomes(block, &mut outcomes).unwrap();
        assert_eq!(keys[table.rank(block) as usize], table.first(block));
    }
    let found = keys.iter().zip(&outcomes).map(|(&key, &place)| (key, table.palette()[place as usize]));
    assert!(found.eq(entries.iter().copied()));
    assert_eq!(table.len(), entries.len() as u64);
    for &(key, outcome) in entries.iter().step_by(1 + entries.len() / 300) {
        assert_eq!(database.position(name, key.widened()).unwrap(), Some(outcome));
        // Its neighbours are found only if they are there.
        let mut one = WideKey::ZERO;
        one.push(1, 1);
        for neighbour in [key.widened().plus(one), Some(key.widened().minus(one)).filter(|_| key > K::ZERO)] {
            let Some(neighbour) = neighbour else { continue };
            let stored = entries.binary_search_by_key(&neighbour, |entry| entry.0.widened());
            let expected = stored.ok().map(|place| entries[place].1);
            assert_eq!(database.position(name, neighbour).unwrap(), expected);
        }
    }
}

/// Spreads a number over a key of so many bits; larger numbers make larger keys.
fn spread<K: Key>(number: u32, bits: u32) -> K {
    let mut key = K::ZERO;
    key.push(32.min(bits), u64::from(number) >> 32u32.saturating_sub(bits));
    key.push_zeros(bits.saturating_sub(32));
    if bits > 64 {
        // Not only round numbers.
        key = key.add_word(u64::from(number.reverse_bits()));
    }
    key
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn positions_come_back_and_no_others(
        few in btree_map(any::<u32>(), any::<u8>(), 0..200),
        dense in btree_map(0u32..40_000, 0u16..600, 0..20_000),
    ) {
        let home = tempfile::tempdir().unwrap();
        let folder = open(home.path());
        let entries = |bits: u32| few.iter().map(move |(&n, &code)| {
            (spread::<WideKey>(n, bits), decode(u16::from(code % 251)).unwrap())
        }).collect::<Vec<_>>();
        let narrow: Vec<(u64, Outcome)> =
            dense.iter().map(|(&n, &code)| (u64::from(n), decode(if code == 255 { 0 } else { code }).unwrap())).collect();
        let middle: Vec<(u128, Outcome)> = entries(100).iter().map(|&(key, outcome)| (Key::narrowed(key), outcome)).collect();
        write(&folder, 0, "narrow", 16, &narrow).unwrap();
        write(&folder, 1, "middle", 100, &middle).unwrap();
        write(&folder, 2, "wide", 500, &entries(500)).unwrap();
        folder.finish(serde_json::Value::Null).unwrap();
        let database = Database::open(home.path(), Some(&identity())).unwrap();
        prop_assert_eq!(database.manifest().format, 4);
        check(&database, "narrow", &narrow);
        check(&database, "middle", &middle);
        check(&database, "wide", &entries(500));
        let middle = database.table("middle").unwrap();
        prop_assert_eq!(middle.packing(), Some(&packing(100)));
        prop_assert_eq!(database.lookup("0").unwrap(), None);
        prop_assert_eq!(database.position("narrow", spread(u32::MAX, 17)).unwrap(), None);
        database.check_files(|_, _| Ok::<(), StoreError>(())).unwrap();
        // Written once more with other threads, the bytes are the same.
        let other = tempfile::tempdir().unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        pool.install(|| write(&open(other.path()), 0, "narrow", 16, &narrow)).unwrap();
        let file = |home: &tempfile::TempDir| std::fs::read(home.path().join("000/00000.zvol")).unwrap();
        prop_assert_eq!(file(&home), file(&other));
    }
}

#[test]
fn keys_out_of_order_or_range_are_refused() {
    let home = tempfile::tempdir().unwrap();
    let folder = open(home.path());
    for entries in [vec![(5u64, 0), (5, 0)], vec![(5, 0), (4, 0)], vec![(256, 0)], vec![(1, 1)]] {
        let written =
            folder.write_positions(0, "positions", packing(8), vec![Outcome::Draw], LEVEL, |writer| {
                writer.push(&entries)
            });
        assert!(matches!(written, Err(StoreError::Unstorable { .. })), "{entries:?}");
    }
}

#[test]
fn a_table_of_another_kind_or_width_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let folder = open(home.path());
    write(&folder, 0, "wide", 100, &[(7u128, Outcome::Draw)]).unwrap();
    folder.write_keyed(1, "words", [("a", Outcome::Draw)], LEVEL).unwrap();
    assert!(matches!(folder.table("wide").unwrap().positions::<u64>(), Err(StoreError::WrongUse { .. })));
    assert!(folder.table("wide").unwrap().positions::<[u64; 4]>().is_ok());
    assert!(matches!(folder.table("words").unwrap().positions::<u64>(), Err(StoreError::WrongUse { .. })));
    assert_eq!(folder.table("words").unwrap().packing(), None);
    folder.finish(serde_json::Value::Null).unwrap();
    let database = Database::open(home.path(), None).unwrap();
    assert!(database.position("words", [0; 8]).is_err());
    assert_eq!(database.position("wide", Key::widened(7u64)).unwrap(), Some(Outcome::Draw));
}
