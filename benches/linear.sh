#!/bin/sh
# Instructions per byte of hostile texts: where a row does not grow from left to right, the cost is linear.
# Needs valgrind.
set -eu
cd "$(dirname "$0")"
cargo build --quiet --release
program=${CARGO_TARGET_DIR:-target}/release/toolargs-benches

instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" hostile "$@" 2>&1 |
        awk '/Collected/ { print $NF }'
}

echo "| text | 250 KB | 500 KB | 1 MB |"
echo "|---|---:|---:|---:|"
for kind in open brackets unknown nested digits escapes duplicates strings; do
    row="| $kind |"
    for bytes in 250000 500000 1000000; do
        # two runs that differ by one call
        once=$(instructions $kind $bytes 1)
        twice=$(instructions $kind $bytes 2)
        row="$row $(awk "BEGIN { printf \"%.2f\", ($twice - $once) / $bytes }") |"
    done
    echo "$row"
done
