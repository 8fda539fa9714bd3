//! The position as the other side describes it.
//!
//! Managers may list stones in any order, in impossible numbers, and with cells nobody may use. So
//! the list of placed stones is what is kept, and a [`Game`] is made from it when one is needed:
//! by replaying it if it is a game, as a setup otherwise. A change of the rule, which may arrive
//! after the stones, then costs nothing.

use std::collections::BTreeSet;

use tengen_rules::{
    ByColor, Color, Game, Point, Rule, Setup, SetupFaults, Size, Stones, captured_by,
};

use crate::gomocup::StoneBlock;
use crate::wire::Pair;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Placed {
    point: Point,
    color: Color,
}

/// A board with stones in the order they were placed, captured ones included.
#[derive(Clone, Debug)]
pub(super) struct Position {
    size: Size,
    placed: Vec<Placed>,
    blocked: BTreeSet<Point>,
    to_move: Color,
    /// The color we have answered with in this game.
    engine: Option<Color>,
}

/// Why a stone cannot be put somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Refusal {
    #[error("cell {0} is outside the board")]
    Outside(Pair),
    #[error("cell {0} is occupied")]
    Occupied(Pair),
    #[error("cell {0} is blocked")]
    Blocked(Pair),
}

/// Why a block is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum BlockError {
    #[error("bad line in the board: {0}")]
    Unreadable(String),
    #[error(transparent)]
    Stone(#[from] Refusal),
    #[error("cell {0} has field {1}, not 1, 2 or 3")]
    Field(Pair, i64),
}

impl Position {
    pub(super) fn new(size: Size) -> Self {
        Self {
            size,
            placed: Vec::new(),
            blocked: BTreeSet::new(),
            to_move: Color::Black,
            engine: None,
        }
    }

    /// Stones that alternate from Black, as in an opening.
    pub(super) fn alternating(size: Size, points: &[Pair]) -> Result<Self, Refusal> {
        let mut position = Self::new(size);
        for &pair in points {
            // No rule captures with five stones on the board, so any rule will do.
            let point = position.free_point(Rule::Freestyle, pair)?;
            position.put(position.to_move, point);
        }
        Ok(position)
    }

    /// The position of a `BOARD` block; we are the side to move.
    pub(super) fn from_block(
        size: Size,
        rule: Rule,
        block: &StoneBlock,
    ) -> Result<Self, BlockError> {
        if let Some(fault) = &block.fault {
            return Err(BlockError::Unreadable(fault.clone()));
        }
        let count = |field| block.entries.iter().filter(|entry| entry.field == field).count();
        let (own, opponent) = (count(1), count(2));
        let first_field = block.entries.iter().map(|entry| entry.field).find(|&field| field != 3);
        let engine = if own == opponent {
            Color::Black
        } else if own + 1 == opponent {
            Color::White
        } else if first_field == Some(1) {
            Color::Black
        } else {
            Color::White
        };
        let mut position = Self::new(size);
        for entry in &block.entries {
            let point = position.free_point(rule, entry.at)?;
            match entry.field {
                1 => position.put(engine, point),
                2 => position.put(!engine, point),
                3 => _ = position.blocked.insert(point),
                field => return Err(BlockError::Field(entry.at, field)),
            }
        }
        position.to_move = engine;
        Ok(position)
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    pub(super) fn n_placed(&self) -> usize {
        self.placed.len()
    }

    /// Whether these points were played, in this order, and nothing else.
    pub(super) fn has_path(&self, path: &[Point]) -> bool {
        path.len() == self.placed.len()
            && path.iter().zip(&self.placed).all(|(point, placed)| *point == placed.point)
    }

    pub(super) fn blocked(&self) -> &BTreeSet<Point> {
        &self.blocked
    }

    /// The color of the stone that `TURN` puts. We know our own color once we have answered; before
    /// that, whoever is to move is the opponent.
    pub(super) fn opponent(&self) -> Color {
        self.engine.map_or(self.to_move, |engine| !engine)
    }

    /// The color of the stone that `PLAY` puts.
    pub(super) fn engine(&self) -> Color {
        self.engine.unwrap_or(self.to_move)
    }

    pub(super) fn set_engine(&mut self, color: Color) {
        self.engine = Some(color);
    }

    pub(super) fn set_to_move(&mut self, color: Color) {
        self.to_move = color;
    }

    /// The point of the pair, if a stone can be put there.
    pub(super) fn free_point(&self, rule: Rule, pair: Pair) -> Result<Point, Refusal> {
        let point = pair.point(self.size).ok_or(Refusal::Outside(pair))?;
        if self.blocked.contains(&point) {
            Err(Refusal::Blocked(pair))
        } else if self.has_stone(rule, point) {
            Err(Refusal::Occupied(pair))
        } else {
            Ok(point)
        }
    }

    fn has_stone(&self, rule: Rule, point: Point) -> bool {
        let was_placed = self.placed.iter().any(|placed| placed.point == point);
        // Only captures make a difference between what was placed and what is there.
        was_placed
            && (rule.spec().capture.is_none() || self.setup(rule).stones.get(point).is_some())
    }

    /// Puts a stone; the other color is to move then.
    pub(super) fn put(&mut self, color: Color, point: Point) {
        self.placed.push(Placed { point, color });
        self.to_move = !color;
    }

    /// Removes a stone, whichever it is; whether there was one.
    pub(super) fn take_back(&mut self, rule: Rule, point: Point) -> bool {
        if !self.has_stone(rule, point) {
            return false;
        }
        let Some(index) = self.placed.iter().rposition(|placed| placed.point == point) else {
            return false;
        };
        let is_newest = index + 1 == self.placed.len();
        let removed = self.placed.remove(index);
        self.to_move = if is_newest { removed.color } else { self.side_by_count() };
        if self.placed.is_empty() {
            self.engine = None;
            self.to_move = Color::Black;
        }
        true
    }

    fn side_by_count(&self) -> Color {
        let n_black = self.placed.iter().filter(|placed| placed.color == Color::Black).count();
        if 2 * n_black > self.placed.len() { Color::White } else { Color::Black }
    }

    /// The stones as they stand, with captures worked out.
    fn setup(&self, rule: Rule) -> Setup {
        let mut stones = Stones::empty(self.size);
        let mut captures = ByColor::new(0, 0);
        for &Placed { point, color } in &self.placed {
            stones.set(point, Some(color));
            let Some(spec) = rule.spec().capture else { continue };
            for taken in captured_by(&stones, spec, point, color) {
                stones.set(taken, None);
                captures[color] += 1;
            }
        }
        Setup { rule, stones, to_move: self.to_move, captures }
    }

    /// The game that this position is a part of.
    pub(super) fn game(&self, rule: Rule) -> Game {
        self.replayed(rule, self.placed.iter().copied())
            .or_else(|| self.reordered(rule))
            .unwrap_or_else(|| self.found(rule))
    }

    fn replayed(&self, rule: Rule, order: impl Iterator<Item = Placed>) -> Option<Game> {
        let mut game = Game::new(rule, self.size);
        for Placed { point, color } in order {
            if game.to_move() != color {
                return None;
            }
            game.try_play(point).ok()?;
        }
        (game.to_move() == self.to_move).then_some(game)
    }

    /// Some alternating order, where the order has no meaning.
    fn reordered(&self, rule: Rule) -> Option<Game> {
        if rule.spec().capture.is_some() {
            return None;
        }
        let of = |color| self.placed.iter().copied().filter(move |placed| placed.color == color);
        let (n_black, n_white) = (of(Color::Black).count(), of(Color::White).count());
        if n_black != n_white && n_black != n_white + 1 {
            return None;
        }
        let mut whites = of(Color::White);
        let order = of(Color::Black).flat_map(|black| [Some(black), whites.next()]).flatten();
        self.replayed(rule, order)
    }

    /// Anything else is taken as it stands: refusing to play would lose the game.
    fn found(&self, rule: Rule) -> Game {
        Game::from_setup_forgiving(self.setup(rule), SetupFaults::ALL)
            .unwrap_or_else(|_| Game::new(rule, self.size))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomocup::StoneEntry;

    const SIZE: Size = Size::literal(15);

    fn block(entries: &[(i64, i64, i64)]) -> StoneBlock {
        let entry = |&(first, second, field)| StoneEntry { at: Pair { first, second }, field };
        StoneBlock { entries: entries.iter().map(entry).collect(), fault: None }
    }

    fn position(rule: Rule, entries: &[(i64, i64, i64)]) -> Position {
        Position::from_block(SIZE, rule, &block(entries)).expect("a position")
    }

    #[test]
    fn colors_follow_from_the_counts() {
        let side = |entries| position(Rule::Freestyle, entries).game(Rule::Freestyle).to_move();
        assert_eq!(side(&[]), Color::Black);
        assert_eq!(side(&[(7, 7, 2)]), Color::White);
        assert_eq!(side(&[(7, 7, 1), (8, 8, 2)]), Color::Black);
        assert_eq!(side(&[(7, 7, 1), (8, 8, 1)]), Color::Black, "first listed is black");
        assert_eq!(side(&[(7, 7, 2), (8, 8, 2)]), Color::White, "first listed is black");
        assert_eq!(side(&[(0, 0, 3), (7, 7, 2), (8, 8, 2)]), Color::White);
    }

    #[test]
    fn an_unordered_block_becomes_a_game_with_history() {
        let entries = [(1, 1, 2), (2, 2, 2), (3, 3, 1), (4, 4, 1), (5, 5, 2)];
        let game = position(Rule::Standard, &entries).game(Rule::Standard);
        assert_eq!(game.to_move(), Color::White);
        assert_eq!(game.turns().len(), 5);
        assert_eq!(game.stones().count(Color::Black), 3);
    }

    #[test]
    fn an_unbalanced_block_is_still_a_position() {
        let entries = [(1, 1, 1), (2, 2, 1), (3, 3, 1)];
        let game = position(Rule::Renju, &entries).game(Rule::Renju);
        assert_eq!(game.to_move(), Color::Black);
        assert_eq!(game.stones().count(Color::Black), 3);
        assert!(game.status().is_ongoing());
    }

    #[test]
    fn captures_are_worked_out_from_the_sequence() {
        // Black (2) takes the pair on (1,0) and (2,0) with his fourth stone and plays on there.
        let entries =
            [(0, 0, 2), (1, 0, 1), (9, 9, 2), (2, 0, 1), (3, 0, 2), (12, 12, 1), (1, 0, 2)];
        let game = position(Rule::Ninuki42, &entries).game(Rule::Ninuki42);
        assert_eq!(game.captures(), ByColor::new(2, 0));
        assert_eq!(game.stones().get(Point::new(1, 0)), Some(Color::Black));
        assert_eq!(game.stones().get(Point::new(2, 0)), None);
        let twice = Position::from_block(SIZE, Rule::Freestyle, &block(&entries));
        assert!(matches!(twice, Err(BlockError::Stone(Refusal::Occupied(_)))));
    }

    #[test]
    fn taking_a_capturing_stone_back_returns_the_stones() {
        let entries = [(0, 0, 2), (1, 0, 1), (9, 9, 2), (2, 0, 1), (3, 0, 2)];
        let mut position = position(Rule::Pente, &entries);
        assert!(!position.take_back(Rule::Pente, Point::new(1, 0)), "it was captured");
        assert!(position.take_back(Rule::Pente, Point::new(3, 0)));
        assert_eq!(position.game(Rule::Pente).stones().n_stones(), 4);
        assert_eq!(position.game(Rule::Pente).to_move(), Color::Black);
    }

    #[test]
    fn any_stone_can_be_taken_back() {
        let mut position = position(Rule::Freestyle, &[(1, 1, 2), (2, 2, 1), (3, 3, 2)]);
        assert!(position.take_back(Rule::Freestyle, Point::new(1, 1)));
        assert!(!position.take_back(Rule::Freestyle, Point::new(1, 1)));
        assert_eq!(position.game(Rule::Freestyle).to_move(), Color::Black);
        assert!(position.take_back(Rule::Freestyle, Point::new(3, 3)));
        assert!(position.take_back(Rule::Freestyle, Point::new(2, 2)));
        assert_eq!(position.game(Rule::Freestyle), Game::new(Rule::Freestyle, SIZE));
    }

    #[test]
    fn a_finished_position_is_found_finished() {
        let mut entries: Vec<_> = (0..5).flat_map(|i| [(i, 0, 2), (i, 5, 1)]).collect();
        entries.pop();
        let game = position(Rule::Freestyle, &entries).game(Rule::Freestyle);
        assert_eq!(game.status().winner(), Some(Color::Black));
    }
}
