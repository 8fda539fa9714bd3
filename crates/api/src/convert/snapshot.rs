//! A game as the page shows it.

use tengen_game::{
    Abilities as DomainAbilities, GameEvent as DomainEvent, Happening, Moment,
    Phase as DomainPhase, Step, Table,
};
use tengen_players::{Act, MoveLimits};
use tengen_rules::{Action, ActionKind, Color, Move, Opening, OpeningState, Seat, Size};

use super::names::{PASS, reason_of, seat_name_of, spot_of, spots_of, stone_of};
use super::position_input::input_of;
use super::position_view::{outcome_of, position_view};
use crate::{
    Abilities, ClockView, GameEvent, GameEventKind, GameSnapshot, MoveView, Notice, OpeningAction,
    OpeningEntry, OpeningOption, OpeningStep, OpeningView, Phase, SeatView, Spot, ThinkLimits,
    ThinkingView, TimerView,
};

/// Everything a page shows. `thinking` is the opponent's running thought, if there is one.
pub fn snapshot(
    table: &Table,
    id: &str,
    thinking: Option<ThinkingView>,
    now: Moment,
) -> GameSnapshot {
    let game = table.game();
    let history = table.history();
    GameSnapshot {
        id: id.to_owned(),
        seq: table.seq(),
        title: history.title.clone(),
        created_at: history.created_at,
        updated_at: history.updated_at,
        now,
        phase: phase_of(table.phase()),
        position: position_view(game, table.allowed_points().as_deref()),
        first: seat_view(table, Seat::First, now),
        second: seat_view(table, Seat::Second, now),
        turn: table.turn().map(seat_name_of),
        opening: (table.opening() != Opening::Free).then(|| opening_view(table)),
        start: history.start.as_ref().map(input_of),
        moves: moves(table),
        undone: history.undone.iter().rev().map(|step| undone_spot(game.size(), step)).collect(),
        outcome: outcome_of(game.status()),
        can: abilities_of(table.abilities()),
        draw_offer: history.draw_offer.map(seat_name_of),
        clock: table.clock_spec().map(Into::into),
        is_paused: table.is_paused(),
        thinking,
        notices: history.notices.iter().map(Notice::from).collect(),
    }
}

const fn phase_of(phase: DomainPhase) -> Phase {
    match phase {
        DomainPhase::Opening => Phase::Opening,
        DomainPhase::Play => Phase::Play,
        DomainPhase::Over => Phase::Over,
    }
}

const fn abilities_of(can: DomainAbilities) -> Abilities {
    let DomainAbilities {
        play,
        pass,
        undo,
        redo,
        resign,
        offer_draw,
        answer_draw,
        hint,
        move_now,
        pause,
    } = can;
    Abilities { play, pass, undo, redo, resign, offer_draw, answer_draw, hint, move_now, pause }
}

fn seat_view(table: &Table, seat: Seat, now: Moment) -> SeatView {
    let color = table.color_of(seat);
    let is_running = table.turn() == Some(seat) && !table.is_paused();
    let timer = table.timer_of(seat, now);
    let (opponent, limits) = match table.occupant(seat) {
        tengen_game::Occupant::Person { .. } => (None, None),
        tengen_game::Occupant::Opponent { name, limits } => {
            let chosen = Some(*limits).filter(|limits| *limits != MoveLimits::NONE);
            (Some(name.clone()), chosen.map(ThinkLimits::from))
        }
    };
    SeatView {
        name: table.seat_name(seat),
        opponent,
        limits,
        color: stone_of(color),
        captured: table.game().captures()[color],
        clock: table.clock_of(seat, now).map(|clock| ClockView {
            main_ms: clock.main_ms(),
            byoyomi_ms: clock.byoyomi_ms(),
            periods: clock.periods(),
            is_running,
        }),
        timer: TimerView {
            current_ms: timer.current_ms,
            last_ms: timer.last_ms,
            average_ms: timer.average_ms,
            longest_ms: timer.longest_ms,
            n_moves: timer.n_moves,
            limit_ms: timer.limit_ms,
            usual_ms: timer.usual_ms,
        },
    }
}

/// Where a step that was taken back would put a stone.
fn undone_spot(size: Size, step: &Step) -> Spot {
    match &step.act {
        Act::Move(Move::Place(point))
        | Act::Opening(Action::Place(point) | Action::Pick(point)) => spot_of(size, *point),
        Act::Move(Move::Pass) => Spot(PASS.to_owned()),
        Act::Opening(_) => Spot("opening".to_owned()),
    }
}

/// The stones in order. Steps that place none are in the opening's log.
fn moves(table: &Table) -> Vec<MoveView> {
    let game = table.game();
    let size = game.size();
    let n_before = table.n_start_turns();
    // The turns of the position the game began from have no step.
    let before = std::iter::repeat_n(None, n_before);
    let steps = before.chain(table.turn_steps().map(Some));
    game.turns()
        .iter()
        .zip(steps)
        .zip(1..)
        .map(|((turn, step), ply)| MoveView {
            ply,
            color: stone_of(turn.color),
            seat: seat_name_of(step.map_or_else(|| table.holder_of(turn.color), |step| step.seat)),
            point: match turn.mv {
                Move::Place(point) => Some(spot_of(size, point)),
                Move::Pass => None,
            },
            captured: spots_of(size, turn.captured.iter().copied()),
            time_ms: step.map(|step| step.time_ms),
            is_opening: step.is_some_and(|step| matches!(step.act, Act::Opening(_))),
            score: step.and_then(|step| step.value).map(Into::into),
            has_reasoning: step.is_some_and(|step| step.has_thought),
        })
        .collect()
}

fn opening_view(table: &Table) -> OpeningView {
    let size = table.game().size();
    let log = table.history().steps.iter().filter_map(|step| match &step.act {
        Act::Opening(action) => Some(OpeningEntry {
            seat: seat_name_of(step.seat),
            action: OpeningAction::from_domain(size, action),
            text: table.choice_text(step.seat, action),
            reason: step.reason.as_ref().map(|reason| reason_of(size, reason)),
        }),
        Act::Move(_) => None,
    });
    OpeningView {
        procedure: table.opening().name().to_owned(),
        step: table
            .opening_in_progress()
            .filter(|_| !table.is_over())
            .map(|opening| opening_step(table, opening)),
        log: log.collect(),
    }
}

fn opening_step(table: &Table, opening: &OpeningState) -> OpeningStep {
    let next = opening.next();
    let has = |kind| next.actions.contains(&kind);
    let concerns_stone = has(ActionKind::Place) || has(ActionKind::Offer) || has(ActionKind::Pick);
    let color = opening.next_color();
    let stone = opening.stones().len() as u32 + 1;
    let option = |&kind: &ActionKind| OpeningOption {
        kind: kind.into(),
        text: option_text(kind, color).to_owned(),
    };
    OpeningStep {
        seat: seat_name_of(next.player),
        text: table.prompt(opening),
        options: next.actions.iter().map(option).collect(),
        color: concerns_stone.then(|| stone_of(color)),
        stone: concerns_stone.then_some(stone),
        count: next.count,
        offers: spots_of(table.game().size(), opening.offers().iter().copied()),
    }
}

/// What happened in a game, for those who watch it.
pub fn events_view(table: &Table, events: &[DomainEvent]) -> Vec<GameEvent> {
    let event = |event: &DomainEvent| GameEvent {
        seq: event.seq,
        at: event.at,
        what: happening(table, &event.what),
    };
    events.iter().map(event).collect()
}

fn happening(table: &Table, what: &Happening) -> GameEventKind {
    let size = table.game().size();
    match what {
        Happening::Begun => GameEventKind::Begun,
        Happening::Played { seat, point, captured } => GameEventKind::Played {
            seat: seat_name_of(*seat),
            point: spot_of(size, *point),
            captured: spots_of(size, captured.iter().copied()),
        },
        Happening::Passed { seat } => GameEventKind::Passed { seat: seat_name_of(*seat) },
        Happening::Chosen { seat, act } => GameEventKind::Chosen {
            seat: seat_name_of(*seat),
            text: match act {
                Act::Opening(action) => table.choice_text(*seat, action),
                Act::Move(_) => String::new(),
            },
        },
        Happening::Undone { count } => GameEventKind::Undone { count: *count },
        Happening::Redone { count } => GameEventKind::Redone { count: *count },
        Happening::DrawOffered { seat } => GameEventKind::DrawOffered { seat: seat_name_of(*seat) },
        Happening::DrawDeclined { seat } => {
            GameEventKind::DrawDeclined { seat: seat_name_of(*seat) }
        }
        Happening::Ended => GameEventKind::Ended,
        Happening::Paused => GameEventKind::Paused,
        Happening::Resumed => GameEventKind::Resumed,
        Happening::Renamed => GameEventKind::Renamed,
        Happening::Trouble => GameEventKind::Trouble,
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
