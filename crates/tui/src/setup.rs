//! The form in which a game is chosen.

use tengen_game::{
    ClockSpec, NewGameSpec, Occupant, default_opponent, default_rule, opening_steps,
    opening_summary, opening_title, rule_entry, rung_plays, usual_sizes,
};
use tengen_players::LADDER;
use tengen_rules::{Opening, Rule, Size};

/// A line of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The rule set.
    Rule,
    /// The side of the board.
    Size,
    /// The opening procedure.
    Opening,
    /// Who plays, and who begins.
    Players,
    /// Who of the ladder.
    Opponent,
    /// How much time there is.
    Clock,
}

impl Field {
    /// All of them, from the top.
    pub const ALL: [Self; 6] =
        [Self::Rule, Self::Size, Self::Opening, Self::Players, Self::Opponent, Self::Clock];
}

/// Who plays, and who begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Players {
    /// A person against an opponent; the person begins.
    #[default]
    PersonFirst,
    /// A person against an opponent; the opponent begins.
    OpponentFirst,
    /// A person against an opponent; a coin decides.
    Toss,
    /// Two persons at one board.
    Hotseat,
    /// The opponent against itself, to watch.
    Watch,
}

impl Players {
    const ALL: [Self; 5] =
        [Self::PersonFirst, Self::OpponentFirst, Self::Toss, Self::Hotseat, Self::Watch];

    const fn text(self) -> &'static str {
        match self {
            Self::PersonFirst => "You begin",
            Self::OpponentFirst => "The opponent begins",
            Self::Toss => "A coin decides who begins",
            Self::Hotseat => "Two people at one board",
            Self::Watch => "Watch the opponent play itself",
        }
    }
}

/// The clocks to choose from, beside none.
const CLOCKS: [(&str, ClockSpec); 4] = [
    ("3 minutes and 2 seconds a move", clock(3, 2, 0)),
    ("5 minutes", clock(5, 0, 0)),
    ("10 minutes and 5 seconds a move", clock(10, 5, 0)),
    ("20 minutes, then three times 30 seconds", clock(20, 0, 30)),
];

const fn clock(minutes: u64, increment_s: u64, byoyomi_s: u64) -> ClockSpec {
    ClockSpec {
        main_ms: minutes * 60_000,
        increment_ms: increment_s * 1_000,
        byoyomi_ms: byoyomi_s * 1_000,
        byoyomi_periods: if byoyomi_s > 0 { 3 } else { 0 },
    }
}

/// The form.
#[derive(Clone, Debug)]
pub struct Setup {
    rule: Rule,
    size: Size,
    opening: Opening,
    players: Players,
    /// A place on the ladder, counted from 0.
    opponent: usize,
    /// 0 for none, else one of the clocks, counted from 1.
    clock: usize,
    /// The line that the keys change.
    pub(crate) field: usize,
}

impl Setup {
    /// The form, filled in with a wish.
    pub fn new(wish: &NewGameSpec) -> Self {
        let rule = wish.rule.unwrap_or_else(default_rule);
        let size = wish.size.unwrap_or(rule.spec().default_size);
        let usual = Occupant::opponent(default_opponent(rule, size));
        let name_of = |seat: &Occupant| match seat {
            Occupant::Opponent { name, .. } => Some(name.clone()),
            Occupant::Person { .. } => None,
        };
        let first = wish.first.as_ref().and_then(name_of);
        let second = name_of(wish.second.as_ref().unwrap_or(&usual));
        let players = match (&first, &second) {
            (None, None) => Players::Hotseat,
            (Some(_), Some(_)) => Players::Watch,
            _ if wish.toss => Players::Toss,
            (Some(_), None) => Players::OpponentFirst,
            (None, Some(_)) => Players::PersonFirst,
        };
        let name = second.or(first);
        let opponent = LADDER.iter().position(|rung| Some(rung.name) == name.as_deref());
        let clock = CLOCKS.iter().position(|(_, clock)| Some(*clock) == wish.clock);
        Self {
            rule,
            size,
            opening: wish.opening.unwrap_or(Opening::Free),
            players,
            opponent: opponent.unwrap_or(0),
            clock: clock.map_or(0, |at| at + 1),
            field: 0,
        }
    }

    /// The game that is chosen.
    pub fn wish(&self) -> NewGameSpec {
        let person = Occupant::person;
        let opponent = || Occupant::opponent(LADDER[self.opponent].name);
        let (first, second) = match self.players {
            Players::PersonFirst | Players::Toss => (person(), opponent()),
            Players::OpponentFirst => (opponent(), person()),
            Players::Hotseat => (person(), person()),
            Players::Watch => (opponent(), opponent()),
        };
        NewGameSpec {
            rule: Some(self.rule),
            size: Some(self.size),
            opening: Some(self.opening),
            first: Some(first),
            second: Some(second),
            toss: self.players == Players::Toss,
            clock: self.clock.checked_sub(1).map(|at| CLOCKS[at].1),
            start: None,
            title: None,
        }
    }

    /// Goes to another line.
    pub(crate) fn go(&mut self, step: isize) {
        self.field = turn(self.field, step, Field::ALL.len());
    }

    /// Changes the line.
    pub(crate) fn change(&mut self, step: isize) {
        match Field::ALL[self.field] {
            Field::Rule => {
                self.rule = neighbor(&Rule::ALL, self.rule, step);
                self.size = self.rule.spec().default_size;
                self.find_opponent(1);
            }
            Field::Size => {
                let wished = isize::from(self.size.get()).saturating_add(step);
                let side = wished.clamp(isize::from(Size::MIN), isize::from(Size::MAX));
                self.size = Size::literal(side as u8);
                self.find_opponent(1);
            }
            Field::Opening => self.opening = neighbor(&Opening::ALL, self.opening, step),
            Field::Players => self.players = neighbor(&Players::ALL, self.players, step),
            Field::Opponent => {
                self.opponent = turn(self.opponent, step, LADDER.len());
                self.find_opponent(step);
            }
            Field::Clock => self.clock = turn(self.clock, step, CLOCKS.len() + 1),
        }
    }

    /// Goes on to the next opponent that plays the chosen game.
    fn find_opponent(&mut self, step: isize) {
        for _ in 0..LADDER.len() {
            if rung_plays(&LADDER[self.opponent], self.rule, self.size) {
                return;
            }
            self.opponent = turn(self.opponent, step, LADDER.len());
        }
    }

    /// What a line is about, what is chosen, and what that means.
    pub(crate) fn line(&self, field: Field) -> (&'static str, String, String) {
        match field {
            Field::Rule => {
                let entry = rule_entry(self.rule);
                ("Rule", entry.title.to_owned(), entry.summary.to_owned())
            }
            Field::Size => {
                let usual: Vec<String> = usual_sizes(self.rule).iter().map(u8::to_string).collect();
                let text = format!("Usual for this rule: {}.", usual.join(", "));
                ("Board", self.size.to_string(), text)
            }
            Field::Opening => {
                let steps = opening_steps(self.opening).join(" ");
                let about = format!("{} {steps}", opening_summary(self.opening));
                ("Opening", opening_title(self.opening).to_owned(), about)
            }
            Field::Players => {
                let about = "Whoever begins has Black, unless the opening gives the colors away.";
                ("Players", self.players.text().to_owned(), about.to_owned())
            }
            Field::Opponent if self.players == Players::Hotseat => {
                let about = "h has a hint for either of you.";
                ("Opponent", "nobody: two people play".to_owned(), about.to_owned())
            }
            Field::Opponent => {
                let rung = &LADDER[self.opponent];
                let choice = format!("{}. {}", self.opponent + 1, rung.title);
                ("Opponent", choice, format!("{} {}", rung.who, rung.feel))
            }
            Field::Clock => {
                let text = self.clock.checked_sub(1).map_or("none", |at| CLOCKS[at].0);
                let about = "Whoever has no time left loses. z stops the clock and the game.";
                ("Clock", text.to_owned(), about.to_owned())
            }
        }
    }
}

/// The choice that stands so many places after this one.
fn neighbor<T: Copy + PartialEq>(all: &[T], now: T, step: isize) -> T {
    let at = all.iter().position(|&it| it == now).unwrap_or(0);
    all[turn(at, step, all.len())]
}

/// A place in a ring of this length, so many places further.
const fn turn(at: usize, step: isize, len: usize) -> usize {
    (at as isize + step).rem_euclid(len as isize) as usize
}
