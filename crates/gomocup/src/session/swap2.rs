//! The swap2 opening: `SWAP2BOARD`, and the dialogue of graphical boards.

use tengen_rules::{Color, Point};

use crate::gomocup::{PointBlock, Reply};
use crate::session::position::Position;
use crate::session::think::{Thinking, free_points, is_free};
use crate::session::{Answer, Session, ThinkKind, ThinkRequest};
use crate::yixin::Swap2Note;

impl Session {
    pub(super) fn swap2_board(&mut self, block: &PointBlock) {
        let Some(position) = self.board() else { return };
        let size = position.size();
        let kind = match block.points.len() {
            0 => ThinkKind::Swap2Propose,
            3 => ThinkKind::Swap2AnswerThree,
            5 => ThinkKind::Swap2AnswerFive,
            n => return self.error(format!("SWAP2BOARD has 0, 3 or 5 stones, not {n}")),
        };
        if let Some(fault) = &block.fault {
            return self.error(format!("bad line in the board: {fault}"));
        }
        match Position::alternating(size, &block.points) {
            Ok(opening) => {
                self.position = Some(opening);
                self.ask_swap2(kind, false);
            }
            Err(refusal) => self.error(refusal.to_string()),
        }
    }

    /// A step of the dialogue; the stones were set by `yxboard`.
    pub(super) fn swap2_step(&mut self, step: u8) {
        let Some(position) = self.board() else { return };
        let (kind, n_stones) = match step {
            1 => (ThinkKind::Swap2Propose, 0),
            2 => (ThinkKind::Swap2AnswerThree, 3),
            _ => (ThinkKind::Swap2AnswerFive, 5),
        };
        if n_stones == 0 {
            *position = Position::new(position.size());
        } else if position.n_placed() != n_stones {
            return self.error(format!("this step of swap2 needs {n_stones} stones on the board"));
        }
        self.ask_swap2(kind, true);
    }

    fn ask_swap2(&mut self, kind: ThinkKind, is_dialogue: bool) {
        let rule = self.rule();
        let Some(position) = &self.position else { return };
        let game = position.game(rule);
        let request = self.request(kind, game);
        self.ask(request, is_dialogue);
    }

    pub(super) fn settle_swap2(&mut self, thinking: &Thinking, answer: Answer) {
        let request = &thinking.request;
        let answer = if is_possible(request, answer) {
            answer
        } else {
            self.message("the engine gave no legal answer");
            fallback(request)
        };
        if thinking.is_dialogue {
            self.say_swap2(request.kind, answer);
        } else {
            self.answer_swap2(answer);
        }
    }

    fn answer_swap2(&mut self, answer: Answer) {
        let stones = stones_of(&answer);
        // Managers send a whole BOARD next, but one that goes on with TURN is served as well.
        if let Some(position) = &mut self.position {
            for &point in stones {
                let color = Color::of_stone(position.n_placed() + 1);
                position.put(color, point);
            }
        }
        self.write(match answer {
            Answer::Point(point) => Reply::Move(point),
            Answer::Two(two) => Reply::TwoMoves(two),
            Answer::Three(three) => Reply::ThreeMoves(three),
            Answer::Swap | Answer::Nothing | Answer::Fourth(..) | Answer::Fifths(_) => Reply::Swap,
        });
    }

    fn say_swap2(&mut self, kind: ThinkKind, answer: Answer) {
        let choice = if kind == ThinkKind::Swap2AnswerFive { 2 } else { 1 };
        let decision = |yes| Reply::Swap2(Swap2Note::TakesBlack { choice, yes });
        match answer {
            Answer::Swap | Answer::Nothing | Answer::Fourth(..) | Answer::Fifths(_) => {
                self.write(decision(true));
            }
            // The board asks for the move itself when it is our turn.
            Answer::Point(_) => self.write(decision(false)),
            Answer::Two(_) | Answer::Three(_) => {
                let first_number = if kind == ThinkKind::Swap2Propose { 1 } else { 4 };
                for (number, &point) in (first_number..).zip(stones_of(&answer)) {
                    self.write(Reply::Swap2(Swap2Note::Stone(number, point)));
                }
            }
        }
    }
}

pub(super) fn stones_of(answer: &Answer) -> &[Point] {
    match answer {
        Answer::Point(point) | Answer::Fourth(point, _) => std::slice::from_ref(point),
        Answer::Two(points) => points,
        Answer::Three(points) => points,
        Answer::Fifths(few) => few.points(),
        Answer::Swap | Answer::Nothing => &[],
    }
}

fn is_possible(request: &ThinkRequest, answer: Answer) -> bool {
    let has_right_kind = match request.kind {
        ThinkKind::Swap2Propose => matches!(answer, Answer::Three(_)),
        ThinkKind::Swap2AnswerThree => {
            matches!(answer, Answer::Swap | Answer::Point(_) | Answer::Two(_))
        }
        _ => matches!(answer, Answer::Swap | Answer::Point(_)),
    };
    let stones = stones_of(&answer);
    let are_distinct =
        stones.iter().enumerate().all(|(i, point)| !stones.iter().take(i).any(|p| p == point));
    has_right_kind && are_distinct && stones.iter().all(|&point| is_free(request, point))
}

/// Always possible, never good.
fn fallback(request: &ThinkRequest) -> Answer {
    if request.kind != ThinkKind::Swap2Propose {
        return Answer::Swap;
    }
    let mut points = free_points(request);
    match (points.next(), points.next(), points.next()) {
        (Some(a), Some(b), Some(c)) => Answer::Three([a, b, c]),
        _ => Answer::Nothing,
    }
}
