#!/usr/bin/env bash
# Builds a target with the compiler of the project and libFuzzer's instrumentation, and prints where the program is.
#   fuzz/build.sh TARGET
set -euo pipefail
cd "$(dirname "$0")"
target=$1
case $target in
volume | manifest | records | keyed_lines | position_index) crate=store ;;
positions) crate=games ;;
values | scripts) crate=cgt ;;
*)
    echo "there is no target $target; there are: volume manifest records keyed_lines position_index positions values scripts" >&2
    exit 2
    ;;
esac

host=$(rustc -vV | sed -n 's/^host: //p')
# The pass is part of the stable compiler, but only RUSTC_BOOTSTRAP lets it be asked for together with a sanitizer.
export RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
flags="--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4"
flags+=" -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table"
flags+=" -Cllvm-args=-sanitizer-coverage-trace-compares -Cllvm-args=-simplifycfg-branch-fold-threshold=0"
if [ -n "${SANITIZER:-}" ]; then
    flags+=" -Zsanitizer=$SANITIZER"
    CARGO_TARGET_DIR+=-$SANITIZER
fi
# With a target triple the flags do not apply to build scripts, which run without libFuzzer.
RUSTFLAGS=$flags cargo build --release --locked --target "$host" --features "$crate" --bin "$target" >&2
echo "$CARGO_TARGET_DIR/$host/release/$target"
