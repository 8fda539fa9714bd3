//! Section 4: the interpreter of the opening scripts.

use std::collections::VecDeque;

use super::game::OracleGame;
use super::grid::{BLACK, EMPTY, Grid, OUTSIDE, Point, WHITE};
use super::rule::OracleRule;
use super::script::{AFTER_OFFER10, AFTER_PUT2, PROTOCOLS, Step, number, read_script};
use super::symmetry::offers_are_symmetric;

/// One of the two players; colours may move between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OraclePlayer {
    /// The opener.
    P1,
    /// The one who answers.
    P2,
}

/// An action of an opening protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants are the action words of the rules text")]
pub enum OracleAction {
    Place(usize, usize),
    Swap,
    Stay,
    Black,
    White,
    Put2,
    Declare(usize),
    Offer(Vec<Point>),
    Offer10,
    Pick(usize, usize),
}

/// An opening in progress.
#[derive(Clone, Debug)]
pub struct OracleOpening {
    /// The stones put so far.
    pub board: Grid,
    /// Who holds Black now.
    pub black: OraclePlayer,
    /// The fifth moves on offer, once they are made.
    pub offers: Vec<Point>,
    declared: usize,
    steps: VecDeque<Step>,
}

impl OracleOpening {
    /// Starts a protocol. Refused: `unknown-protocol`, and `even-board` where
    /// the protocol needs a centre.
    pub fn new(protocol: &str, size: usize) -> Result<Self, &'static str> {
        let found = PROTOCOLS.iter().find(|(name, _)| *name == protocol);
        let &(_, script) = found.ok_or("unknown-protocol")?;
        if size.is_multiple_of(2) && script.contains('=') {
            return Err("even-board");
        }
        let (board, black) = (Grid::new(size), OraclePlayer::P1);
        Ok(Self { board, black, offers: Vec::new(), declared: 0, steps: read_script(script) })
    }

    /// Has normal play begun?
    pub fn is_done(&self) -> bool {
        self.steps.is_empty()
    }

    /// Is the next stone black? Odd stones are, always.
    pub fn next_stone_is_black(&self) -> bool {
        self.board.stones().is_multiple_of(2)
    }

    /// Who acts next, and the words he may use, sorted. After the opening that
    /// is the holder of the next colour, and `place`.
    pub fn next(&self) -> (OraclePlayer, Vec<&'static str>) {
        let next_colour = if self.next_stone_is_black() { "B" } else { "W" };
        match self.steps.front() {
            Some(step) => (self.player(step.who), step.verbs.clone()),
            None => (self.player(next_colour), vec!["place"]),
        }
    }

    /// Performs an action, or says why not (nothing changes then): `done`,
    /// `wrong-player`, `wrong-action`, `off-board`, `occupied`, `zone`, `count`,
    /// `duplicate`, `symmetric` or `not-offered`, tested in this order.
    pub fn act(&mut self, player: OraclePlayer, action: &OracleAction) -> Result<(), &'static str> {
        let step = self.steps.front().cloned().ok_or("done")?;
        if player != self.player(step.who) {
            return Err("wrong-player");
        }
        if !step.verbs.contains(&word_of(action)) {
            return Err("wrong-action");
        }
        self.check(action, step.argument)?;
        self.steps.pop_front();
        match action {
            OracleAction::Place(x, y) | OracleAction::Pick(x, y) => {
                let colour = if self.next_stone_is_black() { BLACK } else { WHITE };
                self.board = self.board.with((*x, *y), colour);
            }
            OracleAction::Swap => self.black = opponent(self.black),
            OracleAction::Stay => {}
            OracleAction::Black => self.black = player,
            OracleAction::White => self.black = opponent(player),
            OracleAction::Put2 => self.steps = read_script(AFTER_PUT2),
            OracleAction::Offer10 => self.steps = read_script(AFTER_OFFER10),
            OracleAction::Declare(count) => self.declared = *count,
            OracleAction::Offer(points) => self.offers.clone_from(points),
        }
        Ok(())
    }

    /// The position as a game with the next colour to move.
    pub fn to_game(&self, rule: OracleRule) -> OracleGame {
        let mut game = OracleGame::new(rule, self.board.size);
        game.board = self.board.clone();
        game.black_to_move = self.next_stone_is_black();
        game
    }

    fn player(&self, who: &str) -> OraclePlayer {
        match who {
            "P1" => OraclePlayer::P1,
            "P2" => OraclePlayer::P2,
            "B" => self.black,
            _ => opponent(self.black),
        }
    }

    fn check(&self, action: &OracleAction, argument: &str) -> Result<(), &'static str> {
        match action {
            OracleAction::Place(x, y) => {
                self.check_free((*x, *y))?;
                let centre = self.board.size / 2;
                let distance = x.abs_diff(centre).max(y.abs_diff(centre));
                let inside = argument.strip_prefix("<=").is_none_or(|n| distance <= number(n));
                let outside = argument.strip_prefix(">=").is_none_or(|n| distance >= number(n));
                if inside && outside { Ok(()) } else { Err("zone") }
            }
            OracleAction::Declare(count) => {
                if (1..=number(argument)).contains(count) {
                    Ok(())
                } else {
                    Err("count")
                }
            }
            OracleAction::Offer(points) => {
                let required = if argument == "k" { self.declared } else { number(argument) };
                self.check_offers(points, required)
            }
            OracleAction::Pick(x, y) => {
                if self.offers.contains(&(*x, *y)) {
                    Ok(())
                } else {
                    Err("not-offered")
                }
            }
            _ => Ok(()),
        }
    }

    fn check_free(&self, point: Point) -> Result<(), &'static str> {
        match self.board.at(point) {
            EMPTY => Ok(()),
            OUTSIDE => Err("off-board"),
            _ => Err("occupied"),
        }
    }

    fn check_offers(&self, points: &[Point], required: usize) -> Result<(), &'static str> {
        points.iter().try_for_each(|&point| self.check_free(point))?;
        if points.len() != required {
            return Err("count");
        }
        let pairs = || (0..points.len()).flat_map(|i| (0..i).map(move |j| (points[i], points[j])));
        if pairs().any(|(one, two)| one == two) {
            return Err("duplicate");
        }
        if pairs().any(|(one, two)| offers_are_symmetric(&self.board, one, two)) {
            return Err("symmetric");
        }
        Ok(())
    }
}

fn opponent(player: OraclePlayer) -> OraclePlayer {
    if player == OraclePlayer::P1 { OraclePlayer::P2 } else { OraclePlayer::P1 }
}

fn word_of(action: &OracleAction) -> &'static str {
    match action {
        OracleAction::Place(..) => "place",
        OracleAction::Swap => "swap",
        OracleAction::Stay => "stay",
        OracleAction::Black => "black",
        OracleAction::White => "white",
        OracleAction::Put2 => "put2",
        OracleAction::Declare(_) => "declare",
        OracleAction::Offer(_) => "offer",
        OracleAction::Offer10 => "offer10",
        OracleAction::Pick(..) => "pick",
    }
}
