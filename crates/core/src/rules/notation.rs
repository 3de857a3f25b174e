//! Reading positions from text: errors that help, and the parser that most boards need.

use std::fmt;

/// Why a text is not a position (or move, or variant): a sentence for a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError(String);

impl ParseError {
    /// An error that says what was wrong and what is allowed.
    pub fn new(sentence: impl Into<String>) -> ParseError {
        ParseError(sentence.into())
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ParseError {}

/// Reads `count` cells, each a character of `alphabet`, and gives the index of each in the alphabet.
///
/// ```
/// use zermelo_core::parse_cells;
/// assert_eq!(parse_cells("x-o", 3, "-xo").unwrap(), [1, 0, 2]);
/// let error = parse_cells("x-z", 3, "-xo").unwrap_err().to_string();
/// assert_eq!(error, "character 3 of 'x-z' is 'z'; allowed are '-', 'x', 'o'");
/// ```
pub fn parse_cells(text: &str, count: usize, alphabet: &str) -> Result<Vec<u8>, ParseError> {
    let length = text.chars().count();
    if length != count {
        return Err(ParseError::new(format!("'{text}' has {length} cells; the board has {count}")));
    }
    text.chars()
        .enumerate()
        .map(|(i, c)| match alphabet.chars().position(|a| a == c) {
            Some(kind) => Ok(kind as u8),
            None => {
                let allowed: Vec<String> = alphabet.chars().map(|a| format!("'{a}'")).collect();
                let allowed = allowed.join(", ");
                Err(ParseError::new(format!(
                    "character {} of '{text}' is '{c}'; allowed are {allowed}",
                    i + 1
                )))
            }
        })
        .collect()
}

/// The set of cells that hold `kind`, as a mask, out of what [`parse_cells`] read.
///
/// ```
/// # use zermelo_core::cells_of;
/// assert_eq!(cells_of(&[1, 0, 2, 1], 1), 0b1001);
/// ```
pub fn cells_of(cells: &[u8], kind: u8) -> u64 {
    cells.iter().enumerate().filter(|&(_, &k)| k == kind).map(|(i, _)| 1 << i).sum()
}
