//! Which crate may use which: the table in `map` against what the manifests and the sources say.
//!
//! An arrow that is not in the table fails, and so does one in the table that nobody uses: a table
//! with spare lines stops nothing. Tests may use what their crate uses, and the test kit.

mod map;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use self::map::{AT_THE_EDGES, CRATES, FOR_TESTS, Row, Touch};
use crate::metadata::{Kind, Package, packages};
use crate::source::{product_files, rust_files};

const PREFIX: &str = "tengen-";
const DOCUMENT: &str = "ARCHITECTURE.md";
const BEGIN: &str = "<!-- layers: begin -->\n";
const END: &str = "<!-- layers: end -->";

/// What is allowed: which crate of ours uses which, and who uses what of others.
#[derive(Clone, Copy, Debug)]
struct Table<'t> {
    crates: &'t [Row],
    edges: &'t [(&'t str, &'t [&'t str])],
}

const TABLE: Table<'static> = Table { crates: CRATES, edges: AT_THE_EDGES };

/// Fails if the crates, their sources or the map in the document are not as the table says.
pub(crate) fn check(root: &Path) -> Result<()> {
    let packages = packages(root)?;
    let mut faults = TABLE.faults(&packages);
    for package in &packages {
        if let Some(row) = TABLE.row(&package.name) {
            let touched = touched(&package.folder)?;
            faults.extend(touch_faults(row, &touched));
        }
    }
    faults.extend(document_faults(&fs::read_to_string(root.join(DOCUMENT))?));
    if !faults.is_empty() {
        bail!(
            "the layers are not as the table in xtask/src/layers/map.rs says\n{}",
            lines(&faults)
        );
    }
    let n_arrows: usize = CRATES.iter().map(|row| row.uses.len()).sum();
    println!("layers: {} crates, {n_arrows} arrows, as the table says", packages.len());
    Ok(())
}

/// Prints the map for the document.
pub(crate) fn print_markdown() {
    print!("{}", TABLE.markdown());
}

/// Puts the map into the document, between its marks.
pub(crate) fn write_markdown(root: &Path) -> Result<()> {
    let path = root.join(DOCUMENT);
    let document = fs::read_to_string(&path)?;
    let (before, _, after) = around_map(&document)
        .with_context(|| format!("{DOCUMENT} has no {BEGIN:?} with {END:?} after it"))?;
    fs::write(path, format!("{before}{BEGIN}{}{END}{after}", TABLE.markdown()))?;
    Ok(())
}

impl Table<'_> {
    fn row(&self, package: &str) -> Option<&Row> {
        self.crates.iter().find(|row| row.name == short(package))
    }

    /// Everything in which the packages differ from the table.
    fn faults(&self, packages: &[Package]) -> Vec<String> {
        let mut faults = self.own_faults();
        let ours: BTreeSet<&str> = packages.iter().map(|package| package.name.as_str()).collect();
        let is_here = |row: &&Row| ours.iter().any(|name| short(name) == row.name);
        for row in self.crates.iter().filter(|row| !is_here(row)) {
            faults.push(format!("{} is in the table but not in the workspace", row.name));
        }
        for package in packages {
            let name = short(&package.name);
            let Some(row) = self.row(name) else {
                faults.push(format!("{name} is not in the table"));
                continue;
            };
            faults.extend(self.package_faults(row, package, &ours));
        }
        for (outside, users) in self.edges {
            let uses = |user: &&&str| {
                packages.iter().any(|it| short(&it.name) == **user && product(it).contains(outside))
            };
            for user in users.iter().filter(|user| !uses(user)) {
                faults.push(format!("{user} may use {outside} but does not"));
            }
        }
        faults
    }

    /// A crate uses crates in rows above its own: the table cannot allow a circle.
    fn own_faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (i, row) in self.crates.iter().enumerate() {
            let is_above = |used: &&&str| self.crates[..i].iter().any(|above| above.name == **used);
            for used in row.uses.iter().filter(|used| !is_above(used)) {
                faults.push(format!("in the table {used} does not stand above {}", row.name));
            }
        }
        faults
    }

    fn package_faults(&self, row: &Row, package: &Package, ours: &BTreeSet<&str>) -> Vec<String> {
        let mut faults = Vec::new();
        for dependency in &package.dependencies {
            let used = short(&dependency.name);
            let is_of_tests = dependency.kind == Kind::Development;
            let is_allowed = if ours.contains(dependency.name.as_str()) {
                row.uses.contains(&used)
                    || is_of_tests && (FOR_TESTS.contains(&used) || used == row.name)
            } else {
                is_of_tests || self.may_use_outside(row.name, used)
            };
            if !is_allowed {
                faults.push(format!("{} may not use {used}", row.name));
            }
        }
        let used = product(package);
        for spare in row.uses.iter().filter(|name| !used.contains(*name)) {
            faults.push(format!("{} may use {spare} but does not", row.name));
        }
        faults
    }

    fn may_use_outside(&self, user: &str, outside: &str) -> bool {
        let limit = self.edges.iter().find(|(name, _)| *name == outside);
        limit.is_none_or(|(_, users)| users.contains(&user))
    }

    fn markdown(&self) -> String {
        let code = |names: &[&str]| -> String {
            names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
        };
        let mut text = String::from("| crate | uses | touches |\n|---|---|---|\n");
        for row in self.crates {
            let touches: Vec<&str> = row.touches.iter().map(|touch| touch.name()).collect();
            let (name, uses, touches) = (row.name, code(row.uses), touches.join(", "));
            writeln!(text, "| `{name}` | {uses} | {touches} |").expect("a String takes all text");
        }
        text
    }
}

/// A package's name as the table has it.
fn short(package: &str) -> &str {
    package.strip_prefix(PREFIX).unwrap_or(package)
}

/// The packages that the product of a package is made of, by their short names.
fn product(package: &Package) -> BTreeSet<&str> {
    let product = package.dependencies.iter().filter(|it| it.kind == Kind::Product);
    product.map(|dependency| short(&dependency.name)).collect()
}

/// What the sources of a crate touch outside the program, with a place for each.
fn touched(folder: &Path) -> Result<BTreeMap<Touch, String>> {
    let mut touched = BTreeMap::new();
    for file in product_files(rust_files(folder)?) {
        let code = file.source.without_tests();
        for touch in Touch::ALL {
            for (number, line) in code.lines().enumerate() {
                if touch.signs().iter().any(|sign| has_sign(line, sign)) {
                    let place = format!("{}:{}", file.path.display(), number + 1);
                    touched.entry(touch).or_insert(place);
                }
            }
        }
    }
    Ok(touched)
}

/// Whether the line has the sign, and not as the end of a longer word.
fn has_sign(line: &str, sign: &str) -> bool {
    line.match_indices(sign).any(|(at, _)| {
        let before = line.get(..at).unwrap_or_default();
        !before.ends_with(|c: char| c.is_alphanumeric() || c == '_')
    })
}

fn touch_faults(row: &Row, touched: &BTreeMap<Touch, String>) -> Vec<String> {
    let mut faults = Vec::new();
    for (touch, place) in touched.iter().filter(|(touch, _)| !row.touches.contains(touch)) {
        faults.push(format!("{} may not touch {} ({place})", row.name, touch.name()));
    }
    for touch in row.touches.iter().filter(|touch| !touched.contains_key(touch)) {
        faults.push(format!("{} may touch {} but does not", row.name, touch.name()));
    }
    faults
}

/// What stands before, in and after the map in a document.
fn around_map(document: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = document.split_once(BEGIN)?;
    let (map, after) = rest.split_once(END)?;
    Some((before, map, after))
}

fn document_faults(document: &str) -> Option<String> {
    match around_map(document) {
        None => Some(format!("{DOCUMENT} has no map between {BEGIN:?} and {END:?}")),
        Some((_, map, _)) => (map != TABLE.markdown()).then(|| {
            format!(
                "the map in {DOCUMENT} is not this table; `cargo xtask layers --write` makes it so"
            )
        }),
    }
}

fn lines(faults: &[String]) -> String {
    faults.iter().map(|fault| format!("  {fault}")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests;
