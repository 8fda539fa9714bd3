//! What keys mean in a game. The page has the same table; `docs/keys.txt` is what both agree on.

/// Something that a key asks for in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Undo,
    Redo,
    Hint,
    Pass,
    MoveNow,
    Pause,
    Draw,
    AcceptDraw,
    DeclineDraw,
    Resign,
    Reasoning,
    EarlierReason,
    LaterReason,
    Last,
    Eval,
    Board,
    New,
    Library,
    Help,
    Quit,
}

/// The keys, with the names that commands have in the common table.
const KEYS: [(char, &str, Command); 20] = [
    ('u', "undo", Command::Undo),
    ('r', "redo", Command::Redo),
    ('h', "hint", Command::Hint),
    ('p', "pass", Command::Pass),
    ('m', "move_now", Command::MoveNow),
    ('z', "pause", Command::Pause),
    ('=', "draw", Command::Draw),
    ('y', "accept_draw", Command::AcceptDraw),
    ('k', "decline_draw", Command::DeclineDraw),
    ('g', "resign", Command::Resign),
    ('d', "reasoning", Command::Reasoning),
    ('[', "earlier_reason", Command::EarlierReason),
    (']', "later_reason", Command::LaterReason),
    ('l', "last", Command::Last),
    ('e', "eval", Command::Eval),
    ('b', "board", Command::Board),
    ('n', "new", Command::New),
    ('o', "library", Command::Library),
    ('?', "help", Command::Help),
    ('q', "quit", Command::Quit),
];

/// What a key asks for.
pub(crate) fn command_of(key: char) -> Option<Command> {
    KEYS.iter().find(|(known, ..)| *known == key).map(|&(_, _, command)| command)
}

#[cfg(test)]
mod tests {
    use super::KEYS;

    #[test]
    fn the_terminal_has_the_keys_of_the_common_table() {
        let table = include_str!("../../../docs/keys.txt");
        let rows = table.lines().filter(|line| !line.starts_with('#'));
        let common: Vec<(char, &str)> = rows
            .filter_map(|row| {
                let mut words = row.split(' ');
                let (key, command, place) = (words.next()?, words.next()?, words.next()?);
                (place != "page").then_some((key.chars().next()?, command))
            })
            .collect();
        let ours: Vec<(char, &str)> = KEYS.iter().map(|&(key, name, _)| (key, name)).collect();
        assert_eq!(ours, common);
    }
}
