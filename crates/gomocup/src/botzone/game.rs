//! The state of a Botzone game, and what is asked of us.

use tengen_rules::{Game, Point, Rule, Size};

use super::{BotzoneError, Message, Record, Variant, Xy};
use crate::session::Answer;

const SIZE: Size = Size::literal(15);

/// What we have to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A move.
    Move,
    /// A move or a swap.
    MoveOrSwap,
}

/// A game as far as it has been told.
#[derive(Clone, Debug)]
pub struct BotzoneGame {
    variant: Variant,
    game: Game,
    /// Whether any request has arrived.
    has_begun: bool,
    has_swapped: bool,
}

impl BotzoneGame {
    /// A game of which nothing is known yet.
    pub fn new(variant: Variant) -> Self {
        let game = Game::new(Rule::Freestyle, SIZE);
        Self { variant, game, has_begun: false, has_swapped: false }
    }

    /// The position; whoever is to move is us once a message was taken.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Takes a message of the judge: a whole history replaces what was known, a bare request
    /// continues it. After an error nothing has changed.
    ///
    /// ```
    /// use tengen_gomocup::Answer;
    /// use tengen_gomocup::botzone::{BotzoneGame, Decision, Message, Variant};
    /// use tengen_rules::Point;
    ///
    /// let mut game = BotzoneGame::new(Variant::Gomoku);
    /// let (message, transport) = Message::parse(r#"{"x":7,"y":7}"#).unwrap();
    /// assert_eq!(game.take(&message), Ok(Decision::Move));
    /// let answer = game.answer(Answer::Point(Point::new(8, 8))).unwrap();
    /// assert_eq!(transport.format(answer, None), "{\"response\":{\"x\":8,\"y\":8}}\n");
    /// ```
    pub fn take(&mut self, message: &Message) -> Result<Decision, BotzoneError> {
        let mut next = match message {
            Message::Full(_) => Self::new(self.variant),
            Message::Bare(_) => self.clone(),
        };
        match message {
            Message::Full(record) => next.replay(record)?,
            Message::Bare(request) => next.request(*request)?,
        }
        if !next.game.status().is_ongoing() {
            return Err(BotzoneError::Over);
        }
        *self = next;
        Ok(self.decision())
    }

    fn replay(&mut self, record: &Record) -> Result<(), BotzoneError> {
        for (i, &request) in record.requests.iter().enumerate() {
            self.request(request)?;
            if let Some(&response) = record.responses.get(i) {
                self.response(response)?;
            }
        }
        Ok(())
    }

    fn request(&mut self, request: Xy) -> Result<(), BotzoneError> {
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        match request {
            Xy::NONE if is_first => Ok(()),
            Xy::NONE => self.swap(),
            _ => self.place(request),
        }
    }

    fn response(&mut self, response: Xy) -> Result<(), BotzoneError> {
        if response == Xy::NONE { self.swap() } else { self.place(response) }
    }

    fn place(&mut self, xy: Xy) -> Result<(), BotzoneError> {
        let number = self.game.turns().len() + 1;
        let bad = |reason: String| BotzoneError::Stone { number, x: xy.x, y: xy.y, reason };
        let point = SIZE.point(xy.x, xy.y).ok_or_else(|| bad("not on the board".into()))?;
        self.game.try_play(point).map(|_| ()).map_err(|reason| bad(reason.to_string()))
    }

    fn swap(&mut self) -> Result<(), BotzoneError> {
        if !self.may_swap() {
            let stones = self.game.turns().len();
            return Err(BotzoneError::Swap { stones, variant: self.variant.name() });
        }
        self.has_swapped = true;
        Ok(())
    }

    fn may_swap(&self) -> bool {
        !self.has_swapped && self.variant.swap_after() == Some(self.game.turns().len())
    }

    fn decision(&self) -> Decision {
        if self.may_swap() { Decision::MoveOrSwap } else { Decision::Move }
    }

    /// Plays our answer and returns it as the judge wants it; an impossible one changes nothing.
    pub fn answer(&mut self, answer: Answer) -> Result<Xy, BotzoneError> {
        match answer {
            Answer::Swap if self.may_swap() => {
                self.has_swapped = true;
                Ok(Xy::NONE)
            }
            Answer::Point(point) => self.play(point),
            other => Err(BotzoneError::Answer(format!("{other:?}"))),
        }
    }

    fn play(&mut self, point: Point) -> Result<Xy, BotzoneError> {
        match self.game.try_play(point) {
            Ok(_) => Ok(Xy { x: i64::from(point.x()), y: i64::from(point.y()) }),
            Err(reason) => Err(BotzoneError::Answer(reason.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use tengen_rules::Color;

    use super::*;

    fn parsed(text: &str) -> Message {
        Message::parse(text).expect("well-formed").0
    }

    fn take(variant: Variant, text: &str) -> Result<(Decision, Color, usize), BotzoneError> {
        let mut game = BotzoneGame::new(variant);
        let decision = game.take(&parsed(text))?;
        Ok((decision, game.game().to_move(), game.game().stones().n_stones()))
    }

    #[test]
    fn black_begins_when_asked_with_nothing() {
        for variant in Variant::ALL {
            let text = "{\"requests\":[{\"x\":-1,\"y\":-1}],\"responses\":[]}";
            assert_eq!(take(variant, text), Ok((Decision::Move, Color::Black, 0)));
        }
    }

    #[test]
    fn white_may_swap_at_the_right_moment_only() {
        let white_1 = "1\n7 7\n";
        let white_2 = "2\n7 7\n8 8\n9 9\n";
        for (variant, first, second) in [
            (Variant::Gomoku, Decision::Move, Decision::Move),
            (Variant::Renju, Decision::Move, Decision::MoveOrSwap),
            (Variant::Swap1, Decision::MoveOrSwap, Decision::Move),
        ] {
            assert_eq!(take(variant, white_1), Ok((first, Color::White, 1)), "{variant:?}");
            assert_eq!(take(variant, white_2), Ok((second, Color::White, 3)), "{variant:?}");
        }
    }

    #[test]
    fn after_a_swap_the_asked_player_has_the_other_color() {
        // We were Black; White swapped after three stones, so the fourth, a white one, is ours.
        let swapped = "3\n-1 -1\n7 7\n8 8\n9 9\n-1 -1\n";
        assert_eq!(take(Variant::Renju, swapped), Ok((Decision::Move, Color::White, 3)));
        // We swapped as White ourselves; the opponent answered with a white stone.
        let ours = "3\n7 7\n8 8\n9 9\n-1 -1\n6 6\n";
        assert_eq!(take(Variant::Renju, ours), Ok((Decision::Move, Color::Black, 4)));
        let swap1 = "2\n7 7\n-1 -1\n6 6\n";
        assert_eq!(take(Variant::Swap1, swap1), Ok((Decision::Move, Color::Black, 2)));
        let swap1 = "2\n-1 -1\n7 7\n-1 -1\n";
        assert_eq!(take(Variant::Swap1, swap1), Ok((Decision::Move, Color::White, 1)));
    }

    #[test]
    fn impossible_histories_are_errors() {
        for (variant, text) in [
            (Variant::Gomoku, "2\n-1 -1\n7 7\n-1 -1\n"),
            (Variant::Renju, "2\n-1 -1\n7 7\n-1 -1\n"),
            (Variant::Renju, "4\n-1 -1\n7 7\n8 8\n9 9\n-1 -1\n1 1\n-1 -1\n"),
            (Variant::Gomoku, "2\n-1 -1\n7 7\n7 7\n"),
            (Variant::Gomoku, "1\n15 0\n"),
            (Variant::Gomoku, "1\n-1 3\n"),
            (Variant::Gomoku, "5\n0 0\n0 1\n1 0\n1 1\n2 0\n2 1\n3 0\n3 1\n4 0\n"),
        ] {
            assert!(take(variant, text).is_err(), "{variant:?} {text:?}");
        }
    }

    #[test]
    fn the_worked_example_keeps_running() {
        let mut game = BotzoneGame::new(Variant::Gomoku);
        let first = parsed("{\"requests\":[{\"x\":7,\"y\":7}],\"responses\":[]}");
        assert_eq!(game.take(&first), Ok(Decision::Move));
        assert_eq!(game.answer(Answer::Point(Point::new(8, 8))), Ok(Xy { x: 8, y: 8 }));
        assert_eq!(game.take(&parsed("{\"x\":6,\"y\":8}")), Ok(Decision::Move));
        assert!(game.answer(Answer::Point(Point::new(6, 8))).is_err(), "occupied");
        assert!(game.answer(Answer::Swap).is_err(), "no swap in this game");
        assert_eq!(game.answer(Answer::Point(Point::new(8, 7))), Ok(Xy { x: 8, y: 7 }));
        assert_eq!(game.game().turns().len(), 4);
        // The judge restarts us with everything.
        let full = parsed("2\n7 7\n8 8\n6 8\n");
        assert_eq!(game.take(&full), Ok(Decision::Move));
        assert_eq!(game.game().turns().len(), 3);
    }

    #[test]
    fn a_bad_request_changes_nothing() {
        let mut game = BotzoneGame::new(Variant::Gomoku);
        game.take(&parsed("7 7")).unwrap();
        assert!(game.take(&parsed("7 7")).is_err());
        assert_eq!(game.game().turns().len(), 1);
    }
}
