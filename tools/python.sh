#!/bin/sh
# tools/python.sh PYTHON SCRIPT [ARGUMENT...]: runs SCRIPT with PYTHON or, where that is empty, with the newest
# interpreter of this machine that the pinned packages are made for. A name on the PATH is not enough: version
# managers leave names there that do not run, and Debian ships its interpreter without venv.
set -eu

wanted=$1
shift
oldest=11
newest=13

# 0: suitable; 3: no venv; 4: another version; anything else: does not run
suits() {
    "$1" -c "import sys
if sys.version_info[0] != 3 or not $oldest <= sys.version_info[1] <= $newest: sys.exit(4)
try: import ensurepip, venv
except ImportError: sys.exit(3)" >/dev/null 2>&1
}

say() {
    echo "$*" >&2
    exit 1
}

no_venv="cannot make environments: install its venv package (Debian: apt install python3-venv)."
versions="the pinned packages are made for Python 3.$oldest to 3.$newest"

if [ -n "$wanted" ]; then
    code=0
    suits "$wanted" || code=$?
    case $code in
    0) exec "$wanted" "$@" ;;
    3) say "PYTHON=$wanted $no_venv" ;;
    4) say "PYTHON=$wanted is of another version: $versions." ;;
    *) say "PYTHON=$wanted does not run; name an interpreter of Python 3.$oldest to 3.$newest." ;;
    esac
fi

without_venv=
for python in python3.13 python3.12 python3.11 python3; do
    code=0
    suits "$python" || code=$?
    [ $code -eq 0 ] && exec "$python" "$@"
    [ $code -eq 3 ] && without_venv=$python
done
[ -z "$without_venv" ] || say "$without_venv $no_venv"
say "No suitable interpreter was found: $versions. Install one, or name it: make PYTHON=/path/to/python3.12"
