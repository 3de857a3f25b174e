//! Level one: the rules of a game, and nothing else.

use std::fmt::Debug;
use std::hash::Hash;

use crate::picture::{Figures, Look, Part, Sign};
use crate::{Pack, ParseError, Turn, Value};

/// The rules of a two-player game of perfect information.
///
/// This is all an author has to write: it is enough to solve the game (by exploring it from the
/// start), to analyse, query, play and serve it, for games of up to hundreds of millions of positions.
/// A `Game` value is one *variant* with its options fixed, e.g. the 4x4 board.
///
/// A position includes everything that matters for what follows, so also whose turn it is, unless the
/// number of men on the board tells. Positions handed to these functions are legal: they come from
/// [`start`](Game::start), [`play`](Game::play) or a successful [`parse`](Game::parse).
#[diagnostic::on_unimplemented(message = "`{Self}` is not a game", label = "implement `Game` for this type")]
pub trait Game: Send + Sync {
    /// A position: a small plain value, ordered and hashed by its contents, and packed into at most 512 bits.
    type Position: Pack + Copy + Ord + Hash + Debug + Send + Sync + 'static;
    /// A move: what a player decides, not what follows from it.
    type Move: Copy + PartialEq + Debug + Send + Sync + 'static;

    /// Where the game starts; in a [collection of endgames](crate::Tiered::ENDGAMES), an example.
    fn start(&self) -> Self::Position;

    /// If the game is over in `p`: its value for the player who would be to move. That is a win, a loss or a
    /// tie; a draw is play that never ends, so no end is one.
    fn end(&self, p: &Self::Position) -> Option<Value>;

    /// What a player to move without a legal move gets: a win, a loss or a tie. Most games say: he loses.
    fn stuck(&self) -> Value {
        Value::Lose
    }

    /// Appends every legal move in `p`, a position that is not an end. `out` comes in empty.
    fn moves(&self, p: &Self::Position, out: &mut Vec<Self::Move>);

    /// The position after the legal move `m`.
    fn play(&self, p: &Self::Position, m: Self::Move) -> Self::Position;

    /// The position as one short word that [`parse`](Game::parse) reads back: no spaces and none of
    /// `# & + % ; "`, so that it can stand in a URL. Different positions have different words.
    fn format(&self, p: &Self::Position) -> String;

    /// Reads a position. Anything that is not a legal-looking position of this variant is an error
    /// that says what is wrong and what is allowed.
    fn parse(&self, text: &str) -> Result<Self::Position, ParseError>;

    /// The name of a move in `p`; different moves have different names.
    fn format_move(&self, p: &Self::Position, m: Self::Move) -> String;

    /// The position as a picture in text, of one or more lines.
    fn board(&self, p: &Self::Position) -> String {
        self.format(p)
    }

    /// Whose turn it is in `p`; `None` if the position does not tell, as in games whose players have the same
    /// moves.
    fn turn(&self, p: &Self::Position) -> Option<Turn> {
        let _ = p;
        None
    }

    /// How the variant is drawn; `None` if it is shown as text.
    fn look(&self) -> Option<Look> {
        None
    }

    /// What stands where in `p`, by the pieces and centres of [`look`](Game::look).
    fn figures(&self, p: &Self::Position) -> Figures {
        let _ = p;
        Figures::default()
    }

    /// How the move `m` is shown on the board. No two moves look the same, unless they are only text.
    fn sign(&self, p: &Self::Position, m: Self::Move) -> Sign {
        let _ = (p, m);
        Sign::Text
    }

    /// The decisions that make up the move `m`, one or more, in the order in which a player makes them; the
    /// last one completes the move. Moves that begin with the same decisions give those the same names and
    /// signs.
    fn parts(&self, p: &Self::Position, m: Self::Move) -> Vec<Part> {
        vec![Part::new(self.format_move(p, m), self.sign(p, m))]
    }

    /// What stands where when the first `made` parts of `m` have been decided, at least one and not all of
    /// them. It is the same for all moves that begin with these parts.
    fn figures_between(&self, p: &Self::Position, m: Self::Move, made: usize) -> Figures {
        let _ = (m, made);
        self.figures(p)
    }

    /// How many symmetries the game has, the identity included; see [`image`](Game::image).
    fn symmetries(&self) -> usize {
        1
    }

    /// The image of `p` under symmetry number `k < symmetries()`; number 0 is the identity. Images
    /// have the same outcome, together they form a group, and they leave the start as it is.
    fn image(&self, p: &Self::Position, k: usize) -> Self::Position {
        debug_assert_eq!(k, 0, "a game with symmetries overrides `image`");
        *p
    }

    /// The smallest image of `p`. A game with many symmetries may know it without looking at all images.
    fn smallest_image(&self, p: &Self::Position) -> Self::Position {
        (1..self.symmetries()).map(|k| self.image(p, k)).fold(*p, Ord::min)
    }
}

/// The representative of `p` among its images: the smallest.
pub fn canonical<G: Game>(game: &G, p: &G::Position) -> G::Position {
    game.smallest_image(p)
}

/// How many different positions are images of `p`.
pub fn orbit_size<G: Game>(game: &G, p: &G::Position) -> u64 {
    let symmetries = game.symmetries();
    // The images of p form an orbit of the group: its size is |G| / |stabiliser of p|.
    let fixed = (0..symmetries).filter(|&k| game.image(p, k) == *p).count();
    (symmetries / fixed) as u64
}

/// Finds a legal move by its name; the error lists the legal ones.
pub fn parse_move<G: Game>(game: &G, p: &G::Position, text: &str) -> Result<G::Move, ParseError> {
    let mut moves = Vec::new();
    if game.end(p).is_none() {
        game.moves(p, &mut moves);
    }
    if let Some(&m) = moves.iter().find(|&&m| game.format_move(p, m) == text) {
        return Ok(m);
    }
    if moves.is_empty() {
        return Err(ParseError::new(format!("'{text}' is not possible: the game is over")));
    }
    let names: Vec<String> = moves.iter().map(|&m| game.format_move(p, m)).collect();
    Err(ParseError::new(format!("'{text}' is not a legal move here; legal: {}", names.join(" "))))
}
