//! Nim-values of impartial sums, after Lemoine and Viennot, by proof numbers.

use std::ops::Range;

use crate::Player;
use crate::sum::budget::{Budget, Stopped};
use crate::sum::evaluator::Evaluator;
use crate::sum::garbage::{Kept, NewNumbers};
use crate::sum::part::Part;
use crate::sum::proof_numbers::{Choice, Numbers, ProofNumbers};

/// Nim-values of parts, found by asking "is it this value?" rather than by evaluating all options.
///
/// A part has nim-value `k` if the sum with a heap of `k` is lost for whoever moves first: no option has `k`,
/// and every smaller value is an option's. To refute a value, one option is enough; so most options are never
/// evaluated.
///
/// Which of them comes first is decided by proof numbers (see
/// [`Manner::BestFirst`](crate::sum::search::Manner)). Cram 3x13 takes 131,740 nodes that way and 589,035
/// depth first, 5x7 takes 159,166 and 671,096.
pub(crate) struct NimSearch {
    /// By the index of the part.
    infos: Vec<Info>,
    /// The options of parts, see [`NimSearch::options`].
    pool: Vec<u32>,
    /// How many things were ever found out about parts.
    results: u64,
    /// What is guessed about parts with heaps.
    numbers: ProofNumbers,
    /// Buffers of nodes that are done, for the next ones.
    frames: Vec<Vec<Child>>,
}

/// A sum after a move: some parts and a heap.
#[derive(Clone, Copy)]
struct Child {
    /// The part with the most moves, or the only one that is not known.
    part: Part,
    /// The size of the heap, without the small parts.
    nim: u32,
    /// The other parts, as a range of the pool: empty as soon as they are evaluated.
    small: (u32, u32),
    numbers: Numbers,
}

impl Child {
    const NO_PARTS: (u32, u32) = (0, 0);
}

/// One part in so many of the memory is for proof numbers.
const NUMBER_SHARE: usize = 16;

/// What is known of a part. There are millions, looked up in no order, so four of them fit into a line of the
/// cache.
#[derive(Clone, Copy)]
struct Info {
    /// The nim-value, or [`UNKNOWN`], or [`NEW`].
    nim: u32,
    /// Where the options begin in the pool, or [`UNKNOWN`].
    options: u32,
    /// Bit `k`: the part does not have nim-value `k`.
    excluded: u32,
    /// The least nim-value that the part may have; so larger ones than there are bits are excluded one by
    /// one.
    least: u16,
    /// How many moves there are, as soon as the part is not new; [`MANY_MOVES`] may be more.
    moves: u16,
}

const MANY_MOVES: u16 = u16::MAX;

impl Info {
    const fn is_found_out(&self) -> bool {
        self.nim < NEW || self.excluded != 0 || self.least != 0
    }

    const fn has_fewer_moves(&self, than: u32) -> bool {
        self.moves != MANY_MOVES && (self.moves as u32) < than
    }

    const fn excludes(&self, nim: u32) -> bool {
        nim < self.least as u32 || self.excluded & mask(nim) != 0
    }

    fn exclude(&mut self, nim: u32) {
        self.excluded |= mask(nim);
        if nim == u32::from(self.least) {
            // What is not remembered is only found out again.
            self.least = self.least.saturating_add(1);
        }
        while self.excluded & mask(self.least.into()) != 0 {
            self.least += 1;
        }
    }
}

const UNKNOWN: u32 = u32::MAX;
/// Nobody has asked for a formula.
const NEW: u32 = u32::MAX - 1;
const BLANK: Info = Info { nim: NEW, options: UNKNOWN, excluded: 0, least: 0, moves: 0 };

/// Counting the memory costs about as much as a node.
const NODES_PER_LOOK: u64 = 64;

/// Between two looks at clock and memory: options of one part.
const OPTIONS_PER_LOOK: usize = 1024;

/// What a list of the parts of an option takes, with its memory on the heap.
const OPTION_BYTES: usize = 96;

const MOST_BITS: u32 = u32::BITS;

/// The bit of a nim-value in [`Info::excluded`]; larger values than [`MOST_BITS`] have none.
const fn mask(nim: u32) -> u32 {
    if nim < MOST_BITS { 1 << nim } else { 0 }
}

impl NimSearch {
    /// Nothing is known yet; `bytes` is about what everything may take.
    pub(crate) fn new(bytes: usize) -> Self {
        Self {
            infos: Vec::new(),
            pool: Vec::new(),
            results: 0,
            numbers: ProofNumbers::new(bytes / NUMBER_SHARE),
            frames: Vec::new(),
        }
    }

    /// The nim-value of a sum of impartial parts.
    pub(crate) fn nim_of_sum(
        &mut self,
        evaluator: &mut Evaluator,
        parts: &[Part],
        budget: &mut Budget,
    ) -> Result<u32, Stopped> {
        parts.iter().try_fold(0, |nim, &part| Ok(nim ^ self.nim(evaluator, part, budget)?))
    }

    /// The nim-value of a part.
    pub(crate) fn nim(
        &mut self,
        evaluator: &mut Evaluator,
        part: Part,
        budget: &mut Budget,
    ) -> Result<u32, Stopped> {
        for candidate in 0.. {
            if let Some(nim) = self.known(evaluator, part)? {
                return Ok(nim);
            }
            // Time may be over because a formula took all of it; the moves may be many.
            budget.check()?;
            if !self.info(part).excludes(candidate) {
                self.prove(evaluator, part, candidate, Numbers::UNLIMITED, budget)?;
            }
        }
        unreachable!("a part has finitely many options")
    }

    /// The nim-value of a part, if it was found out.
    pub(crate) fn found(&self, part: Part) -> Option<u32> {
        self.infos.get(part.index()).map(|info| info.nim).filter(|&nim| nim < NEW)
    }

    fn info(&mut self, part: Part) -> &mut Info {
        if self.infos.len() <= part.index() {
            self.infos.resize(part.index() + 1, BLANK);
        }
        &mut self.infos[part.index()]
    }

    /// How many things were ever found out about parts.
    pub(crate) fn results(&self) -> u64 {
        self.results
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.infos.capacity() * size_of::<Info>()
            + self.pool.capacity() * size_of::<u32>()
            + self.numbers.bytes()
    }

    fn check_memory(&self, evaluator: &mut Evaluator) -> Result<(), Stopped> {
        evaluator.nim_bytes = self.bytes();
        evaluator.check_memory()
    }

    /// Marks the parts of which something was found out.
    pub(crate) fn mark(&self, kept: &mut Kept) {
        for (index, info) in self.infos.iter().enumerate() {
            if info.is_found_out() {
                kept.keep(Part((index as u32) << 1));
            }
        }
    }

    /// Calls `visit` with every part of which something was found out: its nim-value, the excluded ones, the
    /// least that is not excluded.
    pub(crate) fn for_each_found(&self, mut visit: impl FnMut(Part, [u32; 3])) {
        for (index, info) in self.infos.iter().enumerate() {
            if info.is_found_out() {
                visit(Part((index as u32) << 1), [info.nim, info.excluded, info.least.into()]);
            }
        }
    }

    /// Remembers what was found out about a part in an earlier session.
    pub(crate) fn remember_again(&mut self, part: Part, [nim, excluded, least]: [u32; 3]) {
        let nim = if nim == UNKNOWN { NEW } else { nim };
        // That the part is new says that its moves are not counted.
        let least = u16::try_from(least).unwrap_or(0);
        *self.info(part) = Info { nim, excluded, least, ..BLANK };
        self.results += 1;
    }

    /// Parts have new numbers. Their options are forgotten.
    pub(crate) fn renumber(&mut self, numbers: &NewNumbers) {
        self.pool = Vec::new();
        self.numbers.forget_all();
        numbers.filter(&mut self.infos);
        for info in &mut self.infos {
            info.options = UNKNOWN;
        }
    }

    fn known(&mut self, evaluator: &mut Evaluator, part: Part) -> Result<Option<u32>, Stopped> {
        Ok(match self.info(part).nim {
            NEW => {
                let given = evaluator.given_nim(part);
                let moves = evaluator.count_moves(part, Player::Left, MANY_MOVES.into())? as u16;
                let info = self.info(part);
                (info.nim, info.moves) = (given.unwrap_or(UNKNOWN), moves);
                given
            }
            UNKNOWN => None,
            nim => {
                evaluator.counts.table_hits += 1;
                Some(nim)
            }
        })
    }

    /// How many moves there are in a part.
    fn moves(&mut self, evaluator: &mut Evaluator, part: Part) -> Result<u16, Stopped> {
        self.known(evaluator, part)?;
        Ok(self.info(part).moves)
    }

    fn found_out(&mut self, part: Part, nim: u32) {
        self.info(part).nim = nim;
        self.results += 1;
    }

    /// A part does not have this nim-value.
    fn exclude(&mut self, part: Part, nim: u32) {
        self.info(part).exclude(nim);
        self.results += 1;
    }

    /// Whether a part has this nim-value, if that is known already.
    fn is_known_nim(
        &mut self,
        evaluator: &mut Evaluator,
        part: Part,
        nim: u32,
    ) -> Result<Option<bool>, Stopped> {
        Ok(match self.known(evaluator, part)? {
            Some(known) => Some(known == nim),
            None if self.info(part).excludes(nim) => Some(false),
            // A nim-value is the least that no option has, so it is at most the number of options.
            None if self.info(part).has_fewer_moves(nim) => Some(false),
            None => None,
        })
    }

    /// Searches the sum of a part and a heap, until something is proven or one of the numbers reaches its
    /// limit.
    fn prove(
        &mut self,
        evaluator: &mut Evaluator,
        part: Part,
        nim: u32,
        limits: Numbers,
        budget: &mut Budget,
    ) -> Result<Numbers, Stopped> {
        if let Some(answer) = self.is_known_nim(evaluator, part, nim)? {
            return Ok(Numbers::proven(!answer));
        }
        if nim >= MOST_BITS && nim > self.info(part).least.into() {
            // Without bits to remember them, the smaller values are better excluded in order.
            return Ok(Numbers::proven(self.nim(evaluator, part, budget)? != nim));
        }
        budget.step()?;
        if budget.nodes.is_multiple_of(NODES_PER_LOOK) {
            self.check_memory(evaluator)?;
        }
        let mut children = self.frames.pop().unwrap_or_default();
        children.clear();
        let numbers = match self.find_children(evaluator, part, nim, &mut children) {
            Ok(true) => Ok(Numbers::proven(true)),
            Ok(false) => budget
                .found_moves(children.len())
                .and_then(|()| self.prove_by_children(evaluator, &mut children, limits, budget)),
            Err(stopped) => Err(stopped),
        };
        self.frames.push(children);
        let numbers = numbers?;
        match numbers.result() {
            None => self.numbers.insert(&[part.0, nim], numbers),
            Some(false) => self.found_out(part, nim),
            Some(true) => self.exclude(part, nim),
        }
        Ok(numbers)
    }

    /// Searches the most promising child again and again.
    fn prove_by_children(
        &mut self,
        evaluator: &mut Evaluator,
        children: &mut Vec<Child>,
        limits: Numbers,
        budget: &mut Budget,
    ) -> Result<Numbers, Stopped> {
        while let Some(choice) = Choice::among(children.iter().map(|child| child.numbers)) {
            if choice.now.win >= limits.win || choice.now.loss >= limits.loss {
                return Ok(choice.now);
            }
            let chosen = &mut children[choice.best];
            if chosen.small == Child::NO_PARTS {
                let (part, nim, inner) = (chosen.part, chosen.nim, choice.limits(limits));
                chosen.numbers =
                    evaluator.one_deeper(|evaluator| self.prove(evaluator, part, nim, inner, budget))?;
            } else {
                chosen.nim ^= self.nim_of_range(evaluator, chosen.small, budget)?;
                chosen.small = Child::NO_PARTS;
                chosen.numbers = match self.is_known_nim(evaluator, chosen.part, chosen.nim)? {
                    Some(answer) => Numbers::proven(!answer),
                    None => self.guess(chosen.part, chosen.nim),
                };
            }
            match chosen.numbers.result() {
                Some(false) => return Ok(Numbers::proven(true)),
                Some(true) => {
                    children.remove(choice.best);
                }
                None => {}
            }
        }
        Ok(Numbers::proven(false))
    }

    /// The nim-value of the sum of some parts in the pool.
    fn nim_of_range(
        &mut self,
        evaluator: &mut Evaluator,
        (start, end): (u32, u32),
        budget: &mut Budget,
    ) -> Result<u32, Stopped> {
        let mut sum = 0;
        for place in start..end {
            let part = Part(self.pool[place as usize]);
            sum ^= evaluator.one_deeper(|evaluator| self.nim(evaluator, part, budget))?;
        }
        Ok(sum)
    }

    /// The numbers of a part of which nothing is proven: those that were found last, or a first guess.
    fn guess(&mut self, part: Part, nim: u32) -> Numbers {
        let Info { options, moves, .. } = *self.info(part);
        let last = if options == UNKNOWN { None } else { self.numbers.get(&[part.0, nim]) };
        last.unwrap_or(Numbers::guess(moves.into()))
    }

    /// Lists the sums after each move that are not known to be won; whether one of them is known to be lost.
    fn find_children(
        &mut self,
        evaluator: &mut Evaluator,
        part: Part,
        nim: u32,
        children: &mut Vec<Child>,
    ) -> Result<bool, Stopped> {
        let list = self.options(evaluator, part)? as usize;
        let (count, mut start) = (self.pool[list], list + 1);
        for _ in 0..count {
            let end = start + 1 + self.pool[start] as usize;
            let child = self.child_of_option(evaluator, start + 1..end, nim)?;
            start = end;
            match child.numbers.result() {
                Some(false) => return Ok(true),
                Some(true) => {}
                None => children.push(child),
            }
        }
        let info = *self.info(part);
        for smaller in (0..nim).filter(|&smaller| !info.excludes(smaller)) {
            let numbers = self.guess(part, smaller);
            children.push(Child { part, nim: smaller, small: Child::NO_PARTS, numbers });
        }
        Ok(false)
    }

    /// The sum of an option, a range of the pool, and a heap.
    fn child_of_option(
        &mut self,
        evaluator: &mut Evaluator,
        range: Range<usize>,
        nim: u32,
    ) -> Result<Child, Stopped> {
        let small = (range.start as u32, range.end.saturating_sub(1) as u32);
        let last = self.pool[range.clone()].last().map_or(Part(0), |&part| Part(part));
        let mut child = Child { part: Part(0), nim, small, numbers: Numbers::proven(nim != 0) };
        let (mut rest, mut unknown, mut moves) = (nim, 0, 0);
        for place in range {
            let part = Part(self.pool[place]);
            match self.known(evaluator, part)? {
                Some(known) => rest ^= known,
                None => {
                    child.part = part;
                    unknown += 1;
                    moves += u32::from(self.info(part).moves);
                }
            }
        }
        if unknown > 1 {
            // The others are evaluated, then it is asked about the last: which may be known, unlike some
            // before it.
            child.part = last;
            child.numbers = Numbers::guess(moves);
            return Ok(child);
        }
        let is_lost =
            if unknown == 0 { Some(rest == 0) } else { self.is_known_nim(evaluator, child.part, rest)? };
        child.nim = rest;
        child.small = Child::NO_PARTS;
        child.numbers = match is_lost {
            Some(is_lost) => Numbers::proven(!is_lost),
            None => self.guess(child.part, rest),
        };
        Ok(child)
    }

    /// Where the options of a part begin in the pool: their number, then for each the number of its
    /// parts and the parts. Those with few moves come first; in each the part with the most moves
    /// comes last.
    fn options(&mut self, evaluator: &mut Evaluator, part: Part) -> Result<u32, Stopped> {
        let known = self.info(part).options;
        if known != UNKNOWN {
            return Ok(known);
        }
        let raw = evaluator.raw_options(part, Player::Left)?;
        let mut options: Vec<(u16, Vec<Part>)> = Vec::new();
        for option in raw.iter() {
            if (options.len() + 1).is_multiple_of(OPTIONS_PER_LOOK) {
                evaluator.nim_bytes = self.bytes();
                evaluator.check_with(options.len() * OPTION_BYTES)?;
            }
            // Equal parts add up to zero.
            let mut kept: Vec<Part> = Vec::with_capacity(option.len());
            for &part in option {
                if kept.last() == Some(&part) {
                    kept.pop();
                } else {
                    kept.push(part);
                }
            }
            for &part in &kept {
                self.moves(evaluator, part)?;
            }
            kept.sort_by_key(|&part| self.info(part).moves);
            let size = kept.last().map_or(0, |&largest| self.info(largest).moves);
            options.push((size, kept));
        }
        options.sort_unstable();
        options.dedup();
        let start = self.pool.len() as u32;
        self.pool.push(options.len() as u32);
        for (_, option) in options {
            self.pool.push(option.len() as u32);
            self.pool.extend(option.iter().map(|part| part.0));
        }
        self.info(part).options = start;
        Ok(start)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Budget, Player, PositionError, Ruleset, Session};

    /// Heaps: a move takes one or three from a heap and leaves the rest as three heaps, of which any may be
    /// empty.
    #[derive(Default)]
    struct Threes {
        /// The nim-values of some heaps, as by a formula.
        given: Vec<(u32, u32)>,
    }

    impl Ruleset for Threes {
        type Position = Vec<u32>;
        type Move = ThreesMove;

        fn title(&self) -> &'static str {
            "threes"
        }

        fn parse(&self, text: &str) -> Result<Vec<u32>, PositionError> {
            Ok(text.split(' ').map(|heap| heap.parse().expect("a heap")).collect())
        }

        fn format(&self, heaps: &Vec<u32>) -> String {
            heaps.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        }

        fn moves(&self, heaps: &Vec<u32>, _player: Player, moves: &mut Vec<ThreesMove>) {
            for (at, &heap) in heaps.iter().enumerate() {
                for rest in [1, 3].into_iter().filter_map(|taken| heap.checked_sub(taken)) {
                    for one in 0..=rest {
                        moves.extend(
                            (0..=rest - one).map(|two| ThreesMove([at as u32, one, two, rest - one - two])),
                        );
                    }
                }
            }
        }

        fn play(
            &self,
            heaps: &Vec<u32>,
            _player: Player,
            ThreesMove([at, left @ ..]): ThreesMove,
        ) -> Vec<u32> {
            let mut heaps = heaps.clone();
            heaps.remove(at as usize);
            heaps.extend(left);
            heaps
        }

        fn split(&self, heaps: &Vec<u32>, parts: &mut Vec<Vec<u32>>) {
            parts.extend(heaps.iter().filter(|&&heap| heap > 0).map(|&heap| vec![heap]));
        }

        fn is_impartial(&self) -> bool {
            true
        }

        fn nim_value(&self, heaps: &Vec<u32>) -> Option<u32> {
            self.given.iter().find(|(heap, _)| *heaps == [*heap]).map(|&(_, nim)| nim)
        }
    }

    /// The heap, and what is left of it.
    #[derive(Clone, Copy)]
    struct ThreesMove([u32; 4]);

    impl std::fmt::Display for ThreesMove {
        fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(formatter, "{:?}", self.0)
        }
    }

    /// The nim-values of single heaps by the definition.
    fn nims_of_heaps(largest: u32) -> Vec<u32> {
        let mut nims = vec![0];
        for heap in 1..=largest {
            let mut moves = Vec::new();
            Threes::default().moves(&vec![heap], Player::Left, &mut moves);
            let reached: Vec<u32> = moves
                .into_iter()
                .map(|ThreesMove([_, left @ ..])| left.iter().fold(0, |nim, &heap| nim ^ nims[heap as usize]))
                .collect();
            nims.push(
                (0..=reached.len() as u32)
                    .find(|nim| !reached.contains(nim))
                    .expect("there are more numbers than moves"),
            );
        }
        nims
    }

    /// Where a move leaves several parts, some of them may be known already, and not only the small ones.
    #[test]
    fn nim_values_do_not_depend_on_what_was_asked_before() {
        let expected = nims_of_heaps(24);
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..400 {
            let mut session = Session::new();
            let given = (0..random.usize(..4)).map(|_| random.usize(4..expected.len()));
            let given = given.map(|heap| (heap as u32, expected[heap])).collect();
            session.add_ruleset(Threes { given });
            let mut asked = Vec::new();
            for _ in 0..6 {
                let heap = random.usize(1..expected.len());
                asked.push(heap);
                let game = session.read("threes", &heap.to_string()).unwrap();
                let nim = session.nim_value(&[game], &mut Budget::unlimited());
                assert_eq!(nim, Ok(expected[heap]), "heaps {asked:?}");
            }
        }
    }

    #[test]
    fn larger_nim_values_than_there_are_bits_are_found() {
        let mut session = Session::new();
        for length in [31, 32, 33, 64, 90] {
            // Every shorter row is an option of a row of dominoes.
            let row = session.read("impartial toppling_dominoes", &"XO#".repeat(30)[..length]).unwrap();
            assert_eq!(session.nim_value(&[row], &mut Budget::unlimited()), Ok(length as u32));
        }
    }
}
