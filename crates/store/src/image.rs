//! The games file as bytes, with the log beside it, read without changing anything. This needs no
//! room on the disk and no right to write, and it notices what SQLite passes over: a log that is
//! damaged in the middle simply ends there for SQLite, and what was done later is gone without a word.

use std::io;
use std::path::{Path, PathBuf};

/// Where the header has the number that every program may use for its own version.
const USER_VERSION: usize = 60;
const LOG_HEADER: usize = 32;
const FRAME_HEADER: usize = 24;

/// The games file as bytes.
#[derive(Debug)]
pub(crate) struct Image {
    pub(crate) bytes: Vec<u8>,
}

impl Image {
    /// Reads the file and what its log adds to it.
    pub(crate) fn read(path: &Path) -> io::Result<Self> {
        let mut bytes = std::fs::read(path)?;
        let log = std::fs::read(log_of(path)).unwrap_or_default();
        add_log(&mut bytes, &log);
        Ok(Self { bytes })
    }

    /// The version of the program that wrote the file.
    pub(crate) fn version(&self) -> u32 {
        number(&self.bytes, USER_VERSION).unwrap_or(0)
    }
}

/// The log that belongs to a file.
pub(crate) fn log_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    PathBuf::from(name)
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

/// The checksum of the log's format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LogSum(u32, u32);

impl LogSum {
    fn stored(bytes: &[u8], at: usize) -> Option<Self> {
        Some(Self(number(bytes, at)?, number(bytes, at + 4)?))
    }

    fn add(mut self, bytes: &[u8], is_big_endian: bool) -> Self {
        let (words, _) = bytes.as_chunks::<8>();
        for &[a, b, c, d, e, f, g, h] in words {
            let word = |bytes| {
                if is_big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) }
            };
            self.0 = self.0.wrapping_add(word([a, b, c, d])).wrapping_add(self.1);
            self.1 = self.1.wrapping_add(word([e, f, g, h])).wrapping_add(self.0);
        }
        self
    }
}

/// A page in the log.
struct Frame<'a> {
    page: usize,
    /// How many pages the file has after the transaction that ends here, if one does.
    n_pages: usize,
    content: &'a [u8],
    is_sound: bool,
}

/// The frames of the log's last generation. One that is damaged does not hide those behind it: each
/// sum is stored, so the next one can be checked from there.
fn frames(log: &[u8]) -> Option<Vec<Frame<'_>>> {
    let is_big_endian = match number(log, 0)? {
        0x377f_0682 => false,
        0x377f_0683 => true,
        _ => return None,
    };
    let page_size = number(log, 8)? as usize;
    let (salts, rest) = (log.get(16..24)?, log.get(LOG_HEADER..)?);
    let mut sum = LogSum::stored(log, 24)?;
    if !(512..=65536).contains(&page_size) {
        return None;
    }
    let mut frames = Vec::new();
    for frame in rest.chunks_exact(FRAME_HEADER + page_size) {
        let (head, content) = frame.split_at(FRAME_HEADER);
        let computed = sum.add(&head[..8], is_big_endian).add(content, is_big_endian);
        sum = LogSum::stored(head, 16)?;
        let is_sound = computed == sum && head[8..16] == *salts;
        if !is_sound && head[8..16] != *salts {
            // What an earlier generation has left, or nothing at all.
            break;
        }
        let (page, n_pages) = (number(head, 0)? as usize, number(head, 4)? as usize);
        frames.push(Frame { page, n_pages, content, is_sound });
    }
    Some(frames)
}

/// The frames up to the last end of a transaction: what follows was never told to anybody. Of the last
/// transaction alone a power cut may have left anything; a damaged frame before it is damage.
fn whole_frames(log: &[u8]) -> Vec<Frame<'_>> {
    let mut frames = frames(log).unwrap_or_default();
    if let Some(first) = frames.iter().position(|frame| !frame.is_sound) {
        let n_ends = frames[first..].iter().filter(|frame| frame.n_pages > 0).count();
        if n_ends < 2 {
            frames.truncate(first);
        }
    }
    let last = frames.iter().rposition(|frame| frame.is_sound && frame.n_pages > 0);
    frames.truncate(last.map_or(0, |last| last + 1));
    frames
}

/// Brings the file up to date with its log. A page that is damaged there is taken over too: the rows on
/// it have checksums of their own.
fn add_log(bytes: &mut Vec<u8>, log: &[u8]) {
    for Frame { page, n_pages, content, is_sound } in whole_frames(log) {
        let page_size = content.len();
        let is_likely = page > 0 && (is_sound || page * page_size <= bytes.len() + page_size);
        if !is_likely {
            continue;
        }
        let end = page * page_size;
        if bytes.len() < end {
            bytes.resize(end, 0);
        }
        bytes[end - page_size..end].copy_from_slice(content);
        if is_sound && n_pages > 0 {
            bytes.resize(n_pages * page_size, 0);
        }
    }
}

/// Whether the log of this file is damaged. Nobody else may be writing to it.
pub(crate) fn is_log_damaged(path: &Path) -> bool {
    let log = std::fs::read(log_of(path)).unwrap_or_default();
    whole_frames(&log).iter().any(|frame| !frame.is_sound)
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;
    use crate::scan::scan;

    /// A file whose last changes are in its log, as a killed program leaves it.
    fn killed(folder: &Path) -> (Vec<u8>, Vec<u8>) {
        let path = folder.join("games.db");
        let connection = Connection::open(&path).unwrap();
        connection.pragma_update(None, "journal_mode", "WAL").unwrap();
        connection.execute("CREATE TABLE t (n INTEGER)", []).unwrap();
        for n in 0..50 {
            connection.execute("INSERT INTO t VALUES (?1)", [n]).unwrap();
        }
        (std::fs::read(&path).unwrap(), std::fs::read(log_of(&path)).unwrap())
    }

    fn count(bytes: &[u8]) -> usize {
        scan(bytes).rows.iter().filter(|row| row.len() == 1).count()
    }

    fn is_damaged(log: &[u8]) -> bool {
        whole_frames(log).iter().any(|frame| !frame.is_sound)
    }

    #[test]
    fn what_is_in_the_log_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let (mut bytes, log) = killed(folder.path());
        add_log(&mut bytes, &log);
        assert_eq!((is_damaged(&log), count(&bytes)), (false, 50));
    }

    #[test]
    fn a_log_that_ends_in_the_middle_of_a_transaction_is_not_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let (mut bytes, mut log) = killed(folder.path());
        log.truncate(log.len() - 100);
        add_log(&mut bytes, &log);
        assert_eq!((is_damaged(&log), count(&bytes)), (false, 49));
    }

    #[test]
    fn a_page_of_the_last_transaction_that_was_not_written_is_no_damage() {
        let folder = tempfile::tempdir().unwrap();
        let (mut bytes, mut log) = killed(folder.path());
        let last = log.len() - 2000;
        log[last] ^= 1;
        add_log(&mut bytes, &log);
        assert_eq!((is_damaged(&log), count(&bytes)), (false, 49));
    }

    #[test]
    fn a_changed_bit_in_the_log_is_noticed_and_what_comes_later_is_still_read() {
        let folder = tempfile::tempdir().unwrap();
        let (mut bytes, mut log) = killed(folder.path());
        let middle = log.len() / 2;
        log[middle] ^= 1;
        add_log(&mut bytes, &log);
        assert_eq!((is_damaged(&log), count(&bytes)), (true, 50));
    }
}
