# Everything starts here: `make run` plays, `make test` checks. Only Python 3.11-3.13 is needed.

PYTHON ?= $(firstword $(shell for p in python3.13 python3.12 python3.11 python3; do \
	$$p -c 'import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' \
	2>/dev/null && echo $$p; done) python3)
VENV ?= .venv
BIN := $(VENV)/bin
LOCK := requirements-dev.lock
READY := $(VENV)/.ready
export UV_PYTHON_DOWNLOADS := never

.PHONY: run setup test lint format types lock clean

run: setup
	@exec $(BIN)/python manage.py up

setup: $(READY)

# uv installs in seconds what pip installs in a minute; pip does it where uv cannot be had. The
# .pth file lets tests and `python -m games...` find the code from any folder.
$(READY): $(LOCK)
	$(PYTHON) -m venv $(VENV)
	@if $(BIN)/python -m pip install --quiet --disable-pip-version-check uv; then \
		echo "uv pip install -r $(LOCK)"; \
		VIRTUAL_ENV=$(abspath $(VENV)) $(BIN)/uv pip install --quiet --require-hashes -r $(LOCK); \
	else \
		echo "uv cannot be had here; pip takes a minute instead"; \
		$(BIN)/python -m pip install --quiet --require-hashes -r $(LOCK); \
	fi
	@$(BIN)/python -c "import pathlib, sysconfig; \
		pathlib.Path(sysconfig.get_path('purelib'), 'tideweb.pth').write_text('$(CURDIR)\n')"
	@touch $@

test: setup lint types
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python -m pytest -n 2

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: setup
	$(BIN)/mypy

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# After a change of the dependencies in pyproject.toml.
lock: setup
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-header --extra dev pyproject.toml -o requirements-dev.lock
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-header -c requirements-dev.lock pyproject.toml \
		-o requirements.lock

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache build dist \
		staticfiles test-results
