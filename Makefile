# Everything a developer or CI runs. `make test` needs Go, installs nothing as
# root and leaves out what needs Node where there is none; the race detector and
# the real editors are test-race and test-editors.

GO          ?= go
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
VERSION     ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo devel)
LDFLAGS     := -s -w -X main.version=$(VERSION)
PLATFORMS   := linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
FUZZTIME    ?= 1m

.DEFAULT_GOAL := build

.PHONY: build
build: ## the binary, in bin/
	$(GO) build -trimpath -ldflags '$(LDFLAGS)' -o bin/gcf-lsp ./cmd/gcf-lsp

.PHONY: test
test: lint unit test-interop test-extension test-web ## the checks and tests that need only Go, and with Node those of JavaScript

.PHONY: lint
lint: ## gofmt, go vet, staticcheck
	@bad=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$bad" ]; then echo "not gofmt-ed:"; echo "$$bad"; exit 1; fi
	$(GO) vet ./...
	GOOS=js GOARCH=wasm $(GO) vet ./cmd/gcf-wasm
	$(GO) run $(STATICCHECK) ./...

.PHONY: unit
unit: ## the Go tests, and beside them three minutes of the soak
	@log=$$(mktemp); trap 'rm -f "$$log"' EXIT; \
	$(GO) test ./lsp -run '^TestSoak$$' -soak 3m -v >"$$log" 2>&1 & soak=$$!; \
	$(GO) test -timeout 30m ./...; status=$$?; \
	wait $$soak || { cat "$$log"; status=1; }; \
	exit $$status

SOAKTIME ?= 1h
.PHONY: soak
soak: ## edits and questions to a server for SOAKTIME (1h), compared with a fresh one
	$(GO) test ./lsp -run '^TestSoak$$' -soak $(SOAKTIME) -timeout 0 -v

.PHONY: test-race
test-race: ## the Go tests with the race detector, which needs a C compiler
	$(GO) test -race -short -timeout 40m ./...

# What needs Node is left out, with a message, where there is none. Packages are
# installed as the lock files say.
.PHONY: test-interop
test-interop: ## our encoder and decoder against the npm package's
	@if command -v npm >/dev/null; then \
		(cd internal/testkit/interop && npm ci --silent --no-audit --no-fund) && $(GO) test -count=1 ./internal/testkit/interop; \
	else echo "test-interop: skipped, there is no npm"; fi

.PHONY: test-extension
test-extension: ## the VS Code extension: types, grammar, unit tests
	@if command -v npm >/dev/null; then \
		cd editors/vscode && npm ci --silent --no-audit --no-fund && npm run --silent check && npm test --silent; \
	else echo "test-extension: skipped, there is no npm"; fi

.PHONY: test-editors
test-editors: ## the editor packages in real editors, which are installed first
	editors/e2e/run.sh

.PHONY: vsix
vsix: ## the VS Code extension with its server, for this machine, in dist/
	cd editors/vscode && npm ci --silent --no-audit --no-fund && VERSION=$(VERSION) npm run --silent package here

.PHONY: vsix-all
vsix-all: ## the same for every platform, and for the web
	cd editors/vscode && npm ci --silent --no-audit --no-fund && VERSION=$(VERSION) npm run --silent package

.PHONY: npm
npm: ## the npm package, in dist/npm
	cd web && npm ci --silent --no-audit --no-fund && VERSION=$(VERSION) npm run --silent npm

.PHONY: playground
playground: ## the page for trying GCF in a browser, in dist/playground
	cd web && npm ci --silent --no-audit --no-fund && VERSION=$(VERSION) npm run --silent playground

.PHONY: test-web
test-web: ## the WebAssembly build: types, the npm package in Node and a browser, the playground in a browser
	@if command -v npm >/dev/null; then \
		cd web && npm ci --silent --no-audit --no-fund && npm run --silent check && npm run --silent npm && npm run --silent test:npm && \
		npm run --silent playground && npm run --silent test:playground; \
	else echo "test-web: skipped, there is no npm"; fi

.PHONY: bench
bench: ## the benchmarks whose figures the README gives
	$(GO) test -run '^$$' -bench . -benchmem ./...

.PHONY: fuzz
fuzz: ## each fuzz target for FUZZTIME (1m)
	@log=$$(mktemp); trap 'rm -f "$$log"' EXIT; \
	for pkg in $$($(GO) list ./...); do \
		for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
			echo "== $$pkg $$target"; \
			$(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) $$pkg 2>&1 | tee "$$log"; \
			if grep -q '^ok' "$$log"; then continue; fi; \
			if grep -q 'Failing input' "$$log" || ! grep -q 'context deadline exceeded' "$$log"; then exit 1; fi; \
			echo "nothing was found: the time ended while go test looked closer at an input"; \
		done; \
	done

.PHONY: docs
docs: ## the rule pages, the man pages, the packages and the schema of the configuration
	$(GO) generate ./diagnostics
	$(GO) test ./cmd/gcf-lsp -run 'ManPages|Architecture' -update
	$(GO) test ./internal/cli/config -run SchemaInDocs -update

.PHONY: golden
golden: ## write the expected output of the tests again; look at the difference
	$(GO) test $$(git grep -l '"gcf-lsp/internal/testkit/golden"' -- '*_test.go' | xargs -n 1 dirname | sort -u | sed 's,^,./,') -update

.PHONY: dist
dist: ## release builds for all platforms, reproducible, with checksums
	@rm -rf dist && mkdir -p dist
	@for platform in $(PLATFORMS); do \
		os=$${platform%/*}; arch=$${platform#*/}; \
		out=dist/gcf-lsp-$$os-$$arch; [ $$os = windows ] && out=$$out.exe; \
		echo "$$out"; \
		CGO_ENABLED=0 GOOS=$$os GOARCH=$$arch $(GO) build -trimpath -buildvcs=false -ldflags '$(LDFLAGS) -buildid=' -o $$out ./cmd/gcf-lsp || exit 1; \
	done
	@cd dist && sha256sum gcf-lsp-* > SHA256SUMS && cat SHA256SUMS

.PHONY: help
help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 18

.PHONY: new-rule
new-rule: ## begin a rule: make new-rule NAME=some_code
	$(GO) run ./internal/testkit/newrule $(NAME)
