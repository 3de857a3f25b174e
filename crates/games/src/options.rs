//! Options that several games write into the id of a variant in the same way.

/// Splits the suffix of misère play off the id of a variant: `4x4x4-misere` is (`4x4x4`, true).
pub(crate) fn misere_suffix(variant: &str) -> (&str, bool) {
    match variant.strip_suffix("-misere") {
        Some(rest) => (rest, true),
        None => (variant, false),
    }
}
