//! Winning strategies, and a check of them that knows only the rules.

use std::collections::BTreeMap;
use std::fmt;

use thiserror::Error;

use crate::sum::part::MovePlace;
use crate::{Budget, Game, Player, Session, Stopped};

/// What to answer in every position that the opponent can bring about.
///
/// ```
/// use zermelo_cgt::{Budget, Player, Session};
/// let mut session = Session::new();
/// let sum = [session.read("clobber_1xn", "XOXO")?, session.read("nimber", "3")?];
/// let strategy = session.strategy(&sum, Player::Left, 1000, &mut Budget::unlimited()).unwrap();
/// assert_eq!(strategy.check(&mut session, &sum), Ok(()));
/// # Ok::<(), zermelo_cgt::ScriptProblem>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strategy {
    player: Player,
    /// The move to make by the texts of all games.
    replies: BTreeMap<Vec<String>, String>,
}

/// Why there is no strategy to print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NoStrategy {
    /// The player does not win if she moves first.
    #[error("{0} does not win moving first")]
    Lost(Player),
    /// The strategy is longer than was asked for.
    #[error("the strategy needs more than {0} replies")]
    TooLong(usize),
    /// The search ended without an answer.
    #[error("{0}")]
    Stopped(#[from] Stopped),
}

/// What is wrong with a strategy.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StrategyFlaw {
    /// A position that can come about has no reply.
    #[error("there is no reply in {0}")]
    NoReply(String),
    /// A reply is not a legal move.
    #[error("{reply} is not a move in {position}")]
    Illegal {
        /// The games.
        position: String,
        /// The reply.
        reply: String,
    },
}

impl Session {
    /// A strategy with which a player wins a sum moving first, of at most `limit` replies.
    pub fn strategy(
        &mut self,
        games: &[Game],
        player: Player,
        limit: usize,
        budget: &mut Budget,
    ) -> Result<Strategy, NoStrategy> {
        let mut strategy = Strategy { player, replies: BTreeMap::new() };
        let mut open = vec![games.to_vec()];
        while let Some(games) = open.pop() {
            let key = self.texts(&games);
            if strategy.replies.contains_key(&key) {
                continue;
            }
            if strategy.replies.len() == limit {
                return Err(NoStrategy::TooLong(limit));
            }
            let reply = match self.winning_move(&games, player, budget)? {
                Some(reply) => reply,
                None if strategy.replies.is_empty() => return Err(NoStrategy::Lost(player)),
                // What she moved to before was said to be lost for the opponent.
                None => return Err(Stopped::Contradiction.into()),
            };
            if let Some(after) = self.play(&games, player, &reply) {
                self.add_successors(&after, player.opponent(), budget, &mut open)?;
                if self.evaluator.check_memory().is_err() {
                    self.make_room()?;
                }
            }
            strategy.replies.insert(key, reply);
        }
        Ok(strategy)
    }

    fn texts(&self, games: &[Game]) -> Vec<String> {
        games.iter().map(|&game| self.text(game)).collect()
    }

    /// Appends the sums after each move of a player.
    fn add_successors(
        &mut self,
        games: &[Game],
        player: Player,
        budget: &Budget,
        open: &mut Vec<Vec<Game>>,
    ) -> Result<(), Stopped> {
        for (index, &game) in games.iter().enumerate() {
            let mut next = Some(MovePlace::default());
            while let Some(place) = next {
                budget.check()?;
                let after = self.evaluator.parts.games_after(game, player, place);
                open.extend(after.moves.iter().map(|&(_, game)| {
                    let mut games = games.to_vec();
                    games[index] = game;
                    games
                }));
                next = after.next;
            }
        }
        Ok(())
    }
}

impl Strategy {
    /// Plays every line of the opponent, with nothing but the rules, up to his defeat.
    pub fn check(&self, session: &mut Session, games: &[Game]) -> Result<(), StrategyFlaw> {
        let mut checked = std::collections::BTreeSet::new();
        let mut open = vec![games.to_vec()];
        while let Some(games) = open.pop() {
            let key = session.texts(&games);
            if !checked.insert(key.clone()) {
                continue;
            }
            let position = key.join(" ");
            let Some(reply) = self.replies.get(&key) else { return Err(StrategyFlaw::NoReply(position)) };
            let after = session
                .play(&games, self.player, reply)
                .ok_or_else(|| StrategyFlaw::Illegal { position, reply: reply.clone() })?;
            // Nobody stops this one.
            let added =
                session.add_successors(&after, self.player.opponent(), &Budget::unlimited(), &mut open);
            added.expect("there is no limit");
        }
        Ok(())
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.replies.iter().try_for_each(|(games, reply)| writeln!(f, "{}: {reply}", games.join(" ")))
    }
}
