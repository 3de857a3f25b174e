#!/usr/bin/env bash
# Packs the program that has been built with its manual, completions and licences: package.sh VERSION SYSTEM
set -euo pipefail
cd "$(dirname "$0")/.."
name="zermelo-${1#v}-$2"
folder="target/$name"
rm -rf "$folder"
mkdir -p "$folder/completions" "$folder/man"
cp target/dist/zermelo README.md CHANGELOG.md LICENSE LICENSE-MIT LICENSE-APACHE "$folder/"
[ ! -f THIRD-PARTY-NOTICES.txt ] || cp THIRD-PARTY-NOTICES.txt "$folder/"
for shell in bash zsh fish; do
    target/dist/zermelo completions "$shell" >"$folder/completions/zermelo.$shell"
done
target/dist/zermelo man >"$folder/man/zermelo.1"
tar -C target -czf "$folder.tar.gz" "$name"
echo "$folder.tar.gz"
