//! Taking connections, with an end to the patience for each.
//!
//! Whoever connects and says nothing holds a descriptor, and there are not many of these. So every
//! connection has a time to say what it wants, there is a most of them, and when it is reached the
//! connection goes that has waited longest without being let in: half-open ones never keep anybody
//! out.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::AbortHandle;
use tokio::time::sleep;
use tower_service::Service;

/// A request must have begun and its head be complete after this long; a connection that is kept for
/// later ends after it too.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// Descriptors that are left for files, the listener and whatever else.
const DESCRIPTORS_FOR_OTHERS: usize = 48;
const FEWEST_CONNECTIONS: usize = 8;
const MOST_CONNECTIONS: usize = 8192;
/// How long to wait when the system has no descriptor left.
const PAUSE: Duration = Duration::from_millis(50);

/// A connection, known to every request that comes over it. As long as somebody has this, the
/// connection has its place.
#[derive(Clone)]
pub(crate) struct Visit {
    is_let_in: Arc<AtomicBool>,
    _end: Arc<End>,
}

impl Visit {
    /// Somebody was let in over it.
    pub(crate) fn let_in(&self) {
        self.is_let_in.store(true, Ordering::Relaxed);
    }
}

/// A connection that runs.
struct Guest {
    number: u64,
    is_let_in: Arc<AtomicBool>,
    task: AbortHandle,
}

/// The connections in the order they came.
#[derive(Clone, Default)]
struct Guests(Arc<Mutex<VecDeque<Guest>>>);

impl Guests {
    fn locked(&self) -> MutexGuard<'_, VecDeque<Guest>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds one that is begun while nobody else is at the list, so that its end finds it there.
    fn add(&self, number: u64, is_let_in: Arc<AtomicBool>, begin: impl FnOnce() -> AbortHandle) {
        self.locked().push_back(Guest { number, is_let_in, task: begin() });
    }

    fn forget(&self, number: u64) {
        let mut guests = self.locked();
        // They come in the order of their numbers.
        if let Ok(at) = guests.binary_search_by_key(&number, |guest| guest.number) {
            guests.remove(at);
        }
    }

    /// Ends the connection that has waited longest without being let in.
    fn drop_one(&self) {
        let mut guests = self.locked();
        let at = guests.iter().position(|guest| !guest.is_let_in.load(Ordering::Relaxed));
        let dropped = at.and_then(|at| guests.remove(at));
        drop(guests);
        if let Some(guest) = dropped {
            guest.task.abort();
        }
    }
}

/// Serves until it is dropped.
pub async fn serve(listener: TcpListener, app: Router) {
    serve_at_most(listener, app, most_connections()).await;
}

async fn serve_at_most(listener: TcpListener, app: Router, most: usize) {
    let room = Arc::new(Semaphore::new(most));
    let guests = Guests::default();
    let mut n_guests = 0;
    // It is never closed.
    while !room.is_closed() {
        let place = place_for_one(&room, &guests).await;
        if let Ok((stream, _)) = listener.accept().await {
            n_guests += 1;
            let is_let_in = Arc::new(AtomicBool::new(false));
            let end = Arc::new(End { guests: guests.clone(), number: n_guests, _place: place });
            let app = app.clone();
            guests.add(n_guests, Arc::clone(&is_let_in), move || {
                tokio::spawn(talk(stream, app, Visit { is_let_in, _end: end })).abort_handle()
            });
        } else {
            // Somebody who went away before he was heard is nobody's trouble; when there are no
            // descriptors, asking again at once would change nothing.
            drop(place);
            guests.drop_one();
            sleep(PAUSE).await;
        }
    }
}

/// Tidies up after a connection, however it ends.
struct End {
    guests: Guests,
    number: u64,
    _place: Option<OwnedSemaphorePermit>,
}

impl Drop for End {
    fn drop(&mut self) {
        self.guests.forget(self.number);
    }
}

async fn place_for_one(room: &Arc<Semaphore>, guests: &Guests) -> Option<OwnedSemaphorePermit> {
    if let Ok(place) = Arc::clone(room).try_acquire_owned() {
        return Some(place);
    }
    guests.drop_one();
    // It is never closed.
    Arc::clone(room).acquire_owned().await.ok()
}

async fn talk(stream: TcpStream, app: Router, visit: Visit) {
    // Moves are small and must not wait for more of them; without it they only come a little later.
    let _ = stream.set_nodelay(true);
    let answer = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(visit.clone());
        app.clone().call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .serve_connection(TokioIo::new(stream), answer)
        .with_upgrades();
    // However it ends, there is nobody left to tell.
    let _ = connection.await;
}

/// As many as there are descriptors for.
fn most_connections() -> usize {
    let n_descriptors = descriptors().unwrap_or(usize::MAX);
    let for_us = n_descriptors.saturating_sub(DESCRIPTORS_FOR_OTHERS);
    for_us.clamp(FEWEST_CONNECTIONS, MOST_CONNECTIONS)
}

#[cfg(unix)]
fn descriptors() -> Option<usize> {
    use rustix::process::{Resource, getrlimit};
    getrlimit(Resource::Nofile).current.and_then(|most| usize::try_from(most).ok())
}

/// Elsewhere nobody counts them.
#[cfg(not(unix))]
fn descriptors() -> Option<usize> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    async fn ask(port: u16) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    }

    #[tokio::test]
    async fn half_open_connections_keep_nobody_out() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let app = Router::new().route("/", get(async || "here"));
        let serving = tokio::spawn(serve_at_most(listener, app, 10));
        let ask_often = async || {
            let start = std::time::Instant::now();
            for _ in 0..5 {
                assert!(ask(port).await.ends_with("here"));
            }
            start.elapsed()
        };
        // What it takes on this machine at this moment.
        let alone = ask_often().await;
        let mut half_open = Vec::new();
        for n in 0..100 {
            let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
            if n % 2 == 0 {
                stream.write_all(b"GET / HTTP/1.1\r\nHo").await.unwrap();
            }
            half_open.push(stream);
        }
        let besieged = ask_often().await;
        assert!(besieged < HEAD_TIME / 2 + alone * 10, "nobody waits for them to be given up");
        drop(half_open);
        serving.abort();
    }
}
