//! One variant, open for everybody to look at.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value as Json;
use zermelo_core::Outcome;
use zermelo_library::{
    AnyGame, LibraryError, PositionView, Search, Solution, VariantHandle, analysis_json, is_complete,
};
use zermelo_solve::Run;
use zermelo_store::{Database, StoreError};

use crate::job::{Job, JobState};
use crate::job_queue::{Refusal, Task};
use crate::policy::{Verdict, verdict};
use crate::puzzle::{self, Puzzle};
use crate::registry::Opened;
use crate::service::Shared;
use crate::sizes::Size;
use crate::thinking::Thinking;
use crate::visit::Visit;

/// How often a variant looks whether somebody else has solved it, or solved it anew.
const LOOK_AGAIN: Duration = Duration::from_secs(2);

/// How long a variant whose solve has failed is left alone. A full disk may be mended by then.
const TRY_AGAIN: Duration = Duration::from_hours(1);

/// How long somebody waits for the size of a game who has to know whether it is small.
const A_MOMENT: Duration = Duration::from_millis(60);

/// More slots than these are not solved in a moment.
const QUICK_SLOTS: u64 = 2_000_000;

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
    opened: Arc<Opened>,
    shared: Arc<Shared>,
    tells_turn: OnceLock<bool>,
    known: Mutex<Known>,
    solve: Mutex<Option<Arc<Job>>>,
    analysis: Arc<Mutex<Option<Arc<Json>>>>,
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
    pub(crate) fn new(opened: Opened, shared: &Arc<Shared>) -> OpenVariant {
        OpenVariant {
            opened: Arc::new(opened),
            shared: Arc::clone(shared),
            tells_turn: OnceLock::new(),
            known: Mutex::new(Known { database: None, looked: None, since_solve: false }),
            solve: Mutex::default(),
            analysis: Arc::default(),
            analysing: Mutex::default(),
            thinking: Thinking::default(),
        }
    }

    pub(crate) fn opened(&self) -> &Opened {
        &self.opened
    }

    /// The variant and where its database is.
    pub fn handle(&self) -> &VariantHandle {
        &self.opened
    }

    /// The rules.
    pub fn game(&self) -> &dyn AnyGame {
        self.opened.game.as_ref()
    }

    /// Returns the size of the game. If it is not known, finding it out begins, and is waited for as long as
    /// `patience` goes.
    pub fn size(&self, patience: Duration) -> Size {
        self.shared.sizes.of(&self.opened, &self.shared.jobs, patience)
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
        let is_there = || self.opened.may_have_database();
        if known.database.as_ref().is_some_and(|database| database.is_current()) || !is_there() {
            return Ok(());
        }
        if let Some(database) = self.opened.part()? {
            known.database = Some(Arc::new(database.with_cache(&self.shared.blocks)));
        }
        Ok(())
    }

    /// Lets go of a database that has been replaced.
    pub(crate) fn let_go(&self) {
        let mut known = locked(&self.known);
        if known.database.as_ref().is_some_and(|database| !database.is_current())
            && let Err(error) = self.look_again(&mut known)
        {
            tracing::warn!(game = self.opened.id(), %error, "the new database cannot be used");
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
        self.is_solvable_within(A_MOMENT)
    }

    /// The same if the size of the game is waited for as long as this.
    pub fn is_solvable_within(&self, patience: Duration) -> Result<(), Refusal> {
        let (id, limits) = (self.opened.id(), &self.shared.limits);
        if let Some(why) = limits.solve.refusal(&self.opened) {
            return Err(Refusal::NotHere(why));
        }
        let extent = match self.size(patience) {
            Size::Known(extent) => Some(extent),
            Size::Explored => None,
            Size::Pending => return Err(Refusal::NotYet(format!("how large {id} is, is being found out"))),
            Size::TooLong => {
                return Err(Refusal::TooLarge(format!(
                    "nobody knows how large {id} is, so it is not solved here"
                )));
            }
        };
        match verdict(&self.opened, extent.as_ref(), limits.slots, limits.memory_of_slow()) {
            Verdict::Small => Ok(()),
            Verdict::Live => Err(Refusal::TooLarge(format!(
                "positions of {id} are solved one at a time, when they are looked at"
            ))),
            Verdict::TooLarge => {
                let slots = extent.map_or(0, |extent| extent.slots);
                Err(Refusal::TooLarge(format!("with {slots} slots {id} is too large to be solved here")))
            }
        }
    }

    /// Starts to solve it in the background, or gives the solve that is under way. What has failed not long
    /// ago is not started again.
    pub fn solve(&self) -> Result<Arc<Job>, Refusal> {
        self.solve_for(A_MOMENT)
    }

    /// The same for a visitor, who may have to wait until it is known how large the game is.
    pub fn solve_for(&self, visit: impl Into<Visit>) -> Result<Arc<Job>, Refusal> {
        let visit = visit.into();
        let under_way = |solve: &Option<Arc<Job>>| {
            solve.as_ref().filter(|job| !matches!(job.state(), JobState::Failed(_))).cloned()
        };
        if let Some(job) = under_way(&locked(&self.solve)) {
            return Ok(job);
        }
        let id = self.opened.id();
        let failures = &self.shared.failures;
        if let Some(reason) = failures.reason(&id) {
            return Err(Refusal::Failed(reason));
        }
        self.is_solvable_within(visit.patience.max(A_MOMENT))?;
        if let Some(full) = self.shared.disk.is_full() {
            return Err(Refusal::NotHere(format!("{id} is not solved here: {full}")));
        }
        let mut solve = locked(&self.solve);
        if let Some(job) = under_way(&solve) {
            return Ok(job);
        }
        let job = self.shared.jobs.start(self.solve_task().asked_by(visit.from))?;
        if !failures.has(&id) {
            tracing::info!(game = id, "solving");
        }
        *solve = Some(Arc::clone(&job));
        Ok(job)
    }

    fn solve_task(&self) -> Task {
        let game = self.opened.id();
        let (is_locked, had_nothing) = (Arc::new(AtomicBool::new(false)), !self.opened.may_have_database());
        let (opened, was_locked) = (Arc::clone(&self.opened), Arc::clone(&is_locked));
        let work = move |run: &Run<'_>| {
            // What a solve has in memory goes when it is over, so it is done with rules of its own.
            let solved = opened.again()?.solve_unasked(run).map(drop);
            was_locked.store(matches!(solved, Err(LibraryError::Store(StoreError::Locked { .. }))), Relaxed);
            solved
        };
        let (disk, was_full) = (Arc::clone(&self.shared.disk), Arc::new(AtomicBool::new(false)));
        let (is_full, opened) = (Arc::clone(&was_full), Arc::clone(&self.opened));
        let failures = Arc::clone(&self.shared.failures);
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
                // What it has written would be in the way of all others.
                if is_full.load(Relaxed)
                    && had_nothing
                    && let Err(error) = opened.remove()
                {
                    tracing::warn!(game, %error, "what was written of it stays");
                }
            }
            _ => {
                failures.forget(&game);
                tracing::info!(game, "solved");
            }
        };
        let is_large = matches!(self.size(Duration::ZERO), Size::Known(extent) if extent.slots > QUICK_SLOTS);
        let guard = move || disk.is_full().inspect(|_| was_full.store(true, Relaxed));
        Task::new(work).guarded(guard).then(ended).slow_if(is_large)
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

    /// Stops thinking about the position that was looked at last.
    pub(crate) fn stop_thinking(&self) {
        self.thinking.stop();
    }

    /// The database; a small game without one is solved in the background, and waited for as long as the
    /// visitor has patience.
    pub fn database_soon(&self, visit: impl Into<Visit>) -> Result<Option<Arc<Database>>, LibraryError> {
        let visit = visit.into();
        let known = self.database()?;
        if known.as_deref().is_some_and(is_complete) {
            return Ok(known);
        }
        // Whoever only looks is not bothered with the reasons why nothing is solved.
        let Ok(job) = self.solve_for(visit) else { return Ok(known) };
        if job.wait(visit.patience) == JobState::Done { self.database() } else { Ok(known) }
    }

    /// A position or a state between the parts of a move; see [`AnyGame::steps`].
    pub fn steps(&self, position: &str, visit: impl Into<Visit>) -> Result<PositionView, LibraryError> {
        let visit = visit.into();
        if let Some(database) = self.database()?.filter(|database| is_complete(database)) {
            return self.consult(Some(database), |database| {
                let solution = database.map_or(Solution::NONE, Solution::of);
                self.game().steps(position, solution)
            });
        }
        // What is not a position should not start a solve.
        let unsolved = self.game().steps(position, Solution::NONE)?;
        if self.game().has_live_solver() && self.is_solvable().is_err() {
            return self.think(position, visit);
        }
        match self.database_soon(visit)? {
            Some(database) => self.game().steps(position, Solution::of(&database)),
            None => Ok(unsolved),
        }
    }

    /// A position by the part that is solved and by the live solver. What is not found in time is left
    /// unknown, and the solver goes on in the background: whoever looks again later finds more.
    fn think(&self, position: &str, visit: Visit) -> Result<PositionView, LibraryError> {
        let database = self.database()?;
        if !self.opened.has_room(&self.shared.registry) {
            // Others think. What can be told without thinking is told, and a later look may find room.
            let solution = database.as_deref().map_or(Solution::NONE, Solution::of);
            let mut view = self.game().steps(position, solution)?;
            view.thinking = view.outcome.is_none();
            return Ok(view);
        }
        let deadline = Instant::now() + visit.patience.min(self.shared.limits.thinking);
        let give_up = || Instant::now() >= deadline;
        let solution = Solution { database: database.as_deref(), give_up: Some(&give_up) };
        let view = self.game().steps(position, solution)?;
        if view.thinking {
            self.thinking.go_on(&self.shared.jobs, &self.opened, database, &view.position, visit.from);
        }
        Ok(view)
    }

    /// Best play from a position, or from between the parts of a move, for so many moves or to the end of the
    /// game.
    pub fn best_line(
        &self,
        position: &str,
        length: usize,
        visit: impl Into<Visit>,
    ) -> Result<Vec<Step>, LibraryError> {
        let visit = visit.into();
        let mut line = Vec::new();
        let mut view = self.steps(position, visit)?;
        let database = self.database()?;
        let deadline = Instant::now() + visit.patience.min(self.shared.limits.thinking);
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
        visit: impl Into<Visit>,
    ) -> Result<Vec<(String, Outcome)>, LibraryError> {
        self.consult(self.database_soon(visit)?, |database| {
            database.map_or(Ok(Vec::new()), |database| self.game().search(database, search))
        })
    }

    /// Positions with exactly one winning move, the easiest first; none if nothing is solved.
    pub fn puzzles(&self, search: &Search, visit: impl Into<Visit>) -> Result<Vec<Puzzle>, LibraryError> {
        self.consult(self.database_soon(visit)?, |database| {
            database.map_or(Ok(Vec::new()), |database| puzzle::find(self.game(), database, search))
        })
    }

    /// The counts of all positions; they are made in the background when somebody first asks.
    pub fn analysis(&self, visit: impl Into<Visit>) -> Result<AnalysisState, LibraryError> {
        let visit = visit.into();
        if let Some(analysis) = &*locked(&self.analysis) {
            return Ok(AnalysisState::Ready(Arc::clone(analysis)));
        }
        let database = self.database_soon(visit)?;
        let Some(database) = database.filter(|database| is_complete(database)) else {
            if self.is_being_worked_on() {
                return Ok(AnalysisState::Working);
            }
            return Ok(AnalysisState::None(format!("{} is not solved", self.opened.id())));
        };
        if self.remembers_analysis() {
            return self.analysis(visit);
        }
        let mut analysing = locked(&self.analysing);
        let job = match &*analysing {
            Some(job) => Arc::clone(job),
            None => match self.shared.jobs.start(self.analysis_task(database).asked_by(visit.from)) {
                Ok(job) => Arc::clone(analysing.insert(job)),
                Err(refusal) => return Ok(AnalysisState::None(refusal.to_string())),
            },
        };
        drop(analysing);
        match job.wait(visit.patience) {
            JobState::Waiting | JobState::Running => Ok(AnalysisState::Working),
            JobState::Failed(reason) => Ok(AnalysisState::None(reason)),
            JobState::Done => match &*locked(&self.analysis) {
                Some(analysis) => Ok(AnalysisState::Ready(Arc::clone(analysis))),
                None => Ok(AnalysisState::None("the counts were lost".to_owned())),
            },
        }
    }

    /// Counts all positions, keeps the counts in memory, and beside the database if something can be written
    /// there.
    fn analysis_task(&self, database: Arc<Database>) -> Task {
        let (opened, kept) = (Arc::clone(&self.opened), Arc::clone(&self.analysis));
        let is_large = database.manifest().slots > QUICK_SLOTS;
        let work = move |run: &Run<'_>| {
            let analysis = opened.again()?.analyse(&database, run)?;
            *locked(&kept) = Some(Arc::new(analysis_json(&analysis)));
            Ok(())
        };
        Task::new(work).slow_if(is_large)
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
        let analysis = self.opened.last_analysis();
        let found = analysis.is_some();
        *locked(&self.analysis) = analysis.map(Arc::new);
        found
    }
}
