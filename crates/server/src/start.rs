//! Starting the server.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener as StdTcpListener};
use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, Instant};

use tengen_game::Notice;
use tengen_store::{FolderLock, GAMES_FILE, Store, user_folder};
use thiserror::Error;
use tokio::net::TcpListener;

use crate::access::{Access, Secrets};
use crate::again::Reunion;
use crate::neighbor::{self, Neighbor};
use crate::remembered::Remembered;
use crate::serve::serve;
use crate::state::{AppState, app};

/// How long the last start may need to let its port go after it was killed.
const LAST_BREATH: Duration = Duration::from_millis(200);

/// How to start.
#[derive(Debug, Default)]
pub struct Options {
    /// The address to listen on; loopback if missing.
    pub host: Option<IpAddr>,
    /// The port; if missing the one of the last start, or a free one if somebody else has that.
    pub port: Option<u16>,
    /// The folder of the games file; the user's own if missing.
    pub folder: Option<PathBuf>,
    /// Who watches the program, if it may be started again.
    pub watched: Option<Watched>,
}

/// What somebody who starts the program again holds in the meantime, so that nobody else can take
/// the port and the pages of the start before stay in.
#[derive(Debug)]
pub struct Watched {
    /// Listens already.
    pub listener: StdTcpListener,
    /// The pass of all its starts.
    pub pass: String,
}

/// Why the server does not start.
#[derive(Debug, Error)]
pub enum StartError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        error: io::Error,
    },
    /// Another program serves the folder and does not say where.
    #[error("another Gomoku is starting or ending with the games in {}; try again", folder.display())]
    Served {
        /// The folder.
        folder: PathBuf,
    },
    /// The system has no randomness for the token.
    #[error("cannot make a secret token: {0}")]
    Token(getrandom::Error),
}

/// A server that listens already.
#[derive(Debug)]
pub struct Running {
    /// The address to open, with the token.
    pub url: String,
    /// Whether other machines can reach it.
    pub is_open: bool,
    /// What the user should know at once.
    pub notices: Vec<Notice>,
    listener: TcpListener,
    state: AppState,
    /// Nothing where the folder knows no locks.
    lock: Option<FolderLock>,
    /// The address without a token.
    place: String,
}

/// What came of a start.
#[derive(Debug)]
pub enum Started {
    /// The server listens.
    New(Box<Running>),
    /// Another one serves this folder; its address, with the token.
    Already(String),
}

/// Listens where [`start`] would, for somebody who watches it and starts it again.
pub fn listen_as(
    host: Option<IpAddr>,
    port: Option<u16>,
    folder: Option<PathBuf>,
) -> Result<StdTcpListener, StartError> {
    let folder = folder.unwrap_or_else(user_folder);
    let host = host.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    listen(host, port, Remembered::read(&folder).port())
}

/// Listens, unless somebody else serves the same folder: two would take each other's games for their
/// own. Engines and tables are made later, when somebody plays.
pub async fn start(options: Options) -> Result<Started, StartError> {
    let host = options.host.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let is_open = !host.is_loopback();
    let folder = options.folder.unwrap_or_else(user_folder);
    let lock = match neighbor::lock_or_meet(&folder).await {
        Ok(lock) => lock,
        Err(Neighbor { url: Some(url) }) => {
            return Ok(Started::Already(neighbor::new_address(&url).await));
        }
        Err(Neighbor { url: None }) => return Err(StartError::Served { folder }),
    };
    let remembered = Remembered::read(&folder);
    let mut secrets = Secrets::new().map_err(StartError::Token)?;
    let address = SocketAddr::new(host, options.port.unwrap_or(0));
    let failed = |error| StartError::Listen { address, error };
    let listener = match options.watched {
        Some(Watched { listener, pass }) => {
            secrets.pass = pass;
            listener
        }
        None => listen(host, options.port, remembered.port())?,
    };
    listener.set_nonblocking(true).map_err(failed)?;
    let listener = TcpListener::from_std(listener).map_err(failed)?;
    let port = listener.local_addr().map_err(failed)?.port();
    // Whoever was let in from another machine is asked again after every start.
    let earlier = if is_open { Vec::new() } else { remembered.starts_at(port) };
    let reunion = Reunion::with_earlier(port, earlier).map_err(StartError::Token)?;
    let place = format!("http://{}:{port}", shown(host));
    let remembered =
        if is_open { remembered } else { remembered.with_start(port, reunion.present()) };
    // If it cannot be written, pages of this start have to be opened again after the next one; the
    // games file says what is wrong with the folder.
    let _ = remembered.keep(&folder, &format!("{place}/?token={}", secrets.key));
    let (store, notices) = Store::open(&folder.join(GAMES_FILE));
    let url = format!("{place}/?token={}", secrets.token);
    let access = Access::new(secrets, port, is_open, reunion);
    let state = AppState::new(store, notices.clone(), access);
    state.allow(&state.store().settings().await);
    Ok(Started::New(Box::new(Running { url, is_open, notices, listener, state, lock, place })))
}

/// Listens on the port that was asked for, else on the last one, else on a free one. Nothing is served
/// yet, so nobody is kept waiting.
fn listen(
    host: IpAddr,
    asked: Option<u16>,
    last: Option<u16>,
) -> Result<StdTcpListener, StartError> {
    // Zero asks for any port, and the last one is as good as any: open pages look for it there.
    if let Some(port) = asked.filter(|&port| port != 0).or(last) {
        let patience = Instant::now() + LAST_BREATH;
        while Instant::now() < patience {
            if let Ok(listener) = StdTcpListener::bind((host, port)) {
                return Ok(listener);
            }
            sleep(LAST_BREATH / 10);
        }
    }
    let address = SocketAddr::new(host, asked.unwrap_or(0));
    StdTcpListener::bind(address).map_err(|error| StartError::Listen { address, error })
}

fn shown(host: IpAddr) -> String {
    match host {
        IpAddr::V6(host) if host.is_loopback() => "[::1]".to_owned(),
        host if host.is_unspecified() || host.is_loopback() => "127.0.0.1".to_owned(),
        IpAddr::V4(host) => host.to_string(),
        IpAddr::V6(host) => format!("[{host}]"),
    }
}

impl Running {
    /// An address for a browser that is started with it: everybody on the machine can read that, so
    /// it opens once and soon.
    pub fn address_for_browser(&self) -> Result<String, StartError> {
        let ticket = self.state.access().new_ticket().map_err(StartError::Token)?;
        Ok(format!("{}/?token={ticket}", self.place))
    }

    /// Serves until `stop` comes.
    pub async fn serve(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), io::Error> {
        if let Ok(table) = tengen_game::Table::new(tengen_game::default_game(), false, 0) {
            self.state.games().warm_up_for(table.game()).await;
        }
        // Live connections never end by themselves, so nobody waits for them.
        tokio::select! {
            () = serve(self.listener, app(self.state)) => {}
            () = stop => {}
        }
        drop(self.lock);
        Ok(())
    }
}
