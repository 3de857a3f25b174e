//! Battle sheep.

use std::cmp::Ordering;
use std::fmt;

use crate::boards::scan::Scanner;
use crate::rulesets::ruleset::{bounds_by_moves, heap_block};
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
        Cell { row: (at / columns) as u16, col: (at % columns) as u16 }
    }

    /// The empty cells in a direction before anything else.
    fn way(&self, from: Cell, (rows, columns): (i32, i32)) -> impl Iterator<Item = usize> {
        let cells_to_edge = |at: u16, step: i32, size: usize| match step {
            0 => usize::MAX,
            1 => size - 1 - usize::from(at),
            _ => usize::from(at),
        };
        let across = cells_to_edge(from.col, columns, usize::from(self.columns));
        let most = cells_to_edge(from.row, rows, self.rows()).min(across);
        let (start, step) = (self.at(from), rows as isize * isize::from(self.columns) + columns as isize);
        let cells = (1..=most as isize).map(move |steps| start.wrapping_add_signed(steps * step));
        cells.take_while(|&at| self.cells[at] == 0)
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

    fn empty_cells(&self) -> u32 {
        self.cells.iter().filter(|&&herd| herd == 0).count() as u32
    }

    /// The smallest rectangle that holds a region.
    fn of_region(region: &[Spot]) -> Self {
        let (mut top, mut left, mut bottom, mut right) = (u8::MAX, u8::MAX, 0, 0);
        for &Spot { row, col, .. } in region {
            (top, left) = (top.min(row), left.min(col));
            (bottom, right) = (bottom.max(row), right.max(col));
        }
        let (rows, columns) = (bottom - top + 1, right - left + 1);
        let mut small = Self { columns, cells: vec![WALL; usize::from(rows) * usize::from(columns)] };
        for spot in region {
            let to = small.at(Cell { row: (spot.row - top).into(), col: (spot.col - left).into() });
            small.cells[to] = spot.herd;
        }
        small
    }

    /// The cells of an image in their order.
    fn cells_of(&self, image: Image) -> impl Iterator<Item = i8> {
        let (rows, columns) = (self.rows() as isize, isize::from(self.columns));
        let (lines, length, line_step, step) =
            if image.transposed { (columns, rows, 1, columns) } else { (rows, columns, columns, 1) };
        let (start, sign) = if image.turned { (rows * columns - 1, -1) } else { (0, 1) };
        let line = move |line| (0..length).map(move |at| start + sign * (line * line_step + at * step));
        (0..lines).flat_map(line).map(move |from| {
            let herd = self.cells[from as usize];
            // A wall stays a wall.
            if image.negated { herd.wrapping_neg() } else { herd }
        })
    }

    /// Compares two images as pastures: most differ in one of the first cells, so neither is made.
    fn compare(&self, a: Image, b: Image) -> Ordering {
        let columns = |image: Image| if image.transposed { self.rows() } else { usize::from(self.columns) };
        columns(a).cmp(&columns(b)).then_with(|| self.cells_of(a).cmp(self.cells_of(b)))
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
        let mut cells = Vec::with_capacity(self.cells.len());
        cells.extend(self.cells_of(image));
        Self { columns, cells }
    }
}

/// A cell of a region.
#[derive(Clone, Copy, Default)]
struct Spot {
    /// Its place in the fenced pasture.
    at: u16,
    row: u8,
    col: u8,
    herd: i8,
}

/// Appends all that is connected with the first spot of a region, and closes it. Returns the size of the region.
fn visit(region: &mut [Spot; MOST_CELLS], open: &mut [i8; MOST_FENCED], stride: usize) -> usize {
    let ways = DIRECTIONS.map(|(rows, columns)| rows as isize * stride as isize + columns as isize);
    let (mut next, mut size) = (0, 1);
    while next < size {
        let spot = region[next];
        next += 1;
        for ((rows, columns), way) in DIRECTIONS.into_iter().zip(ways) {
            let at = usize::from(spot.at).wrapping_add_signed(way);
            let herd = open[at];
            if herd == 0 || (herd != WALL && spot.herd == 0) {
                open[at] = WALL;
                let row = spot.row.wrapping_add_signed(rows as i8);
                let col = spot.col.wrapping_add_signed(columns as i8);
                region[size] = Spot { at: at as u16, row, col, herd };
                size += 1;
            }
        }
    }
    size
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
    fn sure_moves(&self, mut ways: [u8; 6], hostile: u32) -> u32 {
        let mut made = 0;
        while made < hostile.min(self.divisions) {
            ways.sort_unstable();
            let [.., second, longest] = &mut ways;
            *longest = 0;
            if *second == 0 {
                return made;
            }
            *second -= 1;
            made += 1;
        }
        let left: u32 = ways.into_iter().map(u32::from).sum();
        self.divisions.min(made + left)
    }
}

/// A herd of `n` can be divided `n - 1` times if it is not shut in, and every division fills an empty cell.
fn most_moves(herds: &[Herd], empty: u32) -> u32 {
    herds.iter().map(|herd| herd.divisions).sum::<u32>().min(empty)
}

/// A herd can send single sheep in every direction, and a player who moves second can reply to each move of the opponent near
/// a herd with a move of that herd. So herds count one by one, as long as no cell is on the way of two of them.
fn sure_moves(position: &Pasture, herds: &[Herd], hostile: u32) -> u32 {
    let mut best_first: Vec<(u32, &Herd)> =
        herds.iter().map(|herd| (herd.sure_moves(herd.ways, hostile), herd)).collect();
    best_first.sort_by_key(|&(sure, _)| std::cmp::Reverse(sure));
    let mut taken = [false; MOST_CELLS];
    let mut total = 0;
    for (_, herd) in best_first {
        // The shortest ways first: they are the least in the way of others.
        let mut order = [0, 1, 2, 3, 4, 5];
        order.sort_unstable_by_key(|&way| herd.ways[way]);
        let (mut free, mut sure) = ([0; 6], 0);
        for way in order.into_iter().filter(|&way| herd.ways[way] > 0) {
            let cells = || position.way(herd.cell, DIRECTIONS[way]);
            if sure < herd.divisions && !cells().any(|at| taken[at]) {
                cells().for_each(|at| taken[at] = true);
                free[way] = herd.ways[way];
                sure = herd.sure_moves(free, hostile);
            }
        }
        total += sure;
    }
    total
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

    fn heap_bytes(&self, position: &Pasture) -> usize {
        heap_block(position.cells.capacity())
    }

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
                let to = position.cell(to);
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

    /// Parts are connected by empty cells: herds next to each other that have no empty neighbour in common never
    /// meet, and a herd without any never moves again.
    fn split(&self, position: &Pasture, parts: &mut Vec<Pasture>) {
        // This is where a search spends its time: nothing is allocated but what is returned, and with a fence around
        // the pasture, neighbours are always the same distance apart.
        let (rows, columns) = (position.rows(), usize::from(position.columns));
        let stride = columns + 2;
        // Cells that were visited are closed, too.
        let mut open = [WALL; MOST_FENCED];
        for row in 0..rows {
            let cells = &position.cells[row * columns..][..columns];
            for (open, &herd) in open[(row + 1) * stride + 1..].iter_mut().zip(cells) {
                *open = if matches!(herd, 1 | -1) { WALL } else { herd };
            }
        }
        let mut region = [Spot::default(); MOST_CELLS];
        for row in 0..rows {
            for col in 0..columns {
                let at = (row + 1) * stride + col + 1;
                if open[at] != 0 {
                    continue;
                }
                open[at] = WALL;
                region[0] = Spot { at: at as u16, row: row as u8, col: col as u8, herd: 0 };
                let size = visit(&mut region, &mut open, stride);
                if region[..size].iter().any(|spot| spot.herd != 0) {
                    parts.push(Pasture::of_region(&region[..size]));
                }
            }
        }
    }

    /// By the moves of the herds of both, which are looked for once only.
    fn integer_bounds(&self, position: &Pasture) -> Option<(i32, i32)> {
        let herds = Player::BOTH.map(|player| position.herds(player).collect::<Vec<_>>());
        // Every move fills a cell.
        let empty = position.empty_cells();
        let [left, right] = herds.each_ref().map(|herds| most_moves(herds, empty));
        let hostile = [right, left];
        let sure = [0, 1].map(|player| sure_moves(position, &herds[player], hostile[player]));
        Some(bounds_by_moves(sure, [left, right], empty))
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
        let mut made = 0_u32;
        loop {
            moves.clear();
            self.moves(&now, player, &mut moves);
            let Some(&single) = moves.iter().find(|mv| mv.count == 1) else { break };
            now = self.play(&now, player, single);
            made += 1;
        }
        let sign = if player == Player::Left { 1 } else { -1 };
        let herds: Vec<Herd> = position.herds(player).collect();
        let most = most_moves(&herds, position.empty_cells());
        (most == made).then(|| arena.integer(sign * i64::from(made)))
    }

    fn negative(&self, position: &Pasture) -> Option<Pasture> {
        let cells = position.cells.iter().map(|&s| if s == WALL { WALL } else { -s }).collect();
        Some(Pasture { columns: position.columns, cells })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Session, Switches};

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
            let (low, high) = Sheep.integer_bounds(&pasture).unwrap();
            let mut session = Session::new();
            let game = session.read("sheep", &Sheep.format(&pasture)).unwrap();
            let value = session.value(&[game]);
            let low = session.arena().integer(i64::from(low));
            let high = session.arena().integer(i64::from(high));
            let order = [session.arena().compare(low, value), session.arena().compare(value, high)];
            assert!(order.iter().all(|order| order.is_some_and(Ordering::is_le)), "{pasture:?}");
            tight += usize::from(order.contains(&Some(Ordering::Equal)));
        }
        assert!(tight > 50, "only {tight} bounds are exact");
    }

    /// Many herds on few cells: some are shut in, and some are next to each other in different parts.
    #[test]
    fn a_pasture_is_the_sum_of_its_parts() {
        let mut random = fastrand::Rng::with_seed(12);
        let mut divided = 0;
        for _ in 0..300 {
            let columns = random.usize(4..=5);
            let herds = [0, 0, 0, 0, -3, -2, -2, -1, 1, 2, 2, 3];
            let cells = (0..columns * 3).map(|_| *random.choice(&herds).unwrap()).collect();
            let pasture = Pasture { columns: columns as u8, cells };
            let mut parts = Vec::new();
            Sheep.split(&pasture, &mut parts);
            divided += usize::from(parts.len() > 1);
            let mut session = Session::with_switches(Switches { split: false, ..Switches::default() });
            let whole = session.read("sheep", &Sheep.format(&pasture)).unwrap();
            let parts: Vec<_> =
                parts.iter().map(|part| session.read("sheep", &Sheep.format(part)).unwrap()).collect();
            assert_eq!(session.value(&[whole]), session.value(&parts), "{pasture:?}");
        }
        assert!(divided > 30, "only {divided} pastures have several parts");
    }
}
