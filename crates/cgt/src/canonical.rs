//! Canonical forms: the one simplest form among all equal games.

use std::cmp::Ordering;
use std::ops::Bound;

use rustc_hash::FxHashMap;

use crate::arena::Stops;
use crate::deep::deepen;
use crate::ups_bounds::{BestOptions, UpsBounds};
use crate::{Arena, Dyadic, Player, Value};

/// A game by its options, on its way to a canonical form. It is not a number.
struct Form {
    left: Vec<Value>,
    right: Vec<Value>,
    stops: Stops,
    /// Comparisons with this form, by the player of [`Arena::form_at_least`].
    known: [FxHashMap<Value, bool>; 2],
}

impl Form {
    fn options(&self, player: Player) -> &[Value] {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }
}

/// What bypassing the reversible options of one player led to.
enum Bypassed {
    /// These options; none is reversible.
    Options(Vec<Value>),
    /// The game equals a position two moves later.
    Whole(Value),
}

/// The best stop that options of one player lead to.
struct Best {
    stop: Value,
    /// Whether an option reaches that number and does not fall behind it.
    reached: bool,
    /// How many ups the options with this stop keep.
    ups: BestOptions,
}

impl Arena {
    /// The value of the game with these options.
    ///
    /// ```
    /// use zermelo_cgt::{Arena, Value};
    ///
    /// let mut arena = Arena::new();
    /// let (one, two) = (arena.integer(1), arena.integer(2));
    /// assert_eq!(arena.canonical(&[Value::ZERO], &[]), one);
    /// assert_eq!(arena.canonical(&[Value::ZERO, one], &[two]), arena.parse("3/2")?);
    /// // Star is reversible here: Right answers it with a move to zero.
    /// assert_eq!(arena.canonical(&[Value::STAR], &[Value::STAR]), Value::ZERO);
    /// # Ok::<(), zermelo_cgt::ParseValueError>(())
    /// ```
    pub fn canonical(&mut self, left: &[Value], right: &[Value]) -> Value {
        self.canonical_of(left.to_vec(), right.to_vec())
    }

    /// Hot: every sum comes through here.
    pub(crate) fn canonical_of(&mut self, mut left: Vec<Value>, mut right: Vec<Value>) -> Value {
        let best_left = self.best_stop(Player::Left, &left);
        let best_right = self.best_stop(Player::Right, &right);
        let (Some(best_left), Some(best_right)) = (&best_left, &best_right) else {
            return self.number_between(best_left.as_ref(), best_right.as_ref());
        };
        match self.compare_numbers(best_left.stop, best_right.stop) {
            Ordering::Less => return self.number_between(Some(best_left), Some(best_right)),
            Ordering::Equal if !best_left.reached && !best_right.reached => return best_left.stop,
            _ => {}
        }
        let stops = Stops {
            left: best_left.stop,
            right: best_right.stop,
            at_most_left: !best_left.reached,
            at_least_right: !best_right.reached,
            ups: UpsBounds::of_game(best_left.ups, best_right.ups, best_left.stop == best_right.stop),
        };
        self.drop_dominated(Player::Left, &mut left);
        self.drop_dominated(Player::Right, &mut right);
        let mut form = Form { left, right, stops, known: Default::default() };
        let left = match self.bypass_reversible(Player::Left, &mut form) {
            Bypassed::Whole(value) => return value,
            Bypassed::Options(options) => options,
        };
        let right = match self.bypass_reversible(Player::Right, &mut form) {
            Bypassed::Whole(value) => return value,
            Bypassed::Options(options) => options,
        };
        self.recognise(&left, &right).unwrap_or_else(|| self.intern(&left, &right, stops))
    }

    /// Where play ends after the best move of one player, who then waits for the opponent.
    fn best_stop(&self, player: Player, options: &[Value]) -> Option<Best> {
        let mut best: Option<Best> = None;
        for &option in options {
            let stops = self.stops(option);
            let (stop, reached) = match player {
                Player::Left => (stops.right, stops.at_least_right),
                Player::Right => (stops.left, stops.at_most_left),
            };
            let ups = BestOptions::new(player, stops.ups);
            let Some(best) = &mut best else {
                best = Some(Best { stop, reached, ups });
                continue;
            };
            let order = self.compare_numbers(stop, best.stop);
            let gain = if player == Player::Left { order } else { order.reverse() };
            match gain {
                Ordering::Greater => *best = Best { stop, reached, ups },
                Ordering::Equal => {
                    *best = Best { stop, reached: best.reached | reached, ups: best.ups.or(ups) }
                }
                Ordering::Less => {}
            }
        }
        best
    }

    /// The simplest number between the options, which exists because they leave a gap.
    fn number_between(&mut self, left: Option<&Best>, right: Option<&Best>) -> Value {
        let bound = |best: Option<&Best>| match best {
            None => Bound::Unbounded,
            Some(best) if best.reached => Bound::Excluded(self.number_of(best.stop)),
            Some(best) => Bound::Included(self.number_of(best.stop)),
        };
        let (low, high) = (bound(left), bound(right));
        let number = Dyadic::simplest(low.as_ref(), high.as_ref()).expect("the stops leave a gap");
        self.number(&number)
    }

    /// Leaves only the options that no other one of the same player makes superfluous, sorted by id.
    pub(crate) fn drop_dominated(&mut self, player: Player, options: &mut Vec<Value>) {
        options.sort_unstable();
        options.dedup();
        let mut kept = 0;
        for next in 0..options.len() {
            let candidate = options[next];
            if options[..kept].iter().any(|&other| self.at_least(player, other, candidate)) {
                continue;
            }
            let mut survivors = 0;
            for at in 0..kept {
                let other = options[at];
                if !self.at_least(player, candidate, other) {
                    options[survivors] = other;
                    survivors += 1;
                }
            }
            options[survivors] = candidate;
            kept = survivors + 1;
        }
        options.truncate(kept);
    }

    /// Replaces every option which the opponent can answer such that nothing is lost: by what follows the answer.
    fn bypass_reversible(&mut self, player: Player, form: &mut Form) -> Bypassed {
        let mut waiting = form.options(player).to_vec();
        let mut kept = Vec::with_capacity(waiting.len());
        let mut seen = waiting.clone();
        let mut any_bypassed = false;
        while let Some(option) = waiting.pop() {
            let Some(answer) = self.reversing_answer(player, option, form) else {
                kept.push(option);
                continue;
            };
            if self.form_at_least(player.opponent(), form, answer, 0) {
                return Bypassed::Whole(answer);
            }
            any_bypassed = true;
            for index in 0..self.option_count(player, answer) {
                let next = self.option(player, answer, index);
                if !seen.contains(&next) {
                    seen.push(next);
                    waiting.push(next);
                }
            }
        }
        if any_bypassed {
            self.drop_dominated(player, &mut kept);
        } else {
            kept.reverse();
        }
        Bypassed::Options(kept)
    }

    /// An answer of the opponent that leaves the player no better off than the game itself.
    fn reversing_answer(&mut self, player: Player, option: Value, form: &mut Form) -> Option<Value> {
        for index in 0..self.option_count(player.opponent(), option) {
            let answer = self.option(player.opponent(), option, index);
            if self.form_at_least(player, form, answer, 0) {
                return Some(answer);
            }
        }
        None
    }

    /// Whether the form is at least as good for this player as a value.
    fn form_at_least(&mut self, player: Player, form: &mut Form, value: Value, depth: u32) -> bool {
        let stops = self.stops(value);
        let by_stops = match player {
            Player::Left => self.le_by_stops(&stops, &form.stops),
            Player::Right => self.le_by_stops(&form.stops, &stops),
        };
        if let Some(answer) = by_stops {
            return answer;
        }
        // Answers near the root come once each; only below them is there something to remember.
        if depth < 2 {
            return self.form_at_least_by_options(player, form, value, depth);
        }
        if let Some(&answer) = form.known[player as usize].get(&value) {
            return answer;
        }
        let answer = deepen(|| self.form_at_least_by_options(player, form, value, depth));
        form.known[player as usize].insert(value, answer);
        answer
    }

    fn form_at_least_by_options(
        &mut self,
        player: Player,
        form: &mut Form,
        value: Value,
        depth: u32,
    ) -> bool {
        let opponent = player.opponent();
        if form.options(opponent).iter().any(|&option| self.at_least(player, value, option)) {
            return false;
        }
        for index in 0..self.option_count(player, value) {
            let option = self.option(player, value, index);
            if self.form_at_least(opponent, form, option, depth + 1) {
                return false;
            }
        }
        true
    }

    /// The packed or wide value with these options, if they are those of a number plus ups plus a nimber.
    ///
    /// Numbers themselves were found by their stops.
    fn recognise(&mut self, left: &[Value], right: &[Value]) -> Option<Value> {
        self.recognise_nimber(left, right)
            .or_else(|| self.recognise_ups(Player::Left, left, right))
            .or_else(|| self.recognise_ups(Player::Right, right, left))
    }

    /// `{x, x*, …, x*(m-1) | the same}`.
    fn recognise_nimber(&mut self, left: &[Value], right: &[Value]) -> Option<Value> {
        if left != right {
            return None;
        }
        let mut parts = self.as_number_up_star(left[0])?;
        let mut seen = vec![false; left.len()];
        for &option in left {
            let other = self.as_number_up_star(option)?;
            if other.number != parts.number || !other.ups.is_zero() {
                return None;
            }
            *seen.get_mut(other.nimber as usize)? = true;
        }
        parts.nimber = left.len() as u32;
        seen.iter().all(|&all| all).then(|| self.number_up_star(&parts))
    }

    /// `{x | x + k·↑ + *m}` and `{x, x* | x}`, and the same with the players exchanged: `own` are the options of
    /// the player whom the ups favour.
    fn recognise_ups(&mut self, player: Player, own: &[Value], other: &[Value]) -> Option<Value> {
        let &[answer] = other else { return None };
        let mut parts = self.as_number_up_star(answer)?;
        let number = self.number(&parts.number);
        let star = self.add(number, Value::STAR);
        let is_up_star = answer == number;
        let expected: &[Value] = if is_up_star { &[number, star] } else { &[number] };
        let up = if player == Player::Left { Dyadic::ONE } else { Dyadic::MINUS_ONE };
        let against = parts.ups.sign() == up.sign().reverse();
        if against || own.len() != expected.len() || !expected.iter().all(|option| own.contains(option)) {
            return None;
        }
        parts.ups = &parts.ups + &up;
        parts.nimber ^= 1;
        Some(self.number_up_star(&parts))
    }
}
