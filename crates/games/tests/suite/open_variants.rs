//! Variants beyond the listed ones: which are possible, and which are refused.

use zermelo_core::Value;
use zermelo_games::families;
use zermelo_library::{Family, Solution};

fn family(id: &str) -> Family {
    families().into_iter().find(|family| family.id == id).expect("it is registered")
}

fn allows(id: &str, allowed: &[&str], refused: &[&str]) {
    let family = family(id);
    for variant in allowed {
        assert!(family.build(variant).is_ok(), "{id}/{variant}");
    }
    for variant in refused {
        assert!(family.build(variant).is_err(), "{id}/{variant}");
    }
}

#[test]
fn boards_are_written_as_rows_and_columns_and_what_the_game_needs() {
    allows(
        "hexapawn",
        &["2x1", "4x6", "8x3-forced-capture"],
        &["", "1x3", "5x5", "3x0", "3x3-", "3x3x3", "3x3-misere"],
    );
    allows(
        "tictactoe",
        &["4x4x4", "3x4x3", "5x5x4-misere", "1x5x3"],
        &["", "3x3", "6x5x3", "3x3x4", "0x3x1", "3x3x0", "3x3x3-", "axbxc"],
    );
    allows(
        "connect4",
        &["6x7", "5x6x3", "7x8", "1x32x3", "4x5x5"],
        &["", "6", "6x7x6", "8x8", "0x4", "4x4x2", "axb", "4x4x4x4", "4x4-misere"],
    );
    allows("nim", &["3_4_5-misere"], &[&["255"; 8].join("_")]);
}

#[test]
fn taking_counters_has_a_largest_total_and_a_misere_form() {
    let family = family("0to10by1or2");
    assert!(family.build("100000_1_2").is_ok() && family.build("21_1_3_4-misere").is_ok());
    for refused in ["100001_1_2", "21", "21_0", "21_1-normal"] {
        let error = family.build(refused).err().expect(refused);
        assert!(error.to_string().contains("at most 100000"), "{error}");
    }
    // One counter: whoever has to take it wins, or loses in the misère form.
    for (variant, value) in [("1_1", Value::Win), ("1_1-misere", Value::Lose)] {
        let game = family.build(variant).unwrap();
        let last = game.view("0", Solution::NONE).unwrap().outcome.unwrap();
        assert_eq!(last.one_move_before().value(), value, "{variant}");
    }
}

#[test]
fn endgames_of_chinese_chess_are_chosen_by_tier_or_by_number_of_men() {
    let xiangqi = family("xiangqi");
    assert!(xiangqi.build("000020000001_43_").is_ok());
    assert!(xiangqi.build("7").err().unwrap().to_string().contains("three parts"));
}
