//! How a page that was let in by an earlier start comes back without showing a secret to whoever
//! listens on the port now.
//!
//! A page that is let in gets, besides its cookie, a **page key** of that start, which it keeps in
//! memory and never sends. When the connection was lost, whoever answers has to prove that it knows
//! the key, over a number that the page has thrown; only then the page proves the same over a number
//! of the program, and gets the cookie of this start. Both proofs are HMACs over both numbers, the
//! port and who speaks. A stranger learns two random numbers and a proof that fits no other question.
//!
//! The page keys of the last starts at this port are in `server.json`; on another port they are
//! worth nothing, so nobody can pass the questions on to where the program has moved.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Response};
use axum::{Json, body::Body};
use sha2::{Digest, Sha256};
use tengen_api::{PageKey, ReturnAnswer, ReturnProof, ReturnQuestion};
use tengen_store::new_token;

use crate::access::is_same;
use crate::failure::Failure;
use crate::routes::Body as JsonBody;
use crate::state::AppState;

/// A question that was not answered for this long is forgotten.
const LIFE_OF_A_QUESTION: Duration = Duration::from_secs(30);
/// So many questions are open at once; of more the oldest go.
const MOST_QUESTIONS: usize = 256;
/// No number of ours is longer, and nobody needs a longer one.
const MOST_LETTERS: usize = 64;

/// The key of the pages of one start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StartKey {
    /// The start's name, which is no secret.
    pub(crate) start: String,
    pub(crate) key: String,
}

impl StartKey {
    fn new() -> Result<Self, getrandom::Error> {
        Ok(Self { start: new_token()?, key: new_token()? })
    }
}

/// What is known about pages that may come back.
#[derive(Debug)]
pub struct Reunion {
    port: u16,
    present: StartKey,
    earlier: Vec<StartKey>,
    /// The numbers this start has thrown, each good for one answer.
    questions: Mutex<Vec<(String, Instant)>>,
}

impl Reunion {
    /// A start at this port, with the keys of earlier ones.
    pub(crate) fn with_earlier(
        port: u16,
        earlier: Vec<StartKey>,
    ) -> Result<Self, getrandom::Error> {
        Ok(Self { port, present: StartKey::new()?, earlier, questions: Mutex::default() })
    }

    /// A start at this port; `earlier` are names and keys of earlier ones.
    pub fn new(port: u16, earlier: Vec<(String, String)>) -> Result<Self, getrandom::Error> {
        let earlier = earlier.into_iter().map(|(start, key)| StartKey { start, key }).collect();
        Self::with_earlier(port, earlier)
    }

    /// The key of the pages of this start.
    pub(crate) fn present(&self) -> &StartKey {
        &self.present
    }

    fn key_of(&self, start: &str) -> Option<&str> {
        let mut known = self.earlier.iter().chain([&self.present]);
        known.find(|known| known.start == start).map(|known| known.key.as_str())
    }

    /// Proves to a page that this is the program it knows, and asks it the same.
    fn prove(&self, question: &ReturnQuestion) -> Option<ReturnProof> {
        let key = self.key_of(&question.start)?;
        if question.number.len() > MOST_LETTERS {
            return None;
        }
        let number = new_token().ok()?;
        let proof = self.proof(key, "program", &question.number, &number);
        let now = Instant::now();
        let mut questions = self.questions.lock().unwrap_or_else(PoisonError::into_inner);
        questions.retain(|(_, asked)| now.duration_since(*asked) < LIFE_OF_A_QUESTION);
        let n_too_many = (questions.len() + 1).saturating_sub(MOST_QUESTIONS);
        questions.drain(..n_too_many);
        questions.push((number.clone(), now));
        drop(questions);
        Some(ReturnProof { start: self.present.start.clone(), number, proof })
    }

    /// Whether a page has proved that it was let in by that start.
    fn is_proved(&self, answer: &ReturnAnswer) -> bool {
        let mut questions = self.questions.lock().unwrap_or_else(PoisonError::into_inner);
        let asked = questions.iter().position(|(number, _)| *number == answer.number);
        let is_asked = asked.is_some_and(|at| {
            let (_, asked) = questions.remove(at);
            asked.elapsed() < LIFE_OF_A_QUESTION
        });
        drop(questions);
        is_asked
            && self.key_of(&answer.start).is_some_and(|key| {
                let right = self.proof(key, "page", &answer.own_number, &answer.number);
                is_same(&answer.proof, &right)
            })
    }

    fn proof(&self, key: &str, who: &str, page_number: &str, number: &str) -> String {
        let text = format!("{who}\n{}\n{page_number}\n{number}", self.port);
        hex(&hmac(key.as_bytes(), text.as_bytes()))
    }
}

/// `GET /return`: the key of this start, for a page that is in.
pub(crate) async fn key(State(state): State<AppState>) -> Json<PageKey> {
    let StartKey { start, key } = state.access().reunion().present().clone();
    Json(PageKey { start, key })
}

/// `POST /return`: proves to a page who is here.
pub(crate) async fn prove(
    State(state): State<AppState>,
    JsonBody(question): JsonBody<ReturnQuestion>,
) -> Result<Json<ReturnProof>, Failure> {
    state.access().reunion().prove(&question).map(Json).ok_or_else(unknown)
}

/// `PUT /return`: lets a page in again that has proved where it comes from.
pub(crate) async fn let_in_again(
    State(state): State<AppState>,
    JsonBody(answer): JsonBody<ReturnAnswer>,
) -> Result<Response, Failure> {
    let access = state.access();
    if !access.reunion().is_proved(&answer) {
        return Err(unknown());
    }
    let cookie = access.cookie().ok_or_else(unknown)?;
    let mut response = StatusCode::NO_CONTENT.into_response();
    response.headers_mut().insert(SET_COOKIE, cookie);
    *response.body_mut() = Body::empty();
    Ok(response)
}

fn unknown() -> Failure {
    let remedy = "Start the program again: it leads to the one that runs, with a new address.";
    let text = "This page is not known here.";
    Failure::new(StatusCode::UNAUTHORIZED, "unauthorized", text, Some(remedy))
}

/// HMAC-SHA256 (RFC 2104).
fn hmac(key: &[u8], text: &[u8]) -> [u8; 32] {
    const BLOCK: usize = 64;
    let mut block = [0; BLOCK];
    if key.len() > BLOCK {
        block[..32].copy_from_slice(&Sha256::digest(key));
    } else {
        block[..key.len()].copy_from_slice(key);
    }
    let inner = Sha256::new().chain_update(block.map(|byte| byte ^ 0x36)).chain_update(text);
    let outer = Sha256::new().chain_update(block.map(|byte| byte ^ 0x5c));
    outer.chain_update(inner.finalize()).finalize().into()
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_codes_are_those_of_the_standard() {
        // RFC 4231, test cases 2 and 6.
        let code = hmac(b"Jefe", b"what do ya want for nothing?");
        assert_eq!(hex(&code), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
        let code = hmac(&[0xaa; 131], b"Test Using Larger Than Block-Size Key - Hash Key First");
        assert_eq!(hex(&code), "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    }

    fn question(key: &StartKey) -> ReturnQuestion {
        ReturnQuestion { start: key.start.clone(), number: "of-the-page".to_owned() }
    }

    /// What a page answers that knows this key and sits at this port.
    fn answer(port: u16, key: &StartKey, proof: &ReturnProof) -> ReturnAnswer {
        let text = format!("page\n{port}\nof-the-page\n{}", proof.number);
        ReturnAnswer {
            start: key.start.clone(),
            own_number: "of-the-page".to_owned(),
            number: proof.number.clone(),
            proof: hex(&hmac(key.key.as_bytes(), text.as_bytes())),
        }
    }

    #[test]
    fn a_page_comes_back_once_for_each_question() {
        let key = StartKey::new().unwrap();
        let now = Reunion::with_earlier(4711, vec![key.clone()]).unwrap();
        let proof = now.prove(&question(&key)).unwrap();
        let text = format!("program\n4711\nof-the-page\n{}", proof.number);
        assert_eq!(proof.proof, hex(&hmac(key.key.as_bytes(), text.as_bytes())));
        let answer = answer(4711, &key, &proof);
        assert!(now.is_proved(&answer));
        assert!(!now.is_proved(&answer), "an answer that somebody has overheard is worth nothing");
    }

    #[test]
    fn who_does_not_know_the_key_proves_nothing() {
        let key = StartKey::new().unwrap();
        let wrong = StartKey { key: "guess".to_owned(), ..key.clone() };
        let now = Reunion::with_earlier(4711, vec![key.clone()]).unwrap();
        let proof = now.prove(&question(&key)).unwrap();
        assert!(!now.is_proved(&answer(4711, &wrong, &proof)));
        let proof = now.prove(&question(&key)).unwrap();
        assert!(!now.is_proved(&answer(4712, &key, &proof)), "a page of another port");
        let proof = ReturnProof { number: "never-asked".to_owned(), ..proof };
        assert!(!now.is_proved(&answer(4711, &key, &proof)));
        let nobody = ReturnQuestion { start: "nobody".to_owned(), number: String::new() };
        assert_eq!(now.prove(&nobody), None);
    }

    #[test]
    fn open_questions_are_few() {
        let now = Reunion::with_earlier(1, Vec::new()).unwrap();
        let known = now.present().clone();
        for _ in 0..2 * MOST_QUESTIONS {
            now.prove(&question(&known)).unwrap();
        }
        assert_eq!(now.questions.lock().unwrap().len(), MOST_QUESTIONS);
    }
}
