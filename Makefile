# What one types here. Every target installs what it needs; nothing is expected but Python >= 3.11, make and, for
# what comes from the distribution, apt-get.

VENV := .venv
BIN := $(VENV)/bin
PACKAGES := engine storage bot
JOBS := 2
CHECKED := $(PACKAGES) tests $(wildcard benchmarks)

# The first of these that is new enough; or name one: make run PYTHON=/opt/python3.13/bin/python3
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DELETE_ON_ERROR:
.PHONY: help run demo install test coverage lint format browser docs lock core clean

help: ## Show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1|\2/p' $(MAKEFILE_LIST) | while IFS='|' read -r target text; do \
		printf '%-13s %s\n' "$$target" "$$text"; done

run: $(VENV)/run.stamp core ## Start the bot
	$(BIN)/python -m bot

demo: $(VENV)/run.stamp core ## Watch a table of four computer players
	$(BIN)/python -m bot --demo

install: $(VENV)/run.stamp core ## Install what the bot needs into .venv, without starting it

# As many at once as JOBS says; tests that share a browser stay together (loadgroup).
test: $(VENV)/dev.stamp core browser ## Run every test
	$(BIN)/python -m pytest --numprocesses $(JOBS) --dist loadgroup --durations 25 $(TEST_FLAGS)

# Counting lines takes as much time as the tests themselves on Python 3.11, so it has a target of its own.
coverage: ## Run every test and print which lines none of them reaches
	@$(MAKE) --no-print-directory test TEST_FLAGS="$(PACKAGES:%=--cov=%)"

core: $(VENV)/run.stamp ## Compile the core of the computer players, where a C compiler is there
	@scripts/compile-core $(BIN)/python

lint: $(VENV)/dev.stamp ## Check style, types and the Dockerfile, change nothing
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy $(CHECKED)
	@if test -x $(BIN)/hadolint; then echo "$(BIN)/hadolint Dockerfile"; $(BIN)/hadolint Dockerfile; fi

format: $(VENV)/dev.stamp ## Put the code into the style that lint checks
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

browser: ## Install Debian's Chromium, which the browser tests drive
	@test -x /usr/bin/chromium || scripts/apt-install chromium

docs: $(VENV)/dev.stamp browser ## Take the screenshots in docs/ again
	@fc-list 2>/dev/null | grep -q NotoColorEmoji || scripts/apt-install fontconfig fonts-noto-cjk fonts-noto-color-emoji
	$(BIN)/python -m bot.playground record

# The locks name versions and hashes for every Python from 3.11 on, and no package index.
# Versions stay as they are while pyproject.toml allows them; make lock LOCK_FLAGS=--upgrade takes the newest.
LOCK_FLAGS ?=
COMPILE = $(BIN)/uv pip compile --quiet --no-config --universal --python-version 3.11 \
	--generate-hashes --custom-compile-command "make lock" $(LOCK_FLAGS)

lock: | $(BIN)/pip ## Write the lock files anew from pyproject.toml
	$(BIN)/pip install --quiet --require-hashes --requirement requirements-uv.lock
	$(COMPILE) --group installer --output-file requirements-uv.lock
	$(COMPILE) pyproject.toml --group build --output-file requirements.lock
	$(COMPILE) pyproject.toml --group build --group dev --constraint requirements.lock --output-file requirements-dev.lock

clean: ## Remove the virtual environment and all that was built; data/ and .env stay
	rm -rf $(VENV) build dist *.egg-info engine/core/*.so engine/core/*.c build-core.log .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find $(CHECKED) -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp is as new as the last installation from its lock; the development lock contains the other one.
define install
	scripts/install $(VENV) $<
	@touch $@
endef

$(VENV)/run.stamp: requirements.lock requirements-uv.lock pyproject.toml | $(BIN)/pip
	$(install)

$(VENV)/dev.stamp: requirements-dev.lock requirements-uv.lock pyproject.toml | $(BIN)/pip
	$(install)
	@touch $(VENV)/run.stamp

$(BIN)/pip:
	@test -n "$(PYTHON)" || { echo "Shuangkou needs Python 3.11 or newer: install one, or name it with PYTHON=path." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		scripts/apt-install "$$($(PYTHON) -c 'import sys; print("python{}.{}-venv".format(*sys.version_info))')"
	$(PYTHON) -m venv $(VENV)
