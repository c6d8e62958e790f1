// Bundles what VS Code loads into out/: the extension, its stand-in for a
// browser without a server, and the table view's page. With --test, the unit
// tests, for node's test runner.
import { build } from 'esbuild';
import { readdirSync } from 'node:fs';

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
  await build({ ...common, minify: true, entryPoints: ['src/webview/table.ts'], outdir: 'out', format: 'iife', platform: 'browser' });
}
