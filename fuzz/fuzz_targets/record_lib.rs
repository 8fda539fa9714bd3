#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_record::lib_file::LibDoc;
use tengen_record::{Format, Record};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(doc) = LibDoc::parse(bytes) {
        assert_eq!(doc.write(), bytes, "a library is written as it was read");
        let back = LibDoc::try_from(&Record::from(&doc)).expect("a library loses nothing");
        assert_eq!(back.write(), bytes, "not even by way of a record");
    }
    tengen_fuzz::check_format(bytes, Format::Lib);
});
