# Every target builds what it needs: the virtual environment .venv with the pinned versions of
# constraints.txt, and the Java parts. `make PYTHON=python3.12 test` selects the interpreter,
# `make test ARGS='-k mining'` selects tests; `make test JOBS=1` runs one test at a time.

PYTHON ?= python3
MAVEN ?= mvn
# Tests wait for containers, clocks and disks: two workers more than processors keep these busy.
JOBS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 2)
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
BUILT := verifier/resources/java/.built
JAVA_INPUTS := $(shell find pom.xml .mvn java_tools -type f -not -path '*/target/*' 2>/dev/null)

# Tests start hundreds of our processes; without compiled files each would compile our sources again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test quick java attacks fuzz-inputs check bench bench-fuzz bench-fuzz-replay bench-fuzz-libraries bench-proof bench-proof-history bench-gates bench-jacoco bench-mining bench-soak bench-switches build docs dist sbom release test-install test-ray format lock clean

help:
	@echo 'make demo    mine, verify, validate and report on real and on small input, in a few minutes'
	@echo 'make quick   unit and contract tests, lint and types: no Docker, no Java build'
	@echo 'make java MODULE=prover   build one Java module and those that it needs, and run their tests'
	@echo 'make test    every test; the ones that need Docker run where an engine answers'
	@echo 'make attacks run every known attack with its expected result, row by row, on the real engine'
	@echo 'make fuzz-inputs ARGS="--kind patch --minutes 30"   fuzz the readers of hostile input; continues where it stopped'
	@echo 'make check   formatting, lint, types, import contract, Java formatting'
	@echo 'make bench   speed of mining and of verification, compared with what they replace'
	@echo 'make bench-fuzz SETS=folder   recall, false alarms and speed of fuzzing on public sets'
	@echo 'make bench-fuzz-replay SETS=folder   the failing tests of these sets, run repeatedly'
	@echo 'make bench-fuzz-libraries ARGS="identical -o a.jsonl"   or "mutants -o b.jsonl": on released jars'
	@echo 'make bench-proof SETS=folder   results of the prover for public sets and for our own pairs'
	@echo 'make bench-proof-history REPO=repository ARGS="--name x -o x.jsonl"   and for the refactorings of a history'
	@echo 'make bench-gates ARGS="-o x.jsonl"   right and wrong answers of `refverify check` for pull requests of known kinds'
	@echo 'make bench-jacoco SUBJECTS=clone@commit   coverage compared with the XML report of JaCoCo, method by method'
	@echo 'make bench-mining SETS=clone ARGS="-o x.jsonl"   detection and purity on the labels in a clone of RefactoringMiner'
	@echo 'make bench-soak   a thousand predictions on twenty bases: verdicts, memory, files, disk; then the same, killed ten times'
	@echo 'make bench-switches ARGS="--set soak"   the verdicts of the demo, or of another set, with each optimisation switched off'
	@echo 'make build   the environment and the Java parts'
	@echo 'make docs    the website in build/docs, from docs/; needs no network'
	@echo 'make dist    the wheel, the sdist and the pinned dependencies of a release, checked, in dist/'
	@echo 'make sbom    rewrite sbom.cdx.json after a change of the third-party jars'
	@echo 'make release VERSION=1.2.0   commit and tag a release with these files, and print the commands that publish it'
	@echo 'make test-install   install the wheel with pip in a new environment of each supported Python on the PATH'
	@echo 'make test-ray   install Ray into .venv, and run the tests that need it on a local cluster'
	@echo 'make format  format Python and Java sources for `make check`'
	@echo 'make lock    rewrite constraints.txt and the list of wheels from pyproject.toml'
	@echo 'make clean   remove the output of the targets above'

demo: build
	PATH="$(CURDIR)/$(BIN):$$PATH" scripts/demo $(ARGS)

test: build
	$(BIN)/python -m pytest -n $(JOBS) --dist loadfile $(ARGS)

quick: $(INSTALLED)
	PATH="$(CURDIR)/$(BIN):$$PATH" scripts/check --python
	$(BIN)/python -m pytest -q -n $(JOBS) -m 'not java' tests/unit tests/contracts $(ARGS)

java:
	$(MAVEN) -q -B -pl java_tools/$(MODULE) -am test

attacks: build
	$(BIN)/python scripts/attacks $(ARGS)

fuzz-inputs: build
	PYTHONPATH="$(CURDIR)" $(BIN)/python -m tests.fuzz $(ARGS)

check: $(INSTALLED)
	PATH="$(CURDIR)/$(BIN):$$PATH" scripts/check

bench: build
	PATH="$(CURDIR)/$(BIN):$$PATH" scripts/bench $(ARGS)

bench-fuzz: build
	PYTHONPATH="$(CURDIR)" $(BIN)/python -m bench.fuzzing $(SETS) $(ARGS)

bench-fuzz-replay: build
	PYTHONPATH="$(CURDIR)" $(BIN)/python -m bench.fuzzing_replay $(SETS) $(ARGS)

bench-fuzz-libraries: build
	PYTHONPATH="$(CURDIR)" $(BIN)/python -m bench.fuzzing_libraries $(ARGS)

bench-proof: build
	PYTHONPATH="$(CURDIR)" $(BIN)/python -m bench.proof $(SETS) $(ARGS)

bench-proof-history: build
	PYTHONPATH="$(CURDIR)" $(BIN)/python -m bench.proof_histories $(REPO) $(ARGS)

bench-gates: build
	PYTHONPATH="$(CURDIR)" $(BIN)/python -m bench.gates_accuracy $(ARGS)

bench-jacoco: build
	PYTHONPATH="$(CURDIR)" $(BIN)/python -m bench.jacoco_report $(SUBJECTS) $(ARGS)

bench-mining: build
	PYTHONPATH="$(CURDIR)" $(BIN)/python -m bench.mining_truth $(SETS) $(ARGS)

bench-soak: build
	PATH="$(CURDIR)/$(BIN):$$PATH" PYTHONPATH="$(CURDIR)" $(BIN)/python -m bench.soak $(ARGS)

bench-switches: build
	PATH="$(CURDIR)/$(BIN):$$PATH" PYTHONPATH="$(CURDIR)" $(BIN)/python -m bench.switches $(ARGS)

build: $(INSTALLED) $(BUILT)

docs: $(INSTALLED)
	PATH="$(CURDIR)/$(BIN):$$PATH" scripts/build-docs build/docs

dist: build
	$(BIN)/python scripts/build-dist --jars

release: build
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python scripts/release $(VERSION)

test-install: build
	REFVERIFY_TEST_INSTALL=yes $(BIN)/python -m pytest tests/integration/test_install.py $(ARGS)

# An extra that most people do not need, so its packages are not among the pinned ones.
RAY := 2.60.0
test-ray: build
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "ray==$(RAY)"
	$(BIN)/python -m pytest tests/integration/test_ray.py $(ARGS)

sbom: build
	$(BIN)/python scripts/write-sbom

format: $(INSTALLED)
	PATH="$(CURDIR)/$(BIN):$$PATH" scripts/check --fix

lock:
	PYTHON=$(PYTHON) scripts/lock
	$(MAKE) $(INSTALLED)
	$(BIN)/python scripts/list-wheels

clean:
	rm -rf $(VENV) build dist demo-run .fuzz java_tools/*/target target verifier/resources/java
	rm -rf .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
	find verifier tests scripts -name __pycache__ -type d -prune -exec rm -rf {} +

$(INSTALLED): constraints.txt pyproject.toml
	scripts/make-venv $(PYTHON) $(VENV)
	@touch $@

# Builds in another folder and moves it at the end, so that running processes find all old jars until then.
$(BUILT): $(INSTALLED) $(JAVA_INPUTS)
	@command -v $(MAVEN) >/dev/null && command -v javac >/dev/null || { \
	    echo 'make: Maven and a JDK (17 or newer) are needed to build the Java parts' >&2; \
	    echo 'On Debian and Ubuntu: apt-get install maven openjdk-17-jdk-headless' >&2; exit 1; }
	$(MAVEN) -q -B clean package -Dresources.java="$(CURDIR)/target/java"
	mkdir -p $(@D) && mv $(@D) target/replaced && mv target/java $(@D) && rm -rf target/replaced
	PYTHONPATH="$(CURDIR)" $(BIN)/python -m verifier.analysis.archive
	@touch $@
