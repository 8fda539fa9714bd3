# The two commands a new machine needs: `make run` and `make test`.
# Everything else is here for people who know `make` from school: $(NAME), all, clean, fclean, re.

NAME    := Gomoku
CARGO   ?= cargo
TARGET  := $(or $(CARGO_TARGET_DIR),target)
# What the executable is made of. Cargo knows better, but `make` must be able to see that nothing
# is to be done without asking it.
SOURCES := Cargo.toml Cargo.lock $(shell find crates -type f \( -name '*.rs' -o -name '*.toml' -o -name '*.txt' -o -name '*.bin' \) -not -path '*/tests/*' -not -path '*/benches/*' 2>/dev/null) \
	   $(shell find web/dist -type f 2>/dev/null)

# A check inside the recipes: as a prerequisite it would keep `make` from seeing that nothing is to
# be done.
NEED_CARGO = command -v $(CARGO) >/dev/null 2>&1 || { \
	  echo "Rust is missing. Install rustup (https://rustup.rs) or your system's packages"; \
	  echo "'cargo' and 'rustc', version 1.89 or newer, then run make again."; exit 1; }

.PHONY: all run test test-rust test-python test-web test-browser web site lint bench bench-wasm check-deep fuzz api-types clean fclean re

all: $(NAME)

$(NAME): $(SOURCES)
	@$(NEED_CARGO)
	$(CARGO) build --release --locked --package tengen-cli --bin $(NAME)
	cp -f $(TARGET)/release/$(NAME) $(NAME)

run: $(NAME)
	./$(NAME)

test: test-rust test-python test-web bench-wasm test-browser

# With cargo-nextest the tests of all crates run side by side; it leaves out those in the documents.
test-rust:
	@$(NEED_CARGO)
	@if $(CARGO) nextest --version >/dev/null 2>&1; then \
	  set -x; $(CARGO) nextest run --workspace --locked && $(CARGO) test --workspace --locked --doc; \
	else \
	  set -x; $(CARGO) test --workspace --locked; \
	fi

# The Python package is tested as it is installed, in an environment of its own.
VENV := python/.venv

test-python: $(VENV)/ready
	@$(NEED_CARGO)
	cd python && VIRTUAL_ENV="$(CURDIR)/$(VENV)" .venv/bin/maturin develop --release --locked --quiet
	cd python && .venv/bin/python -m pytest

$(VENV)/ready: python/pyproject.toml
	@command -v python3 >/dev/null 2>&1 || { \
	  echo "Python is missing. Install python3, version 3.9 or newer, then run make again."; exit 1; }
	@python3 -m venv $(VENV) || { \
	  echo "python3 cannot make an environment. Install its package 'venv' (python3-venv),"; \
	  echo "then run make again."; exit 1; }
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check 'maturin>=1.8,<2' numpy pytest || { \
	  echo "maturin, numpy and pytest could not be installed from PyPI. Install them into"; \
	  echo "$(VENV) by hand ($(VENV)/bin/pip install maturin numpy pytest), then run make again."; exit 1; }
	@touch $@

# The page: its types, its units, and whether the committed build is what the sources make.
test-web:
	@web/tests/tools.sh
	cd web && npm run --silent check && npm run --silent unit && tests/dist.sh

# The page and the program together, in a real browser.
test-browser:
	@$(NEED_CARGO)
	$(CARGO) build --release --locked --package tengen-cli --bin $(NAME)
	@web/tests/tools.sh browser
	cd web && GOMOKU="$(abspath $(TARGET))/release/$(NAME)" npm run --silent browser

# The engine in the program and in the committed module for browsers: the signatures must be the same.
bench-wasm:
	@$(NEED_CARGO)
	@web/tests/tools.sh
	$(CARGO) build --release --locked --package tengen-cli --bin $(NAME)
	node crates/browser/bench.mjs $(TARGET)/release/$(NAME) web/engine/tengen.wasm

# The only target that needs node for something other than tests.
web:
	@web/tests/tools.sh
	cd web && npm run --silent build

# The page with the engine inside, as a folder of files for any web server: `site/`. It needs node alone, and
# is made only if the engine can play and the first visit is small enough.
site:
	@command -v node >/dev/null 2>&1 || { \
	  echo "Node is missing. Install nodejs, version 20.19 or newer, then run make again."; exit 1; }
	node web/site/build.js site

lint:
	@$(NEED_CARGO)
	$(CARGO) fmt --all --check
	$(CARGO) xtask layers
	$(CARGO) xtask tidy
	$(CARGO) xtask weights --check
	$(CARGO) xtask wasm --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked
	@web/tests/tools.sh
	cd web && npm run --silent lint

# Every fuzz target for some seconds: `make fuzz SECONDS=300`, `make fuzz TARGETS=record_sgf`.
SECONDS ?= 60
TARGETS ?=

fuzz:
	@$(NEED_CARGO)
	CARGO="$(CARGO)" fuzz/run.sh $(SECONDS) $(TARGETS)

# What takes too long for every change: the deep tests and the sanitizers (CONTRIBUTING.md).
# `make check-deep ONLY=tests` runs one part.
check-deep:
	@$(NEED_CARGO)
	CARGO="$(CARGO)" tests/deep.sh $(ONLY)

# The page's types, made from the wire types of `tengen-api`.
api-types:
	@$(NEED_CARGO)
	$(CARGO) xtask types

bench:
	@$(NEED_CARGO)
	$(CARGO) bench --workspace --locked

clean:
	$(CARGO) clean
	rm -rf $(VENV) python/gomoku/_native*.so web/node_modules

fclean: clean
	rm -f $(NAME)
	rm -rf site

re: fclean
	$(MAKE) all
