#!/usr/bin/env bash
# Installs what the tests need and runs them all: format, lints, tests, the page in a browser, documentation.
set -euo pipefail
cd "$(dirname "$0")"

# A C compiler builds the compression library.
if ! command -v cc >/dev/null; then
    sudo=$([ "$(id -u)" = 0 ] || echo sudo)
    $sudo apt-get update -q
    $sudo apt-get install -qy --no-install-recommends build-essential
fi
for component in rustfmt clippy; do
    cargo "${component/rust/}" --version >/dev/null 2>&1 || rustup component add "$component"
done

# Everything is compiled once, so there is nothing to keep for a next time.
export CARGO_INCREMENTAL=0

cargo fmt --all --check
cargo clippy --workspace --all-targets --locked -- -D warnings
cargo test --workspace --locked
cargo build --locked --bin zermelo
web/test.sh
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked
