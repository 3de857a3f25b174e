//! Battle sheep.

use std::cmp::Ordering;
use std::fmt;

use crate::scan::Scanner;
use crate::{Arena, Cell, Player, PositionError, Ruleset, SignedNormal, Value};

/// Battle sheep: from a herd of at least two, send some (not all) as far as possible over empty
/// cells in one of six directions.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sheep;

/// A pasture: sheep per cell, positive for Left, negative for Right.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pasture {
    columns: u8,
    cells: Vec<i8>,
}

/// A cell nobody can use: outside the region, or a single sheep, which never moves again.
const WALL: i8 = i8::MIN;
/// The largest pasture; the text of the error names it, too.
const MOST_CELLS: usize = 250;
/// Cells of the largest pasture, one cell wide, and of a fence around it.
const MOST_FENCED: usize = (MOST_CELLS + 2) * 3;
/// The largest herd.
const HERD: i64 = 50;
/// The six neighbours on a grid of hexagons whose rows are shifted: N, NE, E, S, SW, W.
const DIRECTIONS: [(i32, i32); 6] = [(-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)];

/// Some sheep leave a herd.
#[derive(Debug, Clone, Copy)]
pub struct Drive {
    from: Cell,
    to: Cell,
    count: u8,
}

impl fmt::Display for Drive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.from, self.to, self.count)
    }
}

impl Pasture {
    fn rows(&self) -> usize {
        self.cells.len().checked_div(usize::from(self.columns)).unwrap_or(0)
    }

    fn at(&self, cell: Cell) -> usize {
        usize::from(cell.row) * usize::from(self.columns) + usize::from(cell.col)
    }

    fn cell(&self, at: usize) -> Cell {
        let columns = usize::from(self.columns);
        Cell { row: (at / columns) as u8, col: (at % columns) as u8 }
    }

    fn neighbour(&self, cell: Cell, (rows, columns): (i32, i32)) -> Option<Cell> {
        let row = i32::from(cell.row) + rows;
        let col = i32::from(cell.col) + columns;
        let inside = row >= 0 && col >= 0 && col < i32::from(self.columns) && (row as usize) < self.rows();
        inside.then_some(Cell { row: row as u8, col: col as u8 })
    }

    /// The empty cells in a direction before anything else.
    fn way(&self, from: Cell, direction: (i32, i32)) -> impl Iterator<Item = Cell> {
        let next = move |&cell: &Cell| {
            self.neighbour(cell, direction).filter(|&cell| self.cells[self.at(cell)] == 0)
        };
        std::iter::successors(next(&from), next)
    }

    /// The herds of a player that can be divided.
    fn herds(&self, player: Player) -> impl Iterator<Item = Herd> {
        let sign = if player == Player::Left { 1 } else { -1 };
        let own =
            (0..self.cells.len()).filter(move |&at| self.cells[at] != WALL && self.cells[at] * sign > 1);
        let herds = own.map(|at| {
            let cell = self.cell(at);
            let ways = DIRECTIONS.map(|way| self.way(cell, way).count() as u8);
            Herd { cell, divisions: u32::from(self.cells[at].unsigned_abs()) - 1, ways }
        });
        herds.filter(|herd| herd.ways != [0; 6])
    }

    /// The cells of a region on the smallest rectangle that holds them.
    fn restricted(&self, region: impl Iterator<Item = Cell> + Clone) -> Self {
        let (mut top, mut left, mut bottom, mut right) = (u8::MAX, u8::MAX, 0, 0);
        for Cell { row, col } in region.clone() {
            (top, left) = (top.min(row), left.min(col));
            (bottom, right) = (bottom.max(row), right.max(col));
        }
        let (rows, columns) = (bottom - top + 1, right - left + 1);
        let mut small = Self { columns, cells: vec![WALL; usize::from(rows) * usize::from(columns)] };
        for cell in region {
            let to = small.at(Cell { row: cell.row - top, col: cell.col - left });
            small.cells[to] = self.cells[self.at(cell)];
        }
        small
    }

    /// What an image has in its cell `at`.
    fn in_image(&self, image: Image, at: usize) -> i8 {
        let at = if image.turned { self.cells.len() - 1 - at } else { at };
        let rows = self.rows();
        let from = if image.transposed { at % rows * usize::from(self.columns) + at / rows } else { at };
        match self.cells[from] {
            WALL => WALL,
            herd if image.negated => -herd,
            herd => herd,
        }
    }

    /// Compares two images as pastures: most differ in one of the first cells, so neither is made.
    fn compare(&self, a: Image, b: Image) -> Ordering {
        let columns = |image: Image| if image.transposed { self.rows() } else { usize::from(self.columns) };
        let differ = |&at: &usize| self.in_image(a, at) != self.in_image(b, at);
        columns(a).cmp(&columns(b)).then_with(|| match (0..self.cells.len()).find(differ) {
            Some(at) => self.in_image(a, at).cmp(&self.in_image(b, at)),
            None => Ordering::Equal,
        })
    }

    /// The least image, negated or not.
    fn least_image(&self, negated: bool) -> Image {
        let mut least = Image { turned: false, transposed: false, negated };
        for (turned, transposed) in [(true, false), (false, true), (true, true)] {
            let image = Image { turned, transposed, negated };
            if self.compare(image, least).is_lt() {
                least = image;
            }
        }
        least
    }

    fn image(&self, image: Image) -> Self {
        let columns = if image.transposed { self.rows() as u8 } else { self.columns };
        let cells = (0..self.cells.len()).map(|at| self.in_image(image, at)).collect();
        Self { columns, cells }
    }
}

/// A herd that can be divided.
struct Herd {
    cell: Cell,
    /// How often it can be divided into single sheep.
    divisions: u32,
    /// The number of empty cells in each direction before anything else.
    ways: [u8; 6],
}

impl Herd {
    /// How many single sheep the herd can send on these ways if the opponent, who begins, moves so
    /// often. Each of his moves ends at most one way: the longest one as long as he can move. The
    /// herd then uses the longest one that is left, which becomes a cell shorter.
    fn sure_moves(&self, mut ways: [u8; 6], mut hostile: u32) -> u32 {
        let mut made = 0;
        while made < self.divisions {
            ways.sort_unstable();
            if hostile > 0 {
                hostile -= 1;
                ways[5] = 0;
                ways.sort_unstable();
            }
            if ways[5] == 0 {
                break;
            }
            ways[5] -= 1;
            made += 1;
        }
        made
    }
}

/// A pasture as seen from elsewhere: a half turn and a reflection keep the six directions.
#[derive(Debug, Clone, Copy)]
struct Image {
    turned: bool,
    transposed: bool,
    negated: bool,
}

impl Ruleset for Sheep {
    type Position = Pasture;
    type Move = Drive;

    fn title(&self) -> &'static str {
        "sheep"
    }

    fn parse(&self, text: &str) -> Result<Pasture, PositionError> {
        let mut scanner = Scanner::new(text);
        let mut cells = Vec::new();
        let mut columns = None;
        let mut start = 0;
        loop {
            if scanner.peek() == Some('#') {
                scanner.expect('#')?;
                cells.push(WALL);
            } else {
                cells.push(scanner.integer("a herd", -HERD..=HERD, "between -50 and 50")? as i8);
            }
            if cells.len() > MOST_CELLS {
                let offset = scanner.offset();
                let law = "a pasture may have at most 250 cells";
                return Err(PositionError::Illegal { law, offset });
            }
            let at_end = scanner.peek().is_none();
            if at_end || scanner.eat('|') {
                let found = cells.len() - start;
                let expected = *columns.get_or_insert(found);
                if found != expected {
                    let row = start / expected + 1;
                    let offset = scanner.offset();
                    return Err(PositionError::RaggedRow { row, columns: expected, found, offset });
                }
                start = cells.len();
                if at_end {
                    return Ok(Pasture { columns: expected as u8, cells });
                }
            } else if scanner.eat(',') && scanner.peek() == Some('|') {
                return Err(scanner.wanted("an integer after the comma"));
            }
        }
    }

    fn format(&self, position: &Pasture) -> String {
        let word = |&sheep: &i8| if sheep == WALL { "#".to_owned() } else { sheep.to_string() };
        let rows = position.cells.chunks(usize::from(position.columns).max(1));
        let rows: Vec<String> = rows.map(|row| row.iter().map(word).collect::<Vec<_>>().join(",")).collect();
        rows.join("|")
    }

    fn moves(&self, position: &Pasture, player: Player, moves: &mut Vec<Drive>) {
        for (at, &herd) in position.cells.iter().enumerate() {
            let own = herd != WALL && (herd > 0) == (player == Player::Left);
            if !own || herd.abs() < 2 {
                continue;
            }
            let from = position.cell(at);
            for to in DIRECTIONS.iter().filter_map(|&way| position.way(from, way).last()) {
                moves.extend((1..herd.unsigned_abs()).map(|count| Drive { from, to, count }));
            }
        }
    }

    fn count_moves(&self, position: &Pasture, player: Player) -> Option<usize> {
        let moves = |herd: Herd| herd.divisions as usize * herd.ways.iter().filter(|&&way| way > 0).count();
        Some(position.herds(player).map(moves).sum())
    }

    fn play(&self, position: &Pasture, player: Player, mv: Drive) -> Pasture {
        let mut next = position.clone();
        let sheep = mv.count as i8 * if player == Player::Left { 1 } else { -1 };
        let (from, to) = (position.at(mv.from), position.at(mv.to));
        next.cells[from] -= sheep;
        next.cells[to] = sheep;
        next
    }

    fn split(&self, position: &Pasture, parts: &mut Vec<Pasture>) {
        // This is where a search spends its time: nothing is allocated but what is returned, and with a fence around
        // the pasture, neighbours are always the same distance apart.
        let (rows, columns) = (position.rows(), usize::from(position.columns));
        let stride = columns + 2;
        let mut open = [false; MOST_FENCED];
        for row in 0..rows {
            let cells = &position.cells[row * columns..][..columns];
            for (open, &herd) in open[(row + 1) * stride + 1..].iter_mut().zip(cells) {
                *open = herd != WALL && herd.abs() != 1;
            }
        }
        let ways = DIRECTIONS.map(|(rows, columns)| rows as isize * stride as isize + columns as isize);
        let mut region = [0_u16; MOST_CELLS];
        for start in stride..stride * (rows + 1) {
            if !open[start] {
                continue;
            }
            open[start] = false;
            region[0] = start as u16;
            let (mut next, mut size) = (0, 1);
            while next < size {
                let at = usize::from(region[next]);
                next += 1;
                for way in ways {
                    let near = at.wrapping_add_signed(way);
                    if open[near] {
                        open[near] = false;
                        region[size] = near as u16;
                        size += 1;
                    }
                }
            }
            let cells = region[..size].iter().map(|&at| {
                let (row, col) = (usize::from(at) / stride - 1, usize::from(at) % stride - 1);
                Cell { row: row as u8, col: col as u8 }
            });
            let empty = cells.clone().filter(|&cell| position.cells[position.at(cell)] == 0).count();
            if empty > 0 && empty < size {
                parts.push(position.restricted(cells));
            }
        }
    }

    /// A herd of `n` can be divided `n - 1` times if it is not shut in, and every division fills a cell.
    fn most_moves(&self, position: &Pasture, player: Player) -> Option<u32> {
        let divisions: u32 = position.herds(player).map(|herd| herd.divisions).sum();
        let empty = position.cells.iter().filter(|&&herd| herd == 0).count() as u32;
        Some(divisions.min(empty))
    }

    /// A herd can send single sheep in every direction, and a player who moves second can reply to
    /// each move of the opponent near a herd with a move of that herd. So herds count one by one, as
    /// long as no cell is on the way of two of them.
    fn sure_moves(&self, position: &Pasture, player: Player) -> u32 {
        let hostile = self.most_moves(position, player.opponent()).unwrap_or(u32::MAX);
        let mut herds: Vec<Herd> = position.herds(player).collect();
        herds.sort_by_cached_key(|herd| std::cmp::Reverse(herd.sure_moves(herd.ways, hostile)));
        let mut taken = [false; MOST_CELLS];
        let mut sure = 0;
        for herd in herds {
            // The shortest ways first: they are the least in the way of others.
            let mut order = [0, 1, 2, 3, 4, 5];
            order.sort_unstable_by_key(|&way| herd.ways[way]);
            let mut free = [0; 6];
            for way in order {
                let cells = || position.way(herd.cell, DIRECTIONS[way]).map(|cell| position.at(cell));
                if herd.sure_moves(free, hostile) < herd.divisions && !cells().any(|at| taken[at]) {
                    cells().for_each(|at| taken[at] = true);
                    free[way] = herd.ways[way];
                }
            }
            sure += herd.sure_moves(free, hostile);
        }
        sure
    }

    fn normal(&self, position: &Pasture) -> Pasture {
        position.image(position.least_image(false))
    }

    fn signed_normal(&self, position: &Pasture) -> SignedNormal<Pasture> {
        let (normal, negative) = (position.least_image(false), position.least_image(true));
        let order = position.compare(negative, normal);
        let least = if order.is_lt() { negative } else { normal };
        SignedNormal { position: position.image(least), negated: order.is_lt(), own_negative: order.is_eq() }
    }

    /// Without an opponent, sending single sheep often makes as many moves as there can be.
    fn value(&self, position: &Pasture, arena: &mut Arena) -> Option<Value> {
        let herds = || position.cells.iter().filter(|&&herd| herd != WALL && herd != 0);
        let player = if herds().all(|&herd| herd > 0) {
            Player::Left
        } else if herds().all(|&herd| herd < 0) {
            Player::Right
        } else {
            return None;
        };
        let mut moves = Vec::new();
        let mut now = position.clone();
        let mut made = 0;
        loop {
            moves.clear();
            self.moves(&now, player, &mut moves);
            let Some(&single) = moves.iter().find(|mv| mv.count == 1) else { break };
            now = self.play(&now, player, single);
            made += 1;
        }
        let sign = if player == Player::Left { 1 } else { -1 };
        (self.most_moves(position, player) == Some(made)).then(|| arena.integer(sign * i64::from(made)))
    }

    fn negative(&self, position: &Pasture) -> Option<Pasture> {
        let cells = position.cells.iter().map(|&s| if s == WALL { WALL } else { -s }).collect();
        Some(Pasture { columns: position.columns, cells })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Session;

    /// With several herds on few cells, their ways cross and everybody is in the way of everybody.
    #[test]
    fn values_are_between_the_bounds() {
        let mut random = fastrand::Rng::with_seed(11);
        let mut tight = 0;
        for _ in 0..400 {
            let columns = random.usize(3..=4);
            let mut cells = vec![0; columns * 3];
            for herd in [random.i8(2..=4), 2, random.i8(-3..=-2), random.i8(-2..=2)] {
                cells[random.usize(..columns * 3)] = herd;
            }
            let pasture = Pasture { columns: columns as u8, cells };
            let [left, right] = Player::BOTH.map(|player| {
                [Sheep.sure_moves(&pasture, player), Sheep.most_moves(&pasture, player).unwrap()]
            });
            let mut session = Session::new();
            let game = session.read("sheep", &Sheep.format(&pasture)).unwrap();
            let value = session.value(&[game]);
            let low = session.arena().integer(i64::from(left[0]) - i64::from(right[1]));
            let high = session.arena().integer(i64::from(left[1]) - i64::from(right[0]));
            let order = [session.arena().compare(low, value), session.arena().compare(value, high)];
            assert!(order.iter().all(|order| order.is_some_and(Ordering::is_le)), "{pasture:?}");
            tight += usize::from(order.contains(&Some(Ordering::Equal)));
        }
        assert!(tight > 50, "only {tight} bounds are exact");
    }
}
