#![no_main]

//! Bytes are moves of some rule on some board; taking a move back must restore the game.

use libfuzzer_sys::fuzz_target;
use tengen_record::{Format, Record, read, write};
use tengen_rules::{Game, Move, Rule, Size};

/// Enough for a win on any board; longer inputs only cost time.
const MOST_MOVES: usize = 100;

fuzz_target!(|bytes: &[u8]| {
    let [rule, side, moves @ ..] = bytes else { return };
    let rule = Rule::ALL[usize::from(*rule) % Rule::ALL.len()];
    let size = Size::literal(Size::MIN + side % (Size::MAX - Size::MIN + 1));
    let mut game = Game::new(rule, size);
    for pair in moves.chunks_exact(2).take(MOST_MOVES) {
        let number = usize::from(u16::from_be_bytes([pair[0], pair[1]]));
        let mv = match size.points().nth(number % (size.n_points() + 1)) {
            Some(point) => Move::Place(point),
            None => Move::Pass,
        };
        let before = game.clone();
        if game.try_move(mv).is_err() {
            assert_eq!(game, before, "a refused move changes nothing");
            continue;
        }
        let after = game.clone();
        game.undo();
        assert_eq!(game, before, "a move taken back leaves no trace");
        game.try_move(mv).expect("what was legal stays legal");
        assert_eq!(game, after);
    }
    let record = Record::from_game(&game);
    assert_eq!(record.to_game().as_ref(), Ok(&game));
    for format in [Format::Json, Format::Sgf] {
        let written = write(std::slice::from_ref(&record), format).expect("it holds any game");
        assert!(written.losses.is_empty());
        assert_eq!(read(&written.bytes, format).as_deref(), Ok(std::slice::from_ref(&record)));
    }
});
