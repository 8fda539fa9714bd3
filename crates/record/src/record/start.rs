//! Where a game begins: the empty board, or stones that were set up.

use tengen_rules::{Color, Game, Rule, Setup, Stones};

use super::{Record, ReplayError};
use crate::tree::NodeId;

impl Record {
    /// Takes over the position in which a game began, unless that was the usual one.
    pub(super) fn set_start(&mut self, game: &Game) {
        let mut first = game.clone();
        while first.undo().is_some() {}
        self.header.captures = first.captures();
        if first.to_move() == Color::White {
            self.header.to_move = Some(Color::White);
        }
        let mut stones: Vec<_> =
            first.stones().iter().map(|(point, color)| (point, Some(color))).collect();
        // All of one color, then the other: no format keeps another order.
        stones.sort_by_key(|&(_, color)| color);
        if !stones.is_empty() {
            *self.tree[NodeId::ROOT].notes_mut().setup_mut() = stones;
        }
    }

    /// The position in which the main line begins.
    pub(super) fn start(&self, rule: Rule) -> Result<Game, ReplayError> {
        let size = self.header.size;
        let mut stones = Stones::empty(size);
        let mut has_begun = false;
        for id in self.tree.main_line() {
            let node = &self.tree[id];
            // SGF puts setup and moves into different nodes; within one, the setup comes first.
            if has_begun && !node.notes().setup().is_empty() {
                let ply = self.main_plies().take_while(|&(at, _)| at != id).count();
                return Err(ReplayError::LateSetup { ply });
            }
            for &(point, stone) in node.notes().setup() {
                if !size.contains(point) {
                    return Err(ReplayError::SetupOffBoard { point });
                }
                stones.set(point, stone);
            }
            has_begun |= node.ply.is_some();
        }
        let mut setup = Setup::from_stones(rule, stones);
        setup.captures = self.header.captures;
        let first_color = self.main_plies().next().map(|(_, ply)| ply.color);
        let is_set_up = setup.stones.n_stones() > 0;
        // Without stones a white first move is a mistake, not a position.
        if let Some(color) = self.header.to_move.or(first_color.filter(|_| is_set_up)) {
            setup.to_move = color;
        }
        Ok(Game::from_setup(setup)?)
    }
}
