//! Canonical forms: the one simplest form among all equal games.

use std::cmp::Ordering;
use std::ops::Bound;

use rustc_hash::FxHashMap;

use crate::value::arena::Stops;
use crate::value::deep::deepen;
use crate::value::ups_bounds::{BestOptions, UpsBounds};
use crate::{Arena, Dyadic, Player, Value};

/// A game by its options, on its way to a canonical form. It is not a number.
struct Form<'options> {
    left: &'options [Value],
    right: &'options [Value],
    stops: Stops,
    /// Comparisons with this form, by the player of [`Arena::form_at_least`].
    known: [FxHashMap<Value, bool>; 2],
}

impl<'options> Form<'options> {
    fn options(&self, player: Player) -> &'options [Value] {
        match player {
            Player::Left => self.left,
            Player::Right => self.right,
        }
    }
}

/// What bypassing the reversible options of one player led to.
enum Bypassed {
    /// None was reversible.
    None,
    /// These options instead; none is reversible.
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

/// Comparisons by stops that take as long as one step.
const COMPARISONS_PER_STEP: usize = 16;

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
        let (mut lefts, mut rights) = (self.buffer(), self.buffer());
        lefts.extend_from_slice(left);
        rights.extend_from_slice(right);
        self.canonical_of(lefts, rights)
    }

    /// An empty list of values, which [`Arena::canonical_of`] takes back.
    pub(crate) fn buffer(&mut self) -> Vec<Value> {
        self.buffers.pop().unwrap_or_default()
    }

    /// The value of the game with these options, whose lists are used again.
    pub(crate) fn canonical_of(&mut self, mut left: Vec<Value>, mut right: Vec<Value>) -> Value {
        let value = self.canonical_in_place(&mut left, &mut right);
        for mut buffer in [left, right] {
            buffer.clear();
            self.buffers.push(buffer);
        }
        value
    }

    /// Hot: every sum comes through here.
    fn canonical_in_place(&mut self, left: &mut Vec<Value>, right: &mut Vec<Value>) -> Value {
        if self.spend() {
            return Self::WORTHLESS;
        }
        let best_left = self.best_stop(Player::Left, left);
        let best_right = self.best_stop(Player::Right, right);
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
        self.drop_dominated(Player::Left, left);
        self.drop_dominated(Player::Right, right);
        let mut form = Form { left, right, stops, known: Default::default() };
        let bypassed = Player::BOTH.map(|player| self.bypass_reversible(player, &mut form));
        if self.is_exhausted() {
            return Self::WORTHLESS;
        }
        let [left, right] = match &bypassed {
            [Bypassed::Whole(value), _] | [_, Bypassed::Whole(value)] => return *value,
            others => {
                [(&others[0], form.left), (&others[1], form.right)].map(|(bypassed, all)| match bypassed {
                    Bypassed::Options(options) => options,
                    _ => all,
                })
            }
        };
        self.recognise(left, right).unwrap_or_else(|| self.intern(left, right, stops))
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
    ///
    /// Stops are monotonous, so that with the best stops first, an option can only be dominated by those before
    /// it and by those with the very same stops.
    pub(crate) fn drop_dominated(&mut self, player: Player, options: &mut Vec<Value>) {
        options.sort_unstable_by(|&a, &b| self.compare_stops(player, b, a));
        let mut kept = 0;
        for next in 0..options.len() {
            // Comparisons that stops decide are no steps, but there are many in a long list.
            if self.spend_many(kept / COMPARISONS_PER_STEP) {
                break;
            }
            let candidate = options[next];
            if options[..kept].iter().any(|&other| self.at_least(player, other, candidate)) {
                continue;
            }
            let rivals = options[..kept].iter().rev();
            let rivals =
                rivals.take_while(|&&other| self.compare_stops(player, candidate, other).is_eq()).count();
            let first_rival = kept - rivals;
            let mut survivors = first_rival;
            for at in first_rival..kept {
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
        options.sort_unstable();
    }

    /// Compares options by what the player gets if the opponent goes on, and then by what if the player does.
    #[inline]
    fn compare_stops(&self, player: Player, a: Value, b: Value) -> Ordering {
        let (a, b) = (self.stops(a), self.stops(b));
        match player {
            Player::Left => {
                self.compare_numbers(a.right, b.right).then_with(|| self.compare_numbers(a.left, b.left))
            }
            Player::Right => {
                self.compare_numbers(b.left, a.left).then_with(|| self.compare_numbers(b.right, a.right))
            }
        }
    }

    /// Replaces every option which the opponent can answer such that nothing is lost: by what follows the answer.
    fn bypass_reversible(&mut self, player: Player, form: &mut Form) -> Bypassed {
        let options = form.options(player);
        let first = options.iter().enumerate().find_map(|(place, &option)| {
            self.reversing_answer(player, option, form).map(|answer| (place, answer))
        });
        let Some((place, answer)) = first else { return Bypassed::None };
        let mut kept = options[..place].to_vec();
        let mut waiting = options[place + 1..].to_vec();
        let mut seen = options.to_vec();
        let mut reversing = Some(answer);
        loop {
            if let Some(answer) = reversing {
                if self.form_at_least(player.opponent(), form, answer, 0) {
                    return Bypassed::Whole(answer);
                }
                for index in 0..self.option_count(player, answer) {
                    let next = self.option(player, answer, index);
                    if !seen.contains(&next) {
                        seen.push(next);
                        waiting.push(next);
                    }
                }
            }
            let Some(option) = waiting.pop() else { break };
            reversing = self.reversing_answer(player, option, form);
            if reversing.is_none() {
                kept.push(option);
            }
        }
        self.drop_dominated(player, &mut kept);
        Bypassed::Options(kept)
    }

    /// An answer of the opponent that leaves the player no better off than the game itself.
    fn reversing_answer(&mut self, player: Player, option: Value, form: &mut Form) -> Option<Value> {
        let answers = self.option_count(player.opponent(), option);
        if self.spend_many(answers as usize / COMPARISONS_PER_STEP) {
            return None;
        }
        for index in 0..answers {
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
        if self.spend() {
            return false;
        }
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
        if own.len() > 2 {
            return None;
        }
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
