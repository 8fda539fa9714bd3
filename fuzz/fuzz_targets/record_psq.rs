#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_record::Format;
use tengen_record::psq::PsqDoc;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(doc) = PsqDoc::parse(bytes) {
        assert_eq!(PsqDoc::parse(&doc.write()).as_ref(), Ok(&doc));
    }
    tengen_fuzz::check_format(bytes, Format::Psq);
});
