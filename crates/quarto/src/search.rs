//! What a board is worth to the player who hands over the next piece: alpha-beta over wins, ties and their
//! lengths.

use crate::board::{Board, Elements};
use crate::planes::{Lanes, OUTSIDE, Planes};
use crate::score::Score;
use crate::table::{Bounds, Table};

/// A board on the way, with what the search asks for often.
#[derive(Clone, Copy)]
struct Node {
    board: Board,
    planes: Planes,
    /// The lanes with a threat.
    lanes: Lanes,
}

impl Node {
    fn new(board: Board) -> Node {
        let planes = board.planes();
        Node { board, planes, lanes: planes.threatening() }
    }

    #[inline]
    fn with(&self, cell: u32, piece: u8) -> Node {
        let planes = self.planes.with(cell, piece);
        Node { board: self.board.with(cell, piece), planes, lanes: planes.threatening() }
    }

    /// Returns the remaining pieces that complete no line.
    #[inline]
    fn safe(&self) -> u16 {
        !self.board.used() & OUTSIDE[usize::from(self.lanes)]
    }
}

/// Solves boards without a line, and remembers what it found.
pub struct Search {
    table: Table,
    /// Boards looked at.
    pub nodes: u64,
}

/// The search of one board.
struct Run<'a> {
    table: &'a mut Table,
    nodes: u64,
    give_up: &'a dyn Fn() -> bool,
    /// Somebody gave up: what is returned from here on means nothing, and is not remembered.
    stopped: bool,
}

/// So many boards take a fraction of a millisecond: after each as many, somebody may give up.
const BREATH: u64 = 4096;

/// No score is as good, or its opposite as bad.
const BEST: i8 = Score::win(0).0;

impl Search {
    /// Makes a search that remembers up to `1 << bits` boards.
    pub fn new(bits: u32) -> Search {
        Search { table: Table::new(bits), nodes: 0 }
    }

    /// Returns what `board`, which has no line, is worth to the player who hands over a piece.
    pub fn score(&mut self, board: Board) -> Score {
        self.handing_over(board, &|| false).expect("nobody gives up")
    }

    /// The same, or `None` if `give_up` said so first.
    pub fn handing_over(&mut self, board: Board, give_up: &dyn Fn() -> bool) -> Option<Score> {
        debug_assert!(!board.planes().has_line());
        self.run(give_up, |run| run.hand_over(&Node::new(board), -BEST, BEST))
    }

    /// Returns what placing `piece` on `board`, which has no line, is worth, or `None` if `give_up` said so
    /// first.
    pub fn placing(&mut self, board: Board, piece: u8, give_up: &dyn Fn() -> bool) -> Option<Score> {
        if board.planes().wins(piece) != 0 {
            return Some(Score::win(1));
        }
        self.run(give_up, |run| run.place(&Node::new(board), piece, -BEST, BEST))
    }

    fn run(&mut self, give_up: &dyn Fn() -> bool, search: impl Fn(&mut Run<'_>) -> i8) -> Option<Score> {
        let mut run = Run { table: &mut self.table, nodes: self.nodes, give_up, stopped: false };
        let score = search(&mut run);
        let stopped = run.stopped;
        self.nodes = run.nodes;
        (!stopped).then_some(Score(score))
    }
}

impl Run<'_> {
    /// Returns the score of a node for the player who hands over: exact between `alpha` and `beta`, otherwise
    /// a bound.
    fn hand_over(&mut self, node: &Node, mut alpha: i8, mut beta: i8) -> i8 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(BREATH) && (self.give_up)() {
            self.stopped = true;
        }
        if self.stopped {
            return 0;
        }
        let remaining = !node.board.used();
        if remaining == 0 {
            return 0;
        }
        let safe = node.safe();
        if safe == 0 {
            return Score::loss(1).0;
        }
        let empty = remaining.count_ones() as u8;
        if empty == 1 {
            return 0;
        }
        // A piece is safe, so nobody wins with the next placement if it is handed over: a win comes with the
        // second placement at the earliest, a loss with the third. With two cells left there is no third.
        let (least, most) = (if empty < 3 { 0 } else { Score::loss(3).0 }, Score::win(2).0);
        beta = beta.min(most);
        alpha = alpha.max(least);
        if alpha >= beta {
            return if alpha > least { beta } else { alpha };
        }
        let key = node.board.key();
        let deep = empty > 3;
        if deep && let Some(bounds) = self.table.get(key) {
            if bounds.low >= beta || bounds.low == bounds.high {
                return bounds.low;
            }
            if bounds.high <= alpha {
                return bounds.high;
            }
            alpha = alpha.max(bounds.low);
            beta = beta.min(bounds.high);
        }
        let mut best = -BEST;
        for piece in Elements(safe) {
            let value = -self.place(node, piece as u8, -beta, -alpha.max(best));
            if value > best {
                best = value;
                if best >= beta {
                    break;
                }
            }
        }
        if deep && !self.stopped {
            self.table.put(key, Bounds::found(best, alpha, beta));
        }
        best
    }

    /// Returns the score for the player who places `piece`, which completes no line.
    fn place(&mut self, node: &Node, piece: u8, alpha: i8, beta: i8) -> i8 {
        let mut children = [(0u32, *node); 16];
        let mut count = 0;
        for cell in Elements(!node.board.filled()) {
            let child = node.with(cell, piece);
            let safe = child.safe().count_ones();
            // Who places hands over next: nothing safe is the worst.
            let order = if safe == 0 { 1000 } else { safe & 1 ^ 1 };
            children[count] = (order, child);
            count += 1;
        }
        let children = &mut children[..count];
        let mut best = -BEST;
        for i in 0..children.len() {
            let next = (i..children.len()).min_by_key(|&k| children[k].0).expect("one is left");
            children.swap(i, next);
            let (low, high) = (later(alpha.max(best)), later(beta));
            let value = Score(self.hand_over(&children[i].1, low, high)).earlier().0;
            if value > best {
                best = value;
                if best >= beta {
                    break;
                }
            }
        }
        best
    }
}

/// The inverse of [`Score::earlier`].
#[inline]
fn later(score: i8) -> i8 {
    score + score.signum()
}
