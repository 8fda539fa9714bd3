#!/usr/bin/env bash
# Runs every fuzz target for some seconds with what the machine has: any Rust with LLVM can put in the
# coverage that libFuzzer needs, so neither nightly nor cargo-fuzz is asked for. Seeds come from
# fuzz/seeds.py; what is found on the way stays in fuzz/corpus, what fails in fuzz/artifacts.
#
#   fuzz/run.sh [SECONDS_PER_TARGET] [TARGET...]
set -uo pipefail
cd "$(dirname "$0")"
cargo=${CARGO:-cargo}
seconds=${1:-60}
shift || true
if ! command -v c++ >/dev/null && ! command -v clang++ >/dev/null; then
    echo "libFuzzer is C++: install a compiler (g++ or clang++), then run this again." >&2
    exit 1
fi
if ! command -v python3 >/dev/null; then
    echo "The seeds are made by Python: install python3, then run this again." >&2
    exit 1
fi
host=$(rustc -vV | sed -n 's/^host: //p')
flags="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4"
flags="$flags -Cllvm-args=-sanitizer-coverage-inline-8bit-counters"
flags="$flags -Cllvm-args=-sanitizer-coverage-pc-table"
flags="$flags -Cllvm-args=-sanitizer-coverage-trace-compares"
flags="$flags -Cdebug-assertions -Coverflow-checks --cfg fuzzing"
targets=${*:-$(cd fuzz_targets && ls -- *.rs | sed 's/\.rs$//')}
bins=$(for target in $targets; do printf -- '--bin %s ' "$target"; done)
# With a target named, build scripts and macros stay without the coverage.
# shellcheck disable=SC2086
RUSTFLAGS="$flags" "$cargo" build --release --target "$host" $bins || exit 1
python3 seeds.py || exit 1
n_failed=0
report=()
for target in $targets; do
    mkdir -p "corpus/$target" "artifacts/$target"
    printf '\n== %s, %s s\n' "$target" "$seconds"
    word=passed
    if ! "${CARGO_TARGET_DIR:-target}/$host/release/$target" "corpus/$target" "seeds/$target" \
        -max_total_time="$seconds" -rss_limit_mb=2048 -timeout=20 -max_len=65536 \
        -artifact_prefix="artifacts/$target/" -print_final_stats=1 >"artifacts/$target.log" 2>&1
    then
        word=FAILED
        n_failed=$((n_failed + 1))
    fi
    grep -v '^#.*\(NEW\|REDUCE\|pulse\)' "artifacts/$target.log" | tail -n 20
    report+=("$(printf '%-20s %s' "$target" "$word")")
done
printf '\n== report\n'
printf '%s\n' "${report[@]}"
exit $((n_failed > 0))
