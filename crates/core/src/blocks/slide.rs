//! Rearrangements of a board: one cell's content jumps, the cells that it passes slide.

/// What a move does to the whole board where it shifts a row of cells: the content of the cell `from` goes to the cell `to`,
/// and the cells between move up by one to make room. A rotation of some cells, so it can be taken
/// [`back`](Slide::back).
///
/// ```
/// use zermelo_core::Slide;
/// // Cells 0 to 3 in a row: the first goes to the end.
/// let slide = Slide::new(0, 3, 1);
/// assert_eq!(slide.others(0b0110), 0b0011);
/// assert_eq!(slide.all(0b0101), 0b1010);
/// assert_eq!(slide.back().all(0b1010), 0b0101);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slide {
    /// The cell whose content jumps.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
    /// The cells from `from` to `to`.
    segment: u32,
    /// How far the cells between move: by one of the two, towards lower or higher cells; the other is 0.
    down: u8,
    up: u8,
}

impl Slide {
    /// The slide from one cell to another, where neighbours on the way differ by `step`.
    pub fn new(from: usize, to: usize, step: usize) -> Slide {
        let segment = (from.min(to)..=from.max(to)).step_by(step).map(|cell| 1 << cell).sum();
        let (down, up) = if to > from { (step as u8, 0) } else { (0, step as u8) };
        Slide { from: from as u8, to: to as u8, segment, down, up }
    }

    /// Nothing moves.
    pub const STILL: Slide = Slide { from: 0, to: 0, segment: 0, down: 0, up: 0 };

    /// The content of a cell goes off the board, and all others stay.
    ///
    /// ```
    /// use zermelo_core::Slide;
    /// assert_eq!(Slide::lifting(2).others(0b0110), 0b0010);
    /// ```
    pub fn lifting(cell: usize) -> Slide {
        Slide { from: cell as u8, to: cell as u8, segment: 1 << cell, down: 0, up: 0 }
    }

    /// The image of a set of cells but for `from`, which is left out. Hot.
    #[inline(always)]
    pub fn others(self, cells: u32) -> u32 {
        let moving = cells & self.segment & !(1 << self.from);
        cells & !self.segment | moving >> self.down << self.up
    }

    /// Whether the content of a cell is in [`others`](Slide::others).
    #[inline]
    pub(crate) fn keeps(self, cell: usize) -> bool {
        cell != usize::from(self.from) || self.segment == 0
    }

    /// Where a cell other than `from` goes.
    #[inline]
    pub fn cell(self, cell: usize) -> usize {
        let moves = self.segment >> cell & 1 == 1;
        if moves { cell - usize::from(self.down) + usize::from(self.up) } else { cell }
    }

    /// The image of a set of cells.
    #[inline]
    pub fn all(self, cells: u32) -> u32 {
        self.others(cells) | (cells >> self.from & 1) << self.to
    }

    /// The slide that undoes this one.
    #[must_use]
    pub fn back(self) -> Slide {
        Slide { from: self.to, to: self.from, down: self.up, up: self.down, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sliding_back_restores_every_set() {
        let slides = [Slide::new(0, 4, 1), Slide::new(4, 2, 1), Slide::new(1, 21, 5), Slide::new(20, 0, 5)];
        for slide in slides.into_iter().chain([Slide::STILL]) {
            for cells in 0..1 << 10 {
                let cells = (cells * 0x8421) & 0x1ff_ffff;
                assert_eq!(slide.back().all(slide.all(cells)), cells);
                assert_eq!(slide.all(cells).count_ones(), cells.count_ones());
            }
            for cell in (0..25).filter(|&cell| slide.keeps(cell)) {
                assert_eq!(slide.others(1 << cell), 1 << slide.cell(cell));
            }
        }
    }
}
