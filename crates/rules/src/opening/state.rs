//! Where an opening stands, and what an action does to it.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::procedure::{self, Actor, Offers, Step, Task, Zone};
use super::symmetric::are_symmetric;
use super::{Action, ActionKind, Opening, OpeningError, Seat, UnsupportedOpening};
use crate::{Color, Game, Point, Rule, Size};

/// What is asked of whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextStep {
    /// Who acts.
    pub player: Seat,
    /// What he may do, in alphabetical order.
    pub actions: Vec<ActionKind>,
    /// The color of the next stone once the opening is over and normal play goes on.
    pub color: Option<Color>,
    /// How many fifth moves must be offered, or may at most be declared.
    pub count: Option<u32>,
}

/// An opening in progress, or done.
#[derive(Clone, Debug)]
pub struct OpeningState {
    opening: Opening,
    size: Size,
    black: Seat,
    stones: Vec<Point>,
    steps: VecDeque<Step>,
    declared: Option<u32>,
    offers: Vec<Point>,
}

impl OpeningState {
    /// The start of an opening.
    pub fn new(opening: Opening, size: Size) -> Result<Self, UnsupportedOpening> {
        if opening.needs_center() && size.center().is_none() {
            return Err(UnsupportedOpening::NeedsOddBoard(opening));
        }
        Ok(Self {
            opening,
            size,
            black: Seat::First,
            stones: Vec::new(),
            steps: procedure::steps_of(opening).into(),
            declared: None,
            offers: Vec::new(),
        })
    }

    /// Which procedure this is.
    pub fn opening(&self) -> Opening {
        self.opening
    }

    /// Whether normal play goes on from here.
    pub fn is_done(&self) -> bool {
        self.steps.is_empty()
    }

    /// Who holds Black now.
    pub fn black(&self) -> Seat {
        self.black
    }

    /// Who holds a color now.
    pub fn holder(&self, color: Color) -> Seat {
        match color {
            Color::Black => self.black,
            Color::White => !self.black,
        }
    }

    /// The stones on the board, in the order they were placed.
    pub fn stones(&self) -> &[Point] {
        &self.stones
    }

    /// The fifth moves on offer.
    pub fn offers(&self) -> &[Point] {
        &self.offers
    }

    /// The color of the next stone.
    pub fn next_color(&self) -> Color {
        Color::of_stone(self.stones.len() + 1)
    }

    /// What is asked of whom now; after the opening, the next stone of normal play.
    pub fn next(&self) -> NextStep {
        let Some(&(actor, task)) = self.steps.front() else {
            let color = self.next_color();
            return NextStep {
                player: self.holder(color),
                actions: [ActionKind::Place].into(),
                color: Some(color),
                count: None,
            };
        };
        let actions = match task {
            Task::Place(_) => [ActionKind::Place].into(),
            Task::SwapOrStay => [ActionKind::Stay, ActionKind::Swap].into(),
            Task::ChooseColor { may_put_two: false } => {
                [ActionKind::Black, ActionKind::White].into()
            }
            Task::ChooseColor { may_put_two: true } => {
                [ActionKind::Black, ActionKind::PutTwo, ActionKind::White].into()
            }
            Task::Declare(_) => [ActionKind::Declare].into(),
            Task::Offer(_) => [ActionKind::Offer].into(),
            Task::Pick => [ActionKind::Pick].into(),
            Task::OfferTenOrFifth => {
                [ActionKind::OfferTen, ActionKind::Stay, ActionKind::Swap].into()
            }
        };
        let count = match task {
            Task::Declare(most) => Some(most),
            Task::Offer(offers) => Some(self.required(offers)),
            _ => None,
        };
        NextStep { player: self.player(actor), actions, color: None, count }
    }

    /// The points where the next stone may go, row by row; empty if none is to be placed.
    pub fn allowed_points(&self) -> Vec<Point> {
        match self.steps.front() {
            Some(&(_, Task::Place(zone))) => {
                self.size.points().filter(|&p| self.check_placement(p, zone).is_ok()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether this player may do this kind of thing now, whatever the details.
    pub fn check(&self, player: Seat, kind: ActionKind) -> Result<(), OpeningError> {
        if self.is_done() {
            return Err(OpeningError::Finished);
        }
        let next = self.next();
        if next.player != player {
            Err(OpeningError::WrongPlayer)
        } else if !next.actions.contains(&kind) {
            Err(OpeningError::WrongAction)
        } else {
            Ok(())
        }
    }

    /// Does what a player asks for; a refused action changes nothing.
    pub fn act(&mut self, player: Seat, action: &Action) -> Result<(), OpeningError> {
        self.check(player, action.kind())?;
        let Some(&(_, task)) = self.steps.front() else { return Err(OpeningError::Finished) };
        let mut follow_up: Vec<Step> = Vec::new();
        match (task, action) {
            (Task::Place(zone), &Action::Place(point)) => {
                self.check_placement(point, zone)?;
                self.stones.push(point);
            }
            (Task::SwapOrStay, Action::Stay) => {}
            (Task::SwapOrStay, Action::Swap) => self.black = !self.black,
            (Task::ChooseColor { .. }, &Action::Take(color)) => {
                self.black = if color == Color::Black { player } else { !player };
            }
            (Task::ChooseColor { .. }, Action::PutTwo) => follow_up = procedure::two_more_stones(),
            (Task::Declare(most), &Action::Declare(count)) => {
                if !(1..=most).contains(&count) {
                    return Err(OpeningError::Count);
                }
                self.declared = Some(count);
            }
            (Task::Offer(required), Action::Offer(points)) => {
                self.check_offers(points, self.required(required))?;
                self.offers.clone_from(points);
            }
            (Task::Pick, Action::Pick(point)) => {
                if !self.offers.contains(point) {
                    return Err(OpeningError::NotOffered);
                }
                self.stones.push(*point);
                self.offers.clear();
            }
            (Task::OfferTenOrFifth, Action::OfferTen) => follow_up = procedure::ten_offers(),
            (Task::OfferTenOrFifth, Action::Stay | Action::Swap) => {
                if *action == Action::Swap {
                    self.black = !self.black;
                }
                follow_up = procedure::stone_then_swap(5).into();
            }
            _ => return Err(OpeningError::WrongAction),
        }
        self.steps.pop_front();
        for step in follow_up.into_iter().rev() {
            self.steps.push_front(step);
        }
        Ok(())
    }

    /// The position so far as a game. Opening stones are subject to occupancy and zones only, so
    /// no rule can refuse them; under a capture rule the fourth or fifth may take a pair.
    ///
    /// # Panics
    /// Never: five stones cannot win or be forbidden before the sixth.
    pub fn to_game(&self, rule: Rule) -> Game {
        let mut game = Game::new(rule, self.size);
        for &point in &self.stones {
            game.try_play(point).expect("an opening has too few stones for any ban or win");
        }
        game
    }

    fn player(&self, actor: Actor) -> Seat {
        match actor {
            Actor::Opener => Seat::First,
            Actor::Second => Seat::Second,
            Actor::Holder(color) => self.holder(color),
        }
    }

    fn required(&self, offers: Offers) -> u32 {
        match offers {
            Offers::Fixed(count) => count,
            Offers::Declared => self.declared.unwrap_or(1),
        }
    }

    fn check_empty(&self, point: Point) -> Result<(), OpeningError> {
        if !self.size.contains(point) {
            Err(OpeningError::OffBoard)
        } else if self.stones.contains(&point) {
            Err(OpeningError::Occupied)
        } else {
            Ok(())
        }
    }

    fn check_placement(&self, point: Point, zone: Zone) -> Result<(), OpeningError> {
        self.check_empty(point)?;
        let distance = self.size.middle().distance(point);
        let is_inside = match zone {
            Zone::Anywhere => true,
            Zone::AtMost(most) => distance <= most,
            Zone::AtLeast(least) => distance >= least,
        };
        if is_inside { Ok(()) } else { Err(OpeningError::Zone) }
    }

    fn check_offers(&self, points: &[Point], required: u32) -> Result<(), OpeningError> {
        if points.len() != required as usize {
            return Err(OpeningError::Count);
        }
        for (i, &point) in points.iter().enumerate() {
            self.check_empty(point)?;
            for &earlier in &points[..i] {
                if earlier == point {
                    return Err(OpeningError::Duplicate);
                }
                if are_symmetric(&self.stones, earlier, point) {
                    return Err(OpeningError::Symmetric);
                }
            }
        }
        Ok(())
    }
}
