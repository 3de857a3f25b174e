//! A game as solvers see it that know nothing of its types: positions are keys, and rules are asked for many at a time.

use crate::{Game, Key, Pack, Value, canonical, orbit_size, packed, unpacked};

/// What follows from some positions, in their order.
#[derive(Debug)]
pub struct Batch<K> {
    /// The value of each position that is over, for the player who would be to move; being stuck is one way to be.
    pub ends: Vec<Option<Value>>,
    /// How many children each has.
    pub degrees: Vec<u32>,
    /// The children, one position's after the other's, each the smallest of its images.
    pub children: Vec<K>,
}

impl<K> Default for Batch<K> {
    fn default() -> Batch<K> {
        Batch { ends: Vec::new(), degrees: Vec::new(), children: Vec::new() }
    }
}

/// The size of a position's class of images, and the number of its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measure {
    /// Different images.
    pub images: u64,
    /// Legal moves; none if the game is over.
    pub moves: u64,
}

/// The rules of a game over packed positions. Solvers are compiled once for each width of keys, not for each game.
///
/// # Panics
/// All functions panic if they are given a key that is not one of a position.
pub trait PackedGame<K: Key>: Send + Sync {
    /// How many bits of a key are used.
    fn bits(&self) -> u32;

    /// The key of the start, or of the smallest of its images.
    fn start(&self) -> K;

    /// Plays all moves of some positions. What was in `out` is replaced.
    fn expand(&self, positions: &[K], out: &mut Batch<K>);

    /// Measures some positions. What was in `out` is replaced.
    fn measure(&self, positions: &[K], out: &mut Vec<Measure>);

    /// The position as text; `None` if the key is that of none.
    fn format(&self, key: K) -> Option<String>;
}

/// The rules of a game, for keys of the width that its positions need.
#[derive(Clone, Copy)]
pub enum Packed<'a> {
    /// Up to 64 bits.
    One(&'a dyn PackedGame<u64>),
    /// Up to 128 bits.
    Two(&'a dyn PackedGame<u128>),
    /// Up to 256 bits.
    Four(&'a dyn PackedGame<[u64; 4]>),
    /// Up to 512 bits.
    Eight(&'a dyn PackedGame<[u64; 8]>),
}

/// Calls a generic function with the rules, whatever the width of their keys.
///
/// ```
/// # use zermelo_core::{Game, ParseError, Rules, Value, with_packed};
/// # struct TenToZero;
/// # impl Game for TenToZero {
/// #     type Position = u8;
/// #     type Move = u8;
/// #     fn start(&self) -> u8 { 10 }
/// #     fn end(&self, p: &u8) -> Option<Value> { (*p == 0).then_some(Value::Lose) }
/// #     fn moves(&self, p: &u8, out: &mut Vec<u8>) { out.extend(1..=2.min(*p)) }
/// #     fn play(&self, p: &u8, m: u8) -> u8 { p - m }
/// #     fn format(&self, p: &u8) -> String { p.to_string() }
/// #     fn parse(&self, text: &str) -> Result<u8, ParseError> { Ok(text.parse().unwrap()) }
/// #     fn format_move(&self, _: &u8, m: u8) -> String { m.to_string() }
/// # }
/// let rules = Rules::new(&TenToZero);
/// assert_eq!(with_packed!(rules.erased(), game => game.bits()), 8);
/// ```
#[macro_export]
macro_rules! with_packed {
    ($packed:expr, $game:pat => $body:expr) => {
        match $packed {
            $crate::Packed::One($game) => $body,
            $crate::Packed::Two($game) => $body,
            $crate::Packed::Four($game) => $body,
            $crate::Packed::Eight($game) => $body,
        }
    };
}

/// A game behind the interface of packed positions: all of a solver that is compiled for each game.
#[derive(Debug)]
#[repr(transparent)]
pub struct Rules<'a, G>(&'a G);

impl<'a, G: Game> Rules<'a, G> {
    /// The rules of this game.
    pub fn new(game: &'a G) -> Rules<'a, G> {
        Rules(game)
    }

    /// The rules for keys as narrow as possible. Conditions are constant, so only one of the four is compiled.
    pub fn erased(&self) -> Packed<'_> {
        const {
            assert!(<G::Position as Pack>::BITS <= 512, "positions of more than 512 bits cannot be packed");
        }
        if const { <G::Position as Pack>::BITS <= 64 } {
            Packed::One(self)
        } else if const { <G::Position as Pack>::BITS <= 128 } {
            Packed::Two(self)
        } else if const { <G::Position as Pack>::BITS <= 256 } {
            Packed::Four(self)
        } else {
            Packed::Eight(self)
        }
    }

    /// The key of a position's smallest image.
    #[inline]
    pub fn key<K: Key>(&self, p: &G::Position) -> K {
        packed(&canonical(self.0, p))
    }
}

fn position<P: Pack, K: Key>(key: K) -> P {
    unpacked(key).expect("the key of a position")
}

impl<G: Game, K: Key> PackedGame<K> for Rules<'_, G> {
    fn bits(&self) -> u32 {
        <G::Position as Pack>::BITS
    }

    fn start(&self) -> K {
        self.key(&self.0.start())
    }

    fn expand(&self, positions: &[K], out: &mut Batch<K>) {
        let game = self.0;
        let has_images = game.symmetries() > 1;
        let mut moves = Vec::new();
        out.ends.clear();
        out.degrees.clear();
        out.children.clear();
        for &key in positions {
            let p = position(key);
            let mut end = game.end(&p);
            moves.clear();
            if end.is_none() {
                game.moves(&p, &mut moves);
                if moves.is_empty() {
                    end = Some(game.stuck());
                }
            }
            for &m in &moves {
                let child = game.play(&p, m);
                out.children.push(if has_images { self.key(&child) } else { packed(&child) });
            }
            out.ends.push(end);
            out.degrees.push(moves.len() as u32);
        }
    }

    fn measure(&self, positions: &[K], out: &mut Vec<Measure>) {
        let game = self.0;
        let mut moves = Vec::new();
        out.clear();
        out.extend(positions.iter().map(|&key| {
            let p = position(key);
            moves.clear();
            if game.end(&p).is_none() {
                game.moves(&p, &mut moves);
            }
            Measure { images: orbit_size(game, &p), moves: moves.len() as u64 }
        }));
    }

    fn format(&self, key: K) -> Option<String> {
        Some(self.0.format(&unpacked(key)?))
    }
}
