//! Some of many sets.

#[cfg(target_arch = "x86_64")]
use super::vector;
use super::{Plane, Planes, TOGETHER};

/// Those of many sets that have certain cells and lack others: as sets of their own, and which they are.
///
/// ```
/// use zermelo_core::{Choice, Planes};
/// let mut sets = Planes::default();
/// sets.begin(10);
/// for set in [0b11_0000_0001, 0b00_0000_0110, 0b01_0000_0010] {
///     sets.push(set);
/// }
/// let mut with = Choice::default();
/// with.choose(&sets, 1 << 8, 0);
/// assert_eq!((with.sets().len(), with.sets().get(1)), (2, 0b01_0000_0010));
/// // What is found out about those that were chosen goes back to where they come from.
/// let (mut found, mut spread) = (Choice::buffer(), Choice::buffer());
/// found[..2].copy_from_slice(&[7, 9]);
/// with.spread(&found, 255, &mut spread);
/// assert_eq!(spread[..3], [7, 255, 9]);
/// ```
#[derive(Clone, Default, Debug)]
pub struct Choice {
    pub(super) sets: Planes,
    /// The numbers of those that were chosen, as a set of bits.
    pub(super) members: [u64; Planes::MOST / TOGETHER],
    /// How many there were to choose from.
    pub(super) from: usize,
}

impl Choice {
    /// Room for a byte of each set, and some more.
    pub fn buffer() -> Box<[u8; Planes::MOST + TOGETHER]> {
        Box::new([0; Planes::MOST + TOGETHER])
    }

    /// The sets that were chosen.
    pub fn sets(&self) -> &Planes {
        &self.sets
    }

    /// How many sets it was chosen from.
    pub fn among(&self) -> usize {
        self.from
    }

    /// Chooses the sets that have all cells of one mask and none of another. Hot.
    ///
    /// # Panics
    /// If sets have no such cells.
    pub fn choose(&mut self, sets: &Planes, has: u32, lacks: u32) {
        assert!(
            u64::from(has | lacks) >> (8 * sets.used) == 0,
            "cells {has:b} and {lacks:b} of smaller sets"
        );
        (self.sets.used, self.from) = (sets.used, sets.len);
        #[cfg(target_arch = "x86_64")]
        if vector::is_supported() {
            vector::choose(self, sets, has, lacks);
            return;
        }
        self.choose_one_by_one(sets, has, lacks);
    }

    fn choose_one_by_one(&mut self, sets: &Planes, has: u32, lacks: u32) {
        let mut count = 0;
        self.members = Default::default();
        for member in 0..sets.len {
            // Written in any case, and overwritten by the next if it is not wanted: no branch to predict.
            for (to, from) in self.sets.bytes[..sets.used].iter_mut().zip(&sets.bytes[..sets.used]) {
                to[count] = from[member];
            }
            let wanted = sets.get(member) & (has | lacks) == has;
            self.members[member / TOGETHER] |= u64::from(wanted) << (member % TOGETHER);
            count += usize::from(wanted);
        }
        self.sets.len = count;
    }

    /// Chooses all sets.
    pub fn choose_all(&mut self, sets: &Planes) {
        (self.sets.used, self.sets.len, self.from) = (sets.used, sets.len, sets.len);
        for (to, from) in self.sets.bytes[..sets.used].iter_mut().zip(sets.bytes.iter()) {
            to[..sets.len].copy_from_slice(&from[..sets.len]);
        }
        for (row, members) in self.members.iter_mut().enumerate() {
            let here = sets.len.saturating_sub(row * TOGETHER).min(TOGETHER) as u32;
            *members = u64::MAX.checked_shr(u64::BITS - here).unwrap_or(0);
        }
    }

    /// Brings a byte of each chosen set to its number among all sets; the sets that were not chosen get `other`.
    pub fn spread(&self, bytes: &Plane, other: u8, spread: &mut Plane) {
        #[cfg(target_arch = "x86_64")]
        if vector::is_supported() {
            vector::spread(self, bytes, other, spread);
            return;
        }
        self.spread_one_by_one(bytes, other, spread);
    }

    fn spread_one_by_one(&self, bytes: &Plane, other: u8, spread: &mut Plane) {
        let mut next = 0;
        for (member, byte) in spread[..self.from].iter_mut().enumerate() {
            let chosen = self.members[member / TOGETHER] >> (member % TOGETHER) & 1 == 1;
            *byte = if chosen { bytes[next] } else { other };
            next += usize::from(chosen);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::sets;
    use super::*;

    #[test]
    fn sets_are_chosen_by_cells() {
        for (cells, size) in [(5, 2), (8, 4), (16, 3), (17, 4), (24, 2)] {
            let sets = sets(cells, size);
            for cell in 0..cells {
                let (this, next, last) = (1 << cell, 1 << ((cell + 1) % cells), 1 << (cells - 1));
                for (has, lacks) in [(this, 0), (0, this), (this, next), (0, this | last), (this | next, 0)] {
                    let wanted = |set| set & has == has && set & lacks == 0;
                    let mut choice = Choice::default();
                    choice.choose(&sets, has, lacks);
                    check(&choice, &sets, wanted);
                    choice.choose_one_by_one(&sets, has, lacks);
                    check(&choice, &sets, wanted);
                }
            }
            let mut choice = Choice::default();
            choice.choose_all(&sets);
            check(&choice, &sets, |_| true);
        }
    }

    /// Checks that a choice has the wanted sets, and spreads bytes to their numbers.
    fn check(choice: &Choice, sets: &Planes, wanted: impl Fn(u32) -> bool) {
        let plain: Vec<usize> = (0..sets.len()).filter(|&i| wanted(sets.get(i))).collect();
        assert_eq!(choice.sets().len(), plain.len());
        let (mut bytes, mut expected) = (Choice::buffer(), vec![99; sets.len()]);
        for (i, &member) in plain.iter().enumerate() {
            assert_eq!(choice.sets().get(i), sets.get(member));
            bytes[i] = (i * 7 % 251) as u8;
            expected[member] = bytes[i];
        }
        let mut spread = Choice::buffer();
        choice.spread(&bytes, 99, &mut spread);
        assert_eq!(spread[..sets.len()], expected);
        choice.spread_one_by_one(&bytes, 99, &mut spread);
        assert_eq!(spread[..sets.len()], expected);
    }
}
