#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_record::Format;

fuzz_target!(|bytes: &[u8]| tengen_fuzz::check_format(bytes, Format::Link));
