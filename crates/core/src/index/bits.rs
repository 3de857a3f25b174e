//! Squeezing and spreading the bits of a mask: the two operations that indexes are made of.
//!
//! `squeeze(0b1010, within 0b1110) = 0b101`: the bits of a set, renumbered within another set; `spread` is
//! the way back. Recent x86-64 processors do either in one instruction (PEXT, PDEP); elsewhere it takes one
//! table look-up a byte. Which is faster is measured once, because some processors have the instructions
//! but run them slowly in microcode.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Renumbers the bits of `set` that lie in `within`: the lowest bit of `within` becomes bit 0.
///
/// ```
/// # use zermelo_core::{spread, squeeze};
/// assert_eq!(squeeze(0b1010_0000, 0b1110_0001), 0b1010 );
/// assert_eq!(spread(0b1010, 0b1110_0001), 0b1010_0000);
/// ```
#[inline]
pub fn squeeze(set: u64, within: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if instruction_is_best() {
        return instruction::squeeze(set, within);
    }
    table::squeeze(set, within)
}

/// The numbers of the bits of a set, from the lowest on.
#[inline]
pub(crate) fn bits_of(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(bit)
    })
}

/// A loop that squeezes many sets: written once, compiled for both ways of squeezing.
pub(crate) trait Squeezing {
    fn run(self, squeeze: impl Fn(u64, u64) -> u64);
}

/// Runs a loop with the faster way of squeezing, chosen once and not for every set.
#[inline(always)]
pub(crate) fn run_squeezing(squeezing: impl Squeezing) {
    #[cfg(target_arch = "x86_64")]
    if instruction_is_best() {
        return squeezing.run(instruction::squeeze);
    }
    squeezing.run(table::squeeze);
}

/// The inverse of [`squeeze`]: bit `i` of `bits` goes to the `i`-th lowest bit of `within`.
#[inline]
pub fn spread(bits: u64, within: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if instruction_is_best() {
        return instruction::spread(bits, within);
    }
    table::spread(bits, within)
}

/// Whether the processor's own instructions exist and beat the tables: 0 not yet asked, 1 no, 2 yes. A plain byte and
/// not a `LazyLock`, because it is read in the hottest loops.
#[cfg(target_arch = "x86_64")]
static CHOICE: AtomicU8 = AtomicU8::new(0);

#[cfg(target_arch = "x86_64")]
#[inline]
fn instruction_is_best() -> bool {
    match CHOICE.load(Relaxed) {
        2 => true,
        1 => false,
        _ => choose(),
    }
}

#[cfg(target_arch = "x86_64")]
#[cold]
fn choose() -> bool {
    let fast = std::arch::is_x86_feature_detected!("bmi2")
        && time_of(instruction::squeeze) < time_of(table::squeeze).saturating_mul(2);
    CHOICE.store(1 + u8::from(fast), Relaxed);
    fast
}

#[cfg(target_arch = "x86_64")]
/// The time of a few hundred calls, the best of three so that an interruption does not decide.
fn time_of(squeeze: fn(u64, u64) -> u64) -> Duration {
    let once = || {
        let start = Instant::now();
        let mut set = 0x0123_4567_89ab_cdef_u64;
        for round in 0..256u64 {
            set = set.rotate_left(7) ^ squeeze(set, std::hint::black_box(0x5a5a_0ff0_3c3c_7e81 ^ round));
        }
        std::hint::black_box(set);
        start.elapsed()
    };
    (0..3).map(|_| once()).min().unwrap_or_default()
}

/// The processor's instructions. Written as assembly because a function that the compiler may only inline
/// into functions of the same target feature would cost a call in the hottest loops.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod instruction {
    use std::arch::asm;

    #[inline]
    pub(super) fn squeeze(set: u64, within: u64) -> u64 {
        let result;
        // SAFETY: PEXT only reads and writes the named registers; `instruction_is_best` guards that the processor has it.
        unsafe {
            asm!("pext {}, {}, {}", out(reg) result, in(reg) set, in(reg) within,
                 options(pure, nomem, nostack, preserves_flags));
        }
        result
    }

    #[inline]
    pub(super) fn spread(bits: u64, within: u64) -> u64 {
        let result;
        // SAFETY: as above, for PDEP.
        unsafe {
            asm!("pdep {}, {}, {}", out(reg) result, in(reg) bits, in(reg) within,
                 options(pure, nomem, nostack, preserves_flags));
        }
        result
    }
}

/// One look-up a byte, in tables of 64 KB.
mod table {
    use super::LazyLock;

    struct Tables {
        squeeze: Vec<u8>,
        spread: Vec<u8>,
    }

    static TABLES: LazyLock<Tables> = LazyLock::new(|| {
        let mut tables = Tables { squeeze: vec![0; 1 << 16], spread: vec![0; 1 << 16] };
        for within in 0..256usize {
            let places = (0..8).filter(|bit| within >> bit & 1 == 1);
            for bits in 0..256usize {
                let (mut squeezed, mut spread) = (0, 0);
                for (i, place) in places.clone().enumerate() {
                    squeezed |= (bits >> place & 1) << i;
                    spread |= (bits >> i & 1) << place;
                }
                tables.squeeze[within << 8 | bits] = squeezed as u8;
                tables.spread[within << 8 | bits] = spread as u8;
            }
        }
        tables
    });

    pub(super) fn squeeze(mut set: u64, mut within: u64) -> u64 {
        let table = &TABLES.squeeze;
        let (mut result, mut width) = (0, 0);
        while within != 0 {
            let (places, bits) = (within as usize & 255, set as usize & 255);
            result |= u64::from(table[places << 8 | bits]) << width;
            width += places.count_ones();
            within >>= 8;
            set >>= 8;
        }
        result
    }

    pub(super) fn spread(mut bits: u64, within: u64) -> u64 {
        let table = &TABLES.spread;
        let mut result = 0;
        for byte in 0..8 {
            let places = (within >> (8 * byte)) as usize & 255;
            result |= u64::from(table[places << 8 | (bits as usize & 255)]) << (8 * byte);
            bits >>= places.count_ones();
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instruction_table_and_definition_agree() {
        let mut random = 0x9e37_79b9_7f4a_7c15u64;
        let mut next = || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random
        };
        for _ in 0..10_000 {
            let (set, within) = (next(), next() & next());
            let places: Vec<u32> = (0..64).filter(|&bit| within >> bit & 1 == 1).collect();
            let squeezed = places.iter().enumerate().map(|(i, &bit)| (set >> bit & 1) << i).sum::<u64>();
            let spreaded = places.iter().enumerate().map(|(i, &bit)| (set >> i & 1) << bit).sum::<u64>();
            assert_eq!(table::squeeze(set, within), squeezed);
            assert_eq!(table::spread(set, within), spreaded);
            assert_eq!(squeeze(set, within), squeezed);
            assert_eq!(spread(set, within), spreaded);
        }
    }
}
