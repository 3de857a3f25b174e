#!/usr/bin/env bash
# Checks that dist/ is what the sources give, and runs the tests of the page. The program must have been built.
set -euo pipefail
cd "$(dirname "$0")"

missing=()
command -v node >/dev/null || missing+=(nodejs npm)
command -v "${CHROMIUM:-chromium}" >/dev/null || missing+=(chromium fonts-dejavu-core)
if [ ${#missing[@]} -gt 0 ]; then
    sudo=$([ "$(id -u)" = 0 ] || echo sudo)
    $sudo apt-get update -q
    $sudo apt-get install -qy --no-install-recommends "${missing[@]}"
fi
# Debian 12 has an older Node; a newer one comes as a package.
if ! node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)'; then
    exec npx --yes --package=node@22 -- bash ./test.sh
fi

npm ci --no-audit --no-fund
npm run build
git diff --exit-code -- dist
npm test
