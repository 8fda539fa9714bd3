//! The extension module behind the Python package `gomoku`.
//!
//! It translates and decides nothing: rules are [`tengen_rules`]', moves the engine's and the
//! players', files [`tengen_record`]'s. Three things are its own business: the interpreter is free
//! while anybody thinks, Ctrl-C is heard meanwhile, and a bug of ours is an exception of theirs.

mod analysis;
mod bots;
mod engine;
mod errors;
mod game;
mod minimax;
mod point;
mod records;

use pyo3::prelude::*;

/// Rules, engine, players and records, in Rust.
#[pymodule(name = "_native")]
mod native {
    #[pymodule_export]
    use crate::analysis::{Analysis, Report, Variation};
    #[pymodule_export]
    use crate::bots::{Bot, bots};
    #[pymodule_export]
    use crate::engine::Engine;
    #[pymodule_export]
    use crate::errors::{IllegalMoveError, InternalError, RecordError, panic_for_tests};
    #[pymodule_export]
    use crate::game::{Game, rules};
    #[pymodule_export]
    use crate::minimax::{
        minimax_actions, minimax_evaluation, minimax_point_value, minimax_zobrist,
    };
    #[pymodule_export]
    use crate::records::{chess_log_stones, convert, formats, read_games};

    use super::{Bound, PyModule, PyModuleMethods, PyResult};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
