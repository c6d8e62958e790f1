// Measures the server in the browser: how long until the page is ready, and how
// long from a keystroke in a document of 1 MB to its diagnostics, beside the
// native server with the same messages. Not a test: machines differ.
//   npm run playground && npm run measure:playground
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { launch, serve } from './serve.mjs';

const folder = mkdtempSync(path.join(os.tmpdir(), 'gcf-measure-'));
const site = await serve();
const browser = await launch();
try {
  const context = await browser.newContext();
  const page = await context.newPage();
  const ready = [];
  for (let i = 0; i < 4; i++) {
    const started = performance.now();
    await page.goto(site.url);
    await page.locator('html[data-ready]').waitFor();
    ready.push(performance.now() - started);
    if (i === 0) await page.evaluate(() => navigator.serviceWorker.ready);
    await page.goto('about:blank');
  }
  console.log(`ready: ${ready[0].toFixed(0)} ms at first, then ${ready.slice(1).map((ms) => ms.toFixed(0)).join(', ')} ms`);

  await page.goto(site.url);
  await page.locator('html[data-ready]').waitFor();
  const inBrowser = await page.evaluate(`(async () => {
    const worker = new Worker('worker.js');
    const { port1, port2 } = new MessageChannel();
    worker.postMessage({ program: await WebAssembly.compileStreaming(fetch('gcf.wasm')), messages: port2 }, [port2]);
    return (${keystrokes})((message) => port1.postMessage(message), (receive) => { port1.onmessage = ({ data }) => receive(data); });
  })()`);

  const program = path.join(folder, 'gcf-lsp');
  execFileSync('go', ['build', '-o', program, './cmd/gcf-lsp'], { cwd: path.join(import.meta.dirname, '../..') });
  const native = spawn(program, ['serve'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const alone = await keystrokes(
    (message) => {
      const text = JSON.stringify(message);
      native.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
    },
    (receive) => {
      let rest = Buffer.alloc(0);
      native.stdout.on('data', (data) => {
        for (rest = Buffer.concat([rest, data]); ;) {
          const at = rest.indexOf('\r\n\r\n');
          const end = at + 4 + Number(/\d+/.exec(rest.subarray(0, Math.max(at, 0)).toString())?.[0]);
          if (at < 0 || rest.length < end) return;
          receive(JSON.parse(rest.subarray(at + 4, end).toString()));
          rest = rest.subarray(end);
        }
      });
    });
  native.kill();
  for (const name of Object.keys(alone)) {
    const of = ({ median, worst }) => `${median.toFixed(1)} / ${worst.toFixed(1)} ms`;
    console.log(`${name}: browser ${of(inBrowser[name])}, native ${of(alone[name])} (median / worst), ${(inBrowser[name].median / alone[name].median).toFixed(1)} times`);
  }
} finally {
  await browser.close();
  site.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Opens a document of 1 MB and types in it; it runs here and in the page. */
async function keystrokes(send, listen) {
  const uri = 'file:///a.gcf';
  const rows = 14000;
  let text = `GCF profile=generic\n## orders [${rows}]{id,customer,city,total,paid,date,note}\n`;
  for (let i = 0; i < rows; i++) text += `${i}|Customer ${i % 977}|City ${i % 89}|${(i * 7 % 10000) / 100}|${i % 3 === 0}|2026-11-${10 + i % 20}|order number ${i} of the year\n`;
  let waiting = () => {};
  listen((message) => waiting(message));
  const until = (wanted) => new Promise((resolve) => { waiting = (message) => { if (wanted(message)) resolve(message); }; });
  send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: { textDocument: { diagnostic: {} } } } });
  await until(({ id }) => id === 1);
  send({ jsonrpc: '2.0', method: 'initialized', params: {} });
  let version = 1;
  const problems = () => {
    const answer = until(({ id }) => id === version + 1);
    send({ jsonrpc: '2.0', id: version + 1, method: 'textDocument/diagnostic', params: { textDocument: { uri } } });
    return answer;
  };
  const results = {};
  const opened = performance.now();
  send({ jsonrpc: '2.0', method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'gcf', version, text } } });
  await problems();
  const open = performance.now() - opened;
  results[`open ${(text.length / 1e6).toFixed(2)} MB to diagnostics`] = { median: open, worst: open };
  const line = rows / 2;
  for (const [name, typed] of [['a keystroke in a cell', 'x'], ['a keystroke that makes a cell too many, and its removal', '|']]) {
    const times = [];
    for (let i = 0; i < 60; i++) {
      const at = { line, character: 6 };
      const change = i % 2 === 0 ? { range: { start: at, end: at }, text: typed } : { range: { start: at, end: { line, character: 7 } }, text: '' };
      version++;
      const started = performance.now();
      send({ jsonrpc: '2.0', method: 'textDocument/didChange', params: { textDocument: { uri, version }, contentChanges: [change] } });
      await problems();
      times.push(performance.now() - started);
    }
    times.sort((a, b) => a - b);
    results[name] = { median: times[times.length >> 1], worst: times.at(-1) };
  }
  return results;
}
