#!/bin/sh
# Sees to it that the tests of the page find what they need, or says what to install.
set -eu
cd "$(dirname "$0")/.."

install() { # package, what for
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing $1 ($2) ..."
    { apt-get install -y --no-install-recommends "$1" || { apt-get update && apt-get install -y --no-install-recommends "$1"; }; } >/dev/null
  else
    echo "$1 is missing ($2). Install it (Debian: sudo apt-get install $1), then run make again." >&2
    exit 1
  fi
}

command -v node >/dev/null 2>&1 || install nodejs "runs the tests of the page"
command -v npm >/dev/null 2>&1 || install npm "installs the tools of the page's tests"
node -e '
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Node ${process.versions.node} is too old for the tests of the page: install 20.19 or newer (https://nodejs.org), then run make again.`);
    process.exit(1);
  }'

if [ "${1:-}" = browser ] && [ -z "${CHROMIUM:-}" ]; then
  found=
  for name in chromium chromium-browser google-chrome google-chrome-stable; do
    if command -v "$name" >/dev/null 2>&1; then found=1; fi
  done
  [ -n "$found" ] || install chromium "the browser that the tests drive; CHROMIUM=/path names another one"
fi

# npm writes this file when it is done; it is newer than the lock file only if nothing changed since.
if [ ! node_modules/.package-lock.json -nt package-lock.json ]; then
  # Not `npm ci`: it wants the parts for all other systems in the lock file, which a registry need
  # not have. `--no-save` leaves the lock file as it is.
  npm install --no-save --no-audit --no-fund --loglevel error || {
    echo "The packages of web/package-lock.json could not be installed (no network?). Run 'npm install --no-save' in web/, then run make again." >&2
    exit 1
  }
  touch node_modules/.package-lock.json
fi
