//! The licences of the packages that an executable is made of: most of them ask to be passed on.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::metadata::text;
use crate::process::{cargo, output};

/// How the names of files with licences begin.
const NAMES: [&str; 4] = ["LICENSE", "LICENCE", "COPYING", "NOTICE"];

/// The licences of everything of others that goes into a package of ours on a platform.
pub(super) fn of_dependencies(root: &Path, package: &str, platform: &str) -> Result<String> {
    let mut command = cargo();
    command.args(["metadata", "--locked", "--format-version", "1", "--filter-platform", platform]);
    let metadata: Value = serde_json::from_str(&output(command.current_dir(root))?)?;
    let packages: BTreeMap<&str, &Value> = metadata["packages"]
        .as_array()
        .context("cargo lists packages")?
        .iter()
        .map(|package| Ok((text(package, "id")?, package)))
        .collect::<Result<_>>()?;
    let start = packages.iter().find(|(_, it)| it["name"] == package);
    let start = start.with_context(|| format!("there is no package {package}"))?.0;
    let mut licenses = String::from(
        "This program contains the following packages of others, each under the licence below it.\n",
    );
    for id in reachable(&metadata, start) {
        let package = packages.get(id).context("a dependency is a package")?;
        // Our own come from no registry.
        if !package["source"].is_null() {
            licenses.push_str(&license_of(package)?);
        }
    }
    Ok(licenses)
}

/// The packages that end up in the executable, in the order of their names.
fn reachable<'m>(metadata: &'m Value, start: &'m str) -> BTreeSet<&'m str> {
    let nodes = metadata["resolve"]["nodes"].as_array().map_or(&[][..], Vec::as_slice);
    let mut found = BTreeSet::from([start]);
    let mut open = vec![start];
    while let Some(id) = open.pop() {
        let Some(node) = nodes.iter().find(|node| node["id"] == id) else { continue };
        for dependency in node["deps"].as_array().map_or(&[][..], Vec::as_slice) {
            let kinds = dependency["dep_kinds"].as_array().map_or(&[][..], Vec::as_slice);
            let is_in_product = kinds.iter().any(|kind| kind["kind"].is_null());
            let Some(id) = dependency["pkg"].as_str().filter(|_| is_in_product) else { continue };
            if found.insert(id) {
                open.push(id);
            }
        }
    }
    found
}

fn license_of(package: &Value) -> Result<String> {
    let folder = Path::new(text(package, "manifest_path")?).parent().context("a folder")?;
    let mut files = Vec::new();
    for entry in
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?
    {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_uppercase();
        if NAMES.iter().any(|begin| name.starts_with(begin)) && entry.path().is_file() {
            files.push(entry.path());
        }
    }
    files.sort_unstable();
    let (name, version) = (text(package, "name")?, text(package, "version")?);
    let license = package["license"].as_str().unwrap_or("see below");
    let mut said = String::new();
    writeln!(said, "\n{}\n{name} {version}: {license}\n", "=".repeat(80))?;
    for file in files {
        said.push_str(String::from_utf8_lossy(&fs::read(file)?).trim());
        said.push_str("\n\n");
    }
    Ok(said)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_is_in_the_product_counts() {
        let product = json!([{ "kind": null }]);
        let development = json!([{ "kind": "dev" }]);
        let metadata = json!({"resolve": {"nodes": [
            {"id": "ours", "deps": [
                {"pkg": "used", "dep_kinds": product},
                {"pkg": "tested-with", "dep_kinds": development},
            ]},
            {"id": "used", "deps": [{"pkg": "used-by-it", "dep_kinds": product}]},
            {"id": "used-by-it", "deps": []},
            {"id": "tested-with", "deps": []},
        ]}});
        assert_eq!(Vec::from_iter(reachable(&metadata, "ours")), ["ours", "used", "used-by-it"]);
    }
}
