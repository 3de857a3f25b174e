//! What stands where in one position.

use serde::Serialize;

/// The pieces of a position and where they stand, drawn in this order.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Figures {
    /// Keys of pieces, each with the number of the centre it stands on.
    pub on: Vec<(char, usize)>,
    /// Numbers and words, such as scores.
    pub texts: Vec<Text>,
}

/// A short text at a centre.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Text {
    /// The number of the centre.
    pub at: usize,
    /// What is written there.
    pub text: String,
}

impl Figures {
    /// One letter a centre, in their order: the key of the piece that stands there, or `-` for none.
    pub fn letters(letters: impl IntoIterator<Item = char>) -> Figures {
        let on = letters.into_iter().enumerate().filter(|&(_, letter)| letter != '-');
        Figures { on: on.map(|(centre, letter)| (letter, centre)).collect(), texts: Vec::new() }
    }

    /// With one more piece, on top of the others.
    #[must_use]
    pub fn and(mut self, piece: char, at: usize) -> Figures {
        self.on.push((piece, at));
        self
    }

    /// With several more pieces of a kind, on as many centres from `first` on.
    #[must_use]
    pub fn several(mut self, piece: char, first: usize, count: usize) -> Figures {
        self.on.extend((first..first + count).map(|at| (piece, at)));
        self
    }

    /// With a text at a centre.
    #[must_use]
    pub fn text(mut self, at: usize, text: impl ToString) -> Figures {
        self.texts.push(Text { at, text: text.to_string() });
        self
    }
}
