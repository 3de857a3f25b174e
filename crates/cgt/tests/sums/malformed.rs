//! Nothing that can be typed makes a panic, an overflow of the stack, or an endless run.

use proptest::prelude::*;
use zermelo_cgt::rulesets::TITLES;
use zermelo_cgt::{Script, Session, Source};

fn load(text: &str) -> Result<(), String> {
    let script = Script::parse(text, Source::Text).map_err(|error| error.to_string())?;
    Session::new().load(script, "text").map(|_| ()).map_err(|error| error.to_string())
}

#[test]
fn mistakes_in_positions_are_named_with_their_place() {
    for (text, message) in [
        ("[clobber] XO|X {B}", "line 1, column 14: row 2 has 1 cells, the first row has 2"),
        ("[clobber] XO|XY {B}", "line 1, column 15: unexpected 'Y'; allowed are XO."),
        ("[nogo] X|O {B}", "line 1, column 8: every block of stones needs an empty neighbour"),
        ("[nogo_1xn] .XOX {B}", "line 1, column 14: every block of stones needs an empty neighbour"),
        ("\n[clober] XO {B}", "line 2, column 10: there is no game called \"clober\"; did you mean clobber?"),
        (
            "[nimber] 99999999999999999999 {B}",
            "line 1, column 10: a heap must be between 0 and 1,000,000, not 99999999999999999999",
        ),
        (
            "[dyadic_rational] 1/3 {B}",
            "line 1, column 21: a denominator must be a positive power of 2, not 3",
        ),
        ("[sheep] (1 2 | 3) {B}", "line 1, column 17: row 2 has 1 cells, the first row has 2"),
        (
            "[up_star] (1 2) {B}",
            "line 1, column 14: unexpected '2'; allowed are at most one integer and at most one '*'",
        ),
        ("[clobber] XO {N}", "line 1, column 14: N needs impartial games, but clobber is not impartial"),
        (
            "[literal] {1|{2} {B}",
            "line 1, column 12: \"1|{2\" is not a command; commands are B, W, N, winning moves, thermograph",
        ),
        ("[octal] 0.8:3 {N}", "line 1, column 11: unexpected '8'; allowed are the digits 0 to 7"),
        ("[octal] 9.99:3 {N}", "line 1, column 9: unexpected '9'; allowed are \"0.\" and \"4.\""),
    ] {
        assert_eq!(load(text), Err(message.to_owned()), "{text}");
    }
}

#[test]
fn absurd_sizes_and_depths_are_refused() {
    let deep = "{".repeat(1_000_000);
    for text in [
        format!("[clobber] {} {{B}}", "X".repeat(1_000_000)),
        format!("[clobber_1xn] {} {{B}}", "X".repeat(1_000_000)),
        format!("[clobber] {} {{B}}", "X|".repeat(500_000)),
        format!("[amazons] X{} {{B}}", ".".repeat(4093)),
        format!("[hackenbush] {} {{B}}", "X<".repeat(500_000)),
        format!("[hackenbush] {} {{B}}", "X".repeat(500_000)),
        format!("[literal] {deep} {{B}}"),
        format!("[literal] {deep}|{} {{B}}", "}".repeat(1_000_000)),
        format!("[sheep] {} {{B}}", "1,".repeat(500_000)),
        format!("[kayles] {} {{N}}", "9".repeat(1_000_000)),
        "[gen_toads] 1,99999,0,0:X {B}".to_owned(),
        "[subtraction] 0:5 {N}".to_owned(),
        "[cutcake] 0x5 {B}".to_owned(),
        deep,
    ] {
        let message = load(&text).expect_err("too much");
        assert!(message.starts_with("line 1, column "), "{message}");
        assert!(message.len() < 1000, "a message that can be read");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(script) = Script::parse_bytes(&bytes, Source::Text) {
            let _read = Session::new().load(script, "bytes");
        }
    }

    /// Positions made of the characters that positions are made of.
    #[test]
    fn positions_never_panic(which in 0..TITLES.len(), text in "[XO.#|,:0-9*/<>{}bwx -]{0,12}") {
        let _read = Session::new().read(TITLES[which], &text);
    }

    /// What is read is printed so that it is read again as the same.
    #[test]
    fn positions_are_printed_as_they_are_read(which in 0..TITLES.len(), text in "[XO.#|,:0-9*/bwx -]{0,12}") {
        let mut session = Session::new();
        if let Ok(game) = session.read(TITLES[which], &text) {
            let printed = session.text(game);
            let again = session.read(TITLES[which], &printed);
            prop_assert!(again.is_ok(), "{} {:?} became {:?}", TITLES[which], text, printed);
            prop_assert_eq!(session.text(again.expect("checked")), printed);
        }
    }
}
