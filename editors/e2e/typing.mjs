// Types whole documents into VS Code, key by key, as a person does who looks at
// the screen only for the indentation of a new line: popups come up and are not
// looked at. The text at the end is the text typed. How many keys showed an
// error or a popup is reported.
// usage: typing.mjs EXTENSION.vsix DOCUMENTS [NAME...]
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startVSCode, until } from './tools/vscode.mjs';

const [vsix, documents, ...names] = process.argv.slice(2);
const samples = path.join(import.meta.dirname, 'typing');
/** Between two keys, in milliseconds: a quick typist. The server's own wait before a report is as long. */
const pace = 100;

const wanted = names.length > 0 ? names : fs.readdirSync(samples);
for (const name of wanted) fs.writeFileSync(path.join(documents, name), '');

const code = await startVSCode({ extensions: [path.resolve(vsix)], workspace: path.resolve(documents), env: { PATH: '/nonexistent' } });
const keyboard = code.page.keyboard;

/** The characters before the cursor on its line, once the editor has drawn the last key. */
async function column() {
  const [, character] = await until('the place of the cursor', async () => {
    const { line, column } = await code.cursor();
    await sleep(50);
    const again = await code.cursor();
    return line === again.line && column === again.column && [line, column];
  });
  return character - 1;
}

/** What the screen shows: whether there is an error in the active editor, and a list of suggestions. */
const seen = () => code.page.evaluate(() => ({
  error: document.querySelector('.editor-group-container.active .squiggly-error') !== null,
  popup: document.querySelector('.suggest-widget.visible .monaco-list-row') !== null,
}));

async function type(text) {
  const shown = { keys: 0, error: 0, popup: 0 };
  const look = async () => {
    await sleep(pace);
    const { error, popup } = await seen();
    shown.keys++;
    shown.error += Number(error);
    shown.popup += Number(popup);
  };
  for (const [number, line] of text.split('\n').entries()) {
    const indent = /^ */.exec(line)[0].length;
    if (number > 0) {
      await keyboard.press('Enter');
      await look();
      if (line === '') continue;
      for (let before = await column(); before > indent; before = await column()) await keyboard.press('Backspace');
      const have = await column();
      assert.ok(have <= indent);
      await keyboard.type(' '.repeat(indent - have));
    }
    for (const character of line.slice(indent)) {
      await keyboard.type(character);
      await look();
    }
  }
  return shown;
}

try {
  for (const name of wanted) {
    const text = fs.readFileSync(path.join(samples, name), 'utf8');
    await code.openFile(name);
    await until('the language', async () => ['GCF', 'Markdown'].includes(await code.languageMode()));
    await code.focusEditor();
    const { keys, error, popup } = await type(text);
    await keyboard.press('Escape');
    // The editor indents a line that stays empty.
    assert.equal((await code.editorText()).replace(/ +$/, ''), text, name);
    console.log(`ok: ${name} is the text typed: ${keys} keys, an error at ${error}, suggestions at ${popup}`);
    await code.command('workbench.action.revertAndCloseActiveEditor');
  }
} finally {
  await code.close();
}
console.log(`ok: ${wanted.length} documents typed, VS Code`);
