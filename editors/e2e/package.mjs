// What the VS Code extension says of the server, checked against the server.
// usage: package.mjs SERVER
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const server = path.resolve(process.argv[2]);
const extension = path.resolve(import.meta.dirname, '../vscode');
const read = (name) => JSON.parse(readFileSync(path.join(extension, name), 'utf8'));
const run = (args, input) => spawnSync(server, args, { input, encoding: 'utf8' });

let passed = 0;
const ok = (name) => { passed++; console.log(`ok: ${name}`); };

// What a snippet inserts when nothing is typed over.
function plain(body) {
  return body.join('\n')
    .replace(/\$\{\d+\|([^,|]*)[^}]*\|\}/g, '$1')
    .replace(/\$\{\d+:([^}]*)\}/g, '$1')
    .replace(/\$\d+/g, '')
    .trimEnd();
}

// An attachment needs the row it belongs to.
const before = {
  'gcf-object-attachment': 'GCF profile=generic\n## rows [1]{column}\n@0 ^\n',
  'gcf-table-attachment': 'GCF profile=generic\n## rows [1]{column}\n@0 ^\n',
};
for (const [name, { prefix, body }] of Object.entries(read('snippets/gcf.json'))) {
  const text = plain(body);
  const document = `${text.startsWith('GCF ') ? '' : before[prefix] ?? 'GCF profile=generic\n'}${text}\n`;
  const { status, stdout, stderr } = run(['check', '-'], document);
  assert.equal(status, 0, `the snippet "${name}" is not valid:\n${document}\n${stdout}${stderr}`);
}
ok('each snippet is a valid document');

// The settings of a configuration file, less those that make no sense in an
// editor, and those that only an editor has.
const filesOnly = ['extend', 'include', 'exclude', 'overrides', 'embedded'];
const keys = (schema, prefix = '') => Object.entries(schema.properties ?? {}).flatMap(([key, value]) =>
  value.type === 'object' && value.properties && key !== 'rules' ? keys(value, `${prefix}${key}.`) : [`${prefix}${key}`]);
const ofFiles = keys(JSON.parse(run(['config', '--schema']).stdout))
  .filter((key) => !filesOnly.includes(key.split('.')[0]));
const source = readFileSync(path.join(extension, '../../lsp/serversettings.go'), 'utf8');
const ofEditors = [...source.matchAll(/(?:toggle\(|number\(|\{key: )"([\w.]+)"/g)].map(([, key]) => key);
assert.ok(ofEditors.includes('hover.enable'), 'the settings are not found in lsp/serversettings.go');
const ofExtension = read('package.json').contributes.configuration
  .flatMap(({ properties }) => Object.keys(properties))
  .map((key) => key.replace(/^gcf\./, ''));
assert.deepEqual(ofExtension.toSorted(), [...ofFiles, ...ofEditors].toSorted());
ok('the settings are those of the server');
console.log(`ok: ${passed} checks, the extension's manifest`);
