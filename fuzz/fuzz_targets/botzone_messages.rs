#![no_main]

//! What Botzone sends, in frames or whole.

use libfuzzer_sys::fuzz_target;
use tengen_gomocup::Answer;
use tengen_gomocup::botzone::{BotzoneGame, Framer, Message, Variant};

fuzz_target!(|bytes: &[u8]| {
    let Some((&manner, bytes)) = bytes.split_first() else { return };
    let mut framer = Framer::default();
    let mut texts = Vec::new();
    for chunk in bytes.chunks(usize::from(manner >> 1) + 1) {
        match framer.push(chunk) {
            Ok(text) => texts.extend(text),
            Err(_) => return,
        }
    }
    texts.extend(framer.finish().ok().flatten());
    for variant in Variant::ALL {
        let mut game = BotzoneGame::new(variant);
        for text in &texts {
            let Ok((message, transport)) = Message::parse(text) else { continue };
            if game.take(&message).is_ok()
                && let Some(&point) = game.game().legal_points().last()
                && let Ok(answer) = game.answer(Answer::Point(point))
            {
                assert!(!transport.format(answer, Some("debug")).is_empty());
            }
        }
    }
});
