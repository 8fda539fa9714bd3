//! A record as text for people: the board with the scores on it, the tree with indentation.

use core::fmt::Write;

use tengen_rules::{Game, Move, Notation, Point, Size, Stones};

use crate::{Bound, Candidate, Figure, Part, Reasoning, Score, TreeNode, Units, Valuation};

/// How many candidates are listed with their parts; the board shows all of them.
const N_LISTED: usize = 8;

impl Reasoning {
    /// Draws the record over the stones of `game`.
    pub fn to_text(&self, game: &Game) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_text(game, &mut text);
        text
    }

    fn write_text(&self, game: &Game, out: &mut String) -> core::fmt::Result {
        let player = &self.player;
        let (rule, to_move, size) = (game.rule(), game.to_move(), game.size());
        writeln!(out, "{player}: {to_move} to move, {rule} {size}\n")?;
        write_board(out, game.stones(), |point| self.score_at(point))?;
        writeln!(out)?;
        let choice = self.choice.map(|mv| move_name(size, mv));
        match (choice, self.score) {
            (Some(choice), Some(score)) if self.units == Units::Own => {
                writeln!(out, "plays {choice} (score {score})")?;
            }
            (Some(choice), Some(score)) => {
                writeln!(out, "plays {choice} ({} for {to_move})", self.plain(score))?;
            }
            (Some(choice), None) => writeln!(out, "plays {choice}")?,
            (None, _) => writeln!(out, "has no move")?,
        }
        let why = self.in_words(game);
        if !why.is_empty() {
            writeln!(out, "why: {why}")?;
        }
        self.write_candidates(size, out)?;
        self.write_lines(size, out)?;
        if !self.tree.is_empty() {
            writeln!(out, "\ntree (scores for {to_move}, best moves first):")?;
            self.write_tree(out, size, &self.tree, 1)?;
        }
        self.write_counts(size, out)
    }

    /// A score as people read it.
    fn plain(&self, score: Score) -> String {
        Valuation { score, units: self.units }.in_plain_words()
    }

    /// A score in at most five characters, for the board.
    fn short(&self, score: Score) -> String {
        match self.units {
            Units::Engine if !score.is_decided() => self.plain(score).replace(' ', ""),
            Units::Engine | Units::Own => short(score),
        }
    }

    fn write_tree(
        &self,
        out: &mut String,
        size: Size,
        nodes: &[TreeNode],
        indent: usize,
    ) -> core::fmt::Result {
        for node in nodes {
            let TreeNode { point, color, score, bound, depth: _, ending, children, n_omitted } =
                node;
            write!(out, "{:1$}", "", indent * 2)?;
            let (point, score) = (name(size, *point), self.plain(*score));
            write!(out, "{color} {point} {}{score}, {}", sign(*bound), ending.describe())?;
            if *n_omitted > 0 {
                write!(out, " ({n_omitted} more not shown)")?;
            }
            writeln!(out)?;
            self.write_tree(out, size, children, indent + 1)?;
        }
        Ok(())
    }

    /// What stands on a point of the drawing; a bound is marked as one.
    fn score_at(&self, point: Point) -> Option<String> {
        let candidate = self.candidates.iter().find(|c| c.point == point)?;
        let Candidate { score, bound, .. } = *candidate;
        // At most lost is lost, and at least won is won.
        let is_sure = score.is_decided() && (score.0 > 0) == (bound == Bound::AtLeast);
        let sign = if is_sure { "" } else { sign(bound) };
        Some(sign.replace("= ", "") + &self.short(score))
    }

    fn write_candidates(&self, size: Size, out: &mut String) -> core::fmt::Result {
        if self.candidates.is_empty() {
            return Ok(());
        }
        let n_listed = self.candidates.len().min(N_LISTED);
        writeln!(out, "\ncandidates (best {n_listed} of {}):", self.candidates.len())?;
        for Candidate { point, score, bound, parts } in self.candidates.iter().take(n_listed) {
            writeln!(out, "  {:<3} {}{}", name(size, *point), sign(*bound), self.plain(*score))?;
            for Part { name, value } in parts {
                writeln!(out, "        {value:>9}  {name}")?;
            }
        }
        Ok(())
    }

    fn write_lines(&self, size: Size, out: &mut String) -> core::fmt::Result {
        if self.lines.is_empty() {
            return Ok(());
        }
        writeln!(out, "\nlines tried:")?;
        for line in &self.lines {
            let score = self.plain(line.score);
            write!(out, "  depth {:>2}  {}{score:<8}", line.depth, sign(line.bound))?;
            for &point in &line.moves {
                write!(out, " {}", name(size, point))?;
            }
            writeln!(out, "  ({} nodes)", line.nodes)?;
        }
        Ok(())
    }

    fn write_counts(&self, size: Size, out: &mut String) -> core::fmt::Result {
        writeln!(out)?;
        if !self.cutoffs.is_empty() {
            let counts: Vec<String> =
                self.cutoffs.iter().map(|(name, times)| format!("{name} {times}")).collect();
            writeln!(out, "cut-offs: {}", counts.join(", "))?;
        }
        for (name, figure) in &self.figures {
            writeln!(out, "{name}: {}", figure.to_text(size))?;
        }
        write!(out, "depth {}, {} nodes", self.depth, self.nodes)?;
        if let Some(time_ms) = self.time_ms {
            write!(out, ", {time_ms} ms")?;
        }
        writeln!(out)?;
        for note in &self.notes {
            writeln!(out, "note: {note}")?;
        }
        Ok(())
    }
}

/// The sign in front of a score that is only a bound.
fn sign(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "",
        Bound::AtLeast => ">= ",
        Bound::AtMost => "<= ",
    }
}

/// The least width of a point in the drawing: the longest short number and a blank.
const WIDTH: usize = 6;

/// Draws the stones, and the scores on the points that have one.
fn write_board(
    out: &mut String,
    stones: &Stones,
    score: impl Fn(Point) -> Option<String>,
) -> core::fmt::Result {
    let side = stones.size().get();
    let all = stones.size().points().filter_map(&score);
    let width = all.map(|text| text.len() + 1).max().unwrap_or(0).max(WIDTH);
    let mut letters = String::new();
    for letter in (b'A'..).map(char::from).take(side.into()) {
        write!(letters, "{letter:>width$}")?;
    }
    writeln!(out, "  {letters}")?;
    for y in 0..side {
        write!(out, "{:>2}", side - y)?;
        for x in 0..side {
            let point = Point::new(x, y);
            let text = match stones.get(point) {
                Some(color) => color.letter().to_string(),
                None => score(point).unwrap_or_else(|| ".".to_owned()),
            };
            write!(out, "{text:>width$}")?;
        }
        writeln!(out)?;
    }
    writeln!(out, "  {letters}")
}

/// A score in at most five characters: `-9999`, `15k`, `1.2M`, `win`.
fn short(score: Score) -> String {
    let Score(value) = score;
    match value.abs() {
        _ if score.is_decided() => if value > 0 { "win" } else { "loss" }.to_owned(),
        0..10_000 => value.to_string(),
        10_000..1_000_000 => format!("{}k", value / 1000),
        1_000_000..100_000_000 => format!("{:.1}M", value as f64 / 1e6),
        _ => format!("{:.0}M", value as f64 / 1e6),
    }
}

/// The name of a point, as `H8`.
pub(crate) fn name(size: Size, point: Point) -> String {
    Notation::Renju.format(size, point)
}

pub(crate) fn move_name(size: Size, mv: Move) -> String {
    match mv {
        Move::Place(point) => name(size, point),
        Move::Pass => "pass".to_owned(),
    }
}

impl Figure {
    /// The figure for people, on a board of this size.
    pub fn to_text(&self, size: Size) -> String {
        let join = |points: &[Point]| {
            points.iter().map(|&point| name(size, point)).collect::<Vec<_>>().join(" ")
        };
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.clone(),
            Self::Points(points) => join(points),
            Self::Groups(groups) => {
                groups.iter().map(|group| join(group)).collect::<Vec<_>>().join("; ")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Detail, Ending, TriedLine};
    use tengen_rules::{Rule, Size};

    fn example() -> (Game, Reasoning) {
        let size = Size::literal(5);
        let mut game = Game::new(Rule::Freestyle, size);
        game.try_play(Point::new(2, 2)).unwrap();
        let mut reasoning = Reasoning::new(Detail::default());
        reasoning.begin("somebody", &game);
        let name = Point::new;
        let part = Part::new("a part", 15124);
        for (point, score) in [(name(3, 2), 15124), (name(0, 0), -7)] {
            let (score, parts) = (Score(score), vec![part.clone()]);
            reasoning.candidates.push(Candidate { point, score, bound: Bound::Exact, parts });
        }
        reasoning.lines.push(TriedLine {
            depth: 1,
            moves: vec![name(3, 2)],
            score: Score::WIN,
            bound: Bound::AtLeast,
            nodes: 3,
        });
        let mut node = TreeNode::unknown(Point::new(3, 2), game.to_move());
        node.children = vec![TreeNode::unknown(Point::new(0, 1), !game.to_move())];
        node.children[0].ending = Ending::Five;
        reasoning.tree = vec![node];
        reasoning.count("beta", 2);
        reasoning.figures.insert("answers".to_owned(), Figure::Points(vec![name(1, 1)]));
        reasoning.note("a remark");
        (game, reasoning)
    }

    #[test]
    fn the_text_shows_board_candidates_lines_tree_and_counts() {
        let (game, reasoning) = example();
        let text = reasoning.to_text(&game);
        for expected in [
            "somebody: white to move, freestyle 5x5",
            " 3     .     .     X   15k     .",
            " 5    -7     .     .     .     .",
            "candidates (best 2 of 2):\n  D3  15124\n            15124  a part\n",
            "  depth  1  >= win      D3  (3 nodes)",
            "  white D3 0, all tried\n    black A4 0, five\n",
            "cut-offs: beta 2",
            "answers: B4",
            "note: a remark",
        ] {
            assert!(text.contains(expected), "{expected:?} is missing in\n{text}");
        }
    }

    #[test]
    fn a_bound_is_marked_on_the_board_too() {
        let (game, mut reasoning) = example();
        reasoning.candidates[1].bound = Bound::AtMost;
        assert!(reasoning.to_text(&game).contains(" 5   <-7     .     .     .     ."));
        reasoning.candidates[1].score = Score(-Score::WIN.0);
        assert!(reasoning.to_text(&game).contains(" 5  loss     .     .     .     ."));
        // A long one has a blank before it, and the letters stay above their columns.
        reasoning.candidates[1].score = Score(-117_587);
        let text = reasoning.to_text(&game);
        assert!(text.contains(" 5 <-117k      .      .      .      ."), "{text}");
        assert!(text.contains("        A      B      C      D      E"), "{text}");
    }

    #[test]
    fn json_has_every_field_with_points_by_their_names() {
        let (_, reasoning) = example();
        let json = serde_json::to_value(&reasoning).unwrap();
        let node = |point, color, ending, rest: serde_json::Value| {
            let mut node = serde_json::json!({
                "point": point, "color": color, "score": 0, "bound": "exact", "ending": ending,
                "n_omitted": 0,
            });
            node.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
            node
        };
        let reply = node("A4", "black", "five", serde_json::json!({}));
        let part = serde_json::json!([{ "name": "a part", "value": 15124 }]);
        let expected = serde_json::json!({
            "detail": { "depth": 3, "width": 3 },
            "player": "somebody",
            "position": {
                "rule": "freestyle", "size": 5, "to_move": "white",
                "board": [".....", ".....", "..X..", ".....", "....."],
            },
            "choice": null,
            "score": null,
            "units": "own",
            "candidates": [
                { "point": "D3", "score": 15124, "bound": "exact", "parts": part },
                { "point": "A5", "score": -7, "bound": "exact", "parts": part },
            ],
            "lines": [{
                "depth": 1, "moves": ["D3"], "score": 1_000_000_000_000_i64,
                "bound": "at_least", "nodes": 3,
            }],
            "tree": [node("D3", "white", "complete", serde_json::json!({ "children": [reply] }))],
            "cutoffs": { "beta": 2 },
            "figures": { "answers": ["B4"] },
            "depth": 0,
            "nodes": 0,
            "time_ms": null,
            "notes": ["a remark"],
        });
        assert_eq!(json, expected);
    }

    #[test]
    fn long_numbers_are_shortened() {
        for (value, expected) in
            [(0, "0"), (-9999, "-9999"), (15124, "15k"), (4_000_000, "4.0M"), (999_999, "999k")]
        {
            assert_eq!(short(Score(value)), expected);
        }
    }
}
