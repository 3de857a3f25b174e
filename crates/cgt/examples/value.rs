//! Tells about values, and draws the thermograph of the last one:
//!
//! `cargo run -p zermelo-cgt --example value -- '{1|*} + ^*' '+-{2|1}' > thermograph.svg`

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "an example talks to the terminal")]

use zermelo_cgt::{Arena, ParseValueError};

fn main() -> Result<(), ParseValueError> {
    let mut arena = Arena::new();
    let mut picture = None;
    for text in std::env::args().skip(1) {
        let value = arena.parse(&text)?;
        let report = arena.report(value);
        eprintln!("{text}\n{report}");
        picture = Some(report.thermograph.to_svg(&text));
    }
    if let Some(picture) = picture {
        print!("{picture}");
    }
    Ok(())
}
