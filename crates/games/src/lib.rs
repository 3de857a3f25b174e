//! The games of Zermelo, one file each, and the registry that lists them.

mod dawsonschess;
mod kayles;
mod nim;
mod notakto;
mod options;
mod ten_to_zero;
#[cfg(test)]
mod testing;
mod tictactoe;

use zermelo_explore::Family;

/// All games, in alphabetical order of their ids.
pub fn families() -> Vec<Family> {
    vec![
        ten_to_zero::family(),
        dawsonschess::family(),
        kayles::family(),
        nim::family(),
        notakto::family(),
        tictactoe::family(),
    ]
}
