//! How many files and connections the system lets the server have open.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// More are not asked for: no server of games needs them, and some systems allow a thousand million.
const ENOUGH: u64 = 65_536;

/// What the program itself has open: standard streams, timers, signals, the socket that listens.
const OWN: u64 = 32;

/// Raises the limit of this process as far as it may, and returns it.
pub(crate) fn raise_limit() -> u64 {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let (now, wanted) = (current.unwrap_or(ENOUGH), maximum.unwrap_or(ENOUGH).min(ENOUGH));
    if wanted > now && setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum }).is_ok() {
        return wanted;
    }
    now
}

/// Returns how many connections there is room for. A quarter of the descriptors is for the files of
/// databases.
pub(crate) fn room_for_connections(descriptors: u64) -> usize {
    (descriptors - descriptors / 4).saturating_sub(OWN).max(1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_leave_room_for_databases() {
        assert_eq!([64, 1024, 65_536].map(room_for_connections), [16, 736, 49_120]);
        assert_eq!(room_for_connections(10), 1);
        let limit = raise_limit();
        assert!(limit >= 256 && raise_limit() == limit);
    }
}
