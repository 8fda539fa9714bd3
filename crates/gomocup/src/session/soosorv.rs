//! The Soosorv opening, as graphical boards play it with an engine.

use tengen_rules::{Point, PositionKey};

use crate::gomocup::{PointBlock, Reply};
use crate::session::position::Position;
use crate::session::swap2::stones_of;
use crate::session::think::{free_points, is_free};
use crate::session::{Answer, Few, Session, SoosorvStep, ThinkKind, ThinkRequest};
use crate::yixin::SoosorvNote;

/// The usual number of fifth moves where none that makes sense was said.
const USUAL_FIFTHS: u32 = 2;

impl Session {
    /// A step of the dialogue with the stones that came with it.
    pub(super) fn soosorv_step(&mut self, step: u8, n: u32, block: &PointBlock) {
        let Some(position) = self.board() else { return };
        let size = position.size();
        if let Some(fault) = &block.fault {
            return self.error(format!("bad line in the board: {fault}"));
        }
        let n_fifths = if n == 0 { USUAL_FIFTHS } else { n.min(Few::MOST as u32) };
        let (step, n_stones) = match step {
            1 => (SoosorvStep::Propose, 0),
            2 => (SoosorvStep::FirstSwap, 3),
            3 => (SoosorvStep::Fourth, 3),
            4 => (SoosorvStep::SecondSwap(n_fifths), 4),
            5 => (SoosorvStep::Fifths(n_fifths), 4),
            _ => (SoosorvStep::Choose, 4),
        };
        let has_choices = step == SoosorvStep::Choose;
        if block.points.len() < n_stones + usize::from(has_choices)
            || (block.points.len() > n_stones && !has_choices)
        {
            let more = if has_choices { " and the offered fifth ones" } else { "" };
            return self.error(format!("this step of soosorv needs {n_stones} stones{more}"));
        }
        let (stones, choices) = block.points.split_at(n_stones);
        match Position::alternating(size, stones) {
            Ok(opening) => self.position = Some(opening),
            Err(refusal) => return self.error(refusal.to_string()),
        }
        let choices = choices.iter().filter_map(|pair| pair.point(size)).collect();
        self.ask_soosorv(step, choices);
    }

    fn ask_soosorv(&mut self, step: SoosorvStep, choices: Vec<Point>) {
        let rule = self.rule();
        let Some(game) = self.position.as_ref().map(|position| position.game(rule)) else { return };
        let mut request = self.request(ThinkKind::Soosorv(step), game);
        request.choices = choices.into_iter().filter(|&point| is_free(&request, point)).collect();
        if step == SoosorvStep::Choose && request.choices.is_empty() {
            return self.error("none of the offered fifth stones can be played");
        }
        self.ask(request, true);
    }

    pub(super) fn settle_soosorv(
        &mut self,
        step: SoosorvStep,
        request: &ThinkRequest,
        answer: Answer,
    ) {
        use SoosorvNote::{Chosen, Fifth, FifthsBegin, FifthsEnd, Fourth, Stone, Swaps};
        let is_swap = answer == Answer::Swap;
        let stones: Vec<Point> =
            stones_of(&answer).iter().copied().filter(|&point| is_free(request, point)).collect();
        let notes = match step {
            SoosorvStep::FirstSwap => vec![Swaps { choice: 1, yes: is_swap }],
            SoosorvStep::SecondSwap(_) => vec![Swaps { choice: 2, yes: is_swap }],
            SoosorvStep::Propose => {
                let three = completed(request, stones, 3);
                (1..).zip(three).map(|(number, point)| Stone(number, point)).collect()
            }
            SoosorvStep::Fourth => {
                let n = if let Answer::Fourth(_, n) = answer { n } else { USUAL_FIFTHS };
                let n = n.clamp(1, Few::MOST as u32);
                completed(request, stones, 1).into_iter().map(|point| Fourth(point, n)).collect()
            }
            SoosorvStep::Fifths(n) => {
                let fifths = completed(request, distinct(request, stones), n as usize);
                let fifths = fifths.into_iter().map(Fifth);
                [FifthsBegin].into_iter().chain(fifths).chain([FifthsEnd]).collect()
            }
            SoosorvStep::Choose => {
                let chosen = stones.first().filter(|point| request.choices.contains(point));
                chosen.or(request.choices.first()).map(|&point| Chosen(point)).into_iter().collect()
            }
        };
        for note in notes {
            self.write(Reply::Soosorv(note));
        }
    }
}

/// The stones, with legal ones from the middle added until there are as many as wanted.
fn completed(request: &ThinkRequest, mut stones: Vec<Point>, n_wanted: usize) -> Vec<Point> {
    stones.truncate(n_wanted);
    for point in free_points(request) {
        if stones.len() == n_wanted {
            break;
        }
        if request.game.is_legal(point) && !stones.contains(&point) {
            stones.push(point);
            stones = distinct(request, stones);
        }
    }
    stones
}

/// The stones that make positions of their own, not mirrored or turned ones of each other.
fn distinct(request: &ThinkRequest, stones: Vec<Point>) -> Vec<Point> {
    if request.game.stones().n_stones() == 0 {
        return stones;
    }
    let mut keys = Vec::new();
    let mut kept = stones;
    kept.retain(|&point| {
        let mut after = request.game.clone();
        let is_legal = after.try_play(point).is_ok();
        let key = PositionKey::canonical(&after.to_setup());
        let is_new = is_legal && !keys.contains(&key);
        keys.push(key);
        is_new
    });
    kept
}
