//! Who wins a sum.

use crate::sum::bounds::{FactBook, Fixed, Tally};
use crate::sum::budget::{Budget, Stopped};
use crate::sum::evaluator::{Evaluator, Terms};
use crate::sum::garbage::{self, NewNumbers};
use crate::sum::part::Part;
use crate::sum::proof_numbers::{Choice, Numbers, ProofNumbers};
use crate::sum::shared_search::Member;
use crate::sum::transposition::{Kept, Transpositions};
use crate::{Arena, Player, Value};

/// The search for the winner of a sum, and what it remembers.
///
/// There is only one question: does Left win if she moves first? For Right, and after every move,
/// the sum is negated. So a sum and its negative share one entry in the table.
pub(crate) struct Search {
    table: Transpositions,
    /// What is guessed about sums that are not in the table.
    numbers: ProofNumbers,
    facts: FactBook,
    /// Buffers of nodes that are done, for the next ones: no node allocates.
    frames: Vec<Frame>,
    /// The connection to other threads that search the same sum.
    member: Option<Member>,
}

/// The order in which sums are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    /// A move that was begun is searched to the end: fast, as long as the guesses about moves are good.
    DepthFirst,
    /// The sums come first that seem to lead to a proof soonest, by numbers that are revised all the
    /// time. A node takes about twice as long, but some hard sums need far fewer.
    ///
    /// This is depth-first proof-number search (Nagai 2002). Sums never repeat, so it needs no care
    /// for cycles.
    BestFirst,
}

/// What a node of the search needs.
#[derive(Default)]
struct Frame {
    terms: Terms,
    negative: Terms,
    after: Terms,
    /// The sums after each move, as keys one behind the other.
    words: Vec<u32>,
    children: Vec<Child>,
}

impl Frame {
    /// Bytes of the lists that grow with the number of moves.
    fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u32>() + self.children.capacity() * size_of::<Child>()
    }
}

/// The lists of a frame with more bytes are not kept for other nodes.
const MOST_KEPT: usize = 1 << 20;

/// Between two looks at clock and memory: the children of one node.
const CHILDREN_PER_LOOK: usize = 1024;

/// A sum after a move, negated, with a guess how good the move is.
#[derive(Clone, Copy)]
struct Child {
    score: Fixed,
    /// Filled in where they are needed.
    numbers: Numbers,
    start: u32,
    length: u32,
}

/// Counting the memory costs about as much as a node.
const NODES_PER_LOOK: u64 = 64;

impl Child {
    fn key(self, words: &[u32]) -> &[u32] {
        &words[self.start as usize..][..self.length as usize]
    }
}

/// One move more than the opponent, as a number.
const MOVE: Fixed = 1 << 32;

/// How many moves now are worth as much as one that is certain.
const SURE_MOVE: Fixed = 8;

/// How many moves an up is worth in a guess: without it, games in which all values are infinitesimal look
/// alike.
const UP: Fixed = 2 * MOVE;
/// More are no better.
const MOST_UPS: i64 = 1000;

/// How much of the memory of the table is for proof numbers.
const fn number_bytes(table_bytes: usize) -> usize {
    table_bytes / 4
}

/// A first guess by the number of moves.
fn first_numbers(evaluator: &mut Evaluator, key: &[u32]) -> Result<Numbers, Stopped> {
    let (_, values, parts) = Terms::key_slices(key);
    let mut moves = values.len();
    for &part in parts {
        moves += evaluator.mobility(Part(part), Player::Left)?;
    }
    Ok(Numbers::guess(moves as u32))
}

impl Search {
    pub(crate) fn new(table_bytes: usize) -> Self {
        Self {
            table: Transpositions::new(table_bytes - number_bytes(table_bytes)),
            numbers: ProofNumbers::new(number_bytes(table_bytes)),
            facts: FactBook::default(),
            frames: Vec::new(),
            member: None,
        }
    }

    /// Searches together with others from now on, or alone.
    pub(crate) fn join(&mut self, member: Option<Member>) {
        self.member = member;
    }

    /// Changes the size of the table.
    pub(crate) fn set_table_bytes(&mut self, bytes: usize) {
        self.table.set_bytes(bytes - number_bytes(bytes));
        self.numbers = ProofNumbers::new(number_bytes(bytes));
    }

    /// Changes what the table keeps.
    pub(crate) fn keep(&mut self, kept: Kept) {
        self.table.keep(kept);
    }

    /// Returns whether results are remembered at all.
    pub(crate) fn remembers(&self) -> bool {
        self.table.remembers()
    }

    /// How many results were ever found that last when parts get new numbers.
    pub(crate) fn results(&self) -> u64 {
        self.table.lasting()
    }

    /// Marks the parts that results speak of.
    pub(crate) fn mark(&self, kept: &mut garbage::Kept) {
        self.table.for_each(|key, _| {
            let (_, _, parts) = Terms::key_slices(key);
            for &part in parts {
                kept.keep(Part(part));
            }
        });
    }

    /// Calls `visit` with all results by key.
    pub(crate) fn for_each_result(&self, visit: impl FnMut(&[u32], bool)) {
        self.table.for_each(visit);
    }

    /// Remembers a result that was found out in an earlier session.
    pub(crate) fn remember_again(&mut self, key: &[u32], wins: bool) {
        self.table.insert(key, wins);
    }

    /// Forgets the older half of the results.
    pub(crate) fn forget_old(&mut self) {
        self.table.forget_old();
    }

    /// Forgets everything.
    pub(crate) fn forget_all(&mut self) {
        self.table.forget_all();
        self.numbers.forget_all();
        self.facts = FactBook::default();
    }

    /// Parts have new numbers, in the same order as before.
    pub(crate) fn renumber(&mut self, numbers: &NewNumbers) {
        if let Some(member) = &mut self.member {
            member.forget_parts();
        }
        self.numbers.forget_all();
        self.table.change_keys(|key| {
            let parts_at = 2 + key[1] as usize;
            for part in &mut key[parts_at..] {
                *part = numbers.part(Part(*part)).0;
            }
        });
    }

    /// Whether Left wins a sum if she moves first. The terms must be tidy.
    pub(crate) fn left_wins(
        &mut self,
        evaluator: &mut Evaluator,
        terms: &Terms,
        manner: Manner,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        let mut key = Vec::new();
        terms.write_key(&mut key);
        // Numbers are of no use if what they lead to is forgotten.
        if manner == Manner::BestFirst && self.table.remembers() {
            let numbers = self.prove(evaluator, &key, Numbers::UNLIMITED, budget)?;
            Ok(numbers.result().expect("without limits the search goes on until something is proven"))
        } else {
            self.key_wins(evaluator, &key, budget)
        }
    }

    /// Searches depth first.
    fn key_wins(
        &mut self,
        evaluator: &mut Evaluator,
        key: &[u32],
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        if let Some(result) = self.known_or_told(evaluator, key) {
            return Ok(result);
        }
        let mut frame = self.open(evaluator, key, budget)?;
        let wins = match self.decide_by_children(evaluator, &mut frame) {
            Some(wins) => Ok(wins),
            None => self.some_child_loses(evaluator, &frame, budget),
        };
        self.close(evaluator, frame);
        let wins = wins?;
        self.remember(evaluator, key, wins);
        Ok(wins)
    }

    /// Whether a sum of the frame is lost for whoever is to move in it.
    fn some_child_loses(
        &mut self,
        evaluator: &mut Evaluator,
        frame: &Frame,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        for child in &frame.children {
            let key = child.key(&frame.words);
            if !evaluator.one_deeper(|evaluator| self.key_wins(evaluator, key, budget))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Searches best first, until something is proven or one of the numbers reaches its limit.
    fn prove(
        &mut self,
        evaluator: &mut Evaluator,
        key: &[u32],
        limits: Numbers,
        budget: &mut Budget,
    ) -> Result<Numbers, Stopped> {
        if let Some(result) = self.known_or_told(evaluator, key) {
            return Ok(Numbers::proven(result));
        }
        let mut frame = self.open(evaluator, key, budget)?;
        let numbers = match self.decide_by_children(evaluator, &mut frame) {
            Some(wins) => Ok(Numbers::proven(wins)),
            None => self.prove_by_children(evaluator, &mut frame, limits, budget),
        };
        self.close(evaluator, frame);
        let numbers = numbers?;
        match numbers.result() {
            Some(wins) => self.remember(evaluator, key, wins),
            None => self.numbers.insert(key, numbers),
        }
        Ok(numbers)
    }

    /// Searches the most promising child of a frame again and again.
    fn prove_by_children(
        &mut self,
        evaluator: &mut Evaluator,
        frame: &mut Frame,
        limits: Numbers,
        budget: &mut Budget,
    ) -> Result<Numbers, Stopped> {
        let Frame { words, children, .. } = frame;
        for child in children.iter_mut() {
            let key = child.key(words);
            child.numbers = match self.numbers.get(key) {
                Some(numbers) => numbers,
                None => first_numbers(evaluator, key)?,
            };
        }
        while let Some(choice) = Choice::among(children.iter().map(|child| child.numbers)) {
            if choice.now.win >= limits.win || choice.now.loss >= limits.loss {
                return Ok(choice.now);
            }
            let (chosen, inner) = (children[choice.best], choice.limits(limits));
            let key = chosen.key(words);
            let found = evaluator.one_deeper(|evaluator| self.prove(evaluator, key, inner, budget))?;
            match found.result() {
                Some(false) => return Ok(Numbers::proven(true)),
                Some(true) => {
                    children.remove(choice.best);
                }
                None => children[choice.best].numbers = found,
            }
        }
        Ok(Numbers::proven(false))
    }

    /// Counts a node, and finds its children.
    fn open(
        &mut self,
        evaluator: &mut Evaluator,
        key: &[u32],
        budget: &mut Budget,
    ) -> Result<Frame, Stopped> {
        budget.step()?;
        evaluator.searched += 1;
        if evaluator.searched.is_multiple_of(NODES_PER_LOOK) {
            evaluator.check_memory()?;
        }
        let mut frame = self.frames.pop().unwrap_or_default();
        let before = frame.bytes();
        frame.terms.read_key(key);
        let found = self.find_children(evaluator, &mut frame);
        evaluator.frame_bytes += frame.bytes() - before;
        let found = found.and_then(|()| budget.found_moves(frame.children.len()));
        match found {
            Ok(()) => Ok(frame),
            Err(stopped) => {
                self.close(evaluator, frame);
                Err(stopped)
            }
        }
    }

    /// Keeps the lists of a frame for another node, unless they are very large.
    fn close(&mut self, evaluator: &mut Evaluator, frame: Frame) {
        if frame.bytes() <= MOST_KEPT {
            self.frames.push(frame);
        } else {
            evaluator.frame_bytes -= frame.bytes();
        }
    }

    /// The answer if the children tell it without search; otherwise those are left that are not known,
    /// sorted.
    ///
    /// Before any child is searched, all are looked up: one that is known to be lost is enough.
    fn decide_by_children(&mut self, evaluator: &mut Evaluator, frame: &mut Frame) -> Option<bool> {
        let words = &frame.words;
        let mut lost = false;
        frame.children.retain(|child| {
            let known = if lost { None } else { self.known(evaluator, child.key(words)) };
            lost |= known == Some(false);
            known.is_none()
        });
        if lost {
            return Some(true);
        }
        frame.children.sort_unstable_by_key(|child| std::cmp::Reverse(child.score));
        if let (Some(member), Some(best)) = (&self.member, frame.children.first()) {
            let first = member.first_of(frame.children.len(), best.score);
            frame.children.rotate_left(first);
        }
        frame.children.is_empty().then_some(false)
    }

    /// Remembers what was found out, and tells others.
    fn remember(&mut self, evaluator: &mut Evaluator, key: &[u32], wins: bool) {
        self.table.insert(key, wins);
        if let Some(member) = &mut self.member {
            member.tell(evaluator, key, wins);
        }
    }

    /// The answer if it is known without search, or to somebody else.
    fn known_or_told(&mut self, evaluator: &mut Evaluator, key: &[u32]) -> Option<bool> {
        if let Some(known) = self.known(evaluator, key) {
            return Some(known);
        }
        let told = self.member.as_mut()?.ask(evaluator, key)?;
        self.table.insert(key, told);
        Some(told)
    }

    /// The answer if it is known without search.
    fn known(&mut self, evaluator: &mut Evaluator, key: &[u32]) -> Option<bool> {
        if let Some(decided) = self.decide(evaluator, key) {
            return Some(decided);
        }
        let known = self.table.get(key)?;
        evaluator.counts.table_hits += 1;
        Some(known)
    }

    /// The answer without search, where the values of the terms tell it.
    ///
    /// The empty sum of values leaves the simple one, whose outcome is known. Left wins `G + x` moving first
    /// exactly if that is not at most 0 (she loses what is at most 0), which is `G <= -x` (adding `-x` on
    /// both sides).
    fn decide(&mut self, evaluator: &mut Evaluator, key: &[u32]) -> Option<bool> {
        let arena = &mut evaluator.arena;
        let (simple, values, parts) = Terms::key_slices(key);
        match values {
            _ if !parts.is_empty() => {}
            [] => return Some(arena.outcome(simple).wins_first(Player::Left)),
            &[value] => {
                let rest = arena.neg(simple);
                return Some(!arena.le(Value(value), rest));
            }
            _ => {}
        }
        let mut tally = Tally::default();
        tally.add(self.facts.get(arena, simple)?)?;
        for &value in values {
            tally.add(self.facts.get(arena, Value(value))?)?;
        }
        for &part in parts {
            let (low, high) = evaluator.bounds(Part(part))?;
            tally.add_bounds(low, high)?;
        }
        tally.left_wins_first()
    }

    /// A guess what the terms are worth for Left, and how much there is left to play: a sum with
    /// few moves is searched first, because it costs little to refute.
    fn score(&mut self, evaluator: &mut Evaluator, terms: &Terms) -> Result<Fixed, Stopped> {
        let mut worth = |arena: &mut Arena, value| {
            let facts = self.facts.get(arena, value);
            facts.map_or(0, |facts| facts.mean + facts.weight.unwrap_or(0).clamp(-MOST_UPS, MOST_UPS) * UP)
        };
        let mut score = worth(&mut evaluator.arena, terms.simple);
        for &value in &terms.values {
            score = score.saturating_add(worth(&mut evaluator.arena, value));
        }
        for &part in &terms.parts {
            let left = evaluator.mobility(part, Player::Left)? as Fixed;
            let right = evaluator.mobility(part, Player::Right)? as Fixed;
            score = score.saturating_add((left - right) * MOVE + (left + right) * (MOVE / 2));
            if let Some((low, high)) = evaluator.bounds(part) {
                score = score.saturating_add(Fixed::from(low + high) * (MOVE / 2) * SURE_MOVE);
            }
        }
        Ok(score)
    }

    /// Fills the frame with the sums after each move of Left, negated.
    fn find_children(&mut self, evaluator: &mut Evaluator, frame: &mut Frame) -> Result<(), Stopped> {
        let before = frame.bytes();
        let Frame { terms, negative, after, words, children } = frame;
        words.clear();
        children.clear();
        negative.clone_from(terms);
        evaluator.negate(negative);
        let mut push = |this: &mut Self, evaluator: &mut Evaluator, after: &mut Terms| {
            if (children.len() + 1).is_multiple_of(CHILDREN_PER_LOOK) {
                let bytes = words.capacity() * size_of::<u32>() + children.capacity() * size_of::<Child>();
                evaluator.check_with(bytes - before)?;
            }
            evaluator.tidy(after);
            let start = words.len() as u32;
            after.write_key(words);
            let score = this.score(evaluator, after)?.saturating_neg();
            children.push(Child {
                score,
                numbers: Numbers::UNLIMITED,
                start,
                length: words.len() as u32 - start,
            });
            Ok(())
        };
        // Equal terms are next to each other, and moves in them lead to equal sums: the first one's are
        // enough.
        for (at, &part) in terms.parts.iter().enumerate() {
            if at > 0 && terms.parts[at - 1] == part {
                continue;
            }
            // The negative of a Left option of -P is a Right option of P.
            let (player, negate) =
                if part.is_negative() { (Player::Right, false) } else { (Player::Left, true) };
            let list = evaluator.options(part.plain(), player)?;
            let (count, mut cursor) = evaluator.option_count(list);
            for _ in 0..count {
                after.clone_from(negative);
                after.parts.swap_remove(at);
                evaluator.add_option(&mut cursor, negate, after);
                push(self, evaluator, after)?;
            }
        }
        for (at, &value) in terms.values.iter().enumerate() {
            if at > 0 && terms.values[at - 1] == value {
                continue;
            }
            for option in 0..evaluator.arena.option_count(Player::Left, value) {
                let option = evaluator.arena.option(Player::Left, value, option);
                let option = evaluator.arena.neg(option);
                after.clone_from(negative);
                after.values.swap_remove(at);
                evaluator.add_value(option, after);
                push(self, evaluator, after)?;
            }
        }
        // Number translation: `x + {a|b} = {x + a|x + b}` where `{a|b}` is not a number, and none of the values is one.
        // So next to any of them the number `x` is in its options, whatever else there is, and has no moves
        // of its own.
        let is_absorbed = !terms.values.is_empty() && evaluator.arena.is_number(terms.simple);
        if !is_absorbed {
            for option in 0..evaluator.arena.option_count(Player::Left, terms.simple) {
                let option = evaluator.arena.option(Player::Left, terms.simple, option);
                after.clone_from(negative);
                after.simple = evaluator.arena.neg(option);
                push(self, evaluator, after)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RandomPositions, Session};

    /// Random sums of two games of different rulesets, as titles and texts.
    fn sums() -> Vec<[(&'static str, String); 2]> {
        let mut boards = [("clobber", "3x3"), ("nogo", "2x3"), ("domineering", "3x4"), ("amazons", "2x3")]
            .map(|(title, size)| {
                let size = size.parse().unwrap();
                (title, RandomPositions::new(title, size, size, 5).unwrap())
            });
        let mut next = |at: usize| (boards[at].0, boards[at].1.next_position().unwrap().1);
        (0..60).map(|sum| [next(sum % 4), next((sum + 1 + sum / 4 % 3) % 4)]).collect()
    }

    /// Searches in pieces of so many nodes, more and more, and makes room after each.
    fn wins_in_pieces(session: &mut Session, games: &[crate::Game], manner: Manner, mut nodes: u64) -> bool {
        let mut budget = Budget::unlimited();
        loop {
            let mut terms = Terms::default();
            for &game in games {
                for part in session.evaluator.parts.parts_of(game) {
                    session.evaluator.add_part(part, &mut terms).unwrap();
                }
            }
            session.evaluator.tidy(&mut terms);
            let search =
                |budget: &mut _| session.search.left_wins(&mut session.evaluator, &terms, manner, budget);
            if let Some(answer) = budget.within(nodes, search).unwrap() {
                return answer;
            }
            nodes *= 2;
            // An error says that there was nothing to forget.
            let _ = session.make_room();
        }
    }

    /// A key without terms, and one with a single value, is decided by the outcome of what it adds up to.
    #[test]
    fn the_empty_sum_and_single_values_are_decided_rightly() {
        let mut tried = [[0_u32; 2]; 2];
        let mut session = Session::new();
        let mut values = crate::RandomValues::new(11);
        let mut random = fastrand::Rng::with_seed(11);
        while tried.as_flattened().iter().any(|&count| count < 300) {
            let evaluator = &mut session.evaluator;
            let value = values.next_value(&mut evaluator.arena);
            // Often the value and the simple one are near to cancelling each other.
            let arena = &mut evaluator.arena;
            let stop = arena.left_stop(value);
            let stop = arena.number(&-&stop);
            let tail = Value::pack(0, 0, random.i64(-1..=1), random.u32(0..=2)).unwrap();
            let simple = arena.add(stop, tail);
            let mut terms = Terms { simple, ..Terms::default() };
            let single = usize::from(!arena.is_number_up_star(value));
            evaluator.add_value(value, &mut terms);
            let mut key = Vec::new();
            terms.write_key(&mut key);
            let decided = session.search.decide(&mut session.evaluator, &key);
            // By an order that looks at the moves in the sum.
            let arena = &mut session.evaluator.arena;
            let sum = arena.add(value, simple);
            let options = arena.options(Player::Left, sum);
            let expected = options.into_iter().any(|option| arena.le(Value::ZERO, option));
            assert_eq!(decided, Some(expected), "{} + {}", arena.text(value), arena.text(simple));
            tried[single][usize::from(expected)] += 1;
        }
    }

    /// Sums of random parts and values with many that cancel have the value that all terms have together.
    #[test]
    fn tidy_sums_have_the_same_value_and_nothing_that_cancels() {
        let mut random = fastrand::Rng::with_seed(4);
        let mut values = crate::RandomValues::new(4);
        let mut session = Session::new();
        let games = [
            ("nogo", "...|X.."),
            ("clobber", "XO|OX"),
            ("clobber", "XXO.|.OX."),
            ("domineering", "..."),
            ("domineering", "..|.."),
            ("amazons", "X..|..O"),
            ("impartial nogo", "..."),
        ];
        let games = games.map(|(title, text)| session.read(title, text).unwrap());
        let evaluator = &mut session.evaluator;
        let parts: Vec<Part> = games.iter().flat_map(|&game| evaluator.parts.parts_of(game)).collect();
        for _ in 0..2000 {
            let few: Vec<Value> = (0..2).map(|_| values.next_value(&mut evaluator.arena)).collect();
            let mut terms = Terms::default();
            for _ in 0..random.usize(..8) {
                let part = parts[random.usize(..parts.len())];
                terms.parts.push(if random.bool() { part } else { evaluator.parts.negative(part) });
                let value = few[random.usize(..few.len())];
                let value = if random.bool() { value } else { evaluator.arena.neg(value) };
                if !evaluator.arena.is_number_up_star(value) {
                    terms.values.push(value);
                }
            }
            let worth = |evaluator: &mut Evaluator, terms: &Terms| {
                let parts = evaluator.unlimited_sum(&terms.parts);
                terms.values.iter().fold(parts, |sum, &value| evaluator.arena.add(sum, value))
            };
            let before = worth(evaluator, &terms);
            evaluator.tidy(&mut terms);
            assert_eq!(worth(evaluator, &terms), before);
            let kept = |part: &Part| terms.parts.iter().filter(|&other| other == part).count();
            for &part in &terms.parts {
                let negative = evaluator.parts.negative(part);
                let left_over = if negative == part { kept(&part) - 1 } else { kept(&negative) };
                assert_eq!(left_over, 0, "{terms:?}");
            }
            for &value in &terms.values {
                let negative = evaluator.arena.neg(value);
                let copies = terms.values.iter().filter(|&&other| other == negative).count();
                assert_eq!(copies, usize::from(negative == value), "{terms:?}");
            }
        }
    }

    /// What lets a number without moves of its own stand next to values: their options take it in.
    #[test]
    fn a_number_goes_into_the_options_of_a_value_that_is_none() {
        let mut values = crate::RandomValues::new(7).with_depth(3);
        let mut arena = Arena::new();
        let mut tried = 0;
        while tried < 1000 {
            let (value, number) = (values.next_value(&mut arena), values.next_value(&mut arena));
            if arena.is_number_up_star(value) || !arena.is_number(number) {
                continue;
            }
            let sides = Player::BOTH.map(|player| {
                let options = arena.options(player, value);
                options.into_iter().map(|option| arena.add(option, number)).collect::<Vec<_>>()
            });
            // Said by an order that looks at all moves, in the number too.
            let translated = arena.canonical(&sides[0], &sides[1]);
            let minus = arena.neg(number);
            let back = arena.add(translated, minus);
            assert!(arena.le(back, value) && arena.le(value, back));
            tried += 1;
        }
    }

    #[test]
    fn in_whatever_manner_the_winner_is_the_one_that_the_value_tells() {
        for sum in sums() {
            let mut exact = Session::new();
            let games = sum.each_ref().map(|(title, text)| exact.read(title, text).unwrap());
            let value = exact.value(&games);
            let expected = exact.arena().outcome(value).wins_first(Player::Left);
            for manner in [Manner::DepthFirst, Manner::BestFirst] {
                for (table_bytes, nodes) in [(1 << 10, u64::MAX), (1 << 20, u64::MAX), (1 << 20, 10)] {
                    let mut session = Session::new();
                    session.evaluator.evaluates = false;
                    session.search.set_table_bytes(table_bytes);
                    let games = sum.each_ref().map(|(title, text)| session.read(title, text).unwrap());
                    let found = wins_in_pieces(&mut session, &games, manner, nodes);
                    assert_eq!(found, expected, "{sum:?}, {manner:?}, {table_bytes} bytes, {nodes} nodes");
                }
            }
        }
    }
}
