//! The attributes of a board as eight planes of cells, and the threats that they show.

/// The four lines across and down are found by turning rows and columns; these are the two diagonals.
const DIAGONALS: [u16; 2] = [0x8421, 0x1248];

/// For each attribute and each of its two sides, the cells with a piece of that side.
///
/// Lane `a` holds the pieces whose bit `a` is set, lane `4 + a` those whose bit is not set. All functions
/// work on the eight lanes alike, so that a compiler keeps them in one vector register.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Planes([u16; 8]);

/// A set of lanes, one bit each.
pub type Lanes = u8;

/// The lanes in which `piece` stands.
#[inline]
pub const fn lanes_of(piece: u8) -> Lanes {
    piece | (!piece & 0xf) << 4
}

/// For each set of lanes, the pieces that stand in none of them.
///
/// With the lanes that hold a threat, these are the pieces that do not complete a line.
pub static OUTSIDE: [u16; 256] = outside();

const fn outside() -> [u16; 256] {
    let mut sets = [0; 256];
    let mut lanes = 0;
    while lanes < 256 {
        let mut piece = 0;
        while piece < 16 {
            if lanes_of(piece) & lanes as u8 == 0 {
                sets[lanes] |= 1 << piece;
            }
            piece += 1;
        }
        lanes += 1;
    }
    sets
}

/// For each piece, all ones in its lanes.
static MASKS: [[u16; 8]; 16] = masks();

const fn masks() -> [[u16; 8]; 16] {
    let mut masks = [[0; 8]; 16];
    let mut piece = 0;
    while piece < 16 {
        let mut lane = 0;
        while lane < 8 {
            if lanes_of(piece as u8) >> lane & 1 == 1 {
                masks[piece][lane] = u16::MAX;
            }
            lane += 1;
        }
        piece += 1;
    }
    masks
}

impl Planes {
    /// Returns the planes with `piece` on `cell`, which is empty.
    #[inline]
    #[must_use]
    pub fn with(self, cell: u32, piece: u8) -> Planes {
        let bit = 1 << cell;
        let mask = &MASKS[usize::from(piece)];
        Planes(std::array::from_fn(|lane| self.0[lane] | mask[lane] & bit))
    }

    /// Returns the cells with a piece: each piece is on either side of the first attribute.
    #[inline]
    pub fn filled(self) -> u16 {
        self.0[0] | self.0[4]
    }

    /// Returns for each lane the empty cells that complete a line of it.
    #[inline]
    #[must_use]
    pub fn threats(self) -> Planes {
        let empty = !self.filled();
        Planes(self.0.map(|x| completing(x) & empty))
    }

    /// Returns the lanes that hold at least one threat.
    #[inline]
    pub fn threatening(self) -> Lanes {
        let threats = self.threats();
        let mut lanes = 0;
        for (lane, cells) in threats.0.iter().enumerate() {
            lanes |= u8::from(*cells != 0) << lane;
        }
        lanes
    }

    /// Returns the empty cells on which `piece` completes a line.
    pub fn wins(self, piece: u8) -> u16 {
        let threats = self.threats();
        let mask = &MASKS[usize::from(piece)];
        threats.0.iter().zip(mask).fold(0, |cells, (threat, lane)| cells | threat & lane)
    }

    /// Whether some line is complete.
    pub fn has_line(self) -> bool {
        self.0.iter().any(|&x| completing(x) & x != 0)
    }
}

/// Returns the cells whose line holds `x` on its three other cells, for any of the lines through the cell.
#[inline]
fn completing(x: u16) -> u16 {
    let row = (x << 1 & 0xeeee | x >> 3 & 0x1111)
        & (x << 2 & 0xcccc | x >> 2 & 0x3333)
        & (x << 3 & 0x8888 | x >> 1 & 0x7777);
    let column = x.rotate_left(4) & x.rotate_left(8) & x.rotate_left(12);
    DIAGONALS.iter().fold(row | column, |cells, diagonal| {
        let missing = diagonal & !x;
        // One missing cell completes the diagonal; none missing, every cell of it does.
        let one = missing & missing.wrapping_sub(1) == 0;
        let which = if missing == 0 { *diagonal } else { missing };
        cells | if one { which } else { 0 }
    })
}
