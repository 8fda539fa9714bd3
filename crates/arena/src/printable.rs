//! Words of programs and people, fit to be shown.

/// A text without anything that does more than stand there: escape sequences, line breaks and other
/// control characters, marks that turn the direction of writing, and characters that cannot be seen.
pub(crate) fn printable(text: &str) -> String {
    text.chars().map(|c| if is_plain(c) { c } else { char::REPLACEMENT_CHARACTER }).collect()
}

/// A name to be shown in tables: printable and short. `None` if nothing is left of it.
pub(crate) fn name(text: &str) -> Option<String> {
    const LONGEST: usize = 60;
    let plain = printable(text.trim());
    let mut short: String = plain.chars().take(LONGEST).collect();
    if plain.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    let is_seen = |c: char| c != char::REPLACEMENT_CHARACTER && !c.is_whitespace();
    short.chars().any(is_seen).then_some(short)
}

fn is_plain(c: char) -> bool {
    let is_hidden = matches!(
        c,
        '\u{AD}'
            | '\u{34F}'
            | '\u{61C}'
            | '\u{115F}'..='\u{1160}'
            | '\u{17B4}'..='\u{17B5}'
            | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}'
            | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}'
            | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}'
            | '\u{FEFF}'
            | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFFB}'
            | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}'
    );
    !c.is_control() && !is_hidden
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_shown_without_control_characters() {
        assert_eq!(printable("Rapfi 0.4 围棋"), "Rapfi 0.4 围棋");
        assert_eq!(printable("a\u{1B}[31mb\nc\u{202E}d\u{9B}e"), "a�[31mb�c�d�e");
        assert_eq!(name(" A "), Some("A".to_owned()));
        assert_eq!(name("\u{1B}\u{7}"), None);
        assert_eq!(name(&"x".repeat(1000)).unwrap().chars().count(), 61);
    }
}
