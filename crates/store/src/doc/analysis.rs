//! An analysis: a tree of moves with comments and marks, in the program's own record format.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tengen_record::{Format, Record, read, write};

use super::v1::AnalysisV1;
use super::{VERSION, read as read_document};
use crate::{Analysis, StoreError};

/// An analysis as it is kept.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnalysisDoc {
    version: u32,
    title: String,
    /// The record in the format of `tengen-record`, which has a version of its own.
    record: Box<RawValue>,
}

impl AnalysisDoc {
    /// Reads a document of any version that is known.
    pub(crate) fn read(text: &str) -> Result<Analysis, StoreError> {
        let upgrade = |first: AnalysisV1| Self::of(&first.upgrade()?);
        read_document::<Self, AnalysisV1>(text, upgrade)?.to_analysis()
    }

    pub(crate) fn of(analysis: &Analysis) -> Result<Self, StoreError> {
        let text = record_text(&analysis.record)?;
        let record = RawValue::from_string(text)?;
        Ok(Self { version: VERSION, title: analysis.title.clone(), record })
    }

    fn to_analysis(&self) -> Result<Analysis, StoreError> {
        let records = read(self.record.get().as_bytes(), Format::Json)
            .map_err(|error| StoreError::Unreadable(error.to_string()))?;
        let record = records
            .into_iter()
            .next()
            .ok_or_else(|| StoreError::Unreadable("there is no record in it".to_owned()))?;
        Ok(Analysis { title: self.title.clone(), record })
    }
}

/// One line of JSON.
fn record_text(record: &Record) -> Result<String, StoreError> {
    let written = write(std::slice::from_ref(record), Format::Json)
        .map_err(|error| StoreError::Unreadable(error.to_string()))?;
    let text = String::from_utf8(written.bytes)
        .map_err(|error| StoreError::Unreadable(error.to_string()))?;
    Ok(text.trim_end().to_owned())
}
