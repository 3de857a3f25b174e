//! The arithmetic of nimbers.

/// The size of the one heap that equals two heaps together.
///
/// ```
/// assert_eq!(zermelo_cgt::nim_sum(5, 3), 6);
/// ```
#[must_use]
pub const fn nim_sum(a: u64, b: u64) -> u64 {
    a ^ b
}

/// The product that makes nimbers a field.
///
/// ```
/// // 2, 4, 16, 256, …, each the square of the one before, have as nim-square one and a half times themselves.
/// assert_eq!(zermelo_cgt::nim_product(4, 4), 6);
/// assert_eq!(zermelo_cgt::nim_product(2, 4), 8);
/// ```
#[must_use]
pub const fn nim_product(a: u64, b: u64) -> u64 {
    product_of_width(a, b, 64)
}

/// Factors of this many bits, by the product of their halves: with `F = 2^(width/2)`, `F` times anything below it
/// is the ordinary product, and `F` times `F` is `F + F/2`.
const fn product_of_width(a: u64, b: u64, width: u32) -> u64 {
    if a <= 1 || b <= 1 {
        return a * b;
    }
    let half = width / 2;
    let below = (1 << half) - 1;
    let (a_high, a_low, b_high, b_low) = (a >> half, a & below, b >> half, b & below);
    let low = product_of_width(a_low, b_low, half);
    let high = product_of_width(a_high, b_high, half);
    let cross = product_of_width(a_high ^ a_low, b_high ^ b_low, half);
    (cross ^ low) << half ^ low ^ product_of_width(high, 1 << (half - 1), half)
}
