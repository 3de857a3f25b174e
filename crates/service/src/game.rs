//! A game in progress: moves, taking back, branches, and whose turn it is.
//!
//! Everything that was on the board stays: taking back goes up a tree, and another move begins a branch. It
//! holds no rules and knows no values by itself; whoever plays looks at positions and tells what he sees.

use std::collections::HashSet;

use zermelo_core::{Outcome, Turn};
use zermelo_library::{MoveView, PositionView};

/// Which players the computer plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Computer {
    /// The first player.
    First,
    /// The second player.
    Second,
    /// Both.
    Both,
    /// None.
    None,
}

impl Computer {
    /// Returns whether it plays for this player.
    pub fn plays(self, turn: Turn) -> bool {
        match self {
            Computer::None => false,
            Computer::Both => true,
            Computer::First => turn == Turn::First,
            Computer::Second => turn == Turn::Second,
        }
    }
}

/// A position that was on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stop {
    /// The position.
    pub position: String,
    /// The move that led here.
    pub by: Option<String>,
    /// Who is to move.
    pub turn: Turn,
    /// Its outcome, if it was known when somebody looked.
    pub outcome: Option<Outcome>,
}

struct Node {
    stop: Stop,
    parent: Option<usize>,
    /// What was played from here.
    children: Vec<usize>,
    /// Where the game went on last.
    next: Option<usize>,
}

/// A game in progress.
///
/// ```
/// use zermelo_core::Turn;
/// use zermelo_service::{Computer, GameInProgress};
/// let mut game = GameInProgress::new("start", Turn::First, Computer::None);
/// game.play("a", "after a", Turn::Second);
/// assert!(game.undo());
/// game.play("b", "after b", Turn::Second);
/// assert!(game.undo());
/// assert_eq!(game.branches().collect::<Vec<_>>(), ["a", "b"]);
/// assert!(game.redo());
/// assert_eq!(game.position(), "after b");
/// ```
pub struct GameInProgress {
    nodes: Vec<Node>,
    current: usize,
    /// Whom the computer plays.
    pub computer: Computer,
}

impl GameInProgress {
    /// A game that begins with a position.
    pub fn new(position: impl Into<String>, turn: Turn, computer: Computer) -> GameInProgress {
        let stop = Stop { position: position.into(), by: None, turn, outcome: None };
        let first = Node { stop, parent: None, children: Vec::new(), next: None };
        GameInProgress { nodes: vec![first], current: 0, computer }
    }

    /// Returns what is on the board.
    pub fn stop(&self) -> &Stop {
        &self.nodes[self.current].stop
    }

    /// Returns the position on the board.
    pub fn position(&self) -> &str {
        &self.stop().position
    }

    /// Returns who is to move.
    pub fn turn(&self) -> Turn {
        self.stop().turn
    }

    /// Returns everything from the first position to the board.
    pub fn past(&self) -> Vec<&Stop> {
        let mut past = Vec::new();
        let mut at = Some(self.current);
        while let Some(place) = at {
            past.push(&self.nodes[place].stop);
            at = self.nodes[place].parent;
        }
        past.reverse();
        past
    }

    /// Returns how many moves led to the board.
    pub fn moves_made(&self) -> usize {
        self.past().len() - 1
    }

    /// Notes what a look at the board has shown.
    pub fn seen(&mut self, view: &PositionView) {
        let stop = &mut self.nodes[self.current].stop;
        stop.turn = view.mover(stop.turn);
        stop.outcome = view.outcome;
    }

    /// Makes a move of the position on the board.
    pub fn make(&mut self, made: &MoveView) {
        let turn = made.turn_after(self.turn());
        self.play(&made.name, &made.position, turn);
    }

    /// Puts a position on the board, to which a move of this name leads. If that was played before, the game
    /// is in that branch.
    pub fn play(&mut self, by: &str, position: &str, turn: Turn) {
        let known = self.nodes[self.current].children.iter().copied();
        let same = |&child: &usize| {
            let stop = &self.nodes[child].stop;
            stop.by.as_deref() == Some(by) && stop.position == position
        };
        let next = known.into_iter().find(same).unwrap_or(self.nodes.len());
        if next == self.nodes.len() {
            let stop = Stop { position: position.to_owned(), by: Some(by.to_owned()), turn, outcome: None };
            let parent = Some(self.current);
            self.nodes.push(Node { stop, parent, children: Vec::new(), next: None });
            self.nodes[self.current].children.push(next);
        }
        self.nodes[self.current].next = Some(next);
        self.current = next;
    }

    /// Returns the names of the moves that were played from here.
    pub fn branches(&self) -> impl Iterator<Item = &str> {
        let children = self.nodes[self.current].children.iter();
        children.filter_map(|&child| self.nodes[child].stop.by.as_deref())
    }

    /// Returns whether the computer is to move.
    pub fn is_computers_turn(&self) -> bool {
        self.computer.plays(self.turn())
    }

    /// Returns the move that the computer makes, if it is its turn. Where no value is known it would play at
    /// random, so that a person has to move for it.
    pub fn computers_move<'v>(&self, view: &'v PositionView) -> Option<&'v MoveView> {
        // Moves are sorted: the fastest win, or else the best of the rest, or else the slowest loss.
        let best = view.outcome.and(view.moves.first());
        best.filter(|best| self.is_computers_turn() && best.outcome.is_some())
    }

    /// Returns whether the computer plays alone and has been here before.
    pub fn goes_round_in_circles(&self) -> bool {
        let mut seen = HashSet::new();
        self.computer == Computer::Both && !self.past().iter().all(|stop| seen.insert(&stop.position))
    }

    /// Goes back to the last time that a person had to move. Returns whether there was one; if not,
    /// everything stays.
    pub fn undo(&mut self) -> bool {
        let mut at = self.current;
        while let Some(parent) = self.nodes[at].parent {
            at = parent;
            if !self.computer.plays(self.nodes[at].stop.turn) {
                self.current = at;
                return true;
            }
        }
        false
    }

    /// Makes the moves again that were taken back last, up to the next turn of a person. Returns whether
    /// there were any.
    pub fn redo(&mut self) -> bool {
        let before = self.current;
        while let Some(next) = self.nodes[self.current].next {
            self.current = next;
            if !self.is_computers_turn() {
                break;
            }
        }
        self.current != before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alternate(game: &mut GameInProgress, moves: &[&str]) {
        for name in moves {
            let position = format!("{}{name}", game.position());
            let turn = game.turn().next();
            game.play(name, &position, turn);
        }
    }

    #[test]
    fn taking_back_goes_to_a_turn_of_a_person_and_again_forward() {
        let mut game = GameInProgress::new("", Turn::First, Computer::Second);
        alternate(&mut game, &["a", "b", "c", "d"]);
        assert_eq!((game.position(), game.moves_made()), ("abcd", 4));
        assert!(game.undo());
        assert_eq!(game.position(), "ab");
        assert!(game.undo() && !game.undo());
        assert_eq!(game.position(), "");
        assert!(game.redo() && game.redo() && !game.redo());
        assert_eq!(game.position(), "abcd");
    }

    #[test]
    fn if_only_the_computer_has_moved_nothing_is_taken_back() {
        let mut game = GameInProgress::new("", Turn::First, Computer::First);
        alternate(&mut game, &["a"]);
        assert!(!game.undo());
        assert_eq!(game.position(), "a");
    }

    #[test]
    fn another_move_begins_a_branch_and_the_same_move_goes_on_in_it() {
        let mut game = GameInProgress::new("", Turn::First, Computer::None);
        alternate(&mut game, &["a", "b"]);
        assert!(game.undo() && game.undo());
        alternate(&mut game, &["c", "d"]);
        assert!(game.undo() && game.undo());
        assert_eq!(game.branches().collect::<Vec<_>>(), ["a", "c"]);
        assert!(game.redo());
        assert_eq!(game.position(), "c");
        assert!(game.undo());
        alternate(&mut game, &["a"]);
        assert!(game.redo());
        assert_eq!((game.position(), game.branches().count()), ("ab", 0));
    }

    #[test]
    fn a_circle_counts_only_if_the_computer_plays_alone() {
        let mut game = GameInProgress::new("x", Turn::First, Computer::Both);
        game.play("a", "y", Turn::Second);
        assert!(!game.goes_round_in_circles());
        game.play("b", "x", Turn::First);
        assert!(game.goes_round_in_circles());
        game.computer = Computer::First;
        assert!(!game.goes_round_in_circles());
    }
}
