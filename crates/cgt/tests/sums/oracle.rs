//! Slow and obviously right: games by their moves alone, without splits, normal forms, formulas,
//! values of parts or tables.

use std::collections::HashMap;

use zermelo_cgt::rulesets::{RulesetVisitor, with_ruleset};
use zermelo_cgt::{Arena, Player, Ruleset, Value, options};

/// A game whose ruleset is forgotten.
pub(crate) trait PlainGame {
    fn options(&self, player: Player) -> Vec<Box<dyn PlainGame>>;
    fn copy(&self) -> Box<dyn PlainGame>;
    fn text(&self) -> String;
}

struct Plain<R: Ruleset> {
    /// As it was asked for: an impartial form and the game itself are different games.
    title: std::rc::Rc<str>,
    ruleset: std::rc::Rc<R>,
    /// What `split` takes apart only because a position may be written as several pieces.
    position: R::Position,
}

impl<R: Ruleset> Plain<R> {
    fn with(&self, position: R::Position) -> Self {
        Self { title: self.title.clone(), ruleset: self.ruleset.clone(), position }
    }
}

impl<R: Ruleset + 'static> PlainGame for Plain<R> {
    fn options(&self, player: Player) -> Vec<Box<dyn PlainGame>> {
        let after = options(&*self.ruleset, &self.position, player);
        let wrap = |position| Box::new(self.with(position)) as Box<dyn PlainGame>;
        after.into_iter().map(wrap).collect()
    }

    fn copy(&self) -> Box<dyn PlainGame> {
        Box::new(self.with(self.position.clone()))
    }

    fn text(&self) -> String {
        format!("[{}] {}", self.title, self.ruleset.format(&self.position))
    }
}

/// Reads a game; `None` if it is not legal.
pub(crate) fn read(title: &str, text: &str) -> Option<Box<dyn PlainGame>> {
    struct Read<'a> {
        title: &'a str,
        text: &'a str,
    }
    impl RulesetVisitor for Read<'_> {
        type Output = Option<Box<dyn PlainGame>>;
        fn visit<R: Ruleset + 'static>(self, ruleset: R) -> Self::Output {
            let position = ruleset.parse(self.text).ok()?;
            Some(Box::new(Plain { title: self.title.into(), ruleset: std::rc::Rc::new(ruleset), position }))
        }
    }
    with_ruleset(title, Read { title, text }).expect("a known title")
}

/// Whether a player wins a sum by moving first: she has a move after which the other one does not.
pub(crate) fn wins(sum: &[Box<dyn PlainGame>], player: Player) -> bool {
    (0..sum.len()).any(|at| {
        sum[at].options(player).into_iter().any(|option| {
            let mut after: Vec<_> = sum.iter().map(|game| game.copy()).collect();
            after[at] = option;
            !wins(&after, player.opponent())
        })
    })
}

/// Plain recursion over sums that remembers what it saw, by the texts of the positions, and gives up after so many.
pub(crate) struct Recursion {
    known: HashMap<(Vec<String>, Player), bool>,
    limit: usize,
}

impl Recursion {
    pub(crate) fn new(limit: usize) -> Self {
        Self { known: HashMap::new(), limit }
    }

    /// Whether a player wins a sum by moving first; nothing if that takes too many positions.
    pub(crate) fn wins(&mut self, sum: &[Box<dyn PlainGame>], player: Player) -> Option<bool> {
        let mut texts: Vec<String> = sum.iter().map(|game| game.text()).collect();
        texts.sort();
        let key = (texts, player);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        self.limit = self.limit.checked_sub(1)?;
        let mut wins = false;
        'moves: for at in 0..sum.len() {
            for option in sum[at].options(player) {
                let mut after: Vec<_> = sum.iter().map(|game| game.copy()).collect();
                after[at] = option;
                if !self.wins(&after, player.opponent())? {
                    wins = true;
                    break 'moves;
                }
            }
        }
        self.known.insert(key, wins);
        Some(wins)
    }
}

/// The value by the definition.
pub(crate) fn value(game: &dyn PlainGame, arena: &mut Arena) -> Value {
    value_by_text(game, arena, &mut HashMap::new())
}

/// The same, remembering what positions were seen, by their texts.
fn value_by_text(game: &dyn PlainGame, arena: &mut Arena, known: &mut HashMap<String, Value>) -> Value {
    let text = game.text();
    if let Some(&value) = known.get(&text) {
        return value;
    }
    let sides = Player::BOTH.map(|player| {
        let options = game.options(player);
        options.iter().map(|option| value_by_text(option.as_ref(), arena, known)).collect::<Vec<_>>()
    });
    let value = arena.canonical(&sides[0], &sides[1]);
    known.insert(text, value);
    value
}

/// The nim-value by the definition.
pub(crate) fn nim_value(game: &dyn PlainGame) -> u32 {
    let options: Vec<u32> =
        game.options(Player::Left).iter().map(|option| nim_value(option.as_ref())).collect();
    (0..=options.len() as u32).find(|nim| !options.contains(nim)).expect("fewer options than numbers")
}
