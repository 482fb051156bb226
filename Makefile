# Everything starts here: `make run` starts the site, `make test` runs the checks. Needs only Python
# 3.11 to 3.13.

# The system's own first: distributions build with profile-guided optimisation, pyenv does not, and
# its Python takes about a tenth longer for the same tests (docs/measurements.md).
PYTHON ?= $(firstword $(shell for p in /usr/bin/python3.13 /usr/bin/python3.12 /usr/bin/python3.11 \
	python3.13 python3.12 python3.11 python3; do \
	$$p -E -c 'import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' \
	2>/dev/null && echo $$p; done; true) python3)
VENV ?= .venv
BIN := $(VENV)/bin
UNIT := -n 2 tests/rules tests/plans tests/bots tests/drawing tests/games/wording \
	tests/games/pace tests/games/test_fairness.py tests/games/test_fairness_vectors.py \
	tests/accounts/security/test_encryption.py \
	--ignore tests/plans/test_no_loop.py
LOCK := requirements-dev.lock
READY := $(VENV)/.ready
UNFINISHED := $(VENV)/.unfinished
# Not one whose Python is gone, as after an upgrade of the system, which leaves a link to nothing; nor
# one that was moved or copied with its folder, whose commands name the place where it was made.
FIT := $(shell test -x $(BIN)/python && { test ! -s $(READY) || \
	test "$$(cat $(READY))" = "$$(cd $(VENV) && pwd -P)"; } && echo it is there)
UV_INSTALL := $(BIN)/uv pip install --quiet --compile-bytecode --require-hashes --python $(BIN)/python -r $(LOCK)
export UV_PYTHON_DOWNLOADS := never
# If this is set, each of the many processes started by `make run` and the tests would compile all
# of Django again, which takes longer than most of them run.
unexport PYTHONDONTWRITEBYTECODE
# Many have those of another project in their profile.
unexport DJANGO_SETTINGS_MODULE PYTHONPATH PYTHONHOME

.PHONY: run setup test unit faults club bench secrecy fuzz-mail leaks lint format types \
	deploy-check strength engine-proof fuzz-api clients browser brokers gettext shots lighthouse \
	weights moderating access lock rows flat clean whole browsers mutants mutants-before upgrade cluster \
	simulate-faults simulate-planted races faults-planted sbom styleguide tournament audit digests \
	schema

run: setup
	@exec $(BIN)/python manage.py up

setup: $(READY)

.PHONY: unfit
unfit:

# What was interrupted is begun anew: uv and pip take a package of which they have written the first
# file for installed. Behind a link may be the environment of another worktree, which must neither
# be emptied nor import this one. uv takes seconds where pip takes a minute; pip is the fallback if
# uv can't be installed or doesn't find a package. The .pth file lets tests and `python -m games…`
# run from any folder.
$(READY): $(LOCK) $(if $(FIT),,unfit)
	@$(PYTHON) -c 'import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' \
		|| { echo "Tideweb needs Python 3.11, 3.12 or 3.13 with its venv module (on Debian the" \
		"package python3-venv). Name one: make PYTHON=/path/to/python3"; exit 1; }
	@if test -L $(VENV); then echo "$(VENV) is a link to $$(readlink $(VENV)), which may be another" \
		"folder's, so nothing was set up. Remove the link (rm $(VENV)), and start again."; exit 1; fi
	@if kill -0 "$$(cat $(UNFINISHED) 2>/dev/null)" 2>/dev/null; then \
		echo "Another set-up is at work here (process $$(cat $(UNFINISHED))). Start again once it is" \
		"done; if there is none, remove $(VENV)."; exit 1; \
	elif test -e $(UNFINISHED) || { test -e $@ && test -z "$(FIT)"; }; then \
		rm -rf $(VENV)/* $@; fi
	@mkdir -p $(VENV) && echo $$PPID > $(UNFINISHED) || { echo "Nothing can be written to $$PWD," \
		"where Tideweb sets itself up: clone it as the user who runs it, to a disk with room for 1 GB."; \
		exit 1; }
	@echo "$(PYTHON) -m venv $(VENV)"
	@$(PYTHON) -m venv $(VENV) || { echo "The environment couldn't be made: see the lines above. Is there" \
		"room for 1 GB? Then start again."; exit 1; }
	@if $(BIN)/python -m pip install --quiet --no-user --disable-pip-version-check uv && \
		echo "Installing $(LOCK) with uv" && { \
		$(UV_INSTALL) 2>/dev/null || UV_SYSTEM_CERTS=true $(UV_INSTALL); }; \
	then :; else \
		echo "uv failed; installing $(LOCK) with pip, which takes a minute"; \
		$(BIN)/python -m pip install --quiet --no-user --disable-pip-version-check \
			--require-hashes -r $(LOCK) || { echo "The packages couldn't be installed: see pip's lines" \
			"above. Is there room for 1 GB, and does the package index answer (PIP_INDEX_URL and" \
			"https_proxy, if you set them)? Then start again."; exit 1; }; \
	fi
	@$(BIN)/python -c "import os, pathlib, sysconfig; \
		pathlib.Path(sysconfig.get_path('purelib'), 'tideweb.pth').write_text( \
		f'import os, sys; sys.path.append(os.fsdecode({os.getcwdb()!r}))\n')"
	@rm $(UNFINISHED) && (cd $(VENV) && pwd -P) > $@

# Benchmarks: the speed of the pure rules; the cost of a bid compared to a trivial request and to
# boardgame.io (needs Node), of which JSON lines go to var/bench.jsonl; the memory of `make run`; how
# many programs may wait for events; and how often the bots beat random players.
bench: setup
	$(BIN)/python -m tests.bench.speed
	$(BIN)/python -m tests.bench
	$(BIN)/python -m tests.bench.running
	$(BIN)/python -m tests.bench.streams
	$(BIN)/python -m tests.bench.bots $(ARGS)

# The strength of the bots as a cross table, e.g. ARGS="--game rowboat --seats 4 --deals 200". BOOK
# records each deal, so that an interrupted run can be continued (docs/bots.md).
BOOK ?= var/strength.jsonl
strength: setup
	$(BIN)/python -m tests.bench.strength --book $(BOOK) $(ARGS)

# Compares the fast engines with the plain rules, state by state: 100,000 stages of Turn the Tide and
# of Rowboat, 10,000 games of Turning Tides (a quarter of an hour). The suite tries a few.
engine-proof: setup
	$(BIN)/python -m tests.bots.comparing $(ARGS)

# Rows and bytes that a complete game takes, by table.
rows: setup
	$(BIN)/python -m tests.bench.rows $(ARGS)

# Programs play a round robin by the API of a running `make run` (docs/bots-by-api.md):
# ARGS='--game rowboat --rounds 20 mine="python bot.py" other="python other.py"'.
tournament: setup
	@$(BIN)/python manage.py tournament $(ARGS)

# The bill of materials of a release as CycloneDX, for vulnerability scanners.
sbom: setup
	$(BIN)/python -m deploy.sbom

# Packages of a release with known vulnerabilities. Needs access to an advisory database (PyPI's, or
# ARGS="--vulnerability-service osv"); fails if a package can't be checked.
audit: setup
	$(BIN)/python -m venv var/audit
	var/audit/bin/python -m pip install --quiet pip-audit
	var/audit/bin/pip-audit --strict --disable-pip --require-hashes -r requirements.lock $(ARGS)

# For a release: pins the images in Dockerfile and compose.yaml by digest.
digests: setup
	$(BIN)/python -m deploy.digests

# What grows with the number of stored games, relative to a small number: ARGS="--games 1000000".
flat: setup
	$(BIN)/python -m tests.bench.flat $(ARGS)

# Nobody sees what they may not know (tests/secrecy); use as many renderings as you have time for.
RENDERINGS ?= 20000
secrecy: setup
	$(BIN)/python -m tests.secrecy --renderings $(RENDERINGS)
	TIDEWEB_WHOLE=1 $(BIN)/python -m pytest -q -n 0 tests/secrecy/test_same_deals.py \
		tests/games/test_visibility.py tests/games/test_standing_hidden.py

# Plants leaks in the running code; the secrecy checks must find each of them.
leaks: setup
	$(BIN)/python -m tests.secrecy.leaks

# Mutation testing: how many of the sixty small faults in tests/mutants does the suite find? First it
# runs all tests once to see which of them reach which fault, then each fault for up to two minutes.
# To continue an interrupted run, repeat only the last command.
MUTANTS := var/mutants
mutants: setup browser brokers gettext
	rm -rf $(MUTANTS) && mkdir -p $(MUTANTS)
	$(BIN)/python -m tests.mutants map --out $(MUTANTS)/map
	$(BIN)/python -m tests.mutants run --map $(MUTANTS)/map --out $(MUTANTS)/found.jsonl $(ARGS)

# Plants the undetected faults in an older commit (OLD), to see whether its own tests find them.
mutants-before: setup browser brokers gettext
	rm -rf $(MUTANTS)/old $(MUTANTS)/old-map && mkdir -p $(MUTANTS)/old
	git archive $(OLD) | tar -x -C $(MUTANTS)/old
	$(BIN)/python -m tests.mutants map --tree $(MUTANTS)/old --out $(MUTANTS)/old-map
	$(BIN)/python -m tests.mutants run --tree $(MUTANTS)/old --map $(MUTANTS)/old-map \
		--but $(MUTANTS)/found.jsonl --out $(MUTANTS)/found-$(OLD).jsonl $(ARGS)

# Access control: every URL of the panel and the API × role × object (an hour with ARGS=--every, which
# includes objects of nobody); every moderator command with every role; and every page of the panel
# as superuser.
access: setup
	$(BIN)/python -m tests.access $(ARGS)
	TIDEWEB_WHOLE=1 $(BIN)/python -m pytest -q -n 0 tests/secrecy/canary/test_panel.py \
		tests/games/services/moderation/test_rights.py \
		tests/games/services/moderation/test_ranks.py

# Clicks through the cases of docs/moderating.md and takes their screenshots.
moderating: setup browser
	TIDEWEB_BROWSERS=whole TIDEWEB_SHOTS=docs/shots/moderating $(BIN)/python -m pytest -q -n 0 \
		tests/browsing/test_moderating.py -k five_clicks

# Every page in every variant (tests/browsing/looks.py); the suite samples a few of each.
browsers: setup browser
	@$(BIN)/python -m tests.browsing.looks
	TIDEWEB_BROWSERS=whole $(BIN)/python -m pytest -q -n 3 --dist worksteal tests/browsing $(ARGS)

# Takes the screenshots for README and docs from the demo of a running `make run`.
shots: setup
	$(BIN)/python -m tests.shots

# Lighthouse scores of the main pages on a slow phone, from the demo of a running `make run`; needs
# Node.
lighthouse: setup
	$(BIN)/python -m tests.lighthouse

# The size of the main pages on a first visit, from the demo of a running `make run`.
weights: setup
	$(BIN)/python -m tests.weighing

# The style guide: every drawing, and every control in every state, next to its code.
styleguide: setup
	@$(BIN)/python -m tests.styleguide

# All checks, or with ARGS only what pytest is told. There is a test for missing migrations too
# (tests/tideweb/test_migrations.py).
test: setup
	@$(BIN)/python -m tests.everything $(ARGS)

# Tests without a database, in seconds: rules, plans, pace, drawings and wording.
unit: setup
	@DATABASE_URL=postgres://nobody@127.0.0.1:1/none $(BIN)/python -m pytest -q $(UNIT) $(ARGS)

# Tests that usually sample many cases, with all of them: e.g. ARGS=tests/games/services.
whole: setup
	TIDEWEB_WHOLE=1 $(BIN)/python -m pytest -q -n 3 --dist worksteal $(ARGS)

# Finds an installed browser, else downloads Playwright's, else (as root) installs the system's.
browser: setup
	@$(BIN)/python -m tests.browser

# Fuzzes e-mail parsing: no damaged e-mail may crash it, take a second, or be misread.
MESSAGES ?= 20000
fuzz-mail: setup
	$(BIN)/python -m tests.mailfuzz --messages $(MESSAGES) $(ARGS)

# Fuzzes every operation of the API: valid, unauthorised and invalid requests, and walks along the
# links between operations.
fuzz-api: setup
	TIDEWEB_WHOLE=1 $(BIN)/python -m pytest -q -n 2 tests/games/api/test_fuzzing.py \
		tests/games/api/test_fuzzing_walks.py $(ARGS)

# Clients generated from the API's schema by public generators must parse all responses of real games.
clients: setup
	$(BIN)/python -m tests.clients $(ARGS)

# Injects faults into a production-like stack while people play: 37 kinds, ten times each (e.g.
# ARGS="--each 100 --broker rabbitmq", four to eight hours; tests/faults/kinds.py). Status 2: unfinished.
faults: setup
	$(BIN)/python -m tests.faults $(ARGS)

# Runs web and worker of the previous release (OLD) and of this code together on the new schema.
OLD ?=
upgrade: setup
	$(BIN)/python -m tests.upgrading $(if $(OLD),--old $(OLD)) $(ARGS)

# A cluster of Patroni, etcd, HAProxy, PgBouncer, RabbitMQ and Redis on this host; kills each in turn.
cluster: setup
	$(BIN)/python -m tests.cluster $(ARGS)

# Plants bugs in the services of such a stack; its checker must find each of them.
faults-planted: setup
	$(BIN)/python -m tests.faults --planted $(ARGS)

# Deterministic simulation of everything that can go wrong, by seed (tests/simulate). A failing seed is
# minimised and shown with the command to replay it.
SEEDS ?= 1000
simulate-faults: setup
	$(BIN)/python -m tests.simulate --seeds $(SEEDS) --processes 2 $(ARGS)

# Plants bugs in the services one by one; some seed must find each of them.
simulate-planted: setup
	$(BIN)/python -m tests.simulate --planted $(ARGS)

# Places the last bids of a hand at the same instant, from threads and from processes.
TRIALS ?= 2000
races: setup
	$(BIN)/python -m tests.races --trials $(TRIALS) $(ARGS)

# Simulates a club that plays for months of virtual time: e.g. ARGS="--games 200" (docs/operating.md).
club: setup
	$(BIN)/python -m tests.club $(ARGS)

# Finds the Redis of REDIS_URL or an installed one, else (as root) installs the system's package.
brokers: setup
	@$(BIN)/python -m tests.brokers

# Installs GNU gettext, with which a test finds texts missing from the message catalogues.
gettext: setup
	@$(BIN)/python -m tests.extracting

# What a new installation gets instead of all migrations so far (tideweb/first_schema.sql): after a
# release, or when one of those that it names was changed.
schema: setup
	$(BIN)/python -m tests.upgrading.schema

deploy-check: setup
	$(BIN)/python -m tests.production check --deploy --fail-level WARNING

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: setup
	$(BIN)/mypy

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Run this after changing dependencies in pyproject.toml.
lock: setup
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-header --extra dev --extra engine pyproject.toml -o requirements-dev.lock
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-header -c requirements-dev.lock --extra engine pyproject.toml \
		-o requirements.lock

clean:
	rm -rf $(VENV) .test-database .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache build dist \
		staticfiles test-results
