//! Traces of the machine a change was made on, and notes to oneself.

use std::path::Path;

use crate::source::Source;

/// Where the packages of lock files come from.
const REGISTRIES: [&str; 2] =
    ["registry+https://github.com/rust-lang/crates.io-index", "https://registry.npmjs.org/"];

/// What in a file must not be handed to others.
pub(super) fn faults(path: &Path, text: &str) -> Vec<String> {
    let notes = match path.extension().and_then(|it| it.to_str()) {
        Some("rs") => Source::of(text).comments,
        _ => String::new(),
    };
    let is_lock = path.ends_with("Cargo.lock") || path.ends_with("package-lock.json");
    let mut faults = Vec::new();
    let mut add = |number: usize, what: &str| {
        faults.push(format!("{}:{}: {what}", path.display(), number + 1));
    };
    for (number, line) in text.lines().enumerate() {
        if has_machine_path(line) {
            add(number, "the path of a machine");
        }
        if is_conflict(line) {
            add(number, "a merge was not finished");
        }
        if is_lock && is_foreign_source(line) {
            add(number, "a package from a registry that not everybody has");
        }
    }
    for (number, line) in notes.lines().enumerate() {
        if is_note_to_oneself(line) {
            add(number, "a note to oneself");
        }
    }
    faults
}

/// Whether the line names a folder of somebody's own. The names are put together here, so that this
/// file has none.
fn has_machine_path(line: &str) -> bool {
    [["/ho", "me/"], ["/ro", "ot/"], ["/Us", "ers/"], [r"C:\Us", r"ers\"]]
        .iter()
        .any(|parts| line.contains(&parts.concat()))
}

fn is_conflict(line: &str) -> bool {
    ["<<<<<<< ", ">>>>>>> "].iter().any(|mark| line.starts_with(mark))
}

fn is_foreign_source(line: &str) -> bool {
    let line = line.trim_start();
    let keys = ["source = \"", "\"resolved\": \""];
    let source = keys.iter().find_map(|key| line.strip_prefix(key));
    source.is_some_and(|source| !REGISTRIES.iter().any(|it| source.starts_with(it)))
}

fn is_note_to_oneself(comment: &str) -> bool {
    let words = ["TODO", "FIXME", "HACK"];
    comment.split(|c: char| !c.is_alphanumeric()).any(|word| words.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn what(path: &str, text: &str) -> Vec<String> {
        let faults = faults(Path::new(path), text);
        faults.into_iter().map(|fault| fault.split(": ").skip(1).collect()).collect()
    }

    #[test]
    fn paths_of_machines_are_found_anywhere() {
        let path = ["see /ho", "me/somebody/notes"].concat();
        assert_eq!(what("docs/API.md", &path), ["the path of a machine"]);
        assert_eq!(what("docs/API.md", "see /usr/share, home/x and ~/notes"), [""; 0]);
    }

    #[test]
    fn lock_files_name_public_registries() {
        let good = "source = \"registry+https://github.com/rust-lang/crates.io-index\"\n";
        assert_eq!(what("Cargo.lock", good), [""; 0]);
        let bad = "source = \"registry+https://mirror.example/index\"\n";
        assert_eq!(what("Cargo.lock", bad).len(), 1);
        assert_eq!(what("Cargo.toml", bad), [""; 0]);
        let page = "\"resolved\": \"https://registry.npmjs.org/a\",\n\"resolved\": \"https://b/\",";
        assert_eq!(what("web/package-lock.json", page).len(), 1);
    }

    #[test]
    fn notes_to_oneself_are_found_in_comments() {
        assert_eq!(what("a.rs", "// TODO: later"), ["a note to oneself"]);
        assert_eq!(what("a.rs", "const TODO: u8 = 0; // nothing to do"), [""; 0]);
        assert_eq!(what("a.rs", "<<<<<<< ours\n"), ["a merge was not finished"]);
    }
}
