#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_rules::Stones;

fuzz_target!(|text: &str| {
    if let Ok(stones) = text.parse::<Stones>() {
        assert_eq!(stones.to_string().parse().as_ref(), Ok(&stones));
        assert_eq!(stones.draw(|_| None).parse().as_ref(), Ok(&stones));
    }
});
