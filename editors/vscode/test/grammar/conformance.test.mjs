// Every valid payload of the conformance suite, line by line: the grammar
// finds nothing invalid in it, and leaves no text without a scope of its own.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import test from 'node:test';

const require = createRequire(import.meta.url);
const { Registry, INITIAL, parseRawGrammar } = require('vscode-textmate');
const oniguruma = require('vscode-oniguruma');

const folder = path.resolve(import.meta.dirname, '../..');
const suite = path.resolve(folder, '../../../shared/conformance');

async function loadGrammar() {
  const wasm = readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const file = path.join(folder, 'syntaxes/gcf.tmLanguage.json');
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (sources) => new oniguruma.OnigScanner(sources),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => parseRawGrammar(readFileSync(file, 'utf8'), file),
  });
  return registry.loadGrammar('source.gcf-lsp');
}

// The payloads that a decoder must accept: inputs of decode fixtures, outputs
// of encode fixtures.
function payloads() {
  const found = [];
  for (const group of readdirSync(suite, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    for (const name of readdirSync(path.join(suite, group.name)).filter((file) => file.endsWith('.json'))) {
      const fixture = JSON.parse(readFileSync(path.join(suite, group.name, name), 'utf8'));
      if (fixture.operation === 'error' || fixture.operation === 'encode-error') continue;
      for (const text of [fixture.input, fixture.expected]) {
        if (typeof text === 'string' && text.startsWith('GCF ')) found.push([`${group.name}/${name}`, text]);
      }
    }
  }
  return found;
}

test('valid payloads', { skip: existsSync(suite) ? false : 'the conformance suite is not here' }, async () => {
  const grammar = await loadGrammar();
  const all = payloads();
  assert.ok(all.length > 80, `only ${all.length} payloads found`);
  const complaints = [];
  for (const [name, text] of all) {
    let state = INITIAL;
    for (const line of text.split(/\r?\n/)) {
      const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
      state = ruleStack;
      for (const token of tokens) {
        const piece = line.slice(token.startIndex, token.endIndex);
        const bare = token.scopes.every((scope) => scope === 'source.gcf-lsp' || scope.startsWith('meta.'));
        if (piece.trim() && (bare || token.scopes.some((scope) => scope.startsWith('invalid.')))) {
          complaints.push(`${name}: "${piece}" in "${line}": ${token.scopes.join(' ')}`);
        }
      }
    }
  }
  assert.deepEqual(complaints, []);
});
