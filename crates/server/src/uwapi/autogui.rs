//! Pictures of positions and moves as strings, as the client draws them.

use zermelo_core::picture::{Figures, Look, Sign};

use super::dialect::Dialect;

/// What the client understands in the picture of a position, besides letters and digits.
const PLAIN: &str = "-.";

fn plain(text: &str) -> String {
    let keep = |c: char| if c.is_ascii_alphanumeric() || PLAIN.contains(c) { c } else { '-' };
    text.chars().map(keep).collect()
}

/// The picture of a position: the turn, then one letter for each centre, then texts. `position` is the
/// position as it is written for the client; without a look it is all there is to show.
pub(super) fn position(look: Option<&Look>, figures: &Figures, position: &str) -> String {
    let (turn, text) = position.split_at(2);
    let Some(look) = look else { return format!("{turn}{}", plain(text)) };
    let mut letters = vec!['-'; look.centres.len()];
    for &(piece, at) in &figures.on {
        letters[at] = piece;
    }
    let mut texts: Vec<(usize, String)> =
        figures.texts.iter().map(|text| (text.at, plain(&text.text))).collect();
    // The client takes texts in the order of their places.
    texts.sort();
    texts.dedup_by_key(|(at, _)| *at);
    for &(at, _) in &texts {
        letters[at] = '.';
    }
    let texts: String = texts.iter().flat_map(|(_, text)| ["~", text]).collect();
    format!("{turn}{}{texts}", letters.into_iter().collect::<String>())
}

/// How a move is shown: its sign, or its name if it is chosen from the list. The last letter is a sound of
/// the theme.
pub(super) fn sign(dialect: &Dialect, look: Option<&Look>, sign: &Sign, name: &str) -> String {
    let Some(look) = look else { return name.to_owned() };
    match *sign {
        Sign::Dot { at } => format!("A_-_{at}_x"),
        Sign::Piece { at, piece } => {
            let token = if dialect.is_button(piece, &look.pieces[&piece]) { piece } else { '-' };
            format!("A_{token}_{at}_x")
        }
        Sign::Arrow { from, to } => format!("M_{from}_{to}_y"),
        Sign::Line { from, to } => format!("L_{from}_{to}_x"),
        Sign::Letter { at, ref text } if text.len() == 1 => format!("T_{text}_{at}_x"),
        Sign::Letter { .. } | Sign::Text => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_one_letter_a_centre_and_then_texts() {
        let look = Look::grid(1, 3).men('x', 'o').shelf(1);
        let figures = Figures::letters("x-o".chars()).text(3, "9 left");
        assert_eq!(position(Some(&look), &figures, "2_x-o"), "2_x-o.~9-left");
        assert_eq!(position(None, &Figures::default(), "1_3,4,5"), "1_3-4-5");
    }

    #[test]
    fn moves_are_buttons_arrows_lines_or_names() {
        let look = Look::grid(1, 3).men('x', 'o');
        let shown = |one: &Sign| sign(Dialect::of("some"), Some(&look), one, "name");
        assert_eq!(shown(&Sign::dot(2_usize)), "A_-_2_x");
        assert_eq!(shown(&Sign::piece(2_usize, 'x')), "A_-_2_x");
        assert_eq!(sign(Dialect::of("tictactoe"), Some(&look), &Sign::piece(2_usize, 'x'), ""), "A_x_2_x");
        assert_eq!(shown(&Sign::arrow(0_usize, 2_usize)), "M_0_2_y");
        assert_eq!(shown(&Sign::line(0_usize, 2_usize)), "L_0_2_x");
        assert_eq!(shown(&Sign::letter(1_usize, "x")), "T_x_1_x");
        assert_eq!(shown(&Sign::letter(1_usize, "two")), "name");
        assert_eq!(sign(Dialect::of("some"), None, &Sign::dot(2_usize), "name"), "name");
    }
}
