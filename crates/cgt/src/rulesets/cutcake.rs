//! Cutcake.

use std::fmt;

use crate::boards::scan::Scanner;
use crate::{Arena, Player, PositionError, Ruleset, Value};

/// Cutcake: Left cuts a rectangle of cake into two along a vertical line between its squares, Right
/// along a horizontal one. Positions are written `ROWSxCOLUMNS`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cutcake;

/// A piece of cake, rows by columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    rows: u32,
    columns: u32,
}

/// Which piece is cut, and how many columns (Left) or rows (Right) the first half gets. It is written as that
/// number, with the number of the piece and a dot before it unless it is the first piece.
#[derive(Debug, Clone, Copy)]
pub struct Cut {
    piece: u32,
    first: u32,
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.piece {
            0 => write!(f, "{}", self.first),
            piece => write!(f, "{}.{}", piece + 1, self.first),
        }
    }
}

impl Ruleset for Cutcake {
    /// The pieces on the table.
    type Position = Vec<Piece>;
    type Move = Cut;

    fn title(&self) -> &'static str {
        "cutcake"
    }

    fn parse(&self, text: &str) -> Result<Vec<Piece>, PositionError> {
        let mut scanner = Scanner::new(text);
        let side = |scanner: &mut Scanner<'_>| {
            scanner.integer("a side of the cake", 1..=1_000_000, "between 1 and 1,000,000")
        };
        let rows = side(&mut scanner)? as u32;
        scanner.expect('x')?;
        let columns = side(&mut scanner)? as u32;
        scanner.end()?;
        Ok(vec![Piece { rows, columns }])
    }

    fn format(&self, position: &Vec<Piece>) -> String {
        let pieces = position.iter().map(|piece| format!("{}x{}", piece.rows, piece.columns));
        pieces.collect::<Vec<_>>().join(" ")
    }

    fn moves(&self, position: &Vec<Piece>, player: Player, moves: &mut Vec<Cut>) {
        for (at, piece) in position.iter().enumerate() {
            let side = if player == Player::Left { piece.columns } else { piece.rows };
            // Cutting off more than half gives the same two pieces.
            moves.extend((1..=side / 2).map(|first| Cut { piece: at as u32, first }));
        }
    }

    fn play(&self, position: &Vec<Piece>, player: Player, mv: Cut) -> Vec<Piece> {
        let mut next = position.clone();
        let Piece { rows, columns } = next.swap_remove(mv.piece as usize);
        next.extend(match player {
            Player::Left => [mv.first, columns - mv.first].map(|columns| Piece { rows, columns }),
            Player::Right => [mv.first, rows - mv.first].map(|rows| Piece { rows, columns }),
        });
        next
    }

    fn split(&self, position: &Vec<Piece>, parts: &mut Vec<Vec<Piece>>) {
        parts.extend(position.iter().map(|&piece| vec![piece]));
    }

    fn negative(&self, position: &Vec<Piece>) -> Option<Vec<Piece>> {
        let turned = |p: &Piece| Piece { rows: p.columns, columns: p.rows };
        Some(position.iter().map(turned).collect())
    }

    /// *Winning Ways*, chapter 2: what counts is how often the other side can be halved.
    fn value(&self, position: &Vec<Piece>, arena: &mut Arena) -> Option<Value> {
        let moves = |own: u32, other: u32| i64::from(own >> other.ilog2()) - 1;
        let total = position
            .iter()
            .map(|piece| {
                let left = moves(piece.columns, piece.rows);
                if left >= 0 { left } else { -moves(piece.rows, piece.columns).max(0) }
            })
            .sum();
        Some(arena.integer(total))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Play may leave more pieces than there are numbers of eight bits.
    #[test]
    fn cuts_of_many_pieces_have_names_of_their_own() {
        let pieces = vec![Piece { rows: 1, columns: 2 }; 300];
        let mut moves = Vec::new();
        Cutcake.moves(&pieces, Player::Left, &mut moves);
        let names: HashSet<String> = moves.iter().map(ToString::to_string).collect();
        assert_eq!(names.len(), 300);
    }
}
