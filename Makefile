# `make grade` and `make test` work on a fresh clone: they make the environment first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
FILE ?= assignments/attention/examples/wrong/scale_missing.py

PIP_INSTALL = $(BIN)/pip install --quiet --constraint constraints.txt $(if $(TORCH_INDEX),--extra-index-url $(TORCH_INDEX))

.PHONY: grade test slow soak container coverage lint bench clean

grade: $(VENV)/.grade
	$(BIN)/grade $(FILE)

test: $(VENV)/.dev
	$(BIN)/pytest

slow: $(VENV)/.dev
	$(BIN)/pytest --slow -m "slow and not soak"

# WITHIN=150 runs what is done within so many seconds, chosen by chance.
soak: $(VENV)/.dev
	$(BIN)/pytest --slow --soak -m soak $(if $(WITHIN),--within $(WITHIN))

container: $(VENV)/.dev
	TORCH_INDEX=$(TORCH_INDEX) $(BIN)/pytest --container -m "container and not soak" -n0 -rs --capture=no --durations=0

coverage: $(VENV)/.dev
	$(BIN)/pytest tests/judge tests/checks tests/test_wire.py tests/test_report.py --cov-branch --cov-fail-under=95 \
		--cov=grader.judge --cov=grader.checks --cov=grader.wire --cov=grader.report --cov-report=term-missing:skip-covered

lint: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.grade
	$(BIN)/python benchmarks/cold.py
	$(BIN)/python benchmarks/lives.py
	$(BIN)/python benchmarks/watch.py
	$(BIN)/python benchmarks/diagnosis.py
	$(BIN)/python benchmarks/batch.py 100

clean:
	rm -rf $(VENV)

$(VENV)/.grade: pyproject.toml constraints.txt
	@echo "Setting up $(VENV): it takes some minutes, once."
	$(PYTHON) -m venv $(VENV)
	$(PIP_INSTALL) --editable .
	touch $@

$(VENV)/.dev: $(VENV)/.grade
	$(PIP_INSTALL) --editable ".[dev]"
	touch $@
