//! stub
use crate::{ArenaError, GameRecord, MatchConfig, Summary};
pub(crate) fn write(
    _f: &std::path::Path,
    _c: &MatchConfig,
    _n: &[String],
    _r: &[GameRecord],
    _s: &Summary,
) -> Result<(), ArenaError> {
    Ok(())
}
