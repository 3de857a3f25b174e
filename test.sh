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

# Everything is compiled once: nothing is kept for a next time, nor for a debugger.
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0

cargo fmt --all --check
cargo clippy --workspace --all-targets --locked -- -D warnings
cargo test --workspace --locked --no-run

# The tests of the page mostly wait for the browser, so they run beside the others, with the program built for those.
page_output=$(mktemp)
web/test.sh >"$page_output" 2>&1 &
page=$!
trap 'kill "$page" 2>/dev/null || true; rm -f "$page_output"' EXIT

cargo test --workspace --locked
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked

page_result=0
wait "$page" || page_result=$?
cat "$page_output"
exit "$page_result"
