//! A game behind one type, for whatever is not hot: compiled once, and not for every game.
//!
//! Positions are keys, and a move is its place among the moves of its position. [`Erased`] is a game like any other, so what
//! is written for games of known type works for it.

use std::sync::{Mutex, PoisonError};

use crate::picture::{Figures, Look, Part, Sign};
use crate::{Game, ParseError, Turn, Value, WideKey, packed, unpacked};

/// The rules of a game with positions as keys. See [`Game`] for what each function says.
trait AnyRules: Send + Sync {
    fn start(&self) -> WideKey;
    fn end(&self, p: WideKey) -> Option<Value>;
    fn stuck(&self) -> Value;
    fn moves(&self, p: WideKey, out: &mut Vec<u32>);
    fn play(&self, p: WideKey, m: u32) -> WideKey;
    fn format(&self, p: WideKey) -> String;
    fn parse(&self, text: &str) -> Result<WideKey, ParseError>;
    fn format_move(&self, p: WideKey, m: u32) -> String;
    fn board(&self, p: WideKey) -> String;
    fn turn(&self, p: WideKey) -> Option<Turn>;
    fn look(&self) -> Option<Look>;
    fn figures(&self, p: WideKey) -> Figures;
    fn sign(&self, p: WideKey, m: u32) -> Sign;
    fn parts(&self, p: WideKey, m: u32) -> Vec<Part>;
    fn figures_between(&self, p: WideKey, m: u32, made: usize) -> Figures;
    fn symmetries(&self) -> usize;
    fn image(&self, p: WideKey, k: usize) -> WideKey;
    fn smallest_image(&self, p: WideKey) -> WideKey;
}

/// A game of known type, to be [erased](Typed::erased).
pub struct Typed<'a, G: Game> {
    game: &'a G,
    /// The moves that were listed last, and of which position: they are asked about one by one.
    last: Mutex<Listed<G>>,
}

type Listed<G> = (Option<WideKey>, Vec<<G as Game>::Move>);

/// A game of any type.
#[derive(Clone, Copy)]
pub struct Erased<'a>(&'a dyn AnyRules);

impl<'a, G: Game> Typed<'a, G> {
    /// The game, borrowed.
    pub fn new(game: &'a G) -> Typed<'a, G> {
        Typed { game, last: Mutex::new((None, Vec::new())) }
    }

    /// The same game without its type.
    pub fn erased(&self) -> Erased<'_> {
        Erased(self)
    }

    /// Calls `visit` with the moves of a position.
    fn with_moves<T>(&self, key: WideKey, visit: impl FnOnce(&G::Position, &[G::Move]) -> T) -> T {
        let p = position(key);
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.0 != Some(key) {
            last.0 = None;
            last.1.clear();
            self.game.moves(&p, &mut last.1);
            last.0 = Some(key);
        }
        visit(&p, &last.1)
    }

    fn one_move(&self, key: WideKey, m: u32) -> (G::Position, G::Move) {
        self.with_moves(key, |p, moves| (*p, moves[m as usize]))
    }
}

fn position<P: crate::Pack>(key: WideKey) -> P {
    unpacked(key).expect("the key of a position")
}

impl<G: Game> AnyRules for Typed<'_, G> {
    fn start(&self) -> WideKey {
        packed(&self.game.start())
    }

    fn end(&self, p: WideKey) -> Option<Value> {
        self.game.end(&position(p))
    }

    fn stuck(&self) -> Value {
        self.game.stuck()
    }

    fn moves(&self, p: WideKey, out: &mut Vec<u32>) {
        // Asked anew, since the rules might change their mind. Equal moves have equal numbers.
        self.last.lock().unwrap_or_else(PoisonError::into_inner).0 = None;
        self.with_moves(p, |_, moves| {
            let first = |m: &G::Move| moves.iter().position(|other| other == m).unwrap_or(0);
            out.extend(moves.iter().map(|m| first(m) as u32));
        });
    }

    fn play(&self, p: WideKey, m: u32) -> WideKey {
        let (p, m) = self.one_move(p, m);
        packed(&self.game.play(&p, m))
    }

    fn format(&self, p: WideKey) -> String {
        self.game.format(&position(p))
    }

    fn parse(&self, text: &str) -> Result<WideKey, ParseError> {
        self.game.parse(text).map(|p| packed(&p))
    }

    fn format_move(&self, p: WideKey, m: u32) -> String {
        let (p, m) = self.one_move(p, m);
        self.game.format_move(&p, m)
    }

    fn board(&self, p: WideKey) -> String {
        self.game.board(&position(p))
    }

    fn turn(&self, p: WideKey) -> Option<Turn> {
        self.game.turn(&position(p))
    }

    fn look(&self) -> Option<Look> {
        self.game.look()
    }

    fn figures(&self, p: WideKey) -> Figures {
        self.game.figures(&position(p))
    }

    fn sign(&self, p: WideKey, m: u32) -> Sign {
        let (p, m) = self.one_move(p, m);
        self.game.sign(&p, m)
    }

    fn parts(&self, p: WideKey, m: u32) -> Vec<Part> {
        let (p, m) = self.one_move(p, m);
        self.game.parts(&p, m)
    }

    fn figures_between(&self, p: WideKey, m: u32, made: usize) -> Figures {
        let (p, m) = self.one_move(p, m);
        self.game.figures_between(&p, m, made)
    }

    fn symmetries(&self) -> usize {
        self.game.symmetries()
    }

    fn image(&self, p: WideKey, k: usize) -> WideKey {
        packed(&self.game.image(&position(p), k))
    }

    fn smallest_image(&self, p: WideKey) -> WideKey {
        packed(&self.game.smallest_image(&position(p)))
    }
}

impl Game for Erased<'_> {
    type Position = WideKey;
    type Move = u32;

    fn start(&self) -> WideKey {
        self.0.start()
    }

    fn end(&self, p: &WideKey) -> Option<Value> {
        self.0.end(*p)
    }

    fn stuck(&self) -> Value {
        self.0.stuck()
    }

    fn moves(&self, p: &WideKey, out: &mut Vec<u32>) {
        self.0.moves(*p, out);
    }

    fn play(&self, p: &WideKey, m: u32) -> WideKey {
        self.0.play(*p, m)
    }

    fn format(&self, p: &WideKey) -> String {
        self.0.format(*p)
    }

    fn parse(&self, text: &str) -> Result<WideKey, ParseError> {
        self.0.parse(text)
    }

    fn format_move(&self, p: &WideKey, m: u32) -> String {
        self.0.format_move(*p, m)
    }

    fn board(&self, p: &WideKey) -> String {
        self.0.board(*p)
    }

    fn turn(&self, p: &WideKey) -> Option<Turn> {
        self.0.turn(*p)
    }

    fn look(&self) -> Option<Look> {
        self.0.look()
    }

    fn figures(&self, p: &WideKey) -> Figures {
        self.0.figures(*p)
    }

    fn sign(&self, p: &WideKey, m: u32) -> Sign {
        self.0.sign(*p, m)
    }

    fn parts(&self, p: &WideKey, m: u32) -> Vec<Part> {
        self.0.parts(*p, m)
    }

    fn figures_between(&self, p: &WideKey, m: u32, made: usize) -> Figures {
        self.0.figures_between(*p, m, made)
    }

    fn symmetries(&self) -> usize {
        self.0.symmetries()
    }

    fn image(&self, p: &WideKey, k: usize) -> WideKey {
        self.0.image(*p, k)
    }

    fn smallest_image(&self, p: &WideKey) -> WideKey {
        self.0.smallest_image(*p)
    }
}
