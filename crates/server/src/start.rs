//! Starting the server.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use tengen_game::Notice;
use tengen_store::{GAMES_FILE, Store, new_token, user_folder};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::time::{Instant, sleep};

use crate::guard::Access;
use crate::neighbor;
use crate::remembered::Remembered;
use crate::state::{AppState, app};

/// How long the last start may need to let its port go after it was killed.
const LAST_BREATH: Duration = Duration::from_millis(200);

/// How to start.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on; loopback if missing.
    pub host: Option<IpAddr>,
    /// The port; if missing the one of the last start, or a free one if somebody else has that.
    pub port: Option<u16>,
    /// The folder of the games file; the user's own if missing.
    pub folder: Option<PathBuf>,
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
}

/// What came of a start.
#[derive(Debug)]
pub enum Started {
    /// The server listens.
    New(Box<Running>),
    /// Another one serves this folder; its address, with the token.
    Already(String),
}

/// Listens, unless somebody else serves the same folder: two would take each other's games for their
/// own. Engines and tables are made later, when somebody plays.
pub async fn start(options: Options) -> Result<Started, StartError> {
    let host = options.host.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let is_open = !host.is_loopback();
    let folder = options.folder.unwrap_or_else(user_folder);
    let remembered = Remembered::read(&folder);
    if let Some(url) = remembered.url()
        && neighbor::is_running(url).await
    {
        return Ok(Started::Already(url.to_owned()));
    }
    let listener = listen(host, options.port, remembered.port()).await?;
    let address = SocketAddr::new(host, options.port.unwrap_or(0));
    let bound = listener.local_addr();
    let port = bound.map_err(|error| StartError::Listen { address, error })?.port();
    let token = new_token().map_err(StartError::Token)?;
    let pass = new_token().map_err(StartError::Token)?;
    let url = format!("http://{}:{port}/?token={token}", shown(host));
    // Whoever was let in from another machine is asked again after every start.
    let earlier = if is_open { Vec::new() } else { remembered.secrets() };
    let remembered = if is_open { remembered } else { remembered.with_pass(port, &pass) };
    // If it cannot be written, pages of this start have to be opened again after the next one; the
    // games file says what is wrong with the folder.
    let _ = remembered.keep(&folder, &url);
    let (store, notices) = Store::open(&folder.join(GAMES_FILE));
    let access = Access { token, pass, earlier, port, is_open };
    let state = AppState::new(store, notices.clone(), access);
    state.allow(&state.store().settings().await);
    Ok(Started::New(Box::new(Running { url, is_open, notices, listener, state })))
}

/// Listens on the port that was asked for, else on the last one, else on a free one.
async fn listen(
    host: IpAddr,
    asked: Option<u16>,
    last: Option<u16>,
) -> Result<TcpListener, StartError> {
    if let Some(port) = asked.or(last) {
        let patience = Instant::now() + LAST_BREATH;
        while Instant::now() < patience {
            if let Ok(listener) = TcpListener::bind((host, port)).await {
                return Ok(listener);
            }
            sleep(LAST_BREATH / 10).await;
        }
    }
    let address = SocketAddr::new(host, asked.unwrap_or(0));
    TcpListener::bind(address).await.map_err(|error| StartError::Listen { address, error })
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
    /// Serves until `stop` comes.
    pub async fn serve(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), io::Error> {
        if let Ok(table) = tengen_game::Table::new(tengen_game::default_game(), false, 0) {
            self.state.games().warm_up_for(table.game()).await;
        }
        let serving = axum::serve(self.listener, app(self.state));
        // Live connections never end by themselves, so nobody waits for them.
        tokio::select! {
            result = async { serving.await } => result,
            () = stop => Ok(()),
        }
    }
}
