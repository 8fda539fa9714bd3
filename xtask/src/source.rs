//! Rust source as far as the checks need it: which characters are code, and what belongs to tests.
//!
//! No parser. Comments, strings and character literals are told from code, and the rest is counting
//! braces; that is enough for formatted code, and it builds in a second.
#![expect(clippy::string_slice, reason = "the places come from searches in the same text")]

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

/// A source text with everything blanked that is not of a kind; line breaks stay, so line numbers
/// do too.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// Code, with comments and the contents of literals blanked.
    pub(crate) code: String,
    /// Comments, with everything else blanked.
    pub(crate) comments: String,
}

/// What a character of the source belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Code,
    Comment,
    Literal,
}

impl Source {
    /// Takes a source text apart.
    pub(crate) fn of(text: &str) -> Self {
        let mut source = Self { code: String::new(), comments: String::new() };
        let chars: Vec<char> = text.chars().collect();
        let mut at = 0;
        while at < chars.len() {
            let (part, end) = part_at(&chars, at);
            for &c in &chars[at..end] {
                let keep = |wanted| if c == '\n' || part == wanted { c } else { ' ' };
                source.code.push(keep(Part::Code));
                source.comments.push(keep(Part::Comment));
            }
            at = end;
        }
        source
    }

    /// The code without modules that are only compiled for tests.
    pub(crate) fn without_tests(&self) -> String {
        let mut code = self.code.clone();
        while let Some(start) = code.find("#[cfg(test)]") {
            let item = start + "#[cfg(test)]".len();
            let end = item_end(&code, item);
            let blank: String =
                code[start..end].chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
            code.replace_range(start..end, &blank);
        }
        code
    }

    /// The modules in files of their own that are only compiled for tests.
    pub(crate) fn test_modules(&self) -> Vec<String> {
        let attributes = self.code.match_indices("#[cfg(test)]");
        attributes
            .filter_map(|(at, attribute)| {
                let rest = self.code[at + attribute.len()..].trim_start();
                let rest = rest.strip_prefix("pub(crate) ").unwrap_or(rest);
                let name = rest.strip_prefix("mod ")?.split(';').next()?;
                let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
                is_name.then(|| name.to_owned())
            })
            .collect()
    }
}

/// What begins at `at`, and where it ends.
fn part_at(chars: &[char], at: usize) -> (Part, usize) {
    let next = |offset: usize| chars.get(at + offset).copied();
    match (chars[at], next(1)) {
        ('/', Some('/')) => {
            let length = chars[at..].iter().position(|&c| c == '\n');
            (Part::Comment, length.map_or(chars.len(), |length| at + length))
        }
        ('/', Some('*')) => (Part::Comment, block_comment_end(chars, at)),
        ('"', _) => (Part::Literal, string_end(chars, at + 1)),
        ('r', Some('"' | '#')) if !is_in_word(chars, at) => {
            raw_string_end(chars, at + 1).map_or((Part::Code, at + 1), |end| (Part::Literal, end))
        }
        ('\'', _) => char_end(chars, at).map_or((Part::Code, at + 1), |end| (Part::Literal, end)),
        _ => (Part::Code, at + 1),
    }
}

/// Whether a word goes on at `at`, so that no literal begins with the letter there. `br"…"` does
/// not count: its `b` is a word of its own.
fn is_in_word(chars: &[char], at: usize) -> bool {
    let before = |steps: usize| at.checked_sub(steps).map(|i| chars[i]);
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    match before(1) {
        Some('b' | 'c') => is_word(before(2)),
        one => is_word(one),
    }
}

fn block_comment_end(chars: &[char], start: usize) -> usize {
    let mut depth = 0;
    let mut at = start;
    while at + 1 < chars.len() {
        match (chars[at], chars[at + 1]) {
            ('/', '*') => (depth, at) = (depth + 1, at + 2),
            ('*', '/') => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    chars.len()
}

fn string_end(chars: &[char], mut at: usize) -> usize {
    while at < chars.len() {
        match chars[at] {
            '\\' => at += 2,
            '"' => return at + 1,
            _ => at += 1,
        }
    }
    chars.len()
}

/// The end of a raw string whose hashes or quote begin at `at`; `r#name` is none.
fn raw_string_end(chars: &[char], at: usize) -> Option<usize> {
    let n_hashes = chars[at..].iter().take_while(|&&c| c == '#').count();
    if chars.get(at + n_hashes) != Some(&'"') {
        return None;
    }
    let closes = |end: usize| {
        chars[end] == '"' && chars[end + 1..].iter().take_while(|&&c| c == '#').count() >= n_hashes
    };
    let body = at + n_hashes + 1;
    Some((body..chars.len()).find(|&end| closes(end)).map_or(chars.len(), |end| end + 1 + n_hashes))
}

/// The end of a character literal at `at`; a lifetime is none.
fn char_end(chars: &[char], at: usize) -> Option<usize> {
    if chars.get(at + 1) == Some(&'\\') {
        let close = chars.get(at + 3..)?.iter().position(|&c| c == '\'')?;
        return Some(at + 3 + close + 1);
    }
    (chars.get(at + 2) == Some(&'\'')).then_some(at + 3)
}

/// The end of the item that begins at `at` in code: its last brace, or its semicolon if that comes
/// first. Brackets are skipped: the semicolon of `[u8; 4]` ends nothing.
fn item_end(code: &str, at: usize) -> usize {
    let mut depth = 0;
    for (offset, c) in code[at..].char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            '{' if depth == 0 => return block_end(code, at + offset),
            ';' if depth == 0 => return at + offset + 1,
            _ => {}
        }
    }
    code.len()
}

/// The end of the block whose brace is at `open` in code.
fn block_end(code: &str, open: usize) -> usize {
    let mut depth = 0;
    for (offset, c) in code[open..].char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return open + offset + 1;
        }
    }
    code.len()
}

/// A function with a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Function {
    pub(crate) name: String,
    /// The line it begins in, from one.
    pub(crate) line: usize,
    /// Lines with code, from the name to the last brace.
    pub(crate) n_lines: usize,
}

/// The functions in code, also those within others.
pub(crate) fn functions(code: &str) -> Vec<Function> {
    let mut functions = Vec::new();
    for (at, keyword) in code.match_indices("fn ") {
        let is_word = !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let name: String = code[at + keyword.len()..]
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect();
        let end = item_end(code, at);
        if is_word && !name.is_empty() && code[..end].ends_with('}') {
            let line = code[..at].matches('\n').count() + 1;
            functions.push(Function { name, line, n_lines: n_lines(&code[at..end]) });
        }
    }
    functions
}

/// The number of lines with something in them.
pub(crate) fn n_lines(text: &str) -> usize {
    text.lines().filter(|line| !line.trim().is_empty()).count()
}

/// A Rust file of the product.
#[derive(Clone, Debug)]
pub(crate) struct File {
    pub(crate) path: PathBuf,
    pub(crate) source: Source,
}

/// The Rust files of a crate with what they say.
pub(crate) fn rust_files(folder: &Path) -> Result<Vec<(PathBuf, String)>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") {
                let text = fs::read_to_string(&path)?;
                files.push((path, text));
            }
        }
    }
    files.sort_unstable();
    Ok(files)
}

/// Takes the files apart and leaves out those that are only compiled for tests, examples and
/// benches.
pub(crate) fn product_files(files: Vec<(PathBuf, String)>) -> Vec<File> {
    let files: Vec<File> = files
        .into_iter()
        .filter(|(path, _)| path.extension().is_some_and(|it| it == "rs"))
        .map(|(path, text)| File { path, source: Source::of(&text) })
        .collect();
    let mut tests: Vec<PathBuf> = Vec::new();
    for file in &files {
        let folder = module_folder(&file.path);
        tests.extend(file.source.test_modules().iter().map(|name| folder.join(name)));
    }
    let is_of_tests = |path: &Path| {
        let outside = ["tests", "benches", "examples", "fuzz", "fuzz_targets"];
        path.components().any(|part| outside.iter().any(|name| part.as_os_str() == *name))
            || tests.iter().any(|test| path.starts_with(test) || path == test.with_extension("rs"))
    };
    files.into_iter().filter(|file| !is_of_tests(&file.path)).collect()
}

/// Where the modules of a file lie.
fn module_folder(path: &Path) -> PathBuf {
    let is_root = ["lib.rs", "main.rs", "mod.rs"].iter().any(|name| path.ends_with(name));
    if is_root { path.parent().unwrap_or(path).to_owned() } else { path.with_extension("") }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of the code. Blanks are as long as what they stand for.
    fn code_of(text: &str) -> String {
        let code = Source::of(text).code;
        assert_eq!(code.chars().count(), text.chars().count());
        code.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn comments_and_literals_are_no_code() {
        assert_eq!(code_of("a // {\nb"), "a b");
        assert_eq!(code_of("a /* { /* } */ { */ b"), "a b");
        assert_eq!(code_of(r#"f("{ \" {", b)"#), "f( , b)");
        assert_eq!(code_of("f(r#\"{ \" {\"#, b)"), "f( , b)");
        assert_eq!(code_of("r#type + br\"{\""), "r#type + b");
        assert_eq!(code_of(r"['{', '\'', '\u{7b}', b]"), "[ , , , b]");
        assert_eq!(code_of("fn f<'a>(x: &'a str) {}"), "fn f<'a>(x: &'a str) {}");
        assert_eq!(Source::of("a // b\nc /* d */").comments, "  // b\n  /* d */");
        for broken in ["\"", "r#\"", "/*", "'\\", "'", "\"\\"] {
            code_of(broken);
        }
    }

    #[test]
    fn test_modules_are_left_out() {
        let text = "fn a() {}\n#[cfg(test)]\nmod tests {\n    fn b() { c() }\n}\nfn d() {}\n\
                    #[cfg(test)]\nmod outside;\n";
        let source = Source::of(text);
        assert_eq!(source.test_modules(), ["outside"]);
        let names = |code: &str| -> Vec<String> {
            functions(code).into_iter().map(|function| function.name).collect()
        };
        assert_eq!(names(&source.code), ["a", "b", "d"]);
        assert_eq!(names(&source.without_tests()), ["a", "d"]);
        assert_eq!(source.without_tests().lines().count(), text.lines().count());
    }

    #[test]
    fn functions_have_their_lines_of_code() {
        let text = "trait T {\n    fn declared(&self);\n}\nfn long(x: [u8; 2]) {\n    // why\n\n    a();\n}\n";
        let expected = Function { name: "long".to_owned(), line: 4, n_lines: 3 };
        assert_eq!(functions(&Source::of(text).code), [expected]);
    }

    #[test]
    fn files_of_tests_are_no_product() {
        let file = |path: &str, text: &str| (PathBuf::from(path), text.to_owned());
        let product = product_files(vec![
            file("crates/a/src/lib.rs", "mod b;\n#[cfg(test)]\nmod check;\n"),
            file("crates/a/src/b.rs", "#[cfg(test)]\nmod tests;\n"),
            file("crates/a/src/b/tests.rs", ""),
            file("crates/a/src/b/tests/more.rs", ""),
            file("crates/a/src/check.rs", ""),
            file("crates/a/tests/main.rs", ""),
            file("crates/a/README.md", ""),
        ]);
        let paths: Vec<&Path> = product.iter().map(|file| file.path.as_path()).collect();
        assert_eq!(paths, [Path::new("crates/a/src/lib.rs"), Path::new("crates/a/src/b.rs")]);
    }
}
