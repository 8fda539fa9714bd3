//! `fivetuple`: the player of seed 002 (Y. Bin and M. Lingtao), a Botzone bot.
//!
//! Every empty point gets two marks: what all windows of five through it would be worth with an
//! own stone there, and with a stone of the opponent. The points with the largest mark of either
//! kind are the finalists. For each finalist the bot places its stone, marks the board again, and
//! remembers the largest mark of either kind that is left; the finalist that leaves least wins,
//! equal ones by chance.
//!
//! The report's section 2 tells it differently ("if our maximum score is greater than the
//! opponent's"); the listing in the appendix is what ran, and the listing is what is here. `x` is
//! the first index of its array, and we read it as the row, `y` as the column.

pub(crate) mod json;
mod marks;

use std::time::Duration;

use crate::{
    Bound, Candidate, Choice, Deadline, Limits, Part, Player, Reasoning, Score, TriedLine,
    Unsupported,
};
use tengen_rules::{Color, Game, Move, Point, Rule, Size, SplitMix64, Stones};

use crate::bots::board::{Board, Grid};
pub use marks::Marks;
use marks::{mark, strongest};

/// The player.
#[derive(Clone, Copy, Debug, Default)]
pub struct FiveTuple {}

impl Player for FiveTuple {
    fn name(&self) -> &'static str {
        "fivetuple"
    }

    fn supports(&self, _rule: Rule, _size: Size) -> Result<(), Unsupported> {
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits<'_>,
        reasoning: Option<&mut Reasoning>,
    ) -> Choice {
        let deadline = Deadline::start(limits, Duration::from_secs(5));
        let is_legal = |point| game.is_legal(point);
        let thought = Thought::new(game.stones(), game.to_move(), is_legal, Some(&deadline));
        let mut choice = Choice::without_a_point(game);
        if let Some(chosen) = SplitMix64::new(limits.seed).pick(&thought.choices) {
            choice.mv = Some(Move::Place(chosen.point));
            choice.score = Some(Score(chosen.mark));
            choice.depth = 2;
        }
        choice.nodes = thought.n_boards;
        choice.elapsed = deadline.elapsed();
        if let Some(reasoning) = reasoning {
            reasoning.begin(self.name(), game);
            thought.tell(reasoning);
            reasoning.finish(&choice);
        }
        choice
    }
}

/// A point that got the largest mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finalist {
    /// Where.
    pub point: Point,
    /// The mark that brought it here, own or the opponent's.
    pub mark: i64,
    /// The largest mark of either kind left on the board after the bot plays there.
    pub left: i64,
    /// Where that is; nothing on a full board.
    pub reply: Option<Point>,
}

/// Everything the bot thinks about a position.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The marks of every empty point, row by row.
    pub marks: Vec<(Point, Marks)>,
    /// The points with the largest mark. One whose two marks are both the largest stands here
    /// twice, as in the listing, which makes it twice as likely.
    pub finalists: Vec<Finalist>,
    /// The finalists that leave least: all moves that the listing may return, some twice.
    pub choices: Vec<Finalist>,
    /// How many boards were marked.
    n_boards: u64,
}

impl Thought {
    /// Thinks for `bot` to move, with its stones only on open points.
    ///
    /// A deadline may cut the comparison of the finalists short; the first is always looked at.
    pub fn new(
        stones: &Stones,
        bot: Color,
        is_open: impl Fn(Point) -> bool,
        deadline: Option<&Deadline<'_>>,
    ) -> Self {
        let mut board = Board::from_stones(stones);
        let layout = board.layout();
        let marks: Vec<(Point, Marks)> = board
            .empties()
            .map(|index| {
                let own = mark(&board, index, bot, bot);
                let opponent = mark(&board, index, !bot, bot);
                (layout.point(index), Marks { own, opponent })
            })
            .collect();
        let mut thought = Self { marks, finalists: Vec::new(), choices: Vec::new(), n_boards: 1 };
        for (point, mark) in thought.largest(is_open) {
            let is_late =
                deadline.is_some_and(|deadline| deadline.check(thought.n_boards).is_err());
            if is_late && !thought.finalists.is_empty() {
                break;
            }
            let finalist = match thought.finalists.last() {
                // The listing marks the same board a second time here, with the same outcome.
                Some(last) if last.point == point => *last,
                _ => {
                    thought.n_boards += 1;
                    let index = layout.index(point);
                    board.set(index, Some(bot));
                    let found = strongest(&board, bot);
                    board.set(index, None);
                    // On a full board the listing divides by zero; a blank mark has score -1.
                    let left = found.map_or(-1, |(_, mark)| mark);
                    let reply = found.map(|(index, _)| layout.point(index));
                    Finalist { point, mark, left, reply }
                }
            };
            thought.finalists.push(finalist);
        }
        let least = thought.finalists.iter().map(|finalist| finalist.left).min();
        let is_choice = |finalist: &&Finalist| Some(finalist.left) == least;
        thought.choices = thought.finalists.iter().filter(is_choice).copied().collect();
        thought
    }

    /// The open points with the largest mark, each as often as it has that mark. This is the first
    /// loop of `ajust`: both marks of a point compete in one pool.
    fn largest(&self, is_open: impl Fn(Point) -> bool) -> Vec<(Point, i64)> {
        let open = || {
            self.marks
                .iter()
                .filter(|(point, _)| is_open(*point))
                .flat_map(|(point, marks)| [(*point, marks.own), (*point, marks.opponent)])
        };
        let largest = open().map(|(_, mark)| mark).max();
        open().filter(|&(_, mark)| Some(mark) == largest).collect()
    }

    fn tell(&self, reasoning: &mut Reasoning) {
        reasoning.candidates = self
            .marks
            .iter()
            .map(|&(point, Marks { own, opponent })| {
                let mut parts =
                    vec![Part::new("own mark", own), Part::new("opponent's mark", opponent)];
                let finalist = self.finalists.iter().find(|finalist| finalist.point == point);
                parts.extend(finalist.map(|f| Part::new("largest mark left afterwards", f.left)));
                let score = Score(own.max(opponent));
                Candidate { point, score, bound: Bound::Exact, parts }
            })
            .collect();
        reasoning.sort_candidates();
        let mut finalists = self.finalists.clone();
        finalists.dedup();
        reasoning.lines = finalists
            .into_iter()
            .map(|finalist| TriedLine {
                depth: 2,
                moves: [finalist.point].into_iter().chain(finalist.reply).collect(),
                score: Score(finalist.left),
                bound: Bound::Exact,
                nodes: self.n_boards,
            })
            .collect();
        let mut choices: Vec<Point> = self.choices.iter().map(|f| f.point).collect();
        choices.dedup();
        reasoning.figures.insert("choices".to_owned(), crate::Figure::Points(choices));
        reasoning.note("a candidate's score is the larger of its two marks; a line's score is the largest mark left after its first move, and the least is wanted; equal ones are drawn by lot from the seed");
    }
}
