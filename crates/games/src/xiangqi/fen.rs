//! Positions as text: the usual notation of chess diagrams, with an underscore for its space.

use zermelo_core::{ParseError, Turn};

use super::board::Board;
use super::kind::{CROSSED_ROW, FIRST_ROW, Kind, Man, letter};
use super::position::{MOST_MEN, Position};
use super::square::{FILES, NUMBERS, PALACE, RANKS, RED_SIDE, ZONES, file_of, name, rank_of, square};
use super::tier::Tier;

/// What stands on a square, as a letter.
pub(super) fn letter_at(p: &Position, square: u8) -> Option<char> {
    p.man_at(square).map(|i| {
        let (man, owner) = p.man(i);
        letter(man, owner)
    })
}

/// The ranks from Black's edge to Red's, then who moves: `4k4/9/9/9/9/9/9/9/9/3K5_w`.
pub(super) fn format(p: &Position) -> String {
    let mut text = String::with_capacity(40);
    for rank in (0..RANKS).rev() {
        let mut gap = 0;
        for file in 0..FILES {
            match letter_at(p, square(file, rank)) {
                None => gap += 1,
                Some(letter) => {
                    push_gap(&mut text, &mut gap);
                    text.push(letter);
                }
            }
        }
        push_gap(&mut text, &mut gap);
        text.push(if rank > 0 { '/' } else { '_' });
    }
    text.push(if p.turn() == Turn::First { 'w' } else { 'b' });
    text
}

fn push_gap(text: &mut String, gap: &mut u8) {
    if *gap > 0 {
        text.push(char::from(b'0' + *gap));
        *gap = 0;
    }
}

/// Reads a diagram. Underscores or spaces may stand between its fields, and fields after the turn are not read: they
/// count moves, which do not matter here.
pub(super) fn parse(text: &str) -> Result<Position, ParseError> {
    let mut fields = text.split(['_', ' ']);
    let (ranks, turn) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
    let turn = match turn {
        "w" | "r" => Turn::First,
        "b" => Turn::Second,
        _ => {
            return Err(ParseError::new(format!(
                "'{text}' does not say who is to move: after the ranks comes _w or _r for Red, _b for Black"
            )));
        }
    };
    let men = parse_ranks(ranks)?;
    let p = arrange(&men, turn)?;
    if !Board::new(&p).is_sound(&p) {
        let threat = "the kings face each other, or the player who is not to move is in check";
        return Err(ParseError::new(format!("'{text}' cannot occur: {threat}")));
    }
    Ok(p)
}

type Placed = (Man, Turn, u8);

fn parse_ranks(text: &str) -> Result<Vec<Placed>, ParseError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != usize::from(RANKS) {
        return Err(ParseError::new(format!("'{text}' has {} ranks, not ten between slashes", ranks.len())));
    }
    let mut men = Vec::new();
    for (rank, line) in (0..RANKS).rev().zip(ranks) {
        let mut file = 0;
        for c in line.chars() {
            let all = [Man::King].into_iter().chain(Man::COUNTED);
            if let Some(gap) = c.to_digit(10).filter(|gap| *gap > 0) {
                file += gap as u8;
            } else if let Some(man) = all.into_iter().find(|man| man.letter() == c.to_ascii_uppercase()) {
                let owner = if c.is_ascii_uppercase() { Turn::First } else { Turn::Second };
                men.push((man, owner, square(file.min(FILES - 1), rank)));
                file += 1;
            } else {
                return Err(ParseError::new(format!(
                    "'{c}' is no man: they are K A B P N C R for Red and k a b p n c r for Black; digits from 1 to 9 \
                     stand for empty points"
                )));
            }
            if file > FILES {
                break;
            }
        }
        if file != FILES {
            return Err(ParseError::new(format!("the rank '{line}' does not have nine points")));
        }
    }
    Ok(men)
}

/// Puts the men on the board, if they may stand where they do.
fn arrange(men: &[Placed], turn: Turn) -> Result<Position, ParseError> {
    if men.len() > MOST_MEN {
        return Err(ParseError::new(format!(
            "there are {} men, and at most {MOST_MEN} are allowed",
            men.len()
        )));
    }
    let mut kings = [None; 2];
    let mut others = Vec::new();
    for &(man, owner, square) in men {
        let letter = letter(man, owner);
        let count = men.iter().filter(|other| (other.0, other.1) == (man, owner)).count();
        if count > man.most() {
            return Err(ParseError::new(format!(
                "there are {count} {letter}, and at most {} are allowed",
                man.most()
            )));
        }
        if !may_stand(man, owner, square) {
            return Err(ParseError::new(format!("{letter} never comes to {}", name(square))));
        }
        match man {
            Man::King => kings[owner as usize] = Some(square),
            _ => others.push((Kind::new(man, row_of(owner, square).min(FIRST_ROW), owner), square)),
        }
    }
    let [Some(red), Some(black)] = kings else {
        return Err(ParseError::new("each player has a king, K and k, in his palace"));
    };
    Ok(Position::new([red, black], others, turn))
}

/// How far a point is from the edge where the way of a player's pawns ends.
fn row_of(owner: Turn, square: u8) -> u8 {
    match owner {
        Turn::First => RANKS - 1 - rank_of(square),
        Turn::Second => rank_of(square),
    }
}

fn may_stand(man: Man, owner: Turn, square: u8) -> bool {
    let (file, row) = (file_of(square), row_of(owner, square));
    let zones = ZONES[square as usize % NUMBERS];
    let home = zones & RED_SIDE << owner as u8 != 0;
    // Rows from the own edge, on which advisors and bishops stand.
    let depth = RANKS - 1 - row;
    match man {
        Man::King => home && zones & PALACE != 0,
        Man::Advisor => home && zones & PALACE != 0 && (file + depth) % 2 == 1,
        Man::Bishop => home && matches!((depth, file), (0 | 4, 2 | 6) | (2, 0 | 4 | 8)),
        Man::Pawn => row <= CROSSED_ROW || (row <= FIRST_ROW && file % 2 == 0),
        Man::Knight | Man::Cannon | Man::Rook => true,
    }
}

/// Whether such men are among those of a tier: what a reader should know if not.
pub(super) fn not_covered(tier: Tier) -> ParseError {
    let men: String = tier.kinds().map(Kind::letter).collect();
    ParseError::new(format!("kings with {men} (tier {tier}) are not among the endgames of this variant"))
}
