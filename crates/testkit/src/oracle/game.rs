//! The game: board, side to move, counters and result, with moves and passes.

use super::capture::captured_by;
use super::ending::{
    ONGOING, answers_to_five, has_five_anywhere, verdict_after_move, verdict_on_diagram,
};
use super::grid::{BLACK, EMPTY, Grid, OUTSIDE, Point, WHITE, other_colour};
use super::renju::forbidden_kind_for_black;
use super::rule::OracleRule;
use super::three::{double_three_banned, free_three_axes};

/// A game under one rule. There is no undo: clone it before a move instead.
///
/// The fields may be read and, for odd positions, written directly; nothing but
/// the result is cached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OracleGame {
    /// The rule set.
    pub rule: OracleRule,
    /// The stones; `board.size` and `board.cells` are plain data.
    pub board: Grid,
    /// Is Black to move? Alternates with the last move of a finished game too.
    pub black_to_move: bool,
    /// Stones taken by Black and by White.
    pub captured: [u32; 2],
    /// Passes made since the last stone.
    pub passes_in_a_row: u32,
    /// `ongoing`, `black_win`, `white_win` or `draw`.
    pub status: &'static str,
    /// `five`, `capture`, `full-board`, `no-legal-move` or `two-passes`.
    pub reason: Option<&'static str>,
}

impl OracleGame {
    /// An empty board with Black to move.
    pub fn new(rule: OracleRule, size: usize) -> Self {
        let (status, reason) = ONGOING;
        let board = Grid::new(size);
        let captured = [0, 0];
        Self { rule, board, black_to_move: true, captured, passes_in_a_row: 0, status, reason }
    }

    /// A position from a diagram. Stones need not balance. A full board is a
    /// draw; of standing lines only the ninuki-42 five of the player not to move
    /// is judged (pending or won), as the rules text says.
    pub fn from_board<S: AsRef<str>>(
        rule: OracleRule,
        rows: &[S],
        captured: [u32; 2],
        black_to_move: bool,
    ) -> Self {
        let mut game = Self::new(rule, rows.len());
        game.board = Grid::from_rows(rows);
        game.captured = captured;
        game.black_to_move = black_to_move;
        (game.status, game.reason) = verdict_on_diagram(&game);
        game
    }

    /// The colour byte of the side to move.
    pub fn colour_to_move(&self) -> u8 {
        if self.black_to_move { BLACK } else { WHITE }
    }

    /// Stones taken by this colour.
    pub fn captured_by_colour(&self, colour: u8) -> u32 {
        self.captured[usize::from(colour == WHITE)]
    }

    /// Plays a stone of the side to move and returns the stones it captured,
    /// row-major, or the reason for which it is refused (nothing changes then).
    pub fn play(&mut self, x: usize, y: usize) -> Result<Vec<Point>, &'static str> {
        if let Some(reason) = self.illegal_reason(x, y) {
            return Err(reason);
        }
        let mover = self.colour_to_move();
        let taken = self.captures_at(x, y);
        self.board = self.board.with((x, y), mover);
        for &stone in &taken {
            self.board = self.board.with(stone, EMPTY);
        }
        self.captured[usize::from(mover == WHITE)] += taken.len() as u32;
        self.black_to_move = !self.black_to_move;
        self.passes_in_a_row = 0;
        (self.status, self.reason) = verdict_after_move(self, (x, y), mover);
        Ok(taken)
    }

    /// Passes; renju only, from six stones on. Two in a row are a draw.
    ///
    /// The text names no reason for a refused pass; this one says `no-pass`.
    pub fn pass(&mut self) -> Result<(), &'static str> {
        if self.is_over() {
            return Err("game-over");
        }
        if self.rule != OracleRule::Renju || self.board.stones() < 6 {
            return Err("no-pass");
        }
        self.black_to_move = !self.black_to_move;
        self.passes_in_a_row += 1;
        if self.passes_in_a_row == 2 {
            (self.status, self.reason) = ("draw", Some("two-passes"));
        }
        Ok(())
    }

    /// Is the result known?
    pub fn is_over(&self) -> bool {
        self.status != "ongoing"
    }

    /// May the side to move play here?
    pub fn is_legal(&self, x: usize, y: usize) -> bool {
        self.illegal_reason(x, y).is_none()
    }

    /// Why the side to move may not play here: `game-over`, `off-board`,
    /// `occupied` or the kind of the forbidden point.
    pub fn illegal_reason(&self, x: usize, y: usize) -> Option<&'static str> {
        if self.is_over() { Some("game-over") } else { self.point_illegal_reason((x, y)) }
    }

    /// As [`Self::illegal_reason`], but blind to the result, which is not yet
    /// known where the ending asks.
    pub(super) fn point_illegal_reason(&self, point: Point) -> Option<&'static str> {
        match self.board.at(point) {
            OUTSIDE => Some("off-board"),
            EMPTY => self.forbidden_kind(point.0, point.1),
            _ => Some("occupied"),
        }
    }

    /// All points row-major: may the side to move play there?
    pub fn legal_map(&self) -> Vec<bool> {
        self.board.points().map(|(x, y)| self.is_legal(x, y)).collect()
    }

    /// The hash of the legal map as the playout file prints it (FNV-1a, 64 bit).
    pub fn legal_hash(&self) -> String {
        let hash = self.legal_map().into_iter().fold(0xcbf29ce484222325_u64, |hash, legal| {
            (hash ^ u64::from(if legal { b'1' } else { b'0' })).wrapping_mul(0x100000001b3)
        });
        format!("{hash:016x}")
    }

    /// The kind of ban on this point for the side to move, also in a finished
    /// game. White of renju and the rules without bans have none.
    pub fn forbidden_kind(&self, x: usize, y: usize) -> Option<&'static str> {
        match self.rule {
            OracleRule::Renju if self.black_to_move => {
                forbidden_kind_for_black(&self.board, (x, y))
            }
            OracleRule::Ninuki42 => double_three_banned(&self.board, (x, y), self.colour_to_move())
                .then_some("double-three"),
            _ => None,
        }
    }

    /// All banned points of the side to move with their kinds, row-major.
    pub fn forbidden_set(&self) -> Vec<(usize, usize, &'static str)> {
        let kind_at = |(x, y)| self.forbidden_kind(x, y).map(|kind| (x, y, kind));
        self.board.points().filter_map(kind_at).collect()
    }

    /// The axes with a free three of the side to move, before any exemption.
    pub fn free_three_axes(&self, x: usize, y: usize) -> Vec<&'static str> {
        free_three_axes(&self.board, (x, y), self.colour_to_move())
    }

    /// What the side to move would capture here, row-major.
    pub fn captures_at(&self, x: usize, y: usize) -> Vec<Point> {
        captured_by(self.rule, &self.board, (x, y), self.colour_to_move())
    }

    /// The owner of a five that waits for its answer: `black` or `white`.
    pub fn pending(&self) -> Option<&'static str> {
        let owner = other_colour(self.colour_to_move());
        let waits = self.rule == OracleRule::Ninuki42
            && !self.is_over()
            && has_five_anywhere(&self.board, owner);
        waits.then_some(if owner == BLACK { "black" } else { "white" })
    }

    /// The answers of the side to move to the pending five, row-major.
    pub fn answers(&self) -> Vec<Point> {
        let replier = self.colour_to_move();
        match self.pending() {
            Some(_) => answers_to_five(&self.board, replier, self.captured_by_colour(replier)),
            None => Vec::new(),
        }
    }
}
