//! The laws of pictures: whoever draws a game or offers its moves to a pointer relies on them.

use rustc_hash::FxHashMap;

use super::check::{Check, ensure, without_panic};
use super::moves::moves_of;
use super::rules::on_positions;
use crate::Game;
use crate::picture::{Art, Figures, Look, Part, Point, Sign};

/// Characters that mean something else in addresses, or between the parts of a move.
const FORBIDDEN: &str = ";~:#&+%\"";

pub(super) fn check<G: Game>(game: &G, positions: &[G::Position]) -> Vec<Check> {
    let look = without_panic(|| game.look()).ok().flatten();
    vec![
        turns_alternate(game, positions),
        look_is_sound(game),
        figures_are_known(game, positions, look.as_ref()),
        part_names_are_plain(game, positions),
        signs_are_known(game, positions, look.as_ref()),
        parts_lead_to_one_move(game, positions),
        beginnings_look_alike(game, positions),
    ]
}

fn turns_alternate<G: Game>(game: &G, positions: &[G::Position]) -> Check {
    on_positions("the turn passes with every move", game, positions, |p| {
        let next = game.turn(p).map(crate::Turn::next);
        for m in moves_of(game, p) {
            let turn = game.turn(&game.play(p, m));
            ensure(turn == next, || {
                format!("after {} it is the turn of {turn:?}, not of {next:?}", game.format_move(p, m))
            })?;
        }
        Ok(())
    })
}

fn look_is_sound<G: Game>(game: &G) -> Check {
    Check::of(
        "the look is sound",
        [()],
        |()| "the look".into(),
        |()| game.look().map_or(Ok(()), |l| sound(&l)),
    )
}

fn sound(look: &Look) -> Result<(), String> {
    let inside = |[x, y]: Point| (0.0..=look.width).contains(&x) && (0.0..=look.height).contains(&y);
    for (i, &centre) in look.centres.iter().enumerate() {
        ensure(inside(centre), || format!("centre {i} at {centre:?} is outside"))?;
    }
    for art in &look.art {
        let corners = match *art {
            Art::Rect { x, y, w, h, .. } => vec![[x, y], [x + w, y + h]],
            Art::Line { ref points, .. } => points.clone(),
            Art::Circle { x, y, .. } | Art::Text { x, y, .. } => vec![[x, y]],
        };
        ensure(corners.into_iter().all(inside), || format!("{art:?} is outside"))?;
    }
    for (key, piece) in &look.pieces {
        ensure(key.is_ascii_alphanumeric(), || format!("the key {key:?} is not a letter or a digit"))?;
        ensure(piece.scale > 0.0, || format!("the piece {key} has no size"))?;
    }
    Ok(())
}

fn figures_are_known<G: Game>(game: &G, positions: &[G::Position], look: Option<&Look>) -> Check {
    on_positions("figures are known pieces on known centres", game, positions, |p| {
        known(&game.figures(p), look)?;
        for m in moves_of(game, p) {
            for made in 1..game.parts(p, m).len() {
                known(&game.figures_between(p, m, made), look)?;
            }
        }
        Ok(())
    })
}

fn known(figures: &Figures, look: Option<&Look>) -> Result<(), String> {
    let texts = figures.texts.iter().map(|text| (None, text.at));
    for (piece, at) in figures.on.iter().map(|&(piece, at)| (Some(piece), at)).chain(texts) {
        known_place(piece, at, look)?;
    }
    Ok(())
}

fn known_place(piece: Option<char>, at: usize, look: Option<&Look>) -> Result<(), String> {
    let look = look.ok_or("there are figures or signs, but no look")?;
    ensure(at < look.centres.len(), || format!("there is no centre {at}"))?;
    piece
        .map_or(Ok(()), |key| ensure(look.pieces.contains_key(&key), || format!("there is no piece {key:?}")))
}

fn part_names_are_plain<G: Game>(game: &G, positions: &[G::Position]) -> Check {
    on_positions("the name of a part is a plain word", game, positions, |p| {
        let odd = |c: char| c.is_whitespace() || c.is_control() || FORBIDDEN.contains(c);
        for m in moves_of(game, p) {
            let parts = game.parts(p, m);
            ensure(!parts.is_empty(), || format!("{} has no parts", game.format_move(p, m)))?;
            for Part { name, .. } in parts {
                ensure(!name.is_empty() && !name.contains(odd), || format!("the part {name:?}"))?;
            }
        }
        Ok(())
    })
}

fn signs_are_known<G: Game>(game: &G, positions: &[G::Position], look: Option<&Look>) -> Check {
    on_positions("signs point at known pieces and centres", game, positions, |p| {
        for part in moves_of(game, p).into_iter().flat_map(|m| game.parts(p, m)) {
            let piece = if let Sign::Piece { piece, .. } = part.sign { Some(piece) } else { None };
            for at in part.sign.centres() {
                known_place(piece, at, look).map_err(|reason| format!("the part {}: {reason}", part.name))?;
            }
        }
        Ok(())
    })
}

/// No move is the beginning of another, so that whoever has decided all parts has made exactly one move.
fn parts_lead_to_one_move<G: Game>(game: &G, positions: &[G::Position]) -> Check {
    on_positions("the parts of a move lead to it alone", game, positions, |p| {
        let moves = moves_of(game, p);
        // That no move is listed twice is another law.
        let different = moves.iter().enumerate().filter(|(i, m)| !moves[..*i].contains(m));
        let mut names: Vec<Vec<String>> =
            different.map(|(_, &m)| game.parts(p, m).into_iter().map(|part| part.name).collect()).collect();
        // In this order, whatever begins with a list follows it directly.
        names.sort_unstable();
        let begun = names.windows(2).find(|pair| pair[1].starts_with(&pair[0]));
        begun.map_or(Ok(()), |pair| {
            Err(format!("{} is also the beginning of {}", pair[0].join(";"), pair[1].join(";")))
        })
    })
}

/// Of moves that begin with the same parts, these parts look the same, and so does the board after them.
/// Different parts at the same point look different, unless they are not on the board at all.
fn beginnings_look_alike<G: Game>(game: &G, positions: &[G::Position]) -> Check {
    let law = "moves that begin alike are shown alike, and others are not";
    on_positions(law, game, positions, |p| {
        let mut between: FxHashMap<Vec<String>, (Sign, Figures)> = FxHashMap::default();
        let mut shown: FxHashMap<(Vec<String>, String), String> = FxHashMap::default();
        for m in moves_of(game, p) {
            let parts = game.parts(p, m);
            let mut begun: Vec<String> = Vec::new();
            for (i, Part { name, sign }) in parts.iter().enumerate() {
                let state = begun.clone();
                begun.push(name.clone());
                if i + 1 < parts.len() {
                    let seen = (sign.clone(), game.figures_between(p, m, i + 1));
                    let before = between.entry(begun.clone()).or_insert_with(|| seen.clone());
                    ensure(*before == seen, || format!("after {} there are two pictures", begun.join(";")))?;
                }
                if *sign != Sign::Text {
                    let owner = shown.entry((state, format!("{sign:?}"))).or_insert_with(|| name.clone());
                    ensure(owner == name, || format!("{owner} and {name} are both shown as {sign:?}"))?;
                }
            }
        }
        Ok(())
    })
}
