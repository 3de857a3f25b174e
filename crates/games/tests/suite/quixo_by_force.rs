//! Quixo by brute force, without any code of the program: where the counts in `tests/data/quixo_3x3.tsv` come from.
//!
//! The published counts of this board are wrong (`docs/errata.md`), so the table needs a source of its own.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

const SIDE: usize = 3;

/// Who is to move, `x` or `o`, and the cells row by row, blank ones as `-`.
type Position = (char, Vec<char>);

/// A win or loss of the player to move, and its remoteness.
type Outcome = (&'static str, u32);

fn other(player: char) -> char {
    if player == 'x' { 'o' } else { 'x' }
}

/// The rows and columns, from end to end.
fn lanes() -> Vec<Vec<usize>> {
    let rows = (0..SIDE).map(|row| (0..SIDE).map(|column| row * SIDE + column).collect());
    let columns = (0..SIDE).map(|column| (0..SIDE).map(|row| row * SIDE + column).collect());
    rows.chain(columns).collect()
}

fn has_line(cells: &[char], player: char) -> bool {
    let mut lines = lanes();
    lines.push((0..SIDE).map(|i| i * SIDE + i).collect());
    lines.push((0..SIDE).map(|i| i * SIDE + SIDE - 1 - i).collect());
    lines.iter().any(|line| line.iter().all(|&cell| cells[cell] == player))
}

/// Who has completed a line wins; if both have one, the player who moved last has completed the opponent's, and loses.
fn end((player, cells): &Position) -> Option<Outcome> {
    match (has_line(cells, *player), has_line(cells, other(*player))) {
        (true, _) => Some(("win", 0)),
        (false, true) => Some(("lose", 0)),
        (false, false) => None,
    }
}

/// A cube of the border, blank or one's own, is taken out and pushed in again at another end of its row or column.
fn children((player, cells): &Position) -> BTreeSet<Position> {
    let mut children = BTreeSet::new();
    for lane in lanes() {
        for (place, &cell) in lane.iter().enumerate() {
            let (row, column) = (cell / SIDE, cell % SIDE);
            let on_border = [row, column].iter().any(|at| [0, SIDE - 1].contains(at));
            if !on_border || cells[cell] == other(*player) {
                continue;
            }
            for pushed_in_at in [0, SIDE - 1].into_iter().filter(|&end| end != place) {
                let mut cubes: Vec<char> = lane.iter().map(|&cell| cells[cell]).collect();
                cubes.remove(place);
                cubes.insert(pushed_in_at, *player);
                let mut after = cells.clone();
                for (&cell, cube) in lane.iter().zip(cubes) {
                    after[cell] = cube;
                }
                children.insert((other(*player), after));
            }
        }
    }
    children
}

/// Every position that can be reached, with its children.
fn reachable() -> BTreeMap<Position, BTreeSet<Position>> {
    let mut found = BTreeMap::new();
    let mut to_visit = vec![('x', vec!['-'; SIDE * SIDE])];
    while let Some(position) = to_visit.pop() {
        if let Entry::Vacant(place) = found.entry(position) {
            let over = end(place.key()).is_some();
            let next = if over { BTreeSet::new() } else { children(place.key()) };
            to_visit.extend(next.iter().cloned());
            place.insert(next);
        }
    }
    found
}

/// Round by round: what leads to a loss in one move less is won, and what leads only to wins is lost.
fn outcomes(positions: &BTreeMap<Position, BTreeSet<Position>>) -> BTreeMap<&Position, Outcome> {
    let ends = positions.keys().filter_map(|position| Some((position, end(position)?)));
    let mut known: BTreeMap<&Position, Outcome> = ends.collect();
    for round in 1.. {
        let decided = |(position, children): (_, &BTreeSet<Position>)| {
            let of: Vec<Option<&Outcome>> = children.iter().map(|child| known.get(child)).collect();
            let is_won = of.contains(&Some(&("lose", round - 1)));
            let is_lost = of.iter().all(|outcome| outcome.is_some_and(|(value, _)| *value == "win"));
            match (is_won, is_lost) {
                (true, _) => Some((position, ("win", round))),
                (false, true) => Some((position, ("lose", round))),
                (false, false) => None,
            }
        };
        let news: Vec<(&Position, Outcome)> = positions
            .iter()
            .filter(|(position, _)| !known.contains_key(position))
            .filter_map(decided)
            .collect();
        if news.is_empty() {
            break;
        }
        known.extend(news);
    }
    known
}

#[test]
fn quixo_by_force_has_the_counts_of_the_table() {
    let positions = reachable();
    let known = outcomes(&positions);
    let mut found: BTreeMap<String, [u64; 3]> = BTreeMap::new();
    for position in positions.keys() {
        let (remoteness, column) = match known.get(position) {
            Some(("win", remoteness)) => (remoteness.to_string(), 0),
            Some((_, remoteness)) => (remoteness.to_string(), 1),
            None => ("inf".to_owned(), 2),
        };
        found.entry(remoteness).or_default()[column] += 1;
    }
    let table = include_str!("../../../../tests/data/quixo_3x3.tsv");
    let rows = table.lines().filter(|line| !line.starts_with(['#', 'r'])).map(|line| {
        let (remoteness, counts) = line.split_once('\t').unwrap();
        let counts: Vec<u64> = counts.split('\t').map(|count| count.parse().unwrap()).collect();
        (remoteness.to_owned(), counts.try_into().unwrap())
    });
    assert_eq!(found, rows.collect());
    assert_eq!(known[&('x', vec!['-'; SIDE * SIDE])], ("win", 7));
}
