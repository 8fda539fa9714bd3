//! What a reader should not stumble over.
//!
//! Some things must not be, and fail: a Rust file that nobody can hold in the head, a document that
//! is cited and does not exist, the path of somebody's machine, a lock file that fetches from
//! somewhere else, and notes to oneself. Others are worth a look and only reported: long functions,
//! and names of public types that live in several crates.

mod cited;
mod leftovers;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::process::output;
use crate::source::{File, functions, n_lines, product_files};

/// The most lines of code in a file: comments, empty lines and tests do not count.
const MOST_LINES_OF_FILE: usize = 600;
/// From here on a function is reported.
const LONG_FUNCTION: usize = 60;

/// Fails for what must not be and prints what is worth a look.
pub(crate) fn check(root: &Path) -> Result<()> {
    let files = files(root)?;
    let mut faults = Vec::new();
    for (path, text) in &files {
        faults.extend(cited::faults(root, path, text));
        faults.extend(leftovers::faults(path, text));
    }
    let product = product_files(files);
    faults.extend(product.iter().filter_map(file_fault));

    let functions = long_functions(&product);
    println!("functions over {LONG_FUNCTION} lines: {}", functions.len());
    for line in functions {
        println!("  {line}");
    }
    let names = shared_names(&product);
    println!("names of public types in several crates: {}", names.len());
    for line in names {
        println!("  {line}");
    }

    if !faults.is_empty() {
        bail!("{} things must not be\n  {}", faults.len(), faults.join("\n  "));
    }
    println!("tidy: nothing that must not be");
    Ok(())
}

/// The text files of the project, relative to its folder: what git has, or would have.
fn files(root: &Path) -> Result<Vec<(PathBuf, String)>> {
    let mut command = Command::new("git");
    command.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    let names = output(command.current_dir(root))?;
    let mut files = Vec::new();
    for name in names.split_terminator('\0') {
        let path = root.join(name);
        // A file that was just removed, or a link to one that is listed itself.
        if !path.is_file() || path.is_symlink() {
            continue;
        }
        if let Ok(text) = String::from_utf8(fs::read(path)?) {
            files.push((PathBuf::from(name), text));
        }
    }
    Ok(files)
}

fn file_fault(file: &File) -> Option<String> {
    let found = n_lines(&file.source.without_tests());
    (found > MOST_LINES_OF_FILE).then(|| {
        let path = file.path.display();
        format!("{path} has {found} lines of code; {MOST_LINES_OF_FILE} are the most")
    })
}

/// The long functions, the longest first.
fn long_functions(files: &[File]) -> Vec<String> {
    let mut long = Vec::new();
    for file in files {
        for function in functions(&file.source.without_tests()) {
            if function.n_lines > LONG_FUNCTION {
                let place = format!("{}:{}", file.path.display(), function.line);
                long.push((function.n_lines, place, function.name));
            }
        }
    }
    long.sort_unstable_by(|a, b| b.cmp(a));
    long.into_iter().map(|(n, place, name)| format!("{n:>4} {name} ({place})")).collect()
}

/// The names of public types that live in several crates, with the crates.
fn shared_names(files: &[File]) -> Vec<String> {
    let mut crates_of: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in files {
        let mut parts = file.path.components().map(|part| part.as_os_str().to_string_lossy());
        let Some(name) = parts.nth(1).filter(|_| file.path.starts_with("crates")) else { continue };
        for public in public_types(&file.source.without_tests()) {
            crates_of.entry(public).or_default().insert(name.to_string());
        }
    }
    crates_of
        .into_iter()
        .filter(|(_, crates)| crates.len() > 1)
        .map(|(name, crates)| format!("{name}: {}", Vec::from_iter(crates).join(", ")))
        .collect()
}

fn public_types(code: &str) -> Vec<String> {
    let kinds = ["pub struct ", "pub enum ", "pub trait ", "pub type ", "pub union "];
    code.lines()
        .filter_map(|line| {
            let rest = kinds.iter().find_map(|kind| line.trim_start().strip_prefix(kind))?;
            Some(rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn product(files: &[(&str, &str)]) -> Vec<File> {
        product_files(files.iter().map(|(path, text)| (path.into(), (*text).to_owned())).collect())
    }

    #[test]
    fn a_file_is_as_long_as_its_code() {
        let code = "a();\n".repeat(MOST_LINES_OF_FILE);
        let rest = "// why\n\n#[cfg(test)]\nmod tests {\n    fn test() {}\n}\n";
        let fault =
            |text: String| product(&[("crates/a/src/lib.rs", &text)]).iter().find_map(file_fault);
        assert_eq!(fault(format!("{code}{rest}")), None);
        assert_eq!(
            fault(format!("{code}b();\n")).as_deref(),
            Some("crates/a/src/lib.rs has 601 lines of code; 600 are the most")
        );
    }

    #[test]
    fn long_functions_are_named_with_their_place() {
        let body = "    a();\n".repeat(LONG_FUNCTION - 2);
        let text = format!("fn short() {{\n{body}}}\n\nfn long() {{\n{body}    b();\n}}\n");
        let files = product(&[("crates/a/src/lib.rs", &text)]);
        let expected = format!("  61 long (crates/a/src/lib.rs:{})", LONG_FUNCTION + 2);
        assert_eq!(long_functions(&files), [expected]);
    }

    #[test]
    fn names_in_several_crates_are_found() {
        let files = product(&[
            ("crates/a/src/lib.rs", "pub struct Table<T>(T);\npub enum Only {}\n"),
            ("crates/b/src/lib.rs", "pub(crate) struct Only;\n    pub trait Table {}\n"),
            ("crates/b/src/c.rs", "pub type Table = u8;\n"),
        ]);
        assert_eq!(shared_names(&files), ["Table: a, b"]);
    }
}
