//! Whatever is sent, the answer is an answer.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use zermelo_library::{LibraryError, Solution};

use super::{SITE, encoded};

/// Texts for each game, at the level of the library.
const TEXTS: usize = 100_000;

/// Requests for each game.
const REQUESTS: usize = 150;

/// Mixed into positions, besides the characters that they are made of.
const ODD: [char; 14] = ['\0', ' ', '_', ';', '~', '-', '+', '%', '9', '/', 'é', '棋', '\u{301}', '🎲'];

/// Random edits of valid positions, and some random bytes.
struct Texts {
    valid: Vec<Vec<char>>,
    letters: Vec<char>,
    random: fastrand::Rng,
}

impl Texts {
    fn new(valid: impl Iterator<Item = String>, seed: u64) -> Texts {
        let valid: Vec<Vec<char>> = valid.map(|text| text.chars().collect()).collect();
        let mut letters: Vec<char> = valid.iter().flatten().copied().collect();
        letters.sort_unstable();
        letters.dedup();
        letters.extend(letters.clone().repeat(3));
        letters.extend(ODD);
        Texts { valid, letters, random: fastrand::Rng::with_seed(seed) }
    }

    fn next(&mut self) -> String {
        let Texts { valid, letters, random } = self;
        if random.u8(..) < 16 {
            let bytes: Vec<u8> = (0..random.usize(..60)).map(|_| random.u8(..)).collect();
            return String::from_utf8_lossy(&bytes).into_owned();
        }
        let mut text = valid[random.usize(..valid.len())].clone();
        for _ in 0..random.usize(..4) {
            let at = random.usize(..=text.len());
            let letter = letters[random.usize(..letters.len())];
            match random.u8(..8) {
                0 => text.insert(at, letter),
                1 if at < text.len() => drop(text.remove(at)),
                2 => text.truncate(at),
                3 => text.extend_from_within(at..),
                4 if at < text.len() => text.swap(at, 0),
                _ if at < text.len() => text[at] = letter,
                _ => text.push(letter),
            }
        }
        text.into_iter().collect()
    }
}

/// Valid positions of a game, also from between the parts of moves.
fn some_positions(game: &dyn zermelo_library::AnyGame) -> Vec<String> {
    let whole: Vec<String> = (0..40).map(|seed| game.random(seed)).collect();
    let mut all = whole.clone();
    for position in &whole {
        let moves = game.steps(position, Solution::NONE).unwrap().moves;
        all.extend(moves.into_iter().filter(|m| m.part).take(2).map(|m| m.position));
    }
    all
}

#[test]
fn any_text_is_a_position_or_is_refused() {
    let variants = SITE.usual_variants();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((game, variant)) = variants.get(next.fetch_add(1, Relaxed)) {
                    let variant = SITE.service.open(game, variant).unwrap();
                    let mut texts = Texts::new(some_positions(variant.game()).into_iter(), 1);
                    for _ in 0..TEXTS {
                        let text = texts.next();
                        let read =
                            catch_unwind(AssertUnwindSafe(|| variant.game().steps(&text, Solution::NONE)));
                        match read.unwrap_or_else(|_| panic!("{game}: {text:?} made it panic")) {
                            Ok(view) => {
                                assert!(view.outcome.is_some() || !view.moves.is_empty(), "{game}: {text:?}");
                            }
                            Err(LibraryError::Parse(error)) => assert!(!error.to_string().is_empty()),
                            Err(other) => panic!("{game}: {text:?} gave {other}"),
                        }
                    }
                }
            });
        }
    });
}

#[test]
fn any_request_is_answered_or_refused() {
    for (game, variant) in SITE.usual_variants() {
        let open = SITE.service.open(&game, &variant).unwrap();
        let mut texts = Texts::new(some_positions(open.game()).into_iter(), 2);
        let family = &open.handle().family;
        let ids = family.variants.iter().map(|variant| variant.id.to_owned());
        let mut variants = Texts::new(ids.chain(["3x3-misere".to_owned(), "2_3".to_owned()]), 3);
        for number in 0..REQUESTS {
            let text = encoded(&texts.next());
            let path = match number % 6 {
                0 => format!("/api/v1/games/{game}/{variant}/position?p={text}"),
                1 => format!("/universal/v1/{game}/{variant}/positions/?p=1_{text}"),
                2 => format!("/universal/v1/{game}/{variant}/positions/?p={text}"),
                3 => format!("/api/v1/games/{game}/{variant}/line?p={text}&length={number}"),
                4 => format!("/api/v1/games/{game}/{}", encoded(&variants.next())),
                _ => format!(
                    "/api/v1/games/{game}/{variant}/search?limit=1&effort={text}&value={text}&min={text}"
                ),
            };
            let answer = SITE.get(&path);
            let fine = answer.status.is_success() || answer.status.is_client_error();
            assert!(fine, "{path}: {} {}", answer.status, answer.text);
            assert!(answer.status.is_success() || answer.json()["error"].is_string(), "{path}");
        }
    }
}
