#!/bin/sh
# Pins every package of every extra for all supported interpreters and systems, with hashes and without addresses.
set -eu

command -v uv >/dev/null 2>&1 || {
    echo "Pinning needs uv: pip install uv" >&2
    exit 1
}
pin() {
    target=$1
    shift
    uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-annotate --no-header \
        --no-emit-index-url --output-file "$target" "$@"
}
pin requirements.txt --all-extras pyproject.toml
pin requirements-node.txt --group node
# Where both have a package, it is the same one.
pin requirements-mutants.txt --group mutants --constraint requirements.txt
