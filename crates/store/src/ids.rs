//! Names that nobody can guess.

const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// `n` random letters. Without a source of randomness there is no safe server, so this may fail.
fn random_letters(n: usize) -> Result<String, getrandom::Error> {
    let mut bytes = vec![0; n];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.into_iter().map(|byte| char::from(LETTERS[usize::from(byte) % 32])).collect())
}

/// The secret of one start of the server.
pub fn new_token() -> Result<String, getrandom::Error> {
    random_letters(32)
}

/// The name of a game or analysis.
pub fn new_id() -> Result<String, getrandom::Error> {
    random_letters(10)
}
