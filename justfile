# The daily commands: `just` lists them. Nothing here is needed to build or to test debunk; `./scripts/test` is the
# command that has to pass before a change is done.

# Crates whose tests need no debugger, no compiler of other languages and no network.
pure := "debunk-base debunk-compare debunk-delta debunk-faults debunk-figures debunk-shell debunk-javascript \
  debunk-languages debunk-levels debunk-model debunk-relations debunk-session debunk-store \
  debunk-testimony debunk-wire"

# Crates of which that is true for the tests in src/ only.
pure_units := "debunk-campaign debunk-concolic debunk-corpus debunk-coverage debunk-dap debunk-duktape debunk-results debunk-batch \
  debunk-firefox debunk-gdbmi debunk-mc debunk-native debunk-reduce debunk-report debunk-solver debunk-v8 \
  debunk-webkit debunk-witness"

# Single test binaries of which it is true, and their crates.
pure_binaries := "dependencies documents scripted wording words"
pure_binary_crates := "debunk-cli debunk-results debunk-reduce"

# The oldest Rust that debunk promises to build with.
msrv := `sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml`

# Lists the recipes.
default:
    @just --list --unsorted

# Builds target/release/debunk.
build:
    cargo build --release

# Formats the code.
fmt:
    cargo fmt --all

# Checks format and lints.
lint:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets --quiet -- -D warnings

# Checks format and lints, and runs the tests that need no debugger and no network.
test-fast: lint
    cargo test --quiet {{ prepend("-p ", pure) }}
    cargo test --quiet --lib {{ prepend("-p ", pure_units) }}
    cargo test --quiet {{ prepend("-p ", pure_binary_crates) }} {{ prepend("--test ", pure_binaries) }}

# Installs what the tests need, and runs everything.
test:
    ./scripts/test

# Runs a short campaign on a debugger; exit code 1 means that something was found.
try *options:
    cargo run --release -- run -n 500 {{ options }}

# Runs fuzz targets under libFuzzer, all of them unless some are named.
fuzz seconds="60" *targets:
    ./scripts/fuzz {{ seconds }} {{ targets }}

# Measures debunk's speed.
bench *options:
    cargo run --release -- bench {{ options }}

# Checks licences, sources, duplicates and advisories of dependencies. Needs cargo-deny.
deny:
    cargo deny check

# Finds dependencies that no code uses. Needs cargo-machete.
machete:
    cargo machete

# Checks the spelling. Needs typos.
typos:
    typos

# Checks that the oldest promised Rust still builds debunk. Needs rustup.
msrv:
    rustup toolchain install {{ msrv }} --profile minimal --no-self-update
    cargo +{{ msrv }} check --workspace --locked

# Builds the documentation of the code.
docs:
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps

# Builds the book from docs/. Needs mdbook and Python.
book:
    mdbook build

# Checks every link and anchor in all Markdown files.
links:
    cargo test --quiet -p debunk-cli --test documents

# Packages all crates as they would be published, and builds the packages.
package *options:
    cargo publish --workspace --dry-run {{ options }}

# Runs everything that a release asks of a machine; the rest is in docs/releasing.md.
release-check: typos machete deny msrv docs book package test
