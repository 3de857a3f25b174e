//! A game as people see it: positions and moves as text, for games of any type. Compiled once, and not for
//! every game.

use std::collections::BTreeMap;

use zermelo_core::picture::{Figures, Look, Sign};
use zermelo_core::{Erased, Game, Outcome, ParseError, WideKey, parse_move};

use crate::view::{Choice, MoveView, PositionView, begins_with, next_parts, no_such_part, split_parts};
use crate::{LibraryError, Search};

/// Random games are given up after this many moves: those of loopy games may go on for ever.
const LONGEST_GAME: usize = 1000;

/// How many positions of random games a search looks at.
const PLAYED_POSITIONS: usize = 5000;

/// A game, and what is known of its positions.
pub(crate) struct Viewer<'a> {
    pub(crate) game: Erased<'a>,
    pub(crate) look: Option<&'a Look>,
    /// The outcome of a position, as far as it is known.
    pub(crate) outcome: &'a dyn Fn(&WideKey) -> Result<Option<Outcome>, LibraryError>,
    /// Whether a live solver was asked as well.
    pub(crate) is_asked: bool,
}

impl<'a> Viewer<'a> {
    fn moves(&self, p: &WideKey) -> Vec<u32> {
        let mut moves = Vec::new();
        if self.game.end(p).is_none() {
            self.game.moves(p, &mut moves);
        }
        moves
    }

    /// What stands where, if the game has a look.
    fn figures(&self, figures: impl FnOnce(&Erased<'a>) -> Figures) -> Figures {
        if self.look.is_some() { figures(&self.game) } else { Figures::default() }
    }

    /// All moves that begin with these parts.
    fn choices(&self, p: &WideKey, made: &[&str]) -> Result<(Vec<u32>, Vec<Choice>), LibraryError> {
        let game = &self.game;
        let (mut moves, mut choices) = (Vec::new(), Vec::new());
        for m in self.moves(p) {
            let parts = game.parts(p, m);
            if !begins_with(&parts, made) {
                continue;
            }
            let child = game.play(p, m);
            let whole = MoveView {
                name: game.format_move(p, m),
                position: game.format(&child),
                outcome: (self.outcome)(&child)?,
                part: false,
                sign: if let [only] = &parts[..] { only.sign.clone() } else { Sign::Text },
                figures: self.figures(|game| game.figures(&child)),
            };
            moves.push(m);
            choices.push(Choice { parts, whole });
        }
        Ok((moves, choices))
    }

    /// A position without its moves yet.
    fn still(&self, p: &WideKey) -> Result<PositionView, LibraryError> {
        Ok(PositionView {
            position: self.game.format(p),
            board: self.game.board(p),
            figures: self.figures(|game| game.figures(p)),
            turn: self.game.turn(p),
            outcome: (self.outcome)(p)?,
            thinking: false,
            moves: Vec::new(),
        })
    }

    /// The view with its moves. Without any, and without an end, the player is stuck. If a live solver ran
    /// out of time, what is known of the moves may still tell what the position is worth, or may not go with
    /// it.
    fn with_moves(&self, p: &WideKey, mut view: PositionView, moves: Vec<MoveView>) -> PositionView {
        view.moves = moves;
        if view.moves.is_empty() && self.game.end(p).is_none() {
            view.outcome = Some(Outcome::ended(self.game.stuck()));
        }
        if self.is_asked {
            view.thinking = view.moves.iter().any(|m| m.outcome.is_none());
            let best = view.moves.iter().filter_map(MoveView::worth).max();
            if view.thinking {
                // A value is told together with a move that keeps it.
                view.outcome = view.outcome.filter(|_| view.outcome == best);
            } else {
                view.outcome = view.outcome.or(best);
            }
        }
        view.sort_moves();
        view
    }

    /// The positions of one random game.
    fn random_game(&self, random: &mut fastrand::Rng) -> Vec<WideKey> {
        let mut visited = vec![self.game.start()];
        while visited.len() < LONGEST_GAME {
            let p = visited[visited.len() - 1];
            match self.moves(&p).as_slice() {
                [] => break,
                moves => visited.push(self.game.play(&p, moves[random.usize(..moves.len())])),
            }
        }
        visited
    }

    /// A position with its moves.
    pub(crate) fn view(&self, position: &str) -> Result<PositionView, LibraryError> {
        let p = self.game.parse(position)?;
        // First the position: what a live solver finds out about it helps with its moves.
        let view = self.still(&p)?;
        let (_, choices) = self.choices(&p, &[])?;
        let moves = choices.into_iter().map(|choice| choice.whole).collect();
        Ok(self.with_moves(&p, view, moves))
    }

    /// The same with moves by their parts.
    pub(crate) fn steps(&self, position: &str) -> Result<PositionView, LibraryError> {
        let (real, made) = split_parts(position);
        let p = self.game.parse(real)?;
        let mut view = self.still(&p)?;
        let (moves, choices) = self.choices(&p, &made)?;
        if !made.is_empty() {
            let &first = moves.first().ok_or_else(|| no_such_part(position))?;
            view.position = format!("{};{}", view.position, made.join(";"));
            view.figures = self.figures(|game| game.figures_between(&p, first, made.len()));
            let worths: Option<Vec<Outcome>> = choices.iter().map(|choice| choice.whole.worth()).collect();
            view.outcome = worths.and_then(|worths| worths.into_iter().max());
        }
        let figures =
            |place: usize| self.figures(|game| game.figures_between(&p, moves[place], made.len() + 1));
        let next = next_parts(&view.position, made.len(), choices, &figures);
        Ok(self.with_moves(&p, view, next))
    }

    /// The position after a move, by its name.
    pub(crate) fn play(&self, position: &str, name: &str) -> Result<String, ParseError> {
        let p = self.game.parse(position)?;
        let m = parse_move(&self.game, &p, name)?;
        Ok(self.game.format(&self.game.play(&p, m)))
    }

    /// A position that random play comes to.
    pub(crate) fn random(&self, seed: u64) -> String {
        let mut random = fastrand::Rng::with_seed(seed);
        let visited = self.random_game(&mut random);
        // Not the start, unless the game is over there.
        self.game.format(&visited[random.usize(1.min(visited.len() - 1)..visited.len())])
    }

    /// Positions of a kind: first such as random play comes to, then those that `stored` finds.
    pub(crate) fn search(
        &self,
        search: &Search,
        stored: &dyn Fn(&mut fastrand::Rng) -> Result<Vec<(WideKey, Outcome)>, LibraryError>,
    ) -> Result<Vec<(String, Outcome)>, LibraryError> {
        let mut random = fastrand::Rng::with_seed(search.seed);
        let mut found: BTreeMap<WideKey, Outcome> = BTreeMap::new();
        let mut looked_at = 0;
        while looked_at < PLAYED_POSITIONS && found.len() < search.limit {
            for p in self.random_game(&mut random) {
                looked_at += 1;
                let outcome = (self.outcome)(&p)?.filter(|&outcome| search.wants(outcome));
                if found.len() < search.limit {
                    found.extend(outcome.map(|outcome| (p, outcome)));
                }
            }
        }
        if found.len() < search.limit {
            found.extend(stored(&mut random)?);
        }
        let words = found.into_iter().map(|(p, outcome)| (self.game.format(&p), outcome));
        // A numbering may have places for positions that the rules of reading refuse.
        let mut words: Vec<(String, Outcome)> =
            words.filter(|(word, _)| self.game.parse(word).is_ok()).collect();
        random.shuffle(&mut words);
        words.truncate(search.limit);
        Ok(words)
    }
}
