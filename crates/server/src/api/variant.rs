//! What a variant is like.

use axum::Json;
use axum::extract::State;
use serde_json::{Value as Json_, json};
use zermelo_guide::Exhibit;

use crate::error::ApiError;
use crate::extract::Path;
use crate::state::App;

/// `GET /games/{game}/{variant}`
pub(super) async fn describe(
    State(app): State<App>,
    Path((game, variant)): Path<(String, String)>,
) -> Result<Json<Json_>, ApiError> {
    app.ask(move |app| Ok(Json(description(&*app.open(&game, &variant)?)?))).await
}

fn description(exhibit: &Exhibit) -> Result<Json_, ApiError> {
    let opened = exhibit.opened();
    let family = &opened.family;
    let listed = family.variants.iter().find(|variant| variant.id == opened.variant);
    let about = listed.map(|variant| variant.about).or(family.open.as_ref().map(|open| open.about));
    let extent = exhibit.extent();
    Ok(json!({
        "game": family.id,
        "variant": opened.variant,
        "name": family.name,
        "title": opened.title(),
        "about": about.unwrap_or_default(),
        "start": exhibit.game().start(),
        "collection": exhibit.game().is_collection(),
        // Colours that everybody can tell apart.
        "players": [{ "name": "Blue", "colour": "#0072b2" }, { "name": "Red", "colour": "#d55e00" }],
        "look": exhibit.game().look(),
        "status": exhibit.status()?.word(),
        "positions": exhibit.counted()?.and_then(|analysis| analysis["all"]["positions"].as_u64()),
        "slots": extent.map(|extent| extent.slots),
        "loopy": exhibit.game().is_loopy(),
        "solvable": exhibit.is_solvable().is_ok(),
        "command": format!("zermelo solve {}", opened.id()),
        "rules": family.rules,
    }))
}
