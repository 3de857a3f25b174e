//! How a move is shown, and the parts it may be made of.

use serde::Serialize;

/// How a move, or a part of one, is shown on the board, so that it can be pointed at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Sign {
    /// A dot on a centre.
    Dot {
        /// The number of the centre.
        at: usize,
    },
    /// A shadow of the piece that would stand there.
    Piece {
        /// The number of the centre.
        at: usize,
        /// The key of the piece.
        piece: char,
    },
    /// An arrow from centre to centre.
    Arrow {
        /// Where it begins.
        from: usize,
        /// Where it points.
        to: usize,
    },
    /// A line between two centres.
    Line {
        /// One end.
        from: usize,
        /// The other.
        to: usize,
    },
    /// A letter on a centre.
    Letter {
        /// The number of the centre.
        at: usize,
        /// The letter.
        text: String,
    },
    /// Nothing on the board: the move is chosen from a list.
    Text,
}

impl Sign {
    /// A dot on a centre.
    pub fn dot(at: impl Into<usize>) -> Sign {
        Sign::Dot { at: at.into() }
    }

    /// A shadow of a piece on a centre.
    pub fn piece(at: impl Into<usize>, piece: char) -> Sign {
        Sign::Piece { at: at.into(), piece }
    }

    /// An arrow from centre to centre.
    pub fn arrow(from: impl Into<usize>, to: impl Into<usize>) -> Sign {
        Sign::Arrow { from: from.into(), to: to.into() }
    }

    /// A line between two centres.
    pub fn line(from: impl Into<usize>, to: impl Into<usize>) -> Sign {
        Sign::Line { from: from.into(), to: to.into() }
    }

    /// A letter on a centre.
    pub fn letter(at: impl Into<usize>, text: impl Into<String>) -> Sign {
        Sign::Letter { at: at.into(), text: text.into() }
    }

    /// The centres it touches.
    pub fn centres(&self) -> Vec<usize> {
        match *self {
            Sign::Dot { at } | Sign::Piece { at, .. } | Sign::Letter { at, .. } => vec![at],
            Sign::Arrow { from, to } | Sign::Line { from, to } => vec![from, to],
            Sign::Text => Vec::new(),
        }
    }
}

/// One decision out of those that make up a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Part {
    /// A short plain word, different from that of every other decision at the same point.
    pub name: String,
    /// How it is shown.
    pub sign: Sign,
}

impl Part {
    /// A decision of this name.
    pub fn new(name: impl Into<String>, sign: Sign) -> Part {
        Part { name: name.into(), sign }
    }
}
