#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_record::Format;
use tengen_record::chess_log::ChessLog;
use tengen_rules::Size;

fuzz_target!(|bytes: &[u8]| {
    let size = Size::literal(15);
    if let Ok(log) = ChessLog::parse(bytes, size) {
        assert_eq!(ChessLog::parse(&log.write(), size).as_ref(), Ok(&log));
        assert_eq!(log.segments().map(<[_]>::len).sum::<usize>(), log.stones().len());
        let _ = log.warnings(bytes);
    }
    tengen_fuzz::check_format(bytes, Format::ChessLog);
});
