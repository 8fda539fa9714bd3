//! The exceptions, and how a panic becomes one.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    gomoku,
    IllegalMoveError,
    PyValueError,
    "A move that the rules refuse; nothing was changed. `reason` is the short name of why."
);
create_exception!(
    gomoku,
    RecordError,
    PyValueError,
    "A game record that cannot be read or written."
);
create_exception!(
    gomoku,
    InternalError,
    PyRuntimeError,
    "A bug in this package. Please report it."
);

/// Runs what may contain a bug of ours; a panic arrives as an [`InternalError`], which programs
/// can catch, unlike an exception outside of Python's `Exception`.
pub(crate) fn guarded<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    // What a panic leaves behind is dropped or a value of the caller's that stays valid Rust.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(internal_error(&*panic)))
}

/// The exception for a caught panic.
pub(crate) fn internal_error(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without words".to_owned());
    InternalError::new_err(text)
}

/// The exception for a refused move.
pub(crate) fn illegal_move(text: String, reason: &'static str) -> PyErr {
    let error = IllegalMoveError::new_err(text);
    // Only a failed allocation could keep the attribute off; the sentence says the same.
    Python::attach(|py| _ = error.value(py).setattr("reason", reason));
    error
}

/// Panics, so that the tests can see what becomes of a panic.
#[pyfunction(name = "_panic_for_tests")]
pub(crate) fn panic_for_tests(text: String) -> PyResult<()> {
    guarded(|| std::panic::resume_unwind(Box::new(text)))
}
