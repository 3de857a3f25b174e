//! The points of the board, and which of them belong to the palaces and to either side of the river.

/// The number of files and of ranks.
pub(super) const FILES: u8 = 9;
pub(super) const RANKS: u8 = 10;

/// Numbers from one rank to the next: one beyond the edge, which lies both to the left of a rank and to the right of
/// the one below, and nine points. A rank beyond the edge comes before the first and after the last, so a step from
/// any point, along a line or a diagonal, leads to a number, on the board or not.
pub(super) const UP: u8 = 10;

/// All numbers are below this power of two.
pub(super) const NUMBERS: usize = 128;

/// Where a man is who is not on the board: no step leads here.
pub(super) const NOWHERE: u8 = 127;

/// The points of both palaces.
pub(super) const PALACE: u8 = 1;
/// The points on Red's side of the river; those on Black's side are `RED_SIDE << 1`.
pub(super) const RED_SIDE: u8 = 2;

/// The zones that each point lies in, as a set; empty beyond the edges.
pub(super) static ZONES: [u8; NUMBERS] = zones();

const fn zones() -> [u8; NUMBERS] {
    let mut zones = [0; NUMBERS];
    let mut point = 0;
    while point < FILES * RANKS {
        let (file, rank) = (point % FILES, point / FILES);
        let side = if rank < RANKS / 2 { RED_SIDE } else { RED_SIDE << 1 };
        let palace = if file >= 3 && file <= 5 && (rank <= 2 || rank >= 7) { PALACE } else { 0 };
        zones[square(file, rank) as usize] = side | palace;
        point += 1;
    }
    zones
}

/// The point on a file (0 is a) and a rank (0 is Red's edge).
pub(super) const fn square(file: u8, rank: u8) -> u8 {
    (rank + 1) * UP + file + 1
}

pub(super) const fn file_of(square: u8) -> u8 {
    square % UP - 1
}

pub(super) const fn rank_of(square: u8) -> u8 {
    square / UP - 1
}

/// The point on the other side of the middle file.
pub(super) const fn mirror(square: u8) -> u8 {
    square + (FILES - 1) - 2 * file_of(square)
}

/// The point after half a turn of the board, which changes the sides of the players.
pub(super) const fn half_turn(point: u8) -> u8 {
    square(0, 0) + square(FILES - 1, RANKS - 1) - point
}

/// The name of a point, from `a0` to `i9`.
pub(super) fn name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + file_of(square)), rank_of(square))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirror_keeps_the_rank_and_half_a_turn_changes_sides() {
        let corner = square(0, 0);
        assert_eq!(
            (name(corner), name(mirror(corner)), name(half_turn(corner))),
            ("a0".into(), "i0".into(), "i9".into())
        );
        assert_eq!(mirror(square(4, 3)), square(4, 3));
        assert_eq!(half_turn(square(3, 2)), square(5, 7));
    }
}
