//! The sentences about rules and openings.

use tengen_rules::{Opening, Rule};

pub(crate) const fn rule_title(rule: Rule) -> &'static str {
    match rule {
        Rule::Freestyle => "Freestyle",
        Rule::Standard => "Standard",
        Rule::Caro => "Caro",
        Rule::Caro6 => "Caro with six",
        Rule::Renju => "Renju",
        Rule::Ninuki42 => "Ninuki (42)",
        Rule::Pente => "Pente",
        Rule::Keryo => "Keryo-Pente",
    }
}

pub(crate) const fn rule_summary(rule: Rule) -> &'static str {
    match rule {
        Rule::Freestyle => "Five or more of your stones in a row win. Nothing else to know.",
        Rule::Standard => "Exactly five in a row win; six or more do not.",
        Rule::Caro => "Exactly five win, unless the opponent holds both ends of the row.",
        Rule::Caro6 => "Five win unless the opponent holds both ends; six or more always win.",
        Rule::Renju => {
            "The game of masters: Black, who begins, may not make two open threes, two fours or more \
             than five at once, and needs exactly five."
        }
        Rule::Ninuki42 => {
            "Five in a row or ten captured stones win. Pairs are captured by flanking them, a five \
             must survive the reply, and two free threes at once are closed to both."
        }
        Rule::Pente => {
            "Five in a row or ten captured stones win. Pairs are captured by flanking them."
        }
        Rule::Keryo => {
            "Pente in which threes are captured as well, and fifteen captured stones win."
        }
    }
}

pub(crate) const fn opening_title(opening: Opening) -> &'static str {
    match opening {
        Opening::Free => "Free",
        Opening::Pro => "Pro",
        Opening::LongPro => "Long Pro",
        Opening::Pie => "Pie",
        Opening::Swap => "Swap",
        Opening::Swap2 => "Swap2",
        Opening::Rif => "RIF (classical)",
        Opening::Yamaguchi => "Yamaguchi",
        Opening::Soosorv8 => "Soosõrv-8",
        Opening::Tarannikov => "Tarannikov",
        Opening::Taraguchi10 => "Taraguchi-10",
    }
}

pub(crate) const fn opening_summary(opening: Opening) -> &'static str {
    match opening {
        Opening::Free => "No procedure: Black begins anywhere.",
        Opening::Pro => "Black's first stone is in the middle, his second at least three away.",
        Opening::LongPro => "Black's first stone is in the middle, his second at least four away.",
        Opening::Pie => "One places a stone, the other decides whether to swap colors.",
        Opening::Swap => "One places three stones, the other takes the color he likes better.",
        Opening::Swap2 => {
            "One places three stones; the other takes a color, or places two more and lets the \
             first choose. The fairest of the simple openings."
        }
        Opening::Rif => "Three stones near the middle, a swap, and two fifth moves on offer.",
        Opening::Yamaguchi => "The opener also says how many fifth moves will be offered.",
        Opening::Soosorv8 => "White says after the fourth stone how many fifth moves to offer.",
        Opening::Tarannikov => "After each of the first five stones the other may swap.",
        Opening::Taraguchi10 => {
            "Tarannikov, or ten fifth moves on offer instead of the last swaps."
        }
    }
}

/// The steps of a procedure, a sentence each.
pub(crate) const fn opening_steps(opening: Opening) -> &'static [&'static str] {
    const THREE: &str = "The first player places three stones: in the middle, then at most one, \
                         then at most two away from it.";
    const FOURTH: &str = "White places the fourth stone anywhere.";
    const PICK: &str = "White picks one of them as the fifth stone.";
    const SWAP: &str = "The second player may swap colors.";
    match opening {
        Opening::Free => &[],
        Opening::Pro => &[
            "Black places his first stone in the middle.",
            "White answers anywhere.",
            "Black places his second stone at least three away from the middle.",
        ],
        Opening::LongPro => &[
            "Black places his first stone in the middle.",
            "White answers anywhere.",
            "Black places his second stone at least four away from the middle.",
        ],
        Opening::Pie => &["The first player places a stone anywhere.", SWAP],
        Opening::Swap => &[
            "The first player places three stones anywhere: black, white, black.",
            "The second player takes Black or White; White goes on.",
        ],
        Opening::Swap2 => &[
            "The first player places three stones anywhere: black, white, black.",
            "The second player takes Black, takes White, or places two more stones.",
            "If he placed two more, the first player takes Black or White.",
        ],
        Opening::Rif => &[THREE, SWAP, FOURTH, "Black offers two fifth moves.", PICK],
        Opening::Yamaguchi => &[
            THREE,
            "He says how many fifth moves will be offered, up to twelve.",
            SWAP,
            FOURTH,
            "Black offers that many fifth moves.",
            PICK,
        ],
        Opening::Soosorv8 => &[
            THREE,
            SWAP,
            FOURTH,
            "White says how many fifth moves will be offered, up to eight.",
            "Black may swap colors.",
            "Black offers that many fifth moves.",
            PICK,
        ],
        Opening::Tarannikov => &[
            "Stone by stone: the first in the middle, each further one a step further away at most.",
            "After each of the five stones the other player may swap colors.",
        ],
        Opening::Taraguchi10 => &[
            "Three stones as in Tarannikov, with a swap after each.",
            "White places the fourth at most three away from the middle.",
            "Black offers ten fifth moves, of which White picks one,",
            "or stays or swaps; then the fifth stone goes at most four away, and the other may swap.",
        ],
    }
}
