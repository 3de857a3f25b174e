//! What all handlers share.

use std::net::IpAddr;
use std::sync::Arc;

use axum::http::StatusCode;
use tokio::sync::{Semaphore, watch};
use tokio::task;
use tokio::time::timeout;
use zermelo_service::{OpenVariant, Service, Visit};

use crate::config::Config;
use crate::error::ApiError;
use crate::metrics::Metrics;

tokio::task_local! {
    /// The address of the visitor whose request is being answered.
    pub(crate) static VISITOR: IpAddr;
}

/// The games and the manners of the server. Cheap to clone.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) service: Arc<Service>,
    pub(crate) config: Arc<Config>,
    pub(crate) metrics: Arc<Metrics>,
    /// Who asks, while a question is answered.
    visitor: Option<IpAddr>,
    places: Arc<Semaphore>,
    /// Becomes true when the server is about to stop, so that open streams end.
    pub(crate) closing: watch::Receiver<bool>,
}

impl App {
    pub(crate) fn new(service: Arc<Service>, config: Config, closing: watch::Receiver<bool>) -> App {
        let places = Arc::new(Semaphore::new(config.concurrent));
        App { service, config: Arc::new(config), metrics: Arc::default(), visitor: None, places, closing }
    }

    /// Returns who asks, and how long he waits.
    pub(crate) fn visit(&self) -> Visit {
        Visit { patience: self.config.patience, from: self.visitor }
    }

    /// The same for a handler that answers the visitor of this very task.
    fn for_visitor(&self) -> App {
        App { visitor: VISITOR.try_with(|visitor| *visitor).ok(), ..self.clone() }
    }

    /// Does something that may read from disk, on a thread where that does not hold up others. Only so many
    /// are done at a time.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&App) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let waiting = Arc::clone(&self.places).acquire_owned();
        let Ok(Ok(place)) = timeout(self.config.timeout / 2, waiting).await else {
            return Err(ApiError::busy());
        };
        let app = self.for_visitor();
        let answer = task::spawn_blocking(move || {
            let answer = question(&app);
            drop(place);
            answer
        });
        answer.await.unwrap_or_else(|_| {
            Err(ApiError::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "a mistake in the program; it has been noted",
            ))
        })
    }

    /// Asks about a variant. If it is solved and open, that is done right here: going to another thread and
    /// back takes longer than the answer, and there are threads enough for some to wait for the disk.
    pub(crate) async fn ask_about<T: Send + 'static>(
        &self,
        game: String,
        variant: String,
        question: impl FnOnce(&App, &OpenVariant) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        match self.service.at_hand(&game, &variant) {
            Some(variant) => question(&self.for_visitor(), &variant),
            None => self.ask(move |app| question(app, &*app.open(&game, &variant)?)).await,
        }
    }

    /// The variant that a path names.
    pub(crate) fn open(&self, game: &str, variant: &str) -> Result<Arc<OpenVariant>, ApiError> {
        self.service.open(game, variant).map_err(|error| ApiError::not_found(error.to_string()))
    }
}
