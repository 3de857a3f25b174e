//! Hackenbush on trees.

use crate::boards::scan::Scanner;
use crate::boards::strip::{recoloured, stone};
use crate::{Arena, Player, PositionError, Ruleset, Value};

/// Hackenbush on trees that grow from the ground: cut an edge of your colour (`X` Left, `O` Right,
/// `#` either); it and everything above it disappear.
///
/// `XXO` is a stalk, lowest edge first; `X<O,XX>` a fork on top of an edge; `X,O` two trees.
#[derive(Debug, Clone, Copy, Default)]
pub struct Hackenbush;

/// An edge with what grows on it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Branch {
    colour: u8,
    above: Vec<Branch>,
}

/// Trees are walked recursively, so their height is limited.
const EDGES: usize = 1000;

impl Branch {
    fn edges(&self) -> usize {
        1 + self.above.iter().map(Self::edges).sum::<usize>()
    }

    fn map(&self, colour: fn(u8) -> u8) -> Self {
        let mut above: Vec<Self> = self.above.iter().map(|branch| branch.map(colour)).collect();
        above.sort();
        Self { colour: colour(self.colour), above }
    }

    /// The colon principle: what grows on an edge counts only through its value.
    fn value(&self, arena: &mut Arena) -> Value {
        let above = self.above.iter().fold(Value::ZERO, |sum, branch| {
            let value = branch.value(arena);
            arena.add(sum, value)
        });
        let edge = match self.colour {
            b'X' => arena.integer(1),
            b'O' => arena.integer(-1),
            _ => Value::STAR,
        };
        arena.ordinal_sum(edge, above)
    }

    fn write(&self, text: &mut String) {
        text.push(char::from(self.colour));
        match &self.above[..] {
            [] => {}
            [only] => only.write(text),
            fork => {
                text.push('<');
                write_forest(fork, text);
                text.push('>');
            }
        }
    }
}

fn write_forest(forest: &[Branch], text: &mut String) {
    for (at, branch) in forest.iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        branch.write(text);
    }
}

/// Lists the edges that a player may cut, numbered from 1 in the order in which they are written.
fn cuttable(forest: &[Branch], player: Player, next: &mut u16, moves: &mut Vec<u16>) {
    for branch in forest {
        *next += 1;
        if branch.colour == stone(player) || branch.colour == b'#' {
            moves.push(*next);
        }
        cuttable(&branch.above, player, next, moves);
    }
}

fn without(forest: &[Branch], cut: usize) -> Vec<Branch> {
    let mut first = 1;
    let mut left = Vec::new();
    for branch in forest {
        let edges = branch.edges();
        if cut < first || cut >= first + edges {
            left.push(branch.clone());
        } else if cut > first {
            left.push(Branch { colour: branch.colour, above: without(&branch.above, cut - first) });
        }
        first += edges;
    }
    left
}

fn forest(scanner: &mut Scanner<'_>, edges: &mut usize) -> Result<Vec<Branch>, PositionError> {
    let mut trees = vec![branch(scanner, edges)?];
    while scanner.eat(',') {
        trees.push(branch(scanner, edges)?);
    }
    Ok(trees)
}

fn branch(scanner: &mut Scanner<'_>, edges: &mut usize) -> Result<Branch, PositionError> {
    let Some(symbol @ ('X' | 'O' | '#')) = scanner.peek() else {
        return Err(scanner.wanted("an edge X, O or #"));
    };
    *edges += 1;
    if *edges > EDGES {
        let law = "a position may have at most 1,000 edges";
        return Err(PositionError::Illegal { law, offset: scanner.offset() });
    }
    scanner.expect(symbol)?;
    let above = match scanner.peek() {
        Some('<') => {
            scanner.expect('<')?;
            let fork = forest(scanner, edges)?;
            scanner.expect('>')?;
            fork
        }
        Some('X' | 'O' | '#') => vec![branch(scanner, edges)?],
        _ => Vec::new(),
    };
    Ok(Branch { colour: symbol as u8, above })
}

impl Ruleset for Hackenbush {
    /// The trees on the ground.
    type Position = Vec<Branch>;
    /// The number of an edge in the order in which they are written.
    type Move = u16;

    fn title(&self) -> &'static str {
        "hackenbush"
    }

    fn parse(&self, text: &str) -> Result<Vec<Branch>, PositionError> {
        let mut scanner = Scanner::new(text);
        let trees = forest(&mut scanner, &mut 0)?;
        scanner.end()?;
        Ok(trees)
    }

    fn format(&self, position: &Vec<Branch>) -> String {
        let mut text = String::new();
        write_forest(position, &mut text);
        text
    }

    fn moves(&self, position: &Vec<Branch>, player: Player, moves: &mut Vec<u16>) {
        cuttable(position, player, &mut 0, moves);
    }

    fn play(&self, position: &Vec<Branch>, _player: Player, mv: u16) -> Vec<Branch> {
        without(position, usize::from(mv))
    }

    fn split(&self, position: &Vec<Branch>, parts: &mut Vec<Vec<Branch>>) {
        parts.extend(position.iter().map(|tree| vec![tree.clone()]));
    }

    fn normal(&self, position: &Vec<Branch>) -> Vec<Branch> {
        let mut trees: Vec<Branch> = position.iter().map(|tree| tree.map(|c| c)).collect();
        trees.sort();
        trees
    }

    fn value(&self, position: &Vec<Branch>, arena: &mut Arena) -> Option<Value> {
        Some(position.iter().fold(Value::ZERO, |sum, tree| {
            let value = tree.value(arena);
            arena.add(sum, value)
        }))
    }

    fn negative(&self, position: &Vec<Branch>) -> Option<Vec<Branch>> {
        Some(position.iter().map(|tree| tree.map(recoloured)).collect())
    }
}
