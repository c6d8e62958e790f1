// The playground in a browser: what a person sees and does. With SCREENSHOTS,
// pictures are written there.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { built, launch, noBrowser, serve } from './serve.mjs';

const patience = 60_000; // machines may be busy
const broken = 'GCF profile=generic\n## rows [2]{id,name}\n1|Ann\n2|Bo|extra\n';
const repaired = 'GCF profile=generic\n## rows [2]{id,name}\n1|Ann\n2|Bo\n';

describe('the playground', { skip: noBrowser }, () => {
  let site, browser, context, page;
  const faults = [];

  async function fresh(options = {}) {
    context = await browser.newContext({ viewport: { width: 1200, height: 720 }, ...options });
    context.setDefaultTimeout(patience);
    page = await context.newPage();
    // Chromium gives a style to what is typed over all lines, and the page's policy
    // forbids it; the editor writes the lines anew anyway.
    page.on('console', (message) => { if (message.type() === 'error' && !message.text().startsWith('Applying inline style')) faults.push(message.text()); });
    await page.exposeFunction('fault', (text) => faults.push(text));
    await page.addInitScript(() => addEventListener('securitypolicyviolation', (event) => {
      const element = event.composedPath()[0];
      if (!element.closest?.('.cm-line')) window.fault(`${event.violatedDirective}: ${element.outerHTML ?? event.blockedURI}`);
    }));
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('dialog', (dialog) => { faults.push(`a dialog: ${dialog.message()}`); void dialog.dismiss(); });
    page.on('request', (request) => { if (!request.url().startsWith(site.url) && !/^(data|blob):/.test(request.url())) faults.push(`asked for ${request.url()}`); });
  }
  const ready = () => page.locator('html[data-ready]').waitFor();
  const gcf = () => page.getByRole('textbox', { name: 'GCF document' });
  const json = () => page.getByRole('textbox', { name: 'The data as JSON' });
  const textOf = async (box) => (await box.locator('.cm-line').allInnerTexts()).map((line) => line.replace(/\n$/, '')).join('\n');
  async function until(what, fn) {
    for (const end = Date.now() + patience; ;) {
      const found = await fn();
      if (found) return found;
      if (Date.now() > end) throw new Error(`waited for ${what}; the document is\n${await textOf(gcf())}\n${await page.locator('#status').innerText()}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  async function write(box, text) {
    await box.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(text);
  }
  const picture = (name) => process.env.SCREENSHOTS && page.screenshot({ path: path.join(process.env.SCREENSHOTS, name), caret: 'initial' });

  before(async () => {
    site = await serve();
    browser = await launch();
    await fresh({ colorScheme: 'light' });
    await page.goto(site.url);
    await ready();
  });
  after(async () => {
    await browser?.close();
    site?.close();
  });

  test('opens with an example, coloured, and its JSON', async () => {
    await until('the JSON', async () => (await textOf(json())).includes('"Anna Rossi"'));
    await until('colours', () => gcf().locator('.gcf-keyword').first().count());
    assert.equal(await gcf().locator('.gcf-keyword').first().innerText(), 'GCF');
    await picture('playground.png');
  });

  test('shows a problem, and its button repairs it', async () => {
    await write(gcf(), broken);
    await page.getByRole('tab', { name: 'Problems' }).click();
    const item = page.getByRole('list', { name: 'Problems' }).getByRole('listitem');
    await until('the problem', async () => (await item.count()) === 1);
    assert.match(await item.innerText(), /error line 4 .*3 cells for 2 fields/);
    await until('the repair', async () => /drops or makes up data[^]*Dropped[^]*extra/.test(await page.getByRole('region', { name: 'Repair' }).innerText()));
    await until('the mark in the editor', () => gcf().locator('.cm-lintRange-error').count());
    await picture('problems.png');
    await item.getByRole('button', { name: 'Remove `extra`' }).click();
    await until('the fix', async () => (await textOf(gcf())) === repaired);
    await until('no problem', async () => (await page.locator('#panel-problems').innerText()).includes('There is nothing wrong'));
  });

  test('what repair would do is done by its button', async () => {
    await write(gcf(), 'GCF profile=generic\n## rows [2]{id,name}\n1;Ann\n2;Bo\n');
    await page.getByRole('button', { name: 'Repair', exact: true }).click();
    await until('the repair', async () => (await textOf(gcf())) === repaired);
  });

  test('what is edited as JSON is written as GCF', async () => {
    await page.getByRole('tab', { name: 'JSON' }).click();
    await until('the JSON', async () => (await textOf(json())).includes('"Bo"'));
    await write(json(), '{"rows":[{"id":7,"name":"Zoë"}]}');
    await until('the document', async () => (await textOf(gcf())) === 'GCF profile=generic\n## rows [1]{id,name}\n7|Zoë\n');
    await write(json(), '{"rows":[');
    await until('the reason', async () => /stays as it was/.test(await page.locator('#panel-json .note').innerText()));
    assert.equal(await textOf(gcf()), 'GCF profile=generic\n## rows [1]{id,name}\n7|Zoë\n');
  });

  test('the table, sorted and filtered', async () => {
    await page.getByLabel('Example').selectOption('Orders: tables in a table');
    await page.getByRole('tab', { name: 'Table' }).click();
    const rows = page.locator('#panel-table tbody tr');
    await until('rows', async () => (await rows.count()) === 3);
    await page.getByRole('button', { name: 'total' }).click();
    await until('the order', async () => /李小龙/.test(await rows.first().innerText()));
    assert.equal(await page.getByRole('columnheader', { name: 'total' }).getAttribute('aria-sort'), 'ascending');
    await page.getByLabel('Filter rows').fill('torino');
    await until('one row', async () => (await rows.count()) === 1);
    await picture('table.png');
  });

  test('tokens and bytes beside JSON', async () => {
    await page.getByRole('tab', { name: 'Tokens' }).click();
    const tokens = page.getByRole('table', { name: 'Tokens' });
    await tokens.waitFor();
    // As `gcf-lsp stats --tokenizer o200k_base examples/orders.gcf` has them.
    assert.deepEqual((await tokens.locator('td.number').allInnerTexts()), ['279', '238', '427']);
    assert.deepEqual((await page.getByRole('table', { name: 'Bytes' }).locator('td.number').allInnerTexts()), ['726', '690', '1,313']);
    await picture('tokens.png');
  });

  test('a graph as a picture', async () => {
    await page.getByLabel('Example').selectOption('A code graph');
    await page.getByRole('tab', { name: 'Graph' }).click();
    const graph = page.getByRole('img', { name: 'A graph of 5 symbols and 5 edges' });
    await graph.waitFor();
    assert.equal(await graph.locator('.symbol').count(), 5);
    assert.equal(await graph.locator('.edge').count(), 5);
    await picture('graph.png');
  });

  test('hover and completion, by keys alone', async () => {
    await page.getByRole('tab', { name: 'Graph' }).focus();
    await page.keyboard.press('ArrowRight'); // round to the first
    assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-json');
    await page.keyboard.press('Shift+Tab'); // the editor stands before the tabs
    assert.equal(await page.evaluate(() => document.activeElement.id), 'gcf');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(broken);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Alt+Enter');
    const tip = page.getByRole('tooltip').filter({ hasText: /id/ });
    await until('the hover', () => tip.count());
    await page.keyboard.press('Escape');
    await until('no hover', async () => (await tip.count()) === 0);
    await page.getByRole('tab', { name: 'Problems (1)' }).waitFor();
    await page.keyboard.press('ControlOrMeta+.');
    await until('the focus on the fix', () => page.evaluate(() => document.activeElement.classList.contains('fix')));
    await page.keyboard.press('Enter');
    await until('the fix', async () => (await textOf(gcf())) === repaired);

    await write(gcf(), 'GCF profile=');
    await page.keyboard.press('Control+Space');
    await until('the completions', async () => (await page.getByRole('option').allInnerTexts()).some((text) => text.includes('graph')));
    await page.keyboard.press('Escape');
  });

  test('a link carries the document', async () => {
    await write(gcf(), repaired);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await until('the fragment', () => page.url().includes('#gcf='));
    const url = page.url();
    await context.close();
    await fresh();
    await page.goto(url);
    await ready();
    await until('the document', async () => (await textOf(gcf())) === repaired);
    assert.equal(await page.getByLabel('Example').inputValue(), 'your own');
  });

  test('a link that expands too far, or is broken, is refused', async () => {
    const bomb = await page.evaluate(async () => {
      const stream = new Blob([new Uint8Array(8 << 20)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
      return btoa(String.fromCharCode(...new Uint8Array(await new Response(stream).arrayBuffer()))).replaceAll('+', '-').replaceAll('/', '_');
    });
    for (const [fragment, says] of [[bomb, /too large/], ['%%%', /broken/], ['AAAA', /broken/], ['A'.repeat(40000), /too long/]]) {
      await page.evaluate((hash) => { location.hash = hash; }, `gcf=${fragment}`);
      await until(String(says), async () => says.test(await page.locator('#status').innerText()));
      assert.equal(await textOf(gcf()), repaired);
    }
  });

  test('a hostile document is text everywhere', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    await write(gcf(), `GCF profile=generic\n# ${hostile}\n## "${hostile}" [1]{"${hostile}",b}\n${hostile}|<script>alert(2)</script>\n`);
    for (const tab of ['Table', 'Tokens', 'Graph', 'Problems', 'JSON']) {
      await page.getByRole('tab', { name: tab }).click();
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    await until('it as JSON', async () => (await textOf(json())).includes('<script>alert(2)</script>'));
    await page.getByRole('tab', { name: 'Table' }).click();
    await until('it in a cell', async () => (await page.locator('#panel-table tbody td').first().innerText()) === hostile);
    await write(gcf(), `GCF profile=generic\n## r [1]{a}\n1|${hostile}\n`);
    await page.getByRole('tab', { name: 'Problems (1)' }).click();
    await until('it in a problem', async () => (await page.locator('#panel-problems').innerText()).includes(hostile));
    await write(gcf(), `GCF profile=graph tool=t symbols=2 edges=1\n## targets\n@0 fn ${hostile.replaceAll(' ', '_')} 1.00 x\n@1 fn b 1.00 x\n## edges [1]\n@0<@1 calls\n`);
    await page.getByRole('tab', { name: 'Graph' }).click();
    await until('it in the picture', async () => (await page.locator('#panel-graph').textContent()).includes('<img'));
    assert.equal(await page.locator('img, main script').count(), 0);
  });

  test('dark and light', async () => {
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.getByLabel('Look').selectOption('dark');
    assert.equal(await background(), 'rgb(22, 25, 29)');
    await page.getByRole('tab', { name: 'JSON' }).click();
    await picture('dark.png');
    await page.getByLabel('Look').selectOption('light');
    assert.equal(await background(), 'rgb(255, 255, 255)');
  });

  test('every control has a name', async () => {
    const nameless = await page.evaluate(() => [...document.querySelectorAll('button, select, input:not([hidden])')]
      .filter((element) => !(element.textContent.trim() || element.getAttribute('aria-label') || element.labels?.length)).map((element) => element.outerHTML));
    assert.deepEqual(nameless, []);
  });

  test('works without a network once it was loaded', async () => {
    await until('the kept files', () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active !== null));
    await page.evaluate(() => navigator.serviceWorker.ready);
    site.close();
    await page.goto(`${site.url}`);
    await page.reload();
    await ready();
    await write(gcf(), broken);
    await page.getByRole('tab', { name: 'Problems (1)' }).click();
    await page.getByRole('tab', { name: 'Tokens' }).click();
    await until('the tokens', async () => /\d+ tokens/.test(await page.locator('#panel-size').innerText()));
  });

  test('gcf-lsp play opens a file, and again what has become of it', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'gcf-play-'));
    const program = path.join(folder, 'gcf-lsp');
    const file = path.join(folder, 'a.gcf');
    writeFileSync(file, broken);
    execFileSync('go', ['build', '-o', program, './cmd/gcf-lsp'], { cwd: path.join(import.meta.dirname, '../..') });
    const play = spawn(program, ['play', '--no-open', '--dir', built, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const url = await new Promise((resolve) => readline.createInterface(play.stdout).once('line', resolve));
      const other = await browser.newPage();
      other.setDefaultTimeout(patience);
      await other.goto(url);
      await other.getByRole('tab', { name: 'Problems (1)' }).waitFor();
      writeFileSync(file, repaired);
      await other.reload();
      await other.locator('html[data-ready]').waitFor();
      await other.getByRole('textbox', { name: 'The data as JSON' }).filter({ hasText: '"Bo"' }).waitFor();
      const ended = new Promise((resolve) => play.once('exit', resolve));
      play.kill('SIGINT');
      assert.equal(await ended, 0);
    } finally {
      play.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  });

  // Taking pictures adds styles, which the page forbids.
  test('nothing failed, nothing was asked of another host', { skip: process.env.SCREENSHOTS && 'pictures are taken' }, () => assert.deepEqual(faults, []));
});
