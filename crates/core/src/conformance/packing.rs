//! The laws of packing: keys tell positions apart and keep their order.

use super::check::{Check, ensure};
use super::random::Random;
use crate::{Game, Pack, WideKey, packed, unpacked};

/// Random games that are played, and moves of each.
const GAMES: usize = 20;
const MOVES: usize = 200;

/// Keys may be wrong, so this law is checked on positions themselves.
pub(super) fn check<G: Game>(game: &G, seed: u64) -> Check {
    let law = "keys give positions back and keep their order";
    let mut random = Random::new(seed);
    let mut last: Option<(G::Position, WideKey)> = None;
    let mut moves = Vec::new();
    Check::of(
        law,
        0..GAMES,
        |number| format!("random game {number}"),
        |_| {
            let mut p = game.start();
            for _ in 0..MOVES {
                last = Some((p, one_key(&p, last.as_ref())?));
                moves.clear();
                if game.end(&p).is_none() {
                    game.moves(&p, &mut moves);
                }
                if moves.is_empty() {
                    break;
                }
                p = game.play(&p, random.pick(&moves));
            }
            Ok(())
        },
    )
}

/// The key of a position, if it is in order with that of another one.
fn one_key<P: Pack + Ord + std::fmt::Debug>(p: &P, other: Option<&(P, WideKey)>) -> Result<WideKey, String> {
    let key: WideKey = packed(p);
    ensure(unpacked(key).as_ref() == Some(p), || format!("{p:?} is packed as {key:x?}, which is another"))?;
    if let Some((q, other)) = other {
        ensure(p.cmp(q) == key.cmp(other), || format!("{p:?} and {q:?} compare otherwise than their keys"))?;
    }
    Ok(key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Key, Unpacker};

    /// A number of which the lowest bit is forgotten, or written backwards.
    #[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
    struct Careless<const BACKWARDS: bool>(u8);

    impl<const BACKWARDS: bool> Pack for Careless<BACKWARDS> {
        const BITS: u32 = 8;

        fn pack<K: Key>(&self, to: &mut K) {
            to.push(8, u64::from(if BACKWARDS { self.0.reverse_bits() } else { self.0 & !1 }));
        }

        fn unpack<K: Key>(from: &mut Unpacker<K>) -> Option<Self> {
            let byte = from.take(8) as u8;
            Some(Careless(if BACKWARDS { byte.reverse_bits() } else { byte }))
        }
    }

    #[test]
    fn careless_packing_is_noticed() {
        assert!(one_key(&Careless::<false>(4), None).is_ok());
        assert!(one_key(&Careless::<false>(5), None).is_err());
        let key = one_key(&Careless::<true>(4), None).unwrap();
        assert!(one_key(&Careless::<true>(5), Some(&(Careless(4), key))).is_ok());
        assert!(one_key(&Careless::<true>(8), Some(&(Careless(4), key))).is_err());
    }
}
