//! Documents and folders that are named in comments and documents exist.

use std::path::{Component, Path, PathBuf};

use crate::source::Source;

/// Where paths begin that are meant from the project's folder.
const FOLDERS: [&str; 9] =
    ["crates", "data", "docs", "fuzz", "python", "tests", "web", "xtask", ".github"];

/// Lab notes tell what was when they were written, and the changelog what users saw: they may name
/// sources that are gone, but not documents.
const HISTORY: [&str; 2] = ["docs/lab", "CHANGELOG.md"];

/// The paths that a file cites and that do not exist.
pub(super) fn faults(root: &Path, path: &Path, text: &str) -> Vec<String> {
    let comments;
    let prose = match path.extension().and_then(|it| it.to_str()) {
        Some("rs") => {
            comments = Source::of(text).comments;
            comments.as_str()
        }
        Some("md") => text,
        _ => return Vec::new(),
    };
    let mut faults = Vec::new();
    for (number, line) in prose.lines().enumerate() {
        for cited in cited_in(line, is_history(path)) {
            if !exists(root, path, &cited) {
                faults.push(format!("{}:{}: there is no {cited}", path.display(), number + 1));
            }
        }
    }
    faults
}

fn is_history(path: &Path) -> bool {
    HISTORY.iter().any(|history| path.starts_with(history))
}

/// The words of a line that are paths: documents by their ending, and what begins with a folder of
/// the project.
fn cited_in(line: &str, only_documents: bool) -> Vec<String> {
    let is_of_path = |c: char| c.is_alphanumeric() || "_-./".contains(c);
    let mut cited = Vec::new();
    let mut rest = line;
    while let Some(start) = rest.find(is_of_path) {
        let (before, word) = rest.split_at(start);
        let end = word.find(|c: char| !is_of_path(c)).unwrap_or(word.len());
        let (word, after) = word.split_at(end);
        rest = after;
        let is_address = before.ends_with(':') && word.starts_with("//");
        // `docs/*.md` and `docs/<name>.md` are patterns.
        let is_pattern = before.ends_with(['*', '>', '}', '~', '$', '@'])
            || after.starts_with(['*', '<', '{', '…']);
        let word = word.trim_end_matches('.');
        if is_address || is_pattern || word.starts_with('/') {
            continue;
        }
        let is_document = Path::new(word).extension().is_some_and(|it| it == "md");
        let is_inside = !only_documents
            && word.split_once('/').is_some_and(|(first, _)| FOLDERS.contains(&first));
        if is_document || is_inside {
            cited.push(word.to_owned());
        }
    }
    cited
}

/// Whether the path exists, seen from the project's folder, from `docs`, or from a folder that the
/// citing file lies in.
fn exists(root: &Path, citing: &Path, cited: &str) -> bool {
    let mut folders: Vec<PathBuf> = citing.ancestors().skip(1).map(Path::to_owned).collect();
    folders.push("docs".into());
    folders.iter().any(|folder| {
        let path = folder.join(cited);
        // A path that leaves the project may exist here and nowhere else.
        let depth = path.components().try_fold(0_i32, |depth, part| match part {
            Component::ParentDir => (depth > 0).then(|| depth - 1),
            _ => Some(depth + 1),
        });
        depth.is_some() && root.join(path).exists()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_and_folders_are_recognised() {
        let all = |line: &str| cited_in(line, false);
        assert_eq!(all("//! How (RULES.md 5.2), see docs/API.md."), ["RULES.md", "docs/API.md"]);
        assert_eq!(all("[map](../ARCHITECTURE.md#layers)"), ["../ARCHITECTURE.md"]);
        assert_eq!(
            all("`crates/rules/src/perft.rs`, `web/`"),
            ["crates/rules/src/perft.rs", "web/"]
        );
        assert_eq!(all("https://example.org/docs/README.md, docs/*.md, .md, a/b"), [""; 0]);
        assert_eq!(cited_in("crates/gone and docs/lab/GONE.md", true), ["docs/lab/GONE.md"]);
    }

    #[test]
    fn what_is_cited_must_exist() {
        let root = crate::root().expect("the project");
        let faults = |path: &str, text: &str| faults(root, Path::new(path), text);
        assert_eq!(
            faults("README.md", "one\n[two](docs/NOWHERE.md)"),
            ["README.md:2: there is no docs/NOWHERE.md"]
        );
        assert_eq!(faults("docs/API.md", "See [the map](../ARCHITECTURE.md)."), [""; 0]);
        assert_eq!(faults("crates/rules/src/lib.rs", "// RULES.md, README.md"), [""; 0]);
        assert_eq!(faults("crates/rules/src/lib.rs", "const A: &str = \"NOWHERE.md\";"), [""; 0]);
        assert_eq!(faults("crates/rules/src/lib.rs", "/// NOWHERE.md").len(), 1);
        assert_eq!(faults("README.md", "../../../etc/README.md").len(), 1);
    }
}
