//! Ignored results say why.

/// Lets a result go, for a reason.
pub(crate) trait Nevermind {
    /// Ignores the result; `why` is for the reader.
    fn nevermind(self, why: &str);
}

impl<T, E> Nevermind for Result<T, E> {
    fn nevermind(self, _why: &str) {}
}
