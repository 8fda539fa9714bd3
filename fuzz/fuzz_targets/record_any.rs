#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_record::Format;

fuzz_target!(|bytes: &[u8]| {
    if let Some(format) = Format::sniff(bytes) {
        tengen_fuzz::check_format(bytes, format);
    }
});
