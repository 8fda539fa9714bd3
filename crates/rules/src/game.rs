//! A game: a valid position with its history.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use crate::judge::{self, Verdict};
use crate::line::winning_runs;
use crate::{
    Ban, ByColor, Color, DrawReason, Forbidden, IllegalMove, LossReason, Point, PositionKey, Rule,
    Run, Setup, SetupFault, SetupFaults, Size, Status, Stones, WinReason, captured_by,
};

/// What a player does in his turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Move {
    /// He places a stone.
    Place(Point),
    /// He passes, where the rule allows it.
    Pass,
}

/// A turn that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who played.
    pub color: Color,
    /// What he did.
    pub mv: Move,
    /// The stones it took, row by row.
    pub captured: Vec<Point>,
    // What cannot be worked out backwards.
    pending_before: Option<Color>,
    passes_before: u8,
}

/// What a move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played<'g> {
    /// The stones it took, row by row.
    pub captured: &'g [Point],
    /// How the game stands now.
    pub status: Status,
}

/// A refused move, with the game as it was.
#[derive(Clone, Debug)]
pub struct PlayError {
    /// The unchanged game.
    pub game: Box<Game>,
    /// Why the move was refused.
    pub reason: IllegalMove,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}

impl core::error::Error for PlayError {}

/// A valid position with the turns that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rule: Rule,
    stones: Stones,
    to_move: Color,
    captures: ByColor<u32>,
    status: Status,
    // Invariant: `Some` only while ongoing, and never the side to move.
    pending: Option<Color>,
    consecutive_passes: u8,
    turns: Vec<Turn>,
}

impl Game {
    /// A game from the empty board.
    pub fn new(rule: Rule, size: Size) -> Self {
        Self::from_found(Setup::empty(rule, size))
    }

    /// A game that goes on from a position. A line of the player who is not to move is read as
    /// just made.
    pub fn from_setup(setup: Setup) -> Result<Self, SetupFaults> {
        Self::from_setup_forgiving(setup, SetupFaults::NONE)
    }

    /// As [`Game::from_setup`], but without minding the faults in `forgiven`: an editor may
    /// forgive, a judge may not.
    pub fn from_setup_forgiving(setup: Setup, forgiven: SetupFaults) -> Result<Self, SetupFaults> {
        let faults = setup.faults().without(forgiven);
        if faults.is_empty() { Ok(Self::from_found(setup)) } else { Err(faults) }
    }

    fn from_found(setup: Setup) -> Self {
        let Setup { rule, mut stones, to_move, captures } = setup;
        let Verdict { status, pending } = judge::as_found(&mut stones, rule, to_move, captures);
        Self {
            rule,
            stones,
            to_move,
            captures,
            status,
            pending,
            consecutive_passes: 0,
            turns: Vec::new(),
        }
    }

    /// The position without its history.
    pub fn to_setup(&self) -> Setup {
        Setup {
            rule: self.rule,
            stones: self.stones.clone(),
            to_move: self.to_move,
            captures: self.captures,
        }
    }

    /// The same stones with the other side to move, whatever their numbers say. Refused where
    /// something that is not forgiven shows that it cannot be: a line that already stands, say.
    ///
    /// ```
    /// use tengen_rules::{Color, Game, Point, Rule, SetupFaults, Size};
    ///
    /// let mut game = Game::new(Rule::Freestyle, Size::literal(15));
    /// game.try_play(Point::new(7, 7))?;
    /// let blacks_turn = game.with_other_to_move(SetupFaults::NONE)?;
    /// assert_eq!(blacks_turn.to_move(), Color::Black);
    /// assert_eq!(blacks_turn.stones(), game.stones());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_other_to_move(&self, forgiven: SetupFaults) -> Result<Self, SetupFaults> {
        let mut setup = self.to_setup();
        setup.to_move = !setup.to_move;
        Self::from_setup_forgiving(setup, forgiven.with(SetupFault::StoneCount))
    }

    /// The rule set.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The board size.
    pub fn size(&self) -> Size {
        self.stones.size()
    }

    /// The stones on the board.
    pub fn stones(&self) -> &Stones {
        &self.stones
    }

    /// Whose turn it is, or would be if the game were not over.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// The stones taken *by* each player.
    pub fn captures(&self) -> ByColor<u32> {
        self.captures
    }

    /// How the game stands.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The player whose five stands and can still be answered by the side to move.
    pub fn pending(&self) -> Option<Color> {
        self.pending
    }

    /// The number that the next move gets, from 1.
    pub fn next_ply(&self) -> u32 {
        self.turns.len() as u32 + 1
    }

    /// The turns since the start or the setup.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The stable key of the position.
    pub fn key(&self) -> PositionKey {
        PositionKey::of(&self.to_setup())
    }

    /// The lines of a color that win, for example to draw them.
    pub fn winning_runs(&self, color: Color) -> Vec<Run> {
        winning_runs(&self.stones, self.rule, color).collect()
    }

    /// The moves that answer the standing five of the player who is not to move, row by row;
    /// empty when there is none.
    pub fn answers(&self) -> Vec<Point> {
        self.pending.map_or_else(Vec::new, |owner| {
            judge::answers(&mut self.stones.clone(), self.rule, owner, self.captures)
        })
    }

    /// Why a stone may not be placed on `point`, or `None` if it may.
    pub fn illegal_reason(&self, point: Point) -> Option<IllegalMove> {
        if !self.status.is_ongoing() {
            return Some(IllegalMove::GameOver);
        }
        judge::illegal_placement(&mut self.stones.clone(), self.rule, self.to_move, point)
    }

    /// Whether a stone may be placed on `point`.
    pub fn is_legal(&self, point: Point) -> bool {
        self.illegal_reason(point).is_none()
    }

    /// Every point where a stone may be placed, row by row.
    pub fn legal_points(&self) -> Vec<Point> {
        if !self.status.is_ongoing() {
            return Vec::new();
        }
        let mut stones = self.stones.clone();
        self.stones
            .empties()
            .filter(|&point| judge::banned(&mut stones, self.rule, self.to_move, point).is_none())
            .collect()
    }

    /// The empty points that the rule closes to the side to move, row by row; none once the game
    /// is over.
    pub fn forbidden_points(&self) -> Vec<(Point, Forbidden)> {
        if !self.status.is_ongoing() || self.rule.spec().ban == Ban::Nothing {
            return Vec::new();
        }
        let mut stones = self.stones.clone();
        self.stones
            .empties()
            .filter_map(|point| {
                judge::banned(&mut stones, self.rule, self.to_move, point).map(|kind| (point, kind))
            })
            .collect()
    }

    /// Whether the side to move may pass. Openings are over before a game starts here.
    pub fn may_pass(&self) -> bool {
        self.status.is_ongoing()
            && self.rule.spec().pass_from_stones.is_some_and(|n| self.stones.n_stones() >= n)
    }

    /// Plays a move, or hands the unchanged game back with the reason.
    pub fn play(mut self, mv: Move) -> Result<Self, PlayError> {
        match self.try_move(mv).map(|_| ()) {
            Ok(()) => Ok(self),
            Err(reason) => Err(PlayError { game: Box::new(self), reason }),
        }
    }

    /// Plays a move in place; a refused one changes nothing.
    pub fn try_move(&mut self, mv: Move) -> Result<Played<'_>, IllegalMove> {
        match mv {
            Move::Place(point) => self.try_play(point),
            Move::Pass => self.try_pass(),
        }
    }

    /// Places a stone for the side to move; a refused one changes nothing.
    pub fn try_play(&mut self, point: Point) -> Result<Played<'_>, IllegalMove> {
        if !self.status.is_ongoing() {
            return Err(IllegalMove::GameOver);
        }
        let mover = self.to_move;
        if let Some(reason) = judge::illegal_placement(&mut self.stones, self.rule, mover, point) {
            return Err(reason);
        }
        self.stones.set(point, Some(mover));
        let captured = self
            .rule
            .spec()
            .capture
            .map_or_else(Vec::new, |spec| captured_by(&self.stones, spec, point, mover));
        for &stone in &captured {
            self.stones.set(stone, None);
        }
        self.captures[mover] += captured.len() as u32;
        let verdict = judge::after_stone(
            &mut self.stones,
            self.rule,
            mover,
            point,
            self.captures,
            self.pending,
        );
        self.finish_turn(Move::Place(point), captured, verdict);
        Ok(self.last_played())
    }

    fn try_pass(&mut self) -> Result<Played<'_>, IllegalMove> {
        if !self.status.is_ongoing() {
            return Err(IllegalMove::GameOver);
        }
        if !self.may_pass() {
            return Err(IllegalMove::PassNotAllowed);
        }
        let status = if self.consecutive_passes >= 1 {
            Status::Drawn(DrawReason::TwoPasses)
        } else {
            Status::Ongoing
        };
        self.finish_turn(Move::Pass, Vec::new(), Verdict { status, pending: None });
        Ok(self.last_played())
    }

    fn finish_turn(&mut self, mv: Move, captured: Vec<Point>, verdict: Verdict) {
        self.turns.push(Turn {
            color: self.to_move,
            mv,
            captured,
            pending_before: self.pending,
            passes_before: self.consecutive_passes,
        });
        self.consecutive_passes = if mv == Move::Pass { self.consecutive_passes + 1 } else { 0 };
        self.to_move = !self.to_move;
        self.status = verdict.status;
        self.pending = verdict.pending;
    }

    fn last_played(&self) -> Played<'_> {
        let captured = self.turns.last().map_or(&[][..], |turn| &turn.captured);
        Played { captured, status: self.status }
    }

    /// Takes the last turn back and returns it, or `None` at the start. A result that somebody
    /// declared (a resignation, say) is taken back with the turn before it.
    pub fn undo(&mut self) -> Option<Turn> {
        let turn = self.turns.pop()?;
        if let Move::Place(point) = turn.mv {
            self.stones.set(point, None);
        }
        for &stone in &turn.captured {
            self.stones.set(stone, Some(!turn.color));
        }
        self.captures[turn.color] -= turn.captured.len() as u32;
        self.to_move = turn.color;
        self.status = Status::Ongoing;
        self.pending = turn.pending_before;
        self.consecutive_passes = turn.passes_before;
        Some(turn)
    }

    /// Ends the game against `loser`; the board stays as it is. A result is final, so this is
    /// refused once there is one.
    pub fn forfeit(&mut self, loser: Color, reason: LossReason) -> Result<(), IllegalMove> {
        self.declare(Status::Won { winner: !loser, by: WinReason::Forfeit(reason) })
    }

    /// Ends the game as a draw that both agreed on.
    pub fn agree_draw(&mut self) -> Result<(), IllegalMove> {
        self.declare(Status::Drawn(DrawReason::Agreement))
    }

    fn declare(&mut self, status: Status) -> Result<(), IllegalMove> {
        if !self.status.is_ongoing() {
            return Err(IllegalMove::GameOver);
        }
        self.status = status;
        self.pending = None;
        Ok(())
    }
}
