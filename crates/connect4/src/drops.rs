//! Drops into the edge columns: which entries of the next class an entry leads to, as a program of byte shuffles.
//!
//! Entries are bytes of which a player wants the greatest (see `entry.rs`). Thirty-two of them are computed at a time; what a drop
//! into an edge column leads to is scattered over a few windows of the other half of the record, and one byte shuffle
//! per window brings it into place. All records of a class run the same program.

use crate::edges::Group;

/// Entries that are computed at a time.
pub(crate) const STEP: usize = 32;
/// Bytes that one shuffle moves; a step is two of them side by side.
const LANE: usize = 16;
/// Before the entries of a half stand this many bytes that say "the opponent has lost".
pub(crate) const LOST_BYTES: usize = LANE;
/// A shuffle index that gives zero.
const NOTHING: u8 = 0x80;

/// Where an entry leads to; nowhere are numbers beyond all places.
const NOWHERE: u16 = u16::MAX;
/// To a line within the column: the opponent has lost.
const LINE: u16 = u16::MAX - 1;

/// All drops of one player from the entries of one class.
pub(crate) struct Drops {
    /// The plain form: for each entry, where the drops on the left and on the right lead to.
    targets: Vec<[u16; 2]>,
    /// One program for each group of the class.
    programs: Vec<Program>,
}

/// The shuffles that a group of entries needs.
///
/// Vector code reads and writes where a program says, without looking; what makes that right is checked once, in
/// [`Program::new`], and cannot be changed afterwards.
pub(crate) struct Program {
    steps: Vec<Step>,
    shuffles: Vec<Shuffle>,
    entries_end: usize,
    windows_end: usize,
}

/// What thirty-two entries need.
pub(crate) struct Step {
    /// The first of the entries.
    pub(crate) start: usize,
    /// The end of its shuffles, which begin where those of the step before end.
    pub(crate) shuffles_end: usize,
}

/// Bytes from two windows, one for each lane.
pub(crate) struct Shuffle {
    /// Where the windows start, counted from the bytes before the entries.
    pub(crate) windows: [u16; 2],
    pub(crate) indexes: [u8; STEP],
}

impl Program {
    /// # Panics
    /// If the shuffles of the steps are not those of the program, one after the other.
    fn new(steps: Vec<Step>, shuffles: Vec<Shuffle>) -> Program {
        let ends: Vec<usize> = steps.iter().map(|step| step.shuffles_end).collect();
        assert!(
            ends.is_sorted() && ends.last().copied().unwrap_or(0) == shuffles.len(),
            "all shuffles in order"
        );
        let entries_end = steps.iter().map(|step| step.start + STEP).max().unwrap_or(0);
        let windows = shuffles.iter().flat_map(|shuffle| shuffle.windows);
        let windows_end = windows.map(|start| usize::from(start) + LANE).max().unwrap_or(0);
        Program { steps, shuffles, entries_end, windows_end }
    }

    /// Returns the steps. The ends of their shuffles ascend and do not go beyond [`shuffles`](Self::shuffles).
    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the shuffles of all steps.
    pub(crate) fn shuffles(&self) -> &[Shuffle] {
        &self.shuffles
    }

    /// Returns the end of the entries that the steps compute, thirty-two at a time.
    pub(crate) fn entries_end(&self) -> usize {
        self.entries_end
    }

    /// Returns the end of the bytes that the windows of all shuffles cover.
    pub(crate) fn windows_end(&self) -> usize {
        self.windows_end
    }
}

impl Drops {
    /// `targets` gives for each entry the drops that are possible: the place in the next class, or `None` for a line.
    pub(crate) fn new<I: IntoIterator<Item = Option<usize>>>(
        len: usize,
        groups: &[Group],
        targets: impl Fn(usize) -> I,
    ) -> Drops {
        let number = |place: usize| {
            // Windows are counted from the bytes before the entries, and two numbers have a meaning of their own.
            assert!(place + LOST_BYTES < usize::from(LINE), "place {place} has no room in sixteen bits");
            place as u16
        };
        let targets: Vec<[u16; 2]> = (0..len)
            .map(|from| {
                let mut places = targets(from).into_iter().map(|place| place.map_or(LINE, number));
                [places.next().unwrap_or(NOWHERE), places.next().unwrap_or(NOWHERE)]
            })
            .collect();
        let programs =
            groups.iter().map(|group| compile(&targets[group.start..group.end], group.start)).collect();
        Drops { targets, programs }
    }

    /// The program of a group, by its place in the class.
    pub(crate) fn program(&self, group: usize) -> &Program {
        &self.programs[group]
    }

    /// The greatest entry that a drop leads to, found the plain way. `half` has the bytes before the entries, too.
    #[inline]
    pub(crate) fn greatest(&self, from: usize, half: &[u8]) -> u8 {
        let value = |target: u16| match target {
            NOWHERE => 0,
            LINE => 255,
            place => half[LOST_BYTES + usize::from(place)],
        };
        let [a, b] = self.targets[from];
        value(a).max(value(b))
    }
}

fn compile(targets: &[[u16; 2]], start: usize) -> Program {
    let (mut steps, mut shuffles) = (Vec::new(), Vec::new());
    for (number, entries) in targets.chunks(STEP).enumerate() {
        let mut lanes = [Vec::new(), Vec::new()];
        for (lane, entries) in entries.chunks(LANE).enumerate() {
            lanes[lane] = windows(entries);
        }
        let count = lanes[0].len().max(lanes[1].len());
        for lane in &mut lanes {
            lane.resize(count, (0, [NOTHING; LANE]));
        }
        shuffles.extend(lanes[0].iter().zip(&lanes[1]).map(|(low, high)| {
            let mut indexes = [0; STEP];
            indexes[..LANE].copy_from_slice(&low.1);
            indexes[LANE..].copy_from_slice(&high.1);
            Shuffle { windows: [low.0, high.0], indexes }
        }));
        steps.push(Step { start: start + number * STEP, shuffles_end: shuffles.len() });
    }
    Program::new(steps, shuffles)
}

/// Windows that cover all targets of up to sixteen entries, each with the shuffle that brings its bytes into place.
fn windows(entries: &[[u16; 2]]) -> Vec<(u16, [u8; LANE])> {
    let mut wanted: Vec<(u16, usize)> = Vec::new();
    for (place, targets) in entries.iter().enumerate() {
        for &target in targets {
            match target {
                NOWHERE => {}
                // Any of the bytes before the entries will do.
                LINE => wanted.push((0, place)),
                target => wanted.push((LOST_BYTES as u16 + target, place)),
            }
        }
    }
    wanted.sort_unstable();
    let mut windows = Vec::new();
    while let Some(&(start, _)) = wanted.first() {
        let mut indexes = [NOTHING; LANE];
        wanted.retain(|&(source, place)| {
            let taken = source < start + LANE as u16 && indexes[place] == NOTHING;
            if taken {
                indexes[place] = (source - start) as u8;
            }
            !taken
        });
        windows.push((start, indexes));
    }
    windows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shuffle(windows: [u16; 2]) -> Shuffle {
        Shuffle { windows, indexes: [NOTHING; STEP] }
    }

    #[test]
    fn a_program_knows_how_far_it_reaches() {
        let steps = vec![Step { start: 64, shuffles_end: 1 }, Step { start: 96, shuffles_end: 2 }];
        let program = Program::new(steps, vec![shuffle([3, 500]), shuffle([40, 7])]);
        assert_eq!((program.entries_end(), program.windows_end()), (128, 516));
        let nothing = Program::new(Vec::new(), Vec::new());
        assert_eq!((nothing.entries_end(), nothing.windows_end()), (0, 0));
    }

    #[test]
    #[should_panic(expected = "all shuffles in order")]
    fn steps_have_no_shuffles_beyond_those_of_the_program() {
        let _ = Program::new(vec![Step { start: 0, shuffles_end: 2 }], vec![shuffle([0, 0])]);
    }

    #[test]
    #[should_panic(expected = "has no room in sixteen bits")]
    fn a_place_beyond_sixteen_bits_is_never_cut_off() {
        let groups = [Group { stones: 0, start: 0, end: 1 }];
        let _ = Drops::new(1, &groups, |_| [Some(usize::from(LINE) - LOST_BYTES)]);
    }
}
