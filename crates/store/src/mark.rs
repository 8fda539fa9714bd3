//! How far the log was synced, noted beside it. A log that ends earlier than SQLite expects is taken for
//! what a power cut has left, also if the last transaction was synced and a bit has changed in it since.
//! The mark tells the two apart.
//!
//! It is written after the sync of every transaction and not synced itself, which costs next to nothing.
//! So it may be missing or old, and then it says nothing; but whatever reaches the disk of it was
//! written when everything it speaks of was there already. When the log begins anew it has other salts,
//! and an earlier mark does not speak of it.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::image::{FRAME_HEADER, LOG_HEADER, LogSum, log_of, number};
use crate::sum::sum_of;

const MAGIC: &[u8; 8] = b"tngnmark";
const LENGTH: usize = 8 + LOG_HEADER + 4 + 4;

/// The beginning of a log, by which it is recognised.
pub(crate) type LogHeader = [u8; LOG_HEADER];

/// How far a log was synced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) header: LogHeader,
    pub(crate) n_frames: usize,
}

impl Mark {
    /// The mark beside a games file, if there is one and it is what was written.
    pub(crate) fn read(path: &Path) -> Option<Self> {
        let bytes = std::fs::read(mark_of(path)).ok()?;
        let (content, sum) = bytes.get(..LENGTH)?.split_at(LENGTH - 4);
        let rest = content.strip_prefix(MAGIC)?;
        let is_sound = sum_of([content]) == number(sum, 0)?;
        let header = *rest.first_chunk()?;
        let n_frames = number(rest, LOG_HEADER)? as usize;
        is_sound.then_some(Self { header, n_frames })
    }

    fn to_bytes(self) -> Vec<u8> {
        let n_frames = u32::try_from(self.n_frames).unwrap_or(0);
        let mut bytes = [MAGIC.as_slice(), &self.header, &n_frames.to_be_bytes()].concat();
        bytes.extend(sum_of([bytes.as_slice()]).to_be_bytes());
        bytes
    }
}

/// The mark that belongs to a file.
pub(crate) fn mark_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-mark");
    PathBuf::from(name)
}

/// A place in the log at which a transaction ends.
#[derive(Clone, Copy, Debug)]
struct Place {
    header: LogHeader,
    n_frames: usize,
    sum: LogSum,
}

/// Whoever writes the mark. Nothing depends on it: what cannot be read or written is left.
#[derive(Debug)]
pub(crate) struct Marker {
    path: PathBuf,
    log: Option<File>,
    mark: Option<File>,
    place: Option<Place>,
}

impl Marker {
    pub(crate) fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), log: None, mark: None, place: None }
    }

    /// Goes to the end of the log. To be called while nobody else may write to it, so that all that is
    /// there was synced by whoever wrote it.
    pub(crate) fn catch_up(&mut self) {
        while self.advance() {}
    }

    /// Notes that one more transaction was synced: the first one behind where the log ended before.
    pub(crate) fn one_more(&mut self) {
        if !self.advance() {
            return;
        }
        let Some(Place { header, n_frames, .. }) = self.place else { return };
        if self.mark.is_none() {
            let mut options = OpenOptions::new();
            options.write(true).create(true).truncate(false);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            self.mark = options.open(mark_of(&self.path)).ok();
        }
        if let Some(mark) = &mut self.mark {
            let bytes = Mark { header, n_frames }.to_bytes();
            // An old mark says nothing wrong.
            let _ = mark.seek(SeekFrom::Start(0)).and_then(|_| mark.write_all(&bytes));
        }
    }

    /// Goes on by one transaction, if there is a whole one.
    fn advance(&mut self) -> bool {
        // This file has no locks that would be lost by closing it.
        if self.log.is_none() {
            self.log = File::open(log_of(&self.path)).ok();
        }
        let Some(log) = &mut self.log else { return false };
        let next = read_at(log, 0, LOG_HEADER).and_then(|header| {
            let header: LogHeader = header.try_into().ok()?;
            let known = self.place.filter(|place| place.header == header);
            let from = known.or_else(|| beginning(header))?;
            next_end(log, from)
        });
        self.place = next.or(self.place);
        next.is_some()
    }
}

fn beginning(header: LogHeader) -> Option<Place> {
    Some(Place { header, n_frames: 0, sum: LogSum::stored(&header, 24)? })
}

fn read_at(file: &mut File, at: u64, n: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; n];
    file.seek(SeekFrom::Start(at)).ok()?;
    file.read_exact(&mut bytes).ok()?;
    Some(bytes)
}

/// The end of the transaction that begins here.
fn next_end(log: &mut File, mut place: Place) -> Option<Place> {
    let is_big_endian = number(&place.header, 0)? & 1 == 1;
    let page_size = number(&place.header, 8)? as usize;
    let frame_size = FRAME_HEADER + page_size;
    loop {
        let at = (LOG_HEADER + place.n_frames * frame_size) as u64;
        let head = read_at(log, at, FRAME_HEADER)?;
        if head[8..16] != place.header[16..24] {
            return None;
        }
        let content = read_at(log, at + FRAME_HEADER as u64, page_size)?;
        let sum = place.sum.add(&head[..8], is_big_endian).add(&content, is_big_endian);
        if LogSum::stored(&head, 16)? != sum {
            return None;
        }
        place = Place { sum, n_frames: place.n_frames + 1, ..place };
        if number(&head, 4)? > 0 {
            return Some(place);
        }
    }
}
