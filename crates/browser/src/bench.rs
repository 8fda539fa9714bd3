//! The benchmark of the engine, as `Gomoku bench` runs it.

use serde_json::json;
use tengen_engine::Instructions;

use crate::World;

/// Runs the benchmark and says what came of it: the signature must be that of the program.
pub fn bench(world: &dyn World) {
    let result = tengen_engine::bench(Instructions::Best, |_| {});
    world.emit(&json!({
        "type": "bench",
        "nodes": result.nodes,
        "signature": format!("{:08x}", result.signature),
        "ms": result.time.as_secs_f64() * 1000.0,
    }));
}
