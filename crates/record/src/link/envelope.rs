//! Around the record: version, checksum, deflate, base64url.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};

use super::{LinkFault, MOST_BYTES, MOST_CHARACTERS};

/// The first character of a code. Another one means that everything after it may mean something else.
pub(super) const VERSION: u8 = b'1';

const STORED: u8 = 0;
const DEFLATED: u8 = 1;

/// As hard as it can try: a link is made once and sent often.
const EFFORT: u8 = 10;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The code that holds these bytes.
pub(super) fn seal(bytes: &[u8]) -> String {
    let deflated = compress_to_vec(bytes, EFFORT);
    let (method, packed) =
        if deflated.len() < bytes.len() { (DEFLATED, &deflated[..]) } else { (STORED, bytes) };
    let mut sealed = vec![0; 4];
    sealed.push(method);
    sealed.extend(packed);
    let sum = checksum(&sealed[4..]);
    sealed[..4].copy_from_slice(&sum.to_le_bytes());
    let mut code = String::with_capacity(1 + sealed.len().div_ceil(3) * 4);
    code.push(char::from(VERSION));
    to_base64(&sealed, &mut code);
    code
}

/// The bytes that a code holds, or what is wrong with it and at which character.
pub(super) fn open(code: &[u8]) -> Result<Vec<u8>, (usize, LinkFault)> {
    if code.len() > MOST_CHARACTERS {
        return Err((0, LinkFault::TooLong { n_characters: code.len() }));
    }
    let here = |fault| (0, fault);
    let (&version, digits) = code.split_first().ok_or(here(LinkFault::NoLink))?;
    if version != VERSION {
        return Err(here(LinkFault::Version { found: char_at(code, 0) }));
    }
    let is_foreign = |digit: &u8| value_of(*digit).is_none();
    if let Some(at) = digits.iter().position(is_foreign) {
        return Err((1 + at, LinkFault::Character { found: char_at(code, 1 + at) }));
    }
    let sealed = from_base64(digits).ok_or(here(LinkFault::Damaged))?;
    let (sum, rest) = sealed.split_first_chunk().ok_or(here(LinkFault::Damaged))?;
    // A fuzzer would never get past the checksum.
    if !cfg!(fuzzing) && u32::from_le_bytes(*sum) != checksum(rest) {
        return Err(here(LinkFault::Damaged));
    }
    let (&method, packed) = rest.split_first().ok_or(here(LinkFault::BreaksOff))?;
    match method {
        STORED => Ok(packed.to_vec()),
        DEFLATED => decompress_to_vec_with_limit(packed, MOST_BYTES).map_err(|error| {
            here(match error.status {
                TINFLStatus::HasMoreOutput => LinkFault::TooLarge,
                _ => LinkFault::Packing,
            })
        }),
        _ => {
            let expected = "a way of packing";
            Err(here(LinkFault::Number { found: method.into(), expected }))
        }
    }
}

/// The character that begins at this byte, to be named.
fn char_at(bytes: &[u8], at: usize) -> char {
    let end = bytes.len().min(at + 4);
    String::from_utf8_lossy(&bytes[at..end]).chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// CRC-32 as in PNG and zip. It misses no change within 32 bits in a row, so no single character.
fn checksum(bytes: &[u8]) -> u32 {
    let sum = bytes.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| {
            (sum >> 1) ^ (0xEDB8_8320 & (sum & 1).wrapping_neg())
        })
    });
    !sum
}

fn to_base64(bytes: &[u8], text: &mut String) {
    for chunk in bytes.chunks(3) {
        let mut group = [0; 4];
        group[1..=chunk.len()].copy_from_slice(chunk);
        let group = u32::from_be_bytes(group);
        for digit in 0..=chunk.len() {
            let value = group >> (18 - 6 * digit) & 63;
            text.push(char::from(ALPHABET[value as usize]));
        }
    }
}

fn value_of(digit: u8) -> Option<u32> {
    let value = match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'-' => 62,
        b'_' => 63,
        _ => return None,
    };
    Some(value.into())
}

/// The bytes, unless the digits could not have been written by [`to_base64`].
fn from_base64(digits: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    for chunk in digits.chunks(4) {
        let n_bytes = chunk.len().checked_sub(1).filter(|&n| n > 0)?;
        let mut group = 0;
        for &digit in chunk {
            group = group << 6 | value_of(digit)?;
        }
        group <<= 6 * (4 - chunk.len());
        let [_, group @ ..] = group.to_be_bytes();
        let (kept, unused) = group.split_at(n_bytes);
        if unused.iter().any(|&byte| byte != 0) {
            return None;
        }
        bytes.extend(kept);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_checksum_and_digits() {
        assert_eq!(checksum(b"123456789"), 0xCBF4_3926);
        let digits = |bytes: &[u8]| {
            let mut text = String::new();
            to_base64(bytes, &mut text);
            text
        };
        assert_eq!(digits(b"foobar"), "Zm9vYmFy");
        assert_eq!(digits(b"fooba"), "Zm9vYmE");
        assert_eq!(digits(&[0xFB, 0xFF]), "-_8");
        for length in 0..20 {
            let bytes: Vec<u8> = (0..length).map(|i: u8| i.wrapping_mul(37)).collect();
            assert_eq!(from_base64(digits(&bytes).as_bytes()), Some(bytes));
        }
        assert_eq!(from_base64(b"-_9"), None, "bits that nobody wrote");
        assert_eq!(from_base64(b"Zm9vY"), None, "a digit alone is no byte");
    }
}
