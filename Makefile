# Makefile - a thin front for Meson and ninja.
# SPDX-License-Identifier: Apache-2.0
#
#   build/        release, LTO: make run, make bench
#   build-debug/  -O2 -g with assertions: make test
#   build-asan/   address and undefined behaviour sanitizers
#   build-fuzz/   clang, libFuzzer

BUILD   ?= build
DEBUG   ?= build-debug
ASAN    ?= build-asan
FUZZ    ?= build-fuzz
RELEASE ?= build-release
INSTALL ?= build-install

LTO          ?= true
FUZZ_SECONDS ?= 60
ARGS         ?=
CAISSON      := $(BUILD)/caisson
REPORT       := run -v examples/report/data:/data:ro \
                --tool "rate=python3 examples/report/rates.py" \
                examples/report/report.py
MICRO        := micro boundary audit

RELEASE_OPTS := -Doptimization=2 -Db_ndebug=true -Db_lto=$(LTO) \
                -Dtests=false
DEBUG_OPTS   := --buildtype=debugoptimized -Dpython=true
ASAN_OPTS    := -Doptimization=1 -Ddebug=true \
                -Db_sanitize=address,undefined -Db_lundef=false

.PHONY: help all suites build debug run check test test-all vm-test bench bench-audit bench-sandbox \
  bench-egress clients sandbox-campaign bench-monty torture property fuzz fuzz-calls fuzz-defects fuzz-all asan \
        docs dist tidy fmt \
        fmt-check lint lint-python release install clean deps

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' \
	  $(MAKEFILE_LIST)

all: build

deps:
	@tools/build/deps.sh build

build: deps ## release binary in build/
	@TARGETS="$(if $(wildcard src/cli),caisson $(MICRO))" \
	  tools/build/build.sh $(BUILD) $(RELEASE_OPTS)

debug: deps ## assertions on, unit tests, in build-debug/
	@tools/build/build.sh $(DEBUG) $(DEBUG_OPTS)

run: build ## build and start caisson (ARGS="run file.py")
	@if [ -x $(CAISSON) ]; then exec $(CAISSON) $(or $(ARGS),$(REPORT)); \
	else echo "src/cli is not there yet: nothing to run"; fi

test: debug asan ## every test; the last line counts them
	@tools/build/deps.sh test
	@python3 tests/run.py --build $(DEBUG) --asan $(ASAN) $(ARGS)

check: debug ## the daily loop: unit, language and library tests, command line
	@tools/build/deps.sh test
	@python3 tests/run.py --build $(DEBUG) --only unit --only lang --only lib \
	  --only differs --only cli $(ARGS)

test-all: test torture ## every test, torture, fuzzers and others' suites
	@tools/build/deps.sh fuzz
	@FUZZ_SECONDS=$(FUZZ_SECONDS) tools/check/fuzz.sh $(FUZZ)
	@FUZZ_SECONDS=$(FUZZ_SECONDS) tools/check/fuzz_calls.sh $(ASAN)
	@python3 tests/suites/run.py --build $(DEBUG)

asan: deps ## sanitizer build in build-asan/
	@tools/build/build.sh $(ASAN) $(ASAN_OPTS)

bench: build ## speed against CPython in the same run
	@bench/run --caisson $(CAISSON) $(ARGS)
	@for program in $(MICRO); do $(BUILD)/$$program || exit 1; done

bench-egress: build ## what the way out costs; needs node and openssl
	@python3 bench/egress.py --caisson $(CAISSON) $(ARGS)

clients: debug ## 14 network clients through the way out; needs PyPI once
	@test -x $(DEBUG)/clients/venv/bin/uv || { \
	  /usr/bin/python3 -m venv $(DEBUG)/clients/venv && \
	  $(DEBUG)/clients/venv/bin/pip install -q requests httpx aiohttp uv; }
	@CAISSON=$(DEBUG)/caisson CAISSON_CLIENTS=$(CURDIR)/$(DEBUG)/clients \
	  python3 -m pytest -q -rs tests/cli/test_egress_clients.py \
	  tests/cli/test_egress_interp.py $(ARGS)

bench-audit: ## what audit log and policy cost a user of Python and the command
	@tools/build/build.sh $(BUILD)-python $(RELEASE_OPTS) -Dpython=true
	@tools/build/stage_python.sh $(BUILD)-python
	@python3 bench/audit_user.py --stage $(BUILD)-python/stage \
	  --caisson $(BUILD)-python/caisson $(ARGS)

bench-sandbox: build ## sandboxes against bubblewrap over the same tree
	@python3 bench/sandbox.py --build $(BUILD) $(ARGS)

sandbox-campaign: debug ## 1,000 cycles and 200 kills of named sandboxes
	@CAISSON_CYCLES=1000 CAISSON_KILLS=200 CAISSON_BUILD=build-debug \
	  python3 -m pytest -q tests/sandbox -k 'cycles or anywhere or at_once'

bench-monty: ## speed against pydantic-monty in the same run; needs PyPI
	@tools/build/build.sh $(BUILD)-python $(RELEASE_OPTS) -Dpython=true
	@tools/build/stage_python.sh $(BUILD)-python
	@python3 bench/monty.py --stage $(BUILD)-python/stage \
	  --venvs $(BUILD)/monty \
	  --programs bench/programs $(ARGS)

vm-test: debug ## depth process under Debian's kernel, groups v2, in QEMU
	@tools/build/stage_python.sh $(DEBUG) >/dev/null
	@tools/ops/vm_test.sh $(DEBUG) $(ARGS)

suites: debug ## what other projects wrote to test sandboxes; needs PyPI
	@python3 tests/suites/run.py --build $(DEBUG) $(ARGS)
	@python3 tests/suites/harness.py --build $(DEBUG)

torture: debug ## the language tests under every stress mode
	@python3 tests/run.py --build $(DEBUG) --only torture $(ARGS)

property: debug ## CASES (default 100000) random cases of each property (docs/properties.md)
	@tools/build/stage_python.sh $(DEBUG) >/dev/null
	@CAISSON_CASES=$(or $(CASES),100000) nice $(DEBUG)/test_policy_links
	@nice tests/property/run.py --build $(DEBUG) --cases $(or $(CASES),100000) $(ARGS)

fuzz: deps ## each fuzzer for FUZZ_SECONDS (default 60)
	@tools/build/deps.sh fuzz
	@FUZZ_SECONDS=$(FUZZ_SECONDS) tools/check/fuzz.sh $(FUZZ) $(ARGS)

fuzz-calls: asan ## call everything with hostile values for FUZZ_SECONDS
	@FUZZ_SECONDS=$(FUZZ_SECONDS) tools/check/fuzz_calls.sh $(ASAN) $(ARGS)

fuzz-defects: deps ## put old defects back, one by one: does the fuzzer find them?
	@tools/check/fuzz_defects.sh build-defects $(ARGS)

fuzz-all: asan ## all fuzzers within FUZZ_BUDGET seconds (default 1800), a table
	@tools/build/deps.sh fuzz
	@tools/check/fuzz_all.sh $(FUZZ) $(ASAN) $(ARGS)

lint: debug tidy fmt-check lint-python ## all static checks
	@tools/check/layers.py
	@python3 tools/gen/mkapi.py --check
	@python3 tools/gen/mkcapi.py --check
	@python3 tools/gen/attack_table.py --check
	@python3 tools/gen/property_table.py --check
	@python3 tools/gen/gen_policy.py $(DEBUG) --check
	@python3 tools/check/check_original.py || test $$? -eq 77

lint-python: ## ruff and mypy over the package and its tests
	@tools/check/lint_python.sh $(DEBUG)

tidy: debug ## clang-tidy over src/
	@tools/build/deps.sh lint
	@tools/build/sources.sh src | xargs -r -P 2 -n 4 clang-tidy --quiet -p $(DEBUG)

fmt: ## format every C file in place
	@tools/build/deps.sh fmt
	@tools/build/sources.sh --all | grep '\.[ch]$$' | xargs clang-format -i

fmt-check:
	@tools/build/deps.sh fmt
	@tools/build/sources.sh --all | grep '\.[ch]$$' | \
	  xargs clang-format --dry-run --Werror

docs: ## the documentation as a site in build/docs/site; needs PyPI
	@python3 tools/gen/build_docs.py $(BUILD) $(ARGS)

release: deps ## profile-guided release build in build-release/
	@tools/build/release.sh $(RELEASE)

dist: build ## what a release is made of, in dist/: archives, .deb, wheel, SBOM
	@python3 -m pip wheel -q --no-deps -w $(BUILD)/wheel .
	@packaging/dist.sh $(BUILD) dist $$(ls -t $(BUILD)/wheel/*.whl | head -1)

install: deps ## binary, library, header; honours DESTDIR
	@tools/build/build.sh $(INSTALL) $(RELEASE_OPTS) -Dc_args=-ffat-lto-objects
	@meson install -C $(INSTALL)

clean: ## remove the build folders
	rm -rf build build-debug build-asan build-fuzz build-release \
	  build-install
