//! Checksums: a bit that has changed on the disk is noticed, whatever it would have meant.

use flate2::Crc;

/// The sum over some texts, each with its length, so that nothing can move from one to the next.
pub(crate) fn sum_of<'a>(texts: impl IntoIterator<Item = &'a [u8]>) -> u32 {
    let mut sum = Crc::new();
    for text in texts {
        sum.update(&(text.len() as u64).to_le_bytes());
        sum.update(text);
    }
    sum.sum()
}

/// The name under which the settings are kept.
pub(crate) const SETTINGS: &str = "settings";

/// The checksum of the document of the settings.
pub(crate) fn settings_sum(doc: &str) -> u32 {
    sum_of([SETTINGS.as_bytes(), doc.as_bytes()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_and_every_border_counts() {
        let sum = sum_of([&b"ab"[..], b"c"]);
        assert_ne!(sum, sum_of([&b"a"[..], b"bc"]));
        assert_ne!(sum, sum_of([&b"ab"[..], b"b"]));
        assert_eq!(sum, sum_of([&b"ab"[..], b"c"]));
    }
}
