//! The games of Zermelo, one file each, and the registry that lists them.

mod achi;
mod baghchal;
mod bits;
mod chomp;
mod chungtoi;
mod connect4;
mod dawsonschess;
mod dodgem;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzz;
mod hare_and_hounds;
mod hexapawn;
mod kayles;
mod lgame;
mod mens_morris;
mod mutorere;
mod nim;
mod notakto;
mod options;
mod othello;
mod pieces;
mod quick_cross;
mod quixo;
mod shift_tac_toe;
mod sim;
mod size;
mod snake;
mod tac_tix;
mod teeko;
mod ten_to_zero;
#[cfg(test)]
mod testing;
mod three_spot;
mod tictactoe;
mod tictactwo;
mod toot_and_otto;
mod topitop;
mod xiangqi;

use zermelo_library::Family;

/// All games, in alphabetical order of their ids.
pub fn families() -> Vec<Family> {
    vec![
        ten_to_zero::family(),
        three_spot::family(),
        achi::family(),
        baghchal::family(),
        chomp::family(),
        chungtoi::family(),
        connect4::family(),
        dawsonschess::family(),
        dodgem::family(),
        hare_and_hounds::family(),
        hexapawn::family(),
        kayles::family(),
        lgame::family(),
        mutorere::family(),
        nim::family(),
        mens_morris::nine_family(),
        notakto::family(),
        othello::family(),
        quick_cross::family(),
        quixo::family(),
        shift_tac_toe::family(),
        sim::family(),
        mens_morris::six_family(),
        snake::family(),
        tac_tix::family(),
        teeko::family(),
        mens_morris::three_family(),
        tictactoe::family(),
        tictactwo::family(),
        toot_and_otto::family(),
        topitop::family(),
        xiangqi::family(),
    ]
}
