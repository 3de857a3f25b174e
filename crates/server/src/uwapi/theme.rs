//! The look of a game by names of images and sounds that the client has.

use serde_json::{Map, Value as Json, json};
use zermelo_core::picture::{Colour, Look};

/// Images of the client that can stand for a move, one to a line.
const MOVE_BUTTONS: &str = include_str!("move_buttons.txt");

const PLACE: &str = "general/place.mp3";
const SLIDE: &str = "general/slide.mp3";

/// For these games the client draws its own page, whatever the theme says.
pub(super) fn has_page_of_its_own(game: &str) -> bool {
    matches!(game, "tictactoe" | "sim" | "quarto")
}

/// The image of a piece: the one that its game names, or a general one of its colour.
fn image(look: &Look, piece: char) -> &'static str {
    look.uni.images.get(&piece).copied().unwrap_or_else(|| match look.pieces[&piece].colour {
        Colour::First => "general/bluepiece.svg",
        Colour::Second => "general/redpiece.svg",
        Colour::Neutral => "general/brownpiece.svg",
        Colour::Dark => "general/blackpiece.svg",
        Colour::Light => "general/whitepiece.svg",
        Colour::Accent => "general/yellow_circle.svg",
    })
}

/// Whether a move can be shown by the image of a piece. The page of tic-tac-toe reads the mark off the move.
pub(super) fn is_button(game: &str, look: &Look, piece: char) -> bool {
    game == "tictactoe" || MOVE_BUTTONS.lines().any(|button| button == image(look, piece))
}

/// The table of images and sounds; `null` if the game is shown as text or the client draws it by itself.
pub(super) fn theme(game: &str, look: Option<&Look>) -> Json {
    let Some(look) = look.filter(|_| !has_page_of_its_own(game)) else { return Json::Null };
    let images: Map<String, Json> = look
        .pieces
        .iter()
        .map(|(&key, piece)| (key.to_string(), json!({ "image": image(look, key), "scale": piece.scale })))
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
    if let Some(background) = look.uni.background {
        theme["background"] = background.into();
    }
    json!({ "defaultTheme": "basic", "themes": { "basic": theme } })
}
