//! Rows of a games file that SQLite gives up on: every page is looked at for itself, whatever the
//! pages above it say. What a row is worth is decided by its checksum, not here.

use std::collections::HashSet;

use rusqlite::types::Value;

const FILE_HEADER: usize = 100;
const TABLE_LEAF: u8 = 0x0d;
const INDEX_LEAF: u8 = 0x0a;
/// No column of ours is larger.
const MOST_BYTES: usize = 64 << 20;

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The rows of all tables.
    pub(crate) rows: Vec<Vec<Value>>,
    /// The rows of all indexes.
    pub(crate) keys: Vec<Vec<Value>>,
}

/// All rows that can be taken apart.
pub(crate) fn scan(bytes: &[u8]) -> Found {
    let file = File::of(bytes);
    let unused = file.unused_pages();
    let mut found = Found::default();
    for number in (1..=bytes.len() / file.page_size).filter(|number| !unused.contains(number)) {
        let Some(page) = file.page(number) else { continue };
        let head = if number == 1 { FILE_HEADER } else { 0 };
        let kind = page.get(head).copied();
        let rows = match kind {
            Some(TABLE_LEAF) => &mut found.rows,
            Some(INDEX_LEAF) => &mut found.keys,
            _ => continue,
        };
        let n_cells = two(page, head + 3).unwrap_or(0);
        for i in 0..n_cells {
            let Some(at) = two(page, head + 8 + 2 * i) else { break };
            rows.extend(file.cell(page, at, kind == Some(TABLE_LEAF)));
        }
    }
    found
}

fn two(bytes: &[u8], at: usize) -> Option<usize> {
    Some(usize::from(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?)))
}

fn four(bytes: &[u8], at: usize) -> Option<usize> {
    Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize)
}

/// A number of one to nine bytes, and where it ends.
fn varint(bytes: &[u8], at: usize) -> Option<(u64, usize)> {
    let mut value = 0;
    for i in 0..8 {
        let byte = *bytes.get(at + i)?;
        value = value << 7 | u64::from(byte & 0x7f);
        if byte < 0x80 {
            return Some((value, at + i + 1));
        }
    }
    Some((value << 8 | u64::from(*bytes.get(at + 8)?), at + 9))
}

struct File<'a> {
    bytes: &'a [u8],
    page_size: usize,
    /// How much of a page is used.
    usable: usize,
}

impl<'a> File<'a> {
    fn of(bytes: &'a [u8]) -> Self {
        let stated = two(bytes, 16).filter(|size| size.is_power_of_two() && *size >= 512);
        let page_size = stated.unwrap_or(4096);
        let reserved = usize::from(bytes.get(20).copied().unwrap_or(0));
        let usable = if reserved < 64 { page_size - reserved } else { page_size };
        Self { bytes, page_size, usable }
    }

    fn page(&self, number: usize) -> Option<&'a [u8]> {
        let start = number.checked_sub(1)?.checked_mul(self.page_size)?;
        self.bytes.get(start..start + self.page_size)
    }

    /// The pages that hold what was deleted.
    fn unused_pages(&self) -> HashSet<usize> {
        let mut unused = HashSet::new();
        let mut trunk = four(self.bytes, 32).unwrap_or(0);
        while trunk != 0 && unused.insert(trunk) {
            let Some(page) = self.page(trunk) else { break };
            let n_leaves = four(page, 4).unwrap_or(0).min(self.usable / 4 - 2);
            unused.extend((0..n_leaves).filter_map(|i| four(page, 8 + 4 * i)));
            trunk = four(page, 0).unwrap_or(0);
        }
        unused
    }

    fn cell(&self, page: &'a [u8], at: usize, is_table: bool) -> Option<Vec<Value>> {
        let (n_bytes, mut at) = varint(page, at)?;
        let n_bytes = usize::try_from(n_bytes).ok().filter(|n| *n <= MOST_BYTES)?;
        if is_table {
            (_, at) = varint(page, at)?;
        }
        let smallest = (self.usable - 12) * 32 / 255 - 23;
        let largest = if is_table { self.usable - 35 } else { (self.usable - 12) * 64 / 255 - 23 };
        let n_here = if n_bytes <= largest {
            n_bytes
        } else {
            let wanted = smallest + (n_bytes - smallest) % (self.usable - 4);
            if wanted <= largest { wanted } else { smallest }
        };
        let mut payload = page.get(at..at + n_here)?.to_vec();
        let mut next = if n_here < n_bytes { four(page, at + n_here)? } else { 0 };
        while payload.len() < n_bytes {
            let more = self.page(next)?;
            let n_more = (n_bytes - payload.len()).min(self.usable - 4);
            payload.extend_from_slice(more.get(4..4 + n_more)?);
            next = four(more, 0)?;
        }
        record(&payload)
    }
}

/// The columns of a row.
fn record(payload: &[u8]) -> Option<Vec<Value>> {
    let (n_head, mut at) = varint(payload, 0)?;
    let mut body = usize::try_from(n_head).ok()?;
    let mut columns = Vec::new();
    while at < usize::try_from(n_head).ok()? {
        let (kind, next) = varint(payload, at)?;
        at = next;
        let n_bytes = match kind {
            0 | 8 | 9 => 0,
            1..=4 => kind as usize,
            5 => 6,
            6 | 7 => 8,
            10 | 11 => return None,
            kind => usize::try_from((kind - 12) / 2).ok()?,
        };
        let bytes = payload.get(body..body.checked_add(n_bytes)?)?;
        body += n_bytes;
        columns.push(match kind {
            0 => Value::Null,
            8 => Value::Integer(0),
            9 => Value::Integer(1),
            1..=6 => Value::Integer(signed(bytes)),
            7 => Value::Real(f64::from_be_bytes(bytes.try_into().ok()?)),
            kind if kind % 2 == 0 => Value::Blob(bytes.to_vec()),
            // A title with a changed bit is still worth being told.
            _ => Value::Text(String::from_utf8_lossy(bytes).into_owned()),
        });
    }
    (body == payload.len()).then_some(columns)
}

fn signed(bytes: &[u8]) -> i64 {
    let is_negative = bytes.first().is_some_and(|byte| *byte >= 0x80);
    bytes.iter().fold(if is_negative { -1 } else { 0 }, |value, byte| value << 8 | i64::from(*byte))
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    fn bytes_of(connection: &Connection) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("copy.db");
        connection.execute("VACUUM INTO ?1", [path.to_str().unwrap()]).unwrap();
        std::fs::read(path).unwrap()
    }

    #[test]
    fn every_row_is_found_as_it_was_written() {
        let connection = Connection::open_in_memory().unwrap();
        connection
            .execute_batch("CREATE TABLE t (id TEXT PRIMARY KEY, n INTEGER, b BLOB, x TEXT) STRICT")
            .unwrap();
        let numbers = [0, 1, -1, 127, -128, 40_000, -8_000_000, 1 << 31, -(1 << 45), i64::MIN];
        for (i, number) in numbers.into_iter().enumerate() {
            let text = "é".repeat(i * 3000);
            let row = (format!("id{i}"), number, vec![7_u8; i * 11], text);
            connection.execute("INSERT INTO t VALUES (?1, ?2, ?3, ?4)", row).unwrap();
        }
        let bytes = bytes_of(&connection);
        let found = scan(&bytes);
        let rows: Vec<_> = found.rows.into_iter().filter(|row| row.len() == 4).collect();
        assert_eq!(rows.len(), numbers.len());
        for (i, number) in numbers.into_iter().enumerate() {
            let row = vec![
                Value::Text(format!("id{i}")),
                Value::Integer(number),
                Value::Blob(vec![7; i * 11]),
                Value::Text("é".repeat(i * 3000)),
            ];
            assert!(rows.contains(&row), "row {i}");
        }
        assert_eq!(found.keys.len(), numbers.len());
    }

    #[test]
    fn what_was_deleted_is_not_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.db");
        let connection = Connection::open(&path).unwrap();
        connection.execute_batch("CREATE TABLE t (n INTEGER, x TEXT) STRICT").unwrap();
        for n in 0..500 {
            connection.execute("INSERT INTO t VALUES (?1, ?2)", (n, "x".repeat(300))).unwrap();
        }
        connection.execute("DELETE FROM t WHERE n > 3", []).unwrap();
        drop(connection);
        let bytes = std::fs::read(path).unwrap();
        let rows = scan(&bytes).rows;
        assert_eq!(rows.iter().filter(|row| row.len() == 2).count(), 4);
    }

    #[test]
    fn nonsense_gives_nothing_and_ends() {
        let mut random = 1_u32;
        let noise: Vec<u8> = std::iter::repeat_with(|| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 24) as u8
        })
        .take(1 << 18)
        .collect();
        scan(&noise);
        scan(&[]);
    }
}
