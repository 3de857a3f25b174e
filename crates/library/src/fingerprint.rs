//! The fingerprint of a game: a database made under other rules, or numbered in another way, is not used by
//! mistake.

use zermelo_core::{Erased, Game, WideKey};

/// Raised when the way positions are numbered or stored changes.
const LAYOUT: u64 = 1;
const WALKS: u64 = 24;
const STEPS: usize = 40;
/// In how many steps of a walk the places of positions are looked at. Early positions have small tiers, whose
/// tables are made in no time, and they are numbered by the same code as late ones.
pub(crate) const PLACED_STEPS: usize = 4;

/// Where all positions of a walk are looked at.
pub(crate) const ALL_STEPS: usize = STEPS;

/// A short text that changes when the rules do, or the numbering: what happens in some games of seeded random
/// play, hashed. It sees positions, moves and ends as they are written, so it also notices a change of
/// notation, and in the first `placed` steps also in which `place` positions are stored.
pub(crate) fn fingerprint(game: &Erased<'_>, placed: usize, place: &dyn Fn(&WideKey) -> String) -> String {
    let mut hash = Fnv::new();
    hash.add(&LAYOUT.to_le_bytes());
    let mut moves = Vec::new();
    for seed in 0..WALKS {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut p = game.start();
        for step in 0..STEPS {
            hash.add(game.format(&p).as_bytes());
            if step < placed {
                hash.add(place(&p).as_bytes());
            }
            let end = game.end(&p);
            hash.add(end.map_or("-", zermelo_core::Value::word).as_bytes());
            moves.clear();
            if end.is_none() {
                game.moves(&p, &mut moves);
            }
            hash.add(&(moves.len() as u64).to_le_bytes());
            if moves.is_empty() {
                break;
            }
            let m = moves[random.usize(..moves.len())];
            hash.add(game.format_move(&p, m).as_bytes());
            p = game.play(&p, m);
        }
    }
    hash.add(game.stuck().word().as_bytes());
    format!("{:016x}", hash.0)
}

/// The FNV-1a hash: simple, and the same on every machine and for ever.
struct Fnv(u64);

impl Fnv {
    fn new() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes.iter().chain(&[0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
