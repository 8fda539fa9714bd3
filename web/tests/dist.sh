#!/bin/sh
# The built page is committed, so that building the program needs no node. This says whether it is
# what the sources make.
set -eu
cd "$(dirname "$0")/.."
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
npx vite build --logLevel error --outDir "$fresh/dist"
if ! diff -rq dist "$fresh/dist"; then
  echo "web/dist is out of date: run 'make web' and commit it." >&2
  exit 1
fi
