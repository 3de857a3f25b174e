//! Sizes of memory, as the user writes them.

use crate::free_memory::free_memory;

const UNITS: [(&str, u64); 14] = [
    ("", 1),
    ("b", 1),
    ("k", 1_000),
    ("kb", 1_000),
    ("m", 1_000_000),
    ("mb", 1_000_000),
    ("g", 1_000_000_000),
    ("gb", 1_000_000_000),
    ("t", 1_000_000_000_000),
    ("tb", 1_000_000_000_000),
    ("kib", 1 << 10),
    ("mib", 1 << 20),
    ("gib", 1 << 30),
    ("tib", 1 << 40),
];

/// Reads a size such as `512M`, `1.5G` or `16GiB`. Units count in thousands, those with an `i` in 1024s.
pub(crate) fn parse(text: &str) -> Result<u64, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let unit = unit.trim_start().to_ascii_lowercase();
    let factor = UNITS.iter().find(|(name, _)| *name == unit).map(|&(_, factor)| factor);
    match (number.parse::<f64>(), factor) {
        (Ok(number), Some(factor)) if number * factor as f64 >= 1.0 => Ok((number * factor as f64) as u64),
        _ => Err("a size is a number above zero with a unit, e.g. 512M, 8G or 16GiB".to_owned()),
    }
}

/// The default promise: 80 % of what is free, so that the rest of the machine stays alive.
pub(crate) fn default() -> u64 {
    free_memory() / 10 * 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        for (text, size) in [
            ("512M", 512_000_000),
            ("8G", 8_000_000_000),
            ("1.5gb", 1_500_000_000),
            ("16GiB", 16 << 30),
            ("2 MiB", 2 << 20),
            ("4096", 4096),
            ("1T", 1_000_000_000_000),
        ] {
            assert_eq!(parse(text), Ok(size), "{text}");
        }
    }

    #[test]
    fn what_is_not_a_size_is_refused() {
        for text in ["", "M", "0", "0.0G", "-1G", "1X", "1GG", "1e9", "one", "1.2.3M", "∞"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
