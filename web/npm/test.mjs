// The package as somebody gets it: packed, installed into a fresh folder, used
// in Node, in a browser and with TypeScript.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';

const built = path.resolve(process.env.DIST ?? path.join(import.meta.dirname, '../../dist'), 'npm');
const folder = mkdtempSync(path.join(os.tmpdir(), 'gcf-npm-'));
after(() => rmSync(folder, { recursive: true, force: true }));

before(() => {
  const tarball = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: built, encoding: 'utf8' }).trim();
  writeFileSync(path.join(folder, 'package.json'), '{"private":true,"type":"module"}');
  execFileSync('npm', ['install', '--silent', '--offline', '--no-audit', '--no-fund', path.join(folder, tarball)], { cwd: folder });
});

const script = `
const { check, decode, decodeToJSON, encode, encodeJSON, format, repair, GcfError } = await import(PACKAGE);
const results = {};
const text = await encode({ orders: [{ id: 1, total: 9.5 }, { id: 2, total: 20 }] });
results.text = text;
results.data = await decode(text);
const broken = text.replace('2]', '1]');
results.problem = (await check(broken)).problems[0].code;
results.repaired = (await repair(broken)).text === text;
results.formatted = await format('GCF profile=generic\\na=1 \\n');
results.exact = await decodeToJSON(await encodeJSON('{"n":9007199254740993}'));
results.refused = await decode(broken).catch((error) => error instanceof GcfError && error.message);
results.none = await encode(undefined).catch((error) => error.message);
results.injected = await encodeJSON('1,"profile":"graph"').catch((error) => error.name);
results.globals = ['Go', 'fs', 'gcf'].filter((name) => name in globalThis);
`;

function assertResults(results) {
  assert.equal(results.text, 'GCF profile=generic\n## orders [2]{id,total}\n1|9.5\n2|20\n');
  assert.deepEqual(results.data, { orders: [{ id: 1, total: 9.5 }, { id: 2, total: 20 }] });
  assert.equal(results.problem, 'count_mismatch');
  assert.equal(results.repaired, true);
  assert.equal(results.formatted, 'GCF profile=generic\na=1\n');
  assert.equal(results.exact, '{"n":9007199254740993}');
  assert.match(results.refused, /^line 2, column \d+: .*\[count_mismatch\]$/);
  assert.match(results.none, /undefined/);
  assert.equal(results.injected, 'SyntaxError');
  assert.deepEqual(results.globals, []);
}

test('in Node, from a fresh folder', () => {
  writeFileSync(path.join(folder, 'use.mjs'), `${script.replace('PACKAGE', "'gcf-lsp'")}console.log(JSON.stringify(results));`);
  assertResults(JSON.parse(execFileSync(process.execPath, ['use.mjs'], { cwd: folder, encoding: 'utf8', timeout: 60000 })));
});

test('its types', () => {
  writeFileSync(path.join(folder, 'use.ts'), `
import { check, encode, repair, type Problem } from 'gcf-lsp';
const problems: Problem[] = (await check('x')).problems;
const text: string = await encode({}, { profile: 'graph' });
const ok: boolean = (await repair(text)).ok;
// @ts-expect-error there is no such profile
await encode({}, { profile: 'xml' });
console.log(problems, ok);
export {};
`);
  const tsc = path.join(import.meta.dirname, '../node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '--ignoreConfig', '--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom', '--types', '', 'use.ts'], { cwd: folder, stdio: 'inherit' });
});

const editors = process.env.GCF_EDITORS_DIR ?? path.join(os.homedir(), '.cache/gcf-editors');
const noBrowser = !existsSync(path.join(editors, 'vscode/package.json')) || !existsSync('/usr/bin/chromium');

test('in a browser', { skip: noBrowser && 'there is no browser: editors/e2e/tools/setup.sh installs one' }, async () => {
  const { chromium } = createRequire(path.join(editors, 'vscode/package.json'))('playwright-core');
  const types = { '.js': 'text/javascript', '.wasm': 'application/wasm' };
  const server = http.createServer((request, response) => {
    const file = path.join(folder, 'node_modules/gcf-lsp', path.basename(request.url));
    if (!existsSync(file) || request.url === '/') response.end('<!doctype html><title>test</title>');
    else response.writeHead(200, { 'content-type': types[path.extname(file)] }).end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    assertResults(await page.evaluate(`(async () => {${script.replace('PACKAGE', "'/index.js'")}; return results; })()`));
  } finally {
    await browser.close();
    server.close();
  }
});
