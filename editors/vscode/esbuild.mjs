// Bundles what VS Code loads into out/: the extension, its
// counterpart for a browser with the server's worker, and the table view's page. With --test, the unit
// tests, for node's test runner.
import { build } from 'esbuild';
import { readdirSync } from 'node:fs';
import { wasmExec } from '../../web/wasm_exec.mjs';

const common = { bundle: true, sourcemap: true, logLevel: 'warning', target: 'es2023' };

if (process.argv.includes('--test')) {
  await build({
    ...common,
    entryPoints: readdirSync('test/unit').filter((name) => name.endsWith('.test.ts')).map((name) => `test/unit/${name}`),
    outdir: 'out/test',
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    platform: 'node',
  });
} else {
  await build({
    ...common,
    minify: true,
    entryPoints: ['src/extension.ts'],
    outdir: 'out',
    format: 'cjs',
    platform: 'node',
    external: ['vscode'],
  });
  await build({
    ...common,
    minify: true,
    entryPoints: ['src/browser.ts'],
    outdir: 'out',
    format: 'cjs',
    platform: 'browser',
    external: ['vscode'],
  });
  await build({
    ...common,
    minify: true,
    entryPoints: { worker: 'src/webWorker.ts' },
    outdir: 'out',
    format: 'iife',
    platform: 'browser',
    plugins: [wasmExec],
  });
  await build({ ...common, minify: true, entryPoints: ['src/webview/table.ts'], outdir: 'out', format: 'iife', platform: 'browser' });
}
