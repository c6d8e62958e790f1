// Makes the folder of the npm package: dist/npm of the checkout, or DIST/npm.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { buildProgram, wasmExec } from '../wasm_exec.mjs';

const here = import.meta.dirname;
const out = path.resolve(process.env.DIST ?? path.join(here, '../../dist'), 'npm');
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await build({
  entryPoints: [path.join(here, 'index.ts')],
  outfile: path.join(out, 'index.js'),
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  external: ['node:*'],
  plugins: [wasmExec],
  logLevel: 'warning',
});
execFileSync(process.execPath, [path.join(here, '../node_modules/typescript/bin/tsc'),
  '--ignoreConfig', '--declaration', '--emitDeclarationOnly', '--skipLibCheck', '--target', 'es2023', '--module', 'esnext', '--moduleResolution', 'bundler',
  '--types', 'node', '--lib', 'es2023,dom', '--rootDir', path.join(here, '..'), '--outDir', path.join(out, 'types'),
  path.join(here, '../src/go.d.ts'), path.join(here, 'index.ts')], { stdio: 'inherit', cwd: path.join(here, '..') });
for (const name of ['index', 'types']) copyFileSync(path.join(out, 'types/npm', `${name}.d.ts`), path.join(out, `${name}.d.ts`));
rmSync(path.join(out, 'types'), { recursive: true });
buildProgram(path.join(out, 'gcf.wasm'));
const version = (process.env.VERSION ?? '').replace(/^v/, '');
const manifest = JSON.parse(readFileSync(path.join(here, 'manifest.json'), 'utf8'));
writeFileSync(path.join(out, 'package.json'), `${JSON.stringify({ ...manifest, version: /^\d+\.\d+\.\d+/.test(version) ? version : '0.0.0' }, null, 2)}\n`);
copyFileSync(path.join(here, 'README.md'), path.join(out, 'README.md'));
copyFileSync(path.join(here, '../../LICENSE'), path.join(out, 'LICENSE'));
