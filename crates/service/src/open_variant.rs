//! One variant, open for everybody to look at.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value as Json;
use zermelo_core::Outcome;
use zermelo_library::{
    AnyGame, Extent, LibraryError, PositionView, Search, Solution, SolveOptions, VariantHandle, is_complete,
};
use zermelo_solve::Run;
use zermelo_store::{BlockCache, Database, MANIFEST_FILE, StoreError};

use crate::failures::Failures;
use crate::job::{Job, JobState};
use crate::job_queue::{JobQueue, Refusal};
use crate::puzzle::{self, Puzzle};
use crate::service::Limits;
use crate::thinking::Thinking;

/// How often a variant looks whether somebody else has solved it, or solved it anew.
const LOOK_AGAIN: Duration = Duration::from_secs(2);

/// How long a variant whose solve has failed is left alone. A full disk may be mended by then.
const TRY_AGAIN: Duration = Duration::from_hours(1);

/// How much of a variant is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// All of it.
    Solved,
    /// Some tiers.
    Part,
    /// Nothing.
    Unsolved,
}

impl Status {
    /// The word for programs: `solved`, `part` or `unsolved`.
    pub const fn word(self) -> &'static str {
        match self {
            Status::Solved => "solved",
            Status::Part => "part",
            Status::Unsolved => "unsolved",
        }
    }
}

/// Whether a variant has been counted.
#[derive(Clone, PartialEq, Debug)]
pub enum AnalysisState {
    /// Here are the counts.
    Ready(Arc<Json>),
    /// They are being made.
    Working,
    /// There is nothing to count, or it cannot be done here: why.
    None(String),
}

/// One move of a line of play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The name of the move.
    pub name: String,
    /// The position after it.
    pub position: String,
    /// The outcome of that position for the player to move there.
    pub outcome: Option<Outcome>,
}

/// One variant, open for everybody to look at.
pub struct OpenVariant {
    handle: Arc<VariantHandle>,
    blocks: Arc<BlockCache>,
    jobs: Arc<JobQueue>,
    /// Slots of a game that may be solved here, and bytes of memory for that.
    most_slots: u64,
    memory: u64,
    /// How long a live solver is waited for.
    longest_thought: Duration,
    extent: OnceLock<Option<Extent>>,
    tells_turn: OnceLock<bool>,
    known: Mutex<Known>,
    solve: Mutex<Option<Arc<Job>>>,
    failures: Arc<Failures>,
    analysis: Mutex<Option<Arc<Json>>>,
    analysing: Mutex<Option<Arc<Job>>>,
    thinking: Thinking,
}

/// What is known of the database, and since when.
struct Known {
    database: Option<Arc<Database>>,
    looked: Option<Instant>,
    /// Whether it was looked for since a solve here came to its end.
    since_solve: bool,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl OpenVariant {
    pub(crate) fn new(
        handle: VariantHandle,
        blocks: &Arc<BlockCache>,
        jobs: &Arc<JobQueue>,
        failures: &Arc<Failures>,
        limits: &Limits,
    ) -> OpenVariant {
        OpenVariant {
            handle: Arc::new(handle),
            blocks: Arc::clone(blocks),
            jobs: Arc::clone(jobs),
            most_slots: limits.slots,
            memory: limits.memory,
            longest_thought: limits.thinking,
            extent: OnceLock::new(),
            tells_turn: OnceLock::new(),
            known: Mutex::new(Known { database: None, looked: None, since_solve: false }),
            solve: Mutex::default(),
            failures: Arc::clone(failures),
            analysis: Mutex::default(),
            analysing: Mutex::default(),
            thinking: Thinking::default(),
        }
    }

    /// The variant and where its database is.
    pub fn handle(&self) -> &VariantHandle {
        &self.handle
    }

    /// The rules.
    pub fn game(&self) -> &dyn AnyGame {
        self.handle.game.as_ref()
    }

    /// The size of the game, if it can be told without solving it.
    pub fn extent(&self) -> Option<&Extent> {
        self.extent.get_or_init(|| self.game().extent()).as_ref()
    }

    /// Whether positions tell whose turn it is; in games whose players have the same moves they need not.
    pub fn tells_turn(&self) -> bool {
        *self.tells_turn.get_or_init(|| {
            let start = self.game().view(&self.game().start(), Solution::NONE);
            start.is_ok_and(|start| start.turn.is_some())
        })
    }

    /// The database, of the whole game or of a part.
    pub fn database(&self) -> Result<Option<Arc<Database>>, LibraryError> {
        let mut known = locked(&self.known);
        let solved = self.solving().is_some_and(|job| job.state() == JobState::Done);
        let news = solved && !known.since_solve;
        if news || known.looked.is_none_or(|looked| looked.elapsed() > LOOK_AGAIN) {
            known.looked = Some(Instant::now());
            known.since_solve = solved;
            self.look_again(&mut known)?;
        }
        Ok(known.database.clone())
    }

    /// Opens the database if there is a new one. While none is there, the one that was can still be read.
    fn look_again(&self, known: &mut Known) -> Result<(), LibraryError> {
        // Looking for the file first saves the fingerprint of a game that nobody has solved.
        let is_there = || self.handle.directory.join(MANIFEST_FILE).exists();
        if known.database.as_ref().is_some_and(|database| database.is_current()) || !is_there() {
            return Ok(());
        }
        if let Some(database) = self.handle.part()? {
            known.database = Some(Arc::new(database.with_cache(&self.blocks)));
        }
        Ok(())
    }

    /// Lets go of a database that has been replaced.
    pub(crate) fn let_go(&self) {
        let mut known = locked(&self.known);
        if known.database.as_ref().is_some_and(|database| !database.is_current())
            && let Err(error) = self.look_again(&mut known)
        {
            tracing::warn!(game = self.handle.id(), %error, "the new database cannot be used");
        }
    }

    /// Asks the database. If it cannot be read because it has gone, the one that has come in its place is
    /// asked, or none.
    fn consult<T>(
        &self,
        database: Option<Arc<Database>>,
        question: impl Fn(Option<&Database>) -> Result<T, LibraryError>,
    ) -> Result<T, LibraryError> {
        let answer = question(database.as_deref());
        if answer.is_ok() || database.as_ref().is_none_or(|database| database.is_current()) {
            return answer;
        }
        let mut known = locked(&self.known);
        known.database = None;
        self.look_again(&mut known)?;
        let database = known.database.clone();
        drop(known);
        question(database.as_deref())
    }

    /// Whether its database is open and complete.
    pub(crate) fn is_at_hand(&self) -> bool {
        locked(&self.known).database.as_deref().is_some_and(is_complete)
    }

    /// How much of it is solved.
    pub fn status(&self) -> Result<Status, LibraryError> {
        Ok(match self.database()? {
            Some(database) if is_complete(&database) => Status::Solved,
            Some(_) => Status::Part,
            None => Status::Unsolved,
        })
    }

    /// Whether it is small enough to be solved here, as far as that is known in advance; if not, why.
    pub fn is_solvable(&self) -> Result<(), Refusal> {
        let id = self.handle.id();
        match self.extent() {
            None if self.game().has_live_solver() => Err(Refusal::TooLarge(format!(
                "positions of {id} are solved one at a time, when they are looked at"
            ))),
            Some(extent) if extent.slots > self.most_slots || extent.memory > self.memory => {
                let slots = extent.slots;
                Err(Refusal::TooLarge(format!("with {slots} slots {id} is too large to be solved here")))
            }
            _ => Ok(()),
        }
    }

    /// Starts to solve it in the background, or gives the solve that is under way. What has failed not long ago is not
    /// started again.
    pub fn solve(&self) -> Result<Arc<Job>, Refusal> {
        let mut solve = locked(&self.solve);
        if let Some(job) = solve.as_ref().filter(|job| !matches!(job.state(), JobState::Failed(_))) {
            return Ok(Arc::clone(job));
        }
        let id = self.handle.id();
        if let Some(reason) = self.failures.reason(&id) {
            return Err(Refusal::Failed(reason));
        }
        self.is_solvable()?;
        let is_locked = Arc::new(AtomicBool::new(false));
        let (handle, was_locked) = (Arc::clone(&self.handle), Arc::clone(&is_locked));
        let work = move |run: &Run<'_>| {
            let solved = handle.solve(false, &SolveOptions::default(), run).map(drop);
            was_locked.store(matches!(solved, Err(LibraryError::Store(StoreError::Locked { .. }))), Relaxed);
            solved
        };
        let (failures, game) = (Arc::clone(&self.failures), id.clone());
        let ended = move |state: &JobState| match state {
            JobState::Failed(reason) if is_locked.load(Relaxed) => {
                // That process may come to its end, or be interrupted.
                if failures.note(&game, reason, LOOK_AGAIN) {
                    tracing::info!(game, "another process is solving it");
                }
            }
            JobState::Failed(reason) => {
                if failures.note(&game, reason, TRY_AGAIN) {
                    tracing::warn!(game, error = reason, "not solved");
                }
            }
            _ => {
                failures.forget(&game);
                tracing::info!(game, "solved");
            }
        };
        let job = self.jobs.start(work, ended)?;
        if !self.failures.has(&id) {
            tracing::info!(game = id, "solving");
        }
        *solve = Some(Arc::clone(&job));
        Ok(job)
    }

    /// The solve that is under way or over, if there was one.
    pub fn solving(&self) -> Option<Arc<Job>> {
        locked(&self.solve).clone()
    }

    pub(crate) fn is_being_worked_on(&self) -> bool {
        let busy =
            |job: &Mutex<Option<Arc<Job>>>| locked(job).as_ref().is_some_and(|job| !job.state().is_over());
        busy(&self.solve) || busy(&self.analysing)
    }

    /// Whether nothing goes on here in the background.
    pub(crate) fn is_idle(&self) -> bool {
        !self.is_being_worked_on() && !self.thinking.is_under_way()
    }

    /// The database; a small game without one is solved in the background, and waited for as long as `patience` goes.
    pub fn database_soon(&self, patience: Duration) -> Result<Option<Arc<Database>>, LibraryError> {
        let known = self.database()?;
        if known.as_deref().is_some_and(is_complete) {
            return Ok(known);
        }
        // Whoever only looks is not bothered with the reasons why nothing is solved.
        let Ok(job) = self.solve() else { return Ok(known) };
        if job.wait(patience) == JobState::Done { self.database() } else { Ok(known) }
    }

    /// A position or a state between the parts of a move; see [`AnyGame::steps`].
    pub fn steps(&self, position: &str, patience: Duration) -> Result<PositionView, LibraryError> {
        if let Some(database) = self.database()?.filter(|database| is_complete(database)) {
            return self.consult(Some(database), |database| {
                let solution = database.map_or(Solution::NONE, Solution::of);
                self.game().steps(position, solution)
            });
        }
        // What is not a position should not start a solve.
        let unsolved = self.game().steps(position, Solution::NONE)?;
        if self.game().has_live_solver() && self.is_solvable().is_err() {
            return self.think(position, patience.min(self.longest_thought));
        }
        match self.database_soon(patience)? {
            Some(database) => self.game().steps(position, Solution::of(&database)),
            None => Ok(unsolved),
        }
    }

    /// A position by the part that is solved and by the live solver. What is not found in time is left unknown, and the
    /// solver goes on in the background: whoever looks again later finds more.
    fn think(&self, position: &str, patience: Duration) -> Result<PositionView, LibraryError> {
        let database = self.database()?;
        let deadline = Instant::now() + patience;
        let give_up = || Instant::now() >= deadline;
        let solution = Solution { database: database.as_deref(), give_up: Some(&give_up) };
        let view = self.game().steps(position, solution)?;
        if view.thinking {
            self.thinking.go_on(&self.jobs, &self.handle, database, &view.position);
        }
        Ok(view)
    }

    /// Best play from a position, or from between the parts of a move, for so many moves or to the end of the game.
    pub fn best_line(
        &self,
        position: &str,
        length: usize,
        patience: Duration,
    ) -> Result<Vec<Step>, LibraryError> {
        let mut line = Vec::new();
        let mut view = self.steps(position, patience)?;
        let database = self.database()?;
        let deadline = Instant::now() + patience.min(self.longest_thought);
        let give_up = || Instant::now() >= deadline;
        let solution = Solution { database: database.as_deref(), give_up: Some(&give_up) };
        while line.len() < length {
            // Where a value is missing, the best move may be one that nothing is known of.
            let best = view.outcome.and(view.moves.first()).filter(|best| best.outcome.is_some());
            let Some(best) = best else { break };
            if !best.part {
                let (name, position, outcome) = (best.name.clone(), best.position.clone(), best.outcome);
                line.push(Step { name, position, outcome });
            }
            view = self.game().steps(&best.position, solution)?;
        }
        Ok(line)
    }

    /// Positions of a kind, with their outcomes; none if nothing is solved.
    pub fn search(
        &self,
        search: &Search,
        patience: Duration,
    ) -> Result<Vec<(String, Outcome)>, LibraryError> {
        self.consult(self.database_soon(patience)?, |database| {
            database.map_or(Ok(Vec::new()), |database| self.game().search(database, search))
        })
    }

    /// Positions with exactly one winning move, the easiest first; none if nothing is solved.
    pub fn puzzles(&self, search: &Search, patience: Duration) -> Result<Vec<Puzzle>, LibraryError> {
        self.consult(self.database_soon(patience)?, |database| {
            database.map_or(Ok(Vec::new()), |database| puzzle::find(self.game(), database, search))
        })
    }

    /// The counts of all positions; they are made in the background when somebody first asks.
    pub fn analysis(&self, patience: Duration) -> Result<AnalysisState, LibraryError> {
        if let Some(analysis) = &*locked(&self.analysis) {
            return Ok(AnalysisState::Ready(Arc::clone(analysis)));
        }
        let database = self.database_soon(patience)?;
        let Some(database) = database.filter(|database| is_complete(database)) else {
            if self.is_being_worked_on() {
                return Ok(AnalysisState::Working);
            }
            return Ok(AnalysisState::None(format!("{} is not solved", self.handle.id())));
        };
        if self.remembers_analysis() {
            return self.analysis(patience);
        }
        let mut analysing = locked(&self.analysing);
        let job = match &*analysing {
            Some(job) => Arc::clone(job),
            None => {
                let handle = Arc::clone(&self.handle);
                match self.jobs.start(move |run| handle.analyse(&database, run).map(drop), |_| ()) {
                    Ok(job) => Arc::clone(analysing.insert(job)),
                    Err(refusal) => return Ok(AnalysisState::None(refusal.to_string())),
                }
            }
        };
        drop(analysing);
        match job.wait(patience) {
            JobState::Waiting | JobState::Running => Ok(AnalysisState::Working),
            JobState::Failed(reason) => Ok(AnalysisState::None(reason)),
            JobState::Done if self.remembers_analysis() => self.analysis(patience),
            JobState::Done => Ok(AnalysisState::None("the counts could not be kept on disk".to_owned())),
        }
    }

    /// The counts of all positions, if they have been made before.
    pub fn counted(&self) -> Result<Option<Arc<Json>>, LibraryError> {
        let counted = locked(&self.analysis).clone();
        if counted.is_none() && self.status()? == Status::Solved && self.remembers_analysis() {
            return Ok(locked(&self.analysis).clone());
        }
        Ok(counted)
    }

    /// Takes the counts from disk, if they are there.
    fn remembers_analysis(&self) -> bool {
        let analysis = self.handle.last_analysis();
        let found = analysis.is_some();
        *locked(&self.analysis) = analysis.map(Arc::new);
        found
    }
}
