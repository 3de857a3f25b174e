//! Sizes of boards as variants are called: `ROWSxCOLS`.

use zermelo_core::ParseError;

/// Reads e.g. `4x7` as 4 rows and 7 columns, both from 1 to 99.
pub(crate) fn parse(text: &str) -> Result<(usize, usize), ParseError> {
    let number = |word: &str| word.parse().ok().filter(|n| (1..100).contains(n));
    text.split_once('x')
        .and_then(|(rows, cols)| Some((number(rows)?, number(cols)?)))
        .ok_or_else(|| ParseError::new(format!("'{text}' is not a size such as 4x7")))
}
