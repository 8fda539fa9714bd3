//! Live output of a search: `MESSAGE REALTIME` and the `INFO` block.

use std::fmt;

use tengen_rules::Point;

use crate::wire::Pair;

/// What a graphical board shows on its points while we think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Realtime {
    /// Clears the marks.
    Refresh,
    /// A root move is being searched.
    Searching(Point),
    /// A root move has been searched.
    Done(Point),
    /// The best move so far.
    Best(Point),
    /// A root move is proven to lose.
    Lost(Point),
    /// The score.
    Value(i32),
}

impl fmt::Display for Realtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut mark = |word: &str, point: Point| write!(f, "{word} {}", Pair::from(point));
        match *self {
            Self::Searching(point) => mark("POS", point),
            Self::Done(point) => mark("DONE", point),
            Self::Best(point) => mark("BEST", point),
            // Boards skip five characters after the first letter, so LOST would do as well.
            Self::Lost(point) => mark("LOSE", point),
            Self::Refresh => f.write_str("REFRESH"),
            Self::Value(value) => write!(f, "VAL {value}"),
        }
    }
}

/// What a line is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// In the engine's units.
    Score(i32),
    /// Won in this many plies.
    WinIn(u32),
    /// Lost in this many plies.
    LossIn(u32),
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Score(score) => write!(f, "{score}"),
            Self::WinIn(plies) => write!(f, "+M{plies}"),
            Self::LossIn(plies) => write!(f, "-M{plies}"),
        }
    }
}

/// The report on one line of play at one depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Detail {
    /// Which of the best lines, from zero.
    pub pv_index: u32,
    /// How many lines are reported.
    pub n_pvs: u32,
    /// The depth that was completed.
    pub depth: u32,
    /// The deepest ply that was looked at.
    pub selective_depth: u32,
    /// Nodes of this line.
    pub nodes: u64,
    /// Nodes of the whole search.
    pub total_nodes: u64,
    /// Time of the whole search.
    pub total_ms: u64,
    /// What the line is worth.
    pub evaluation: Evaluation,
    /// The share of won games to be expected, 0 to 1.
    pub win_rate: f64,
    /// The moves.
    pub best_line: Vec<Point>,
}

/// One line of a report; boards read them one by one.
#[derive(Clone, Debug, PartialEq)]
pub enum DetailLine {
    /// A name and a whole number.
    Number(&'static str, u64),
    /// `EVAL`.
    Evaluation(Evaluation),
    /// `WINRATE`.
    WinRate(f64),
    /// `BESTLINE`.
    BestLine(Vec<Point>),
    /// `PV DONE`, the end of a report.
    End,
}

impl Detail {
    /// The lines of the report, in the order boards expect.
    pub fn lines(&self) -> Vec<DetailLine> {
        use DetailLine::Number;
        let speed = self.total_nodes.saturating_mul(1000) / self.total_ms.max(1);
        vec![
            Number("PV", u64::from(self.pv_index)),
            Number("NUMPV", u64::from(self.n_pvs)),
            Number("DEPTH", u64::from(self.depth)),
            Number("SELDEPTH", u64::from(self.selective_depth)),
            Number("NODES", self.nodes),
            Number("TOTALNODES", self.total_nodes),
            Number("TOTALTIME", self.total_ms),
            Number("SPEED", speed),
            DetailLine::Evaluation(self.evaluation),
            DetailLine::WinRate(self.win_rate),
            DetailLine::BestLine(self.best_line.clone()),
            DetailLine::End,
        ]
    }
}

impl fmt::Display for DetailLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(name, value) => write!(f, "{name} {value}"),
            Self::Evaluation(evaluation) => write!(f, "EVAL {evaluation}"),
            Self::WinRate(rate) => write!(f, "WINRATE {:.6}", rate.clamp(0.0, 1.0)),
            Self::BestLine(points) => {
                f.write_str("BESTLINE")?;
                // Enough for any board to draw, and short enough for every reader's buffer.
                for &point in points.iter().take(100) {
                    write!(f, " {}", Pair::from(point))?;
                }
                Ok(())
            }
            Self::End => f.write_str("PV DONE"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reply;

    /// The shape that was recorded from a running engine.
    #[test]
    fn the_recorded_block() {
        let detail = Detail {
            pv_index: 0,
            n_pvs: 2,
            depth: 9,
            selective_depth: 14,
            nodes: 2546,
            total_nodes: 8735,
            total_ms: 113,
            evaluation: Evaluation::Score(169),
            win_rate: 0.662845,
            best_line: vec![Point::new(6, 8), Point::new(6, 7), Point::new(5, 6)],
        };
        let text: String =
            detail.lines().into_iter().map(|line| Reply::Detail(line).to_line()).collect();
        let expected = "INFO PV 0\nINFO NUMPV 2\nINFO DEPTH 9\nINFO SELDEPTH 14\nINFO NODES 2546\n\
            INFO TOTALNODES 8735\nINFO TOTALTIME 113\nINFO SPEED 77300\nINFO EVAL 169\n\
            INFO WINRATE 0.662845\nINFO BESTLINE 6,8 6,7 5,6\nINFO PV DONE\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn mates_are_counted_in_plies() {
        assert_eq!(Evaluation::WinIn(12).to_string(), "+M12");
        assert_eq!(Evaluation::LossIn(7).to_string(), "-M7");
    }

    #[test]
    fn realtime_marks() {
        let point = Point::new(3, 4);
        for (mark, expected) in [
            (Realtime::Refresh, "REFRESH"),
            (Realtime::Searching(point), "POS 3,4"),
            (Realtime::Done(point), "DONE 3,4"),
            (Realtime::Best(point), "BEST 3,4"),
            (Realtime::Lost(point), "LOSE 3,4"),
            (Realtime::Value(-20), "VAL -20"),
        ] {
            assert_eq!(mark.to_string(), expected);
        }
    }
}
