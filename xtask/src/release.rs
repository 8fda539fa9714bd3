//! What a release consists of: executables, the Python package, and their checksums.
//!
//! Everything is built from the lock file, proves that it searches as recorded, and is packed with
//! the licences of what is inside.

mod licenses;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::metadata::packages;
use crate::process::{cargo, output, run};
use crate::{bench, weights};

const PACKAGE: &str = "tengen-cli";
const BINARY: &str = "Gomoku";

/// The executables with the profile each is built with. They are one program: the second is named so
/// that managers of the Gomocup protocol find a brain, and does not outlive a panic.
const EXECUTABLES: [(&str, &str); 2] = [("Gomoku", "release"), ("pbrain-tengen", "tournament")];

/// What goes beside the executables.
const DOCUMENTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// The licences of what the page is made of, fonts included; its build writes them.
const LICENSES_OF_THE_PAGE: &str = "web/dist/licenses.txt";

/// Builds, checks and packs everything into `folder`, which is made anew.
pub(crate) fn make(root: &Path, folder: &Path) -> Result<()> {
    weights::check(root)?;
    let expected = bench::recorded(root)?;
    let host = host()?;
    let name = format!("tengen-{}-{host}", version(root)?);
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    let packed = folder.join(&name);
    fs::create_dir_all(&packed)?;
    let folder = &folder.canonicalize()?;

    for (executable, profile) in EXECUTABLES {
        let built = build(root, profile)?;
        bench::compare(&mut Command::new(&built), &expected)
            .with_context(|| format!("{executable}, profile {profile}"))?;
        println!("{executable}: {expected}, as recorded");
        fs::copy(&built, packed.join(format!("{executable}{}", std::env::consts::EXE_SUFFIX)))?;
    }
    for document in DOCUMENTS {
        fs::copy(root.join(document), packed.join(document))?;
    }
    let mut licenses = licenses::of_dependencies(root, PACKAGE, &host)?;
    licenses.push_str(&fs::read_to_string(root.join(LICENSES_OF_THE_PAGE))?);
    fs::write(packed.join("LICENSES-OF-OTHERS.txt"), licenses)?;
    let archive = format!("{name}.tar.gz");
    run(Command::new("tar").current_dir(folder).args(["-czf", &archive, &name]))?;
    fs::remove_dir_all(&packed)?;

    match maturin(root) {
        Some(maturin) => wheel(root, &maturin, folder)?,
        None => println!("no wheel: maturin is not installed"),
    }
    write_sums(folder)
}

/// The version that the executables have.
fn version(root: &Path) -> Result<String> {
    let packages = packages(root)?;
    let package = packages.into_iter().find(|package| package.name == PACKAGE);
    Ok(package.with_context(|| format!("there is no package {PACKAGE}"))?.version)
}

/// The platform that we build for, as the compiler names it.
fn host() -> Result<String> {
    let said = output(Command::new("rustc").arg("--version").arg("--verbose"))?;
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc names its host")?.to_owned())
}

/// Builds the program without its symbols and returns where it is.
fn build(root: &Path, profile: &str) -> Result<PathBuf> {
    let mut command = cargo();
    command.args(["build", "--locked", "--package", PACKAGE, "--bin", BINARY]);
    command.args(["--profile", profile, "--message-format", "json-render-diagnostics"]);
    command.env(format!("CARGO_PROFILE_{}_STRIP", profile.to_uppercase()), "symbols");
    let said = output(command.current_dir(root))?;
    let messages = said.lines().filter_map(|line| serde_json::from_str(line).ok());
    let executable = messages
        .filter(|message: &serde_json::Value| message["target"]["name"] == BINARY)
        .find_map(|message| message["executable"].as_str().map(PathBuf::from));
    executable.with_context(|| format!("cargo built no {BINARY}"))
}

/// maturin, of the environment that the tests use or of the system.
fn maturin(root: &Path) -> Option<PathBuf> {
    let own = root.join("python/.venv/bin/maturin");
    let candidates = [own, PathBuf::from("maturin")];
    candidates.into_iter().find(|it| Command::new(it).arg("--version").output().is_ok())
}

/// Builds the Python package. It has no bench; its tests and the executables speak for it.
fn wheel(root: &Path, maturin: &Path, folder: &Path) -> Result<()> {
    let mut command = Command::new(maturin);
    command.args(["build", "--release", "--locked", "--out"]).arg(folder);
    run(command.current_dir(root.join("python")))
}

/// Writes the checksums of all files of the folder, as `sha256sum --check` reads them.
fn write_sums(folder: &Path) -> Result<()> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().into_string();
        names.push(name.ok().context("we give files plain names")?);
    }
    names.sort_unstable();
    let mut sums = String::new();
    for name in names {
        let hash = weights::hash(&fs::read(folder.join(&name))?);
        writeln!(sums, "{hash}  {name}")?;
    }
    fs::write(folder.join("SHA256SUMS"), &sums)?;
    print!("{sums}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_the_files() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("b"), "abc").expect("a file");
        fs::write(folder.path().join("a"), "").expect("a file");
        write_sums(folder.path()).expect("the files are read");
        let sums = fs::read_to_string(folder.path().join("SHA256SUMS")).expect("they are written");
        assert_eq!(
            sums,
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a\n\
             ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b\n"
        );
    }
}
