//! The command line as people get it wrong: one clear message, the right exit code, nothing written.
#![cfg(test)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder of its own for a test, removed afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tengen-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Left behind at worst: the next run of the system cleans up.
        drop(std::fs::remove_dir_all(&self.0));
    }
}

fn gomoku() -> Command {
    Command::new(env!("CARGO_BIN_EXE_Gomoku"))
}

fn run(args: &[&str]) -> Output {
    gomoku().args(args).stdin(Stdio::null()).output().unwrap()
}

/// The program must fail with this code and one message that contains `hint`.
fn assert_refused(output: &Output, code: i32, hint: &str) {
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{message}");
    assert!(message.contains(hint), "{hint:?} is not in {message:?}");
    assert!(!message.contains("panicked"), "{message}");
    assert!(output.stdout.is_empty(), "{:?}", String::from_utf8_lossy(&output.stdout));
}

fn convert(input: &Path, output: &Path) -> Output {
    gomoku().arg("convert").arg(input).arg(output).stdin(Stdio::null()).output().unwrap()
}

#[test]
fn help_and_version_are_there() {
    let help = run(&["--help"]);
    assert!(help.status.success());
    let text = String::from_utf8(help.stdout).unwrap();
    for command in ["rules", "perft", "convert", "explain", "brain", "bench"] {
        assert!(text.contains(command), "{command} is not in the help");
    }
    let version = run(&["--version"]);
    assert!(String::from_utf8(version.stdout).unwrap().starts_with("Gomoku "));
}

#[test]
fn unknown_words_are_usage_errors() {
    assert_refused(&run(&["perfet"]), 2, "perft");
    assert_refused(&run(&["perft", "--rul", "renju"]), 2, "--rule");
    assert_refused(&run(&["perft", "--rule", "go", "--depth", "1"]), 2, "ninuki42");
    assert_refused(&run(&["explain", "--bot", "deepblue"]), 2, "scorer");
}

/// What `explain` prints about a position with these words.
fn explained(words: &[&str]) -> String {
    let output = run(&[&["explain"], words].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn explain_takes_depth_width_time_and_the_size_of_the_tree() {
    let moves = ["--moves", "h8 i9 h9 h7 g10 i8"];
    let of = |words: &[&str]| explained(&[&["--bot", "minimax"], &moves[..], words].concat());
    let json = |words: &[&str]| -> serde_json::Value {
        serde_json::from_str(&of(&[&["--json"], words].concat())).unwrap()
    };
    let deep = json(&["--depth", "6", "--width", "4", "--tree", "4x2"]);
    assert_eq!((&deep["depth"], deep["candidates"].as_array().unwrap().len()), (&6.into(), 4));
    assert_eq!(deep["detail"], serde_json::json!({ "depth": 4, "width": 2 }));
    assert!(deep["tree"].as_array().unwrap().len() <= 2);
    let usual = of(&["--time", "20"]);
    for part in ["\nwhy: ", "\ntree (", "\nval: ", "\nattack: ", "\ndefense: ", "\ndepth 5,"] {
        assert!(usual.contains(part), "{part:?} is missing in\n{usual}");
    }
    assert_refused(&run(&["explain", "--bot", "minimax", "--tree", "deep"]), 2, "3x3");
    assert_refused(&run(&["explain", "--bot", "minimax", "--depth", "0"]), 2, "1 or more");
}

#[test]
fn explain_prints_the_numbers_of_the_reports_under_their_names() {
    let folder = Folder::new("reports");
    // Seed 000, test case 3, as rows of the board.
    let mut rows = vec![vec!['.'; 15]; 15];
    for (row, column) in [(2, 3), (3, 3), (3, 5), (3, 6), (4, 4), (5, 2), (5, 3)] {
        rows[row][column] = 'X';
    }
    for (row, column) in [(4, 5), (5, 4), (6, 2), (6, 3)] {
        rows[row][column] = 'O';
    }
    let text: String = rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect();
    let board = folder.file("case3", text.as_bytes());
    let board = ["--board", board.to_str().unwrap()];
    let of = |words: &[&str]| explained(&[&board[..], words].concat());
    let black = of(&["--color", "black", "--bot", "scorer", "--at", "(3, 4)", "--at", "d11"]);
    assert!(black.contains("E12 is (3, 4)\nhang_c = 4\nlie_c = 2\n"), "{black}");
    assert!(black.contains("sum_score 15124") && black.contains("sum_score 3154"), "{black}");
    let white = of(&["--color", "white", "--bot", "scorer", "--at", "3,4", "--at", "[7, 2]"]);
    assert!(white.contains("sum_score 6107") && white.contains("sum_score 3038"), "{white}");
    let patterns = ["--color", "black", "--bot", "patterns-matrix", "--depth", "1"];
    let told = of(&[&patterns[..], &["--at", "e11", "--count", "-X-"]].concat());
    for part in ["array for -, |, / and \\", "adjacent(4, 4) for black", "countMatch(\"-X-\") = "] {
        assert!(told.contains(part), "{part:?} is missing in\n{told}");
    }
    let refused = run(&["explain", "--bot", "scorer", "--at", "z99"]);
    assert_refused(&refused, 2, "z99");
}

#[test]
fn botzone_plays_any_player_by_its_name() {
    assert_refused(&run(&["botzone", "--bot", "deepblue"]), 2, "fivetuple");
    let help = String::from_utf8(run(&["botzone", "--help"]).stdout).unwrap();
    assert!(help.contains("fivetuple") && help.contains("patterns-regex"), "{help}");
}

#[test]
fn impossible_sizes_are_refused() {
    for size in ["0", "4", "27", "4294967295", "18446744073709551615"] {
        let output = run(&["perft", "--size", size, "--depth", "1"]);
        assert_refused(&output, 2, "5x5 to 26x26");
    }
    assert_refused(&run(&["perft", "--size", "-1", "--depth", "1"]), 2, "-1");
}

#[test]
fn impossible_moves_are_refused_with_their_number() {
    let perft =
        |moves: &str, rule: &str| run(&["perft", "--rule", rule, "--moves", moves, "--depth", "1"]);
    assert_refused(&perft("h8 h8", "freestyle"), 2, "move 2 (h8): the point is occupied");
    assert_refused(&perft("h8 p1", "freestyle"), 2, "not on the 15x15 board");
    assert_refused(&perft("h8 8h", "freestyle"), 2, "move 2 (8h)");
    assert_refused(&perft("pass", "freestyle"), 2, "passing is not allowed");
    let won = "a1 a2 b1 b2 c1 c2 d1 d2 e1 e2";
    assert_refused(&perft(won, "freestyle"), 2, "move 10 (e2): the game is over");
    let double_three = "h8 a1 i8 a3 j9 a5 j10 a7 j8";
    assert_refused(&perft(double_three, "renju"), 2, "double-three");
}

#[test]
fn impossible_boards_are_refused() {
    let folder = Folder::new("boards");
    let perft = |name: &str, bytes: &[u8]| {
        let path = folder.file(name, bytes);
        gomoku().args(["perft", "--depth", "1", "--board"]).arg(path).output().unwrap()
    };
    assert_refused(&perft("empty", b""), 1, "board size 0");
    assert_refused(&perft("ragged", b".....\n....\n.....\n.....\n.....\n"), 1, "row 2");
    assert_refused(&perft("letters", b"...Z.\n.....\n.....\n.....\n.....\n"), 1, "'Z'");
    assert_refused(&perft("counts", b"XXX..\n.....\n.....\n.....\n.....\n"), 1, "--color");
    assert_refused(&perft("bytes", b"\xff\xfe\n"), 1, "no UTF-8");
    let missing = run(&["perft", "--depth", "1", "--board", "/nonexistent/board"]);
    assert_refused(&missing, 1, "cannot read");
}

#[test]
fn a_board_with_any_counts_is_accepted_when_the_mover_is_named() {
    let folder = Folder::new("color");
    let path = folder.file("board", b"XXX..\n.....\n.....\n.....\n.....\n");
    let output = gomoku()
        .args(["perft", "--depth", "1", "--color", "white", "--board"])
        .arg(path)
        .output()
        .unwrap();
    assert!(output.status.success());
    assert!(String::from_utf8(output.stdout).unwrap().contains("22"));
}

#[test]
fn a_damaged_collection_is_converted_as_far_as_it_goes_if_asked() {
    let folder = Folder::new("partial");
    let input = folder.file("games.pos", b"h8i9\nh8i99\ng7");
    let out = folder.0.join("out.pos");
    assert_refused(&convert(&input, &out), 1, "line 2, column 3");
    let output = gomoku().args(["convert", "--partial"]).arg(&input).arg(&out).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{message}");
    assert!(message.contains("of game 2 1 move is kept"), "{message}");
    assert_eq!(std::fs::read(&out).unwrap(), b"h8i9\nh8\ng7\n");
}

/// Four megabytes took 250 before, or 130 with a property at every move.
#[cfg(target_os = "linux")]
#[test]
fn a_large_game_is_converted_in_a_few_times_its_size() {
    let folder = Folder::new("large");
    for (name, moves) in [
        ("moves", b";B[hh];W[ii]".repeat(330_000)),
        ("properties", b";B[hh]XX[a];W[ii]XX[b]".repeat(180_000)),
    ] {
        let input =
            folder.file(&format!("{name}.sgf"), &[&b"(;GM[4]SZ[15]"[..], &moves, b")"].concat());
        let out = folder.0.join("out.sgf");
        let output = Command::new("sh")
            .args(["-c", "ulimit -v 120000; exec \"$0\" convert \"$1\" \"$2\""])
            .args([Path::new(env!("CARGO_BIN_EXE_Gomoku")), &input, &out])
            .output()
            .unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name}: {message}");
        assert!(std::fs::metadata(&out).unwrap().len() > moves.len() as u64, "{name}");
    }
}

#[test]
fn damaged_records_leave_no_file_behind() {
    let folder = Folder::new("damaged");
    let noise: Vec<u8> =
        (0..300_000_u32).map(|i| (i.wrapping_mul(2654435761) >> 13) as u8).collect();
    for (name, bytes) in [
        ("empty.psq", &b""[..]),
        ("empty.sgf", b""),
        ("empty.json", b""),
        ("noise.lib", &noise),
        ("noise.sgf", &noise),
        ("noise.psq", &noise),
        ("cut.sgf", b"(;GM[4]SZ[15];B[hh"),
        ("off.pos", b"h8i99"),
    ] {
        let out = folder.0.join("out.json");
        let output = convert(&folder.file(name, bytes), &out);
        assert_eq!(output.status.code(), Some(1), "{name}");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(message.starts_with("Gomoku: cannot read"), "{name}: {message}");
        assert!(!message.contains("panicked"), "{name}: {message}");
        assert!(!out.exists(), "{name} was half converted");
    }
}

#[test]
fn an_unknown_format_is_a_usage_error() {
    let folder = Folder::new("formats");
    let input = folder.file("game.pos", b"h8i9");
    let output = convert(&input, &folder.0.join("game.docx"));
    assert_refused(&output, 2, "--to");
    let output = run(&["convert", "--to", "docx", input.to_str().unwrap(), "-"]);
    assert_refused(&output, 2, "the formats are psq, sgf");
}

#[test]
fn records_go_around_through_every_format_that_holds_them() {
    let folder = Folder::new("around");
    let moves = b"h8i9g9h10j8";
    let first = folder.file("0.pos", moves);
    let mut last = first;
    for (i, name) in ["a.sgf", "b.lib", "c.psq", "d.json", "e.offset", "f.pos"].iter().enumerate() {
        let next = folder.0.join(format!("{i}{name}"));
        let output = convert(&last, &next);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{name}: {message}");
        last = next;
    }
    assert_eq!(std::fs::read(last).unwrap().trim_ascii_end(), moves);
}

#[test]
fn a_chess_log_becomes_a_board() {
    let folder = Folder::new("board");
    let log = folder.file("chess_log.txt", b"7,7,-1\n8,8,1\n7,8,-1");
    let output = gomoku().args(["convert", "--to", "board"]).arg(log).arg("-").output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows.len(), 15);
    assert_eq!(rows[7], ".......XX......");
    assert_eq!(rows[8], "........O......");
}

#[cfg(unix)]
#[test]
fn names_that_are_no_text_are_files_like_others() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new("names");
    let name = std::ffi::OsStr::from_bytes(b"g\xff.pos");
    let input = folder.0.join(name);
    std::fs::write(&input, b"h8i9").unwrap();
    let output = folder.0.join("out.sgf");
    assert!(convert(&input, &output).status.success());
    assert!(output.exists());
}

#[test]
fn the_judge_survives_a_closed_pipe() {
    let mut child = gomoku()
        .arg("rules")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    for _ in 0..100 {
        // The program may be gone already; that is what this is about.
        if stdin.write_all(b"{\"r\":\"freestyle\",\"n\":15,\"m\":\"\"}\n").is_err() {
            break;
        }
    }
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
}

/// What a command prints if all is well.
fn printed(args: &[&str]) -> String {
    let output = run(args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_shared_game_comes_back_from_its_link() {
    let folder = Folder::new("share");
    let sgf = b"(;FF[4]GM[4]SZ[15]RU[renju]PB[Ana]C[go];B[hh];W[ig]C[usual](;B[jj];W[kk])(;B[gg]))";
    let input = folder.file("game.sgf", sgf);
    let site = ["--site", "https://page.example/"];
    let link = printed(&[&["share", input.to_str().unwrap()], &site[..]].concat());
    let link = link.trim_end();
    assert!(link.starts_with("https://page.example/#g=1"), "{link}");
    let json = |from: &str| {
        let out = folder.0.join("out.json");
        let done = gomoku().args(["convert", "--lossless", from]).arg(&out).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        std::fs::read_to_string(out).unwrap()
    };
    assert_eq!(json(link), json(input.to_str().unwrap()));
    // Through a file of its own it is the same, and a bare fragment is a link too.
    let file = folder.0.join("game.link");
    assert!(convert(&input, &file).status.success());
    assert_eq!(json(file.to_str().unwrap()), json(link));
    assert_eq!(json(link.trim_start_matches("https://page.example/")), json(link));
    let moves = printed(&[&["share", "--moves", "h8 i9", "--rule", "renju"], &site[..]].concat());
    assert!(json(moves.trim_end()).contains("\"moves\":[\"H8\",\"I9\"]"), "{moves}");
}

#[test]
fn a_wrong_link_is_one_sentence() {
    let link = printed(&["share", "--moves", "h8 i9 g7"]);
    let link = link.trim_end();
    let out = ["--to", "sgf", "-"];
    let read = |link: &str| run(&[&["convert", link], &out[..]].concat());
    assert!(read(link).status.success());
    let cut = &link.as_bytes()[..link.len() - 2];
    assert_refused(&read(std::str::from_utf8(cut).unwrap()), 1, "cut off or changed");
    assert_refused(&read(&link.replace("#g=1", "#g=7")), 1, "version '7'");
    assert_refused(&read("https://page.example/#g="), 1, "no link to a game");
    assert_refused(&run(&["share", "--moves", "h8 h8"]), 2, "move 2 (h8)");
    assert_refused(&run(&["share"]), 2, "FILE");
    let folder = Folder::new("several");
    let games = folder.file("games.pos", b"h8i9\ng7g8\n");
    let games = games.to_str().unwrap();
    assert_refused(&run(&["share", games]), 2, "--game says which");
    assert_refused(&run(&["share", games, "--game", "3"]), 2, "has no game 3 of 2");
    assert_eq!(
        printed(&["share", games, "--game", "2"]),
        printed(&["share", games, "--game", "2"])
    );
}
