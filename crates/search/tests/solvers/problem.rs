//! Problems as lines of text: what is asked, what is known, and the stones.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use tengen_board::{Board, Variant, for_rule};
use tengen_rules::{Color, Notation, Point, Rule, Size};
use tengen_search::solve::{Answer, Kind, Solution, SolveLimits, solve};
use tengen_search::{NeverStop, Weights};

/// The weights that are part of the executable.
pub(crate) static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    Weights::from_bytes(include_bytes!("../../../engine/weights/freestyle.bin")).unwrap()
});

/// A problem of a data file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) name: String,
    pub(crate) rule: Rule,
    pub(crate) size: Size,
    pub(crate) to_move: Color,
    pub(crate) kind: Kind,
    pub(crate) wins: bool,
    /// The plies of the shortest win that was found, or zero.
    pub(crate) plies: u32,
    pub(crate) stones: Vec<(Point, Color)>,
}

impl Problem {
    /// The problems of a data file.
    pub(crate) fn all(text: &str) -> Vec<Self> {
        text.lines().filter(|line| !line.starts_with('#')).map(Self::parse).collect()
    }

    fn parse(line: &str) -> Self {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [name, rule, size, to_move, kind, result, plies, black, white] = fields[..] else {
            panic!("nine fields in {line}")
        };
        let size = Size::new(size.parse().unwrap()).unwrap();
        let stones = [(black, Color::Black), (white, Color::White)]
            .into_iter()
            .flat_map(|(words, color)| words.split_whitespace().map(move |word| (word, color)))
            .map(|(word, color)| (Notation::Renju.parse(size, word).unwrap(), color))
            .collect();
        Self {
            name: name.to_owned(),
            rule: rule.parse().unwrap(),
            size,
            to_move: Color::from_name(to_move).unwrap(),
            kind: if kind == "vcf" { Kind::Vcf } else { Kind::Vct },
            wins: result == "win",
            plies: plies.parse().unwrap(),
            stones,
        }
    }

    /// The line of a data file.
    pub(crate) fn to_line(&self) -> String {
        let words = |color| {
            let points = self.stones.iter().filter(|stone| stone.1 == color);
            let words: Vec<String> = points
                .map(|stone| Notation::Renju.format(self.size, stone.0).to_ascii_lowercase())
                .collect();
            words.join(" ")
        };
        let result = if self.wins { "win" } else { "none" };
        format!(
            "{} | {} | {} | {} | {} | {result} | {} | {} | {}",
            self.name,
            self.rule,
            self.size.get(),
            self.to_move,
            self.kind.name(),
            self.plies,
            words(Color::Black),
            words(Color::White),
        )
    }

    /// What the solver says within so many nodes, and how long it took.
    pub(crate) fn solve(&self, nodes: u64) -> (Solution, Duration) {
        for_rule!(self.rule, V => self.solve_as::<V>(nodes))
    }

    fn solve_as<V: Variant>(&self, nodes: u64) -> (Solution, Duration) {
        assert!(!V::CAPTURES, "no solver for {}", V::RULE);
        let mut board = self.board::<V>();
        let limits = SolveLimits { nodes, hash_mib: 32 };
        let start = Instant::now();
        let solution = solve(&mut board, self.kind, limits, &WEIGHTS, &NeverStop);
        (solution, start.elapsed())
    }

    /// The fast position.
    pub(crate) fn board<V: Variant>(&self) -> Board<V> {
        let mut board = Board::<V>::new(self.size).unwrap();
        let stones: Vec<_> =
            self.stones.iter().map(|&(point, color)| (board.cell(point), color)).collect();
        board.set_stones(stones, self.to_move);
        board
    }
}

/// The word for an answer.
pub(crate) fn word(answer: &Answer) -> &'static str {
    match answer {
        Answer::Win(_) => "win",
        Answer::None => "none",
        Answer::Unknown => "unknown",
    }
}
