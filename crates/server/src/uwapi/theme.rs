//! The look of a game by names of images and sounds that the client has.

use serde_json::{Map, Value as Json, json};
use zermelo_core::picture::Look;

use super::dialect::Dialect;

const PLACE: &str = "general/place.mp3";
const SLIDE: &str = "general/slide.mp3";

/// The table of images and sounds; `null` if the game is shown as text or the client draws it by itself.
pub(super) fn theme(dialect: &Dialect, look: Option<&Look>) -> Json {
    let Some(look) = look.filter(|_| !dialect.has_own_page) else { return Json::Null };
    let images: Map<String, Json> = look
        .pieces
        .iter()
        .map(|(&key, piece)| {
            (key.to_string(), json!({ "image": dialect.image(key, piece), "scale": piece.scale }))
        })
        .collect();
    let mut theme = json!({
        "space": [look.width, look.height],
        "centers": look.centres,
        "charImages": images,
        "circleButtonRadius": look.move_radius,
        "arrowWidth": 1.2,
        "lineWidth": 0.8,
        "textEntityFontSize": 4,
        "textButtonFontSize": 6,
        "entitiesOverArrows": false,
        "sounds": { "x": PLACE, "y": SLIDE },
        "animationType": "simpleSlides",
    });
    if let Some(background) = dialect.background {
        theme["background"] = background.into();
    }
    json!({ "defaultTheme": "basic", "themes": { "basic": theme } })
}
