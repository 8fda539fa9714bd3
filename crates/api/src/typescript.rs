//! Keeps the page's types the same as ours.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::path::PathBuf;

use ts_rs::{Config, TS, TypeVisitor};

use super::*;

/// Collects a type and all it is made of, by name.
struct Collector<'c> {
    config: &'c Config,
    seen: Vec<TypeId>,
    declarations: BTreeMap<String, String>,
}

impl TypeVisitor for Collector<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        let id = TypeId::of::<T>();
        if self.seen.contains(&id) {
            return;
        }
        self.seen.push(id);
        T::visit_dependencies(self);
        T::visit_generics(self);
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            let declaration = format!("{docs}export {}\n", T::decl(self.config));
            self.declarations.insert(T::ident(self.config), declaration);
        }
    }
}

fn generated() -> String {
    let config = Config::new().with_large_int("number");
    let mut collector =
        Collector { config: &config, seen: Vec::new(), declarations: BTreeMap::new() };
    collector.visit::<Hello>();
    collector.visit::<Catalogue>();
    collector.visit::<Created>();
    collector.visit::<GameRequest>();
    collector.visit::<GameMessage>();
    collector.visit::<WorkRequest>();
    collector.visit::<WorkMessage>();
    collector.visit::<MoveReasoning>();
    collector.visit::<TreeLevel>();
    collector.visit::<TransformRequest>();
    collector.visit::<Transformed>();
    collector.visit::<LibraryQuery>();
    collector.visit::<LibraryPage>();
    collector.visit::<SavedAnalysis>();
    collector.visit::<Stored>();
    collector.visit::<ImportRequest>();
    collector.visit::<Imported>();
    collector.visit::<ExportRequest>();
    collector.visit::<Exported>();
    collector.visit::<UserSettings>();
    collector.visit::<PageKey>();
    collector.visit::<ReturnQuestion>();
    collector.visit::<ReturnProof>();
    collector.visit::<ReturnAnswer>();
    collector.visit::<NewAddress>();
    let declarations: Vec<String> = collector.declarations.into_values().collect();
    format!(
        "// Made from crates/api by `make api-types`. Do not edit.\n\n\
         /** The version of the contract, which is also in every address. */\n\
         export const API_VERSION = {API_VERSION};\n\n{}",
        declarations.join("\n")
    )
}

/// With `UPDATE_API_TYPES` set it writes the file instead.
#[test]
fn the_page_has_the_same_types() {
    let path =
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/lib/api/types.ts"));
    let fresh = generated();
    if std::env::var_os("UPDATE_API_TYPES").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, fresh).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    assert!(kept == fresh, "web/src/lib/api/types.ts is out of date: run `make api-types`");
}
