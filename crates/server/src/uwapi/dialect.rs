//! What the GamesmanUni client calls by other names than we do, game by game: the only place that knows.

use zermelo_core::picture::{Colour, Piece};

/// Images of the client that can stand for a move, one to a line.
const MOVE_BUTTONS: &str = include_str!("move_buttons.txt");

/// How the client knows one game.
#[derive(Clone, Copy)]
pub(super) struct Dialect {
    /// Images of pieces, as the client calls them. Pieces without one get a general image of their colour.
    images: &'static [(char, &'static str)],
    /// The image of the board. It must fit the centres of the look.
    pub(super) background: Option<&'static str>,
    /// Letters in positions: ours, and the client's.
    pub(super) letters: (&'static str, &'static str),
    /// Whether the client counts the cells from the other end.
    pub(super) reversed: bool,
    /// Whether the client draws its own page, whatever the theme says.
    pub(super) has_own_page: bool,
    /// Whether the client's page reads the mark off each move.
    marks_on_moves: bool,
}

/// A game that the client does not know.
const PLAIN: Dialect = Dialect {
    images: &[],
    background: None,
    letters: ("", ""),
    reversed: false,
    has_own_page: false,
    marks_on_moves: false,
};

#[rustfmt::skip]
static DIALECTS: &[(&str, Dialect)] = &[
    ("0to10by1or2", PLAIN.images(&[('x', "0to10by1or2/x.svg")])),
    ("3spot", PLAIN.images(&[('B', "3spot/B.svg"), ('R', "3spot/R.svg"), ('W', "3spot/W.svg")])),
    ("baghchal", PLAIN.images(&[('G', "baghchal/G.svg"), ('T', "baghchal/T.svg")])),
    ("chomp", PLAIN.images(&[('x', "chomp/x.svg"), ('p', "chomp/p.svg")])),
    ("chungtoi", PLAIN.images(&[
        ('R', "chungtoi/T.svg"), ('r', "chungtoi/X.svg"), ('W', "chungtoi/tt.svg"), ('w', "chungtoi/xx.svg"),
    ])),
    ("connect4", PLAIN.images(&[('x', "general/blue_circle.svg"), ('o', "general/red_circle.svg")])),
    ("dawsonschess", PLAIN.images(&[('k', "dawsonschess/x.svg")])),
    ("hareandhounds", PLAIN.images(&[('r', "hareandhounds/r.svg"), ('d', "hareandhounds/d.svg")])),
    ("hexapawn", PLAIN.images(&[('w', "chess/wikipedia/P.svg"), ('b', "chess/wikipedia/pp.svg")]).letters("bw", "BW")),
    ("kayles", PLAIN.images(&[('i', "kayles/x.svg")]).letters("i", "x")),
    ("lgame", PLAIN.letters("1rb2", "WRBG")),
    ("mutorere", Dialect { background: Some("mutorere/board.svg"), reversed: true, ..PLAIN }),
    ("nim", PLAIN.images(&[('o', "nim/x.svg")]).letters("_", ",")),
    ("notakto", PLAIN.images(&[('x', "notakto/x.svg")])),
    ("othello", PLAIN.images(&[('B', "general/blackpiece.svg"), ('W', "general/whitepiece.svg")])),
    ("quarto", Dialect { has_own_page: true, ..PLAIN }),
    ("quickcross", PLAIN.images(&[('h', "quickcross/H.svg"), ('v', "quickcross/V.svg")])),
    ("quixo", PLAIN.images(&[('B', "quixo/blank.svg"), ('x', "quixo/x.svg"), ('o', "quixo/o.svg")])),
    ("shifttactoe", PLAIN.images(&[('o', "shifttactoe/o.svg"), ('x', "shifttactoe/x.svg")])),
    ("sim", Dialect { has_own_page: true, ..PLAIN }),
    ("snake", PLAIN.images(&[('h', "snake/h.svg"), ('t', "snake/t.svg")])),
    ("tactix", PLAIN.images(&[('O', "tactix/o.svg")])),
    ("teeko", PLAIN.images(&[('b', "teeko/x.svg"), ('r', "teeko/o.svg")])),
    ("tictactoe", Dialect { has_own_page: true, marks_on_moves: true, ..PLAIN }),
    ("tictactwo", PLAIN.images(&[
        ('X', "tictactwo/X.svg"), ('O', "tictactwo/O.svg"), ('g', "quixo/blank.svg"),
    ])),
    ("tootandotto", PLAIN.images(&[('T', "tootandotto/T.svg"), ('O', "tootandotto/O.svg")])),
    ("topitop", PLAIN.images(&[
        ('L', "topitop/L.svg"), ('S', "topitop/S.svg"), ('B', "topitop/B.svg"), ('R', "topitop/R.svg"),
    ])),
    ("xiangqi", PLAIN.images(&[
        ('K', "chinesechess/regular/general_r.svg"), ('k', "chinesechess/regular/general_b.svg"),
        ('A', "chinesechess/regular/advisor_r.svg"), ('a', "chinesechess/regular/advisor_b.svg"),
        ('B', "chinesechess/regular/elephant_r.svg"), ('b', "chinesechess/regular/elephant_b.svg"),
        ('P', "chinesechess/regular/soldier_r.svg"), ('p', "chinesechess/regular/soldier_b.svg"),
        ('N', "chinesechess/regular/horse_r.svg"), ('n', "chinesechess/regular/horse_b.svg"),
        ('C', "chinesechess/regular/cannon_r.svg"), ('c', "chinesechess/regular/cannon_b.svg"),
        ('R', "chinesechess/regular/chariot_r.svg"), ('r', "chinesechess/regular/chariot_b.svg"),
    ])),
];

impl Dialect {
    /// Returns how the client knows the game with this id.
    pub(super) fn of(game: &str) -> &'static Dialect {
        DIALECTS.iter().find(|(id, _)| *id == game).map_or(&PLAIN, |(_, dialect)| dialect)
    }

    const fn images(self, images: &'static [(char, &'static str)]) -> Dialect {
        Dialect { images, ..self }
    }

    const fn letters(self, ours: &'static str, theirs: &'static str) -> Dialect {
        Dialect { letters: (ours, theirs), ..self }
    }

    /// Returns the client's name for the image of a piece: the one of this game, or a general one of its
    /// colour.
    pub(super) fn image(&self, key: char, piece: &Piece) -> &'static str {
        let own = self.images.iter().find(|(other, _)| *other == key);
        own.map_or_else(
            || match piece.colour {
                Colour::First => "general/bluepiece.svg",
                Colour::Second => "general/redpiece.svg",
                Colour::Neutral => "general/brownpiece.svg",
                Colour::Dark => "general/blackpiece.svg",
                Colour::Light => "general/whitepiece.svg",
                Colour::Accent => "general/yellow_circle.svg",
            },
            |(_, image)| image,
        )
    }

    /// Returns true if a move can be shown by the image of a piece.
    pub(super) fn is_button(&self, key: char, piece: &Piece) -> bool {
        self.marks_on_moves || MOVE_BUTTONS.lines().any(|button| button == self.image(key, piece))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_image_is_of_a_piece_that_its_game_has() {
        let families = zermelo_games::families();
        for (id, dialect) in DIALECTS.iter().filter(|(_, dialect)| !dialect.images.is_empty()) {
            let family = families.iter().find(|family| family.id == *id).unwrap_or_else(|| panic!("{id}"));
            let game = family.build(family.default_variant().id).unwrap();
            let look = game.look().unwrap_or_else(|| panic!("{id} is not drawn"));
            for (key, image) in dialect.images {
                assert!(look.pieces.contains_key(key), "{id}: {image}");
            }
        }
    }

    #[test]
    fn a_game_is_listed_once_and_in_order() {
        assert!(DIALECTS.is_sorted_by(|(a, _), (b, _)| a < b));
    }

    #[test]
    fn letters_come_in_pairs() {
        for (id, dialect) in DIALECTS {
            let (ours, theirs) = dialect.letters;
            assert_eq!(ours.chars().count(), theirs.chars().count(), "{id}");
        }
    }
}
