//! What is drawn once, below all pieces.

use serde::Serialize;

/// A point: to the right, and down.
pub type Point = [f64; 2];

/// A plain shape of the board. Colours are left to whoever draws it, light or dark.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Art {
    /// A rectangle with its top left corner at `x`, `y`.
    Rect {
        /// Its left side.
        x: f64,
        /// Its top.
        y: f64,
        /// How wide it is.
        w: f64,
        /// How high it is.
        h: f64,
        /// What it stands for.
        style: Style,
    },
    /// A line from point to point.
    Line {
        /// Its corners, at least two.
        points: Vec<Point>,
        /// What it stands for.
        style: Style,
    },
    /// A circle around `x`, `y`.
    Circle {
        /// The middle, from the left.
        x: f64,
        /// The middle, from the top.
        y: f64,
        /// The radius.
        r: f64,
        /// What it stands for.
        style: Style,
    },
    /// A few letters with their middle at `x`, `y`.
    Text {
        /// The middle, from the left.
        x: f64,
        /// The middle, from the top.
        y: f64,
        /// The letters.
        text: String,
        /// How high they are.
        size: f64,
    },
}

/// What a shape of the board stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// The ground below everything.
    Board,
    /// A cell.
    Cell,
    /// A cell of the other colour.
    Cell2,
    /// A line that pieces move along.
    Line,
    /// Something to notice: a point, a goal.
    Mark,
    /// Something in the background.
    Soft,
}
