//! The laws of level one: words, moves, ends and pictures.

use rustc_hash::FxHashMap;

use super::check::{Check, Effort, ensure, word};
use super::moves::moves_of;
use super::random::Random;
use super::walk::Walk;
use super::{packing, picture, symmetry, texts};
use crate::{Erased, Game, Typed, Value, parse_move};

/// Characters that mean something else in an address or a table.
const FORBIDDEN: &str = "#&+%;\"";

/// How many moves of a position are looked up by their names.
const MOVES_LOOKED_UP: usize = 3;

/// Checks the rules of a game and everything that is written or drawn of it.
pub fn check_rules<G: Game>(game: &G, effort: &Effort) -> Vec<Check> {
    let mut checks = check_erased(&Typed::new(game).erased(), effort);
    checks.push(packing::check(game, effort.seed));
    checks
}

/// The same of a game without its type, so that all laws are compiled once.
fn check_erased(game: &Erased<'_>, effort: &Effort) -> Vec<Check> {
    let walk = Walk::new(game, effort);
    let positions = &walk.positions;
    let mut checks = vec![
        walk.check(),
        words_are_plain(game, positions),
        words_are_read_back(game, positions),
        words_differ(game, positions),
        moves_differ(game, positions),
        move_names_are_plain(game, positions),
        move_names_differ(game, positions),
        moves_are_found_by_name(game, positions, effort.seed),
        ends_are_results(game, positions),
        ends_are_consistent(game, positions),
        pictures(game, positions),
    ];
    checks.extend(texts::check(game, positions, effort));
    checks.extend(symmetry::check(game, positions, effort));
    checks.extend(picture::check(game, positions));
    checks
}

/// Tests a law on positions.
pub(super) fn on_positions<G: Game>(
    law: &'static str,
    game: &G,
    positions: &[G::Position],
    test: impl FnMut(&G::Position) -> Result<(), String>,
) -> Check {
    Check::of(law, positions.iter().copied(), |p| word(game, p), test)
}

fn words_are_plain<G: Game>(game: &G, positions: &[G::Position]) -> Check {
    on_positions("a position is one plain word", game, positions, |p| {
        let word = game.format(p);
        ensure(!word.is_empty(), || format!("{p:?} has an empty word"))?;
        let odd = |c: char| c.is_whitespace() || c.is_control() || FORBIDDEN.contains(c);
        word.chars().find(|&c| odd(c)).map_or(Ok(()), |c| Err(format!("the word has the character {c:?}")))
    })
}

fn words_are_read_back<G: Game>(game: &G, positions: &[G::Position]) -> Check {
    on_positions("parse reads back what format writes", game, positions, |p| {
        let read = game.parse(&game.format(p)).map_err(|error| format!("it is refused: {error}"))?;
        ensure(read == *p, || format!("{p:?} is read back as {read:?}"))
    })
}

fn words_differ<G: Game>(game: &G, positions: &[G::Position]) -> Check {
    let mut owners: FxHashMap<String, G::Position> = FxHashMap::default();
    on_positions("different positions have different words", game, positions, |p| {
        let owner = *owners.entry(game.format(p)).or_insert(*p);
        ensure(owner == *p, || format!("the word of {p:?} and of {owner:?}"))
    })
}

fn moves_differ<G: Game>(game: &G, positions: &[G::Position]) -> Check {
    on_positions("no move is listed twice", game, positions, |p| {
        let moves = moves_of(game, p);
        let twice = moves.iter().enumerate().find(|(i, m)| moves[..*i].contains(m));
        twice.map_or(Ok(()), |(_, &m)| Err(format!("the move {}", game.format_move(p, m))))
    })
}

fn move_names_are_plain<G: Game>(game: &G, positions: &[G::Position]) -> Check {
    on_positions("the name of a move is one plain word without a colon", game, positions, |p| {
        let odd = |c: char| c.is_whitespace() || c.is_control() || c == ':';
        for m in moves_of(game, p) {
            let name = game.format_move(p, m);
            ensure(!name.is_empty(), || format!("{m:?} has an empty name"))?;
            ensure(!name.contains(odd), || format!("the move {name:?}"))?;
        }
        Ok(())
    })
}

fn move_names_differ<G: Game>(game: &G, positions: &[G::Position]) -> Check {
    on_positions("different moves have different names", game, positions, |p| {
        let mut owners: FxHashMap<String, G::Move> = FxHashMap::default();
        for m in moves_of(game, p) {
            let name = game.format_move(p, m);
            if let Some(other) = owners.insert(name.clone(), m) {
                ensure(other == m, || format!("{name} is the name of {m:?} and of {other:?}"))?;
            }
        }
        Ok(())
    })
}

/// A few moves a position: looking one up names them all.
fn moves_are_found_by_name<G: Game>(game: &G, positions: &[G::Position], seed: u64) -> Check {
    let mut random = Random::new(seed);
    on_positions("moves are found by their names, and wrong names are refused", game, positions, |p| {
        let moves = moves_of(game, p);
        for _ in 0..MOVES_LOOKED_UP.min(moves.len()) {
            let name = game.format_move(p, random.pick(&moves));
            let found = parse_move(game, p, &name).map_err(|error| error.to_string())?;
            ensure(game.format_move(p, found) == name, || format!("{name} is found as {found:?}"))?;
            ensure(moves.contains(&found), || format!("{name} is found, but not among the moves"))?;
        }
        for wrong in ["", " ", "no such move"] {
            ensure(parse_move(game, p, wrong).is_err(), || format!("the move {wrong:?} is accepted"))?;
        }
        Ok(())
    })
}

fn ends_are_results<G: Game>(game: &G, positions: &[G::Position]) -> Check {
    on_positions("a game that is over is won, lost or tied", game, positions, |p| {
        // A draw is play without an end.
        ensure(game.end(p) != Some(Value::Draw), || "it is an end and a draw".into())?;
        ensure(game.stuck() != Value::Draw, || "a player without a move gets a draw".into())
    })
}

fn ends_are_consistent<G: Game>(game: &G, positions: &[G::Position]) -> Check {
    on_positions("whether the game is over depends on the position alone", game, positions, |p| {
        let end = game.end(p);
        ensure(end == game.end(p), || "asked twice, there are two answers".into())?;
        match game.parse(&game.format(p)) {
            Ok(copy) if copy == *p => {
                ensure(end == game.end(&copy), || "the same position, read from text, differs".into())
            }
            _ => Ok(()),
        }
    })
}

fn pictures<G: Game>(game: &G, positions: &[G::Position]) -> Check {
    on_positions("every position has a picture", game, positions, |p| {
        ensure(!game.board(p).trim().is_empty(), || "the picture is empty".into())
    })
}

#[cfg(test)]
mod tests {
    use super::super::toys::{Fault, Strip, broken_laws};
    use super::*;

    fn broken(fault: Fault) -> Vec<&'static str> {
        broken_laws(&check_rules(&Strip::new(fault), &Effort::default()))
    }

    #[test]
    fn a_correct_game_keeps_all_laws_whether_sampled_or_not() {
        for positions in [20_000, 100] {
            let checks = check_rules(&Strip::new(Fault::None), &Effort { positions, seed: 5 });
            assert!(checks.iter().all(|check| check.passed() && check.cases > 0), "{checks:#?}");
        }
    }

    #[test]
    fn each_fault_breaks_its_law() {
        let cases = [
            (Fault::WordWithPlus, "a position is one plain word"),
            (Fault::MoveListedTwice, "no move is listed twice"),
            (Fault::MoveNameWithColon, "the name of a move is one plain word without a colon"),
            (Fault::MoveNamedByTarget, "different moves have different names"),
            (Fault::EndInDraw, "a game that is over is won, lost or tied"),
            (Fault::NoPicture, "every position has a picture"),
            (Fault::ParseCutsBytes, "no text makes parse panic"),
            (Fault::ParseOverlaps, "what parse accepts can be written and read again"),
            (Fault::ParseTwoPairs, "play from an accepted text never panics"),
            (Fault::ParseStopsHalfway, "what an accepted text leads to is accepted"),
            (Fault::ImageZeroMirrors, "symmetry 0 leaves every position as it is"),
            (Fault::LopsidedStart, "symmetries leave the start as it is"),
            (Fault::SmallestImageIsOwn, "the smallest image is the smallest"),
            (Fault::MirrorCountedTwice, "symmetries form a group"),
            (Fault::LopsidedMoves, "images have the same moves and the same end"),
            (Fault::TurnStays, "the turn passes with every move"),
            (Fault::CentreOutside, "the look is sound"),
            (Fault::UnknownPiece, "figures are known pieces on known centres"),
            (Fault::PartWithSemicolon, "the name of a part is a plain word"),
            (Fault::SignOutside, "signs point at known pieces and centres"),
            (Fault::PartsEndInAPart, "the parts of a move lead to it alone"),
            (Fault::SignsDiffer, "moves that begin alike are shown alike, and others are not"),
        ];
        for (fault, law) in cases {
            assert_eq!(broken(fault), [law], "{fault:?}");
        }
    }

    #[test]
    fn a_word_that_drops_the_turn_breaks_both_laws_of_words() {
        let laws = broken(Fault::WordWithoutTurn);
        assert!(laws.contains(&"different positions have different words"), "{laws:?}");
        assert!(laws.contains(&"parse reads back what format writes"), "{laws:?}");
    }

    #[test]
    fn a_move_that_panics_is_noticed_and_the_other_laws_are_still_checked() {
        let laws = broken(Fault::PlayPanics);
        assert!(laws.contains(&"play from the start never panics"), "{laws:?}");
        assert!(!laws.contains(&"every position has a picture"), "{laws:?}");
    }

    #[test]
    fn an_end_that_changes_its_mind_is_noticed() {
        let law = "whether the game is over depends on the position alone";
        assert!(broken(Fault::EndChangesItsMind).contains(&law));
    }
}
