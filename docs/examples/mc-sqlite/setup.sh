#!/usr/bin/env bash
# Fetches SQLite's amalgamation with cargo and builds it in the three ways that run.sh needs.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
work=${1:-$here/work}
mkdir -p "$work"
cd "$work"

# debunk's own store is SQLite, so that the right crate is in its lock file.
if [ ! -e sqlite3.c ]; then
  manifest=$(cargo metadata --format-version 1 --locked --manifest-path "$root/Cargo.toml" |
    grep -o '"manifest_path":"[^"]*libsqlite3-sys[^"]*"' | head -1 | cut -d'"' -f4)
  cp "$(dirname "$manifest")"/sqlite3/sqlite3.[ch] .
fi

options=(-DSQLITE_THREADSAFE=0 -DSQLITE_DEFAULT_MEMSTATUS=0 -DSQLITE_OMIT_LOAD_EXTENSION)
collector=$root/crates/studies/mc/collector
sancov=-fsanitize-coverage=inline-8bit-counters,pc-table
link() { # link OUTPUT OBJECT OPTIONS...
  clang -O2 -I"$collector" -I. "${@:3}" "$here/harness.c" mc.o "$2" -lm -o "$1"
}

clang -O2 -c "$collector/debunk_mc.c" -I"$collector" -o mc.o
[ -e sqlite3.o ] || clang -O2 -gline-tables-only "$sancov" "${options[@]}" -c sqlite3.c -o sqlite3.o
link harness sqlite3.o

# The file-based way: GCC's counters, written at the end of each run.
[ -e gcov.o ] || gcc -O0 --coverage "${options[@]}" -c sqlite3.c -o gcov.o
gcc -O2 -I"$collector" -I. "$here/harness.c" mc.o gcov.o -lm -lgcov -o harness-gcov

# Faults in lines that the pairs run.
if [ ! -e mutants.o ]; then
  ./harness all 1 6000 coverage covered.txt
  llvm-symbolizer --obj=harness --functions=none < covered.txt |
    grep -oE 'sqlite3\.c:[0-9]+' | cut -d: -f2 | sort -un > lines.txt
  "$here/mutate.py" sqlite3.c lines.txt "${MUTANTS:-72}" 1 > mutants.c 2> mutants.txt
  clang -O0 "${options[@]}" -c mutants.c -o mutants.o
fi
link harness-mutants mutants.o
echo "ready in $work"
