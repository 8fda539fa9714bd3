//! What several test modules share: positions from text, seeded random games that do not shy away
//! from trouble, the translation to the oracle's words, and a tally of what happened.

pub(crate) mod tally;

use std::fs;
use std::path::PathBuf;

use tengen_rules::{
    ByColor, Color, Game, Point, Rule, Setup, SetupFaults, Size, SplitMix64, Stones, captured_by,
    longest_run_at, wins_at,
};
use tengen_testkit::oracle::{OracleGame, OracleRule};

/// Whether the long form of the tests is wanted.
pub(crate) fn is_slow() -> bool {
    std::env::var_os("TENGEN_SLOW").is_some_and(|value| value == "1")
}

/// How many random things to try where `quick` are enough for a default run.
pub(crate) fn scaled(quick: u64) -> u64 {
    if is_slow() { quick * 20 } else { quick }
}

/// A file of the project's shared test data.
pub(crate) fn shared_data(name: &str) -> String {
    read(&["..", "..", "tests", "data", name])
}

/// A file beside the tests.
pub(crate) fn beside_the_tests(name: &str) -> String {
    read(&["tests", name])
}

/// The files of a folder beside the tests, by name, with what they say.
pub(crate) fn files_in(folder: &str) -> Vec<(String, String)> {
    let path = path(&["tests", folder]);
    let entries = fs::read_dir(path).expect("the folder is part of the crate");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a plain name"))
        .collect();
    names.sort_unstable();
    names.into_iter().map(|name| (name.clone(), read(&["tests", folder, &name]))).collect()
}

fn path(parts: &[&str]) -> PathBuf {
    let mut path = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    path.extend(parts);
    path
}

fn read(parts: &[&str]) -> String {
    let path = path(parts);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A board from text.
pub(crate) fn stones(text: &str) -> Stones {
    text.parse().unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

/// A position that no fault can keep from being judged.
pub(crate) fn position(rule: Rule, stones: Stones, to_move: Color, captures: ByColor<u32>) -> Game {
    let setup = Setup { rule, stones, to_move, captures };
    Game::from_setup_forgiving(setup, SetupFaults::ALL).expect("everything is forgiven")
}

/// As [`position`], from text and without captured stones.
pub(crate) fn drawn(rule: Rule, to_move: Color, board: &str) -> Game {
    position(rule, stones(board), to_move, ByColor::default())
}

/// Plays `x,y` pairs, all of which must be legal.
pub(crate) fn play_all(game: &mut Game, points: &[(u8, u8)]) {
    for &(x, y) in points {
        game.try_play(Point::new(x, y)).unwrap_or_else(|reason| panic!("{reason}: {x},{y}"));
    }
}

/// The rows of a board, as the oracle reads them.
pub(crate) fn rows(stones: &Stones) -> Vec<String> {
    stones.to_string().lines().map(str::to_owned).collect()
}

/// A point as the oracle writes it.
pub(crate) fn xy(point: Point) -> (usize, usize) {
    (usize::from(point.x()), usize::from(point.y()))
}

/// The oracle's word for a rule.
pub(crate) fn oracle_rule(rule: Rule) -> OracleRule {
    OracleRule::from_id(rule.name()).expect("both know the same rules")
}

/// The same position on the oracle's board.
pub(crate) fn oracle_position(game: &Game) -> OracleGame {
    let ByColor { black, white } = game.captures();
    let is_black_to_move = game.to_move() == Color::Black;
    let rule = oracle_rule(game.rule());
    OracleGame::from_board(rule, &rows(game.stones()), [black, white], is_black_to_move)
}

/// A board filled at random: of every hundred points so many are black and white.
pub(crate) fn random_stones(
    random: &mut SplitMix64,
    size: Size,
    black: usize,
    white: usize,
) -> Stones {
    let mut stones = Stones::empty(size);
    for point in size.points() {
        let color = match random.below(100) {
            chance if chance < black => Some(Color::Black),
            chance if chance < black + white => Some(Color::White),
            _ => None,
        };
        stones.set(point, color);
    }
    stones
}

/// How a random player likes to play. Plain random games end without a capture or a ban in sight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taste {
    /// Of how many random legal points the best liked is played.
    n_candidates: usize,
    /// What each stone taken is worth.
    capture: i32,
    /// What each stone of the longest line made is worth.
    line: i32,
    /// What each neighbour is worth.
    company: i32,
    /// Whether lines that win are avoided, so that the board fills up.
    is_shy: bool,
}

impl Taste {
    pub(crate) fn random(random: &mut SplitMix64) -> Self {
        Self {
            n_candidates: 1 + random.below(12),
            capture: random.below(6) as i32,
            line: random.below(6) as i32,
            company: random.below(4) as i32,
            is_shy: random.below(3) == 0,
        }
    }

    /// One of the legal points, or nothing if there is none.
    pub(crate) fn choose(self, game: &Game, random: &mut SplitMix64) -> Option<Point> {
        let answers = game.answers();
        let is_answering = !answers.is_empty() && random.below(3) != 0;
        let legal = if is_answering { answers } else { game.legal_points() };
        (0..self.n_candidates)
            .filter_map(|_| {
                let point = *random.pick(&legal)?;
                Some((self.liking(game, point) + random.below(4) as i32, point))
            })
            .max()
            .map(|(_, point)| point)
    }

    fn liking(self, game: &Game, point: Point) -> i32 {
        let mut stones = game.stones().clone();
        let mover = game.to_move();
        let n_taken = game
            .rule()
            .spec()
            .capture
            .map_or(0, |spec| captured_by(&stones, spec, point, mover).len());
        let n_near = stones.iter().filter(|(stone, _)| stone.distance(point) == 1).count();
        stones.set(point, Some(mover));
        let run = i32::from(longest_run_at(&stones, point));
        if self.is_shy && wins_at(&stones, game.rule(), point) {
            return -100;
        }
        self.capture * n_taken as i32 + self.line * run + self.company * n_near as i32
    }
}

/// A seeded random game, shown to `visit` at every ply, the start and the end included.
pub(crate) fn random_game(rule: Rule, size: Size, seed: u64, mut visit: impl FnMut(&Game)) -> Game {
    let mut random = SplitMix64::new(seed);
    let taste = Taste::random(&mut random);
    let mut game = Game::new(rule, size);
    visit(&game);
    while let Some(point) = taste.choose(&game, &mut random) {
        game.try_play(point).expect("a legal point is legal");
        visit(&game);
    }
    game
}
