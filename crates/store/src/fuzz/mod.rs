//! Laws that hold for arbitrary bytes: the fuzzer (`fuzz/`) tries them, and a test replays the inputs that it kept.
//!
//! Each function takes any bytes. It panics if a law is broken, and that is the fault which the fuzzer
//! reports. Nothing of this is compiled into the program.

mod keyed_lines;
mod manifest;
mod position_index;
mod records;
#[cfg(test)]
#[path = "../../../../fuzz/replay.rs"]
mod replay;
mod volume;

pub use keyed_lines::keyed_lines;
pub use manifest::manifest;
pub use position_index::position_index;
pub use records::records;
pub use volume::volume;

/// Splits some bytes off the front of an input; an input that is too short counts as if zeros followed.
fn split_front<const N: usize>(data: &[u8]) -> ([u8; N], &[u8]) {
    let (front, rest) = data.split_at(data.len().min(N));
    let mut bytes = [0; N];
    bytes[..front.len()].copy_from_slice(front);
    (bytes, rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_that_the_fuzzer_kept_break_no_law() {
        replay::replay("volume", volume);
        replay::replay("manifest", manifest);
        replay::replay("records", records);
        replay::replay("keyed_lines", keyed_lines);
        replay::replay("position_index", position_index);
    }
}
