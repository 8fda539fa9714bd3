#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_rules::{Notation, Opening, Rule, Size};

fuzz_target!(|input: (u8, &str)| {
    let (side, text) = input;
    let _ = (text.parse::<Rule>(), text.parse::<Opening>(), text.parse::<Notation>());
    let Ok(size) = Size::new(side.into()) else { return };
    for notation in Notation::ALL {
        if let Ok(point) = notation.parse(size, text) {
            assert!(size.contains(point));
            assert_eq!(notation.parse(size, &notation.format(size, point)), Ok(point));
        }
    }
});
