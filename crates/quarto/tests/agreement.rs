//! The search agrees with plain minimax.

use zermelo_quarto::{Board, CELLS, Score, Search};

/// Returns a random board of `level` pieces without a line.
fn random_board(random: &mut fastrand::Rng, level: usize) -> Board {
    loop {
        let (mut cells, mut pieces) = ((0..CELLS).collect::<Vec<_>>(), (0..16).collect::<Vec<u8>>());
        random.shuffle(&mut cells);
        random.shuffle(&mut pieces);
        let places = cells.iter().zip(pieces).take(level);
        let board = places.fold(Board::EMPTY, |board, (&cell, piece)| board.with(cell, piece));
        if !has_line(board) {
            return board;
        }
    }
}

/// Whether four pieces in a line have a bit in common, or the lack of one: nothing but the rule.
fn has_line(board: Board) -> bool {
    let rows = (0..4).map(|row| [0, 1, 2, 3].map(|i| 4 * row + i));
    let columns = (0..4).map(|column| [0, 1, 2, 3].map(|i| column + 4 * i));
    let diagonals = [[0, 5, 10, 15], [3, 6, 9, 12]];
    rows.chain(columns).chain(diagonals).any(|line: [u32; 4]| {
        let pieces: Vec<u8> = line.into_iter().filter_map(|cell| board.piece(cell)).collect();
        let set = pieces.iter().fold(0xf, |all, piece| all & piece);
        let unset = pieces.iter().fold(0xf, |all, piece| all & !piece);
        pieces.len() == 4 && (set | unset) != 0
    })
}

/// Returns what handing over is worth, by trying everything.
fn minimax(board: Board) -> Score {
    let hand_over = |piece: u8| {
        let place = |cell: u32| {
            let child = board.with(cell, piece);
            if has_line(child) { Score::win(1) } else { minimax(child).earlier() }
        };
        let cells = (0..CELLS).filter(|&cell| board.piece(cell).is_none());
        cells.map(place).max().expect("a piece is left, so a cell is").reversed()
    };
    let pieces = (0..16).filter(|&piece| board.used() >> piece & 1 == 0);
    pieces.map(hand_over).max().unwrap_or(Score::TIE)
}

#[test]
fn the_search_agrees_with_minimax() {
    let mut random = fastrand::Rng::with_seed(3);
    // A small table, so that boards push each other out.
    let mut search = Search::new(8);
    for (level, boards) in [(16, 100), (15, 2_000), (14, 20_000), (13, 20_000), (12, 2_000), (11, 60)] {
        for _ in 0..boards {
            let board = random_board(&mut random, level);
            assert_eq!(search.score(board), minimax(board), "{board:?}");
        }
    }
}

#[test]
fn lines_and_threats_are_what_the_rule_says() {
    let mut random = fastrand::Rng::with_seed(4);
    for level in (0..15).cycle().take(15_000) {
        let board = random_board(&mut random, level);
        let planes = board.planes();
        assert!(!planes.has_line());
        let mut lanes_with_threats = false;
        for piece in (0..16).filter(|&piece| board.used() >> piece & 1 == 0) {
            let wins = planes.wins(piece);
            lanes_with_threats |= wins != 0;
            for cell in (0..CELLS).filter(|&cell| board.piece(cell).is_none()) {
                let child = board.with(cell, piece);
                assert_eq!(wins >> cell & 1 == 1, has_line(child), "{board:?} {piece} {cell}");
                assert_eq!(child.planes().has_line(), has_line(child));
            }
        }
        assert!(!lanes_with_threats || planes.threatening() != 0);
    }
}
