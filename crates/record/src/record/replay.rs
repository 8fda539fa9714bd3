//! Playing a record through the judge.

use tengen_rules::{
    Color, DrawReason, Game, IllegalMove, Move, OpeningError, OpeningState, Point, Rule,
    SetupFaults, UnsupportedOpening, WinReason,
};

use super::{GameResult, OpeningLog, Record};

/// Why a record is no game under its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The record does not say which rule it was played under.
    #[error("the record does not name its rule")]
    NoRule,
    /// The stones at the start are no position.
    #[error("the start is no position of a game: {0}")]
    Setup(#[from] SetupFaults),
    /// A stone at the start is not on the board.
    #[error("a stone was set up at {point:?}, which is not on the board")]
    SetupOffBoard {
        /// Where.
        point: Point,
    },
    /// Stones were put on the board by hand in the middle of the game.
    #[error("stones are set up after move {ply}")]
    LateSetup {
        /// The number of moves before.
        ply: usize,
    },
    /// A move out of turn.
    #[error("move {ply} is {played}'s, but it is {expected}'s turn", expected = !*played)]
    WrongColor {
        /// The number of the move, from one.
        ply: usize,
        /// Who moved.
        played: Color,
    },
    /// A move that the judge refuses.
    #[error("move {ply} is refused: {reason}")]
    Illegal {
        /// The number of the move, from one.
        ply: usize,
        /// Why.
        reason: IllegalMove,
    },
    /// The opening procedure does not exist on this board.
    #[error(transparent)]
    UnsupportedOpening(#[from] UnsupportedOpening),
    /// An action that the opening procedure refuses.
    #[error("action {action} of the opening is refused: {reason}")]
    Opening {
        /// The number of the action, from one.
        action: usize,
        /// Why.
        reason: OpeningError,
    },
    /// The stones of the opening procedure are not those of the game.
    #[error("move {ply} is not the stone that the opening placed")]
    OpeningStone {
        /// The number of the move, from one.
        ply: usize,
    },
}

impl Record {
    /// Plays the main line under the rule of the header.
    ///
    /// A loss on time, by resignation and the like, or an agreed draw is declared at the end if
    /// the board has not decided the game. A result that contradicts the board is not looked at.
    pub fn to_game(&self) -> Result<Game, ReplayError> {
        self.to_game_under(self.header.rule.ok_or(ReplayError::NoRule)?)
    }

    /// Plays the main line under a rule, whatever the header says.
    pub fn to_game_under(&self, rule: Rule) -> Result<Game, ReplayError> {
        if let Some(opening) = &self.header.opening {
            self.check_opening(opening)?;
        }
        let mut game = self.start(rule)?;
        for ((_, played), ply) in self.main_plies().zip(1..) {
            if played.color != game.to_move() {
                return Err(ReplayError::WrongColor { ply, played: played.color });
            }
            game.try_move(played.mv).map_err(|reason| ReplayError::Illegal { ply, reason })?;
        }
        if game.status().is_ongoing() {
            self.declare_result(&mut game)
                .map_err(|reason| ReplayError::Illegal { ply: game.turns().len(), reason })?;
        }
        Ok(game)
    }

    /// Leaves out the first move of the main line that the judge refuses, and what follows from it.
    /// Returns why.
    pub(crate) fn cut_refused(&mut self, rule: Rule) -> Option<ReplayError> {
        let error = self.to_game_under(rule).err()?;
        let ReplayError::Illegal { ply, .. } = error else { return None };
        // A refused result is no move of the record.
        let (refused, _) = self.main_plies().nth(ply.checked_sub(1)?)?;
        if self.main_plies().count() == ply && self.plays_through(rule) {
            return None;
        }
        self.tree = std::mem::take(&mut self.tree).without(refused);
        Some(error)
    }

    /// Whether all moves are accepted, whatever the result says.
    fn plays_through(&self, rule: Rule) -> bool {
        let Ok(mut game) = self.start(rule) else { return false };
        self.main_plies().all(|(_, played)| game.try_move(played.mv).is_ok())
    }

    /// Ends a game that the board has not decided.
    fn declare_result(&self, game: &mut Game) -> Result<(), IllegalMove> {
        match self.header.result {
            Some(GameResult::Won { winner, by: Some(WinReason::Forfeit(reason)) }) => {
                game.forfeit(!winner, reason)
            }
            Some(GameResult::Drawn(Some(DrawReason::Agreement))) => game.agree_draw(),
            _ => Ok(()),
        }
    }

    fn check_opening(&self, log: &OpeningLog) -> Result<(), ReplayError> {
        let mut state = OpeningState::new(log.procedure, self.header.size)?;
        for (action, number) in log.actions.iter().zip(1..) {
            let player = state.next().player;
            state
                .act(player, action)
                .map_err(|reason| ReplayError::Opening { action: number, reason })?;
        }
        let mut played = self.main_plies();
        for (&stone, ply) in state.stones().iter().zip(1..) {
            let is_same = played.next().is_some_and(|(_, found)| found.mv == Move::Place(stone));
            if !is_same {
                return Err(ReplayError::OpeningStone { ply });
            }
        }
        Ok(())
    }
}
