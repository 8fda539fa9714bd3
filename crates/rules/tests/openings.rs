//! Opening procedures: random actions, sensible and not, in lockstep with the oracle's scripts.

use tengen_rules::{
    Action, ActionKind, Color, Game, Opening, OpeningError, OpeningState, Point, Rule, Seat, Size,
    SplitMix64, UnsupportedOpening,
};
use tengen_testkit::oracle::{OracleAction, OracleOpening, OraclePlayer};

use crate::common::tally::Tally;
use crate::common::{oracle_rule, rows, scaled, xy};

fn oracle_player(player: Seat) -> OraclePlayer {
    match player {
        Seat::First => OraclePlayer::P1,
        Seat::Second => OraclePlayer::P2,
    }
}

fn oracle_action(action: &Action) -> OracleAction {
    match action {
        Action::Place(point) => OracleAction::Place(xy(*point).0, xy(*point).1),
        Action::Swap => OracleAction::Swap,
        Action::Stay => OracleAction::Stay,
        Action::Take(Color::Black) => OracleAction::Black,
        Action::Take(Color::White) => OracleAction::White,
        Action::PutTwo => OracleAction::Put2,
        Action::Declare(count) => OracleAction::Declare(*count as usize),
        Action::OfferTen => OracleAction::Offer10,
        Action::Offer(points) => OracleAction::Offer(points.iter().copied().map(xy).collect()),
        Action::Pick(point) => OracleAction::Pick(xy(*point).0, xy(*point).1),
    }
}

/// The oracle's word for a refusal; it says `done` where we say `finished`.
fn oracle_word(error: OpeningError) -> &'static str {
    match error {
        OpeningError::Finished => "done",
        other => other.name(),
    }
}

/// Random actions for the state of an opening, most of them of the kind that is asked for.
struct Chooser<'a> {
    state: &'a OpeningState,
    size: Size,
    random: &'a mut SplitMix64,
}

impl Chooser<'_> {
    fn player(&mut self) -> Seat {
        let right = self.state.next().player;
        if self.random.below(10) == 0 { !right } else { right }
    }

    fn action(&mut self) -> Action {
        let asked = self.state.next().actions;
        let kinds = if self.random.below(10) == 0 { &ActionKind::ALL[..] } else { &asked[..] };
        match *self.random.pick(kinds).expect("something is always asked for") {
            ActionKind::Black => Action::Take(Color::Black),
            ActionKind::White => Action::Take(Color::White),
            ActionKind::Swap => Action::Swap,
            ActionKind::Stay => Action::Stay,
            ActionKind::PutTwo => Action::PutTwo,
            ActionKind::OfferTen => Action::OfferTen,
            ActionKind::Declare => Action::Declare(self.random.below(15) as u32),
            ActionKind::Place => Action::Place(self.any_point()),
            ActionKind::Offer => Action::Offer(self.offers()),
            ActionKind::Pick => {
                let on_offer = self.random.pick(self.state.offers()).copied();
                let is_sensible = self.random.below(4) != 0;
                Action::Pick(on_offer.filter(|_| is_sensible).unwrap_or_else(|| self.any_point()))
            }
        }
    }

    /// Near the centre more often than not, and sometimes just off the board.
    fn any_point(&mut self) -> Point {
        let allowed = self.state.allowed_points();
        match self.random.below(8) {
            0 => Point::new(self.random.below(usize::from(self.size.get())) as u8, self.size.get()),
            1 => Point::new(self.size.get(), self.random.below(usize::from(self.size.get())) as u8),
            2..5 => self.near_center(),
            _ => self.random.pick(&allowed).copied().unwrap_or_else(|| self.near_center()),
        }
    }

    fn near_center(&mut self) -> Point {
        let reach = 2;
        let middle = self.size.middle();
        let mut coordinate =
            |from: u8| from - reach + self.random.below(usize::from(2 * reach + 1)) as u8;
        Point::new(coordinate(middle.x()), coordinate(middle.y()))
    }

    /// As many fifth moves as asked for, with at most one thing wrong before symmetry is looked
    /// at, since the oracle tries the reasons in another order.
    fn offers(&mut self) -> Vec<Point> {
        let count = self.state.next().count.unwrap_or(3) as usize;
        let mut empties: Vec<Point> =
            self.size.points().filter(|point| !self.state.stones().contains(point)).collect();
        self.random.shuffle(&mut empties);
        // Symmetric offers lie as near to the stones as each other.
        if self.random.below(2) == 0 {
            empties.sort_by_key(|point| point.distance(self.size.middle()));
        }
        let mut offers: Vec<Point> = empties.iter().copied().take(count).collect();
        match self.random.below(8) {
            0 => offers.extend(empties.get(count)),
            1 => drop(offers.pop()),
            2 => offers[0] = Point::new(self.size.get(), 0),
            3 => offers[0] = self.state.stones().first().copied().unwrap_or(offers[0]),
            4 if count > 1 => offers[1] = offers[0],
            _ => {}
        }
        offers
    }
}

fn compare(state: &OpeningState, oracle: &OracleOpening) {
    let context = || format!("{} {:?}", state.opening(), state.stones());
    assert_eq!(state.is_done(), oracle.is_done(), "{}", context());
    assert_eq!(oracle_player(state.black()), oracle.black, "{}", context());
    assert_eq!(state.holder(Color::Black), state.black());
    assert_eq!(state.holder(Color::White), !state.black());
    assert_eq!(state.next_color() == Color::Black, oracle.next_stone_is_black());
    let step = state.next();
    let words: Vec<&str> = step.actions.iter().map(|kind| kind.name()).collect();
    assert_eq!((oracle_player(step.player), words), oracle.next(), "{}", context());
    assert_eq!(step.color, state.is_done().then(|| state.next_color()));
    let allowed: Vec<Point> = oracle
        .board
        .points()
        .filter(|&(x, y)| {
            let place = OracleAction::Place(x, y);
            oracle.clone().act(oracle_player(step.player), &place).is_ok()
        })
        .map(|(x, y)| Point::new(x as u8, y as u8))
        .collect();
    assert_eq!(state.allowed_points(), allowed, "{}", context());
}

/// Opening stones are only subject to occupancy and zones, so without captures both boards hold
/// them all; with captures the game is what it is when the stones are simply played.
fn compare_games(state: &OpeningState, oracle: &OracleOpening, size: Size) {
    for rule in Rule::ALL {
        let game = state.to_game(rule);
        let mut played = Game::new(rule, size);
        for &stone in state.stones() {
            played.try_play(stone).expect("an opening stone is legal");
        }
        assert_eq!(game, played, "{rule}");
        let expected = oracle.to_game(oracle_rule(rule));
        assert_eq!(game.to_move() == Color::Black, expected.black_to_move, "{rule}");
        if game.captures().black + game.captures().white == 0 {
            assert_eq!(rows(game.stones()).concat().into_bytes(), expected.board.cells, "{rule}");
        }
    }
}

fn run_in_lockstep(opening: Opening, size: Size, seed: u64, tally: &mut Tally) {
    let mut random = SplitMix64::new(seed);
    let mut state = OpeningState::new(opening, size).expect("the board suits");
    let mut oracle =
        OracleOpening::new(opening.name(), usize::from(size.get())).expect("the board suits");
    // Long enough to end most openings in spite of the refusals; some boards allow no third stone.
    for _ in 0..60 {
        compare(&state, &oracle);
        let mut chooser = Chooser { state: &state, size, random: &mut random };
        let (player, action) = (chooser.player(), chooser.action());
        let before = state.clone();
        let result = state.act(player, &action);
        let expected = oracle.act(oracle_player(player), &oracle_action(&action));
        assert_eq!(
            result.map_err(oracle_word),
            expected,
            "{opening} {player:?} {action:?} after {:?}",
            before.stones()
        );
        match result {
            Ok(()) => tally.count(action.kind().name()),
            Err(error) => {
                tally.count(error.name());
                assert_eq!(format!("{state:?}"), format!("{before:?}"), "refused, yet changed");
            }
        }
        if state.is_done() && random.below(3) == 0 {
            break;
        }
    }
    tally.count_if(state.is_done(), "finished openings");
    compare_games(&state, &oracle, size);
}

#[test]
fn random_openings_agree() {
    let mut tally = Tally::default();
    for opening in Opening::ALL {
        for side in [5, 7, 8, 9, 15, 19, 20] {
            let size = Size::literal(side);
            if opening.needs_center() && size.center().is_none() {
                continue;
            }
            for seed in 0..scaled(12) {
                run_in_lockstep(opening, size, seed << 8 | u64::from(side), &mut tally);
            }
        }
    }
    let kinds = ActionKind::ALL.map(ActionKind::name);
    let refusals = [
        "finished",
        "wrong-player",
        "wrong-action",
        "off-board",
        "occupied",
        "zone",
        "count",
        "duplicate",
        "symmetric",
        "not-offered",
        "finished openings",
    ];
    tally.assert_all_occurred("openings", &[&kinds[..], &refusals[..]].concat());
}

#[test]
fn procedures_with_a_center_need_an_odd_board() {
    for opening in Opening::ALL {
        for side in Size::MIN..=Size::MAX {
            let begun = OpeningState::new(opening, Size::literal(side));
            let expected = OracleOpening::new(opening.name(), usize::from(side));
            assert_eq!(begun.is_ok(), expected.is_ok(), "{opening} on {side}");
            if let Err(error) = begun {
                assert_eq!(error, UnsupportedOpening::NeedsOddBoard(opening));
            }
        }
    }
}

#[test]
fn a_step_says_how_many_offers_it_wants() {
    let size = Size::literal(15);
    let three =
        [(7, 7), (8, 8), (9, 9)].map(|(x, y)| (Seat::First, Action::Place(Point::new(x, y))));
    let run = |opening, rest: &[(Seat, Action)]| {
        let mut state = OpeningState::new(opening, size).expect("an odd board");
        for (player, action) in three.iter().chain(rest) {
            state.act(*player, action).unwrap_or_else(|error| panic!("{error}: {action:?}"));
        }
        state
    };
    let fourth = |player| (player, Action::Place(Point::new(5, 9)));
    let rif = run(Opening::Rif, &[(Seat::Second, Action::Stay), fourth(Seat::Second)]);
    assert_eq!(rif.next().count, Some(2));

    let yamaguchi = run(Opening::Yamaguchi, &[]);
    assert_eq!(yamaguchi.next().count, Some(12));
    let declared = [(Seat::First, Action::Declare(7)), (Seat::Second, Action::Stay)];
    let yamaguchi = run(Opening::Yamaguchi, &[&declared[..], &[fourth(Seat::Second)]].concat());
    assert_eq!(yamaguchi.next().count, Some(7));

    let soosorv = run(Opening::Soosorv8, &[(Seat::Second, Action::Stay), fourth(Seat::Second)]);
    assert_eq!(soosorv.next().count, Some(8));
    assert_eq!(run(Opening::Rif, &[]).next().count, None);
}

#[test]
fn fifth_moves_are_taken_off_the_table_when_one_is_picked() {
    let mut state = OpeningState::new(Opening::Rif, Size::literal(15)).expect("an odd board");
    let place = |x, y| Action::Place(Point::new(x, y));
    for (player, action) in [
        (Seat::First, place(7, 7)),
        (Seat::First, place(8, 8)),
        (Seat::First, place(9, 9)),
        (Seat::Second, Action::Stay),
        (Seat::Second, place(5, 9)),
        (Seat::First, Action::Offer(vec![Point::new(4, 4), Point::new(0, 1)])),
    ] {
        state.act(player, &action).unwrap_or_else(|error| panic!("{error}: {action:?}"));
    }
    assert_eq!(state.offers(), [Point::new(4, 4), Point::new(0, 1)]);
    assert_eq!(state.check(Seat::First, ActionKind::Pick), Err(OpeningError::WrongPlayer));
    assert_eq!(state.check(Seat::Second, ActionKind::Place), Err(OpeningError::WrongAction));
    assert_eq!(state.check(Seat::Second, ActionKind::Pick), Ok(()));
    state.act(Seat::Second, &Action::Pick(Point::new(0, 1))).expect("it was offered");
    assert_eq!(state.offers(), []);
    assert_eq!(state.stones().last(), Some(&Point::new(0, 1)));
    assert_eq!(state.check(Seat::Second, ActionKind::Pick), Err(OpeningError::Finished));
}
