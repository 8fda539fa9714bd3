#!/usr/bin/env bash
# The checks that take too long for every change. Everything runs, whatever fails before it; the
# report comes at the end, and the exit status says whether something failed.
#
#   tests/deep.sh [tests] [proof] [miri] [threads] [addresses]
#
# tests      every ignored test whose name begins with `deep_`, one after another, in release mode
# proof      the books of proven wins, every reply to every entry
# miri       the crates with `unsafe` code in the interpreter that knows what is undefined
# threads    the tables that threads share, and searches with several threads, under ThreadSanitizer
# addresses  the crates with `unsafe` code under AddressSanitizer
#
# The last three need a nightly toolchain with its sources. Nothing is installed by this script.
set -uo pipefail
cd "$(dirname "$0")/.."
cargo=${CARGO:-cargo}
report=()
n_failed=0

# step NAME COMMAND...: runs a command and remembers how it went and how long it took.
step() {
    local name=$1 start=$SECONDS word=passed
    shift
    printf '\n== %s: %s\n' "$name" "$*"
    if ! "$@"; then
        word=FAILED
        n_failed=$((n_failed + 1))
    fi
    report+=("$(printf '%-32s %-8s %5d s' "$name" "$word" $((SECONDS - start)))")
}

skip() {
    printf '\n== %s: left out. %s\n' "$1" "$2"
    report+=("$(printf '%-32s %-8s %s' "$1" 'left out' "$2")")
}

# The deep tests start servers, kill them and measure; two at a time would disturb each other.
deep_tests() {
    if "$cargo" nextest --version >/dev/null 2>&1; then
        "$cargo" nextest run --workspace --locked --release --test-threads 1 --no-fail-fast \
            --run-ignored only --no-tests warn --success-output final \
            -E 'test(/(^|::)deep_/)'
    else
        "$cargo" test --workspace --locked --release --no-fail-fast --lib --bins --tests \
            -- --ignored --nocapture --test-threads 1 deep_
    fi
}

has_nightly() {
    rustup component list --installed --toolchain nightly 2>/dev/null | grep -q "^$1"
}

# needs_nightly NAME COMPONENT: whether it is there; if not, how to get it.
needs_nightly() {
    has_nightly "$2" && return 0
    skip "$1" "needs: rustup toolchain install nightly; rustup component add $2 --toolchain nightly"
    return 1
}

host=$(rustc -vV | sed -n 's/^host: //p')

# under_sanitizer KIND ARGUMENTS...: tests with everything instrumented, where its sources are there
# the standard library too. Threads cannot do without that, addresses can.
under_sanitizer() {
    local kind=$1 std=()
    shift
    has_nightly rust-src && std=(-Zbuild-std)
    # Tests ask for tables that no machine has, to be refused.
    ASAN_OPTIONS=allocator_may_return_null=1 \
        CARGO_TARGET_DIR="target/sanitizer-$kind" RUSTFLAGS="-Zsanitizer=$kind" \
        "$cargo" +nightly test "${std[@]}" --target "$host" --release --locked "$@"
}

# The interpreter is some hundred times slower, so only what is small or shared is run in it.
miri_tests() {
    CARGO_TARGET_DIR=target/miri "$cargo" +nightly miri test --locked -p tengen-search --lib -- \
        table:: shared_nodes:: team::
}

parts=${*:-tests proof miri threads addresses}
for part in $parts; do
    case $part in
        tests) step 'deep tests' deep_tests ;;
        proof)
            step 'books of proven wins' "$cargo" run --release --locked -p tengen-cli -- \
                proof check --threads "$(nproc)"
            ;;
        miri)
            needs_nightly 'unsafe code in Miri' miri && step 'unsafe code in Miri' miri_tests
            ;;
        threads)
            if needs_nightly 'shared tables, threads' rust-src; then
                step 'shared tables, threads' under_sanitizer thread -p tengen-search --lib -- \
                    table:: shared_nodes:: team::
                step 'parallel search, threads' under_sanitizer thread -p tengen-engine -- thread
            fi
            ;;
        addresses)
            needs_nightly 'unsafe code, addresses' rust-std &&
                step 'unsafe code, addresses' under_sanitizer address -p tengen-search \
                    -p tengen-nnue --lib
            ;;
        *)
            echo "there is no part $part; the parts are: tests proof miri threads addresses" >&2
            exit 2
            ;;
    esac
done

printf '\n== report\n'
printf '%s\n' "${report[@]}"
exit $((n_failed > 0))
