//! Who asks, and how long he waits.

use std::net::IpAddr;
use std::time::Duration;

/// A question of somebody.
///
/// A duration alone is a question of the user of this machine:
///
/// ```
/// use std::time::Duration;
/// use zermelo_service::Visit;
/// assert_eq!(Visit::from(Duration::ZERO), Visit { patience: Duration::ZERO, from: None });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visit {
    /// How long an answer may take while something is computed that was not known before.
    pub patience: Duration,
    /// The address of the visitor, among whom places for computations are shared out. The user of this
    /// machine has none.
    pub from: Option<IpAddr>,
}

impl From<Duration> for Visit {
    fn from(patience: Duration) -> Visit {
        Visit { patience, from: None }
    }
}
