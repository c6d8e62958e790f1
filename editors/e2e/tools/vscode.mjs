// Drives a real VS Code (code-server, in headless chromium) that has one or
// more extensions, for tests. setup.sh installs what this needs.
//
//   import { startVSCode, until } from './tools/vscode.mjs';
//   const code = await startVSCode({ extensions: [DIR_OR_VSIX], workspace: DIR });
//   try {
//     await code.openFile('a.gcf');
//     await until('the language', async () => await code.languageMode() === 'gcf');
//     console.log(await code.problems({ min: 1 }));
//   } finally {
//     await code.close();
//   }

import { spawn, execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

// Nothing here may wait for a person, ask the network, or move by itself.
const quietSettings = {
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'workbench.settings.enableNaturalLanguageSearch': false,
  'chat.commandCenter.enabled': false,
  'git.enabled': false,
  'editor.cursorBlinking': 'solid',
  'editor.minimap.enabled': false,
  'editor.accessibilitySupport': 'off',
  'editor.emptySelectionClipboard': false,
  'editor.hover.delay': 100,
  'files.autoSave': 'off',
};

const chromiumFlags = [
  '--no-sandbox', // root
  '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

const EDITOR = '.editor-group-container.active .editor-instance .monaco-editor';

/** Polls fn until it gives something truthy, and returns that. */
export async function until(what, fn, timeout = 15000) {
  const end = Date.now() + timeout;
  for (;;) {
    const value = await fn();
    if (value) return value;
    if (Date.now() > end) throw new Error(`waited ${timeout} ms for ${what}`);
    await sleep(50);
  }
}

// paletteRow(rows, idOrTitle): which row of the command palette it is, or -1.
// Of titles the palette lists what matches more or less, so the row with that
// very title is taken. Of ids it lists the one that is exactly what was typed,
// then under the heading "similar commands" what resembles it.
function paletteRow(rows, idOrTitle) {
  const exact = rows.findIndex(({ title }) => title === idOrTitle || title.endsWith(`: ${idOrTitle}`));
  if (exact >= 0) return exact;
  const isId = /^[\w-]+(\.[\w-]+)+$/.test(idOrTitle);
  const alone = rows.length > 0 && !rows[0].similar && (rows.length === 1 || rows[1].similar);
  return isId && alone && !/^No matching/.test(rows[0].title) ? 0 : -1;
}

// Runs in the page: the middle of the (skip+1)th place where the editor shows
// the wanted text, or null.
function placeOf([editor, wanted, skip]) {
  const lines = [...document.querySelectorAll(`${editor} .view-line`)]
    .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top);
  for (const line of lines) {
    const content = line.textContent.replaceAll('\u00a0', ' ');
    for (let at = content.indexOf(wanted); at >= 0; at = content.indexOf(wanted, at + 1)) {
      if (skip-- > 0) continue;
      // Each token of the line is an element with a text node.
      const range = document.createRange();
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      let before = 0;
      let started = false;
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const end = before + node.data.length;
        if (!started && at < end) {
          range.setStart(node, at - before);
          started = true;
        }
        if (started && at + wanted.length <= end) {
          range.setEnd(node, at + wanted.length - before);
          const box = range.getBoundingClientRect();
          return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        }
        before = end;
      }
    }
  }
  return null;
}

async function freePort() {
  const server = net.createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Starts code-server and chromium, and opens the workspace.
 *   extensions  folders of unpacked extensions (with package.json and what its
 *               "main" names already built) or .vsix files
 *   workspace   the folder to open; used in place, so pass a copy
 *   settings    added to the user settings
 *   env         added to the environment of code-server, so of language servers
 *   trust       false: the workspace is opened in restricted mode
 *   cacheDir    where setup.sh installed; $GCF_EDITORS_DIR or the default
 *   keep        keeps the temporary profile (its path is in .tmp)
 */
export async function startVSCode({
  extensions = [], workspace, settings = {}, env = {}, trust = true, keep = false,
  cacheDir = process.env.GCF_EDITORS_DIR ?? path.join(os.homedir(), '.cache/gcf-editors'),
  chromium: executablePath = '/usr/bin/chromium',
  viewport = { width: 1280, height: 900 },
} = {}) {
  const vscodeDir = path.resolve(cacheDir, 'vscode');
  const entry = path.join(vscodeDir, 'node_modules/code-server/out/node/entry.js');
  if (!existsSync(entry)) throw new Error(`no ${entry}: run setup.sh first`);
  const { chromium } = createRequire(path.join(vscodeDir, 'package.json'))('playwright-core');
  workspace = await fs.realpath(workspace);

  const tmp = await fs.mkdtemp(path.join(os.tmpdir(), 'gcf-vscode-'));
  const dirs = { home: path.join(tmp, 'home'), user: path.join(tmp, 'user'), ext: path.join(tmp, 'ext') };
  await fs.mkdir(path.join(dirs.user, 'User'), { recursive: true });
  await fs.mkdir(dirs.home);
  await fs.mkdir(dirs.ext);
  await fs.writeFile(path.join(dirs.user, 'User/settings.json'), JSON.stringify({
    ...quietSettings,
    'security.workspace.trust.enabled': !trust,
    'security.workspace.trust.startupPrompt': 'never',
    ...settings,
  }, null, 2));
  await fs.writeFile(path.join(tmp, 'config.yaml'), 'cert: false\n');

  // HOME and the XDG folders too: nothing of the person's own profile is read
  // or written. VSCODE_*: set in a terminal inside VS Code, they would make
  // code-server talk to that one.
  // TMPDIR: VS Code leaves sockets there.
  const childEnv = { ...process.env, HOME: dirs.home, TMPDIR: tmp };
  for (const name of Object.keys(childEnv)) {
    if (name.startsWith('VSCODE_') || name.startsWith('XDG_')) delete childEnv[name];
  }
  const base = [entry, '--config', path.join(tmp, 'config.yaml'), '--user-data-dir', dirs.user, '--extensions-dir', dirs.ext];

  const code = new VSCode();
  Object.assign(code, { tmp, workspace, keep, log: '' });
  try {
    for (const extension of extensions) {
      if (extension.endsWith('.vsix')) {
        const { stdout, stderr } = await promisify(execFile)(process.execPath,
          [...base, '--install-extension', path.resolve(extension)], { env: childEnv });
        code.log += stdout + stderr;
      } else {
        // VS Code takes what lies in its extensions folder at the first start.
        const { publisher, name, version } = JSON.parse(await fs.readFile(path.join(extension, 'package.json'), 'utf8'));
        await fs.cp(extension, path.join(dirs.ext, `${publisher}.${name}-${version}`), {
          recursive: true,
          dereference: true,
          // A bundled extension needs no node_modules; one that is not does.
          filter: (source) => path.basename(source) !== '.git',
        });
      }
    }

    const port = await freePort();
    const server = spawn(process.execPath, [
      ...base, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`,
      '--session-socket', path.join(tmp, 'socket'),
      '--disable-telemetry', '--disable-update-check', ...(trust ? ['--disable-workspace-trust'] : []),
      '--disable-getting-started-override', workspace,
    ], { env: { ...childEnv, ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    code.server = server;
    // A test that dies must not leave the detached group behind.
    code.onExit = () => { try { process.kill(-server.pid, 'SIGKILL'); } catch {} };
    process.once('exit', code.onExit);
    server.stdout.on('data', (data) => { code.log += data; });
    server.stderr.on('data', (data) => { code.log += data; });
    await until('code-server to listen', () => {
      if (server.exitCode !== null) throw new Error(`code-server ended with ${server.exitCode}`);
      return code.log.includes('HTTP server listening');
    }, 60000);

    code.browser = await chromium.launch({ executablePath, args: chromiumFlags, env: childEnv });
    const context = await code.browser.newContext({ viewport });
    const origin = `http://127.0.0.1:${port}`;
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
    code.page = await context.newPage();
    code.page.setDefaultTimeout(15000);
    await code.page.goto(`${origin}/?folder=${encodeURIComponent(workspace)}`, { waitUntil: 'domcontentloaded' });
    // Ready when the explorer lists the folder: the file system, which is on
    // the server side, answers then.
    await code.page.locator('.explorer-folders-view .monaco-list-row').first().waitFor({ timeout: 60000 });
    return code;
  } catch (error) {
    error.message += `\n--- code-server said:\n${code.log}`;
    await code.close();
    throw error;
  }
}

export class VSCode {
  /** Opens a file of the workspace, or an absolute path, in a tab. */
  async openFile(name) {
    const file = path.resolve(this.workspace, name);
    // An absolute path in Quick Open needs no search.
    await this.#quickInput('Control+P', file);
    const first = this.page.locator('.quick-input-list .monaco-list-row .label-name').first();
    await until(`Quick Open to list ${file}`, async () =>
      await first.count() && (await first.textContent()).includes(path.basename(file)), 5000).catch(async (error) => {
      await this.page.keyboard.press('Escape');
      throw error;
    });
    await this.page.keyboard.press('Enter');
    await this.page.locator(`.tab.active[data-resource-name="${path.basename(file)}"]`).first().waitFor();
    await this.page.locator(`${EDITOR} .view-line`).first().waitFor();
  }

  /**
   * Runs a command by its id, or by its title as the palette shows it. It must
   * be one that the palette offers at this moment; waits until it does.
   */
  async command(idOrTitle, { timeout = 10000 } = {}) {
    const end = Date.now() + timeout;
    for (;;) {
      await this.#quickInput('F1', `>${idOrTitle}`);
      let rows = [];
      const index = await until('', async () => {
        rows = await this.page.locator('.quick-input-list .monaco-list-row').evaluateAll((elements) => elements.map((row) => ({
          title: row.querySelector('.label-name')?.textContent.replaceAll('\u00a0', ' ') ?? '',
          similar: /similar commands$/.test(row.getAttribute('aria-label') ?? ''),
        })));
        const found = paletteRow(rows, idOrTitle);
        return found >= 0 ? { found } : null;
      }, 1500).catch(() => null);
      if (index) {
        for (let i = 0; i < index.found; i++) await this.page.keyboard.press('ArrowDown');
        const began = Date.now();
        await this.page.keyboard.press('Enter');
        await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden', timeout: 2000 })
          .catch(() => {}); // the command itself may open one
        return began;
      }
      // An open palette does not learn of new commands: close it, try again.
      await this.page.keyboard.press('Escape');
      if (Date.now() > end) {
        throw new Error(`the command palette does not offer "${idOrTitle}", but: ${rows.map((row) => row.title).join(', ')}`);
      }
    }
  }

  /**
   * The rows of the Problems panel: [{severity, message, source, code, file,
   * line, column, endLine, endColumn, related, owner}]; severity is "error",
   * "warning" or "info" (the panel shows no hints), file is relative to the
   * workspace, places count from 1.
   * Waits until there are `min`; without it, for the first row or 2 s.
   */
  async problems({ min, timeout = 15000 } = {}) {
    if (!await this.page.locator('.markers-panel').first().isVisible()) {
      await this.command('workbench.actions.view.problems');
      await this.page.locator('.markers-panel').first().waitFor();
    }
    let found = [];
    try {
      await until(`${min} problems`, async () => {
        found = await this.#readProblems();
        return found.length >= (min ?? 1);
      }, min === undefined ? 2000 : timeout);
    } catch (error) {
      if (min !== undefined) throw new Error(`${error.message}; there are ${found.length}: ${JSON.stringify(found)}`);
    }
    return found;
  }

  // The page only holds the rows in view, so all are selected and copied, which
  // gives JSON. Select All takes the level of the focused row: Home goes to a
  // file, the top level.
  async #readProblems() {
    const list = this.page.locator('.markers-panel .monaco-list').first();
    if (!await list.isVisible() || !await list.locator('.monaco-list-row').count()) return [];
    // The list may go at any moment, with its last problem: then the keys would
    // go to the editor. What is copied is looked at for the same reason.
    const focused = await list.evaluate((element) => {
      element.focus();
      return document.activeElement === element;
    }).catch(() => false);
    if (!focused) return [];
    await this.page.keyboard.press('Home');
    const copied = await this.#copyAll();
    await this.page.keyboard.press('Escape');
    if (!copied.startsWith('[{')) return [];
    return JSON.parse(copied).map((marker) => ({
      severity: { 8: 'error', 4: 'warning', 2: 'info', 1: 'hint' }[marker.severity],
      message: marker.message,
      source: marker.source ?? '',
      code: String(marker.code?.value ?? marker.code ?? ''),
      file: path.relative(this.workspace, marker.resource),
      line: marker.startLineNumber,
      column: marker.startColumn,
      endLine: marker.endLineNumber,
      endColumn: marker.endColumn,
      related: marker.relatedInformation ?? [],
      owner: marker.owner,
    }));
  }

  /**
   * Moves the mouse on the (nth) place where the active editor shows `text`,
   * and returns what the hover says.
   */
  async hoverAt(text, { nth = 0, timeout = 15000 } = {}) {
    await this.page.mouse.move(1, 1); // an open hover goes away
    await until('the last hover to close', async () => !await this.page.locator('.monaco-hover:not(.hidden) .hover-row').count());
    const place = await until(`the active editor to show "${text}" (occurrence ${nth}; gotoLine() scrolls)`,
      () => this.page.evaluate(placeOf, [EDITOR, text, nth]), 2000);
    await this.page.mouse.move(place.x, place.y, { steps: 5 });
    let last = '';
    return until(`a hover on "${text}"`, async () => {
      // The rows of what is open, less the one with "View Problem" and the like.
      const now = (await this.page.locator('.monaco-hover:not(.hidden) .hover-row:not(.status-bar)').allInnerTexts())
        .map((row) => row.replaceAll('\u00a0', ' ').trim()).filter(Boolean).join('\n\n');
      // Providers answer one after the other: settled when it reads the same twice.
      const settled = now && now === last && !/^Loading\.\.\.$/m.test(now);
      last = now;
      if (!settled) await sleep(250);
      return settled ? now : '';
    }, timeout);
  }

  /** Format Document; waits until the text has changed and settled. Returns whether it changed. */
  async format({ timeout = 5000 } = {}) {
    const before = await this.editorText();
    await this.command('editor.action.formatDocument');
    const end = Date.now() + timeout;
    let last = before;
    while (Date.now() < end) {
      await sleep(150);
      const now = await this.editorText();
      if (now !== before && now === last) return true;
      last = now;
    }
    return false;
  }

  /** The whole text of the active editor, through the clipboard (the page only holds the lines in view). */
  async editorText() {
    await this.focusEditor();
    const text = await this.#copyAll();
    await this.page.keyboard.press('Control+U'); // back to where the cursor was
    return text.replaceAll('\r\n', '\n');
  }

  // What Select All and Copy put into the clipboard, where the focus is now.
  async #copyAll() {
    // An editor copies nothing, or an empty line, from an empty document.
    const mark = 'nothing copied yet';
    await this.page.evaluate((text) => navigator.clipboard.writeText(text), mark);
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.press('Control+C');
    for (let end = Date.now() + 1000; Date.now() < end; await sleep(20)) {
      const text = await this.page.evaluate(() => navigator.clipboard.readText());
      if (text !== mark) return text;
    }
    return '';
  }

  /** Puts the keyboard focus into the active editor. */
  async focusEditor() {
    const input = this.page.locator(`${EDITOR} :is(textarea.inputarea, .native-edit-context)`).first();
    await input.focus();
  }

  /** Types into the active editor at the cursor. Auto-closing brackets and completion apply, as for a person. */
  async type(text) {
    await this.focusEditor();
    await this.page.keyboard.type(text);
  }

  async gotoLine(line, column = 1) {
    await this.#quickInput('Control+G', `:${line}:${column}`);
    await this.page.keyboard.press('Enter');
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  }

  /** Saves the active editor; waits until it is no longer marked as changed. */
  async save() {
    await this.focusEditor();
    await this.page.keyboard.press('Control+S');
    await this.page.locator('.tab.active.dirty').waitFor({ state: 'hidden' });
  }

  /** The texts of the notifications on the screen. */
  async notifications() {
    return (await this.page.locator('.notification-toast .notification-list-item-message').allInnerTexts()).map((text) => text.trim());
  }

  /**
   * The language of the active editor, as the status bar names it. Right after
   * the start it is "Plain Text": extensions are not known yet.
   */
  async languageMode() {
    return (await this.page.locator('[id="status.editor.mode"]').innerText()).trim();
  }

  /** Where the cursor of the active editor is, counted from 1. */
  async cursor() {
    const text = await this.page.locator('[id="status.editor.selection"]').innerText();
    const [, line, column] = /Ln (\d+), Col (\d+)/.exec(text) ?? [];
    return { line: Number(line), column: Number(column) };
  }

  /** The texts of the status bar's items, by their ids. */
  async statusBar() {
    return Object.fromEntries(await this.page.locator('.statusbar-item').evaluateAll((items) =>
      items.map((item) => [item.id, item.textContent.replaceAll('\u00a0', ' ').trim()])));
  }

  /** The page of the webview that is shown; there must be one. */
  webview() {
    return this.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  }

  async screenshot(file) {
    await fs.mkdir(path.dirname(path.resolve(file)), { recursive: true });
    await this.page.screenshot({ path: file });
  }

  /** What code-server and the extension host logged; for a failed test's report. */
  async logs() {
    let text = this.log;
    const dir = path.join(this.tmp, 'user/logs');
    const names = existsSync(dir) ? await fs.readdir(dir, { recursive: true }) : [];
    for (const name of names.filter((n) => n.endsWith('.log'))) {
      const content = (await fs.readFile(path.join(dir, name), 'utf8')).trim();
      if (content) text += `\n--- ${name}\n${content}`;
    }
    return text;
  }

  /**
   * Closes the window as a person would, without saving: extensions are
   * deactivated and the extension host ends. Language servers should be gone
   * after this.
   */
  async closeWindow() {
    const before = this.log.length;
    this.page.on('dialog', (dialog) => dialog.accept()); // "Leave site?"
    await this.page.goto('about:blank');
    await until('the extension host to end', () => this.log.slice(before).includes('Extension Host Process exited'), 5000);
  }

  /** Ends chromium and code-server with all it started. */
  async close() {
    // Without a proper goodbye code-server waits for the window to come back.
    if (this.page && this.page.url() !== 'about:blank') await this.closeWindow().catch(() => {});
    await this.browser?.close().catch(() => {});
    if (this.server && this.server.exitCode === null && this.server.signalCode === null) {
      const ended = new Promise((resolve) => this.server.once('exit', resolve));
      // code-server leads a process group (detached), so its children go too.
      process.kill(-this.server.pid, 'SIGTERM');
      await Promise.race([ended, sleep(3000, null, { ref: false })]);
    }
    if (this.server) {
      this.onExit(); // whoever is left in the group
      process.removeListener('exit', this.onExit);
    }
    if (this.keep) console.error(`profile kept in ${this.tmp}`);
    else await fs.rm(this.tmp, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  // Opens the quick input with a key, and replaces what it holds by text. A
  // key pressed before the workbench listens is lost, so it is pressed again.
  async #quickInput(key, text) {
    const input = this.page.locator('.quick-input-widget input.input').first();
    for (let tries = 0; ; tries++) {
      await this.page.keyboard.press(key);
      try {
        await input.waitFor({ timeout: 3000 });
        break;
      } catch (error) {
        if (tries === 5) throw error;
      }
    }
    await input.fill(text);
  }
}
