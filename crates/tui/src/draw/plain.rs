//! The screen in letters, for terminals that know nothing else.

use ratatui::buffer::Buffer;

/// Replaces every sign that is no ASCII.
pub(super) fn to_ascii(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if !cell.symbol().is_ascii() {
            let plain = plain_sign(cell.symbol());
            cell.set_symbol(plain);
        }
    }
}

fn plain_sign(sign: &str) -> &'static str {
    match sign {
        "●" => "X",
        "○" => "O",
        "◉" => "#",
        "◎" => "@",
        "×" => "x",
        "•" => ":",
        "·" => ".",
        "–" => "-",
        "…" => "~",
        "’" => "'",
        _ => "?",
    }
}
