#!/bin/sh
# Writes the payloads of tests/data into corpus/parse, one file each.
set -e
cd "$(dirname "$0")"
mkdir -p corpus/parse
python3 - <<'PYTHON'
import json, pathlib
for name in ("article", "attacks", "bug_reports"):
    for line in open(f"../tests/data/{name}.jsonl", encoding="utf-8"):
        case = json.loads(line)
        if "arguments" not in case:
            continue
        arguments = case["arguments"]
        text = arguments if isinstance(arguments, str) else json.dumps(arguments)
        pathlib.Path("corpus/parse", case["id"].replace("/", "_")).write_bytes(text.encode("utf-8", "surrogatepass"))
PYTHON
