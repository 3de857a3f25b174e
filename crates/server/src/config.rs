//! What a server is told when it starts.

use std::time::Duration;

/// How a server behaves towards its visitors.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where the API of the GamesmanUni client is found besides `/universal/v1/`: a path that begins and ends with `/`.
    pub prefix: Option<String>,
    /// Requests per second from one address, over a while; `None` for any number.
    pub rate: Option<u32>,
    /// How long the first visitor of an unsolved small game waits for it to be solved.
    pub patience: Duration,
    /// How long any request may take.
    pub timeout: Duration,
    /// Requests that are answered at the same time; more have to wait.
    pub concurrent: usize,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            prefix: None,
            rate: None,
            patience: Duration::from_secs(1),
            timeout: Duration::from_secs(30),
            concurrent: 64,
        }
    }
}
