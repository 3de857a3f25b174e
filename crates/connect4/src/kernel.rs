//! Computes the entries of one middle, thirty-two at a time.

use crate::drops::LOST_BYTES;
use crate::edges::{Class, Edges, PADDING, SIDES};
use crate::entry::{WON_IN_ONE, before};

/// The most columns between the edges.
pub(crate) const MOST_MIDDLE: usize = 8;

/// What one half of a record, the entries with one of the players to move, is computed from.
pub(crate) struct HalfInput<'a> {
    pub(crate) class: &'a Class,
    /// Who is to move.
    pub(crate) mover: usize,
    /// The halves that stones in the middle lead to; they have the same layout.
    pub(crate) children: Children<'a>,
    /// Whether a stone in the middle wins at once.
    pub(crate) won: bool,
    /// For each side the rows, as bits, where a stone of the opponent has made a line with the middle.
    pub(crate) lines: [u32; 2],
}

/// A short list of halves, each with [`PADDING`] bytes to spare.
#[derive(Default)]
pub(crate) struct Children<'a> {
    halves: [&'a [u8]; MOST_MIDDLE],
    count: usize,
}

impl<'a> Children<'a> {
    pub(crate) fn push(&mut self, half: &'a [u8]) {
        self.halves[self.count] = half;
        self.count += 1;
    }

    fn as_slice(&self) -> &[&'a [u8]] {
        &self.halves[..self.count]
    }
}

/// Which instructions are used. The bytes are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Instructions {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Instructions {
    /// The fastest that this machine has.
    pub(crate) fn best() -> Instructions {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            return Instructions::Avx2;
        }
        Instructions::Plain
    }

    /// Whether this machine has them.
    fn are_available(self) -> bool {
        match self {
            Instructions::Plain => true,
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => std::arch::is_x86_feature_detected!("avx2"),
        }
    }
}

/// The room that a thread needs to compute records.
pub(crate) struct Kernel {
    instructions: Instructions,
    /// The entries of both halves, after the bytes that say "lost".
    halves: [Vec<u8>; 2],
    /// Room for 255 where the game is over, if that takes more than one cell.
    over: [Vec<u8>; 2],
    nowhere: Vec<u8>,
}

impl Kernel {
    pub(crate) fn new(edges: &Edges, instructions: Instructions) -> Kernel {
        // What is unsafe below rests on this.
        assert!(instructions.are_available(), "this machine has no such instructions");
        let room = edges.widest() + PADDING;
        let mut half = vec![0; LOST_BYTES + room];
        half[..LOST_BYTES].fill(255);
        let nothing = vec![0; room];
        Kernel {
            instructions,
            halves: [half.clone(), half],
            over: [nothing.clone(), nothing.clone()],
            nowhere: nothing,
        }
    }

    /// The entries that were computed last, without padding.
    pub(crate) fn entries(&self, half: usize, class: &Class) -> &[u8] {
        &self.halves[half][LOST_BYTES..LOST_BYTES + class.len()]
    }

    /// Computes both halves; the first one has the first player to move.
    pub(crate) fn compute(&mut self, inputs: &[HalfInput<'_>; 2]) {
        let Kernel { instructions, halves, over, nowhere } = self;
        let [over_first, over_second] = over;
        let over = [lines(over_first, nowhere, &inputs[0]), lines(over_second, nowhere, &inputs[1])];
        // A drop into an edge column adds a stone there: those with more stones come first, by turns from either half.
        let mut next = [0, 0];
        loop {
            let groups = [0, 1].map(|half| inputs[half].class.groups.get(next[half]));
            let half = match groups {
                [Some(a), Some(b)] => usize::from(b.stones > a.stones),
                [Some(_), None] => 0,
                [None, Some(_)] => 1,
                [None, None] => break,
            };
            compute_group(*instructions, halves, over[half], half, next[half], &inputs[half]);
            next[half] += 1;
        }
    }
}

/// Computes the entries of a group of one half.
fn compute_group(
    instructions: Instructions,
    halves: &mut [Vec<u8>; 2],
    over: &[u8],
    half: usize,
    number: usize,
    input: &HalfInput<'_>,
) {
    let group = input.class.groups[number];
    let [low, high] = halves;
    let (own, other) = if half == 0 { (low, &*high) } else { (high, &*low) };
    let own = &mut own[LOST_BYTES..];
    if input.won {
        for (own, over) in own[group.start..group.end].iter_mut().zip(&over[group.start..group.end]) {
            *own = WON_IN_ONE | over;
        }
        return;
    }
    let drops = &input.class.drops[input.mover];
    let children = input.children.as_slice();
    match instructions {
        Instructions::Plain => {
            for place in group.start..group.end {
                let middle = children.iter().map(|child| child[place]).max().unwrap_or(0);
                own[place] = before(middle.max(drops.greatest(place, other))) | over[place];
            }
        }
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2 => avx2::run(drops.program(number), children, over, other, own),
    }
}

/// Bytes that are 255 where the opponent has a line through an edge column.
fn lines<'a>(room: &'a mut [u8], nowhere: &'a [u8], input: &HalfInput<'a>) -> &'a [u8] {
    let opponent = 1 - input.mover;
    let owned = &input.class.owned[opponent];
    // Mostly there are none, or one cell makes them all.
    match (input.lines[0].count_ones(), input.lines[1].count_ones()) {
        (0, 0) => return nowhere,
        (1, 0) => return &owned[0][input.lines[0].trailing_zeros() as usize],
        (0, 1) => return &owned[1][input.lines[1].trailing_zeros() as usize],
        _ => {}
    }
    let room = &mut room[..input.class.len() + PADDING];
    room.fill(0);
    for side in SIDES {
        let mut rows = input.lines[side];
        while rows != 0 {
            let owned = &owned[side][rows.trailing_zeros() as usize];
            for (over, owned) in room.iter_mut().zip(owned) {
                *over |= owned;
            }
            rows &= rows - 1;
        }
    }
    room
}

/// The same with vectors of 32 bytes.
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "vector loads and stores; lengths are checked before")]
#[expect(clippy::cast_ptr_alignment, reason = "these loads and stores take any address")]
mod avx2 {
    use std::arch::x86_64::{
        __m128i, __m256i, _mm_loadu_si128, _mm256_add_epi8, _mm256_cmpgt_epi8, _mm256_loadu_si256,
        _mm256_max_epu8, _mm256_or_si256, _mm256_set_m128i, _mm256_set1_epi8, _mm256_setzero_si256,
        _mm256_shuffle_epi8, _mm256_storeu_si256, _mm256_sub_epi8,
    };

    use crate::drops::Program;

    /// Runs a program. All slices reach to the end of the last step.
    pub(super) fn run(program: &Program, children: &[&[u8]], over: &[u8], other: &[u8], own: &mut [u8]) {
        let end = program.entries_end();
        assert!(children.iter().all(|child| child.len() >= end) && over.len() >= end && own.len() >= end);
        assert!(other.len() >= program.windows_end());
        // SAFETY: `Kernel::new` made sure of AVX2. A program computes entries below `entries_end`, up to which all slices
        // were just checked to reach, and its windows lie below `windows_end`, up to which `other` does.
        unsafe { run_checked(program, children, over, other, own) }
    }

    #[target_feature(enable = "avx2")]
    unsafe fn run_checked(program: &Program, children: &[&[u8]], over: &[u8], other: &[u8], own: &mut [u8]) {
        let at = |bytes: &[u8], place: usize| {
            // SAFETY: see `run`.
            unsafe { _mm256_loadu_si256(bytes.as_ptr().add(place).cast::<__m256i>()) }
        };
        let lane = |place: u16| {
            // SAFETY: see `run`.
            unsafe { _mm_loadu_si128(other.as_ptr().add(usize::from(place)).cast::<__m128i>()) }
        };
        let mut shuffle = 0;
        for step in program.steps() {
            let mut greatest = _mm256_setzero_si256();
            for child in children {
                greatest = _mm256_max_epu8(greatest, at(child, step.start));
            }
            while shuffle < step.shuffles_end {
                // SAFETY: a program's steps end within its shuffles.
                let needed = unsafe { program.shuffles().get_unchecked(shuffle) };
                let windows = _mm256_set_m128i(lane(needed.windows[1]), lane(needed.windows[0]));
                let moved = _mm256_shuffle_epi8(windows, at(&needed.indexes, 0));
                greatest = _mm256_max_epu8(greatest, moved);
                shuffle += 1;
            }
            // As `entry::before`: all ones are minus one, where the greatest has its highest bit.
            let high = _mm256_cmpgt_epi8(_mm256_setzero_si256(), greatest);
            let value =
                _mm256_sub_epi8(_mm256_set1_epi8(-2), _mm256_add_epi8(greatest, _mm256_add_epi8(high, high)));
            let value = _mm256_or_si256(value, at(over, step.start));
            // SAFETY: see `run`.
            unsafe { _mm256_storeu_si256(own.as_mut_ptr().add(step.start).cast::<__m256i>(), value) };
        }
    }
}
