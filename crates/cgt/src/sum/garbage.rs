//! Makes room when the memory is used up: parts that nothing is known of are forgotten.
//!
//! A search looks at far more positions than it finds out anything about. So when they fill the memory, it is
//! broken off, all that is worth nothing is thrown away, and it begins anew; with what it knows by then it is
//! soon where it was.

use crate::sum::part::Part;
use crate::{Session, Stopped};

/// The parts that are to stay.
pub(crate) struct Kept(Vec<bool>);

impl Kept {
    pub(crate) fn keep(&mut self, part: Part) {
        self.0[part.index()] = true;
    }

    fn count(&self) -> usize {
        self.0.iter().filter(|&&kept| kept).count()
    }
}

/// The new numbers of the parts that stay. Their order does not change.
pub(crate) struct NewNumbers(Vec<u32>);

const FORGOTTEN: u32 = u32::MAX;

impl NewNumbers {
    fn new(kept: &Kept) -> Self {
        let mut next = 0;
        let number = |&kept: &bool| {
            let number = if kept { next } else { FORGOTTEN };
            next += u32::from(kept);
            number
        };
        Self(kept.0.iter().map(number).collect())
    }

    /// The new index of the part with this index, if it stays.
    pub(crate) fn index(&self, old: usize) -> Option<u32> {
        self.0.get(old).copied().filter(|&number| number != FORGOTTEN)
    }

    /// The new number of a part that stays.
    pub(crate) fn part(&self, old: Part) -> Part {
        Part(self.0[old.index()] << 1 | u32::from(old.is_negative()))
    }

    /// Whether the part with this index stays.
    pub(crate) fn stays(&self, old: usize) -> bool {
        self.index(old).is_some()
    }

    /// A list by index with only those that stay.
    pub(crate) fn filter<T>(&self, list: &mut Vec<T>) {
        let mut old = 0;
        list.retain(|_| {
            old += 1;
            self.stays(old - 1)
        });
        list.shrink_to_fit();
    }
}

impl Session {
    /// Forgets parts until there is room; an error if there is nothing to forget, or if nothing that lasts
    /// was found out since the last time, so that it would go on like this for ever. Nobody may hold on to
    /// parts.
    pub(crate) fn make_room(&mut self) -> Result<(), Stopped> {
        let known = self.search.results() + self.nims.results();
        if known == self.known_then {
            return Err(Stopped::Memory);
        }
        self.known_then = known;
        let parts = self.evaluator.parts.len();
        let mut kept = Kept(vec![false; parts]);
        self.search.mark(&mut kept);
        self.nims.mark(&mut kept);
        let needed = kept.count();
        // Values take time to find; but if they are what fills the memory, there is no other way.
        self.evaluator.mark_valued(&mut kept);
        if kept.count() > parts / 2 && needed < parts / 2 {
            kept.0.fill(false);
            self.search.mark(&mut kept);
            self.nims.mark(&mut kept);
        }
        if kept.count() > parts / 2 {
            self.search.forget_old();
            kept.0.fill(false);
            self.search.mark(&mut kept);
            self.nims.mark(&mut kept);
        }
        self.keep_only(&kept);
        self.collections += 1;
        let enough = self.evaluator.memory / 4 * 3;
        if self.evaluator.bytes() + self.nims.bytes() > enough { Err(Stopped::Memory) } else { Ok(()) }
    }

    /// Forgets everything but the games that were read. Nobody may hold on to a value.
    pub(crate) fn forget_all(&mut self) {
        self.search.forget_all();
        let nothing = Kept(vec![false; self.evaluator.parts.len()]);
        self.keep_only(&nothing);
        self.evaluator.forget_values();
    }

    fn keep_only(&mut self, kept: &Kept) {
        let numbers = NewNumbers::new(kept);
        self.evaluator.renumber(&numbers);
        self.search.renumber(&numbers);
        self.nims.renumber(&numbers);
        self.evaluator.nim_bytes = self.nims.bytes();
    }
}

#[cfg(test)]
mod tests {
    use crate::{Budget, Player, Script, Session, Source};

    fn answers(session: &mut Session, sums: &[(&str, &[&str])]) -> Vec<Result<bool, crate::Stopped>> {
        let mut answers = Vec::new();
        for (title, texts) in sums {
            let games: Vec<_> = texts.iter().map(|text| session.read(title, text).unwrap()).collect();
            for player in Player::BOTH {
                answers.push(session.left_or_right_wins(&games, player, &mut Budget::unlimited()));
            }
        }
        answers
    }

    /// What the first sums leave behind may take all the memory, but later ones get it back.
    #[test]
    fn a_script_does_not_run_out_of_memory_where_its_sums_do_not() {
        let sums = [
            "[domineering] 4x5 {thermograph}",
            "[clobber] XOXOX|OXOXO|XOXOX {thermograph}",
            "[amazons] X..O|....|.... {thermograph}",
            "[nogo] 3x4 {thermograph}",
        ];
        let answers = |memory: usize, text: &str| {
            let mut session = Session::new().with_memory(memory);
            let script = Script::parse(text, Source::Text).unwrap();
            let script = session.load(script, "sums").unwrap();
            let mut answers = Vec::new();
            session.run(&script, Budget::unlimited, |case| answers.push(case.result));
            answers
        };
        let memory = 8 << 20;
        let alone: Vec<_> = sums.iter().flat_map(|sum| answers(memory, sum)).collect();
        assert!(alone.iter().all(Result::is_ok), "{alone:?}");
        assert_eq!(answers(memory, &sums.join(" ")), alone);
    }

    /// With little memory the same answers come out, only later.
    #[test]
    fn forgetting_does_not_change_answers() {
        let sums: [(&str, &[&str]); 6] = [
            ("nogo", &["....|....|....", "...|..."]),
            ("clobber", &["XOXO|OXOX|XOXO|OXOX"]),
            ("domineering", &[".....|.....|.....|.....", "...|...|..."]),
            ("impartial nogo", &["....|....|...."]),
            ("impartial clobber", &["XOXOX|OXOXO|XOXOX"]),
            ("sheep", &["0, 0, 5, 0 | 0, 0, 0, 0 | 0, -5, 0, 0 | 0, 0, 0, 0"]),
        ];
        let mut ample = Session::new();
        let expected = answers(&mut ample, &sums);
        assert_eq!(ample.collections, 0);
        for megabytes in [2, 3, 5] {
            let mut poor = Session::new().with_memory(megabytes << 20);
            let found = answers(&mut poor, &sums);
            assert!(poor.collections > 0, "{megabytes} MiB are enough for everything");
            for (found, expected) in found.into_iter().zip(&expected) {
                // With too little there is no answer, but never a wrong one.
                let too_little = megabytes < 3 && found == Err(crate::Stopped::Memory);
                assert!(found == *expected || too_little, "{megabytes} MiB: {found:?}");
            }
        }
    }
}
