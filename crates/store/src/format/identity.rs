//! Which game a file belongs to.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The game, the variant and the rules that a database was computed for; every file carries it.
///
/// ```
/// use zermelo_store::Identity;
/// let quixo = Identity::new("quixo", "4x4", "a41f");
/// assert_eq!(quixo.to_string(), "quixo/4x4 (rules a41f)");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Identity {
    /// The name of the game.
    pub game: String,
    /// The name of the variant.
    pub variant: String,
    /// Changes whenever the rules or the numbering of positions change.
    pub fingerprint: String,
}

impl Identity {
    /// An identity from its three names.
    pub fn new(
        game: impl Into<String>,
        variant: impl Into<String>,
        fingerprint: impl Into<String>,
    ) -> Identity {
        Identity { game: game.into(), variant: variant.into(), fingerprint: fingerprint.into() }
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{} (rules {})", self.game, self.variant, self.fingerprint)
    }
}
