#!/usr/bin/env bash
# Runs a target for so many seconds with what its corpus and earlier runs found, at the lowest priority.
#   fuzz/run.sh TARGET SECONDS [options of libFuzzer]
# New inputs go to fuzz/found/TARGET, inputs that break a law to fuzz/artifacts/TARGET.
set -euo pipefail
cd "$(dirname "$0")"
target=${1:?TARGET SECONDS}
seconds=${2:?TARGET SECONDS}
shift 2
program=$(./build.sh "$target")
mkdir -p "found/$target" "artifacts/$target"
dictionary=()
[ ! -e "dictionaries/$target" ] || dictionary=(-dict="dictionaries/$target")
exec nice -n 19 "$program" "found/$target" "corpus/$target" "${dictionary[@]}" -artifact_prefix="artifacts/$target/" \
    -max_total_time="$seconds" -rss_limit_mb=2048 -timeout=10 -print_final_stats=1 "$@"
