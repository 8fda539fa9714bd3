//! What several targets check.

use tengen_record::{Format, Record, read, write};

/// What was read must be written and read back, by its own format without any change and by ours
/// as well, and the judge must be able to look at it.
pub fn check_format(bytes: &[u8], format: Format) {
    let Ok(records) = read(bytes, format) else { return };
    assert!(!records.is_empty(), "a file that is read holds a game");
    let written = write(&records, Format::Json).expect("our own format holds everything");
    assert!(written.losses.is_empty());
    assert_eq!(read(&written.bytes, Format::Json).as_ref(), Ok(&records));
    if format.holds_many() || records.len() == 1 {
        let written = write(&records, format).expect("what was read can be written");
        assert!(written.losses.is_empty(), "{}", written.losses);
        assert_eq!(read(&written.bytes, format).as_ref(), Ok(&records));
    }
    for record in &records {
        check_record(record);
    }
}

/// Whatever a record is converted to either says what it lost or is read back as the same game.
fn check_record(record: &Record) {
    let _ = record.to_game();
    let _ = record.to_game_under(tengen_rules::Rule::Renju);
    let moves = |record: &Record| -> Vec<_> { record.main_plies().map(|(_, ply)| ply).collect() };
    for format in Format::ALL {
        let Ok(written) = write(std::slice::from_ref(record), format) else { continue };
        let options = tengen_record::ReadOptions { rule: None, size: record.header.size };
        let back = tengen_record::read_with(&written.bytes, format, &options)
            .unwrap_or_else(|error| panic!("{format}: {error}"));
        assert_eq!(back.records.len(), 1, "{format}");
        assert_eq!(moves(&back.records[0]), moves(record), "{format}");
        assert_eq!(back.records[0].header.size, record.header.size, "{format}");
    }
}
