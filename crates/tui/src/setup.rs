//! The form in which a game is chosen.

use tengen_api::{Catalogue, ClockSpec, NewGame, OpponentInfo, SeatSpec};

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
    catalogue: Catalogue,
    rule: usize,
    size: u8,
    opening: usize,
    players: Players,
    opponent: usize,
    /// 0 for none, else one of the clocks, counted from 1.
    clock: usize,
    /// The line that the keys change.
    pub(crate) field: usize,
}

impl Setup {
    /// The form, filled in with a wish.
    pub fn new(catalogue: Catalogue, wish: &NewGame) -> Self {
        let at = |names: Vec<&str>, name: &Option<String>| {
            let is_wished = |known: &&str| name.as_deref() == Some(*known);
            names.iter().position(is_wished).unwrap_or(0)
        };
        let rule = at(catalogue.rules.iter().map(|it| it.name.as_str()).collect(), &wish.rule);
        let opening =
            at(catalogue.openings.iter().map(|it| it.name.as_str()).collect(), &wish.opening);
        let is_ai = |seat: &Option<SeatSpec>| match seat {
            Some(SeatSpec::Ai { opponent, .. }) => Some(opponent.clone()),
            _ => None,
        };
        let (first, second) = (is_ai(&wish.first), is_ai(&wish.second));
        let players = match (&first, &second) {
            (None, None) => Players::Hotseat,
            (Some(_), Some(_)) => Players::Watch,
            _ if wish.toss == Some(true) => Players::Toss,
            (Some(_), None) => Players::OpponentFirst,
            (None, Some(_)) => Players::PersonFirst,
        };
        let names = catalogue.opponents.iter().map(|it| it.name.as_str()).collect();
        let opponent = at(names, &second.or(first));
        let size = wish.size.unwrap_or(catalogue.rules[rule].default_size);
        let known = CLOCKS.iter().position(|(_, clock)| Some(*clock) == wish.clock);
        let clock = known.map_or(0, |at| at + 1);
        Self { catalogue, rule, size, opening, players, opponent, clock, field: 0 }
    }

    /// The game that is chosen.
    pub fn wish(&self) -> NewGame {
        let person = || Some(SeatSpec::Human { name: None });
        let opponent = || {
            let opponent = self.catalogue.opponents[self.opponent].name.clone();
            Some(SeatSpec::Ai { opponent, time_ms: None })
        };
        let (first, second) = match self.players {
            Players::PersonFirst | Players::Toss => (person(), opponent()),
            Players::OpponentFirst => (opponent(), person()),
            Players::Hotseat => (person(), person()),
            Players::Watch => (opponent(), opponent()),
        };
        NewGame {
            rule: Some(self.catalogue.rules[self.rule].name.clone()),
            size: Some(self.size),
            opening: Some(self.catalogue.openings[self.opening].name.clone()),
            first,
            second,
            toss: Some(self.players == Players::Toss),
            clock: self.clock.checked_sub(1).map(|at| CLOCKS[at].1),
            ..NewGame::default()
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
                self.rule = turn(self.rule, step, self.catalogue.rules.len());
                self.size = self.catalogue.rules[self.rule].default_size;
                self.find_opponent(1);
            }
            Field::Size => {
                let (low, high) = (self.catalogue.smallest_size, self.catalogue.largest_size);
                let wished = isize::from(self.size).saturating_add(step);
                self.size = wished.clamp(isize::from(low), isize::from(high)) as u8;
                self.find_opponent(1);
            }
            Field::Opening => {
                self.opening = turn(self.opening, step, self.catalogue.openings.len());
            }
            Field::Players => {
                let at = Players::ALL.iter().position(|&it| it == self.players).unwrap_or(0);
                self.players = Players::ALL[turn(at, step, Players::ALL.len())];
            }
            Field::Opponent => {
                self.opponent = turn(self.opponent, step, self.catalogue.opponents.len());
                self.find_opponent(step);
            }
            Field::Clock => self.clock = turn(self.clock, step, CLOCKS.len() + 1),
        }
    }

    /// Goes on to the next opponent that plays the chosen game.
    fn find_opponent(&mut self, step: isize) {
        let n_opponents = self.catalogue.opponents.len();
        for _ in 0..n_opponents {
            if self.plays(&self.catalogue.opponents[self.opponent]) {
                return;
            }
            self.opponent = turn(self.opponent, step, n_opponents);
        }
    }

    fn plays(&self, opponent: &OpponentInfo) -> bool {
        let rule = &self.catalogue.rules[self.rule].name;
        opponent
            .plays
            .iter()
            .any(|it| it.rule == *rule && (it.smallest_size..=it.largest_size).contains(&self.size))
    }

    /// What a line is about, what is chosen, and what that means.
    pub(crate) fn line(&self, field: Field) -> (&'static str, String, String) {
        let rule = &self.catalogue.rules[self.rule];
        let opening = &self.catalogue.openings[self.opening];
        let opponent = &self.catalogue.opponents[self.opponent];
        match field {
            Field::Rule => ("Rule", rule.title.clone(), rule.summary.clone()),
            Field::Size => {
                let usual: Vec<String> = rule.usual_sizes.iter().map(u8::to_string).collect();
                let text = format!("Usual for this rule: {}.", usual.join(", "));
                ("Board", format!("{0}x{0}", self.size), text)
            }
            Field::Opening => {
                let steps = opening.steps.join(" ");
                ("Opening", opening.title.clone(), format!("{} {steps}", opening.summary))
            }
            Field::Players => {
                let about = "Whoever begins has Black, unless the opening gives the colors away.";
                ("Players", self.players.text().to_owned(), about.to_owned())
            }
            Field::Opponent if self.players == Players::Hotseat => {
                let about = "h has a hint for either of you.";
                ("Opponent", "nobody: two people play".to_owned(), about.to_owned())
            }
            Field::Opponent => (
                "Opponent",
                format!("{}. {}", opponent.rung, opponent.title),
                format!("{} {}", opponent.who, opponent.feel),
            ),
            Field::Clock => {
                let text = self.clock.checked_sub(1).map_or("none", |at| CLOCKS[at].0);
                let about = "Whoever has no time left loses. z stops the clock and the game.";
                ("Clock", text.to_owned(), about.to_owned())
            }
        }
    }
}

fn turn(at: usize, step: isize, len: usize) -> usize {
    (at as isize + step).rem_euclid(len.max(1) as isize) as usize
}
