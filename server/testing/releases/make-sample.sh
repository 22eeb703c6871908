#!/bin/sh
# Makes the samples of a release with its own code: a store, and the storage of a browser. Then lets that code read a
# store of the present one, as after a roll back. Usage: sh server/testing/releases/make-sample.sh <commit>
set -e
commit=$(git rev-parse --short=8 "$1")
here=$PWD
samples=server/testing/releases
copy=$(mktemp -d)
git clone --quiet --shared . "$copy"
git -C "$copy" checkout --quiet "$commit"
ln -s "$here/node_modules" "$copy/node_modules"
mkdir -p "$copy/$samples"
cp $samples/*.ts "$copy/$samples"
node $samples/write-sample.ts "$copy/present.gz"
cd "$copy"
node $samples/write-sample.ts "$here/$samples/$commit.sqlite.gz"
node client/e2e/harness/write-browser-sample.ts "$here/client/testing/releases/$commit.json"
echo "Read by $commit after a roll back:"
node $samples/read-back.ts present.gz
rm -rf "$copy"
