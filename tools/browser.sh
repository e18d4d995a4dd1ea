#!/bin/sh
# Sees to it that the browser tests have a Chromium: Debian's, installed where the user may.
set -eu

found() {
    for name in "${HAVENTMS_BROWSER:-}" chromium chromium-browser google-chrome google-chrome-stable; do
        if [ -n "$name" ] && command -v "$name" >/dev/null 2>&1; then return 0; fi
    done
    return 1
}

found && exit 0
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing Debian's chromium for the browser tests."
    export DEBIAN_FRONTEND=noninteractive
    if apt-get update -q >/dev/null && apt-get install -qq -y --no-install-recommends chromium fonts-dejavu-core \
        >/dev/null </dev/null && found; then exit 0; fi
    echo "apt-get could not install chromium." >&2
fi
if [ -n "${CI:-}" ]; then
    echo "Continuous integration needs a Chromium for the browser tests, and none is on this machine." >&2
    exit 1
fi
echo "No Chromium is on this machine, so the browser tests will be skipped; with one (Debian: apt install chromium) they run." >&2
