//! The step that would take the last move back, which a position of Topitop has to remember.

use zermelo_core::{ParseError, Permutation};

use super::{CELLS, Cells, GRID};

/// The cells around each cell.
pub(super) const NEIGHBOURS: [Cells; CELLS] = neighbours();

/// How many steps there are from a cell to a neighbour.
pub(super) const STEPS: usize = 40;

/// All steps, as (from, to), in the order of their numbers; steps are counted from 1.
const CELLS_OF_STEP: [(u8, u8); STEPS + 1] = steps();

/// The number of each step; 0 where there is none.
const NUMBER_OF_STEP: [[u8; CELLS]; CELLS] = numbers();

const fn neighbours() -> [Cells; CELLS] {
    let mut neighbours = [0; CELLS];
    let mut from = 0;
    while from < CELLS {
        let mut to = 0;
        while to < CELLS {
            let down = (from / GRID.cols).abs_diff(to / GRID.cols);
            let right = (from % GRID.cols).abs_diff(to % GRID.cols);
            if from != to && down <= 1 && right <= 1 {
                neighbours[from] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    neighbours
}

const fn steps() -> [(u8, u8); STEPS + 1] {
    let mut steps = [(0, 0); STEPS + 1];
    let (mut number, mut from) = (1, 0);
    while from < CELLS {
        let mut to = 0;
        while to < CELLS {
            if NEIGHBOURS[from] >> to & 1 == 1 {
                steps[number] = (from as u8, to as u8);
                number += 1;
            }
            to += 1;
        }
        from += 1;
    }
    assert!(number == STEPS + 1);
    steps
}

const fn numbers() -> [[u8; CELLS]; CELLS] {
    let mut numbers = [[0; CELLS]; CELLS];
    let mut number = 1;
    while number <= STEPS {
        let (from, to) = CELLS_OF_STEP[number];
        numbers[from as usize][to as usize] = number as u8;
        number += 1;
    }
    numbers
}

/// A step that the player to move may not make, or nothing: number 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, zermelo_core::Pack)]
pub(super) struct Barred(u8);

impl Barred {
    pub(super) const NOTHING: Barred = Barred(0);

    /// The step between two neighbours.
    #[inline]
    pub(super) const fn step(from: u8, to: u8) -> Barred {
        Barred(NUMBER_OF_STEP[from as usize][to as usize])
    }

    /// 0 for nothing, else the number of the step, at most [`STEPS`].
    #[inline]
    pub(super) const fn number(self) -> u8 {
        self.0
    }

    /// The images of everything that can be barred under a symmetry, by number.
    pub(super) fn images(symmetry: &Permutation) -> [Barred; STEPS + 1] {
        let at = |cell: u8| symmetry.to(cell.into()) as u8;
        CELLS_OF_STEP.map(|(from, to)| Barred::step(at(from), at(to)))
    }

    /// Where the step begins and ends.
    pub(super) fn cells(self) -> Option<(u8, u8)> {
        (self != Barred::NOTHING).then(|| CELLS_OF_STEP[usize::from(self.0)])
    }

    /// The cell to which `from` may not go, if any, as a set. Nothing is barred as a step from the first cell to itself.
    #[inline]
    pub(super) fn targets(self, from: u8) -> Cells {
        let (barred_from, to) = CELLS_OF_STEP[usize::from(self.0)];
        if barred_from == from { 1 << to } else { 0 }
    }

    /// Reads a step such as `a3-b2`.
    pub(super) fn parse(text: &str) -> Result<Barred, ParseError> {
        let Some((from, to)) = text.split_once('-') else {
            return Err(ParseError::new(format!(
                "'{text}' is not a barred step; steps are written as 'a3-b2'"
            )));
        };
        let (from, to) = (GRID.cell(from)?, GRID.cell(to)?);
        match NUMBER_OF_STEP[from][to] {
            0 => Err(ParseError::new(format!(
                "'{text}' is not a step; steps lead to one of the eight cells around"
            ))),
            number => Ok(Barred(number)),
        }
    }
}

/// By set of cells: the steps that begin there, and those that end there, as sets of numbers.
const STEPS_FROM: [u64; 1 << CELLS] = steps_at(true);
const STEPS_TO: [u64; 1 << CELLS] = steps_at(false);

const fn steps_at(begin: bool) -> [u64; 1 << CELLS] {
    let mut sets = [0; 1 << CELLS];
    let mut cells = 0;
    while cells < sets.len() {
        let mut number = 1;
        while number <= STEPS {
            let (from, to) = CELLS_OF_STEP[number];
            let cell = if begin { from } else { to };
            sets[cells] |= (cells as u64 >> cell & 1) << number;
            number += 1;
        }
        cells += 1;
    }
    sets
}

/// A set of things that may be barred, one bit for each number: always nothing, which is bit 0, and some steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BarredSet(u64);

impl BarredSet {
    pub(super) const ONLY_NOTHING: BarredSet = BarredSet(1);

    /// What can be barred where `neutral` is sand without a bucket: its steps to empty cells.
    #[inline]
    pub(super) fn of(neutral: Cells, empty: Cells) -> BarredSet {
        BarredSet(STEPS_FROM[usize::from(neutral)] & STEPS_TO[usize::from(empty)] | 1)
    }

    #[inline]
    pub(super) fn len(self) -> u64 {
        self.0.count_ones().into()
    }

    /// How many members come before this one.
    #[inline]
    pub(super) fn rank(self, barred: Barred) -> u64 {
        (self.0 & ((1 << barred.0) - 1)).count_ones().into()
    }

    #[must_use]
    #[inline]
    pub(super) fn without(self, barred: Barred) -> BarredSet {
        BarredSet(self.0 & !(1 << barred.0))
    }

    /// The members in order.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = Barred> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let lowest = (left != 0).then(|| left.trailing_zeros() as u8)?;
            left &= left - 1;
            Some(Barred(lowest))
        })
    }
}
