//! What cargo says about the workspace.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::process::{cargo, output};

/// A package of the workspace as its manifest declares it.
#[derive(Clone, Debug)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) folder: PathBuf,
    pub(crate) dependencies: Vec<Dependency>,
}

/// A declared dependency, of whatever target and feature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    pub(crate) kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// What the product is made of, build scripts included.
    Product,
    /// What only tests, examples and benches use.
    Development,
}

/// The packages of the workspace in `root`. Nothing is resolved, so no network is needed.
pub(crate) fn packages(root: &Path) -> Result<Vec<Package>> {
    let mut command = cargo();
    command.args(["metadata", "--no-deps", "--format-version", "1"]).current_dir(root);
    let json = serde_json::from_str(&output(&mut command)?).context("cargo metadata is JSON")?;
    packages_of(&json)
}

fn packages_of(json: &Value) -> Result<Vec<Package>> {
    let packages = list(json, "packages")?;
    packages
        .iter()
        .map(|package| {
            let manifest = PathBuf::from(text(package, "manifest_path")?);
            let dependencies = list(package, "dependencies")?;
            Ok(Package {
                name: text(package, "name")?.to_owned(),
                version: text(package, "version")?.to_owned(),
                folder: manifest.parent().context("a manifest lies in a folder")?.to_owned(),
                dependencies: dependencies.iter().map(dependency).collect::<Result<_>>()?,
            })
        })
        .collect()
}

fn dependency(json: &Value) -> Result<Dependency> {
    let kind = if json["kind"] == "dev" { Kind::Development } else { Kind::Product };
    Ok(Dependency { name: text(json, "name")?.to_owned(), kind })
}

fn list<'a>(json: &'a Value, key: &str) -> Result<&'a Vec<Value>> {
    json[key].as_array().with_context(|| format!("cargo metadata has no list {key:?}"))
}

pub(crate) fn text<'a>(json: &'a Value, key: &str) -> Result<&'a str> {
    json[key].as_str().with_context(|| format!("cargo metadata has no text {key:?}"))
}
