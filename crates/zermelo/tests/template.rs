//! The game that `zermelo new` writes, compiled here with its own tests.

#[path = "../templates/game.rs"]
mod game;

/// What stands in its `main`.
#[test]
fn the_family_of_the_template_is_one_that_can_be_run() {
    let family = game::family();
    assert_eq!(family.variants.len(), 2);
    assert!(family.variants.iter().all(|variant| family.build(variant.id).is_ok()));
}
