//! Everything about a position that can be named, for both colors.

use tengen_rules::{ByColor, Color, Game, Point, Setup, SetupFault, SetupFaults, captured_by};

use crate::figures::alignment::{Alignment, alignments_of};
use crate::figures::shapes::{Shape, would_make};

/// Everything about a position that can be named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// What either color has.
    pub sides: ByColor<Side>,
    /// Whose five stands on trial, and what answers it.
    pub trial: Option<(Color, Vec<Point>)>,
}

/// What a color has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// Its stones in line.
    pub alignments: Vec<Alignment>,
    /// How many stones it has taken.
    pub taken: u32,
    /// Where it can take stones, and which.
    pub takes: Vec<(Point, Vec<Point>)>,
    /// Where one stone makes a figure.
    pub figures: Vec<(Point, Figure)>,
    /// The empty points that are closed to it.
    pub forbidden: Vec<Point>,
}

/// What one stone can make at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Figure {
    /// Five.
    Five,
    /// A four with both ends open.
    OpenFour,
    /// Two fours.
    DoubleFour,
    /// A four and an open three.
    FourThree,
    /// Two open threes.
    DoubleThree,
}

impl Figure {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Five => "five",
            Self::OpenFour => "open four",
            Self::DoubleFour => "double four",
            Self::FourThree => "four-three",
            Self::DoubleThree => "double three",
        }
    }
}

impl Survey {
    /// Looks a position over.
    pub fn of(game: &Game) -> Self {
        let answers = game.pending().map(|owner| (owner, game.answers()));
        Self { sides: ByColor::from_fn(|color| Side::of(game, color)), trial: answers }
    }
}

impl Side {
    fn of(game: &Game, color: Color) -> Self {
        let (stones, rule) = (game.stones(), game.rule());
        let forbidden = forbidden_to(game, color);
        let takes = rule.spec().capture.map_or_else(Vec::new, |spec| {
            let take = |point| (point, captured_by(stones, spec, point, color));
            stones.empties().map(take).filter(|(_, taken)| !taken.is_empty()).collect()
        });
        let figures = stones
            .empties()
            .filter(|point| !forbidden.contains(point))
            .filter_map(|point| Some((point, figure_at(game, color, point)?)));
        let mut figures: Vec<(Point, Figure)> = figures.collect();
        figures.sort_by_key(|&(point, figure)| (figure, point));
        Self {
            alignments: alignments_of(stones, rule, color),
            taken: game.captures()[color],
            takes,
            figures,
            forbidden,
        }
    }
}

fn figure_at(game: &Game, color: Color, point: Point) -> Option<Figure> {
    let is_near = |&(stone, owner): &(Point, Color)| owner == color && stone.distance(point) <= 4;
    if game.stones().iter().filter(is_near).count() < 3 {
        return None;
    }
    let made = would_make(game.stones(), game.rule(), color, point);
    let count = |shape| made.iter().filter(|made| made.shape == shape).count();
    let n_fours = count(Shape::Four) + count(Shape::OpenFour);
    match (count(Shape::Five), count(Shape::OpenFour), n_fours, count(Shape::OpenThree)) {
        (1.., ..) => Some(Figure::Five),
        (_, _, 2.., _) => Some(Figure::DoubleFour),
        (_, 1.., ..) => Some(Figure::OpenFour),
        (_, _, 1, 1..) => Some(Figure::FourThree),
        (_, _, 0, 2..) => Some(Figure::DoubleThree),
        _ => None,
    }
}

/// The points closed to a color, also to the one that is not to move.
fn forbidden_to(game: &Game, color: Color) -> Vec<Point> {
    let points =
        |game: &Game| game.forbidden_points().into_iter().map(|(point, _)| point).collect();
    if color == game.to_move() {
        return points(game);
    }
    let setup = Setup { to_move: color, ..game.to_setup() };
    let forgiven = SetupFaults::NONE.with(SetupFault::StoneCount).with(SetupFault::Captures);
    Game::from_setup_forgiving(setup, forgiven).map_or_else(|_| Vec::new(), |game| points(&game))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::{Rule, Stones};

    fn game(rows: &[&str]) -> Game {
        let stones = Stones::from_rows(rows).unwrap();
        let setup = Setup::from_stones(Rule::Ninuki42, stones);
        let forgiven = SetupFaults::NONE.with(SetupFault::StoneCount).with(SetupFault::Captures);
        Game::from_setup_forgiving(setup, forgiven).unwrap()
    }

    #[test]
    fn a_crossing_is_a_figure_unless_it_is_closed() {
        let rows = [
            "...........",
            "...........",
            "...........",
            "...X.......",
            "...X.......",
            "....XX.....",
            "...........",
            "...........",
            "......OO...",
            "...........",
            "...........",
        ];
        let crossing = Point::new(3, 5);
        let survey = Survey::of(&game(&rows));
        for color in Color::ALL {
            let side = &survey.sides[color];
            assert_eq!(side.forbidden.contains(&crossing), color == Color::Black);
            assert!(side.figures.iter().all(|&(point, _)| point != crossing));
        }
        // With a third stone in the column the same point makes a four and a three.
        let mut more = rows;
        more[2] = "...X.......";
        let survey = Survey::of(&game(&more));
        let figures = &survey.sides[Color::Black].figures;
        assert!(figures.contains(&(crossing, Figure::OpenFour)), "{figures:?}");
        more[1] = "...O.......";
        let survey = Survey::of(&game(&more));
        let figures = &survey.sides[Color::Black].figures;
        assert!(figures.contains(&(crossing, Figure::FourThree)), "{figures:?}");
    }

    #[test]
    fn captures_and_a_five_on_trial_are_named() {
        let rows = [
            "...........",
            "...........",
            "...X.......",
            "...O.......",
            "..OOOOO....",
            "...........",
            "...........",
            "...........",
            "...........",
            "...........",
            "...........",
        ];
        let survey = Survey::of(&game(&rows));
        let (owner, answers) = survey.trial.clone().unwrap();
        assert_eq!((owner, answers), (Color::White, vec![Point::new(3, 5)]));
        let takes = &survey.sides[Color::Black].takes;
        assert_eq!(takes[..], [(Point::new(3, 5), vec![Point::new(3, 3), Point::new(3, 4)])]);
        assert!(survey.sides[Color::White].takes.is_empty());
    }
}
