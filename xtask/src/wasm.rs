//! The engine for browsers: a module of WebAssembly that is committed, so that nobody needs its
//! toolchain to build the program or to publish the page. Beside it stands what it was made of.
//!
//! A file of a few lines `key: value` ties the two together: the hash of the module, and one over the
//! sources, the dependencies and the flags it was made from. Whoever changes one of these is told that
//! the module is stale, and `cargo xtask wasm` makes it anew.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::metadata::{Kind, Package, packages};
use crate::process::{cargo, output, run};
use crate::weights::hash;

const PACKAGE: &str = "tengen-browser";
const TARGET: &str = "wasm32-unknown-unknown";
const MODULE: &str = "web/engine/tengen.wasm";
const RECIPE: &str = "web/engine/tengen.txt";
/// The stack has room for the deepest search; the loops of the network use vectors.
const FLAGS: &str = "-C link-arg=-zstack-size=4194304 -C target-feature=+simd128 -C strip=symbols";
/// What the compiler of Debian's package `rustc-web` finds its standard library in.
const DEBIAN_SOURCE: &str = "/usr/lib/rustlib/src/rust/library/Cargo.lock";
/// Folders of a crate that no product is made of.
const NOT_SHIPPED: &[&str] = &["tests", "benches", "examples", "target"];

/// Makes the module and writes down what it was made of.
pub(crate) fn make(root: &Path) -> Result<()> {
    // Before the build: what is changed meanwhile may be in it or not, and so makes it stale.
    let sources = hash_of_sources(root)?;
    let (mut build, compiler) = builder()?;
    build.args([
        "build",
        "--profile",
        "wasm",
        "--locked",
        "--package",
        PACKAGE,
        "--target",
        TARGET,
    ]);
    // A folder of its own: another compiler would else make everything else anew.
    let folder = root.join("target/wasm");
    run(build.env("CARGO_TARGET_DIR", &folder).current_dir(root))?;
    let made = folder.join(TARGET).join("wasm/tengen_browser.wasm");
    let module = fs::read(&made).with_context(|| format!("cannot read {}", made.display()))?;
    fs::create_dir_all(root.join("web/engine"))?;
    fs::write(root.join(MODULE), &module)?;
    let recipe = format!(
        "bytes: {}\nsha256: {}\nsources: {sources}\ncompiler: {compiler}\nflags: {FLAGS}\n\n\
         Made by `cargo xtask wasm`, which says what it needs.\n",
        module.len(),
        hash(&module)
    );
    fs::write(root.join(RECIPE), recipe)?;
    println!("{MODULE}: {} bytes", module.len());
    Ok(())
}

/// Fails if the module is not the one that was made, or was made of other sources.
pub(crate) fn check(root: &Path) -> Result<()> {
    let recipe = fs::read_to_string(root.join(RECIPE))
        .with_context(|| format!("cannot read {RECIPE}; `cargo xtask wasm` makes it"))?;
    let module = fs::read(root.join(MODULE)).with_context(|| format!("cannot read {MODULE}"))?;
    let faults = faults(&recipe, &hash(&module), &hash_of_sources(root)?);
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    println!("wasm: {MODULE} is made of these sources");
    Ok(())
}

fn faults(recipe: &str, module: &str, sources: &str) -> Vec<String> {
    let said = |key: &str| {
        let head = recipe.lines().take_while(|line| !line.is_empty());
        head.filter_map(|line| line.split_once(": ")).find(|it| it.0 == key).map(|it| it.1)
    };
    let mut faults = Vec::new();
    if said("sha256") != Some(module) {
        faults.push(format!("{MODULE} is not the file that {RECIPE} speaks of"));
    }
    if said("sources") != Some(sources) {
        faults.push(format!(
            "{MODULE} is stale: what it is made of has changed. `cargo xtask wasm` makes it anew"
        ));
    }
    faults
}

/// Cargo with a compiler that knows the target, and that compiler's name.
fn builder() -> Result<(Command, String)> {
    let folder =
        output(Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]));
    if folder.is_ok_and(|folder| Path::new(folder.trim()).exists()) {
        let mut build = cargo();
        build.env("RUSTFLAGS", FLAGS);
        return Ok((build, output(Command::new("rustc").arg("--version"))?.trim().to_owned()));
    }
    // Debian's compiler makes the standard library from its own sources. The linker comes with the
    // usual toolchain.
    let (debian, sysroot) =
        (Path::new("/usr/bin/rustc"), output(Command::new("rustc").args(["--print", "sysroot"]))?);
    let linker = find_linker(Path::new(sysroot.trim()));
    let (true, true, Some(linker)) = (debian.exists(), Path::new(DEBIAN_SOURCE).exists(), linker)
    else {
        bail!(
            "no compiler for {TARGET}: `rustup target add {TARGET}`, or on Debian \
             `apt install rustc-web cargo-web rust-web-src` beside a toolchain with rust-lld"
        );
    };
    let mut build = Command::new("/usr/bin/cargo");
    build
        .args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"])
        .env("RUSTC", debian)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker)
        .env("RUSTFLAGS", FLAGS)
        // What rustup sets for the compiler that runs this.
        .env_remove("RUSTUP_TOOLCHAIN")
        .env_remove("CARGO");
    let version = output(Command::new(debian).arg("--version"))?;
    Ok((build, version.trim().to_owned()))
}

fn find_linker(sysroot: &Path) -> Option<OsString> {
    let hosts = fs::read_dir(sysroot.join("lib/rustlib")).ok()?;
    let linkers = hosts.flatten().map(|host| host.path().join("bin/rust-lld"));
    linkers.into_iter().find(|path| path.exists()).map(Into::into)
}

/// A hash over everything that the module is made of: the files of our crates, the versions of those
/// of others, and how they are built.
fn hash_of_sources(root: &Path) -> Result<String> {
    let packages = packages(root)?;
    let ours = used_by(PACKAGE, &packages);
    let mut digest = format!("{FLAGS}\n");
    for package in packages.iter().filter(|package| ours.contains(package.name.as_str())) {
        for path in files(&package.folder)? {
            let name = path.strip_prefix(root)?.to_string_lossy().replace('\\', "/");
            writeln!(digest, "{name} {}", hash(&fs::read(&path)?))?;
        }
    }
    let lock = fs::read_to_string(root.join("Cargo.lock"))?;
    let locked = locked(&lock);
    let direct = packages.iter().filter(|package| ours.contains(package.name.as_str()));
    let direct = direct.flat_map(product_dependencies).filter(|name| !ours.contains(name));
    for entry in closure(direct, &locked) {
        writeln!(digest, "{entry}")?;
    }
    let manifest = fs::read_to_string(root.join("Cargo.toml"))?;
    let profiles = manifest.find("[profile").map_or("", |at| manifest.split_at(at).1);
    writeln!(digest, "{}", hash(profiles.as_bytes()))?;
    Ok(hash(digest.as_bytes()))
}

fn product_dependencies(package: &Package) -> impl Iterator<Item = &str> {
    let products = package.dependencies.iter().filter(|it| it.kind == Kind::Product);
    products.map(|it| it.name.as_str())
}

/// The crates of ours that a package is made of, itself included.
fn used_by<'p>(name: &'p str, packages: &'p [Package]) -> BTreeSet<&'p str> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![name];
    while let Some(name) = waiting.pop() {
        let Some(package) = packages.iter().find(|package| package.name == name) else { continue };
        if found.insert(package.name.as_str()) {
            waiting.extend(product_dependencies(package));
        }
    }
    found
}

/// The files of a crate that a product may be made of, in a fixed order.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_unstable_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        if entry.file_type()?.is_dir() {
            if !NOT_SHIPPED.contains(&&*name) {
                files.extend(self::files(&path)?);
            }
        } else if name != "tests.rs" && !name.ends_with(".md") && !name.starts_with('.') {
            files.push(path);
        }
    }
    Ok(files)
}

/// The packages of a lock file by name: each with its checksum, and what it uses. A name may have
/// several versions, which then all count.
fn locked(lock: &str) -> BTreeMap<&str, Vec<(&str, Vec<&str>)>> {
    let mut found: BTreeMap<&str, Vec<(&str, Vec<&str>)>> = BTreeMap::new();
    for entry in lock.split("[[package]]").skip(1) {
        let value = |key: &str| {
            let line = entry.lines().find(|line| line.starts_with(key))?;
            line.split('"').nth(1)
        };
        let Some(name) = value("name = ") else { continue };
        let uses = entry.split_once("dependencies = [").map_or("", |(_, list)| list);
        let uses = uses.split(']').next().unwrap_or_default().split('"').skip(1).step_by(2);
        let uses = uses.filter_map(|it| it.split(' ').next()).collect();
        found.entry(name).or_default().push((value("checksum = ").unwrap_or(""), uses));
    }
    found
}

/// What others made that is used directly or by what is, each with its checksum.
fn closure<'l>(
    direct: impl Iterator<Item = &'l str>,
    locked: &BTreeMap<&'l str, Vec<(&'l str, Vec<&'l str>)>>,
) -> BTreeSet<String> {
    let mut waiting: Vec<&str> = direct.collect();
    let (mut seen, mut found) = (BTreeSet::new(), BTreeSet::new());
    while let Some(name) = waiting.pop() {
        if !seen.insert(name) {
            continue;
        }
        for (sum, uses) in locked.get(name).into_iter().flatten() {
            found.insert(format!("{name} {sum}"));
            waiting.extend(uses);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: &str = r#"
[[package]]
name = "a"
version = "1.0.0"
checksum = "aa"
dependencies = [
 "b 2.0.0",
]

[[package]]
name = "b"
version = "2.0.0"
checksum = "bb"

[[package]]
name = "c"
version = "1.0.0"
checksum = "cc"
"#;

    #[test]
    fn what_others_made_counts_if_it_is_used() {
        let found = closure(["a"].into_iter(), &locked(LOCK));
        assert_eq!(found, BTreeSet::from(["a aa".to_owned(), "b bb".to_owned()]));
    }

    #[test]
    fn a_changed_module_and_changed_sources_are_told_apart() {
        let recipe = "sha256: 11\nsources: 22\n\nsources: 33\n";
        assert_eq!(faults(recipe, "11", "22"), Vec::<String>::new());
        assert!(faults(recipe, "11", "33")[0].contains("stale"));
        assert!(faults(recipe, "12", "22")[0].contains("not the file"));
        assert_eq!(faults("", "11", "22").len(), 2);
    }

    #[test]
    fn tests_and_documents_of_a_crate_make_nothing_stale() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["Cargo.toml", "README.md", "src/lib.rs", "src/tests.rs", "tests/main.rs"] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, name).unwrap();
        }
        let found = files(folder.path()).unwrap();
        let names: Vec<_> =
            found.iter().map(|it| it.strip_prefix(folder.path()).unwrap()).collect();
        assert_eq!(names, [Path::new("Cargo.toml"), Path::new("src/lib.rs")]);
    }
}
