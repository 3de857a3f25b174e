//! The games of Zermelo, one file each, and the registry that lists them.

mod achi;
mod chungtoi;
mod dawsonschess;
mod dodgem;
mod kayles;
mod lgame;
mod mutorere;
mod nim;
mod notakto;
mod options;
mod pieces;
mod quixo;
mod sim;
mod ten_to_zero;
#[cfg(test)]
mod testing;
mod tictactoe;
mod turn_suffix;

use zermelo_explore::Family;

/// All games, in alphabetical order of their ids.
pub fn families() -> Vec<Family> {
    vec![
        ten_to_zero::family(),
        achi::family(),
        chungtoi::family(),
        dawsonschess::family(),
        dodgem::family(),
        kayles::family(),
        lgame::family(),
        mutorere::family(),
        nim::family(),
        notakto::family(),
        quixo::family(),
        sim::family(),
        tictactoe::family(),
    ]
}
