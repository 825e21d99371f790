# `make grade` and `make test` work on a fresh clone: they make the environment first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
FILE ?= assignments/attention/examples/wrong/scale_missing.py

.PHONY: grade test soak lint bench clean

grade: $(VENV)/.grade
	$(BIN)/grade $(FILE)

test: $(VENV)/.dev
	$(BIN)/pytest

soak: $(VENV)/.dev
	$(BIN)/pytest --soak

lint: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.grade
	$(BIN)/python benchmarks/cold.py

clean:
	rm -rf $(VENV)

$(VENV)/.grade: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --constraint constraints.txt --editable .
	touch $@

$(VENV)/.dev: $(VENV)/.grade
	$(BIN)/pip install --quiet --constraint constraints.txt --editable ".[dev]"
	touch $@
