//! Who wins a sum.

use crate::deep::deepen;
use crate::effort::{Effort, Stopped};
use crate::evaluator::{Evaluator, Terms};
use crate::facts::{FactBook, Fixed, Tally};
use crate::part::Part;
use crate::room::{self, NewNumbers};
use crate::team::Member;
use crate::transposition::{Kept, Transpositions};
use crate::{Arena, Player, Value};

/// The search for the winner of a sum, and what it remembers.
///
/// There is only one question: does Left win if she moves first? For Right, and after every move,
/// the sum is negated. So a sum and its negative share one entry in the table.
pub(crate) struct Search {
    table: Transpositions,
    facts: FactBook,
    /// Buffers of nodes that are done, for the next ones: no node allocates.
    frames: Vec<Frame>,
    /// The connection to other threads that search the same sum.
    member: Option<Member>,
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

/// A sum after a move, negated, with a guess how good the move is.
#[derive(Clone, Copy)]
struct Child {
    score: Fixed,
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

impl Search {
    pub(crate) fn new(table_bytes: usize) -> Self {
        Self {
            table: Transpositions::new(table_bytes),
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
        self.table.set_bytes(bytes);
    }

    /// Changes what the table keeps.
    pub(crate) fn keep(&mut self, kept: Kept) {
        self.table.keep(kept);
    }

    /// How many results were ever found that last when parts get new numbers.
    pub(crate) fn results(&self) -> u64 {
        self.table.lasting()
    }

    /// Marks the parts that results speak of.
    pub(crate) fn mark(&self, kept: &mut room::Kept) {
        self.table.for_each_key(|key| {
            let (_, _, parts) = Terms::key_slices(key);
            for &part in parts {
                kept.keep(Part(part));
            }
        });
    }

    /// Forgets the older half of the results.
    pub(crate) fn forget_old(&mut self) {
        self.table.forget_old();
    }

    /// Forgets everything.
    pub(crate) fn forget_all(&mut self) {
        self.table.forget_all();
        self.facts = FactBook::default();
    }

    /// Parts have new numbers, in the same order as before.
    pub(crate) fn renumber(&mut self, numbers: &NewNumbers) {
        if let Some(member) = &mut self.member {
            member.forget_parts();
        }
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
        effort: &mut Effort,
    ) -> Result<bool, Stopped> {
        let mut key = Vec::new();
        terms.write_key(&mut key);
        self.key_wins(evaluator, &key, effort)
    }

    fn key_wins(
        &mut self,
        evaluator: &mut Evaluator,
        key: &[u32],
        effort: &mut Effort,
    ) -> Result<bool, Stopped> {
        if let Some(result) = self.known(evaluator, key) {
            return Ok(result);
        }
        if let Some(member) = &mut self.member
            && let Some(told) = member.ask(evaluator, key)
        {
            self.table.insert(key, told);
            return Ok(told);
        }
        effort.step()?;
        evaluator.searched += 1;
        if evaluator.searched.is_multiple_of(NODES_PER_LOOK) {
            evaluator.check_memory()?;
        }
        let mut frame = self.frames.pop().unwrap_or_default();
        frame.terms.read_key(key);
        self.find_children(evaluator, &mut frame);
        let wins = self.some_child_loses(evaluator, &mut frame, effort);
        self.frames.push(frame);
        let wins = wins?;
        self.table.insert(key, wins);
        if let Some(member) = &mut self.member {
            member.tell(evaluator, key, wins);
        }
        Ok(wins)
    }

    /// Whether a sum of the frame is lost for whoever is to move in it.
    fn some_child_loses(
        &mut self,
        evaluator: &mut Evaluator,
        frame: &mut Frame,
        effort: &mut Effort,
    ) -> Result<bool, Stopped> {
        // Before any child is searched, all are looked up: one that is known to be lost is enough.
        let words = &frame.words;
        let mut lost = false;
        frame.children.retain(|child| {
            let known = if lost { None } else { self.known(evaluator, child.key(words)) };
            lost |= known == Some(false);
            known.is_none()
        });
        if lost {
            return Ok(true);
        }
        frame.children.sort_unstable_by_key(|child| std::cmp::Reverse(child.score));
        if let (Some(member), Some(best)) = (&self.member, frame.children.first()) {
            let first = member.first_of(frame.children.len(), best.score);
            frame.children.rotate_left(first);
        }
        for child in &frame.children {
            if !deepen(|| self.key_wins(evaluator, child.key(words), effort))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The answer if it is known without search.
    fn known(&mut self, evaluator: &mut Evaluator, key: &[u32]) -> Option<bool> {
        self.decide(evaluator, key).or_else(|| self.table.get(key))
    }

    /// The answer without search, where the values of the terms tell it.
    fn decide(&mut self, evaluator: &mut Evaluator, key: &[u32]) -> Option<bool> {
        let arena = &mut evaluator.arena;
        let (simple, values, parts) = Terms::key_slices(key);
        match values {
            _ if !parts.is_empty() => {}
            [] => return Some(arena.outcome(simple).wins_first(Player::Left)),
            [value] if simple.is_zero() => {
                return Some(arena.outcome(Value(*value)).wins_first(Player::Left));
            }
            _ => {}
        }
        let mut tally = Tally::default();
        tally.add(self.facts.get(arena, simple)?);
        for &value in values {
            tally.add(self.facts.get(arena, Value(value))?);
        }
        for &part in parts {
            let (low, high) = evaluator.bounds(Part(part))?;
            tally.add_bounds(low, high);
        }
        tally.left_wins_first()
    }

    /// A guess what the terms are worth for Left, and how much there is left to play: a sum with
    /// few moves is searched first, because it costs little to refute.
    fn score(&mut self, evaluator: &mut Evaluator, terms: &Terms) -> Fixed {
        let mut mean = |arena: &mut Arena, value| self.facts.get(arena, value).map_or(0, |facts| facts.mean);
        let mut score = mean(&mut evaluator.arena, terms.simple);
        for &value in &terms.values {
            score += mean(&mut evaluator.arena, value);
        }
        for &part in &terms.parts {
            let left = evaluator.mobility(part, Player::Left) as Fixed;
            let right = evaluator.mobility(part, Player::Right) as Fixed;
            score += (left - right) * MOVE + (left + right) * (MOVE / 2);
        }
        score
    }

    /// Fills the frame with the sums after each move of Left, negated.
    fn find_children(&mut self, evaluator: &mut Evaluator, frame: &mut Frame) {
        let Frame { terms, negative, after, words, children } = frame;
        words.clear();
        children.clear();
        negative.clone_from(terms);
        evaluator.negate(negative);
        let mut push = |this: &mut Self, evaluator: &mut Evaluator, after: &mut Terms| {
            evaluator.tidy(after);
            let start = words.len() as u32;
            after.write_key(words);
            let score = -this.score(evaluator, after);
            children.push(Child { score, start, length: words.len() as u32 - start });
        };
        for (at, &part) in terms.parts.iter().enumerate() {
            if at > 0 && terms.parts[at - 1] == part {
                continue;
            }
            // The negative of a Left option of -P is a Right option of P.
            let (player, negate) =
                if part.is_negative() { (Player::Right, false) } else { (Player::Left, true) };
            let list = evaluator.options(part.plain(), player);
            let (count, mut cursor) = evaluator.option_count(list);
            for _ in 0..count {
                after.clone_from(negative);
                after.parts.swap_remove(at);
                evaluator.add_option(&mut cursor, negate, after);
                push(self, evaluator, after);
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
                push(self, evaluator, after);
            }
        }
        // A move in a number is never needed next to a value that is none. Parts may be numbers.
        if terms.values.is_empty() || !evaluator.arena.is_number(terms.simple) {
            for option in 0..evaluator.arena.option_count(Player::Left, terms.simple) {
                let option = evaluator.arena.option(Player::Left, terms.simple, option);
                after.clone_from(negative);
                after.simple = evaluator.arena.neg(option);
                push(self, evaluator, after);
            }
        }
    }
}
