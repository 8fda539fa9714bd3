//! Positions that somebody gives us, and the text of a position link.
//!
//! A link is `rule-size-moves`, as `renju-15-h8i9`, with `_` for a pass; a position that was set up
//! is `rule-size-set.b.0.2-black-white-moves`: who is to move, the stones captured by Black and by
//! White, the stones of each color, and what was played from there.

use tengen_api::{PerColor, PositionInput, Spot, StoneColor, Transform};
use tengen_rules::{
    ByColor, Color, Game, Move, Point, Setup, SetupFault, SetupFaults, Size, Stones,
};

use crate::words::{color_of, name_of, point_of, rule_of, size_of, stone_of};
use crate::{Refusal, view};

/// What a pass is called in a list of moves.
const PASS: &str = "pass";
const PASS_IN_CODE: char = '_';

/// The same stones with the other side to move, whatever their numbers say; not where something that
/// is not forgiven shows that it cannot be.
pub fn with_the_other_to_move(game: &Game, forgiven: SetupFaults) -> Result<Game, SetupFaults> {
    game.with_other_to_move(forgiven)
}

/// The position that is meant. A game of the library is not known here.
pub fn read_position(input: &PositionInput) -> Result<Game, Refusal> {
    match input {
        PositionInput::Moves { rule, size, moves } => {
            play_all(Game::new(rule_of(rule)?, size_of(*size)?), moves)
        }
        PositionInput::Setup { rule, size, stones, to_move, captured, moves } => {
            let mut setup = Setup::empty(rule_of(rule)?, size_of(*size)?);
            setup.to_move = color_of(*to_move);
            setup.captures = ByColor::new(captured.black, captured.white);
            place_all(&mut setup.stones, &stones.black, Color::Black)?;
            place_all(&mut setup.stones, &stones.white, Color::White)?;
            play_all(from_setup(setup)?, moves)
        }
        PositionInput::Code { code } => read_position(&read_code(code)?),
        PositionInput::Game { .. } => {
            Err(Refusal::Request("games of the library are not known here".to_owned()))
        }
    }
}

/// Problems are composed, not played: the numbers of stones are not minded.
fn from_setup(setup: Setup) -> Result<Game, Refusal> {
    Game::from_setup_forgiving(setup, SetupFaults::NONE.with(SetupFault::StoneCount))
        .map_err(|faults| Refusal::Position(faults.to_string()))
}

fn place_all(stones: &mut Stones, spots: &[Spot], color: Color) -> Result<(), Refusal> {
    for spot in spots {
        let point = point_of(stones.size(), spot)?;
        if stones.get(point).is_some() {
            return Err(Refusal::Position(format!("there are two stones on {}", spot.0)));
        }
        stones.set(point, Some(color));
    }
    Ok(())
}

fn play_all(mut game: Game, moves: &[Spot]) -> Result<Game, Refusal> {
    for (spot, number) in moves.iter().zip(1..) {
        let mv = if spot.0.eq_ignore_ascii_case(PASS) {
            Move::Pass
        } else {
            Move::Place(point_of(game.size(), spot)?)
        };
        game.try_move(mv).map_err(|reason| {
            Refusal::Position(format!("move {number} ({}) cannot be played: {reason}", spot.0))
        })?;
    }
    Ok(game)
}

fn moves_of(game: &Game) -> Vec<Spot> {
    let name = |mv| match mv {
        Move::Place(point) => name_of(game.size(), point),
        Move::Pass => PASS.to_owned(),
    };
    game.turns().iter().map(|turn| Spot(name(turn.mv))).collect()
}

/// A game as the page would give it.
pub fn input_of(game: &Game) -> PositionInput {
    let mut start = game.clone();
    while start.undo().is_some() {}
    let (rule, size) = (game.rule().name().to_owned(), game.size().get());
    let moves = moves_of(game);
    let is_plain = start.stones().n_stones() == 0
        && start.to_move() == Color::Black
        && start.captures() == ByColor::default();
    if is_plain {
        return PositionInput::Moves { rule, size, moves };
    }
    let captured = PerColor { black: start.captures().black, white: start.captures().white };
    let stones = view::stones_of(&start);
    PositionInput::Setup { rule, size, stones, to_move: stone_of(start.to_move()), captured, moves }
}

/// The position as text for a link.
pub fn position_code(game: &Game) -> String {
    let join = |spots: &[Spot]| -> String {
        let one = |spot: &Spot| match spot.0.as_str() {
            PASS => PASS_IN_CODE.to_string(),
            name => name.to_ascii_lowercase(),
        };
        spots.iter().map(one).collect()
    };
    match input_of(game) {
        PositionInput::Moves { rule, size, moves } => format!("{rule}-{size}-{}", join(&moves)),
        PositionInput::Setup { rule, size, stones, to_move, captured, moves } => {
            let side = if to_move == StoneColor::Black { 'b' } else { 'w' };
            format!(
                "{rule}-{size}-set.{side}.{}.{}-{}-{}-{}",
                captured.black,
                captured.white,
                join(&stones.black),
                join(&stones.white),
                join(&moves)
            )
        }
        // `input_of` gives one of the two above.
        PositionInput::Code { code } => code,
        PositionInput::Game { id, .. } => id,
    }
}

fn read_code(code: &str) -> Result<PositionInput, Refusal> {
    let bad = || Refusal::Position("the link holds no position".to_owned());
    let fields: Vec<&str> = code.split('-').collect();
    let side = |text: &str| text.parse::<u8>().map_err(|_| bad());
    match fields[..] {
        [rule, size, moves] => Ok(PositionInput::Moves {
            rule: rule.to_owned(),
            size: side(size)?,
            moves: split_moves(moves).ok_or_else(bad)?,
        }),
        [rule, size, head, black, white, moves] => {
            let ["set", to_move, by_black, by_white] = head.split('.').collect::<Vec<_>>()[..]
            else {
                return Err(bad());
            };
            let to_move = Color::from_name(to_move).ok_or_else(bad)?;
            let number = |text: &str| text.parse::<u32>().map_err(|_| bad());
            let spots = |text| split_moves(text).ok_or_else(bad);
            Ok(PositionInput::Setup {
                rule: rule.to_owned(),
                size: side(size)?,
                stones: PerColor { black: spots(black)?, white: spots(white)? },
                to_move: stone_of(to_move),
                captured: PerColor { black: number(by_black)?, white: number(by_white)? },
                moves: spots(moves)?,
            })
        }
        _ => Err(bad()),
    }
}

fn split_moves(text: &str) -> Option<Vec<Spot>> {
    let mut spots: Vec<Spot> = Vec::new();
    for letter in text.chars() {
        match letter {
            PASS_IN_CODE => spots.push(Spot(PASS.to_owned())),
            'a'..='z' | 'A'..='Z' => spots.push(Spot(letter.to_ascii_uppercase().to_string())),
            '0'..='9' => spots.last_mut()?.0.push(letter),
            _ => return None,
        }
    }
    Some(spots)
}

/// Turns, mirrors or moves a position on its board.
pub fn transform(game: &Game, by: Transform) -> Result<PositionInput, Refusal> {
    let size = game.size();
    let mut moved = input_of(game);
    let place = |spots: &mut Vec<Spot>| -> Result<(), Refusal> {
        for spot in spots.iter_mut().filter(|spot| spot.0 != PASS) {
            let point = image(size, point_of(size, spot)?, by)
                .ok_or_else(|| Refusal::Position("a stone would fall off the board".to_owned()))?;
            *spot = Spot(name_of(size, point));
        }
        Ok(())
    };
    match &mut moved {
        PositionInput::Moves { moves, .. } => place(moves)?,
        PositionInput::Setup { stones, moves, .. } => {
            place(&mut stones.black)?;
            place(&mut stones.white)?;
            place(moves)?;
        }
        PositionInput::Code { .. } | PositionInput::Game { .. } => {}
    }
    Ok(moved)
}

fn image(size: Size, point: Point, by: Transform) -> Option<Point> {
    let last = i64::from(size.get()) - 1;
    let (x, y) = (i64::from(point.x()), i64::from(point.y()));
    match by {
        Transform::Rotate => size.point(last - y, x),
        Transform::Mirror => size.point(last - x, y),
        Transform::Flip => size.point(x, last - y),
        Transform::Shift { dx, dy } => size.point(x + i64::from(dx), y + i64::from(dy)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(text: &str) -> Game {
        read_position(&PositionInput::Code { code: text.to_owned() }).unwrap()
    }

    #[test]
    fn links_are_read_back() {
        for code in ["freestyle-15-", "renju-15-h8i9g7", "ninuki42-19-set.w.2.0-i9h8-j10-k11_"] {
            let game = read_position(&PositionInput::Code { code: code.to_owned() });
            if code.ends_with('_') {
                assert!(matches!(game, Err(Refusal::Position(_))), "ninuki has no passing");
                continue;
            }
            assert_eq!(position_code(&game.unwrap()), code);
        }
        let set_up = "ninuki42-19-set.w.2.0-i9h8-j10-k11";
        assert_eq!(position_code(&input(set_up)), set_up);
    }

    #[test]
    fn nonsense_is_refused() {
        for code in ["", "renju", "renju-15-8h", "renju-99-h8", "chess-15-h8", "renju-15-h8h8"] {
            let read = read_position(&PositionInput::Code { code: code.to_owned() });
            assert!(read.is_err(), "{code}");
        }
    }

    #[test]
    fn four_turns_change_nothing() {
        let mut game = input("renju-15-h8i9a1");
        for _ in 0..4 {
            game = read_position(&transform(&game, Transform::Rotate).unwrap()).unwrap();
        }
        assert_eq!(position_code(&game), "renju-15-h8i9a1");
        assert!(transform(&game, Transform::Shift { dx: -1, dy: 0 }).is_err());
        let shifted = transform(&game, Transform::Shift { dx: 1, dy: -1 }).unwrap();
        assert_eq!(position_code(&read_position(&shifted).unwrap()), "renju-15-i9j10b2");
    }
}
