# Everything starts here: `make run` plays, `make test` checks. Only Python 3.11-3.13 is needed.

PYTHON ?= $(firstword $(shell for p in python3.13 python3.12 python3.11 python3; do \
	$$p -c 'import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' \
	2>/dev/null && echo $$p; done) python3)
VENV ?= .venv
BIN := $(VENV)/bin
UNIT := -n 2 tests/rules tests/plans tests/bots tests/drawing tests/games/wording \
	tests/games/pace tests/games/test_fairness_vectors.py tests/games/test_sealing.py \
	--ignore tests/plans/test_no_loop.py
LOCK := requirements-dev.lock
READY := $(VENV)/.ready
UV_INSTALL := $(BIN)/uv pip install --quiet --compile-bytecode --require-hashes --python $(BIN)/python -r $(LOCK)
export UV_PYTHON_DOWNLOADS := never
# Where it is set, each of the many processes that `make run` and the tests start would compile all
# of Django anew, which takes longer than most of them live.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run setup test unit faults simulate bench secrecy fuzz-mail leaks lint format types \
	deploy-check strength engine-proof fuzz-api clients browser brokers gettext shots lighthouse \
	weights moderating access lock rows flat clean whole browsers mutants mutants-before upgrade cluster \
	simulate-faults simulate-planted races faults-planted sbom styleguide tournament audit digests \
	schema

run: setup
	@exec $(BIN)/python manage.py up

setup: $(READY)

# uv installs in seconds what takes pip a minute; pip does it where uv cannot be had or does not
# find what pip finds. The .pth file lets tests and `python -m games…` run from any folder.
$(READY): $(LOCK)
	@$(PYTHON) -c 'import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' \
		|| { echo "Tideweb needs Python 3.11, 3.12 or 3.13 with its venv module (on Debian the" \
		"package python3-venv). Name one: make PYTHON=/path/to/python3"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@if $(BIN)/python -m pip install --quiet --disable-pip-version-check uv && \
		echo "Installing $(LOCK) by uv" && { \
		$(UV_INSTALL) 2>/dev/null || UV_SYSTEM_CERTS=true $(UV_INSTALL); }; \
	then :; else \
		echo "uv could not do it; installing $(LOCK) by pip, which takes a minute"; \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check \
			--require-hashes -r $(LOCK); \
	fi
	@$(BIN)/python -c "import pathlib, sysconfig; \
		pathlib.Path(sysconfig.get_path('purelib'), 'tideweb.pth').write_text('$(CURDIR)\n')"
	@touch $@

# How quick the pure rules are, what a bid costs beside a request that does next to nothing and
# beside boardgame.io (needs Node), what `make run` holds, and how often the bots beat chance.
bench: setup
	$(BIN)/python -m tests.bench.speed
	$(BIN)/python -m tests.bench
	$(BIN)/python -m tests.bench.running
	$(BIN)/python -m tests.bench.streams
	$(BIN)/python -m tests.bench.bots $(ARGS)

# How strong the bots are, in a table of all against all: ARGS="--game rowboat --seats 4 --deals 200",
# say. BOOK keeps each deal, so that a run that was interrupted goes on (docs/bots.md).
BOOK ?= var/strength.jsonl
strength: setup
	$(BIN)/python -m tests.bench.strength --book $(BOOK) $(ARGS)

# The quick ways to play on beside the plain rules, state by state: 100,000 stages of Turn the Tide
# and of Rowboat, 10,000 games of Turning Tides (a quarter of an hour); the suite tries a few.
engine-proof: setup
	$(BIN)/python -m tests.bots.comparing $(ARGS)

# Rows and bytes that a whole game leaves behind, by table.
rows: setup
	$(BIN)/python -m tests.bench.rows $(ARGS)

# Programs play a round robin by the API of a `make run` beside it (docs/bots-by-api.md):
# ARGS='--game rowboat --rounds 20 mine="python bot.py" other="python other.py"'.
tournament: setup
	@$(BIN)/python manage.py tournament $(ARGS)

# What is in a release, as CycloneDX, for tools that ask an index of advisories.
sbom: setup
	$(BIN)/python -m deploy.sbom

# Which packages of a release have holes that are known. It needs a line to an index of advisories
# (PyPI's, or ARGS="--vulnerability-service osv"); a package that could not be asked about fails.
audit: setup
	$(BIN)/python -m venv var/audit
	var/audit/bin/python -m pip install --quiet pip-audit
	var/audit/bin/pip-audit --strict --disable-pip --require-hashes -r requirements.lock $(ARGS)

# Writes into Dockerfile and compose.yaml, at a release, by which digest each image is meant.
digests: setup
	$(BIN)/python -m deploy.digests

# What grows with the games that are stored, as ratios to few of them: ARGS="--games 1000000".
flat: setup
	$(BIN)/python -m tests.bench.flat $(ARGS)

# Nobody sees what they may not know (tests/secrecy): as many renderings as you have time for.
RENDERINGS ?= 20000
secrecy: setup
	$(BIN)/python -m tests.secrecy --renderings $(RENDERINGS)
	TIDEWEB_WHOLE=1 $(BIN)/python -m pytest -q -n 0 tests/secrecy/test_sisters.py \
		tests/games/test_tells.py tests/games/test_standing_hidden.py

# Faults put into the running code, each of which these checks must find.
leaks: setup
	$(BIN)/python -m tests.secrecy.leaks

# Sixty small faults in the code, kept in tests/mutants: how many does the suite find? First all
# tests once, to see who comes by which of them (hardly longer than ever), then each fault, up to two
# minutes. What was interrupted goes on where it was by the last command alone.
MUTANTS := var/mutants
mutants: setup browser brokers gettext
	rm -rf $(MUTANTS) && mkdir -p $(MUTANTS)
	$(BIN)/python -m tests.mutants map --out $(MUTANTS)/map
	$(BIN)/python -m tests.mutants run --map $(MUTANTS)/map --out $(MUTANTS)/found.jsonl $(ARGS)

# Those that nobody found, put into an older commit (OLD) and its own tests: who found them there?
mutants-before: setup browser brokers gettext
	rm -rf $(MUTANTS)/old $(MUTANTS)/old-map && mkdir -p $(MUTANTS)/old
	git archive $(OLD) | tar -x -C $(MUTANTS)/old
	$(BIN)/python -m tests.mutants map --tree $(MUTANTS)/old --out $(MUTANTS)/old-map
	$(BIN)/python -m tests.mutants run --tree $(MUTANTS)/old --map $(MUTANTS)/old-map \
		--but $(MUTANTS)/found.jsonl --out $(MUTANTS)/found-$(OLD).jsonl $(ARGS)

# Every address of the panel and the API × role × object, compared with the rules (an hour with
# ARGS=--every, which tries what is nobody's as well); every command of moderators by every role;
# and every page of the panel, as superuser.
access: setup
	$(BIN)/python -m tests.access $(ARGS)
	TIDEWEB_WHOLE=1 $(BIN)/python -m pytest -q -n 0 tests/secrecy/canary/test_panel.py \
		tests/games/services/moderation/test_rights.py \
		tests/games/services/moderation/test_ranks.py

# The cases of docs/moderating.md by clicking, and their pictures.
moderating: setup browser
	TIDEWEB_BROWSERS=whole TIDEWEB_SHOTS=docs/shots/moderating $(BIN)/python -m pytest -q -n 0 \
		tests/browsing/test_moderating.py -k five_clicks

# Every page in every way (tests/browsing/looks.py), of which the suite shows each in a few.
browsers: setup browser
	@$(BIN)/python -m tests.browsing.looks
	TIDEWEB_BROWSERS=whole $(BIN)/python -m pytest -n 2 tests/browsing $(ARGS)

# The pictures of README and docs, taken from the demo of a `make run` beside it.
shots: setup
	$(BIN)/python -m tests.shots

# Scores of the main pages on a slow phone, from the demo of a `make run` beside it; needs Node.
lighthouse: setup
	$(BIN)/python -m tests.lighthouse

# What the main pages of a running demo weigh on a first visit, beside `make run`.
weights: setup
	$(BIN)/python -m tests.weighing

# The sheet of pieces: all that is drawn and every control in every state, beside the code.
styleguide: setup
	@$(BIN)/python -m tests.styleguide

# All that must hold, or with ARGS what pytest is told. Missing migrations are a test, too
# (tests/tideweb/test_migrations.py).
test: setup
	@$(BIN)/python -m tests.everything $(ARGS)

# Rules, plans, paces, drawings and words: what needs no database, in seconds.
unit: setup
	@DATABASE_URL=postgres://nobody@127.0.0.1:1/none $(BIN)/python -m pytest -q $(UNIT) $(ARGS)

# The tests that try a few of many cases, with all of them: ARGS=tests/games/services, say.
whole: setup
	TIDEWEB_WHOLE=1 $(BIN)/python -m pytest -n 2 $(ARGS)

# A browser that is installed, else Playwright's download, else (root) the system's package.
browser: setup
	@$(BIN)/python -m tests.browser

# Damaged mails, as many as you have time for: nothing crashes, takes a second, or is misread.
MESSAGES ?= 20000
fuzz-mail: setup
	$(BIN)/python -m tests.mailfuzz --messages $(MESSAGES) $(ARGS)

# Every operation of the API asked in every way: rightly, by anybody, and wrongly; and walks over
# the links between them.
fuzz-api: setup
	TIDEWEB_WHOLE=1 $(BIN)/python -m pytest -q -n 2 tests/games/api/test_fuzzing.py \
		tests/games/api/test_fuzzing_walks.py $(ARGS)

# Clients that public generators make of the API's schema read every answer of played games.
clients: setup
	$(BIN)/python -m tests.clients $(ARGS)

# Everything that can be done to the services as operators run them, while people play: thirty kinds
# of faults, ten times each (ARGS="--each 100 --broker rabbitmq", say; tests/faults/kinds.py).
faults: setup
	$(BIN)/python -m tests.faults $(ARGS)

# The release of before (OLD) and this code at once, web and worker of both, on the new schema.
OLD ?=
upgrade: setup
	$(BIN)/python -m tests.upgrading $(if $(OLD),--old $(OLD)) $(ARGS)

# Patroni, etcd, HAProxy, PgBouncer, RabbitMQ and Redis on this host, each of them killed in turn.
cluster: setup
	$(BIN)/python -m tests.cluster $(ARGS)

# Faults put into the services of such a stack, each of which its checker must find.
faults-planted: setup
	$(BIN)/python -m tests.faults --planted $(ARGS)

# The services as one seed has them meet everything that goes wrong (tests/simulate). A seed that
# fails is shown, made smaller, with the command that plays it again.
SEEDS ?= 1000
simulate-faults: setup
	$(BIN)/python -m tests.simulate --seeds $(SEEDS) --processes 2 $(ARGS)

# Faults put into the services one after the other, each of which some seed must find.
simulate-planted: setup
	$(BIN)/python -m tests.simulate --planted $(ARGS)

# The last bids of a hand at the same instant, by threads and by processes.
TRIALS ?= 2000
races: setup
	$(BIN)/python -m tests.races --trials $(TRIALS) $(ARGS)

# A club of made-up people plays for virtual months: ARGS="--games 200", say (docs/operating.md).
simulate: setup
	$(BIN)/python -m tests.club $(ARGS)

# A Redis that REDIS_URL names or that is installed, else (root) the system's package.
brokers: setup
	@$(BIN)/python -m tests.brokers

# GNU gettext, with which a test looks for texts that nobody collected for translation.
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

# After a change of the dependencies in pyproject.toml.
lock: setup
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-header --extra dev --extra engine pyproject.toml -o requirements-dev.lock
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-header -c requirements-dev.lock --extra engine pyproject.toml \
		-o requirements.lock

clean:
	rm -rf $(VENV) .test-database .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache build dist \
		staticfiles test-results
