//! Two set-ups of the engine against each other, in one process and with counted nodes: the result
//! does not depend on how busy the machine is.

use std::sync::atomic::AtomicBool;

use tengen_engine::{Engine, Position, Think};
use tengen_rules::{Color, Game};

/// Plays an opening twice with colors swapped; returns the half points of the first engine, 0 to 4.
pub fn play_pair(first: &mut Engine, second: &mut Engine, opening: &Game, nodes: u64) -> u8 {
    let as_black = black_half_points([first, second], opening, nodes);
    let as_white = 2 - black_half_points([second, first], opening, nodes);
    as_black + as_white
}

/// Plays one game; a counted win ends it.
fn black_half_points(players: [&mut Engine; 2], opening: &Game, nodes: u64) -> u8 {
    let of_winner = |winner: Option<Color>| match winner {
        Some(Color::Black) => 2,
        Some(Color::White) => 0,
        None => 1,
    };
    let mut game = opening.clone();
    let [black, white] = players;
    black.new_game();
    white.new_game();
    while game.status().is_ongoing() {
        let player = if game.to_move() == Color::Black { &*black } else { &*white };
        let think = Think { nodes: Some(nodes), ..Think::default() };
        let stop = AtomicBool::new(false);
        let position = Position::of(&game);
        let Ok(report) = player.think(&position, &think, &stop, &mut |_| {}) else { break };
        if let Some(mate) = report.score().mate() {
            let mover = game.to_move();
            return of_winner(Some(if mate > 0 { mover } else { !mover }));
        }
        let Some(best) = report.best() else { break };
        if game.try_play(best).is_err() {
            break;
        }
    }
    of_winner(game.status().winner())
}
