//! The text of a position link.
//!
//! It is `rule-size-moves`, as `renju-15-h8i9`, with `_` for a pass; a position that was set up is
//! `rule-size-set.b.0.2-black-white-moves`: who is to move, the stones captured by Black and by
//! White, the stones of each color, and what was played from there.

use tengen_rules::{
    ByColor, Color, Game, Move, Notation, Point, Rule, Setup, SetupFault, SetupFaults, Size,
};

use crate::error::ActionError;

const PASS: char = '_';

/// A position that was set up. Problems are composed, not played: the numbers of stones may be any.
pub fn game_from_setup(setup: Setup) -> Result<Game, ActionError> {
    Game::from_setup_forgiving(setup, SetupFaults::NONE.with(SetupFault::StoneCount))
        .map_err(|faults| ActionError::Position(faults.to_string()))
}

/// Plays moves from a position; the first that cannot be played is named.
pub fn play_all(mut game: Game, moves: &[Move]) -> Result<Game, ActionError> {
    let size = game.size();
    for (&mv, number) in moves.iter().zip(1..) {
        game.try_move(mv).map_err(|reason| {
            let name = move_name(size, mv);
            ActionError::Position(format!("move {number} ({name}) cannot be played: {reason}"))
        })?;
    }
    Ok(game)
}

/// The name of a move, `pass` for a pass.
pub fn move_name(size: Size, mv: Move) -> String {
    match mv {
        Move::Place(point) => Notation::Renju.format(size, point),
        Move::Pass => "pass".to_owned(),
    }
}

/// The position before the first move of a game.
pub fn start_of(game: &Game) -> Game {
    let mut start = game.clone();
    while start.undo().is_some() {}
    start
}

/// Whether nothing was set up: an empty board with Black to move.
pub fn is_plain_start(start: &Game) -> bool {
    start.stones().n_stones() == 0
        && start.to_move() == Color::Black
        && start.captures() == ByColor::default()
}

/// The position as text for a link.
pub fn position_code(game: &Game) -> String {
    let size = game.size();
    let start = start_of(game);
    let name = |point: Point| Notation::Renju.format(size, point).to_ascii_lowercase();
    let moves: String = game
        .turns()
        .iter()
        .map(|turn| match turn.mv {
            Move::Place(point) => name(point),
            Move::Pass => PASS.to_string(),
        })
        .collect();
    let (rule, side) = (game.rule().name(), size.get());
    if is_plain_start(&start) {
        return format!("{rule}-{side}-{moves}");
    }
    let stones = |color: Color| -> String { start.stones().of(color).map(name).collect() };
    let to_move = if start.to_move() == Color::Black { 'b' } else { 'w' };
    let ByColor { black: by_black, white: by_white } = start.captures();
    let (black, white) = (stones(Color::Black), stones(Color::White));
    format!("{rule}-{side}-set.{to_move}.{by_black}.{by_white}-{black}-{white}-{moves}")
}

/// The position of a link.
pub fn read_code(code: &str) -> Result<Game, ActionError> {
    let bad = || ActionError::Position("the link holds no position".to_owned());
    let fields: Vec<&str> = code.split('-').collect();
    let (rule, side, head, moves) = match fields[..] {
        [rule, side, moves] => (rule, side, None, moves),
        [rule, side, head, black, white, moves] => (rule, side, Some((head, black, white)), moves),
        _ => return Err(bad()),
    };
    let rule: Rule = rule
        .parse()
        .map_err(|error: tengen_rules::UnknownRule| ActionError::Unsupported(error.to_string()))?;
    let size = Size::new(side.parse().map_err(|_| bad())?)
        .map_err(|error| ActionError::Unsupported(error.to_string()))?;
    let mut start = Setup::empty(rule, size);
    if let Some((head, black, white)) = head {
        let ["set", to_move, by_black, by_white] = head.split('.').collect::<Vec<_>>()[..] else {
            return Err(bad());
        };
        let number = |text: &str| text.parse::<u32>().map_err(|_| bad());
        start.to_move = Color::from_name(to_move).ok_or_else(bad)?;
        start.captures = ByColor::new(number(by_black)?, number(by_white)?);
        place_all(&mut start, &points_of(size, black)?, Color::Black)?;
        place_all(&mut start, &points_of(size, white)?, Color::White)?;
    }
    play_all(game_from_setup(start)?, &moves_of(size, moves)?)
}

/// Puts stones on a board; two on one point are refused.
pub fn place_all(setup: &mut Setup, points: &[Point], color: Color) -> Result<(), ActionError> {
    for &point in points {
        if setup.stones.get(point).is_some() {
            let name = Notation::Renju.format(setup.stones.size(), point);
            return Err(ActionError::Position(format!("there are two stones on {name}")));
        }
        setup.stones.set(point, Some(color));
    }
    Ok(())
}

fn points_of(size: Size, text: &str) -> Result<Vec<Point>, ActionError> {
    let point = |mv| match mv {
        Move::Place(point) => Ok(point),
        Move::Pass => Err(ActionError::Position("a pass is no stone".to_owned())),
    };
    moves_of(size, text)?.into_iter().map(point).collect()
}

fn moves_of(size: Size, text: &str) -> Result<Vec<Move>, ActionError> {
    let bad = || ActionError::Position("the link holds no position".to_owned());
    let mut names: Vec<String> = Vec::new();
    for letter in text.chars() {
        match letter {
            PASS | 'a'..='z' | 'A'..='Z' => names.push(letter.to_string()),
            '0'..='9' => names.last_mut().ok_or_else(bad)?.push(letter),
            _ => return Err(bad()),
        }
    }
    let parse = |name: String| match name.as_str() {
        "_" => Ok(Move::Pass),
        name => Notation::Renju
            .parse(size, name)
            .map(Move::Place)
            .map_err(|error| ActionError::Request(format!("{name:?}: {error}"))),
    };
    names.into_iter().map(parse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_read_back() {
        for code in ["freestyle-15-", "renju-15-h8i9g7", "ninuki42-19-set.w.2.0-i9h8-j10-k11"] {
            assert_eq!(position_code(&read_code(code).unwrap()), code);
        }
        let passed = read_code("ninuki42-19-set.w.2.0-i9h8-j10-k11_");
        assert!(matches!(passed, Err(ActionError::Position(_))), "ninuki has no passing");
    }

    #[test]
    fn nonsense_is_refused() {
        for code in ["", "renju", "renju-15-8h", "renju-99-h8", "chess-15-h8", "renju-15-h8h8"] {
            assert!(read_code(code).is_err(), "{code}");
        }
    }
}
