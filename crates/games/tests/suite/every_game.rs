//! Every listed variant of every game, and every other game with a known result, from the solver to the
//! library.

use std::collections::BTreeSet;

use zermelo_core::Outcome;
use zermelo_games::families;
use zermelo_library::{Effort, LibraryError, Solution, SolveOptions, VariantHandle};
use zermelo_solve::{Analysis, unlimited};

use crate::blessed::{differs, leftovers};
use crate::databases::Databases;
use crate::known_results::{contradicts, known_results};
use crate::signature::{TITLES, signature};
use crate::transcript::transcript;

/// Games with more slots than this are left to other tests.
const MOST_SLOTS: u64 = 2_000_000;

/// Games without an index, which cannot tell their size, that take too long as well; and why.
const TOO_SLOW: [(&str, &str); 5] = [
    ("connect4/5x4", "two million positions"),
    ("notakto/board3", "each of its 91 million positions has up to 3072 images"),
    ("quarto/regular", "its positions are solved one at a time"),
    ("tootandotto/4x5", "tens of millions of positions"),
    ("tootandotto/4x6", "hundreds of millions of positions"),
];

/// Known results of games that are too large for this test, and the tests that compare them.
const CHECKED_ELSEWHERE: [(&str, &str); 7] = [
    ("ninemensmorris/regular", "nine_mens_morris_has_the_published_tiers"),
    ("quixo/4x4", "tables"),
    ("teeko/advanced", "large_games_have_their_known_values"),
    ("teeko/standard", "large_games_have_their_known_values"),
    ("tictactwo/regular", "tables"),
    ("topitop/regular", "the_first_player_wins_in_31_moves, in the crate"),
    ("xiangqi/5", "large_games_have_their_known_values"),
];

/// A sample of each game; `zermelo test` and the tests of the game itself look at more.
const EFFORT: Effort = Effort { positions: 500, seed: 7 };

#[test]
fn every_game_is_what_it_was_and_what_is_known_of_it() {
    let databases = Databases::new();
    let mut known = known_results();
    let listed = families().into_iter().flat_map(|family| {
        let id = family.id;
        family.variants.into_iter().map(move |variant| format!("{id}/{}", variant.id))
    });
    let names: BTreeSet<String> = listed.chain(known.keys().cloned()).collect();

    let mut faults = Vec::new();
    let mut signatures = TITLES.to_owned();
    let mut transcripts = Vec::new();
    for name in names {
        let game = databases.library.open(&name).expect("listed games can be opened");
        let too_large =
            game.game.extent(&unlimited()).unwrap().is_some_and(|extent| extent.slots > MOST_SLOTS);
        if too_large || TOO_SLOW.iter().any(|(slow, _)| *slow == name) {
            continue;
        }
        let found = examine(&game).unwrap_or_else(|error| panic!("{name}: {error}"));
        signatures += &signature(&name, &found.analysis);
        let file = format!("{}-{}.txt", game.family.id, game.variant);
        let contradiction =
            known.remove(&name).and_then(|row| contradicts(&row, found.start, &found.analysis.total.all));
        let changed = differs(&format!("transcripts/{file}"), &found.transcript);
        let all = found.faults.into_iter().chain(contradiction).chain(changed);
        faults.extend(all.map(|fault| format!("{name}: {fault}")));
        transcripts.push(file);
    }
    faults.extend(differs("signatures.tsv", &signatures));
    faults.extend(leftovers("transcripts", &transcripts).iter().map(|file| format!("{file} is of no game")));
    assert!(faults.is_empty(), "{}", faults.join("\n"));

    let unused: Vec<&str> = known.keys().map(String::as_str).collect();
    assert_eq!(
        unused,
        CHECKED_ELSEWHERE.map(|(name, _)| name),
        "rows of results.tsv that nothing is compared with"
    );
}

/// What was seen of a game.
struct Found {
    start: Outcome,
    analysis: Analysis,
    transcript: String,
    faults: Vec<String>,
}

/// Does with a game all that can be done with it.
fn examine(handle: &VariantHandle) -> Result<Found, LibraryError> {
    let (game, run) = (&handle.game, unlimited());
    let database = handle.solve(false, &SolveOptions::default(), &run)?.expect("a whole solve is complete");
    // A collection of endgames has no start, but an example.
    let start = match game.start_outcome(&database)? {
        Some(start) => start,
        None => game.view(&game.start(), Solution::of(&database))?.outcome.expect("the example is solved"),
    };
    let analysis = handle.analyse(&database, &run)?;

    let verification = game.verify(&database, &[], &run)?;
    let wrong = (verification.wrong > 0).then(|| format!("{verification:?}"));
    let checks = game.test(&EFFORT, &run)?;
    let broken = checks.iter().filter(|check| !check.passed()).map(ToString::to_string);
    let faults = wrong.into_iter().chain(broken).collect();
    Ok(Found { start, analysis, transcript: transcript(game.as_ref(), Solution::of(&database))?, faults })
}

#[test]
fn every_game_has_a_picture() {
    for family in families() {
        let game = family.build(family.default_variant().id).unwrap_or_else(|error| panic!("{error}"));
        let look = game.look().unwrap_or_else(|| panic!("{} has no look", family.id));
        assert!(!look.centres.is_empty() && !look.pieces.is_empty(), "{}", family.id);
    }
}
