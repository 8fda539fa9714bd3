//! What stands on a board, as the page shows it.

use tengen_engine::{EvalParts, Score};
use tengen_players::figures::{Alignment, Figure, Shape, Side, Survey};
use tengen_rules::{Color, Game, Size};

use super::names::{direction_of, spot_of, spots_of, stone_of};
use crate::{
    AlignmentView, CapturePoint, EvaluationView, FigureName, FigurePoint, PerColor, ShapeName,
    SideView, SurveyView,
};

/// Looks a position over, with what the evaluation says about it.
pub fn survey_view(game: &Game, evaluation: EvalParts) -> SurveyView {
    let survey = Survey::of(game);
    let size = game.size();
    let takes_stones = game.rule().spec().capture.is_some();
    let side = |color: Color| side_view(size, &survey.sides[color], takes_stones);
    let EvalParts { own_lines, their_lines, threats, captures, rest } = evaluation;
    let sum = own_lines + their_lines + threats + captures + rest;
    let (trial, answers) = match survey.trial.clone() {
        Some((owner, answers)) => (Some(stone_of(owner)), spots_of(size, answers)),
        None => (None, Vec::new()),
    };
    SurveyView {
        sides: PerColor { black: side(Color::Black), white: side(Color::White) },
        trial,
        answers,
        evaluation: EvaluationView {
            own_lines,
            their_lines,
            threats,
            captures: takes_stones.then_some(captures),
            rest,
            win_permille: (Score::of_eval(sum).win_rate() * 1000.0).round() as u32,
        },
    }
}

fn side_view(size: Size, side: &Side, takes_stones: bool) -> SideView {
    SideView {
        alignments: side.alignments.iter().map(|one| alignment_view(size, one)).collect(),
        taken: takes_stones.then_some(side.taken),
        takes: side
            .takes
            .iter()
            .map(|(point, stones)| CapturePoint {
                point: spot_of(size, *point),
                takes: spots_of(size, stones.iter().copied()),
            })
            .collect(),
        figures: side
            .figures
            .iter()
            .map(|&(point, figure)| FigurePoint {
                point: spot_of(size, point),
                figure: figure_name(figure),
            })
            .collect(),
        forbidden: spots_of(size, side.forbidden.iter().copied()),
    }
}

fn alignment_view(size: Size, alignment: &Alignment) -> AlignmentView {
    AlignmentView {
        stones: spots_of(size, alignment.stones.iter().copied()),
        direction: direction_of(alignment.axis),
        room: alignment.room,
        freedom: alignment.freedom,
        threat: alignment.threat.map(shape_name),
    }
}

const fn shape_name(shape: Shape) -> ShapeName {
    match shape {
        Shape::OpenThree => ShapeName::OpenThree,
        Shape::Four => ShapeName::Four,
        Shape::OpenFour => ShapeName::OpenFour,
        Shape::Five => ShapeName::Five,
    }
}

const fn figure_name(figure: Figure) -> FigureName {
    match figure {
        Figure::Five => FigureName::Five,
        Figure::OpenFour => FigureName::OpenFour,
        Figure::DoubleFour => FigureName::DoubleFour,
        Figure::FourThree => FigureName::FourThree,
        Figure::DoubleThree => FigureName::DoubleThree,
    }
}
