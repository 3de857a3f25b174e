//! Thermographs: what a game is worth at every temperature.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use crate::value::deep::deepen;
use crate::{Arena, Dyadic, NumberUpStar, Player, Value};

/// A point of a wall.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Point {
    /// What the game is worth here.
    pub value: Dyadic,
    /// The tax on every move.
    pub temperature: Dyadic,
}

/// One side of a thermograph: a line through these points, by rising temperature, and vertical above the last.
///
/// The first point is at temperature -1. Only points where the slope changes are kept.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Wall(Vec<Point>);

/// The stops of a game as functions of a tax on moves, from temperature -1 upwards, and the mast on top where
/// nobody wants to move any more.
///
/// ```
/// use zermelo_cgt::Arena;
///
/// let mut arena = Arena::new();
/// let game = arena.parse("{2||1|-1}")?;
/// let thermograph = arena.thermograph(game);
/// assert_eq!(thermograph.to_string(), "L: (3, -1) (1, 1) R: (1, -1)");
/// # Ok::<(), zermelo_cgt::ParseValueError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Thermograph {
    left: Wall,
    right: Wall,
    mean: Dyadic,
    temperature: Dyadic,
}

impl Wall {
    fn mast(value: Dyadic) -> Wall {
        Wall(vec![Point { value, temperature: Dyadic::MINUS_ONE }])
    }

    /// The points, by rising temperature.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.0
    }

    /// What the game is worth at a temperature of at least -1.
    #[must_use]
    pub fn at(&self, temperature: &Dyadic) -> Dyadic {
        line_at(&self.0, Slope::Vertical, temperature)
    }

    /// Drops points where nothing changes.
    fn simplified(points: Vec<Point>) -> Wall {
        let mut kept: Vec<Point> = Vec::with_capacity(points.len());
        for point in points {
            if kept.last().is_some_and(|last| last.temperature == point.temperature) {
                continue;
            }
            if let [.., before, last] = kept.as_slice()
                && Slope::between(before, last) == Slope::between(last, &point)
            {
                kept.pop();
            }
            kept.push(point);
        }
        while let [.., before, last] = kept.as_slice()
            && before.value == last.value
        {
            kept.pop();
        }
        Wall(kept)
    }
}

/// All lines of thermographs are vertical or diagonal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slope {
    /// The value falls as the temperature rises.
    Falling,
    Vertical,
    Rising,
}

impl Slope {
    fn between(low: &Point, high: &Point) -> Slope {
        match high.value.cmp(&low.value) {
            Ordering::Less => Slope::Falling,
            Ordering::Equal => Slope::Vertical,
            Ordering::Greater => Slope::Rising,
        }
    }

    /// How far the value moves over this rise of temperature.
    fn over(self, rise: &Dyadic) -> Dyadic {
        match self {
            Slope::Falling => -rise,
            Slope::Vertical => Dyadic::ZERO,
            Slope::Rising => rise.clone(),
        }
    }
}

/// The value of the line through these points, which goes on with this slope after the last.
fn line_at(points: &[Point], tail: Slope, temperature: &Dyadic) -> Dyadic {
    let above = points.partition_point(|point| point.temperature <= *temperature);
    let from = &points[above.max(1) - 1];
    let slope = points.get(above).map_or(tail, |to| Slope::between(from, to));
    &from.value + &slope.over(&(temperature - &from.temperature))
}

/// The best a player can get by a move, at each temperature: a line that becomes diagonal at the top.
struct Scaffold {
    points: Vec<Point>,
    tail: Slope,
}

impl Scaffold {
    /// The envelope of the opponents' walls after each move, shifted by the tax.
    fn new<'wall>(player: Player, mut walls: impl Iterator<Item = &'wall Wall>) -> Option<Scaffold> {
        let mut best = walls.next()?.0.clone();
        for wall in walls {
            best = envelope(player, &best, &wall.0);
        }
        let tail = match player {
            Player::Left => Slope::Falling,
            Player::Right => Slope::Rising,
        };
        for point in &mut best {
            point.value = &point.value + &tail.over(&point.temperature);
        }
        Some(Scaffold { points: best, tail })
    }

    fn at(&self, temperature: &Dyadic) -> Dyadic {
        line_at(&self.points, self.tail, temperature)
    }

    /// The part below a temperature, with the foot of the mast on top.
    fn cut(self, foot: &Point) -> Wall {
        let mut points = self.points;
        points.retain(|point| point.temperature < foot.temperature);
        points.push(foot.clone());
        Wall::simplified(points)
    }
}

fn temperatures(a: &[Point], b: &[Point]) -> Vec<Dyadic> {
    let mut all: Vec<Dyadic> = a.iter().chain(b).map(|point| point.temperature.clone()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The better of two walls for this player, at each temperature.
fn envelope(player: Player, a: &[Point], b: &[Point]) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    let mut before: Option<(Dyadic, Dyadic)> = None;
    for temperature in temperatures(a, b) {
        let (x, y) = (line_at(a, Slope::Vertical, &temperature), line_at(b, Slope::Vertical, &temperature));
        let gap = &x - &y;
        if let Some((from, old_gap)) = before
            && gap.sign() == old_gap.sign().reverse()
            && gap.sign() != Ordering::Equal
        {
            // The lines cross, one vertical, one diagonal: the gap closes at rate 1.
            let crossing = &from + &old_gap.abs();
            points.push(Point { value: line_at(a, Slope::Vertical, &crossing), temperature: crossing });
        }
        let takes_first = if player == Player::Left { gap.sign().is_ge() } else { gap.sign().is_le() };
        points.push(Point { value: if takes_first { x } else { y }, temperature: temperature.clone() });
        before = Some((temperature, gap));
    }
    points
}

/// Where the scaffolds meet: the foot of the mast.
fn foot_of_mast(left: &Scaffold, right: &Scaffold) -> Point {
    let mut below: Option<(Dyadic, Dyadic)> = None;
    for temperature in temperatures(&left.points, &right.points) {
        let gap = &left.at(&temperature) - &right.at(&temperature);
        if gap.sign().is_le() {
            let meeting = match below {
                None => temperature,
                // The gap closes at rate 1 or 2.
                Some((from, wide)) if &wide - &gap == &temperature - &from => &from + &wide,
                Some((from, wide)) => &from + &wide.half(),
            };
            return Point { value: left.at(&meeting), temperature: meeting };
        }
        below = Some((temperature, gap));
    }
    let (from, gap) = below.expect("walls have points");
    let meeting = &from + &gap.half();
    Point { value: left.at(&meeting), temperature: meeting }
}

impl Thermograph {
    fn of_integer(number: Dyadic) -> Thermograph {
        Thermograph {
            left: Wall::mast(number.clone()),
            right: Wall::mast(number.clone()),
            mean: number,
            temperature: Dyadic::MINUS_ONE,
        }
    }

    fn between(left: Scaffold, right: Scaffold) -> Thermograph {
        let foot = foot_of_mast(&left, &right);
        Thermograph {
            left: left.cut(&foot),
            right: right.cut(&foot),
            mean: foot.value,
            temperature: foot.temperature,
        }
    }

    /// The left wall: what Left gets by moving first.
    #[must_use]
    pub fn left(&self) -> &Wall {
        &self.left
    }

    /// The right wall: what Right concedes by moving first.
    #[must_use]
    pub fn right(&self) -> &Wall {
        &self.right
    }

    /// The wall of one player.
    #[must_use]
    pub fn wall(&self, player: Player) -> &Wall {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// Where the mast stands: the average worth of the game.
    #[must_use]
    pub fn mean(&self) -> &Dyadic {
        &self.mean
    }

    /// Where the mast begins: how much a move is worth.
    #[must_use]
    pub fn temperature(&self) -> &Dyadic {
        &self.temperature
    }
}

/// Both walls as points `(value, temperature)`: `L: (1, -1) (0, 0) R: (-1, -1) (0, 0)`.
impl fmt::Display for Thermograph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, wall) in [("L:", &self.left), (" R:", &self.right)] {
            f.write_str(name)?;
            for point in wall.points() {
                write!(f, " ({}, {})", point.value, point.temperature)?;
            }
        }
        Ok(())
    }
}

impl Arena {
    /// The thermograph of the canonical form.
    ///
    /// It does not depend on the form from temperature 0 upwards; below, the canonical form is meant, with
    /// integers as masts.
    pub fn thermograph(&mut self, value: Value) -> Arc<Thermograph> {
        let value = self.same_thermograph(value);
        if let Some(known) = self.thermographs.get(&value) {
            return Arc::clone(known);
        }
        if self.spend() {
            return Arc::new(Thermograph::of_integer(Dyadic::ZERO));
        }
        let thermograph = Arc::new(match self.as_number(value).filter(Dyadic::is_integer) {
            Some(integer) => Thermograph::of_integer(integer),
            None => deepen(|| self.thermograph_of_options(value)),
        });
        if !self.is_exhausted() {
            self.thermographs.insert(value, Arc::clone(&thermograph));
        }
        thermograph
    }

    fn thermograph_of_options(&mut self, value: Value) -> Thermograph {
        let mut scaffold = |player: Player| {
            let options = self.options(player, value);
            let mut below = Vec::with_capacity(options.len());
            for option in options {
                let graph = self.thermograph(option);
                // Joining walls takes time by their corners.
                self.spend_many(graph.left.0.len() + graph.right.0.len());
                below.push(graph);
            }
            let scaffold = Scaffold::new(player, below.iter().map(|graph| graph.wall(player.opponent())));
            scaffold.expect("a game that is no integer has moves for both players")
        };
        Thermograph::between(scaffold(Player::Left), scaffold(Player::Right))
    }

    /// A small value with the same thermograph: it cannot tell a few ups and small nimbers from many and large.
    fn same_thermograph(&mut self, value: Value) -> Value {
        const UPS: i64 = 3;
        const NIMBER: u32 = 2;
        let Some(parts) = self.as_number_up_star(value) else { return value };
        let few = parts.ups.clone().clamp(Dyadic::from(-UPS), Dyadic::from(UPS));
        let small = parts.nimber.min(NIMBER);
        self.number_up_star(&NumberUpStar { ups: few, nimber: small, ..parts })
    }

    /// The mean value: what one copy is worth among many.
    ///
    /// ```
    /// use zermelo_cgt::Arena;
    ///
    /// let mut arena = Arena::new();
    /// let game = arena.parse("{3|0}")?;
    /// assert_eq!((arena.mean(game), arena.temperature(game)), ("3/2".parse()?, "3/2".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mean(&mut self, value: Value) -> Dyadic {
        match self.as_number_up_star(value) {
            Some(parts) => parts.number,
            None => self.thermograph(value).mean.clone(),
        }
    }

    /// The temperature: what a move is worth. Integers have temperature -1, other numbers between -1 and 0.
    pub fn temperature(&mut self, value: Value) -> Dyadic {
        match self.as_number_up_star(value) {
            Some(parts) if parts.is_number() => Dyadic::MINUS_ONE.divided_by_power(parts.number.exponent()),
            Some(_) => Dyadic::ZERO,
            None => self.thermograph(value).temperature.clone(),
        }
    }
}
