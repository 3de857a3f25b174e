//! What a server is told when it starts.

use std::time::Duration;

use tokio::signal::unix::SignalKind;

use crate::network::Network;

/// How a server behaves towards its visitors.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where the API of the GamesmanUni client is found besides `/universal/v1/`: a path that begins and ends
    /// with `/`.
    pub prefix: Option<String>,
    /// Requests per second from one visitor, over a while; `None` for any number.
    pub rate: Option<u32>,
    /// How long the first visitor of an unsolved small game waits for it to be solved.
    pub patience: Duration,
    /// How long any request may take.
    pub timeout: Duration,
    /// Requests that are answered at the same time; more have to wait.
    pub concurrent: usize,
    /// By which names the server may be called, besides addresses and `localhost`; `None` for any. Pages of
    /// other sites could otherwise reach a server behind a firewall by giving it a name of theirs.
    pub names: Option<Vec<String>>,
    /// Proxies, which say in `X-Forwarded-For` who their visitors are.
    pub trusted: Vec<Network>,
    /// Who may see the figures of the server.
    pub observers: Vec<Network>,
    /// Connections that may be open; fewer if there are not as many descriptors.
    pub connections: usize,
    /// The same for one visitor; `None` for any number.
    pub connections_per_visitor: Option<usize>,
    /// How long a connection is kept while no complete request header comes, or while an answer is not read.
    pub idle: Duration,
    /// How long the body of a request may take to come.
    pub body: Duration,
    /// The signals that stop it.
    pub signals: Vec<i32>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            prefix: None,
            rate: None,
            patience: Duration::from_secs(1),
            timeout: Duration::from_secs(30),
            concurrent: 64,
            names: Some(Vec::new()),
            trusted: Vec::new(),
            observers: Network::LOOPBACK.to_vec(),
            connections: 2000,
            connections_per_visitor: None,
            idle: Duration::from_secs(30),
            body: Duration::from_secs(10),
            signals: [SignalKind::interrupt(), SignalKind::terminate()]
                .map(|kind| kind.as_raw_value())
                .to_vec(),
        }
    }
}
