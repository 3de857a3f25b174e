//! What a variant is like.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use serde_json::{Value as Json_, json};
use zermelo_service::{OpenVariant, Size};

use crate::error::ApiError;
use crate::extract::Path;
use crate::state::App;

/// How long the size of a game is waited for. Most are known at once, and whoever wants to know one that is
/// not asks again.
const GLANCE: Duration = Duration::from_millis(20);

/// `GET /games/{game}/{variant}`
pub(super) async fn describe(
    State(app): State<App>,
    Path((game, variant)): Path<(String, String)>,
) -> Result<Json<Json_>, ApiError> {
    app.ask(move |app| Ok(Json(description(&*app.open(&game, &variant)?)?))).await
}

/// Returns the command that solves a variant on a machine with room for it.
pub(super) fn command(variant: &OpenVariant) -> String {
    format!("zermelo solve {}", variant.handle().id())
}

fn description(variant: &OpenVariant) -> Result<Json_, ApiError> {
    let handle = variant.handle();
    let family = &handle.family;
    let listed = family.variants.iter().find(|variant| variant.id == handle.variant);
    let about = listed.map(|variant| variant.about).or(family.open.as_ref().map(|open| open.about));
    let size = variant.size(GLANCE);
    Ok(json!({
        "game": family.id,
        "variant": handle.variant,
        "name": family.name,
        "title": handle.title(),
        "about": about.unwrap_or_default(),
        "start": variant.game().start(),
        "collection": variant.game().is_collection(),
        // Colours that everybody can tell apart.
        "players": [{ "name": "Blue", "colour": "#0072b2" }, { "name": "Red", "colour": "#d55e00" }],
        "look": variant.game().look(),
        "status": variant.status()?.word(),
        "positions": variant.counted()?.and_then(|analysis| analysis["all"]["positions"].as_u64()),
        // Not known yet, or not before it is solved.
        "slots": if let Size::Known(extent) = size { Some(extent.slots) } else { None },
        "loopy": variant.game().is_loopy(),
        "solvable": variant.is_solvable_within(GLANCE).is_ok(),
        "command": command(variant),
        "rules": family.rules,
    }))
}
