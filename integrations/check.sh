#!/usr/bin/env bash
# The toolbox beside the current releases of what it is used with: each crate's tests, then the protocol's client for Python.
set -euo pipefail
cd "$(dirname "$0")"
target=$(cargo metadata --no-deps --format-version 1 | sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p')

# not `--all`, which takes in the crates of the product
cargo fmt -p toolargs-rmcp -p toolargs-axum -p toolargs-async-openai --check
cargo clippy --all-targets -- -D warnings
cargo test

environment=$target/python
# Debian keeps what `venv` needs in a package of its own
python3 -c 'import ensurepip' 2>/dev/null || { apt-get update -q && apt-get install -y -q python3-venv; }
[ -x "$environment/bin/python" ] || python3 -m venv "$environment"
"$environment/bin/python" -m pip install --quiet --upgrade --disable-pip-version-check mcp
cargo build -p toolargs-rmcp
timeout 120 "$environment/bin/python" rmcp/client.py "$target/debug/toolargs-rmcp"
