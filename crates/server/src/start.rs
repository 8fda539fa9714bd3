//! Starting the server.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use tengen_engine::{Engine, Position, Settings, Think};
use tengen_proto::app::Notice;
use thiserror::Error;
use tokio::net::TcpListener;

use crate::guard::Access;
use crate::ids::new_token;
use crate::remembered::Remembered;
use crate::routes::load_settings;
use crate::state::{AppState, app};
use crate::store::Store;

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

/// Listens. Engines and tables are made later, when somebody plays.
pub async fn start(options: Options) -> Result<Running, StartError> {
    let host = options.host.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let is_open = !host.is_loopback();
    let folder = options.folder.unwrap_or_else(user_folder);
    // Whoever was let in from another machine is asked again after every start.
    let remembered = if is_open { Remembered::default() } else { Remembered::read(&folder) };
    let listener = listen(host, options.port, remembered.port()).await?;
    let address = SocketAddr::new(host, options.port.unwrap_or(0));
    let bound = listener.local_addr();
    let port = bound.map_err(|error| StartError::Listen { address, error })?.port();
    let token = new_token().map_err(StartError::Token)?;
    let pass = new_token().map_err(StartError::Token)?;
    let earlier = remembered.secrets();
    if !is_open {
        // If it cannot be written, pages of this start have to be opened again after the next one;
        // the games file says what is wrong with the folder.
        let _ = remembered.keep(&folder, port, &pass);
    }
    let (store, notices) = Store::open(&folder.join("games.db"));
    let url = format!("http://{}:{port}/?token={token}", shown(host));
    let access = Access { token, pass, earlier, port, is_open };
    let state = AppState::new(store, notices.clone(), access);
    state.allow(&load_settings(state.store()).await);
    Ok(Running { url, is_open, notices, listener, state })
}

/// Listens on the port that was asked for, else on the last one, else on a free one.
async fn listen(
    host: IpAddr,
    asked: Option<u16>,
    last: Option<u16>,
) -> Result<TcpListener, StartError> {
    if asked.is_none()
        && let Some(last) = last
        && let Ok(listener) = TcpListener::bind((host, last)).await
    {
        return Ok(listener);
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
        std::thread::spawn(warm_up);
        let serving = axum::serve(self.listener, app(self.state));
        // Live connections never end by themselves, so nobody waits for them.
        tokio::select! {
            result = async { serving.await } => result,
            () = stop => Ok(()),
        }
    }
}

/// Builds the engine's tables for the default game while nobody waits for them yet.
fn warm_up() {
    let wish = tengen_table::default_game();
    let Ok(table) = tengen_table::Table::new(&wish, false, 0) else { return };
    let engine = Engine::new(Settings { hash_mib: 1, ..Settings::default() });
    let think = Think { nodes: Some(1), ..Think::default() };
    let never = AtomicBool::new(false);
    // What it finds is of no interest.
    let _ = engine.think(&Position::of(table.game()), &think, &never, &mut |_| {});
}

/// The folder for the user's data, by the XDG rules.
fn user_folder() -> PathBuf {
    let from = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let base = from("XDG_DATA_HOME")
        .map(PathBuf::from)
        .or_else(|| from("HOME").map(|home| PathBuf::from(home).join(".local/share")))
        .unwrap_or_else(std::env::temp_dir);
    base.join("tengen")
}
