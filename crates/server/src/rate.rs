//! A limit on the requests from one address: a bucket of tokens that fills up again.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;

/// A bucket holds the tokens of so many seconds, so that a page may ask for many things at once.
const BURST_SECONDS: f64 = 4.0;

/// When so many addresses are known, those with full buckets are forgotten.
const MOST_ADDRESSES: usize = 10_000;

/// The buckets of all addresses.
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

    /// Whether this address may ask at this moment; if so, it has a token less.
    fn take(&self, address: IpAddr, now: Instant) -> bool {
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
        let allowed = bucket.tokens >= 1.0;
        if allowed {
            bucket.tokens -= 1.0;
        }
        allowed
    }
}

/// Refuses requests from addresses that ask too often.
pub(crate) async fn limit(State(buckets): State<Arc<Buckets>>, request: Request, next: Next) -> Response {
    let address = request
        .extensions()
        .get::<ConnectInfo<SocketAddr>>()
        .map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |info| info.0.ip());
    if buckets.take(address, Instant::now()) {
        next.run(request).await
    } else {
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too many requests; slow down").into_response()
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
        assert_eq!((0..100).filter(|_| buckets.take(one, start)).count(), 40);
        assert!(buckets.take(other, start));
        let later = start + Duration::from_secs(1);
        assert_eq!((0..100).filter(|_| buckets.take(one, later)).count(), 10);
    }

    #[test]
    fn addresses_are_forgotten_when_there_are_too_many() {
        let buckets = Buckets::new(1);
        let start = Instant::now();
        for i in 0..3 * MOST_ADDRESSES as u32 {
            buckets.take(IpAddr::from(i.to_be_bytes()), start + Duration::from_secs(i.into()));
        }
        assert!(buckets.buckets.lock().unwrap().len() <= MOST_ADDRESSES);
    }
}
