//! Numbers of sets, in as many bytes as they need.

use super::Planes;

/// A place within a block: two bytes where blocks are short, else four.
pub trait Place: Copy {
    /// The place of this number, which must not be too large for the type.
    fn of(number: u64) -> Self;

    /// As a number.
    fn number(self) -> usize;

    /// A list of which the type is known only when the program runs.
    fn list(places: &mut [Self; Planes::MOST]) -> Places<'_>;
}

/// A list of places of either size.
#[derive(Debug)]
pub enum Places<'a> {
    /// Of short blocks.
    Short(&'a mut [u16; Planes::MOST]),
    /// Of all blocks.
    Long(&'a mut [u32; Planes::MOST]),
}

impl Place for u16 {
    #[inline(always)]
    fn of(number: u64) -> u16 {
        number as u16
    }

    #[inline(always)]
    fn number(self) -> usize {
        self.into()
    }

    fn list(places: &mut [u16; Planes::MOST]) -> Places<'_> {
        Places::Short(places)
    }
}

impl Place for u32 {
    #[inline(always)]
    fn of(number: u64) -> u32 {
        number as u32
    }

    #[inline(always)]
    fn number(self) -> usize {
        self as usize
    }

    fn list(places: &mut [u32; Planes::MOST]) -> Places<'_> {
        Places::Long(places)
    }
}
