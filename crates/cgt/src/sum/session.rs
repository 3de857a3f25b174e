//! Games and questions about their sums.

use std::sync::Arc;
use std::thread;

use crate::script::language::{Command, GameText, Place, ScriptError, ScriptProblem, SumText, shortened};
use crate::sum::budget::{Budget, Stopped};
use crate::sum::database::OpenDatabase;
use crate::sum::evaluator::{Evaluator, Terms};
use crate::sum::kept_search::{Keep, Saving};
use crate::sum::nim_search::NimSearch;
use crate::sum::part::{MovePlace, Part};
use crate::sum::search::{Manner, Search};
use crate::sum::shared_search::{Member, Said, SharedSearch};
use crate::sum::transposition::Kept;
use crate::{Database, Game, Player, Ruleset, Thermograph, Value};

/// Reads games and answers questions about their sums; remembers what it found out.
///
/// ```
/// use zermelo_cgt::{Answer, Budget, Player, Session};
///
/// let mut session = Session::new();
/// let sum = [session.read("clobber_1xn", "XOXO")?, session.read("nimber", "3")?];
/// let answer = session.left_or_right_wins(&sum, Player::Left, &mut Budget::unlimited());
/// assert_eq!(answer, Ok(true));
/// # Ok::<(), zermelo_cgt::ScriptProblem>(())
/// ```
pub struct Session {
    pub(crate) evaluator: Evaluator,
    pub(crate) search: Search,
    pub(crate) nims: NimSearch,
    /// How often room was made, and how much was known at the last time.
    pub(crate) collections: u64,
    pub(crate) known_then: u64,
    helpers: Option<Helpers>,
    /// Where interrupted searches are kept, if they are.
    pub(crate) keep: Option<Keep>,
    /// How hard it tried last, and how hard an interrupted search had tried that was taken up.
    pub(crate) attempt: Attempt,
    pub(crate) resumed: Option<Attempt>,
    /// The question that is searched and saved now and then, if it is.
    pub(crate) saving: Option<Saving>,
}

/// Sessions on other threads that help with hard sums.
#[derive(Clone)]
struct Helpers {
    count: usize,
    make: Arc<dyn Fn() -> Session + Send + Sync>,
}

/// What a session makes use of; turning something off shows what it is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch")]
pub struct Switches {
    /// Remember the results of searches.
    pub table: bool,
    /// Split positions into independent parts.
    pub split: bool,
    /// Replace small parts by their canonical values.
    pub values: bool,
    /// Keep whole keys in the table, so that answers are proofs. Without them it keeps hashes of 64
    /// bits, of which it holds more, and which are equal for different sums once in 10^19 times.
    pub proof: bool,
}

impl Default for Switches {
    fn default() -> Self {
        Self { table: true, split: true, values: true, proof: true }
    }
}

/// The answer to a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Whether the player who moves first wins.
    Wins(bool),
    /// The nim-value.
    Nim(u32),
    /// The winning moves, sorted.
    Moves(Vec<String>),
    /// The thermograph.
    Thermograph(Arc<Thermograph>),
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

/// How much of the memory is for the results of searches.
const fn table_bytes(memory: usize) -> usize {
    memory / 4
}

/// The name of a move in a sum: with several games it starts with the number of the game.
fn full_name(games: &[Game], index: usize, name: String) -> String {
    if games.len() > 1 { format!("{index}:{name}") } else { name }
}

/// Steps for finding the value of a whole game before searching.
const WHOLE_GAME_COST: u32 = 400;

/// How hard to try, and how, before the parts are evaluated with more effort.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Attempt {
    pub(crate) manner: Manner,
    /// The work to spend, in nodes of a search depth first.
    pub(crate) quota: u64,
}

impl Attempt {
    const FIRST: Self = Self { manner: Manner::DepthFirst, quota: 20_000 };

    /// The least work that is worth beginning to search best first. Most sums that take less, and all boards
    /// of NoGo that were tried, are faster depth first. A million was too little for clobber: in a search of
    /// a 6x6 board 640,000 nodes best first came in between, and saved 210,000 of 780,000 depth first.
    const LONG: u64 = 2_000_000;

    /// So many moves in a node are many: depth first, a wrong one costs more, so that it is not worth waiting for
    /// [`LONG`](Self::LONG). Battle sheep has about 10, NoGo 5.
    const MANY_MOVES: u64 = 8;

    /// Four times as much work, after nodes with so many moves on average. Either manner may be fast where
    /// the other one is hopeless, so they take turns in the end.
    const fn next(self, moves: u64) -> Self {
        let quota = 4 * self.quota;
        let manner = match self.manner {
            Manner::DepthFirst if quota >= Self::LONG || moves >= Self::MANY_MOVES => Manner::BestFirst,
            _ => Manner::DepthFirst,
        };
        Self { manner, quota }
    }

    /// Nodes to search: best first, each takes twice as long.
    const fn nodes(self) -> u64 {
        match self.manner {
            Manner::DepthFirst => self.quota,
            Manner::BestFirst => self.quota / 2,
        }
    }
}

/// How much longer a step of evaluating takes than a node of a search.
const NODES_PER_STEP: u64 = 8;

impl Session {
    /// Bytes that a session takes at most, unless it is given more.
    pub const MEMORY: usize = 240 << 20;

    /// Nothing is known yet; making one costs next to nothing.
    #[must_use]
    pub fn new() -> Self {
        let mut evaluator = Evaluator::new();
        evaluator.memory = Self::MEMORY - table_bytes(Self::MEMORY);
        let search = Search::new(table_bytes(Self::MEMORY));
        let nims = NimSearch::new(Self::MEMORY);
        Self {
            evaluator,
            search,
            nims,
            collections: 0,
            known_then: 0,
            helpers: None,
            keep: None,
            attempt: Attempt::FIRST,
            resumed: None,
            saving: None,
        }
    }

    /// With so many helpers, on threads of their own, for sums that are hard to search.
    ///
    /// A helper is a session that `make` makes: with the same rulesets, but without helpers. They
    /// search the same sum, each beginning with other moves, and tell each other what they find out.
    ///
    /// ```
    /// use zermelo_cgt::{Budget, Player, Session};
    ///
    /// let mut session = Session::new().with_helpers(1, Session::new);
    /// let board = session.read("domineering", "4x5")?;
    /// let answer = session.left_or_right_wins(&[board], Player::Right, &mut Budget::unlimited());
    /// assert_eq!(answer, Ok(false));
    /// # Ok::<(), zermelo_cgt::ScriptProblem>(())
    /// ```
    #[must_use]
    pub fn with_helpers(mut self, count: usize, make: impl Fn() -> Session + Send + Sync + 'static) -> Self {
        self.helpers = (count > 0).then(|| Helpers { count, make: Arc::new(make) });
        self
    }

    /// Takes about as many bytes at most; a search that cannot do with that ends with [`Stopped::Memory`].
    #[must_use]
    pub fn with_memory(mut self, bytes: usize) -> Self {
        self.evaluator.memory = bytes - table_bytes(bytes);
        self.search.set_table_bytes(table_bytes(bytes));
        self.nims = NimSearch::new(bytes);
        self
    }

    /// A session that leaves out some of its means.
    #[must_use]
    pub fn with_switches(switches: Switches) -> Self {
        let mut session = Self::new();
        session.evaluator.evaluates = switches.values;
        if !switches.split {
            session.evaluator.parts.stop_splitting();
        }
        session.search.keep(match switches {
            Switches { table: false, .. } => Kept::Nothing,
            Switches { proof: false, .. } => Kept::Hashes,
            _ => Kept::Keys,
        });
        session
    }

    /// Looks up positions in a database from now on.
    pub fn use_database(&mut self, database: Arc<Database>) -> Result<(), ScriptProblem> {
        let table = self.evaluator.parts.table(&database.title);
        let table = table.ok_or_else(|| ScriptProblem::UnknownTitle(shortened(&database.title)))?;
        self.evaluator.use_database(table, OpenDatabase::new(database));
        Ok(())
    }

    /// Makes a ruleset of your own known under its title.
    pub fn add_ruleset<R: Ruleset + 'static>(&mut self, ruleset: R) {
        self.evaluator.parts.add_ruleset(ruleset);
    }

    /// Reads a game of the ruleset with this title.
    pub fn read(&mut self, title: &str, text: &str) -> Result<Game, ScriptProblem> {
        match self.evaluator.parts.read(title, text) {
            Some(game) => Ok(game?),
            None => Err(ScriptProblem::UnknownTitle(shortened(title))),
        }
    }

    /// Reads the games of a sum and checks that the commands fit.
    pub fn read_sum(&mut self, sum: &SumText) -> Result<Vec<Game>, ScriptError> {
        let games: Vec<Game> = sum.games.iter().map(|game| self.read_text(game)).collect::<Result<_, _>>()?;
        for command in &sum.commands {
            let impartial_only =
                matches!(command, Command::NimValue { .. } | Command::WinningMoves { player: None, .. });
            let partizan = games.iter().find(|&&game| !self.evaluator.parts.is_impartial(game));
            if let (true, Some(&game)) = (impartial_only, partizan) {
                let title = self.evaluator.parts.title(game).to_owned();
                let problem = ScriptProblem::Partizan(command.to_string(), title);
                return Err(ScriptError { place: sum.place, problem });
            }
        }
        Ok(games)
    }

    fn read_text(&mut self, game: &GameText) -> Result<Game, ScriptError> {
        self.read(&game.title, &game.text).map_err(|problem| {
            let offset = match &problem {
                ScriptProblem::Position(error) => error.offset(),
                _ => 0,
            };
            let place = Place { column: game.place.column + offset, ..game.place };
            ScriptError { place, problem }
        })
    }

    /// How a game is written.
    #[must_use]
    pub fn text(&self, game: Game) -> String {
        self.evaluator.parts.text(game)
    }

    /// Answers a command about a sum of games.
    pub fn answer(
        &mut self,
        games: &[Game],
        command: &Command,
        budget: &mut Budget,
    ) -> Result<Answer, Stopped> {
        Ok(match command {
            Command::Solve { player, .. } => Answer::Wins(self.left_or_right_wins(games, *player, budget)?),
            Command::NimValue { .. } => Answer::Nim(self.nim_value(games, budget)?),
            Command::WinningMoves { player, .. } => {
                Answer::Moves(self.winning_moves(games, *player, budget)?)
            }
            Command::Thermograph { .. } => {
                let value = self.value_within(games, budget)?;
                let memory = self.evaluator.memory;
                let arena = &mut self.evaluator.arena;
                Answer::Thermograph(arena.limited(budget, memory, |arena| arena.thermograph(value))?)
            }
        })
    }

    /// Whether this player wins the sum if she moves first.
    pub fn left_or_right_wins(
        &mut self,
        games: &[Game],
        player: Player,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        if games.iter().all(|&game| self.evaluator.parts.is_impartial(game)) {
            return Ok(self.nim_value(games, budget)? != 0);
        }
        self.evaluator.watch = budget.clone();
        self.evaluator.begin_question();
        let Some(helpers) = self.helpers.clone() else {
            return self.keep_trying(games, player, Attempt::FIRST, budget);
        };
        // What is easy is not worth a thread.
        match self.try_games(games, player, Attempt::FIRST, Attempt::FIRST.nodes(), budget) {
            Ok(Some(answer)) => return Ok(answer),
            Ok(None) => {}
            Err(Stopped::Memory) => self.make_room()?,
            Err(stopped) => return Err(stopped),
        }
        self.try_together(&helpers, games, player, budget)
    }

    /// Lets helpers search the same sum; the first answer counts.
    fn try_together(
        &mut self,
        helpers: &Helpers,
        games: &[Game],
        player: Player,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        let written: Vec<(String, String)> = games
            .iter()
            .map(|&game| (self.evaluator.parts.title(game).to_owned(), self.text(game)))
            .collect();
        let shared = SharedSearch::new(table_bytes(self.evaluator.memory));
        let watched = budget.clone().with_rival(shared.answered());
        let before = budget.nodes;
        let counts_before = std::mem::take(&mut self.evaluator.counts);
        // All must find the same parts worth evaluating, or they would not speak of the same sums.
        let gauges = self.evaluator.gauges();
        let mut ended = Ok(());
        let work = |session: &mut Session, number: usize, games: &[Game]| {
            let mut budget = watched.clone();
            session.evaluator.watch = budget.clone();
            session.evaluator.stop_learning(&gauges);
            session.search.join(Some(Member::new(Arc::clone(&shared), number, helpers.count + 1)));
            let answer =
                session.keep_trying(games, player, Attempt::FIRST.next(budget.moves_per_node()), &mut budget);
            session.search.join(None);
            session.evaluator.learns = true;
            shared.done(answer.ok(), budget.nodes - before, &session.evaluator.counts);
            answer.map(|_| ())
        };
        thread::scope(|scope| {
            for number in 1..=helpers.count {
                let (work, written) = (&work, &written);
                let help = move || {
                    let mut helper = (helpers.make)();
                    let read = |(title, text): &(String, String)| helper.read(title, text);
                    if let Ok(games) = written.iter().map(read).collect::<Result<Vec<Game>, _>>() {
                        // Whoever asked for help says why there is no answer.
                        let _ = work(&mut helper, number, &games);
                    }
                };
                // Where the system has no more threads, it goes without help.
                let _ = thread::Builder::new().spawn_scoped(scope, help);
            }
            ended = work(self, 0, games);
        });
        let (answer, nodes, counts) = shared.result();
        budget.nodes += nodes;
        self.evaluator.counts = counts_before;
        self.evaluator.counts.add_all(&counts);
        match answer {
            Said::Answer(answer) => Ok(answer),
            Said::Nothing => ended.and(Err(Stopped::Interrupted)),
            Said::Both => Err(Stopped::Contradiction),
        }
    }

    /// Tries with more and more effort, beginning with this attempt.
    fn keep_trying(
        &mut self,
        games: &[Game],
        player: Player,
        mut attempt: Attempt,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        let mut left = attempt.nodes();
        loop {
            self.attempt = attempt;
            let before = budget.nodes;
            match self.try_games(games, player, attempt, left, budget) {
                Ok(Some(answer)) => return Ok(answer),
                Ok(None) => {
                    attempt = self.resumed.take().unwrap_or(attempt.next(budget.moves_per_node()));
                    left = attempt.nodes();
                }
                Err(Stopped::Memory) => {
                    self.make_room()?;
                    left = left.saturating_sub(budget.nodes - before);
                }
                Err(stopped) => return Err(stopped),
            }
        }
    }

    /// The nim-value of a sum of impartial games.
    pub fn nim_value(&mut self, games: &[Game], budget: &mut Budget) -> Result<u32, Stopped> {
        self.evaluator.watch = budget.clone();
        loop {
            let parts = self.parts(games);
            let search = |budget: &mut _| self.nims.nim_of_sum(&mut self.evaluator, &parts, budget);
            let pause = self.saving.as_ref().map(Saving::pause);
            match budget.before_pause(pause, u64::MAX, search) {
                Ok(Some(nim)) => return Ok(nim),
                Ok(None) => self.save(),
                Err(Stopped::Memory) => self.make_room()?,
                Err(stopped) => return Err(stopped),
            }
        }
    }

    /// The canonical value of a sum, however long it takes and however much memory.
    pub fn value(&mut self, games: &[Game]) -> Value {
        let parts = self.parts(games);
        self.evaluator.unlimited_sum(&parts)
    }

    /// The canonical value of a sum, as long as effort and memory allow.
    pub fn value_within(&mut self, games: &[Game], budget: &Budget) -> Result<Value, Stopped> {
        let parts = self.parts(games);
        self.evaluator.full_sum(&parts, budget)
    }

    /// The values that [`value`](Self::value) speaks of.
    pub fn arena(&mut self) -> &mut crate::Arena {
        &mut self.evaluator.arena
    }

    /// The names of all winning first moves, sorted; in an impartial sum the player may be left
    /// open. With several games, a name starts with the number of the game, counted from 0.
    pub fn winning_moves(
        &mut self,
        games: &[Game],
        player: Option<Player>,
        budget: &mut Budget,
    ) -> Result<Vec<String>, Stopped> {
        let mut winning = Vec::new();
        for index in 0..games.len() {
            winning.extend(self.winning_moves_in(games, index, player, budget, false)?);
        }
        self.expect_wins(games, player, !winning.is_empty(), budget)?;
        winning.sort();
        winning.dedup();
        Ok(winning)
    }

    /// An error if it was found out that this player, or in an impartial sum anybody, wins moving first or
    /// not, and asking for it tells otherwise.
    fn expect_wins(
        &mut self,
        games: &[Game],
        player: Option<Player>,
        expected: bool,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        let wins = match player {
            Some(player) => self.left_or_right_wins(games, player, budget)?,
            None => self.nim_value(games, budget)? != 0,
        };
        if wins == expected { Ok(()) } else { Err(Stopped::Contradiction) }
    }

    /// The winning moves in one of the games; none if an equal game comes earlier.
    fn winning_moves_in(
        &mut self,
        games: &[Game],
        index: usize,
        player: Option<Player>,
        budget: &mut Budget,
        one_is_enough: bool,
    ) -> Result<Vec<String>, Stopped> {
        let game = games[index];
        let same = |&other: &Game| {
            self.evaluator.parts.title(other) == self.evaluator.parts.title(game)
                && self.text(other) == self.text(game)
        };
        if games[..index].iter().any(same) {
            return Ok(Vec::new());
        }
        let mut winning = Vec::new();
        let mut next = Some(MovePlace::default());
        while let Some(place) = next.filter(|_| !one_is_enough || winning.is_empty()) {
            budget.check()?;
            let after = self.evaluator.parts.games_after(game, player.unwrap_or(Player::Left), place);
            let found = self.winning_among(games, index, &after.moves, player, budget, one_is_enough);
            self.evaluator.parts.forget_games(&after);
            winning.extend(found?);
            next = after.next;
        }
        Ok(winning)
    }

    /// The moves, given with the game after each, that win.
    fn winning_among(
        &mut self,
        games: &[Game],
        index: usize,
        moves: &[(String, Game)],
        player: Option<Player>,
        budget: &mut Budget,
        one_is_enough: bool,
    ) -> Result<Vec<String>, Stopped> {
        let mut winning = Vec::new();
        let mut after = games.to_vec();
        for (name, next) in moves {
            budget.check()?;
            after[index] = *next;
            let lost = match player {
                Some(player) => !self.left_or_right_wins(&after, player.opponent(), budget)?,
                None => self.nim_value(&after, budget)? == 0,
            };
            if lost {
                winning.push(full_name(games, index, name.clone()));
                if one_is_enough {
                    break;
                }
            }
        }
        Ok(winning)
    }

    /// A winning first move, if there is one, named as in [`winning_moves`](Self::winning_moves).
    pub fn winning_move(
        &mut self,
        games: &[Game],
        player: Player,
        budget: &mut Budget,
    ) -> Result<Option<String>, Stopped> {
        let mut winning = None;
        for index in 0..games.len() {
            winning = self.winning_moves_in(games, index, Some(player), budget, true)?.pop();
            if winning.is_some() {
                break;
            }
        }
        self.expect_wins(games, Some(player), winning.is_some(), budget)?;
        Ok(winning)
    }

    /// The names of all moves of a player.
    pub fn moves(&mut self, games: &[Game], player: Player) -> Vec<String> {
        let mut names = Vec::new();
        for (index, &game) in games.iter().enumerate() {
            let mut next = Some(0);
            while let Some(from) = next {
                let take = |name| names.push(full_name(games, index, name));
                next = self.evaluator.parts.move_names(game, player, from, take);
            }
        }
        names
    }

    /// The games after a move, if there is such a move.
    pub fn play(&mut self, games: &[Game], player: Player, name: &str) -> Option<Vec<Game>> {
        let (index, name) = match games {
            [_] => (0, name),
            _ => {
                let (index, name) = name.split_once(':')?;
                (index.parse().ok()?, name)
            }
        };
        let mut after = games.to_vec();
        let game = after.get_mut(index)?;
        *game = self.evaluator.parts.play(*game, player, name)?;
        Some(after)
    }

    /// How many independent parts a sum has, as far as rulesets tell them apart.
    pub fn part_count(&mut self, games: &[Game]) -> usize {
        self.parts(games).len()
    }

    fn parts(&mut self, games: &[Game]) -> Vec<Part> {
        games.iter().flat_map(|&game| self.evaluator.parts.parts_of(game)).collect()
    }

    /// Searches the nodes that are left of an attempt. If that is not enough, evaluates the parts with
    /// as much effort and returns nothing: either may be easy where the other one is hopeless.
    fn try_games(
        &mut self,
        games: &[Game],
        player: Player,
        attempt: Attempt,
        left: u64,
        budget: &mut Budget,
    ) -> Result<Option<bool>, Stopped> {
        let parts = self.parts(games);
        let terms = self.terms(&parts, player, budget)?;
        let end = budget.nodes.saturating_add(left);
        while budget.nodes <= end {
            // What is not remembered is lost in a pause.
            let saving = self.saving.as_ref().filter(|_| self.search.remembers());
            let pause = saving.map(Saving::pause);
            let search =
                |budget: &mut _| self.search.left_wins(&mut self.evaluator, &terms, attempt.manner, budget);
            if let Some(answer) = budget.before_pause(pause, end - budget.nodes, search)? {
                return Ok(Some(answer));
            }
            // Where there are none, the search ended with its quota.
            if pause.is_none() {
                break;
            }
            self.save();
        }
        let cost = (attempt.quota / NODES_PER_STEP) as u32;
        self.evaluator.try_harder(cost);
        for &part in &parts {
            self.evaluator.try_whole(part.plain(), cost);
            budget.check()?;
        }
        Ok(None)
    }

    /// The parts of a sum, with values instead of those that are easily evaluated; negated for
    /// Right.
    fn terms(&mut self, parts: &[Part], player: Player, budget: &mut Budget) -> Result<Terms, Stopped> {
        let mut terms = Terms::default();
        for &part in parts {
            if self.evaluator.parts.is_impartial_part(part) {
                // No move leads out of impartial games, so their nim-value is all that counts.
                let nim = self.nims.nim(&mut self.evaluator, part, budget)?;
                let nimber = self.evaluator.arena.nimber(nim);
                self.evaluator.add_value(nimber, &mut terms);
            } else {
                // Whole games may be easy, whatever their size; then nothing is to be searched.
                self.evaluator.try_whole(part.plain(), WHOLE_GAME_COST);
                let part = if player == Player::Left { part } else { self.evaluator.parts.negative(part) };
                self.evaluator.add_part(part, &mut terms)?;
            }
        }
        // A few positions of a large board may have taken all the time.
        budget.check()?;
        self.evaluator.tidy(&mut terms);
        Ok(terms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoStrategy;

    /// A session that remembers the opposite of what is true about who wins moving first.
    fn deluded(text: &str, player: Player) -> (Session, [Game; 1]) {
        let mut session = Session::with_switches(Switches { values: false, ..Switches::default() });
        let games = [session.read("clobber", text).unwrap()];
        let mut budget = Budget::unlimited();
        let truth = session.left_or_right_wins(&games, player, &mut budget).unwrap();
        let parts = session.parts(&games);
        let terms = session.terms(&parts, player, &mut budget).unwrap();
        session.search.forget_all();
        let mut key = Vec::new();
        terms.write_key(&mut key);
        session.search.remember_again(&key, !truth);
        assert_eq!(session.left_or_right_wins(&games, player, &mut budget), Ok(!truth));
        (session, games)
    }

    /// No line is printed that contradicts another one: neither moves that win a lost game, nor none in a won
    /// one.
    #[test]
    fn moves_that_contradict_the_result_are_not_told() {
        for (text, player) in
            [("XO|OX", Player::Left), ("XOXO|OXOX|XOXO", Player::Right), ("XO.|XOO", Player::Left)]
        {
            let mut budget = Budget::unlimited();
            let (mut session, games) = deluded(text, player);
            assert_eq!(session.winning_moves(&games, Some(player), &mut budget), Err(Stopped::Contradiction));
            assert_eq!(session.winning_move(&games, player, &mut budget), Err(Stopped::Contradiction));
            let strategy = session.strategy(&games, player, 1000, &mut budget);
            assert_eq!(strategy, Err(NoStrategy::Stopped(Stopped::Contradiction)), "{text}");
        }
    }
}
