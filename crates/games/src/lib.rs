//! The games of Zermelo, one file each, and the registry that lists them.

mod bits;
mod chomp;
mod hare_and_hounds;
mod mens_morris;
mod othello;
mod quick_cross;
mod shift_tac_toe;
mod size;
mod snake;
mod tac_tix;
mod ten_to_zero;
#[cfg(test)]
mod testing;
mod three_spot;
mod turn;

use zermelo_explore::Family;

/// All games, in alphabetical order of their ids.
pub fn families() -> Vec<Family> {
    vec![
        ten_to_zero::family(),
        three_spot::family(),
        chomp::family(),
        hare_and_hounds::family(),
        othello::family(),
        quick_cross::family(),
        shift_tac_toe::family(),
        mens_morris::six_family(),
        snake::family(),
        tac_tix::family(),
        mens_morris::three_family(),
    ]
}
