//! The games of Zermelo, one file each, and the registry that lists them.

mod quixo;
mod ten_to_zero;
#[cfg(test)]
mod testing;

use zermelo_explore::Family;

/// All games, in alphabetical order of their ids.
pub fn families() -> Vec<Family> {
    vec![ten_to_zero::family(), quixo::family()]
}
