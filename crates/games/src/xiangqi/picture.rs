//! How the board of Chinese chess looks: lines, palaces and the river, and the men as letters.

use zermelo_core::Turn;
use zermelo_core::picture::{CELL, Colour, Figures, Look, Piece};

use super::kind::{Man, letter};
use super::position::Position;
use super::square::{FILES, RANKS, file_of, rank_of, square};

/// The number of a point in the picture: from the top left, along the ranks.
pub(super) fn centre(point: u8) -> usize {
    usize::from(RANKS - 1 - rank_of(point)) * usize::from(FILES) + usize::from(file_of(point))
}

/// What the lines join: neighbours on a rank, neighbours on a file but, within the edges, not over the river,
/// and the corners of the palaces.
fn lines() -> Vec<(usize, usize)> {
    let join = |a: (u8, u8), b: (u8, u8)| (centre(square(a.0, a.1)), centre(square(b.0, b.1)));
    let mut lines = Vec::new();
    for rank in 0..RANKS {
        lines.extend((1..FILES).map(|file| join((file - 1, rank), (file, rank))));
        if rank > 0 {
            let river = rank == RANKS / 2;
            let files = (0..FILES).filter(|&file| !river || file == 0 || file == FILES - 1);
            lines.extend(files.map(|file| join((file, rank - 1), (file, rank))));
        }
    }
    for rank in [0, RANKS - 3] {
        lines.extend([join((3, rank), (5, rank + 2)), join((5, rank), (3, rank + 2))]);
    }
    lines
}

pub(super) fn look() -> Look {
    let mut look = Look::crossings(RANKS.into(), FILES.into(), &lines());
    for file in 0..FILES {
        let [x, y] = look.centres[centre(square(file, 0))];
        look = look.label(x, y + 0.8 * CELL, char::from(b'a' + file));
    }
    for rank in 0..RANKS {
        look = look.beside(centre(square(0, rank)), rank);
    }
    let [x, y] = look.centres[centre(square(FILES / 2, RANKS / 2))];
    look = look.label(x, y + CELL / 2.0, "river");
    for man in [Man::King].into_iter().chain(Man::COUNTED) {
        for (owner, round) in
            [(Turn::First, Piece::disc(Colour::First)), (Turn::Second, Piece::ring(Colour::Second))]
        {
            let key = letter(man, owner);
            look = look.piece(key, round.marked(man.letter()).scaled(8.0));
        }
    }
    look
}

pub(super) fn figures(p: &Position) -> Figures {
    (0..p.men()).fold(Figures::default(), |figures, i| {
        let (man, owner) = p.man(i);
        figures.and(letter(man, owner), centre(p.squares.get(i)))
    })
}
