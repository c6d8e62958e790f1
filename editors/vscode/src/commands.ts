// The commands of the palette and the context menu.
import * as vscode from 'vscode';
import type { DeltaView } from './deltaView';
import { messageOf } from './errors';
import { nameOf } from './names';
import type { JsonView } from './jsonView';
import { decodedRequest } from './protocol';
import type { Server } from './server';
import { applyDelta, encode, packRoot } from './serverCommands';
import type { TableView } from './tableView';

export function registerCommands(server: Server, json: JsonView, tables: TableView, deltas: DeltaView): vscode.Disposable[] {
  // A command of a menu gets the document's URI; one of the palette is about
  // the active editor.
  const command = (id: string, run: (uri: vscode.Uri) => Promise<void>) =>
    vscode.commands.registerCommand(`gcf.${id}`, async (clicked?: vscode.Uri) => {
      const uri = clicked instanceof vscode.Uri ? clicked : vscode.window.activeTextEditor?.document.uri;
      if (uri === undefined) {
        void vscode.window.showInformationMessage('Open a document first.');
        return;
      }
      try {
        await run(uri);
      } catch (error) {
        void vscode.window.showErrorMessage(messageOf(error));
      }
    });

  return [
    command('showJson', (uri) => json.show(uri)),
    command('showTable', (uri) => tables.show(uri, lineOf(uri))),
    command('convertToJson', (uri) => convertToJson(server, uri)),
    command('convertFromJson', (uri) => convertFromJson(server, uri)),
    command('compareDelta', (uri) => deltas.show(uri)),
    command('nextStep', () => deltas.go(1)),
    command('previousStep', () => deltas.go(-1)),
    command('applyDeltaToBase', (uri) => apply(server, uri)),
    command('showPackRoot', (uri) => showPackRoot(server, uri)),
    vscode.commands.registerCommand('gcf.newDocument', () => open('gcf', 'GCF profile=generic\n## rows [1]{id,name}\n1|first\n')),
    // Of a lens: about a line of the active editor.
    vscode.commands.registerCommand('gcf.showTableAt', async (line: number) => {
      const uri = vscode.window.activeTextEditor?.document.uri;
      if (uri !== undefined) await tables.show(uri, line);
    }),
    vscode.commands.registerCommand('gcf.restartServer', () => server.restart()),
    vscode.commands.registerCommand('gcf.showLog', () => server.log.show()),
  ];
}

/** The cursor's line, where the document is the one in the active editor. */
function lineOf(uri: vscode.Uri): number | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor?.document.uri.toString() === uri.toString() ? editor.selection.active.line : undefined;
}

async function convertToJson(server: Server, source: vscode.Uri): Promise<void> {
  const { json, error } = await server.ask(decodedRequest, source, { indent: 2 });
  if (json === null) throw new Error(`${nameOf(source)} is not decoded: ${error ?? 'it has errors'}`);
  await open('json', json);
}

async function convertFromJson(server: Server, source: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(source);
  await open('gcf', await encode(server.running(), document.getText()));
}

async function apply(server: Server, delta: vscode.Uri): Promise<void> {
  const client = server.running();
  // The server reads what is open, and the files of the workspace.
  await vscode.workspace.openTextDocument(delta);
  let result = await applyDelta(client, delta);
  if (result.baseMissing) {
    const picked = await vscode.window.showOpenDialog({
      title: 'Choose the document that the delta is applied to',
      openLabel: 'Apply',
      filters: { GCF: ['gcf'] },
      defaultUri: vscode.Uri.joinPath(delta, '..'),
    });
    const base = picked?.[0];
    if (base === undefined) return;
    await vscode.workspace.openTextDocument(base);
    result = await applyDelta(client, delta, base);
  }
  await open('gcf', result.text);
}

async function showPackRoot(server: Server, source: vscode.Uri): Promise<void> {
  await vscode.workspace.openTextDocument(source);
  const { root, note } = await packRoot(server.running(), source);
  const picked = await vscode.window.showInformationMessage(note === '' ? root : `${root} (${note})`, 'Copy');
  if (picked === 'Copy') await vscode.env.clipboard.writeText(root);
}

async function open(language: string, content: string): Promise<void> {
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language, content }));
}
