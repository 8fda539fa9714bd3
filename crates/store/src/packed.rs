//! The thought behind a move, packed: there are many and they are large.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use tengen_players::Thought;
use tengen_rules::Size;

use crate::StoreError;
use crate::doc::thought_text;
use crate::sum::sum_of;

/// No thought is larger when it is unpacked.
const MOST_BYTES: u64 = 16 << 20;

/// A thought as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Packed {
    pub(crate) bytes: Vec<u8>,
    pub(crate) sum: u32,
}

impl Packed {
    pub(crate) fn of(size: Size, thought: &Thought) -> Result<Self, StoreError> {
        Self::pack(&thought_text(size, thought)?)
    }

    pub(crate) fn pack(text: &str) -> Result<Self, StoreError> {
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::default());
        let unreadable = |error: std::io::Error| StoreError::Unreadable(error.to_string());
        packer.write_all(text.as_bytes()).map_err(unreadable)?;
        Ok(Self::with_sum(packer.finish().map_err(unreadable)?))
    }

    fn with_sum(bytes: Vec<u8>) -> Self {
        let sum = sum_of([bytes.as_slice()]);
        Self { bytes, sum }
    }

    /// The document, if it is what was written.
    pub(crate) fn unpack(&self) -> Result<String, StoreError> {
        if sum_of([self.bytes.as_slice()]) != self.sum {
            return Err(StoreError::Damaged);
        }
        let mut text = String::new();
        let mut unpacker = DeflateDecoder::new(self.bytes.as_slice()).take(MOST_BYTES);
        unpacker.read_to_string(&mut text).map_err(|_| StoreError::Damaged)?;
        Ok(text)
    }
}
