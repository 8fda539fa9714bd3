//! Small workspaces with something planted in them.

use std::path::PathBuf;

use tempfile::TempDir;

use super::*;

const SMALL: Table<'static> = Table {
    crates: &[
        Row { name: "rules", uses: &[], touches: &[] },
        Row { name: "board", uses: &["rules"], touches: &[] },
        Row { name: "server", uses: &["rules", "board"], touches: &[Touch::Clock] },
        Row { name: "testkit", uses: &[], touches: &[] },
    ],
    edges: &[("tokio", &["server"])],
};

/// The crates of [`SMALL`] as they should be: the lines of each manifest after its name.
const AS_THEY_SHOULD_BE: [(&str, &str); 4] = [
    (
        "rules",
        "[dev-dependencies]\ntengen-testkit = { path = \"../testkit\" }\n\
         tengen-rules = { path = \".\" }\ntokio = \"1\"",
    ),
    ("board", "[dependencies]\ntengen-rules = { path = \"../rules\" }\nserde = \"1\""),
    (
        "server",
        "[dependencies]\ntengen-rules = { path = \"../rules\" }\n\
         tengen-board = { path = \"../board\" }\ntokio = \"1\"",
    ),
    ("testkit", ""),
];

/// A workspace on disk. Its dependencies are only declared, so nothing is fetched.
struct Workspace {
    folder: TempDir,
}

impl Workspace {
    fn new() -> Self {
        let workspace = Self { folder: TempDir::new().expect("a folder") };
        workspace.write("Cargo.toml", "[workspace]\nresolver = \"3\"\nmembers = [\"crates/*\"]\n");
        for (name, manifest) in AS_THEY_SHOULD_BE {
            workspace.set(name, manifest);
        }
        workspace
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    /// Writes a crate.
    fn set(&self, name: &str, manifest: &str) {
        let head = format!("[package]\nname = \"{PREFIX}{name}\"\nedition = \"2024\"\n");
        self.write(&format!("crates/{name}/Cargo.toml"), &format!("{head}{manifest}\n"));
        self.write(&format!("crates/{name}/src/lib.rs"), "");
    }

    fn faults(&self) -> Vec<String> {
        SMALL.faults(&packages(self.folder.path()).expect("cargo knows the workspace"))
    }
}

#[test]
fn a_workspace_as_the_table_says_has_no_faults() {
    assert_eq!(Workspace::new().faults(), Vec::<String>::new());
}

#[test]
fn a_planted_arrow_is_found() {
    let workspace = Workspace::new();
    workspace.set(
        "board",
        "[dependencies]\ntengen-rules = { path = \"../rules\" }\n\
         [target.'cfg(windows)'.dependencies]\ntengen-server = { path = \"../server\" }",
    );
    assert_eq!(workspace.faults(), ["board may not use server"]);
}

#[test]
fn an_arrow_of_a_build_script_counts() {
    let workspace = Workspace::new();
    workspace.set("testkit", "[build-dependencies]\ntengen-rules = { path = \"../rules\" }");
    assert_eq!(workspace.faults(), ["testkit may not use rules"]);
}

#[test]
fn the_test_kit_is_for_tests_and_tests_add_nothing_else() {
    let workspace = Workspace::new();
    workspace.set("rules", "[dependencies]\ntengen-testkit = { path = \"../testkit\" }");
    assert_eq!(workspace.faults(), ["rules may not use testkit"]);
    workspace.set("rules", "[dev-dependencies]\ntengen-board = { path = \"../board\" }");
    assert_eq!(workspace.faults(), ["rules may not use board"]);
}

#[test]
fn an_arrow_that_nobody_uses_is_found() {
    let workspace = Workspace::new();
    workspace.set("board", "[dev-dependencies]\ntengen-rules = { path = \"../rules\" }");
    assert_eq!(workspace.faults(), ["board may use rules but does not"]);
}

#[test]
fn crates_are_in_the_table_and_in_the_workspace() {
    let workspace = Workspace::new();
    workspace.set("novelty", "");
    assert_eq!(workspace.faults(), ["novelty is not in the table"]);
    fs::remove_dir_all(workspace.path("crates/novelty")).expect("it was there");
    fs::remove_dir_all(workspace.path("crates/testkit")).expect("it was there");
    workspace.set("rules", "");
    assert_eq!(workspace.faults(), ["testkit is in the table but not in the workspace"]);
}

#[test]
fn what_belongs_to_the_edges_stays_there() {
    let workspace = Workspace::new();
    workspace.set("board", "[dependencies]\ntengen-rules = { path = \"../rules\" }\ntokio = \"1\"");
    assert_eq!(workspace.faults(), ["board may not use tokio"]);
    workspace.set("board", AS_THEY_SHOULD_BE[1].1);
    workspace.set(
        "server",
        "[dependencies]\ntengen-rules = { path = \"../rules\" }\n\
         tengen-board = { path = \"../board\" }",
    );
    assert_eq!(workspace.faults(), ["server may use tokio but does not"]);
}

#[test]
fn a_table_with_an_arrow_downwards_is_no_table() {
    let rows = [
        Row { name: "rules", uses: &["board"], touches: &[] },
        Row { name: "board", uses: &[], touches: &[] },
    ];
    let table = Table { crates: &rows, edges: &[] };
    assert_eq!(table.own_faults(), ["in the table board does not stand above rules"]);
    assert_eq!(TABLE.own_faults(), Vec::<String>::new());
}

#[test]
fn what_sources_touch_is_found_outside_of_tests() {
    let workspace = Workspace::new();
    let board = workspace.path("crates/board");
    let touches = |text: &str| {
        workspace.write("crates/board/src/lib.rs", text);
        let touched = touched(&board).expect("the sources are read");
        touched.into_keys().map(Touch::name).collect::<Vec<_>>()
    };
    assert_eq!(touches("use std::fs;\nfn f() { println!() }"), ["files", "console"]);
    assert_eq!(touches("fn now() { std::time::Instant::now(); }"), ["clock"]);
    assert_eq!(touches("// std::fs\nconst NAME: &str = \"std::net\";"), [""; 0]);
    assert_eq!(touches("#[cfg(test)]\nmod tests {\n    use std::fs;\n}"), [""; 0]);
    assert_eq!(touches("fn blueprint() { blueprint!() }"), [""; 0]);
}

#[test]
fn touching_too_much_or_too_little_is_a_fault() {
    let row = Row { name: "engine", uses: &[], touches: &[Touch::Clock] };
    let touched = BTreeMap::from([(Touch::Files, "src/lib.rs:7".to_owned())]);
    assert_eq!(
        touch_faults(&row, &touched),
        ["engine may not touch files (src/lib.rs:7)", "engine may touch clock but does not"]
    );
}

#[test]
fn the_map_in_a_document_is_the_table() {
    let map = TABLE.markdown();
    assert!(map.contains("\n| `nnue` | `rules`, `board` |  |\n"));
    let document = format!("# Map\n\n{BEGIN}{map}{END}\n\nMore.\n");
    assert_eq!(document_faults(&document), None);
    let older = document.replace("| `nnue` |", "| `network` |");
    assert!(document_faults(&older).is_some_and(|fault| fault.contains("--write")));
    assert!(document_faults("# Map\n").is_some_and(|fault| fault.contains("has no map")));
}
