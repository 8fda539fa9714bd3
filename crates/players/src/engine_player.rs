//! The engine as a player: the one place where a search becomes a move.
//!
//! Whoever lets the engine play asks [`EnginePlayer::consider`]: the ladder, the protocols and the
//! app. What differs between them is in the [`Think`] they ask with and in who hears the events.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::adapt::{self, Adapted, Habits};
use crate::tree::tree_of;
use crate::{
    Bound, Candidate, Choice, Detail, Ending, Figure, Limits, Player, Reasoning, Score, TreeNode,
    TriedLine, Units, Unsupported, Valuation, natural,
};
use tengen_engine::{
    Budget, Clock, Engine, Event, Instant, Position, Report, Settings, StopSign, Think, TreeSize,
    supports,
};
use tengen_rules::{Game, Move, Point, Rule, Size};

use crate::position_figures;
use crate::proven::has_book;

/// The engine, perhaps limited to nodes or to a time a move.
#[derive(Debug)]
pub struct EnginePlayer {
    name: &'static str,
    nodes: Option<u64>,
    time: Option<Duration>,
    /// Whether it plays the moves of proofs where there are some.
    follows_proofs: bool,
    engine: Engine,
}

/// How many moves the reasoning compares.
const COMPARED: usize = 6;
/// The tables of players that are made without saying how large: small for those that look at few
/// nodes.
const SMALL_HASH_MIB: usize = 16;
const LARGE_HASH_MIB: usize = 64;

/// A loss with the opponent's next stone.
const LOST_NOW: Option<i32> = Some(-2);

/// What came of considering a position.
#[derive(Clone, Debug, Default)]
pub struct Considered {
    /// What the search found, the best line first.
    pub report: Report,
    /// The move to play. It is legal and one of those asked for; it is missing where the search was
    /// stopped before it looked at any.
    pub best: Option<Point>,
    /// What is known about the opponent, this game included, if that was to count.
    pub habits: Option<Habits>,
    /// What these habits made of moves that are about equal, if there were any.
    pub adapted: Option<Adapted>,
    /// Whether it is the move of a proof and nothing was searched.
    pub is_proven: bool,
}

impl Considered {
    /// The answer of a player that took so long, if there is a move.
    pub fn choice(&self, elapsed: Duration) -> Option<Choice> {
        Some(Choice {
            mv: Some(Move::Place(self.best?)),
            score: Some(self.report.score().into()),
            depth: self.report.depth.unsigned_abs(),
            nodes: self.report.nodes,
            elapsed,
        })
    }
}

impl EnginePlayer {
    /// The engine with nothing but what it is asked with to limit it.
    pub fn new(name: &'static str, settings: Settings) -> Self {
        let engine = Engine::new(settings);
        Self { name, nodes: None, time: None, follows_proofs: false, engine }
    }

    /// The engine that looks at so many nodes a move, unless the limits of a move say otherwise.
    pub fn at_nodes(name: &'static str, nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::new(name, with_hash(SMALL_HASH_MIB)) }
    }

    /// The engine that thinks this long, unless the limits of a move say otherwise.
    pub fn in_time(name: &'static str, time: Duration) -> Self {
        Self { time: Some(time), ..Self::new(name, with_hash(LARGE_HASH_MIB)) }
    }

    /// The same, but where a win is proven it plays that.
    #[must_use]
    pub fn following_proofs(self) -> Self {
        Self { follows_proofs: true, ..self }
    }

    /// The engine itself, for those who ask it about positions and not for moves.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The engine itself, to change its settings or to make it forget.
    pub fn engine_mut(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// Thinks about a position as `think` says and chooses a move. `past` is what earlier games tell
    /// about the opponent; with it, moves that are about equal are chosen by the opponent's habits.
    ///
    /// A game that the engine does not play gives nothing: ask [`Player::supports`] first.
    pub fn consider(
        &self,
        game: &Game,
        think: &Think,
        past: Option<&Habits>,
        stop: &dyn StopSign,
        events: &mut dyn FnMut(Event),
    ) -> Considered {
        let habits = past.map(|past| {
            let mut habits = past.clone();
            habits.watch(game, !game.to_move());
            habits
        });
        let unknown = Habits::default();
        let known = habits.as_ref().unwrap_or(&unknown);
        let (report, adapted) =
            adapt::think(&self.engine, game, think, known, stop, events).unwrap_or_default();
        let may_play = |point: Point| {
            let is_asked_for = think.only.is_empty() || think.only.contains(&point);
            is_asked_for && !think.without.contains(&point) && game.is_legal(point)
        };
        let is_lost = report.score().mate() == LOST_NOW;
        let natural = is_lost.then(|| natural::defense_in_vain(game, may_play)).flatten();
        let best = natural.or_else(|| report.best().filter(|&best| may_play(best)));
        Considered { report, best, habits, adapted, is_proven: false }
    }

    /// What the limits of a move ask of this player.
    fn think_within(&self, limits: &Limits<'_>) -> Think {
        let is_limited = limits.time.is_some() || limits.depth.is_some() || limits.nodes.is_some();
        // Habits are for those who say nothing.
        let time = limits.time.or(self.time.filter(|_| !is_limited));
        Think {
            budget: time.map_or(Budget::UNLIMITED, |time| Budget::of(&Clock::of_turn(time))),
            depth: limits.depth.map(|depth| i32::try_from(depth).unwrap_or(i32::MAX)),
            nodes: limits.nodes.or(self.nodes.filter(|_| !is_limited)),
            ..Think::default()
        }
    }
}

fn with_hash(hash_mib: usize) -> Settings {
    Settings { hash_mib, ..Settings::default() }
}

impl Player for EnginePlayer {
    fn name(&self) -> &'static str {
        self.name
    }

    fn supports(&self, rule: Rule, size: Size) -> Result<(), Unsupported> {
        let unsupported = Unsupported { player: self.name, rule, size };
        if self.follows_proofs && !has_book(rule, size) {
            return Err(unsupported);
        }
        supports(rule, size).map_err(|_| unsupported)
    }

    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits<'_>,
        reasoning: Option<&mut Reasoning>,
    ) -> Choice {
        let start = Instant::now();
        if !game.status().is_ongoing() || self.supports(game.rule(), game.size()).is_err() {
            return Choice::without_a_point(game);
        }
        // The same search whether somebody asks why or not: else the reasons would be for another
        // move than the one played.
        let think = self.think_within(limits);
        let never = AtomicBool::new(false);
        let stop = limits.stop.unwrap_or(&never);
        let mut iterations = Vec::new();
        let by_proof = self.follows_proofs.then(|| Considered::by_proof(game, &think)).flatten();
        let considered = by_proof.unwrap_or_else(|| {
            self.consider(game, &think, None, stop, &mut |event| {
                if let Event::Depth(report) = event {
                    iterations.push(report);
                }
            })
        });
        let Some(choice) = considered.choice(start.elapsed()) else {
            // Stopped before the first look: any legal point is better than none.
            let mv = natural::without_thinking(game);
            return Choice { mv, ..Choice::without_a_point(game) };
        };
        if let Some(reasoning) = reasoning {
            reasoning.begin(self.name, game);
            let position = Position::of(game);
            fill_tree(reasoning, &choice, tree_of(&self.engine, &position, tree_size(reasoning)));
            fill_lines(reasoning, &iterations, &considered.report);
            if considered.is_proven
                && let Some(best) = considered.best
            {
                reasoning.note(considered.reason(game, best).text());
            }
            position_figures::fill(reasoning, game);
            if let Ok(parts) = self.engine.evaluate(&position) {
                position_figures::fill_evaluation(reasoning, parts);
            }
            reasoning.finish(&choice);
        }
        choice
    }
}

/// How much of the engine's tree a record asks for: of the root always enough to compare.
fn tree_size(reasoning: &Reasoning) -> TreeSize {
    let Detail { depth, width } = reasoning.detail;
    TreeSize {
        depth: i32::try_from(depth.max(1)).unwrap_or(i32::MAX),
        root_width: width.max(COMPARED),
        width,
    }
}

/// The moves of the root as candidates, the chosen one first, and as much of the tree as is asked for.
fn fill_tree(reasoning: &mut Reasoning, choice: &Choice, mut tree: Vec<TreeNode>) {
    reasoning.units = Units::Engine;
    let chosen = match choice.mv {
        Some(Move::Place(point)) => Some(point),
        Some(Move::Pass) | None => None,
    };
    tree.sort_by_key(|node| Some(node.point) != chosen);
    if let Some(point) = chosen {
        let score = choice.score.unwrap_or_default();
        // What the table knows of it may come from a depth that was broken off.
        if let Some(node) = tree.first_mut().filter(|node| node.point == point) {
            (node.score, node.bound, node.ending) = (score, Bound::Exact, Ending::Complete);
        }
        reasoning.candidates.push(Candidate {
            point,
            score,
            bound: Bound::Exact,
            parts: Vec::new(),
        });
    }
    reasoning.candidates.extend(tree.iter().filter(|node| Some(node.point) != chosen).map(
        |node| {
            let TreeNode { point, score, bound, .. } = *node;
            Candidate { point, score, bound, parts: Vec::new() }
        },
    ));
    if reasoning.detail.depth > 0 {
        tree.truncate(reasoning.detail.width);
        reasoning.tree = tree;
    }
    let hundred = Valuation { score: Score(100), units: Units::Engine }.in_plain_words();
    reasoning.note(format!(
        "the parts of the evaluation are in the engine's points: 100 more than even are {hundred}"
    ));
    reasoning.note(
        "a percentage is the share of the points that the side to move can expect, 50 % is even; \
         <= and >= are bounds of moves that were not searched to the end",
    );
}

/// The best line of every depth, the last one last.
fn fill_lines(reasoning: &mut Reasoning, iterations: &[Report], last: &Report) {
    let finished = iterations.iter().filter(|report| report.depth != last.depth);
    for report in finished.chain([last]) {
        let Some(line) = report.lines.first() else { continue };
        reasoning.lines.push(TriedLine {
            depth: report.depth.unsigned_abs(),
            moves: line.points.clone(),
            score: line.score.into(),
            bound: Bound::Exact,
            nodes: report.nodes,
        });
    }
    let deepest = i64::from(last.selective_depth);
    reasoning.figures.insert("deepest ply looked at".to_owned(), Figure::Number(deepest));
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::Notation;

    const SIZE: Size = Size::literal(15);

    fn point(name: &str) -> Point {
        Notation::Renju.parse(SIZE, name).unwrap()
    }

    fn played(moves: &str) -> Game {
        let mut game = Game::new(Rule::Freestyle, SIZE);
        for name in moves.split(' ') {
            game.try_play(point(name)).unwrap();
        }
        game
    }

    fn consider(game: &Game, think: &Think, past: Option<&Habits>) -> Considered {
        let player = EnginePlayer::at_nodes("test", 1_000);
        let think = Think { nodes: Some(2_000), ..think.clone() };
        player.consider(game, &think, past, &AtomicBool::new(false), &mut |_| {})
    }

    #[test]
    fn a_lost_position_is_defended_where_people_expect_it() {
        let open_four = played("e8 a1 f8 a3 g8 a5 h8");
        let considered = consider(&open_four, &Think::default(), None);
        assert_eq!(considered.report.score().mate(), LOST_NOW);
        assert_eq!(considered.best, Some(point("i8")));
        let without = Think { without: vec![point("i8")], ..Think::default() };
        assert_eq!(consider(&open_four, &without, None).best, Some(point("d8")));
    }

    #[test]
    fn the_move_is_one_of_those_asked_for() {
        let game = played("h8 h9 j9");
        let only = vec![point("a1"), point("c14")];
        let best = consider(&game, &Think { only: only.clone(), ..Think::default() }, None).best;
        assert!(only.contains(&best.unwrap()));
    }

    #[test]
    fn what_this_game_shows_adds_to_what_is_known() {
        // White has overlooked a three.
        let game = played("g8 a1 h8 a3 i8 a5");
        let considered = consider(&game, &Think::default(), Some(&Habits::default()));
        assert_eq!(considered.habits.unwrap().n_threats(), 1);
        assert!(consider(&game, &Think::default(), None).habits.is_none());
    }

    #[test]
    fn a_player_that_is_stopped_at_once_still_moves() {
        let stop = AtomicBool::new(true);
        let limits = Limits { stop: Some(&stop), ..Limits::default() };
        let game = played("h8 h9 j9");
        let choice = EnginePlayer::at_nodes("test", 1_000).choose(&game, &limits, None);
        assert!(matches!(choice.mv, Some(Move::Place(point)) if game.is_legal(point)));
    }
}
