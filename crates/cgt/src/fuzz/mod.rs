//! Laws that hold for arbitrary bytes: the fuzzer (`fuzz/`) tries them, and a test replays the inputs that it kept.
//!
//! Each function takes any bytes. It panics if a law is broken, and that is the fault which the fuzzer
//! reports. Nothing of this is compiled into the program.

#[cfg(test)]
#[path = "../../../../fuzz/replay.rs"]
mod replay;
mod scripts;
mod values;

pub use scripts::scripts;
pub use values::values;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_the_fuzzer_kept_break_no_law() {
        replay::replay("values", values);
    }

    #[test]
    fn scripts_that_the_fuzzer_kept_break_no_law() {
        replay::replay("scripts", scripts);
    }
}
