// Makes the folder of the playground: dist/playground of the checkout, or
// DIST/playground. Any web server that knows the type of .wasm serves it.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { buildProgram, wasmExec } from '../wasm_exec.mjs';

const here = import.meta.dirname;
const out = path.resolve(process.env.DIST ?? path.join(here, '../../dist'), 'playground');
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const common = { outdir: out, bundle: true, minify: true, target: 'es2022', logLevel: 'warning', legalComments: 'none' };
const { metafile } = await build({ ...common, entryPoints: [path.join(here, 'main.ts')], format: 'esm', loader: { '.gcf': 'text' }, metafile: true });
// The licences of what is in it want to go with it.
const packages = new Set(Object.keys(metafile.inputs).flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path.resolve(file)) ?? []));
writeFileSync(path.join(out, 'LICENSES.txt'), [...packages].sort().map((folder) => {
  const license = path.join(folder, 'LICENSE');
  if (!existsSync(license)) throw new Error(`${folder} has no licence`);
  return `${folder.replace(/^.*node_modules\//, '')}\n\n${readFileSync(license, 'utf8')}`;
}).join('\n----\n\n'));
await build({ ...common, entryPoints: [path.join(here, 'worker.ts')], format: 'iife', plugins: [wasmExec] });
for (const name of ['index.html', 'style.css']) copyFileSync(path.join(here, name), path.join(out, name));
copyFileSync(path.join(here, '../../internal/cli/stats/vocab/o200k_base'), path.join(out, 'o200k_base.bin'));
buildProgram(path.join(out, 'gcf.wasm'));

const files = readdirSync(out).sort();
const version = createHash('sha256');
for (const name of files) version.update(name).update('\0').update(readFileSync(path.join(out, name)));
await build({
  ...common, entryPoints: [path.join(here, 'sw.ts')], format: 'iife',
  define: { VERSION: JSON.stringify(version.digest('hex').slice(0, 16)), FILES: JSON.stringify(['./', ...files]) },
});
