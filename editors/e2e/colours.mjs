// The colours before and after the server answers: each character that a
// semantic token covers has in VS Code's own themes the colour that the grammar
// gives it, so nothing flashes, and fences in Markdown look as documents do.
// usage: colours.mjs SERVER THEMES [--list]
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const [server, themes, list] = process.argv.slice(2);
const root = path.resolve(import.meta.dirname, '../..');
const extension = path.join(root, 'editors/vscode');
const require = createRequire(path.join(extension, 'package.json'));
const { INITIAL, Registry } = require('vscode-textmate');
const onig = require('vscode-oniguruma');
await onig.loadWASM(readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')).buffer);

const read = (...names) => readFileSync(path.join(...names), 'utf8');
// Themes are JSON with comments and commas too many.
const parse = (text) => JSON.parse(text
  .replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, string) => string ?? '')
  .replace(/,(\s*[\]}])/g, '$1'));

/** The rules of a theme and of those it includes, and its own colour. */
function theme(name) {
  const { include, tokenColors = [], colors = {} } = parse(read(themes, name));
  const base = include === undefined ? { rules: [], foreground: '#000000' } : theme(path.basename(include));
  return { rules: [...base.rules, ...tokenColors], foreground: colors['editor.foreground'] ?? base.foreground };
}

// A client that opens a document and asks for its tokens.
const child = spawn(server, ['serve'], { stdio: ['pipe', 'pipe', 'ignore'] });
let input = Buffer.alloc(0);
const waiting = new Map();
child.stdout.on('data', (data) => {
  input = Buffer.concat([input, data]);
  for (;;) {
    const head = input.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = Number(/Content-Length: (\d+)/i.exec(input.subarray(0, head).toString())[1]);
    if (input.length < head + 4 + length) return;
    const message = JSON.parse(input.subarray(head + 4, head + 4 + length).toString());
    input = input.subarray(head + 4 + length);
    if (message.method === undefined) waiting.get(message.id)(message.result);
    else if (message.id !== undefined) send({ id: message.id, result: null });
  }
});
function send(message) {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}
let last = 0;
const ask = (method, params) => new Promise((resolve) => {
  waiting.set(++last, resolve);
  send({ id: last, method, params });
});
const { capabilities: { semanticTokensProvider: { legend } } } = await ask('initialize', {
  processId: null, rootUri: null,
  capabilities: { textDocument: { semanticTokens: { requests: { full: true }, tokenTypes: [], tokenModifiers: [], formats: ['relative'] } } },
});
send({ method: 'initialized', params: {} });

const manifest = JSON.parse(read(extension, 'package.json'));
const scopesOf = Object.fromEntries(manifest.contributes.semanticTokenScopes?.find(({ language }) => language === 'gcf')?.scopes
  ? Object.entries(manifest.contributes.semanticTokenScopes.find(({ language }) => language === 'gcf').scopes) : []);
/** The scopes of a token, of the most special selector that fits. */
function scopes(type, modifiers) {
  const fitting = Object.keys(scopesOf).filter((selector) => {
    const [first, ...more] = selector.split('.');
    return first === type && more.every((modifier) => modifiers.includes(modifier));
  });
  fitting.sort((a, b) => b.split('.').length - a.split('.').length);
  return fitting.length === 0 ? undefined : scopesOf[fitting[0]];
}

const samples = [[root, 'examples'], [import.meta.dirname, 'typing']].flatMap(([...folder]) =>
  readdirSync(path.join(...folder)).filter((name) => name.endsWith('.gcf') && name !== 'broken.gcf').map((name) => read(...folder, name)));
samples.push(`GCF profile=generic\n## t [2:]{key,"a>b",c}\n5|"x\\n\\u00e9 \\" |"|true\ntrue|-|~\n`);
const documents = [];
for (const [index, text] of samples.entries()) {
  const uri = `untitled:${index}`;
  send({ method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'gcf', version: 1, text } } });
  const { data } = await ask('textDocument/semanticTokens/full', { textDocument: { uri } });
  const tokens = [];
  for (let i = 0, line = 0, start = 0; i < data.length; i += 5) {
    start = data[i] === 0 ? start + data[i + 1] : data[i + 1];
    line += data[i];
    tokens.push({
      line, start, end: start + data[i + 2], type: legend.tokenTypes[data[i + 3]],
      modifiers: legend.tokenModifiers.filter((_, bit) => data[i + 4] & (1 << bit)),
    });
  }
  documents.push({ lines: text.split('\n'), tokens });
}
child.kill();

if (list !== undefined) {
  const seen = new Map();
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner: (p) => new onig.OnigScanner(p), createOnigString: (s) => new onig.OnigString(s) }),
    loadGrammar: async () => JSON.parse(read(extension, 'syntaxes/gcf.tmLanguage.json')),
  });
  const grammar = await registry.loadGrammar('source.gcf-lsp');
  for (const { lines, tokens } of documents) {
    let stack = INITIAL;
    for (const [number, line] of lines.entries()) {
      const result = grammar.tokenizeLine(line, stack);
      stack = result.ruleStack;
      for (const token of tokens.filter((t) => t.line === number)) {
        for (const piece of result.tokens.filter((p) => p.startIndex < token.end && p.endIndex > token.start)) {
          const key = `${[token.type, ...token.modifiers].join('.')}\t${piece.scopes.slice(1).filter((s) => !s.startsWith('meta.')).join(' ')}`;
          if (!seen.has(key)) seen.set(key, line.slice(token.start, token.end));
        }
      }
    }
  }
  for (const [key, sample] of [...seen].sort()) console.log(`${key}\t${sample}`);
  process.exit();
}

for (const name of ['dark_modern.json', 'light_modern.json', 'dark_plus.json', 'light_plus.json', 'hc_black.json', 'hc_light.json']) {
  const { rules, foreground } = theme(name);
  const all = [...new Set(Object.values(scopesOf).flat())];
  const registry = new Registry({
    theme: { name, settings: [{ settings: { foreground, background: '#010203' } }, ...rules] },
    onigLib: Promise.resolve({ createOnigScanner: (p) => new onig.OnigScanner(p), createOnigString: (s) => new onig.OnigString(s) }),
    loadGrammar: async (scope) => scope === 'source.gcf-lsp' ? JSON.parse(read(extension, 'syntaxes/gcf.tmLanguage.json')) : {
      scopeName: scope, patterns: [{ match: '.+', name: all[Number(scope.slice('probe.'.length))] }],
    },
  });
  // Foreground and font style of a token's metadata.
  const look = (metadata) => `${registry.getColorMap()[(metadata >>> 15) & 511]}/${(metadata >>> 11) & 15}`;
  const colourOf = {};
  for (const [index, scope] of all.entries()) {
    const { tokens } = (await registry.loadGrammar(`probe.${index}`)).tokenizeLine2('x', INITIAL);
    colourOf[scope] = look(tokens[1]);
  }
  const grammar = await registry.loadGrammar('source.gcf-lsp');
  let covered = 0;
  const others = new Map();
  for (const { lines, tokens } of documents) {
    let stack = INITIAL;
    for (const [number, line] of lines.entries()) {
      const { tokens: pieces, ruleStack } = grammar.tokenizeLine2(line, stack);
      stack = ruleStack;
      const at = (character) => {
        let i = 0;
        while (i + 2 < pieces.length && pieces[i + 2] <= character) i += 2;
        return look(pieces[i + 1]);
      };
      for (const { start, end, type, modifiers } of tokens.filter((t) => t.line === number)) {
        const mapped = scopes(type, modifiers);
        assert.ok(mapped, `semanticTokenScopes has nothing for ${type}`);
        for (let i = start; i < end; i++) {
          covered++;
          const [before, after] = [at(i), colourOf[mapped[0]]];
          if (before === after) continue;
          const key = `${[type, ...modifiers].join('.')}: ${before} becomes ${after}`;
          others.set(key, { times: (others.get(key)?.times ?? 0) + 1, sample: line.slice(start, end) });
        }
      }
    }
  }
  assert.deepEqual([...others].map(([key, { times, sample }]) => `${key}, ${times} times, as in "${sample}"`), [], name);
  console.log(`ok: ${name}: ${covered} characters keep their colour`);
}
