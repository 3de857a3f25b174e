//! How a game looks: a board drawn once, what stands on it, and how its moves are shown.
//!
//! A game says in a few lines where things can stand (the *centres*), what its pieces look like, and where a
//! move points. Whoever draws it, a page or another client, needs nothing else, and no image file.
//!
//! ```
//! use zermelo_core::picture::{Colour, Figures, Look, Piece, Sign};
//! let look = Look::grid(3, 3).piece('x', Piece::cross(Colour::First)).piece('o', Piece::ring(Colour::Second));
//! assert_eq!(look.centres.len(), 9);
//! // An x in the second cell, and a move that would put an o into the fifth.
//! let figures = Figures::letters("-x-------".chars());
//! assert_eq!(figures.on, [('x', 1)]);
//! let sign = Sign::piece(4_usize, 'o');
//! # let _ = sign;
//! ```

mod art;
mod figures;
mod look;
mod piece;
mod sign;

pub use art::{Art, Point, Style};
pub use figures::{Figures, Text};
pub use look::{CELL, Look};
pub use piece::{Colour, Piece, Shape};
pub use sign::{Part, Sign};
