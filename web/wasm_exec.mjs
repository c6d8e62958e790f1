// For esbuild: Go's own glue for WebAssembly as a module, `go:wasm_exec`, from
// the Go that is installed, since it must be that which builds the program. Its
// globalThis is an argument, so that the program sees nothing but what it is
// given, and nothing global is set.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const wasmExec = {
  name: 'go:wasm_exec',
  setup(build) {
    build.onResolve({ filter: /^go:wasm_exec$/ }, ({ path }) => ({ path, namespace: 'go' }));
    build.onLoad({ filter: /.*/, namespace: 'go' }, () => {
      const root = execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim();
      const source = readFileSync(path.join(root, 'lib/wasm/wasm_exec.js'), 'utf8');
      return { contents: `export function runtime(globalThis) {\n${source}\nreturn globalThis.Go;\n}` };
    });
  },
};

/** Builds the program; file is where it goes. */
export function buildProgram(file, version = process.env.VERSION ?? '') {
  execFileSync('go', ['build', '-trimpath', '-ldflags', `-s -w${version === '' ? '' : ` -X main.version=${version}`}`, '-o', path.resolve(file), './cmd/gcf-wasm'], {
    cwd: path.resolve(import.meta.dirname, '..'),
    stdio: 'inherit',
    env: { ...process.env, GOOS: 'js', GOARCH: 'wasm' },
  });
}
