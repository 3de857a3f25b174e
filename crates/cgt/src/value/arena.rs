//! Where values live: every canonical form exactly once.

use std::cmp::Ordering;
use std::hash::Hasher;
use std::sync::Arc;

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};

use crate::value::number_up_star::{Steps, Tail};
use crate::value::order_cache::OrderCache;
use crate::value::sum_cache::SumCache;
use crate::value::ups_bounds::UpsBounds;
use crate::value::work_limit::WorkLimit;
use crate::{Dyadic, NumberUpStar, Player, Thermograph, Value};

/// A growing collection of canonical forms, and the memory of what was computed with them.
///
/// Values of one arena mean nothing to another one.
///
/// ```
/// use zermelo_cgt::{Arena, Outcome, Value};
///
/// let mut arena = Arena::new();
/// let one = arena.integer(1);
/// let minus_one = arena.integer(-1);
/// let switch = arena.canonical(&[one], &[minus_one]);
/// assert_eq!(arena.outcome(switch), Outcome::Next);
/// assert_eq!(arena.add(switch, switch), Value::ZERO);
/// ```
#[derive(Debug, Clone)]
pub struct Arena {
    nodes: Vec<Node>,
    /// The options of all nodes, one after the other: those of Left, then those of Right, each in order of ids.
    pool: Vec<Value>,
    /// The nodes with options, by their options.
    ids: HashTable<u32>,
    /// Numbers, ups and stars that are too large to be packed.
    wide: Vec<NumberUpStar>,
    wide_ids: FxHashMap<NumberUpStar, Value>,
    /// Lists that are not in use: canonical forms are made by the million, and should not allocate.
    pub(crate) buffers: Vec<Vec<Value>>,
    pub(crate) work_limit: WorkLimit,
    pub(crate) orders: OrderCache,
    pub(crate) sums: SumCache,
    pub(crate) thermographs: FxHashMap<Value, Arc<Thermograph>>,
    pub(crate) birthdays: FxHashMap<Value, Dyadic>,
    pub(crate) atomic_weights: FxHashMap<Value, Value>,
    pub(crate) reduced_forms: FxHashMap<Value, Value>,
}

/// A value that is not packed.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// Where its options begin, or its place in `wide`.
    first: u32,
    lefts: u32,
    rights: u32,
    /// The negative, or [`UNKNOWN`].
    negative: u32,
    stops: Stops,
    is_wide: bool,
    is_all_small: bool,
}

/// This would be the largest packed value; nothing refers to it as a node.
const UNKNOWN: u32 = u32::MAX;

/// Both stops of a game, and on which side of them the game is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stops {
    /// The number that play comes to if Left begins.
    pub(crate) left: Value,
    /// The number that play comes to if Right begins.
    pub(crate) right: Value,
    /// Whether the game is at most its left stop.
    pub(crate) at_most_left: bool,
    /// Whether the game is at least its right stop.
    pub(crate) at_least_right: bool,
    /// How many ups the game is away from its stops.
    pub(crate) ups: UpsBounds,
}

impl Default for Arena {
    fn default() -> Arena {
        Arena::new()
    }
}

impl Arena {
    /// An arena without nodes; making one costs next to nothing.
    #[must_use]
    pub fn new() -> Arena {
        Arena {
            nodes: Vec::new(),
            pool: Vec::new(),
            ids: HashTable::new(),
            wide: Vec::new(),
            wide_ids: FxHashMap::default(),
            buffers: Vec::new(),
            work_limit: WorkLimit::default(),
            orders: OrderCache::new(),
            sums: SumCache::new(),
            thermographs: FxHashMap::default(),
            birthdays: FxHashMap::default(),
            atomic_weights: FxHashMap::default(),
            reduced_forms: FxHashMap::default(),
        }
    }

    /// How many values are stored; packed ones are not.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing is stored.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Bytes in use, roughly.
    pub(crate) fn bytes(&self) -> usize {
        // What the maps of derived properties hold varies; a thermograph has some ten corners.
        const PER_DERIVED: usize = 64;
        const PER_THERMOGRAPH: usize = 600;
        self.nodes.capacity() * size_of::<Node>()
            + self.pool.capacity() * size_of::<Value>()
            + self.ids.capacity() * size_of::<u32>() * 5 / 4
            + self.wide.capacity() * size_of::<NumberUpStar>() * 3
            + self.orders.bytes()
            + self.sums.bytes()
            + self.thermographs.len() * PER_THERMOGRAPH
            + (self.birthdays.len() + self.atomic_weights.len() + self.reduced_forms.len()) * PER_DERIVED
    }

    /// An integer.
    pub fn integer(&mut self, number: i64) -> Value {
        match Value::pack(number, 0, 0, 0) {
            Some(value) => value,
            None => self.number(&number.into()),
        }
    }

    /// A number.
    pub fn number(&mut self, number: &Dyadic) -> Value {
        self.number_up_star(&NumberUpStar::from_number(number.clone()))
    }

    /// The nim heap of this size.
    pub fn nimber(&mut self, size: u32) -> Value {
        match Value::pack(0, 0, 0, size) {
            Some(value) => value,
            None => {
                self.number_up_star(&NumberUpStar { nimber: size, ..NumberUpStar::from_number(Dyadic::ZERO) })
            }
        }
    }

    /// A number, plus ups, plus a nimber.
    ///
    /// # Panics
    ///
    /// If the multiple of up is not an integer.
    pub fn number_up_star(&mut self, parts: &NumberUpStar) -> Value {
        assert!(parts.ups.is_integer(), "{}·↑ is not defined", parts.ups);
        if let (Some((numerator, exponent)), Some(ups)) = (parts.number.to_small(), parts.ups.to_i64())
            && let Some(value) = Value::pack(numerator, exponent, ups, parts.nimber)
        {
            return value;
        }
        if let Some(&value) = self.wide_ids.get(parts) {
            return value;
        }
        let number =
            if parts.is_number() { Value(self.nodes.len() as u32) } else { self.number(&parts.number) };
        let is_all_small = parts.number.is_zero();
        let value = self.push(Node {
            first: self.wide.len() as u32,
            lefts: 0,
            rights: 0,
            negative: UNKNOWN,
            stops: Stops::of_tail(number, parts.tail(), parts.ups.to_i64()),
            is_wide: true,
            is_all_small,
        });
        self.wide.push(parts.clone());
        self.wide_ids.insert(parts.clone(), value);
        value
    }

    fn push(&mut self, node: Node) -> Value {
        let id = u32::try_from(self.nodes.len()).ok().map(Value).filter(|value| !value.is_packed());
        let id = id.expect("two thousand million canonical forms do not fit into memory");
        self.nodes.push(node);
        id
    }

    /// The value with exactly these options, which must be those of a canonical form, sorted, and not those of a
    /// number, a multiple of up or a nimber.
    pub(crate) fn intern(&mut self, left: &[Value], right: &[Value], stops: Stops) -> Value {
        let hash = hash_options(left, right);
        let (nodes, pool) = (&self.nodes, &self.pool);
        let same = |&id: &u32| nodes[id as usize].options(pool) == (left, right);
        if let Some(&id) = self.ids.find(hash, same) {
            return Value(id);
        }
        let is_all_small = !left.is_empty()
            && !right.is_empty()
            && left.iter().chain(right).all(|&option| self.is_all_small(option));
        let value = self.push(Node {
            first: u32::try_from(self.pool.len()).expect("the options of all games do not fit into memory"),
            lefts: left.len() as u32,
            rights: right.len() as u32,
            negative: UNKNOWN,
            stops,
            is_wide: false,
            is_all_small,
        });
        self.pool.extend_from_slice(left);
        self.pool.extend_from_slice(right);
        let (nodes, pool) = (&self.nodes, &self.pool);
        self.ids.insert_unique(hash, value.0, |&id| {
            let (left, right) = nodes[id as usize].options(pool);
            hash_options(left, right)
        });
        value
    }

    /// The negative, if it is known already.
    pub(crate) fn known_negative(&self, node: Value) -> Option<Value> {
        let negative = self.nodes[node.node()].negative;
        (negative != UNKNOWN).then_some(Value(negative))
    }

    pub(crate) fn remember_negative(&mut self, node: Value, negative: Value) {
        self.nodes[node.node()].negative = negative.0;
    }

    /// The parts of a value that is nothing but a number, ups and a nimber.
    pub fn as_number_up_star(&self, value: Value) -> Option<NumberUpStar> {
        match value.unpack() {
            Some(packed) => Some(packed.widened()),
            None => self.as_wide(value).cloned(),
        }
    }

    /// Whether the value is nothing but a number, ups and a nimber.
    #[inline]
    pub(crate) fn is_number_up_star(&self, value: Value) -> bool {
        value.is_packed() || self.nodes[value.node()].is_wide
    }

    /// The parts of a number, up-multiple and nimber that is not packed.
    #[inline]
    pub(crate) fn as_wide(&self, node: Value) -> Option<&NumberUpStar> {
        let node = &self.nodes[node.node()];
        node.is_wide.then(|| &self.wide[node.first as usize])
    }

    /// The number that this value is, if it is one.
    pub fn as_number(&self, value: Value) -> Option<Dyadic> {
        self.as_number_up_star(value).filter(NumberUpStar::is_number).map(|parts| parts.number)
    }

    /// Whether the value is a number.
    #[inline]
    pub fn is_number(&self, value: Value) -> bool {
        if value.is_packed() {
            value.is_packed_number()
        } else {
            self.nodes[value.node()].stops.left == value
        }
    }

    /// The size of the nim heap that this value is, if it is one.
    pub fn as_nimber(&self, value: Value) -> Option<u32> {
        self.as_number_up_star(value)
            .filter(|parts| parts.number.is_zero() && parts.ups.is_zero())
            .map(|parts| parts.nimber)
    }

    /// Whether, in every position of the game, either both players can move or none can.
    pub fn is_all_small(&self, value: Value) -> bool {
        if value.is_packed() {
            value.packed_number() == Value::ZERO
        } else {
            self.nodes[value.node()].is_all_small
        }
    }

    /// Whether the game lies between all negative and all positive numbers.
    pub fn is_infinitesimal(&self, value: Value) -> bool {
        let stops = self.stops(value);
        stops.left == Value::ZERO && stops.right == Value::ZERO
    }

    /// The stops as values.
    #[inline]
    pub(crate) fn stops(&self, value: Value) -> Stops {
        match value.unpack() {
            Some(packed) => Stops::of_tail(value.packed_number(), packed.tail(), Some(packed.ups.into())),
            None => self.nodes[value.node()].stops,
        }
    }

    /// The number that the game comes to if Left begins and both play well.
    pub fn left_stop(&self, value: Value) -> Dyadic {
        self.number_of(self.stops(value).left)
    }

    /// The number that the game comes to if Right begins and both play well.
    pub fn right_stop(&self, value: Value) -> Dyadic {
        self.number_of(self.stops(value).right)
    }

    /// The number behind a value that is known to be one.
    pub(crate) fn number_of(&self, number: Value) -> Dyadic {
        match number.unpack() {
            Some(packed) => packed.number(),
            None => self.as_wide(number).expect("a number has no options in the arena").number.clone(),
        }
    }

    /// Compares two values that are known to be numbers.
    #[inline]
    pub(crate) fn compare_numbers(&self, a: Value, b: Value) -> Ordering {
        match (a.unpack(), b.unpack()) {
            (Some(a), Some(b)) => a.fixed_point().cmp(&b.fixed_point()),
            _ => self.number_of(a).cmp(&self.number_of(b)),
        }
    }

    /// The moves of Left in the canonical form.
    pub fn left_options(&mut self, value: Value) -> Vec<Value> {
        self.options(Player::Left, value)
    }

    /// The moves of Right in the canonical form.
    pub fn right_options(&mut self, value: Value) -> Vec<Value> {
        self.options(Player::Right, value)
    }

    /// The moves of a player in the canonical form.
    pub fn options(&mut self, player: Player, value: Value) -> Vec<Value> {
        (0..self.option_count(player, value)).map(|index| self.option(player, value, index)).collect()
    }

    /// How many moves a player has in the canonical form.
    #[inline]
    pub fn option_count(&self, player: Player, value: Value) -> u32 {
        if let Some(packed) = value.unpack() {
            if value.is_packed_number() {
                return number_option_count(player, packed.numerator.cmp(&0), packed.exponent);
            }
            return packed.tail().steps(player).count();
        }
        let node = &self.nodes[value.node()];
        if node.is_wide {
            let parts = &self.wide[node.first as usize];
            if parts.is_number() {
                return number_option_count(player, parts.number.sign(), parts.number.exponent());
            }
            return parts.tail().steps(player).count();
        }
        match player {
            Player::Left => node.lefts,
            Player::Right => node.rights,
        }
    }

    /// One of the moves of a player in the canonical form, by its place among them.
    #[inline]
    pub fn option(&mut self, player: Player, value: Value, index: u32) -> Value {
        if value.is_packed() {
            return packed_option(player, value, index);
        }
        let node = &self.nodes[value.node()];
        if node.is_wide {
            return self.wide_option(player, node.first as usize, index);
        }
        let at = match player {
            Player::Left => node.first + index,
            Player::Right => node.first + node.lefts + index,
        };
        self.pool[at as usize]
    }

    #[cold]
    fn wide_option(&mut self, player: Player, place: usize, index: u32) -> Value {
        let parts = self.wide[place].clone();
        let towards = |player| if player == Player::Left { Dyadic::MINUS_ONE } else { Dyadic::ONE };
        let option = if parts.is_number() {
            // Over the same denominator, the neighbour on the player's side.
            let step = &towards(player) * &Dyadic::new(1, 0).divided_by_power(parts.number.exponent());
            NumberUpStar::from_number(&parts.number + &step)
        } else {
            match parts.tail().steps(player) {
                Steps::Nimbers(_) => NumberUpStar { ups: Dyadic::ZERO, nimber: index, ..parts },
                Steps::TowardsZero => NumberUpStar {
                    ups: &parts.ups + &towards(player.opponent()),
                    nimber: parts.nimber ^ 1,
                    ..parts
                },
            }
        };
        self.number_up_star(&option)
    }
}

impl Node {
    fn options<'pool>(&self, pool: &'pool [Value]) -> (&'pool [Value], &'pool [Value]) {
        let first = self.first as usize;
        let middle = first + self.lefts as usize;
        (&pool[first..middle], &pool[middle..middle + self.rights as usize])
    }
}

impl Stops {
    /// The stops of the negative, from the negatives of the stops.
    pub(crate) fn negated(self, minus_left: Value, minus_right: Value) -> Stops {
        Stops {
            left: minus_right,
            right: minus_left,
            at_most_left: self.at_least_right,
            at_least_right: self.at_most_left,
            ups: self.ups.negated(),
        }
    }

    /// The stops of a number plus ups and a nimber.
    #[inline]
    fn of_tail(number: Value, tail: Tail, ups: Option<i64>) -> Stops {
        let sign = tail.sign();
        Stops {
            left: number,
            right: number,
            at_most_left: sign.is_some_and(Ordering::is_le),
            at_least_right: sign.is_some_and(Ordering::is_ge),
            ups: UpsBounds::of_tail(ups, tail.nimber),
        }
    }
}

fn hash_options(left: &[Value], right: &[Value]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u32(left.len() as u32);
    for option in left.iter().chain(right) {
        hasher.write_u32(option.0);
    }
    hasher.finish()
}

/// A fraction has both neighbours as options, an integer only the one that is closer to zero.
#[inline]
fn number_option_count(player: Player, sign: Ordering, exponent: u32) -> u32 {
    let has = exponent > 0
        || match player {
            Player::Left => sign.is_gt(),
            Player::Right => sign.is_lt(),
        };
    u32::from(has)
}

/// The options of packed values are packed: they are closer to zero, or have the same denominator or a smaller one.
#[inline]
fn packed_option(player: Player, value: Value, index: u32) -> Value {
    let Some(packed) = value.unpack() else { unreachable!("the caller asked for a packed value") };
    let forward = if player == Player::Left { -1 } else { 1 };
    let (numerator, ups) = (i64::from(packed.numerator), i64::from(packed.ups));
    let option = if value.is_packed_number() {
        Value::pack(numerator + forward, packed.exponent, 0, 0)
    } else {
        match packed.tail().steps(player) {
            Steps::Nimbers(_) => Value::pack(numerator, packed.exponent, 0, index),
            Steps::TowardsZero => Value::pack(numerator, packed.exponent, ups - forward, packed.nimber ^ 1),
        }
    };
    option.expect("options of packed values are packed")
}
