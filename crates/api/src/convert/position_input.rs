//! Positions that the page gives us.

use tengen_game::{
    ActionError, game_from_setup, is_plain_start, move_name, place_all, play_all, read_code,
    start_of,
};
use tengen_rules::{ByColor, Color, Game, Move, Point, Setup, Size};

use super::names::{
    PASS, color_of, per_color, point_of, rule_of, size_of, spot_of, spots_of, stone_of,
};
use crate::{PerColor, PositionInput, Spot, Transform};

/// The position that is meant. A game of the library is not known here.
pub fn read_position(input: &PositionInput) -> Result<Game, ActionError> {
    match input {
        PositionInput::Moves { rule, size, moves } => {
            let game = Game::new(rule_of(rule)?, size_of(*size)?);
            let moves = moves_of(game.size(), moves)?;
            play_all(game, &moves)
        }
        PositionInput::Setup { rule, size, stones, to_move, captured, moves } => {
            let size = size_of(*size)?;
            let mut setup = Setup::empty(rule_of(rule)?, size);
            setup.to_move = color_of(*to_move);
            setup.captures = ByColor::new(captured.black, captured.white);
            place_all(&mut setup, &points_of(size, &stones.black)?, Color::Black)?;
            place_all(&mut setup, &points_of(size, &stones.white)?, Color::White)?;
            play_all(game_from_setup(setup)?, &moves_of(size, moves)?)
        }
        PositionInput::Code { code } => read_code(code),
        PositionInput::Game { .. } => {
            Err(ActionError::Request("games of the library are not known here".to_owned()))
        }
    }
}

fn points_of(size: Size, spots: &[Spot]) -> Result<Vec<Point>, ActionError> {
    spots.iter().map(|spot| point_of(size, spot)).collect()
}

fn moves_of(size: Size, spots: &[Spot]) -> Result<Vec<Move>, ActionError> {
    spots.iter().map(|spot| move_of(size, spot)).collect()
}

/// The move of a name.
pub(super) fn move_of(size: Size, spot: &Spot) -> Result<Move, ActionError> {
    if spot.0.eq_ignore_ascii_case(PASS) {
        Ok(Move::Pass)
    } else {
        point_of(size, spot).map(Move::Place)
    }
}

/// A position as the page would give it.
pub fn input_of(game: &Game) -> PositionInput {
    let start = start_of(game);
    let size = game.size();
    let moves = game.turns().iter().map(|turn| Spot(move_name(size, turn.mv))).collect();
    let (rule, side) = (game.rule().name().to_owned(), size.get());
    if is_plain_start(&start) {
        return PositionInput::Moves { rule, size: side, moves };
    }
    PositionInput::Setup {
        rule,
        size: side,
        stones: stones_of(&start),
        to_move: stone_of(start.to_move()),
        captured: per_color(start.captures()),
        moves,
    }
}

/// The stones of a position.
pub(super) fn stones_of(game: &Game) -> PerColor<Vec<Spot>> {
    per_color(ByColor::from_fn(|color| spots_of(game.size(), game.stones().of(color))))
}

/// Turns, mirrors or moves a position on its board.
pub fn transform(game: &Game, by: Transform) -> Result<PositionInput, ActionError> {
    let size = game.size();
    let mut moved = input_of(game);
    let place = |spots: &mut Vec<Spot>| -> Result<(), ActionError> {
        for spot in spots.iter_mut().filter(|spot| spot.0 != PASS) {
            let point = image(size, point_of(size, spot)?, by).ok_or_else(|| {
                ActionError::Position("a stone would fall off the board".to_owned())
            })?;
            *spot = spot_of(size, point);
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
    use tengen_game::position_code;

    #[test]
    fn four_turns_change_nothing() {
        let mut game = read_code("renju-15-h8i9a1").unwrap();
        for _ in 0..4 {
            game = read_position(&transform(&game, Transform::Rotate).unwrap()).unwrap();
        }
        assert_eq!(position_code(&game), "renju-15-h8i9a1");
        assert!(transform(&game, Transform::Shift { dx: -1, dy: 0 }).is_err());
        let shifted = transform(&game, Transform::Shift { dx: 1, dy: -1 }).unwrap();
        assert_eq!(position_code(&read_position(&shifted).unwrap()), "renju-15-i9j10b2");
    }

    #[test]
    fn a_position_is_given_back_as_it_was_given() {
        for code in ["renju-15-h8i9g7", "ninuki42-19-set.w.2.0-i9h8-j10-k11"] {
            let game = read_code(code).unwrap();
            let again = read_position(&input_of(&game)).unwrap();
            assert_eq!(position_code(&again), code);
        }
    }
}
