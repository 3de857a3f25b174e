//! Solving from rules alone against the plain oracle.

mod dao;
mod drops;
mod faults;
mod interrupted;
mod sketch;

use std::collections::BTreeMap;

use zermelo_core::{Game, Outcome, Pack, PackedGame, Rules, Tally, canonical, oracle, packed, with_packed};
use zermelo_solve::{
    Exploration, OutcomeTable, Run, SolvedKeys, analyse_stored, explore, unlimited, verify_exploration,
};

use sketch::{Shape, Sketch};

/// A new directory, in memory if there is such a place: most of the time goes into syncs otherwise.
fn new_home() -> tempfile::TempDir {
    let memory = std::path::Path::new("/dev/shm");
    let made = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    made.unwrap()
}

/// All entries by ascending keys.
fn entries<K: zermelo_core::Key>(solved: &Exploration<K>) -> Vec<(K, Outcome)> {
    let palette: BTreeMap<u32, Outcome> = solved.palette().into_iter().collect();
    let mut entries = Vec::new();
    for range in solved.ranges() {
        entries.extend(solved.read(range).unwrap().into_iter().map(|(key, number)| (key, palette[&number])));
    }
    entries
}

/// The game is solved as the oracle solves it, analysed as it counts, and verified.
fn agrees<G: Game>(game: &G, run: &Run<'_>) {
    let truth = oracle::solve(game, 100_000).unwrap();
    let rules = Rules::new(game);
    with_packed!(rules.erased(), packed_game => {
        let solved = explore(packed_game, run).unwrap();
        let smallest: BTreeMap<_, Outcome> =
            truth.iter().map(|(p, &outcome)| (packed(&canonical(game, p)), outcome)).collect();
        let found = entries(&solved);
        assert_eq!(found, smallest.iter().map(|(&key, &outcome)| (key, outcome)).collect::<Vec<_>>());
        assert_eq!(solved.len(), found.len() as u64);
        assert_eq!(solved.start(), truth[&game.start()]);
        for (&key, &outcome) in &smallest {
            assert_eq!(solved.outcome(key), Some(outcome));
        }
        let table = SolvedKeys::new(found.clone());
        let analysis = analyse_stored(packed_game, &table, run).unwrap();
        assert_eq!(analysis.total.all, truth.values().copied().collect::<Tally>());
        assert_eq!(analysis.total.canonical, smallest.values().copied().collect::<Tally>());
        let verification = verify_exploration(packed_game, &table, run).unwrap();
        assert_eq!((verification.checked, verification.wrong), (found.len() as u64, 0));
        if found.len() > 1 {
            faults_are_found(packed_game, &found);
        }
    });
}

/// A wrong outcome, and a missing position, are noticed.
fn faults_are_found<K: zermelo_core::Key>(game: &dyn PackedGame<K>, entries: &[(K, Outcome)]) {
    let place = entries.len() / 2;
    let mut wrong = entries.to_vec();
    wrong[place].1 = if wrong[place].1 == Outcome::Draw { Outcome::Win(3) } else { Outcome::Draw };
    let wrong = SolvedKeys::new(wrong);
    assert!(verify_exploration(game, &wrong, &unlimited()).unwrap().wrong > 0);
    let mut missing = entries.to_vec();
    missing.remove(place);
    let missing = SolvedKeys::new(missing);
    assert_eq!(missing.palette().is_empty(), entries.len() == 1);
    assert!(verify_exploration(game, &missing, &unlimited()).unwrap().wrong > 0);
}

fn agrees_on_sketches<const FRONT: u32>(rounds: u64) {
    for shape in [Shape::Layered, Shape::Acyclic, Shape::Loopy, Shape::Corridor, Shape::Straight] {
        for seed in 0..rounds {
            let nodes = [1, 2, 9, 60, 300][seed as usize % 5];
            let images = [1, 1, 2, 4][seed as usize % 4];
            agrees(&Sketch::<FRONT>::new(shape, nodes, images, seed), &unlimited());
        }
    }
}

#[test]
fn graphs_of_every_shape_are_solved_as_the_oracle_does() {
    agrees_on_sketches::<0>(120);
}

#[test]
fn keys_of_every_width_are_solved_alike() {
    assert_eq!([<sketch::Place<24> as Pack>::BITS, <sketch::Place<472> as Pack>::BITS], [64, 512]);
    agrees_on_sketches::<24>(20);
    agrees_on_sketches::<25>(20);
    agrees_on_sketches::<140>(20);
    agrees_on_sketches::<472>(20);
}

#[test]
fn large_graphs_are_solved_as_the_oracle_does() {
    for (shape, nodes) in [(Shape::Layered, 60_000), (Shape::Loopy, 20_000), (Shape::Acyclic, 20_000)] {
        agrees(&Sketch::<8>::new(shape, nodes, 2, 11), &unlimited());
    }
}

/// The codes of one byte end at 83 moves, those of two at 21,843.
#[test]
fn games_of_any_length_have_room() {
    for (shape, nodes) in
        [(Shape::Straight, 90), (Shape::Straight, 127), (Shape::Straight, 400), (Shape::Corridor, 2_000)]
    {
        for seed in 0..5 {
            agrees(&Sketch::<0>::new(shape, nodes, 1, seed), &unlimited());
        }
    }
    let long = Sketch::<0>::new(Shape::Straight, 30_000, 1, 3);
    let rules = Rules::new(&long);
    let solved = explore::<u64>(&rules, &unlimited()).unwrap();
    // From any place on the straight the game is one move longer than from the next one.
    for pair in entries(&solved).windows(2) {
        assert_eq!(pair[0].1, pair[1].1.one_move_before());
    }
    assert_eq!(solved.start().remoteness(), Some(29_999));
}

/// The count is that of an independent program.
#[test]
fn dao_is_a_draw_of_1768108_positions() {
    let dao = dao::Dao::new(4, 4);
    let rules = Rules::new(&dao);
    let solved = explore::<u64>(&rules, &unlimited()).unwrap();
    assert_eq!((solved.len(), solved.start()), (1_768_108, Outcome::Draw));
    let table = SolvedKeys::new(entries(&solved));
    assert_eq!(verify_exploration(&rules, &table, &unlimited()).unwrap().wrong, 0);
}

/// Published counts of positions.
#[test]
fn boards_with_dropped_stones_have_the_published_counts() {
    for (rows, columns, positions, start) in
        [(4, 4, 161_029, Outcome::Tie(16)), (5, 4, 1_706_255, Outcome::Tie(20))]
    {
        let solved = explore::<u64>(&Rules::new(&drops::Drops { rows, columns }), &unlimited()).unwrap();
        assert_eq!((solved.len(), solved.start()), (positions, start));
    }
}
