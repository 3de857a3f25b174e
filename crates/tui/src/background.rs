//! Questions to the service. Each is answered on a thread of its own, so that keys work and the screen is
//! drawn meanwhile.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use ratatui::crossterm::event::Event;
use zermelo_library::{LibraryError, PositionView, Solution};
use zermelo_service::{AnalysisState, Job, JobState, OpenVariant, Overview, Refusal, Service, Status};

/// Keys wait no longer than this for an answer, and a question no longer for a small game to be solved.
pub(crate) const PATIENCE: Duration = Duration::from_millis(150);

/// What happens.
pub(crate) enum News {
    /// Somebody has pressed a key, or used the mouse.
    Input(Event),
    /// The terminal has gone away.
    Gone,
    /// A question was answered.
    Answer(Ticket, Answer),
}

/// The number of a question, by which its answer is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ticket(u64);

pub(crate) enum Answer {
    Overview(Arc<Overview>),
    Opened(Result<Opened, LibraryError>),
    /// A position by the rules alone.
    Glance(Result<PositionView, String>),
    /// A position with what is known of it.
    Look(Result<Look, String>),
    Counted(Result<AnalysisState, String>),
}

/// A variant with the first position on its board, of which nothing is known yet.
pub(crate) struct Opened {
    pub(crate) variant: Arc<OpenVariant>,
    pub(crate) view: PositionView,
}

/// A position, and what goes on to find out more.
pub(crate) struct Look {
    pub(crate) view: PositionView,
    /// The solve that is under way.
    pub(crate) solving: Option<Arc<Job>>,
    /// Why there are no values, if there are none and none will come.
    pub(crate) unsolved: Option<String>,
}

/// The service, and where answers go.
pub(crate) struct Background {
    service: Arc<Service>,
    answers: Sender<News>,
    asked: u64,
}

impl Background {
    pub(crate) fn new(service: Arc<Service>, answers: Sender<News>) -> Background {
        Background { service, answers, asked: 0 }
    }

    pub(crate) fn service(&self) -> &Service {
        &self.service
    }

    fn ask(&mut self, question: impl FnOnce(&Service) -> Answer + Send + 'static) -> Ticket {
        self.asked += 1;
        let ticket = Ticket(self.asked);
        let (service, answers) = (Arc::clone(&self.service), self.answers.clone());
        thread::spawn(move || {
            // Nobody listens any more once the interface has been left.
            let _ = answers.send(News::Answer(ticket, question(&service)));
        });
        ticket
    }

    pub(crate) fn overview(&mut self) -> Ticket {
        self.ask(|service| Answer::Overview(service.overview()))
    }

    /// Opens a variant at a position, or at its start.
    pub(crate) fn open(&mut self, game: String, variant: String, from: Option<String>) -> Ticket {
        self.ask(move |service| {
            let open = || {
                let variant = service.open(&game, &variant)?;
                let from = from.unwrap_or_else(|| variant.game().start());
                let view = variant.game().steps(&from, Solution::NONE)?;
                Ok(Opened { variant, view })
            };
            Answer::Opened(open())
        })
    }

    /// Looks at a position by the rules alone, which takes a moment.
    pub(crate) fn glance(&mut self, variant: &Arc<OpenVariant>, position: String) -> Ticket {
        let variant = Arc::clone(variant);
        self.ask(move |_| {
            let view = variant.game().steps(&position, Solution::NONE);
            Answer::Glance(view.map_err(|error| error.to_string()))
        })
    }

    /// Looks at a position. Of a large board it may have to be found out first whether it can be solved here
    /// at all.
    pub(crate) fn look(&mut self, variant: &Arc<OpenVariant>, position: String) -> Ticket {
        let variant = Arc::clone(variant);
        self.ask(move |_| {
            let look = variant.steps(&position, PATIENCE).map(|view| {
                let solving = variant.solving().filter(|job| !job.state().is_over());
                let unsolved = if solving.is_some() { None } else { why_unsolved(&variant, &view) };
                Look { view, solving, unsolved }
            });
            Answer::Look(look.map_err(|error| error.to_string()))
        })
    }

    /// Counts the positions of a variant.
    pub(crate) fn count(&mut self, variant: &Arc<OpenVariant>) -> Ticket {
        let variant = Arc::clone(variant);
        self.ask(move |_| {
            let counted = match variant.status() {
                Ok(Status::Solved) => variant.analysis(PATIENCE),
                Ok(_) => Ok(AnalysisState::None(format!("{} is not solved yet.", variant.handle().title()))),
                Err(error) => Err(error),
            };
            Answer::Counted(counted.map_err(|error| error.to_string()))
        })
    }
}

/// Returns why a position has no value, if it has none and nothing is done about it.
fn why_unsolved(variant: &OpenVariant, view: &PositionView) -> Option<String> {
    if view.thinking {
        return Some("still thinking; values are shown as they are found".to_owned());
    }
    if view.outcome.is_some() {
        return None;
    }
    match variant.solve() {
        Err(refusal @ (Refusal::TooLarge(_) | Refusal::Failed(_))) => {
            Some(format!("{refusal}; run 'zermelo solve {}'", variant.handle().id()))
        }
        Err(refusal) => Some(refusal.to_string()),
        Ok(job) => match job.state() {
            JobState::Failed(reason) => Some(reason),
            _ => None,
        },
    }
}
