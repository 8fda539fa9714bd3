//! The opening procedures in words.

use tengen_rules::{Opening, Rule};

/// The name of a procedure for people.
pub const fn opening_title(opening: Opening) -> &'static str {
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

/// What a procedure is, in a sentence or two.
pub const fn opening_summary(opening: Opening) -> &'static str {
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
pub const fn opening_steps(opening: Opening) -> &'static [&'static str] {
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

/// The rules that a procedure is usually played with.
pub const fn usual_rules(opening: Opening) -> &'static [Rule] {
    const LINES: &[Rule] = &[Rule::Freestyle, Rule::Standard, Rule::Caro, Rule::Caro6];
    match opening {
        Opening::Free | Opening::Pie => &Rule::ALL,
        Opening::Pro | Opening::LongPro => {
            &[Rule::Freestyle, Rule::Standard, Rule::Ninuki42, Rule::Pente, Rule::Keryo]
        }
        Opening::Swap | Opening::Swap2 => LINES,
        Opening::Rif
        | Opening::Yamaguchi
        | Opening::Soosorv8
        | Opening::Tarannikov
        | Opening::Taraguchi10 => &[Rule::Renju],
    }
}
