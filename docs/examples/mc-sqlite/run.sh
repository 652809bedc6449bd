#!/usr/bin/env bash
# Measures metamorphic coverage of NoREC and TLP on SQLite and prints the tables.
# DEBUNK names the debunk to be used for the file-based way.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=${1:-$here/work}
[ -x "$work/harness-mutants" ] || "$here/setup.sh" "$work"
exec python3 -u "$here/tables.py" "$work"
