//! The list of games.

use axum::Json;
use axum::extract::State;
use serde_json::{Value as Json_, json};
use zermelo_core::picture::{Figures, Look};
use zermelo_library::Family;
use zermelo_service::Card;

use crate::error::ApiError;
use crate::extract::Path;
use crate::state::App;

/// `GET /games`
pub(super) async fn all(State(app): State<App>) -> Result<Json<Json_>, ApiError> {
    app.ask(|app| {
        let overview = app.service.overview();
        let games = overview.games.iter().zip(&overview.thumbnails);
        let games: Vec<Json_> =
            games.map(|((family, cards), thumbnail)| game(family, cards, thumbnail.as_ref())).collect();
        Ok(Json(json!({ "games": games })))
    })
    .await
}

/// `GET /games/{game}`
pub(super) async fn one(State(app): State<App>, Path(id): Path<String>) -> Result<Json<Json_>, ApiError> {
    app.ask(move |app| {
        app.service.library().family(&id).map_err(|error| ApiError::not_found(error.to_string()))?;
        let overview = app.service.overview();
        let mut games = overview.games.iter().zip(&overview.thumbnails);
        let ((family, cards), thumbnail) =
            games.find(|((family, _), _)| family.id == id).expect("every family is in the overview");
        let mut json = game(family, cards, thumbnail.as_ref());
        json["rules"] = family.rules.into();
        Ok(Json(json))
    })
    .await
}

fn game(family: &Family, cards: &[Card], thumbnail: Option<&(Look, Figures)>) -> Json_ {
    let variants: Vec<Json_> = family
        .variants
        .iter()
        .zip(cards)
        .map(|(variant, card)| {
            let (value, remoteness) = card.outcome.clone().unzip();
            json!({
                "id": variant.id,
                "about": variant.about,
                "status": card.status.word(),
                "positions": card.positions,
                "value": value,
                "remoteness": remoteness.flatten(),
                "collection": card.collection,
                "loopy": card.loopy,
            })
        })
        .collect();
    json!({
        "id": family.id,
        "name": family.name,
        "variants": variants,
        "open": family.open.as_ref().map(|open| json!({ "pattern": open.pattern, "about": open.about })),
        "thumbnail": thumbnail.map(|(look, figures)| json!({ "look": look, "figures": figures })),
    })
}
