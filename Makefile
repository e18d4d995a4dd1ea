# What can be done here: `make help`. The two that a reader needs: `make serve` and `make test`.
#
#   PYTHON=python3.13   the interpreter that .venv is made with (otherwise the newest suitable one of this machine)
#   PORT=5006           where `make serve` answers
#   VENV=.venv          the environment; another name keeps a second one beside it
#   N=1000000 SEED=7    what `make fuzz` sends: so many inputs, and which (a new seed each time unless one is named)
#   PROCESSES=2         in how many processes (all processors); GUIDED=yes: guided by coverage, where atheris is installed
#   ONLY=haventms/haven/grid.py   the modules that `make mutants` makes faults in (all)
#   AGAIN=yes           a second `make suite`, on another interpreter: the rules and the executed notebooks only

.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS += --no-print-directory

VENV ?= .venv
PORT ?= 5006
# An interpreter that somebody names is used, or refused in a sentence; else a working environment keeps its own.
ifdef PYTHON
SETUP = tools/python.sh "$(PYTHON)" tools/setup.py --chosen $(VENV)
else
SETUP = tools/python.sh "" tools/setup.py $(VENV)
endif

PY := $(VENV)/bin/python
export PATH := $(CURDIR)/$(VENV)/bin:$(PATH)
export PYTHONUNBUFFERED := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1

WORKERS ?= 2
# Files in their order: those of the book and the engine, which take longest, come first.
PYTEST := $(PY) -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder --benchmark-disable
# The tests of the rules reach every line of them; to count while faces and book run would only cost time.
RULES := $(addprefix tests/,core/. dice/. haven/. domains/. overland/.)
# Where tests and chapters write down which clauses fired in them.
FIRED := .cache/fired

.PHONY: help
help: ## show this list
	@echo "make serve    sets up what is missing, builds the rulebook, serves rulebook and dashboards"
	@echo "make test     sets up what is missing, runs every test there is"
	@echo
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1|\2/p' $(firstword $(MAKEFILE_LIST)) | while IFS='|' read -r name text; do \
	  printf '%-15s %s\n' "$$name" "$$text"; done
	@echo
	@echo "  PYTHON=python3.13 chooses the interpreter, PORT=8080 the port."

.PHONY: setup
setup: ## make .venv from the pinned, hashed requirements, or mend it
	@$(SETUP)

.PHONY: engine
engine: setup ## build the browser's engine, which computes in the rendered rulebook
	@$(PY) widgets/engine/build.py

# 3 says that Node.js or a part of the engine is not to be had: the rulebook is then built without it, and says so.
.PHONY: book
book: setup ## build the rulebook into book/_build/html
	@code=0; $(PY) widgets/engine/build.py || code=$$?; \
	if [ $$code -ne 0 ] && { [ $$code -ne 3 ] || [ -n "$${CI:-}" ]; }; then exit $$code; fi
	@$(PY) book/_tools/build.py

.PHONY: serve
serve: setup ## serve rulebook and dashboards from one process; Ctrl-C stops it
	@$(VENV)/bin/haventms serve --port "$(PORT)" --check
	@$(MAKE) book
	@exec $(VENV)/bin/haventms serve --port "$(PORT)" --book book/_build/html

.PHONY: lint
lint: setup ## check style and types
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(PY) -m mypy

.PHONY: format
format: setup ## put the code into the house's format
	@$(PY) -m ruff check --fix .
	@$(PY) -m ruff format .

.PHONY: notebooks
notebooks: setup ## run the book's notebooks and write them in canonical form
	@$(PY) book/_tools/notebooks.py

.PHONY: revise
revise: setup ## write changed texts of the register into their history; asks for a reason
	@$(PY) tools/revise.py

.PHONY: readings
readings: setup ## search the smallest cases in which readings differ, and list what each reading changes
	@$(PY) tools/readings.py

.PHONY: suite
suite: $(if $(AGAIN),setup,book) ## every test but style and browser
ifdef AGAIN
	@$(PYTEST) $(RULES)
	@$(PYTEST) --nbval --nbval-current-env book
else
	@rm -rf $(FIRED)
	@$(PYTEST) --cov --cov-report=term --fired $(FIRED)/tests $(RULES)
	@HAVENTMS_FIRED=$(FIRED)/chapters $(PYTEST) --nbval --nbval-current-env book
	@$(PY) tools/fired.py --check $(FIRED)/tests $(FIRED)/chapters
	@$(PY) tools/clauses.py
	@$(PYTEST) -m "not browser" $(filter-out $(RULES),$(wildcard tests/[a-z]*/.))
endif

.PHONY: fired
fired: setup ## record which tests and chapters each clause fires in
	@rm -rf $(FIRED)
	@$(PY) book/_tools/notebooks.py --fired $(FIRED)/chapters
	@$(PYTEST) --fired $(FIRED)/tests $(RULES)
	@$(PY) tools/fired.py $(FIRED)/tests $(FIRED)/chapters

.PHONY: clauses
clauses: setup ## break the function of each clause: its examples and its tests have to notice
	@$(PY) tools/clauses.py --tests

.PHONY: test
test: setup ## style, types, unit, property, notebook, book and browser tests
	@tools/browser.sh
	@$(MAKE) lint
	@$(MAKE) suite
	@$(PY) -m pytest -n $(WORKERS) --dist worksteal --benchmark-disable -m browser tests

# The operators are installed beside the environment, for its interpreter; the faults found are kept there too.
MUTANTS := .cache/mutants
.PHONY: mutants
mutants: setup ## make small faults in the rules, one at a time: the tests have to notice (an hour); ONLY= chooses
	@mkdir -p $(MUTANTS); { $(PY) --version; cat requirements-mutants.txt; } > $(MUTANTS)/wanted; \
	if ! cmp -s $(MUTANTS)/wanted $(MUTANTS)/installed; then rm -rf $(MUTANTS)/site; \
	$(PY) -m pip install --quiet --no-compile --no-deps --require-hashes --only-binary :all: --target $(MUTANTS)/site \
	  --requirement requirements-mutants.txt; mv $(MUTANTS)/wanted $(MUTANTS)/installed; fi
	@$(PY) tools/mutants.py --processes "$(WORKERS)" $(ONLY)

N ?= 1000000
.PHONY: fuzz
fuzz: setup ## send a million hostile inputs to every explorer; N=, SEED=, PROCESSES= choose
	@$(PY) tests/fuzz/run.py --count "$(N)" $(if $(SEED),--seed "$(SEED)") $(if $(PROCESSES),--processes "$(PROCESSES)") \
	  $(if $(GUIDED),--guided)

.PHONY: bench
bench: setup ## time the dice beside other libraries, for the book's page, and print what importing costs
	@$(PY) -m pytest tests/bench --benchmark-only --measured tests/bench/measured.toml
	@$(PY) tests/bench/import_cost.py

.PHONY: requirements
requirements: ## pin all packages anew (needs uv)
	@tools/pin.sh

.PHONY: clean
clean: ## remove what was built, but not the environment
	@rm -rf .cache build dist book/_build .coverage* .mypy_cache .pytest_cache .ruff_cache
