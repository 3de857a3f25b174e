//! All variants keep the laws of games.

use zermelo_core::conformance::Effort;
use zermelo_quarto::family;
use zermelo_solve::unlimited;

#[test]
fn all_variants_keep_the_laws() {
    for variant in ["regular", "3x3", "3x3-misere", "3x3-squares"] {
        let game = family().build(variant).unwrap();
        let positions = if variant == "regular" { 60 } else { 2_000 };
        for check in game.test(&Effort { positions, seed: 1 }, &unlimited()).unwrap() {
            assert!(check.passed(), "{variant}: {check}");
        }
    }
}
