//! The games of Zermelo, one file each, and the registry that lists them.

mod chomp;
mod othello;
mod quick_cross;
mod shift_tac_toe;
mod size;
mod snake;
mod tac_tix;
mod ten_to_zero;
#[cfg(test)]
mod testing;
mod turn;

use zermelo_explore::Family;

/// All games, in alphabetical order of their ids.
pub fn families() -> Vec<Family> {
    vec![
        ten_to_zero::family(),
        chomp::family(),
        othello::family(),
        quick_cross::family(),
        shift_tac_toe::family(),
        snake::family(),
        tac_tix::family(),
    ]
}
