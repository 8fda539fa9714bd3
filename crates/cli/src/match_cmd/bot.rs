//! Our own players at the match runner's table.

use tengen_arena::{Answer, Arena, Ask, Contestant, Fault, NewGame, PlayerConfig, Reason};
use tengen_players::LADDER;
use tengen_players::{MoveLimits, Player};
use tengen_rules::Move;

/// Makes every opponent of the ladder known to a match, by `bot=NAME`.
pub(super) fn register_all(arena: Arena) -> Arena {
    LADDER.iter().fold(arena, |arena, rung| {
        arena.register(rung.name, move |config: &PlayerConfig| -> Box<dyn Contestant> {
            let PlayerConfig { depth, nodes, width, .. } = *config;
            let chosen = MoveLimits { time: None, depth, nodes, width };
            let player = rung.player();
            Box::new(Seated { player, limits: rung.limits(chosen), seed: 0 })
        })
    })
}

/// A player of ours with its limits.
struct Seated {
    player: Box<dyn Player + Send>,
    limits: MoveLimits,
    seed: u64,
}

impl Contestant for Seated {
    fn new_game(&mut self, game: &NewGame) -> Result<(), Fault> {
        self.seed = game.seed;
        let supported = self.player.supports(game.rule, game.size);
        supported.map_err(|why| Fault::lost(Reason::Refused, why.to_string()))
    }

    fn choose(&mut self, ask: &Ask<'_>) -> Result<Answer, Fault> {
        // The time of the match comes before that of the player.
        let time = ask.limit.or(self.limits.time);
        let limits = MoveLimits { time, ..self.limits }.of_one_move(None, self.seed);
        match self.player.choose(ask.game, &limits, None).mv {
            Some(Move::Place(point)) => Ok(point.into()),
            // The protocol of the match has no pass.
            Some(Move::Pass) | None => Err(Fault::lost(Reason::Refused, "it does not move")),
        }
    }
}
