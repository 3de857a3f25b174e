//! The API that the GamesmanUni client asks: five questions, all of them GET.
//!
//! Games have the same ids here as in our own API. What differs is the way of writing: every position begins
//! with whose turn it is (`notation.rs`), pictures and moves are strings (`autogui.rs`), and the board is a
//! table of image names that the client brings along (`theme.rs`). Everything that is special about one game
//! is in `dialect.rs`, and what stands for a number that is not known, or infinite, in `outcome.rs`.

mod autogui;
mod dialect;
mod notation;
mod outcome;
mod position;
mod theme;

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value as Json_, json};
use zermelo_core::Turn;
use zermelo_library::{Family, Solution};
use zermelo_service::OpenVariant;

use self::dialect::Dialect;
use self::notation::Notation;
use crate::error::ApiError;
use crate::extract::{Path, Query};
use crate::state::App;

/// The five questions under a prefix that begins and ends with a slash; the slash at the end of a path may be
/// left out.
pub(crate) fn routes(prefix: &str) -> Router<App> {
    let mut router = Router::new();
    let (game, variant) = ("{game}", "{game}/{variant}");
    let paths = [
        (String::new(), get(games)),
        (game.to_owned(), get(game_of_id)),
        (variant.to_owned(), get(variant_of_id)),
        (format!("{variant}/positions"), get(position)),
        (format!("{variant}/instructions"), get(instructions)),
    ];
    for (path, handler) in paths {
        let bare = format!("{prefix}{path}");
        let bare = bare.trim_end_matches('/');
        router = router.route(&format!("{bare}/"), handler.clone());
        if !bare.is_empty() {
            router = router.route(bare, handler);
        }
    }
    router
}

/// In which section of the client's list a game is: with moving pictures, or without any.
fn gui(family: &Family, has_look: bool) -> &'static str {
    if has_look || Dialect::of(family.id).has_own_page { "v3" } else { "v0" }
}

async fn games(State(app): State<App>) -> Result<Json<Json_>, ApiError> {
    app.ask(|app| {
        let overview = app.service.overview();
        let mut games: Vec<(&str, Json_)> = overview
            .games
            .iter()
            .zip(&overview.thumbnails)
            .map(|((family, _), look)| {
                let gui = gui(family, look.is_some());
                let game = json!({ "id": family.id, "name": family.name, "type": "twoPlayer", "gui": gui });
                (family.name, game)
            })
            .collect();
        games.sort_by_key(|(name, _)| *name);
        Ok(Json(games.into_iter().map(|(_, game)| game).collect()))
    })
    .await
}

async fn game_of_id(State(app): State<App>, Path(game): Path<String>) -> Result<Json<Json_>, ApiError> {
    app.ask(move |app| {
        let family = family(app, &game)?;
        let overview = app.service.overview();
        let place = overview.games.iter().position(|(other, _)| other.id == family.id);
        let has_look = place.is_some_and(|place| overview.thumbnails[place].is_some());
        let variants: Vec<Json_> = family
            .variants
            .iter()
            .map(|variant| {
                json!({
                    "id": variant.id,
                    "name": variant_name(variant.id),
                    "gui": gui(family, has_look),
                    "supportsWinBy": false,
                })
            })
            .collect();
        Ok(Json(json!({
            "id": family.id,
            "name": family.name,
            "variants": variants,
            "allowCustomVariantCreation": family.open.is_some(),
            "supportsWinBy": false,
        })))
    })
    .await
}

async fn variant_of_id(
    State(app): State<App>,
    Path((game, variant)): Path<(String, String)>,
) -> Result<Json<Json_>, ApiError> {
    app.ask(move |app| {
        let open = open(app, &game, &variant)?;
        let start = open.game().steps(&open.game().start(), Solution::NONE)?;
        let notation = Notation::of(&open);
        // Most games tell whose turn it is; in the others the first player begins.
        let position = notation.theirs(&start.position, start.turn.unwrap_or(Turn::First));
        let look = open.game().look();
        Ok(Json(json!({
            "id": variant,
            "name": variant_name(&variant),
            "gui": gui(&open.handle().family, look.is_some()),
            "startPosition": position,
            "autoguiStartPosition": autogui::position(look, &start.figures, &position),
            "imageAutoGUIData": theme::theme(Dialect::of(open.handle().family.id), look),
            "supportsWinBy": false,
        })))
    })
    .await
}

#[derive(Deserialize)]
struct PositionQuery {
    #[serde(default)]
    p: String,
}

async fn position(
    State(app): State<App>,
    Path((game, variant)): Path<(String, String)>,
    Query(query): Query<PositionQuery>,
) -> Result<Json<position::PositionJson>, ApiError> {
    family(&app, &game)?;
    let answer =
        app.ask_about(game, variant, move |app, variant| position::look_at(app, variant, &query.p)).await;
    answer.map(Json).map_err(|error| match error.status() {
        StatusCode::BAD_REQUEST => error.called("Invalid Position"),
        StatusCode::NOT_FOUND => error.called("Invalid Variant"),
        _ => error,
    })
}

/// The rules; only in English, whatever the locale.
async fn instructions(
    State(app): State<App>,
    Path((game, variant)): Path<(String, String)>,
) -> Result<Json<Json_>, ApiError> {
    app.ask(move |app| {
        let variant = open(app, &game, &variant)?;
        let Family { name, rules, .. } = *variant.handle().family;
        Ok(Json(json!({ "instructions": format!("# {name}\n\n{rules}") })))
    })
    .await
}

fn family<'a>(app: &'a App, game: &str) -> Result<&'a Family, ApiError> {
    let found = app.service.library().family(game);
    Ok(found.map_err(|error| ApiError::not_found(error.to_string()).called("Invalid Game"))?)
}

fn open(app: &App, game: &str, variant: &str) -> Result<std::sync::Arc<OpenVariant>, ApiError> {
    family(app, game)?;
    app.open(game, variant).map_err(|error| error.called("Invalid Variant"))
}

/// The id with a capital letter.
fn variant_name(id: &str) -> String {
    let mut letters = id.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
