//! What can be said about a game at a moment: who may do what, what is asked, how long it takes.

use tengen_players::adapt::Habits;
use tengen_record::{NodeId, OpeningLog, Record};
use tengen_rules::{ActionKind, ByColor, Color, Game, Opening, OpeningState, Point, Seat};

use crate::clock::{ClockSpec, Timer, timer};
use crate::history::{Occupant, Step};
use crate::standing::Standing;
use crate::table::{Moment, Table};
use crate::words::color_title;
use tengen_players::Act;

/// Which part of a game it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The opening dialogue.
    Opening,
    /// Normal play.
    Play,
    /// It is over.
    Over,
}

/// What a person may do now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Abilities {
    /// Place a stone.
    pub play: bool,
    /// Pass.
    pub pass: bool,
    /// Take the last move back, with the opponent's reply.
    pub undo: bool,
    /// Play it again.
    pub redo: bool,
    /// Resign.
    pub resign: bool,
    /// Offer a draw.
    pub offer_draw: bool,
    /// Accept or decline the offer.
    pub answer_draw: bool,
    /// Ask for a suggestion.
    pub hint: bool,
    /// Make the opponent move at once.
    pub move_now: bool,
    /// Pause or resume.
    pub pause: bool,
}

impl Table {
    /// Which part of the game it is.
    pub fn phase(&self) -> Phase {
        if self.is_over() {
            Phase::Over
        } else if self.standing.opening.is_done() {
            Phase::Play
        } else {
            Phase::Opening
        }
    }

    /// The opening procedure.
    pub fn opening(&self) -> Opening {
        self.terms.opening
    }

    /// The clock that was agreed on.
    pub fn clock_spec(&self) -> Option<ClockSpec> {
        self.history.clock
    }

    /// How many turns the position already had from which the game began.
    pub fn n_start_turns(&self) -> usize {
        self.terms.start.turns().len()
    }

    /// The steps that added a turn, in order.
    pub fn turn_steps(&self) -> impl Iterator<Item = &Step> {
        self.history.steps.iter().filter(|step| step.places_a_turn())
    }

    /// The only points that can be chosen now, if the opening limits them.
    pub fn allowed_points(&self) -> Option<Vec<Point>> {
        let opening = self.opening_in_progress()?;
        let actions = opening.next().actions;
        Some(if actions.contains(&ActionKind::Place) {
            opening.allowed_points()
        } else if actions.contains(&ActionKind::Pick) {
            opening.offers().to_vec()
        } else if actions.contains(&ActionKind::Offer) {
            self.standing.game.stones().empties().collect()
        } else {
            Vec::new()
        })
    }

    /// The position before a move and who made it, as far as that is still known: the move may have
    /// been taken back, but not played over.
    pub fn before_move(&self, ply: u32) -> Option<(Game, Option<Seat>)> {
        let index = (ply as usize).checked_sub(1)?;
        // From the beginning, because nothing can be played on in a game that was ended by word.
        let mut standing = Standing::new(&self.terms).ok()?;
        let mut seat = None;
        for step in self.history.steps.iter().chain(self.history.undone.iter().rev()) {
            let n_turns = standing.game.turns().len();
            if step.places_a_turn() && n_turns >= index {
                seat = (n_turns == index).then_some(step.seat);
                break;
            }
            standing.apply(step.seat, &step.act).ok()?;
        }
        let mut game = standing.game;
        while game.turns().len() > index {
            game.undo()?;
        }
        (game.turns().len() == index).then_some((game, seat))
    }

    /// The color a seat holds now.
    pub fn color_of(&self, seat: Seat) -> Color {
        self.standing.color_of(seat)
    }

    /// How long a seat takes for its moves.
    pub fn timer_of(&self, seat: Seat, now: Moment) -> Timer {
        let has_turn = self.turn() == Some(seat);
        let limit_ms = self.limit_of(seat).map(|limit| limit.as_millis() as u64);
        let timer = timer(&self.times_of(seat), has_turn.then(|| self.turn_ms(now)), limit_ms);
        let usual_ms = self.usual_time_of(seat).map(|usual| usual.as_millis() as u64);
        Timer { usual_ms, ..timer }
    }

    /// What a person may do now.
    pub fn abilities(&self) -> Abilities {
        let is_persons_turn = self.turn().is_some_and(|seat| !self.is_opponent(seat));
        let is_ongoing = !self.is_over();
        let places_stone = self.opening_in_progress().is_none_or(|opening| {
            let actions = opening.next().actions;
            actions.contains(&ActionKind::Place) || actions.contains(&ActionKind::Pick)
        });
        let in_play = is_ongoing && self.opening_in_progress().is_none();
        let has_offer = self.history.draw_offer.is_some();
        Abilities {
            play: is_persons_turn && places_stone,
            pass: is_persons_turn && in_play && self.standing.game.may_pass(),
            undo: self.can_undo(),
            redo: is_ongoing && !self.history.undone.is_empty(),
            resign: is_ongoing && self.has_people(),
            offer_draw: in_play && self.has_people() && !has_offer,
            answer_draw: is_ongoing && has_offer,
            hint: is_persons_turn,
            move_now: is_ongoing && !is_persons_turn && !self.is_paused(),
            pause: is_ongoing,
        }
    }

    /// What the opening asks now, as a sentence.
    pub fn prompt(&self, opening: &OpeningState) -> String {
        let next = opening.next();
        let name = self.seat_name(next.player);
        let count = next.count.unwrap_or(0);
        let has = |kind| next.actions.contains(&kind);
        if has(ActionKind::Place) {
            let n_empty = self.standing.game.stones().empties().count();
            let is_free = opening.allowed_points().len() == n_empty;
            let zone = if is_free { "anywhere" } else { "on one of the marked points" };
            let stone = opening.stones().len() + 1;
            format!("{name}: place stone {stone} ({}) {zone}.", color_title(opening.next_color()))
        } else if has(ActionKind::PutTwo) {
            format!("{name}: take Black, take White, or place two more stones.")
        } else if has(ActionKind::Black) {
            format!("{name}: take Black or White.")
        } else if has(ActionKind::Declare) {
            format!("{name}: say how many fifth moves will be offered, 1 to {count}.")
        } else if has(ActionKind::OfferTen) {
            format!("{name}: offer ten fifth moves, or stay or swap and go on with one.")
        } else if has(ActionKind::Offer) {
            format!("{name}: offer {count} fifth moves, no two of them symmetric.")
        } else if has(ActionKind::Pick) {
            format!("{name}: pick one of the fifth moves on offer.")
        } else {
            format!("{name}: swap the colors or leave them as they are.")
        }
    }

    /// The names of the players of each color.
    pub fn player_names(&self) -> ByColor<String> {
        ByColor::from_fn(|color| self.seat_name(self.holder_of(color)))
    }

    /// The name under which somebody plays against an opponent of the ladder, if they have one;
    /// nothing if there are two people or none.
    pub fn person(&self) -> Option<Option<&str>> {
        self.lone_person().map(|(_, name)| name)
    }

    /// What this game alone says about the person who plays against an opponent of the ladder, and
    /// the name they sit under. Nothing if there are two people or none.
    pub fn habits(&self) -> Option<(Option<String>, Habits)> {
        let (seat, name) = self.lone_person()?;
        let mut habits = Habits::default();
        habits.watch(self.game(), self.color_of(seat));
        Some((name.map(str::to_owned), habits))
    }

    fn lone_person(&self) -> Option<(Seat, Option<&str>)> {
        match &self.history.seats {
            [Occupant::Person { name }, Occupant::Opponent { .. }] => {
                Some((Seat::First, name.as_deref()))
            }
            [Occupant::Opponent { .. }, Occupant::Person { name }] => {
                Some((Seat::Second, name.as_deref()))
            }
            _ => None,
        }
    }

    /// The game as a record that can be written to a file.
    pub fn to_record(&self) -> Record {
        let mut record = Record::from_game(self.game());
        let names = self.player_names();
        record.header.players = ByColor::new(Some(names.black.into()), Some(names.white.into()));
        let n_before = self.n_start_turns();
        let ids: Vec<NodeId> = record.main_plies().map(|(id, _)| id).skip(n_before).collect();
        for (id, step) in ids.into_iter().zip(self.turn_steps()) {
            record.tree[id].notes_mut().time_ms = Some(step.time_ms);
        }
        if self.opening() != Opening::Free {
            let actions = self.history.steps.iter().filter_map(|step| match &step.act {
                Act::Opening(action) => Some(action.clone()),
                Act::Move(_) => None,
            });
            let (procedure, actions) = (self.opening(), actions.collect());
            record.header.opening = Some(OpeningLog { procedure, actions });
        }
        record
    }
}
