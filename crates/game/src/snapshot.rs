//! A table as the page shows it.

use tengen_api::{
    Abilities, GameSnapshot, MoveView, OpeningEntry, OpeningKind, OpeningOption, OpeningStep,
    OpeningView, Phase, SeatName, SeatSpec, SeatView, Spot, ThinkingView,
};
use tengen_rules::{ActionKind, Color, Move, Opening, OpeningState, Point};

use crate::clock::timer;
use crate::doc::{Act, Step};
use crate::standing::index_of;
use crate::table::{Moment, Table};
use crate::view::{outcome_of, position_view};
use crate::words::{color_title, seat_of, spot_of, spots_of, stone_of};

impl Table {
    /// Everything a page shows. `thinking` is the AI's running thought, if there is one.
    pub fn snapshot(&self, id: &str, thinking: Option<ThinkingView>, now: Moment) -> GameSnapshot {
        let game = &self.standing.game;
        let allowed = self.opening_in_progress().map(|opening| self.allowed_in(opening));
        GameSnapshot {
            id: id.to_owned(),
            seq: self.doc.seq,
            title: self.doc.title.clone(),
            created_at: self.doc.created_at,
            updated_at: self.doc.updated_at,
            now,
            phase: self.phase(),
            position: position_view(game, allowed.as_deref()),
            first: self.seat_view(SeatName::First, now),
            second: self.seat_view(SeatName::Second, now),
            turn: self.turn(),
            opening: (self.terms.opening != Opening::Free).then(|| self.opening_view()),
            start: self.doc.start.clone(),
            moves: self.moves(),
            undone: self.undone(),
            outcome: outcome_of(game.status()),
            can: self.abilities(),
            draw_offer: self.doc.draw_offer,
            clock: self.doc.clock,
            is_paused: self.is_paused(),
            thinking,
            notices: self.doc.notices.clone(),
        }
    }

    fn phase(&self) -> Phase {
        if self.is_over() {
            Phase::Over
        } else if self.standing.opening.is_done() {
            Phase::Play
        } else {
            Phase::Opening
        }
    }

    /// The only points that can be played in this step.
    fn allowed_in(&self, opening: &OpeningState) -> Vec<Point> {
        let actions = opening.next().actions;
        if actions.contains(&ActionKind::Place) {
            opening.allowed_points()
        } else if actions.contains(&ActionKind::Pick) {
            opening.offers().to_vec()
        } else if actions.contains(&ActionKind::Offer) {
            self.standing.game.stones().empties().collect()
        } else {
            Vec::new()
        }
    }

    fn seat_view(&self, seat: SeatName, now: Moment) -> SeatView {
        let color = self.standing.color_of(seat);
        let has_turn = self.turn() == Some(seat);
        let opponent = match &self.doc.seats[index_of(seat)] {
            SeatSpec::Human { .. } => None,
            SeatSpec::Ai { opponent, .. } => Some(opponent.clone()),
        };
        let limit_ms = self.limit_of(seat).map(|limit| limit.as_millis() as u64);
        SeatView {
            name: self.seat_name(seat),
            opponent,
            color: stone_of(color),
            captured: self.standing.game.captures()[color],
            clock: self.clock_of(seat, now).map(|clock| clock.view(has_turn && !self.is_paused())),
            timer: timer(&self.times_of(seat), has_turn.then(|| self.turn_ms(now)), limit_ms),
        }
    }

    fn abilities(&self) -> Abilities {
        let turn = self.turn();
        let is_persons_turn = turn.is_some_and(|seat| !self.is_ai(seat));
        let is_ongoing = !self.is_over();
        let places_stone = self.opening_in_progress().is_none_or(|opening| {
            let actions = opening.next().actions;
            actions.contains(&ActionKind::Place) || actions.contains(&ActionKind::Pick)
        });
        let in_play = is_ongoing && self.opening_in_progress().is_none();
        Abilities {
            play: is_persons_turn && places_stone,
            pass: is_persons_turn && in_play && self.standing.game.may_pass(),
            undo: self.can_undo(),
            redo: !self.doc.undone.is_empty(),
            resign: is_ongoing && self.has_people(),
            offer_draw: in_play && self.has_people() && self.doc.draw_offer.is_none(),
            answer_draw: is_ongoing && self.doc.draw_offer.is_some(),
            hint: is_persons_turn,
            move_now: is_ongoing && !is_persons_turn && !self.is_paused(),
            pause: is_ongoing,
        }
    }

    fn undone(&self) -> Vec<Spot> {
        let spot = |step: &Step| match &step.act {
            Act::Play { point } => point.clone(),
            Act::Pass => Spot("pass".to_owned()),
            Act::Opening { action } => match action {
                tengen_api::OpeningAction::Place { point }
                | tengen_api::OpeningAction::Pick { point } => point.clone(),
                _ => Spot("opening".to_owned()),
            },
        };
        self.doc.undone.iter().rev().map(spot).collect()
    }

    /// The stones in order. Steps that place none are in the opening's log.
    fn moves(&self) -> Vec<MoveView> {
        let game = &self.standing.game;
        let size = game.size();
        let n_before = self.terms.start.turns().len();
        let placing = self.doc.steps.iter().filter(|step| places_a_turn(&step.act));
        let earlier = game.turns().iter().take(n_before).zip(1..).map(|(turn, ply)| MoveView {
            ply,
            color: stone_of(turn.color),
            seat: self.holder_of(turn.color),
            point: place_of(turn.mv).map(|point| spot_of(size, point)),
            captured: spots_of(size, turn.captured.iter().copied()),
            time_ms: None,
            is_opening: false,
            score: None,
            has_reasoning: false,
        });
        let later = game.turns().iter().skip(n_before).zip(placing).zip(n_before as u32 + 1..);
        let played = later.map(|((turn, step), ply)| MoveView {
            ply,
            color: stone_of(turn.color),
            seat: step.seat,
            point: place_of(turn.mv).map(|point| spot_of(size, point)),
            captured: spots_of(size, turn.captured.iter().copied()),
            time_ms: Some(step.time_ms),
            is_opening: matches!(step.act, Act::Opening { .. }),
            score: step.score.clone(),
            has_reasoning: step.has_reasoning,
        });
        earlier.chain(played).collect()
    }

    fn opening_view(&self) -> OpeningView {
        let log = self.doc.steps.iter().filter_map(|step| match &step.act {
            Act::Opening { action } => Some(OpeningEntry {
                seat: step.seat,
                action: action.clone(),
                text: self.choice_text(step.seat, action),
                reason: step.reason.clone(),
            }),
            Act::Play { .. } | Act::Pass => None,
        });
        OpeningView {
            procedure: self.terms.opening.name().to_owned(),
            step: self
                .opening_in_progress()
                .filter(|_| !self.is_over())
                .map(|opening| self.opening_step(opening)),
            log: log.collect(),
        }
    }

    fn opening_step(&self, opening: &OpeningState) -> OpeningStep {
        let next = opening.next();
        let seat = seat_of(next.player);
        let has = |kind| next.actions.contains(&kind);
        let concerns_stone =
            has(ActionKind::Place) || has(ActionKind::Offer) || has(ActionKind::Pick);
        let color = opening.next_color();
        let stone = opening.stones().len() as u32 + 1;
        OpeningStep {
            seat,
            text: self.prompt(opening, color, stone),
            options: next
                .actions
                .iter()
                .map(|&kind| OpeningOption {
                    kind: page_kind(kind),
                    text: option_text(kind, color).to_owned(),
                })
                .collect(),
            color: concerns_stone.then(|| stone_of(color)),
            stone: concerns_stone.then_some(stone),
            count: next.count,
            offers: spots_of(self.terms.size, opening.offers().iter().copied()),
        }
    }

    /// What is asked, as a sentence.
    fn prompt(&self, opening: &OpeningState, color: Color, stone: u32) -> String {
        let next = opening.next();
        let name = self.seat_name(seat_of(next.player));
        let count = next.count.unwrap_or(0);
        let has = |kind| next.actions.contains(&kind);
        if has(ActionKind::Place) {
            let zone = if opening.allowed_points().len()
                == self.standing.game.stones().empties().count()
            {
                "anywhere"
            } else {
                "on one of the marked points"
            };
            format!("{name}: place stone {stone} ({}) {zone}.", color_title(color))
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
}

fn place_of(mv: Move) -> Option<Point> {
    match mv {
        Move::Place(point) => Some(point),
        Move::Pass => None,
    }
}

/// Whether an act adds a turn to the game.
pub(crate) fn places_a_turn(act: &Act) -> bool {
    use tengen_api::OpeningAction;
    match act {
        Act::Play { .. } | Act::Pass => true,
        Act::Opening { action } => {
            matches!(action, OpeningAction::Place { .. } | OpeningAction::Pick { .. })
        }
    }
}

const fn page_kind(kind: ActionKind) -> OpeningKind {
    match kind {
        ActionKind::Black => OpeningKind::TakeBlack,
        ActionKind::White => OpeningKind::TakeWhite,
        ActionKind::Declare => OpeningKind::Declare,
        ActionKind::Offer => OpeningKind::Offer,
        ActionKind::OfferTen => OpeningKind::OfferTen,
        ActionKind::Pick => OpeningKind::Pick,
        ActionKind::Place => OpeningKind::Place,
        ActionKind::PutTwo => OpeningKind::PutTwo,
        ActionKind::Stay => OpeningKind::Stay,
        ActionKind::Swap => OpeningKind::Swap,
    }
}

const fn option_text(kind: ActionKind, color: Color) -> &'static str {
    match (kind, color) {
        (ActionKind::Black, _) => "Take Black",
        (ActionKind::White, _) => "Take White",
        (ActionKind::Declare, _) => "Say how many fifth moves",
        (ActionKind::Offer, _) => "Offer fifth moves",
        (ActionKind::OfferTen, _) => "Offer ten fifth moves",
        (ActionKind::Pick, _) => "Pick the fifth move",
        (ActionKind::Place, Color::Black) => "Place a black stone",
        (ActionKind::Place, Color::White) => "Place a white stone",
        (ActionKind::PutTwo, _) => "Place two more stones",
        (ActionKind::Stay, _) => "Keep the colors",
        (ActionKind::Swap, _) => "Swap the colors",
    }
}
