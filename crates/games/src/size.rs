//! Sizes of boards as variants are called: `ROWSxCOLS`.

use zermelo_core::ParseError;

/// Reads e.g. `4x7` as 4 rows and 7 columns, both from 1 to 99.
pub(crate) fn parse(text: &str) -> Result<(usize, usize), ParseError> {
    let number = |word: &str| word.parse::<usize>().ok();
    let size = text.split_once('x').and_then(|(rows, cols)| Some((number(rows)?, number(cols)?)));
    match size {
        None => Err(ParseError::new(format!("'{text}' is not a size such as 4x7"))),
        Some((rows, cols)) if (1..100).contains(&rows) && (1..100).contains(&cols) => Ok((rows, cols)),
        Some(_) => Err(ParseError::new(format!(
            "a board of {text} is too large or too small; sides are 1 to 99 long"
        ))),
    }
}
