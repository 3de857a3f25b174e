//! The laws of reading: whatever is typed, parse gives a sound position or a reason.

use std::collections::BTreeSet;

use super::check::{Check, Effort, ensure, without_panic};
use super::moves::{children_of, moves_of};
use super::random::Random;
use crate::Game;

/// Texts that have upset parsers before: signs, numbers too large for any word, characters of several
/// bytes, marks that change the letter before them.
const HOSTILE: [&str; 16] = [
    "",
    " ",
    "-",
    "_",
    "0",
    "-1",
    "1e9",
    "4294967296",
    "18446744073709551616",
    "\0",
    "é",
    "棋",
    "x\u{301}",
    "🎲🎲",
    "__",
    "\n",
];

/// Mixed into words, besides the characters that words are made of.
const ODD: [char; 8] = [' ', '_', '9', '-', '?', 'é', '棋', '\0'];

/// Longer than any word, but quickly read.
const LONG: usize = 10_000;

pub(super) fn check<G: Game>(game: &G, positions: &[G::Position], effort: &Effort) -> Vec<Check> {
    let texts = texts(game, positions, effort);
    let show = |text: &String| match text.char_indices().nth(60) {
        Some((cut, _)) => format!("{:?} …", &text[..cut]),
        None => format!("{text:?}"),
    };
    let mut accepted = Vec::new();
    let reading = Check::of("no text makes parse panic", texts, show, |text| {
        match without_panic(|| game.parse(text))? {
            Ok(p) => accepted.push((text.clone(), p)),
            Err(error) => {
                ensure(!error.to_string().is_empty(), || "it is refused without a reason".into())?;
            }
        }
        Ok(())
    });
    let show = |case: &&(String, G::Position)| show(&case.0);
    let writing = Check::of("what parse accepts can be written and read again", &accepted, show, |(_, p)| {
        let word = game.format(p);
        let again = game.parse(&word).map_err(|error| format!("then '{word}' is refused: {error}"))?;
        ensure(again == *p, || format!("{p:?} is written as '{word}' and read as {again:?}"))
    });
    let playing = Check::of("play from an accepted text never panics", &accepted, show, |(_, p)| {
        game.board(p);
        for m in moves_of(game, p) {
            game.format_move(p, m);
            let child = game.play(p, m);
            game.end(&child);
            game.board(&child);
        }
        Ok(())
    });
    // Whoever looks at a position follows its moves by their words.
    let following = Check::of("what an accepted text leads to is accepted", &accepted, show, |(_, p)| {
        for child in children_of(game, p) {
            let word = game.format(&child);
            game.parse(&word)
                .map_err(|error| format!("a move leads to '{word}', which is refused: {error}"))?;
        }
        Ok(())
    });
    vec![reading, writing, playing, following]
}

/// Hostile texts, and words of positions with a few random changes.
fn texts<G: Game>(game: &G, positions: &[G::Position], effort: &Effort) -> Vec<String> {
    let words: Vec<Vec<char>> = positions
        .iter()
        .filter_map(|p| without_panic(|| game.format(p)).ok())
        .map(|word| word.chars().collect())
        .collect();
    let letters: BTreeSet<char> = words.iter().flatten().copied().collect();
    let mut letters: Vec<char> = letters.into_iter().collect();
    let mut texts: Vec<String> = HOSTILE.iter().map(ToString::to_string).collect();
    texts.extend(letters.iter().chain(&ODD).map(|letter| letter.to_string().repeat(LONG)));
    // Mostly letters of words: a text that is nearly right gets furthest into a parser.
    for _ in 0..2 {
        letters.extend_from_within(..);
    }
    letters.extend(ODD);
    let mut random = Random::new(effort.seed);
    for word in words.iter().cycle().take(effort.positions) {
        let mut text = word.clone();
        for _ in 0..=random.below(3) {
            mutate(&mut text, &letters, &mut random);
        }
        texts.push(text.into_iter().collect());
    }
    texts.extend(words.first().map(|word| word.repeat(1 + LONG / word.len().max(1)).into_iter().collect()));
    texts
}

fn mutate(text: &mut Vec<char>, letters: &[char], random: &mut Random) {
    let at = random.below(text.len() + 1);
    let letter = random.pick(letters);
    if at == text.len() {
        return text.push(letter);
    }
    match random.below(8) {
        0 => text.insert(at, letter),
        1 => drop(text.remove(at)),
        2 => text.truncate(at),
        3 => text.extend_from_within(at..),
        4 => {
            let other = random.below(text.len());
            text.swap(at, other);
        }
        // The most frequent: it keeps the length, which parsers look at first.
        _ => text[at] = letter,
    }
}
