//! The built-in weights: files of numbers that no review can read, so each has a recipe beside it
//! that says how it was made, and a hash that ties the two together.
//!
//! A recipe is a text file with the name of the weights: lines `key: value`, an empty line, and
//! what a person needs to make such a file again.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};

const FOLDER: &str = "crates/engine/weights";

/// A file of weights with its recipe.
#[derive(Debug)]
struct Weights {
    name: String,
    bytes: Vec<u8>,
    recipe: String,
    recipe_path: PathBuf,
}

/// Prints the files with their sizes, hashes and recipes.
pub(crate) fn show(root: &Path) -> Result<()> {
    for weights in all(&root.join(FOLDER))? {
        let Weights { name, bytes, recipe, .. } = &weights;
        println!("{name}.bin  {} bytes  sha256 {}", bytes.len(), hash(bytes));
        for line in recipe.lines() {
            println!("    {line}");
        }
    }
    Ok(())
}

/// Fails if a file is not the one its recipe speaks of.
pub(crate) fn check(root: &Path) -> Result<()> {
    let all = all(&root.join(FOLDER))?;
    let faults: Vec<String> = all.iter().flat_map(Weights::faults).collect();
    if !faults.is_empty() {
        bail!("the weights are not those of their recipes\n  {}", faults.join("\n  "));
    }
    println!("weights: {} files, as their recipes say", all.len());
    Ok(())
}

/// Writes sizes and hashes into the recipes. The rest is for whoever made the file.
pub(crate) fn update(root: &Path) -> Result<()> {
    for weights in all(&root.join(FOLDER))? {
        fs::write(&weights.recipe_path, weights.updated_recipe())?;
    }
    Ok(())
}

/// The hash of a file, in the digits that `sha256sum` prints.
pub(crate) fn hash(bytes: &[u8]) -> String {
    let mut digits = String::new();
    for byte in Sha256::digest(bytes) {
        write!(digits, "{byte:02x}").expect("a String takes all text");
    }
    digits
}

/// The weights in a folder. Weights without a recipe and recipes without weights are errors.
fn all(folder: &Path) -> Result<Vec<Weights>> {
    let mut all = Vec::new();
    let mut names: Vec<PathBuf> = Vec::new();
    for entry in
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?
    {
        names.push(entry?.path());
    }
    names.sort_unstable();
    for path in names {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let partner = path.with_extension(match path.extension().and_then(|it| it.to_str()) {
            Some("bin") => "txt",
            Some("txt") => "bin",
            _ => bail!("{} is neither weights nor a recipe", path.display()),
        });
        if !partner.exists() {
            bail!("{} has no {} beside it", path.display(), partner.display());
        }
        if path.extension().is_some_and(|it| it == "bin") {
            let recipe = fs::read_to_string(&partner)?;
            all.push(Weights { name, bytes: fs::read(path)?, recipe, recipe_path: partner });
        }
    }
    if all.is_empty() {
        bail!("there are no weights in {}", folder.display());
    }
    Ok(all)
}

impl Weights {
    /// What the head of the recipe says about a key.
    fn value(&self, key: &str) -> Option<&str> {
        let head = self.recipe.lines().take_while(|line| !line.is_empty());
        head.filter_map(|line| line.split_once(": ")).find(|(name, _)| *name == key).map(|it| it.1)
    }

    /// What the file is, in the words of the recipe.
    fn facts(&self) -> [(&'static str, String); 2] {
        [("bytes", self.bytes.len().to_string()), ("sha256", hash(&self.bytes))]
    }

    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (key, found) in self.facts() {
            let said = self.value(key).unwrap_or("nothing");
            if said != found {
                faults.push(format!("{}.bin: {key} is {found}, the recipe says {said}", self.name));
            }
        }
        for key in ["rules", "commit", "reproducible"] {
            if self.value(key).is_none() {
                faults.push(format!("{}.txt does not say {key:?}", self.name));
            }
        }
        faults
    }

    fn updated_recipe(&self) -> String {
        let mut lines: Vec<String> = self.recipe.lines().map(str::to_owned).collect();
        for (key, found) in self.facts().into_iter().rev() {
            let line = format!("{key}: {found}");
            match lines.iter().position(|line| line.starts_with(&format!("{key}: "))) {
                Some(at) => lines[at] = line,
                None => lines.insert(0, line),
            }
        }
        lines.join("\n") + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Weights with the recipe that belongs to the bytes `abc`.
    fn weights(bytes: &[u8]) -> Weights {
        let recipe = "bytes: 3\n\
            sha256: ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n\
            rules: freestyle\ncommit: 01da1ff\nreproducible: no, the games are gone\n\nCommands.\n";
        Weights {
            name: "a".to_owned(),
            bytes: bytes.to_owned(),
            recipe: recipe.to_owned(),
            recipe_path: PathBuf::new(),
        }
    }

    #[test]
    fn a_changed_file_is_found() {
        assert_eq!(weights(b"abc").faults(), Vec::<String>::new());
        let faults = weights(b"abd").faults();
        assert_eq!(faults.len(), 1);
        assert!(faults[0].starts_with("a.bin: sha256 is "), "{faults:?}");
        assert_eq!(weights(b"abcd").faults().len(), 2);
    }

    #[test]
    fn a_recipe_says_what_it_must() {
        let mut weights = weights(b"abc");
        weights.recipe = weights.recipe.replace("reproducible: ", "repeatable: ");
        assert_eq!(weights.faults(), ["a.txt does not say \"reproducible\""]);
    }

    #[test]
    fn an_update_makes_them_agree_and_changes_nothing_else() {
        let mut changed = weights(b"abcd");
        changed.recipe = changed.updated_recipe();
        assert_eq!(changed.faults(), Vec::<String>::new());
        assert!(changed.recipe.ends_with("\nrules: freestyle\ncommit: 01da1ff\nreproducible: no, the games are gone\n\nCommands.\n"));
        changed.recipe = "rules: freestyle\n".to_owned();
        assert_eq!(changed.updated_recipe().lines().next(), Some("bytes: 4"));
    }

    #[test]
    fn weights_and_recipes_come_in_pairs() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let error = || all(folder.path()).expect_err("it is not complete").to_string();
        assert!(error().starts_with("there are no weights"));
        fs::write(path("a.bin"), b"abc").expect("a file");
        assert!(error().contains("a.bin has no"));
        fs::write(path("a.txt"), "bytes: 3\n").expect("a file");
        assert_eq!(all(folder.path()).expect("a pair").len(), 1);
        fs::write(path("b.txt"), "").expect("a file");
        assert!(error().contains("b.txt has no"));
    }
}
