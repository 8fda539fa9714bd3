//! The games file as bytes, with the log beside it, read without changing anything. This needs no
//! room on the disk and no right to write, and it notices what SQLite passes over: a log that is
//! damaged in the middle simply ends there for SQLite, and what was done later is gone without a word.

use std::io;
use std::path::{Path, PathBuf};

use crate::mark::{LogHeader, Mark};

/// Where the header has the number that every program may use for its own version.
const USER_VERSION: usize = 60;
pub(crate) const LOG_HEADER: usize = 32;
pub(crate) const FRAME_HEADER: usize = 24;

/// The games file as bytes.
#[derive(Debug)]
pub(crate) struct Image {
    pub(crate) bytes: Vec<u8>,
    /// The same without the damaged pages of the log: what stood there before.
    pub(crate) before_damage: Option<Vec<u8>>,
    /// Whether a part of the log is missing that was there once.
    pub(crate) is_cut: bool,
}

impl Image {
    /// Reads the file and what its log adds to it.
    pub(crate) fn read(path: &Path) -> io::Result<Self> {
        let mut bytes = std::fs::read(path)?;
        let bare_log = std::fs::read(log_of(path)).unwrap_or_default();
        let log = whole_frames(&bare_log, Mark::read(path));
        let before_damage = log.is_damaged.then(|| {
            let mut bytes = bytes.clone();
            add_log(&mut bytes, log.frames.iter().filter(|frame| frame.is_sound));
            bytes
        });
        add_log(&mut bytes, &log.frames);
        Ok(Self { bytes, before_damage, is_cut: log.is_cut })
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

pub(crate) fn number(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

/// The checksum of the log's format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LogSum(u32, u32);

impl LogSum {
    pub(crate) fn stored(bytes: &[u8], at: usize) -> Option<Self> {
        Some(Self(number(bytes, at)?, number(bytes, at + 4)?))
    }

    pub(crate) fn add(mut self, bytes: &[u8], is_big_endian: bool) -> Self {
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
    /// Whether it is of the last transaction, so that nothing can have come after it.
    is_last: bool,
}

/// The mark, if it speaks of this log, and the log's header. A header that is damaged itself is known
/// from the mark: the frames behind it still have its salts.
fn header_of(log: &[u8], mark: Option<Mark>) -> Option<(LogHeader, Option<Mark>)> {
    let found: LogHeader = *log.first_chunk()?;
    let Some(mark) = mark else { return Some((found, None)) };
    if mark.header == found {
        return Some((found, Some(mark)));
    }
    let is_big_endian = number(&found, 0)? & 1 == 1;
    let is_sound = LogSum(0, 0).add(&found[..24], is_big_endian) == LogSum::stored(&found, 24)?;
    let salts_of_first = log.get(LOG_HEADER + 8..LOG_HEADER + 16);
    let is_meant = !is_sound && salts_of_first == Some(&mark.header[16..24]);
    Some(if is_meant { (mark.header, Some(mark)) } else { (found, None) })
}

/// The frames of the log's last generation, and how many of them were synced for certain. One that is
/// damaged does not hide those behind it: each sum is stored, so the next one can be checked from there.
fn frames(log: &[u8], mark: Option<Mark>) -> Option<(Vec<Frame<'_>>, usize)> {
    let (header, mark) = header_of(log, mark)?;
    let n_synced = mark.map_or(0, |mark| mark.n_frames);
    let is_big_endian = match number(&header, 0)? {
        0x377f_0682 => false,
        0x377f_0683 => true,
        _ => return None,
    };
    let page_size = number(&header, 8)? as usize;
    let (salts, rest) = (&header[16..24], log.get(LOG_HEADER..)?);
    let mut sum = LogSum::stored(&header, 24)?;
    if !(512..=65536).contains(&page_size) {
        return None;
    }
    let mut frames = Vec::new();
    for frame in rest.chunks_exact(FRAME_HEADER + page_size) {
        let (head, content) = frame.split_at(FRAME_HEADER);
        let computed = sum.add(&head[..8], is_big_endian).add(content, is_big_endian);
        sum = LogSum::stored(head, 16)?;
        let is_sound = computed == sum && head[8..16] == *salts;
        if !is_sound && head[8..16] != *salts && frames.len() >= n_synced {
            // What an earlier generation has left, or nothing at all.
            break;
        }
        let (page, n_pages) = (number(head, 0)? as usize, number(head, 4)? as usize);
        frames.push(Frame { page, n_pages, content, is_sound, is_last: false });
    }
    Some((frames, n_synced))
}

/// What a log holds.
struct Log<'a> {
    /// The frames up to the last end of a transaction: what follows was never told to anybody.
    frames: Vec<Frame<'a>>,
    is_damaged: bool,
    /// Whether a part is missing that was there once.
    is_cut: bool,
}

/// Of the last transaction alone a power cut may have left anything, unless it is known to have been
/// synced; a damaged frame before it is damage.
fn whole_frames(log: &[u8], mark: Option<Mark>) -> Log<'_> {
    let (mut frames, n_synced) = frames(log, mark).unwrap_or_default();
    if let Some(first) = frames.iter().position(|frame| !frame.is_sound) {
        let n_ends = frames[first..].iter().filter(|frame| frame.n_pages > 0).count();
        if n_ends < 2 {
            frames.truncate(first.max(n_synced));
        }
    }
    let last = frames.iter().rposition(|frame| frame.is_sound && frame.n_pages > 0);
    frames.truncate(last.map_or(0, |last| last + 1).max(n_synced));
    let n_before = frames.len().saturating_sub(1);
    let end_before = frames[..n_before].iter().rposition(|frame| frame.n_pages > 0);
    let n_earlier = end_before.map_or(0, |end| end + 1);
    frames[n_earlier..].iter_mut().for_each(|frame| frame.is_last = true);
    let is_cut = frames.len() < n_synced;
    // Where anything is known to have been synced the header is known, too.
    let has_header = mark.is_none_or(|mark| n_synced == 0 || log.starts_with(&mark.header));
    let is_damaged = is_cut || !has_header || frames.iter().any(|frame| !frame.is_sound);
    Log { frames, is_damaged, is_cut }
}

/// Brings the file up to date with its log. A page that is damaged there is taken over too: the rows on
/// it have checksums of their own. One of the last transaction is also put behind all others, because
/// the damage may be in the number that says where it belongs.
fn add_log<'a>(bytes: &mut Vec<u8>, frames: impl IntoIterator<Item = &'a Frame<'a>>) {
    let mut strays = Vec::new();
    for &Frame { page, n_pages, content, is_sound, is_last } in frames {
        if !is_sound && is_last {
            strays.push(content);
        }
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
    for content in strays {
        bytes.extend_from_slice(content);
    }
}

/// Whether the log of this file is damaged. Nobody else may be writing to it.
pub(crate) fn is_log_damaged(path: &Path) -> bool {
    let log = std::fs::read(log_of(path)).unwrap_or_default();
    whole_frames(&log, Mark::read(path)).is_damaged
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
        whole_frames(log, None).is_damaged
    }

    #[test]
    fn what_is_in_the_log_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let (mut bytes, log) = killed(folder.path());
        add_log(&mut bytes, &whole_frames(&log, None).frames);
        assert_eq!((is_damaged(&log), count(&bytes)), (false, 50));
    }

    #[test]
    fn a_log_that_ends_in_the_middle_of_a_transaction_is_not_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let (mut bytes, mut log) = killed(folder.path());
        log.truncate(log.len() - 100);
        add_log(&mut bytes, &whole_frames(&log, None).frames);
        assert_eq!((is_damaged(&log), count(&bytes)), (false, 49));
    }

    #[test]
    fn a_page_of_the_last_transaction_that_was_not_written_is_no_damage() {
        let folder = tempfile::tempdir().unwrap();
        let (mut bytes, mut log) = killed(folder.path());
        let last = log.len() - 2000;
        log[last] ^= 1;
        add_log(&mut bytes, &whole_frames(&log, None).frames);
        assert_eq!((is_damaged(&log), count(&bytes)), (false, 49));
    }

    #[test]
    fn a_changed_bit_in_the_log_is_noticed_and_what_comes_later_is_still_read() {
        let folder = tempfile::tempdir().unwrap();
        let (mut bytes, mut log) = killed(folder.path());
        let middle = log.len() / 2;
        log[middle] ^= 1;
        add_log(&mut bytes, &whole_frames(&log, None).frames);
        assert_eq!((is_damaged(&log), count(&bytes)), (true, 50));
    }
}
