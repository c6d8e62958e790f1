// The tables of a document as a page that asks for the rows it shows.
import * as vscode from 'vscode';
import type { Cells } from './cells';
import { messageOf } from './errors';
import { nameOf } from './names';
import { tableRequest } from './protocol';
import type { Server } from './server';
import type { TableState, ToExtension, ToPage } from './tableMessages';

const viewType = 'gcf.table';

interface Shown {
  panel: vscode.WebviewPanel;
  /** The table to begin with; the page keeps what it shows from then on. */
  table: Promise<number | undefined>;
}

export class TableView implements vscode.WebviewPanelSerializer<TableState>, vscode.Disposable {
  private readonly panels = new Map<string, Shown>();
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly server: Server,
    private readonly cells: Cells,
  ) {
    this.subscriptions = [
      vscode.window.registerWebviewPanelSerializer(viewType, this),
      server.onDidChangeDecoded((source) => this.changed(source)),
      server.onDidStart(() => {
        for (const source of this.panels.keys()) this.changed(source);
      }),
    ];
  }

  /** Shows the table that a line is in, or the first. */
  async show(source: vscode.Uri, line?: number): Promise<void> {
    // The page loads while the server looks.
    const table = line === undefined ? Promise.resolve(undefined) : this.tableAt(source, line);
    const known = this.panels.get(source.toString());
    if (known !== undefined) {
      known.table = table;
      known.panel.reveal();
      await post(known.panel, { type: 'show', uri: source.toString(), table: await table });
      return;
    }
    const panel = vscode.window.createWebviewPanel(
      viewType,
      `Table: ${nameOf(source)}`,
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false },
      {},
    );
    this.fill(panel, source, table);
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: TableState | undefined): Promise<void> {
    if (state === undefined) {
      panel.dispose();
      return;
    }
    this.fill(panel, vscode.Uri.parse(state.uri, true), Promise.resolve(state.table));
  }

  dispose(): void {
    for (const each of this.subscriptions) each.dispose();
    for (const { panel } of this.panels.values()) panel.dispose();
  }

  private fill(panel: vscode.WebviewPanel, source: vscode.Uri, table: Promise<number | undefined>): void {
    const key = source.toString();
    const shown: Shown = { panel, table };
    this.panels.set(key, shown);
    panel.onDidDispose(() => this.panels.delete(key));
    panel.webview.onDidReceiveMessage(async (message: ToExtension) => {
      switch (message.type) {
        case 'ready':
          await post(panel, { type: 'show', uri: key, table: await shown.table });
          break;
        case 'rows':
          shown.table = Promise.resolve(undefined);
          await post(panel, await this.rows(source, message));
          break;
        case 'reveal':
          await reveal(source, message.line);
          break;
        case 'edit':
          await this.edit(panel, source, message);
          break;
      }
    });
    const media = vscode.Uri.joinPath(this.extensionUri, 'media');
    const out = vscode.Uri.joinPath(this.extensionUri, 'out');
    panel.webview.options = { enableScripts: true, localResourceRoots: [media, out] };
    panel.webview.html = page(
      panel.webview,
      vscode.Uri.joinPath(media, 'table.css'),
      vscode.Uri.joinPath(out, 'table.js'),
    );
  }

  private async rows(source: vscode.Uri, wanted: Extract<ToExtension, { type: 'rows' }>): Promise<ToPage> {
    const { id, table, start, count, sort, filter } = wanted;
    try {
      const result = await this.server.ask(tableRequest, source, { table, start, count, sort, filter });
      return { type: 'rows', id, result };
    } catch (error) {
      return { type: 'failed', id, message: messageOf(error) };
    }
  }

  private async edit(panel: vscode.WebviewPanel, source: vscode.Uri, message: Extract<ToExtension, { type: 'edit' }>): Promise<void> {
    const { type, ...params } = message;
    try {
      await this.cells.edit(source, params);
    } catch (error) {
      await post(panel, { type: 'refused', message: messageOf(error) });
    }
  }

  private async tableAt(source: vscode.Uri, line: number): Promise<number | undefined> {
    try {
      const { tables } = await this.server.ask(tableRequest, source, { start: 0, count: 0 });
      const index = tables.findLastIndex((table) => table.line <= line);
      return index < 0 ? undefined : index;
    } catch {
      // The page asks for rows next, and shows why there are none.
      return undefined;
    }
  }

  private changed(source: string): void {
    const shown = this.panels.get(source);
    if (shown !== undefined) void post(shown.panel, { type: 'changed' });
  }
}

function post(panel: vscode.WebviewPanel, message: ToPage): Thenable<boolean> {
  return panel.webview.postMessage(message);
}

async function reveal(source: vscode.Uri, line: number): Promise<void> {
  const document = await vscode.workspace.openTextDocument(source);
  const place = document.validateRange(new vscode.Range(line, 0, line, Number.MAX_SAFE_INTEGER));
  // Where the document is shown already, else beside the table.
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn: shown?.viewColumn ?? vscode.ViewColumn.Beside,
    selection: new vscode.Range(place.start, place.start),
  });
  editor.revealRange(place, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

function page(webview: vscode.Webview, style: vscode.Uri, script: vscode.Uri): string {
  const nonce = crypto.randomUUID();
  const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${policy}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" href="${webview.asWebviewUri(style).toString()}">
  <title>GCF table</title>
</head>
<body>
  <div id="bar">
    <select id="tables" aria-label="Table"></select>
    <input id="filter" type="search" placeholder="Filter" aria-label="Filter rows">
    <input id="goto" type="number" min="1" placeholder="Go to row" aria-label="Go to row">
    <span id="count" role="status"></span>
  </div>
  <div id="grid" role="grid" tabindex="0" aria-label="Rows">
    <div id="head" role="row"></div>
    <div id="rows" role="rowgroup"></div>
  </div>
  <script nonce="${nonce}" src="${webview.asWebviewUri(script).toString()}"></script>
</body>
</html>`;
}
