#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_record::Format;
use tengen_record::sgf::SgfCollection;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(doc) = SgfCollection::parse(bytes) {
        assert_eq!(SgfCollection::parse(&doc.write()).as_ref(), Ok(&doc));
    }
    tengen_fuzz::check_format(bytes, Format::Sgf);
});
