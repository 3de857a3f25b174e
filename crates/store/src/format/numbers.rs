//! Numbers in as few bytes as they need: seven bits to a byte, the lowest first, with the highest bit set in all bytes but
//! the last.

/// Adds a number.
///
/// ```
/// use zermelo_store::{push_number, take_number};
///
/// let mut bytes = Vec::new();
/// push_number(&mut bytes, 5);
/// push_number(&mut bytes, 300);
/// assert_eq!(bytes, [5, 0x80 | 44, 2]);
/// let mut rest = bytes.as_slice();
/// assert_eq!(take_number(&mut rest), Some(5));
/// assert_eq!(take_number(&mut rest), Some(300));
/// assert_eq!(take_number(&mut rest), None);
/// ```
pub fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number off the front; `None` if there is no whole number.
pub fn take_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}
