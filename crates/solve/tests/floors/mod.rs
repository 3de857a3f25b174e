//! Places on the floors of a house: what the made-up games of several tests are played on. Each floor is a tier.

use std::fmt;

use zermelo_core::ParseError;

/// The floor, and the place on it.
pub(crate) type Place = (u32, u32);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Floor(pub(crate) u32);

impl fmt::Display for Floor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "floor{}", self.0)
    }
}

pub(crate) fn format((floor, place): &Place) -> String {
    format!("{floor}.{place}")
}

pub(crate) fn parse(text: &str) -> Result<Place, ParseError> {
    let parts = text.split_once('.').and_then(|(f, p)| Some((f.parse().ok()?, p.parse().ok()?)));
    parts.ok_or_else(|| ParseError::new("a place is FLOOR.NUMBER"))
}
