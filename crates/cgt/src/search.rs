//! Who wins a sum.

use crate::deep::deepen;
use crate::effort::{Effort, Stopped};
use crate::evaluator::{Evaluator, Terms};
use crate::facts::{FactBook, Fixed, left_wins_first};
use crate::part::Part;
use crate::transposition::Transpositions;
use crate::{Player, Value};

/// The search for the winner of a sum, and what it remembers.
///
/// There is only one question: does Left win if she moves first? For Right, and after every move,
/// the sum is negated. So a sum and its negative share one entry in the table.
pub(crate) struct Search {
    table: Transpositions,
    facts: FactBook,
}

/// A sum after a move, negated, with a guess how good the move is.
struct Child {
    terms: Terms,
    score: Fixed,
}

/// One move more than the opponent, as a number.
const MOVE: Fixed = 1 << 32;

impl Search {
    pub(crate) fn new(table_bytes: usize) -> Self {
        Self { table: Transpositions::new(table_bytes), facts: FactBook::default() }
    }

    /// Whether Left wins a sum if she moves first. The terms must be tidy.
    pub(crate) fn left_wins(
        &mut self,
        evaluator: &mut Evaluator,
        terms: &Terms,
        effort: &mut Effort,
    ) -> Result<bool, Stopped> {
        if let Some(result) = self.decide(evaluator, terms) {
            return Ok(result);
        }
        let mut key = Vec::with_capacity(2 + terms.values.len() + terms.parts.len());
        key.extend([terms.simple.0, terms.values.len() as u32]);
        key.extend(terms.values.iter().map(|value| value.0));
        key.extend(terms.parts.iter().map(|part| part.0));
        if let Some(result) = self.table.get(&key) {
            return Ok(result);
        }
        effort.step()?;
        let mut children = self.children(evaluator, terms);
        children.sort_by_key(|child| std::cmp::Reverse(child.score));
        let mut wins = false;
        for child in &children {
            if !deepen(|| self.left_wins(evaluator, &child.terms, effort))? {
                wins = true;
                break;
            }
        }
        self.table.insert(&key, wins);
        Ok(wins)
    }

    /// The answer without search, where the values of the terms tell it.
    fn decide(&mut self, evaluator: &mut Evaluator, terms: &Terms) -> Option<bool> {
        if !terms.parts.is_empty() {
            return None;
        }
        let arena = &mut evaluator.arena;
        if terms.values.is_empty() {
            return Some(arena.outcome(terms.simple).wins_first(Player::Left));
        }
        if let [value] = terms.values[..]
            && terms.simple.is_zero()
        {
            return Some(arena.outcome(value).wins_first(Player::Left));
        }
        let mut facts = vec![self.facts.get(arena, terms.simple)?];
        for &value in &terms.values {
            facts.push(self.facts.get(arena, value)?);
        }
        left_wins_first(facts.into_iter())
    }

    /// What a part or a value seems to be worth for Left.
    fn part_score(evaluator: &mut Evaluator, part: Part) -> Fixed {
        let left = evaluator.mobility(part, Player::Left) as Fixed;
        let right = evaluator.mobility(part, Player::Right) as Fixed;
        (left - right) * MOVE
    }

    fn value_score(&mut self, evaluator: &mut Evaluator, value: Value) -> Fixed {
        self.facts.get(&mut evaluator.arena, value).map_or(0, |facts| facts.mean)
    }

    fn score(&mut self, evaluator: &mut Evaluator, terms: &Terms) -> Fixed {
        let mut score = self.value_score(evaluator, terms.simple);
        for &value in &terms.values {
            score += self.value_score(evaluator, value);
        }
        for &part in &terms.parts {
            score += Self::part_score(evaluator, part);
        }
        score
    }

    /// The sums after each move of Left, negated.
    fn children(&mut self, evaluator: &mut Evaluator, terms: &Terms) -> Vec<Child> {
        let mut negative = terms.clone();
        for part in &mut negative.parts {
            *part = evaluator.parts.negative(*part);
        }
        for value in &mut negative.values {
            *value = evaluator.arena.neg(*value);
        }
        negative.simple = evaluator.arena.neg(terms.simple);

        let mut children = Vec::new();
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
                let mut after = negative.clone();
                after.parts.remove(at);
                evaluator.add_option(&mut cursor, negate, &mut after);
                self.push(evaluator, after, &mut children);
            }
        }
        for (at, &value) in terms.values.iter().enumerate() {
            if at > 0 && terms.values[at - 1] == value {
                continue;
            }
            for option in 0..evaluator.arena.option_count(Player::Left, value) {
                let option = evaluator.arena.option(Player::Left, value, option);
                let option = evaluator.arena.neg(option);
                let mut after = negative.clone();
                after.values.remove(at);
                evaluator.add_value(option, &mut after);
                self.push(evaluator, after, &mut children);
            }
        }
        // A move in a number is never needed next to a value that is none. Parts may be numbers.
        if terms.values.is_empty() || !evaluator.arena.is_number(terms.simple) {
            for option in 0..evaluator.arena.option_count(Player::Left, terms.simple) {
                let option = evaluator.arena.option(Player::Left, terms.simple, option);
                let simple = evaluator.arena.neg(option);
                let after = Terms { simple, ..negative.clone() };
                self.push(evaluator, after, &mut children);
            }
        }
        children
    }

    fn push(&mut self, evaluator: &mut Evaluator, mut terms: Terms, children: &mut Vec<Child>) {
        evaluator.tidy(&mut terms);
        let score = -self.score(evaluator, &terms);
        children.push(Child { terms, score });
    }
}
