//! Who asks: addresses, networks, and what trusted proxies say about their visitors.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use axum::extract::{ConnectInfo, Request};
use axum::http::HeaderMap;
use thiserror::Error;

/// Addresses that begin alike: `10.0.0.0/8`, or `192.168.1.7` for a single one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    first: IpAddr,
    prefix: u8,
}

/// The text does not name a network.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{0}' is neither an address, like 10.0.0.7, nor a network, like 10.0.0.0/8 or fd00::/8")]
pub struct NetworkError(String);

impl FromStr for Network {
    type Err = NetworkError;

    fn from_str(text: &str) -> Result<Network, NetworkError> {
        let error = || NetworkError(text.to_owned());
        let (address, prefix) = text.split_once('/').map_or((text, None), |(a, prefix)| (a, Some(prefix)));
        let address: IpAddr = address.parse().map_err(|_| error())?;
        let longest = if address.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.map_or(Ok(longest), |prefix| prefix.parse().map_err(|_| error()))?;
        if prefix > longest { Err(error()) } else { Ok(Network { first: start(address, prefix), prefix }) }
    }
}

impl Network {
    /// This machine.
    pub const LOOPBACK: [Network; 2] = [
        Network { first: IpAddr::V4(Ipv4Addr::new(127, 0, 0, 0)), prefix: 8 },
        Network { first: IpAddr::V6(Ipv6Addr::LOCALHOST), prefix: 128 },
    ];

    fn contains(&self, address: IpAddr) -> bool {
        address.is_ipv4() == self.first.is_ipv4() && start(address, self.prefix) == self.first
    }
}

/// Returns whether an address is in any of the networks.
pub(crate) fn is_among(address: IpAddr, networks: &[Network]) -> bool {
    networks.iter().any(|network| network.contains(address.to_canonical()))
}

/// The first address of the network of this size that an address is in.
fn start(address: IpAddr, prefix: u8) -> IpAddr {
    match address {
        IpAddr::V4(v4) => {
            let mask = u32::MAX.checked_shl(32 - u32::from(prefix)).unwrap_or(0);
            Ipv4Addr::from_bits(v4.to_bits() & mask).into()
        }
        IpAddr::V6(v6) => {
            let mask = u128::MAX.checked_shl(128 - u32::from(prefix)).unwrap_or(0);
            Ipv6Addr::from_bits(v6.to_bits() & mask).into()
        }
    }
}

/// Returns what stands for a visitor where visitors are counted. Whoever has one IPv6 address has the 2^64
/// beside it.
pub(crate) fn visitor(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        v4 @ IpAddr::V4(_) => v4,
        v6 => start(v6, 64),
    }
}

/// Returns who sends a request, as far as proxies can be trusted to say it. Requests that do not come from
/// the network have no address.
pub(crate) fn client(request: &Request, trusted: &[Network]) -> IpAddr {
    let info = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = info.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |info| info.0.ip().to_canonical());
    forwarded(peer, request.headers(), trusted)
}

/// Every proxy writes the address of who asked it at the end of `X-Forwarded-For`. What stands before the
/// entry of the first proxy that is trusted may have been made up.
fn forwarded(peer: IpAddr, headers: &HeaderMap, trusted: &[Network]) -> IpAddr {
    let lists = headers.get_all("x-forwarded-for").iter().map(|list| list.to_str().unwrap_or_default());
    let mut entries: Vec<&str> = lists.flat_map(|list| list.split(',')).collect();
    let mut client = peer;
    while is_among(client, trusted) {
        let Some(entry) = entries.pop() else { break };
        let Some(address) = address(entry.trim()) else { break };
        client = address.to_canonical();
    }
    client
}

/// An address that may have a port behind it.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn networks_contain_what_begins_alike() {
        for (network, inside, outside) in [
            ("10.0.0.0/8", "10.255.1.2", "11.0.0.0"),
            ("192.168.1.7", "192.168.1.7", "192.168.1.8"),
            ("0.0.0.0/0", "255.255.255.255", "::1"),
            ("fd00::/8", "fdff::1", "fe80::1"),
            ("::1", "::1", "::2"),
            ("10.1.2.3/8", "10.9.9.9", "9.9.9.9"),
            ("127.0.0.0/8", "::ffff:127.0.0.1", "::ffff:128.0.0.1"),
        ] {
            let network = [network.parse().unwrap()];
            assert!(is_among(ip(inside), &network) && !is_among(ip(outside), &network), "{network:?}");
        }
        for wrong in ["", "10", "10.0.0.0/33", "::/129", "10.0.0.0/x", "example.org", "10.0.0.0/-1"] {
            assert!(wrong.parse::<Network>().is_err(), "{wrong}");
        }
        assert!(is_among(ip("127.3.2.1"), &Network::LOOPBACK) && is_among(ip("::1"), &Network::LOOPBACK));
    }

    #[test]
    fn neighbours_in_ipv6_are_one_visitor() {
        assert_eq!(visitor(ip("2001:db8:1:2:3:4:5:6")), visitor(ip("2001:db8:1:2:ffff::")));
        assert_ne!(visitor(ip("2001:db8:1:2::")), visitor(ip("2001:db8:1:3::")));
        assert_ne!(visitor(ip("10.0.0.1")), visitor(ip("10.0.0.2")));
        assert_eq!(visitor(ip("::ffff:10.0.0.1")), ip("10.0.0.1"));
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        let trusted = ["127.0.0.1".parse().unwrap(), "10.0.0.0/8".parse().unwrap()];
        let told = |peer, lists: &[&str]| {
            let mut headers = HeaderMap::new();
            for list in lists {
                headers.append("x-forwarded-for", list.parse().unwrap());
            }
            forwarded(ip(peer), &headers, &trusted).to_string()
        };
        assert_eq!(told("8.8.8.8", &["1.1.1.1"]), "8.8.8.8");
        assert_eq!(told("127.0.0.1", &[]), "127.0.0.1");
        assert_eq!(told("127.0.0.1", &["1.1.1.1"]), "1.1.1.1");
        // The visitor made up the first ones.
        assert_eq!(told("127.0.0.1", &["127.0.0.1, 9.9.9.9, 1.1.1.1, 10.1.1.1"]), "1.1.1.1");
        assert_eq!(told("127.0.0.1", &["9.9.9.9", "1.1.1.1"]), "1.1.1.1");
        assert_eq!(told("127.0.0.1", &["[2001:db8::1]:443"]), "2001:db8::1");
        assert_eq!(told("127.0.0.1", &["[2001:db8::1]"]), "2001:db8::1");
        assert_eq!(told("127.0.0.1", &["1.1.1.1:5000"]), "1.1.1.1");
        assert_eq!(told("127.0.0.1", &["1.1.1.1, unknown"]), "127.0.0.1");
    }
}
