//! A limit on the requests of one visitor: a bucket of tokens that fills up again.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;
use crate::network::{client, visitor};
use crate::state::App;

/// A bucket holds the tokens of so many seconds, so that a page may ask for many things at once.
const BURST_SECONDS: f64 = 4.0;

/// When so many addresses are known, those with full buckets are forgotten.
const MOST_ADDRESSES: usize = 10_000;

/// The buckets of all visitors.
pub(crate) struct Buckets {
    per_second: f64,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

struct Bucket {
    tokens: f64,
    filled: Instant,
}

impl Buckets {
    pub(crate) fn new(per_second: u32) -> Arc<Buckets> {
        Arc::new(Buckets { per_second: per_second.into(), buckets: Mutex::default() })
    }

    fn most(&self) -> f64 {
        self.per_second * BURST_SECONDS
    }

    /// Takes a token of this visitor, if there is one; if not, in how many seconds there will be.
    fn take(&self, address: IpAddr, now: Instant) -> Result<(), u64> {
        let address = visitor(address);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let fill = |bucket: &Bucket| {
            let seconds = now.saturating_duration_since(bucket.filled).as_secs_f64();
            (bucket.tokens + seconds * self.per_second).min(self.most())
        };
        if buckets.len() >= MOST_ADDRESSES && !buckets.contains_key(&address) {
            buckets.retain(|_, bucket| fill(bucket) < self.most());
        }
        let bucket = buckets.entry(address).or_insert(Bucket { tokens: self.most(), filled: now });
        *bucket = Bucket { tokens: fill(bucket), filled: now };
        if bucket.tokens < 1.0 {
            return Err(((1.0 - bucket.tokens) / self.per_second).ceil() as u64);
        }
        bucket.tokens -= 1.0;
        Ok(())
    }
}

/// Refuses requests of visitors who ask too often.
pub(crate) async fn limit(
    State((buckets, app)): State<(Arc<Buckets>, App)>,
    request: Request,
    next: Next,
) -> Response {
    let taken = buckets.take(client(&request, &app.config.trusted), Instant::now());
    match taken {
        Ok(()) => next.run(request).await,
        Err(seconds) => ApiError::too_many(seconds).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_up_again_for_each_address() {
        let buckets = Buckets::new(10);
        let (one, other) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let start = Instant::now();
        assert_eq!((0..100).filter(|_| buckets.take(one, start).is_ok()).count(), 40);
        assert_eq!(buckets.take(other, start), Ok(()));
        assert_eq!(buckets.take(one, start), Err(1));
        let later = start + Duration::from_secs(1);
        assert_eq!((0..100).filter(|_| buckets.take(one, later).is_ok()).count(), 10);
    }

    #[test]
    fn whoever_changes_his_ipv6_address_has_the_same_bucket() {
        let buckets = Buckets::new(10);
        let start = Instant::now();
        let address = |i: u16| IpAddr::from([0x2001, 0xdb8, 1, 2, i, i, i, i]);
        assert_eq!((0..100).filter(|&i| buckets.take(address(i), start).is_ok()).count(), 40);
    }

    #[test]
    fn addresses_are_forgotten_when_there_are_too_many() {
        let buckets = Buckets::new(1);
        let start = Instant::now();
        for i in 0..3 * MOST_ADDRESSES as u32 {
            let _ = buckets.take(IpAddr::from(i.to_be_bytes()), start + Duration::from_secs(i.into()));
        }
        assert!(buckets.buckets.lock().unwrap().len() <= MOST_ADDRESSES);
    }
}
