// The extension in a browser: the web package in a VS Code whose extension host
// is the browser's, with the language server in a worker, and no server's binary
// anywhere.
// usage: vscode-web.mjs EXTENSION.vsix DOCUMENTS
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { startVSCode, until } from './tools/vscode.mjs';

const [vsix, documents] = process.argv.slice(2).map((arg) => path.resolve(arg));
let passed = 0;
const ok = (name) => { passed++; console.log(`ok: ${name}`); };
const read = (name) => fs.readFileSync(path.join(documents, name), 'utf8');

const code = await startVSCode({
  extensions: [vsix],
  workspace: documents,
  // Elsewhere the extension would run on the server's side.
  settings: { 'remote.extensionKind': { 'gcf-lsp.gcf-lsp': ['web'] } },
  env: { PATH: '/nonexistent' },
});
try {
  const started = Date.now();
  await code.openFile('broken.gcf');
  await until('the language', async () => await code.languageMode() === 'GCF');
  const problems = await until('the problem', async () => {
    const found = (await code.problems({ min: 1 })).filter(({ file }) => file === 'broken.gcf');
    return found.length > 0 && found;
  }, 60000);
  console.log(`problems ${Date.now() - started} ms after the document was opened`);
  assert.deepEqual(problems.map(({ code: name, severity, line }) => ({ name, severity, line })),
    [{ name: 'row_width_mismatch', severity: 'error', line: 4 }]);
  ok('the diagnostic and its code, without a binary');

  const hover = await code.hoverAt('Engineering');
  assert.match(hover, /department/);
  assert.match(hover, /string/);
  ok('hover: column and type');

  await code.openFile('graph.gcf');
  await code.gotoLine(8, 5); // the 0 of @1<@0
  await code.command('editor.action.revealDefinition');
  await until('the cursor at the node', async () => (await code.cursor()).line === 3);
  ok('definition: from an edge to its node');

  await code.openFile('messy.gcf');
  assert.equal(await code.format(), true);
  assert.equal(await code.editorText(), read('messy.formatted.gcf'));
  ok('format');

  // Found through the client: both are files of the workspace that nobody opened.
  await code.openFile('stock.delta.gcf');
  await code.command('GCF: Apply Delta');
  await until('the applied delta', async () => /ST-9\|Stickers\|200/.test(await code.editorText()) && !/delta=true/.test(await code.editorText()));
  ok('a delta finds its base in the workspace, through the client');
  await code.command('workbench.action.revertAndCloseActiveEditor');

  await code.command('workbench.action.closePanel');
  await code.openFile('orders.gcf');
  await code.command('GCF: Show as Table');
  await until('rows', () => code.webview().locator('#rows .row').count().catch(() => 0), 30000);
  ok('the table view');
  await code.command('workbench.action.closeActiveEditor');

  await code.openFile('orders.gcf');
  await code.command('GCF: Show as JSON Beside');
  const json = code.page.locator('.editor-group-container:has(.tab[data-resource-name="orders.gcf.jsonc"]) .view-lines');
  await until('the JSON', async () => (await json.locator('.view-line').allInnerTexts()).join('\n').includes('Alice'));
  ok('the JSON view');
  assert.deepEqual(await code.notifications(), []);
  ok('nobody was told of an error');
} catch (error) {
  console.error(await code.logs());
  throw error;
} finally {
  await code.close();
}
console.log(`ok: ${passed} checks, VS Code in a browser`);
