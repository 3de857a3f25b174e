//! The games of Zermelo, one file each, and the registry that lists them.
//!
//! ```
//! let families = zermelo_games::families();
//! let family = families.iter().find(|family| family.id == "tictactoe").expect("one of them");
//! let game = family.build("4x4x3")?;
//! assert_eq!(game.play(&game.start(), "b2")?, "---------x------");
//! # Ok::<(), zermelo_core::ParseError>(())
//! ```

mod achi;
mod baghchal;
mod bits;
mod chomp;
mod chungtoi;
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
        zermelo_connect4::family(),
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
        zermelo_quarto::family(),
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

#[cfg(test)]
mod tests {
    use super::families;
    use zermelo_library::Level;

    #[test]
    fn the_level_of_a_game_is_the_highest_that_it_tells() {
        let level = |id: &str| {
            let family = families().into_iter().find(|family| family.id == id).unwrap();
            family.build(family.default_variant().id).unwrap().level()
        };
        for (id, expected) in [
            ("nim", Level::Rules),
            ("tictactoe", Level::Index),
            ("teeko", Level::UnMoves),
            ("baghchal", Level::BlockMoves),
            ("quixo", Level::Slides),
            ("connect4", Level::Own),
        ] {
            assert_eq!(level(id), expected, "{id}");
        }
    }
}
