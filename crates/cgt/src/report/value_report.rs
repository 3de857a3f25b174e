//! What there is to say about a value.

use std::fmt;
use std::sync::Arc;

use crate::{Arena, Dyadic, Outcome, Thermograph, Value};

/// The properties of a value, as the command prints them.
#[derive(Debug, Clone)]
pub struct ValueReport {
    /// The canonical form in the usual notation; `None` if it is longer than anyone would read.
    pub value: Option<String>,
    /// Who wins.
    pub outcome: Outcome,
    /// What one copy is worth among many.
    pub mean: Dyadic,
    /// What a move is worth.
    pub temperature: Dyadic,
    /// Where play ends if Left begins.
    pub left_stop: Dyadic,
    /// Where play ends if Right begins.
    pub right_stop: Dyadic,
    /// The depth of the canonical form.
    pub birthday: Dyadic,
    /// How many ups the game is worth, if it is all-small.
    pub atomic_weight: Option<String>,
    /// The stops at every temperature.
    pub thermograph: Arc<Thermograph>,
}

/// Texts beyond this are left out.
const MAX_TEXT: usize = 100_000;

impl Arena {
    /// Everything worth telling about a value.
    ///
    /// ```
    /// use zermelo_cgt::Arena;
    ///
    /// let mut arena = Arena::new();
    /// let value = arena.parse("{1|*} + ^*")?;
    /// let report = arena.report(value);
    /// assert_eq!(report.value.as_deref(), Some("{1^*|^}"));
    /// assert_eq!(report.mean.to_string(), "1/2");
    /// # Ok::<(), zermelo_cgt::ParseValueError>(())
    /// ```
    pub fn report(&mut self, value: Value) -> ValueReport {
        let atomic_weight = self.atomic_weight(value);
        ValueReport {
            value: self.text_within(value, MAX_TEXT),
            outcome: self.outcome(value),
            mean: self.mean(value),
            temperature: self.temperature(value),
            left_stop: self.left_stop(value),
            right_stop: self.right_stop(value),
            birthday: self.birthday(value),
            atomic_weight: atomic_weight.and_then(|weight| self.text_within(weight, MAX_TEXT)),
            thermograph: self.thermograph(value),
        }
    }
}

impl fmt::Display for ValueReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value.as_deref().unwrap_or("too long to be written");
        writeln!(f, "value          {value}")?;
        writeln!(f, "outcome        {} ({})", self.outcome.letter(), self.outcome)?;
        writeln!(f, "mean           {}", self.mean)?;
        writeln!(f, "temperature    {}", self.temperature)?;
        writeln!(f, "stops          {} and {}", self.left_stop, self.right_stop)?;
        writeln!(f, "birthday       {}", self.birthday)?;
        if let Some(weight) = &self.atomic_weight {
            writeln!(f, "atomic weight  {weight}")?;
        }
        writeln!(f, "thermograph    {}", self.thermograph)
    }
}
