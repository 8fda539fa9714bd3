//! What the record says about the position: alignments, captures, figures, for both colors, and the
//! five that hangs on them.

use crate::figures::{Alignment, Shape, Side, Survey};
use crate::{Figure, Reasoning};
use tengen_engine::EvalParts;
use tengen_rules::{Axis, Color, Game, Notation, Point, Size};

/// Writes down what stands on the board.
pub(crate) fn fill(reasoning: &mut Reasoning, game: &Game) {
    let survey = Survey::of(game);
    let size = game.size();
    let mut add = |name: String, figure: Figure| {
        reasoning.figures.insert(name, figure);
    };
    for color in Color::ALL {
        let side = &survey.sides[color];
        if !side.alignments.is_empty() {
            let lines: Vec<String> =
                side.alignments.iter().map(|alignment| describe(size, alignment)).collect();
            add(format!("alignments of {color}"), Figure::Text(lines.join("; ")));
        }
        for (name, points) in points_by_figure(side) {
            add(format!("{name} for {color}"), Figure::Points(points));
        }
        if !side.forbidden.is_empty() {
            let points = side.forbidden.clone();
            add(format!("forbidden points of {color}"), Figure::Points(points));
        }
        if game.rule().spec().capture.is_some() {
            add(format!("stones taken by {color}"), Figure::Number(i64::from(side.taken)));
            // Each group begins with the point that takes the rest.
            let group = |(point, taken): &(Point, Vec<Point>)| [&[*point][..], taken].concat();
            let groups = side.takes.iter().map(group).collect();
            add(format!("captures threatened by {color}"), Figure::Groups(groups));
        }
    }
    if let Some((owner, answers)) = survey.trial {
        add("five on trial".to_owned(), Figure::Text(owner.to_string()));
        add("answers to the five".to_owned(), Figure::Points(answers));
    }
}

/// Writes down what the evaluation is made of.
pub(crate) fn fill_evaluation(reasoning: &mut Reasoning, parts: EvalParts) {
    let EvalParts { own_lines, their_lines, threats, captures, rest } = parts;
    for (name, value) in [
        ("evaluation: own lines", own_lines),
        ("evaluation: their lines", their_lines),
        ("evaluation: threats", threats),
        ("evaluation: captures", captures),
        ("evaluation: the move and the rest", rest),
    ] {
        reasoning.figures.insert(name.to_owned(), Figure::Number(i64::from(value)));
    }
}

fn points_by_figure(side: &Side) -> Vec<(&'static str, Vec<Point>)> {
    let mut groups: Vec<(&'static str, Vec<Point>)> = Vec::new();
    for &(point, figure) in &side.figures {
        match groups.last_mut().filter(|(name, _)| *name == figure.name()) {
            Some((_, points)) => points.push(point),
            None => groups.push((figure.name(), vec![point])),
        }
    }
    groups
}

/// "H8 I8 J8 in the row, room 9, 3 and 3 free, open three".
fn describe(size: Size, alignment: &Alignment) -> String {
    let stones: Vec<String> =
        alignment.stones.iter().map(|&point| Notation::Renju.format(size, point)).collect();
    let place = match alignment.axis {
        Axis::Horizontal => "in the row",
        Axis::Vertical => "in the column",
        Axis::Diagonal => "on the falling diagonal",
        Axis::Antidiagonal => "on the rising diagonal",
    };
    let threat = match alignment.threat {
        Some(Shape::OpenThree) => ", open three",
        Some(Shape::Four) => ", four",
        Some(Shape::OpenFour) => ", open four",
        Some(Shape::Five) => ", five",
        None => "",
    };
    let Alignment { room, freedom: [first, last], .. } = alignment;
    format!("{} {place}, room {room}, {first} and {last} free{threat}", stones.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Detail, Limits};
    use tengen_rules::Rule;

    #[test]
    fn the_engine_names_what_both_sides_have() {
        let size = Size::literal(19);
        let mut game = Game::new(Rule::Ninuki42, size);
        for name in "j10 k10 j11 l10 j12 c3".split(' ') {
            game.try_play(Notation::Renju.parse(size, name).unwrap()).unwrap();
        }
        let mut player = crate::by_name("apprentice").unwrap();
        let mut reasoning = Reasoning::new(Detail::default());
        player.choose(&game, &Limits::default(), Some(&mut reasoning));
        let text = |name: &str| reasoning.figures.get(name).map(|figure| figure.to_text(size));
        let black = text("alignments of black").unwrap();
        assert!(
            black.contains("J12 J11 J10 in the column, room 19, 7 and 9 free, open three"),
            "{black}"
        );
        assert!(text("alignments of white").unwrap().contains("K10 L10 in the row"));
        assert!(text("open four for black").unwrap().contains("J13"));
        assert_eq!(text("stones taken by black").as_deref(), Some("0"));
        assert_eq!(text("captures threatened by black").as_deref(), Some("M10 K10 L10"));
        let parts = ["own lines", "their lines", "threats", "captures", "the move and the rest"];
        assert!(parts.iter().all(|part| text(&format!("evaluation: {part}")).is_some()));
    }
}
