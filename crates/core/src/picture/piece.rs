//! Pieces: simple shapes in colours that say whose they are.

use serde::Serialize;

/// What one kind of piece looks like.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Piece {
    /// Its outline.
    pub shape: Shape,
    /// Its colour.
    pub colour: Colour,
    /// Letters on it, or all there is of it if it is a [`Shape::Letter`].
    pub letter: Option<String>,
    /// Its diameter, in units of the look.
    pub scale: f64,
}

/// The outline of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Shape {
    Disc,
    Ring,
    Square,
    Cross,
    Diamond,
    Triangle,
    Star,
    Letter,
    Bar,
    Person,
}

/// Whose a piece is, or how it differs from others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// That of the player who begins.
    First,
    /// That of the other player.
    Second,
    /// Nobody's.
    Neutral,
    /// Dark, on a board whose pieces are dark and light.
    Dark,
    /// Light.
    Light,
    /// Something special.
    Accent,
}

/// Fills most of a cell of a grid.
const USUAL_SCALE: f64 = 7.0;

impl Piece {
    /// A piece of the usual size.
    pub fn new(shape: Shape, colour: Colour) -> Piece {
        Piece { shape, colour, letter: None, scale: USUAL_SCALE }
    }

    /// A round man.
    pub fn disc(colour: Colour) -> Piece {
        Piece::new(Shape::Disc, colour)
    }

    /// A ring, such as an o.
    pub fn ring(colour: Colour) -> Piece {
        Piece::new(Shape::Ring, colour)
    }

    /// A square.
    pub fn square(colour: Colour) -> Piece {
        Piece::new(Shape::Square, colour)
    }

    /// Two crossed strokes, such as an x.
    pub fn cross(colour: Colour) -> Piece {
        Piece::new(Shape::Cross, colour)
    }

    /// Letters and nothing around them.
    pub fn letter(letter: impl Into<String>, colour: Colour) -> Piece {
        Piece::new(Shape::Letter, colour).marked(letter)
    }

    /// The piece with letters on it.
    #[must_use]
    pub fn marked(mut self, letter: impl Into<String>) -> Piece {
        self.letter = Some(letter.into());
        self
    }

    /// The piece with this diameter.
    #[must_use]
    pub fn scaled(mut self, scale: f64) -> Piece {
        self.scale = scale;
        self
    }
}
