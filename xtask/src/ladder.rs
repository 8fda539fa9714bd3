//! The measured ladder: what is kept in the repository of the matches between its rungs.
//!
//! `Gomoku match -o FOLDER/NAME` leaves a folder for each match. Of that, this keeps what the page
//! `docs/players/ladder.md` is made of and what a person needs to play the match again; the hash ties
//! it to the games, which are too many to keep.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

const KEPT: &str = "data/ladder/matches.json";

/// A match of fewer pairs says nothing.
const LEAST_PAIRS: usize = 5;

/// Writes what is to be kept of the matches in a folder. A match that was stopped counts as far as its
/// pairs were played.
pub(crate) fn keep(root: &Path, folder: &Path) -> Result<()> {
    let mut folders: Vec<PathBuf> = fs::read_dir(folder)
        .with_context(|| format!("cannot read {}", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.join("results.jsonl").is_file())
        .collect();
    folders.sort();
    ensure!(!folders.is_empty(), "{} holds no match", folder.display());
    let matches: Vec<Option<Value>> =
        folders.iter().map(|path| kept(path)).collect::<Result<_>>()?;
    for (path, _) in folders.iter().zip(&matches).filter(|(_, kept)| kept.is_none()) {
        println!("{}: fewer than {LEAST_PAIRS} pairs, left out", path.display());
    }
    let matches: Vec<Value> = matches.into_iter().flatten().collect();
    let text = serde_json::to_string_pretty(&matches)? + "\n";
    let path = root.join(KEPT);
    fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    println!("{KEPT}: {} matches", matches.len());
    Ok(())
}

/// What is kept of the match in a folder, unless it is too short.
fn kept(folder: &Path) -> Result<Option<Value>> {
    let read = |name: &str| -> Result<String> {
        let path = folder.join(name);
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let config: Value = serde_json::from_str(&read("match.json")?)?;
    let results = read("results.jsonl")?;
    let games: Vec<Value> = results.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let (n_pairs, score) = score_of(&games, &config["names"][0])?;
    if n_pairs < LEAST_PAIRS {
        return Ok(None);
    }
    let openings = config["openings"]["file"].as_str().unwrap_or_default();
    let openings = Path::new(openings).file_name().unwrap_or_default().to_string_lossy();
    Ok(Some(json!({
        "upper": player(&config, 0),
        "lower": player(&config, 1),
        "score": score,
        "rule": config["rule"],
        "size": config["size"],
        "pairs": n_pairs,
        "seed": config["seed"],
        "openings": openings,
        "openings_digest": config["openings_digest"],
        "results_sha256": crate::weights::hash(results.as_bytes()),
    })))
}

/// The number of complete pairs, and what the player of this name scored in them.
fn score_of(games: &[Value], name: &Value) -> Result<(usize, Value)> {
    let is_complete = |pair: &Value| games.iter().filter(|game| game["pair"] == *pair).count() == 2;
    let (mut wins, mut draws, mut losses) = (0_u32, 0_u32, 0_u32);
    for game in games.iter().filter(|game| is_complete(&game["pair"])) {
        let won = match game["result"].as_str() {
            Some("black_win") => Some(&game["black_name"]),
            Some("white_win") => Some(&game["white_name"]),
            Some("draw") => None,
            other => bail!("a game has the result {other:?}"),
        };
        ensure!(
            game["reason"] != "timeout" && game["reason"] != "crash",
            "a game was not lost on the board: {}",
            game["reason"]
        );
        match won {
            None => draws += 1,
            Some(winner) if winner == name => wins += 1,
            Some(_) => losses += 1,
        }
    }
    let n_pairs = (wins + draws + losses) as usize / 2;
    Ok((n_pairs, json!({ "wins": wins, "draws": draws, "losses": losses })))
}

/// A player of a match: who, and what limited it.
fn player(config: &Value, index: usize) -> Value {
    let settings = &config["players"][index];
    json!({
        "bot": settings["source"]["in_process"],
        "depth": settings["depth"],
        "nodes": settings["nodes"],
        "width": settings["width"],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_is_kept_without_paths_and_by_its_complete_pairs() {
        let folder = tempfile::tempdir().unwrap();
        let root = tempfile::tempdir().unwrap();
        fs::create_dir_all(root.path().join("data/ladder")).unwrap();
        let bot = |name: &str| json!({ "source": { "in_process": name }, "nodes": 7 });
        let config = json!({
            "players": [bot("scorer"), bot("novice")], "names": ["scorer", "novice"],
            "rule": "freestyle", "size": 15, "pairs": 9, "seed": 1,
            "openings": { "file": "/some/where/even.txt" }, "openings_digest": "ab",
        });
        // Five pairs that Black always wins, and half a pair.
        let game = |n: usize| {
            let (black, white) =
                if n.is_multiple_of(2) { ("scorer", "novice") } else { ("novice", "scorer") };
            let game = json!({
                "pair": n / 2, "black_name": black, "white_name": white, "result": "black_win",
                "reason": "five",
            });
            game.to_string() + "\n"
        };
        let make = |name: &str, n_games: usize| {
            let place = folder.path().join(name);
            fs::create_dir(&place).unwrap();
            fs::write(place.join("match.json"), config.to_string()).unwrap();
            fs::write(place.join("results.jsonl"), (0..n_games).map(game).collect::<String>())
                .unwrap();
        };
        make("01-scorer", 11);
        make("02-short", 3);
        keep(root.path(), folder.path()).unwrap();
        let text = fs::read_to_string(root.path().join(KEPT)).unwrap();
        assert!(text.contains("\"even.txt\"") && !text.contains("/some/where"), "{text}");
        let kept: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(kept.as_array().unwrap().len(), 1);
        assert_eq!(kept[0]["score"], json!({ "wins": 5, "draws": 0, "losses": 5 }));
        assert_eq!((&kept[0]["upper"]["bot"], &kept[0]["pairs"]), (&json!("scorer"), &json!(5)));
    }
}
