#!/bin/sh
# Makes the samples of a release with its own code: a store in SQLite, one in Firestore, the description of its API, and the
# storage of a browser. Then lets that code read a store of the present one, as after a roll back.
# Usage: sh server/testing/releases/make-sample.sh <name> <commit>. Those that are here:
#   api-8.1 0389ffa2 (29 November 2026)   api-9.0 6f592344 (30 November 2026)
#   api-10.0 e43a03d8 (30 November 2026)
set -e
name=$1
here=$PWD
samples=server/testing/releases
copy=$(mktemp -d)
git clone --quiet --shared . "$copy"
git -C "$copy" checkout --quiet "$2"
ln -s "$here/node_modules" "$copy/node_modules"
mkdir -p "$copy/$samples"
cp $samples/*.ts "$copy/$samples"
node $samples/write-sample.ts "$copy/present"
cd "$copy"
node $samples/write-sample.ts "$here/$samples/$name"
# Files of the client move more often: for api-8.1 the script had other imports. Only the API of the last release is needed.
node client/e2e/harness/write-browser-sample.ts "$here/client/testing/releases/$name.json"
echo "Read by $name after a roll back:"
node $samples/read-back.ts present.sqlite.br
rm -rf "$copy"
