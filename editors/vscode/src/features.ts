// The commands and the views around a server. What GCF means is the server's
// business.
import * as vscode from 'vscode';
import { Cells } from './cells';
import { Columns } from './columns';
import { registerCommands } from './commands';
import { DeltaView } from './deltaView';
import { JsonView } from './jsonView';
import { explainLargeFiles } from './largeFiles';
import type { Server } from './server';
import { StatusBar } from './statusBar';
import { TableView } from './tableView';

/** Registers everything for as long as the extension lives, and starts the server. */
export async function begin(context: vscode.ExtensionContext, server: Server): Promise<void> {
  const json = new JsonView(server);
  const cells = new Cells(server);
  const tables = new TableView(context.extensionUri, server, cells);
  const deltas = new DeltaView(server);
  context.subscriptions.push(
    server,
    json,
    deltas,
    tables,
    cells,
    new Columns(server),
    new StatusBar(server),
    explainLargeFiles(),
    ...registerCommands(server, json, tables, deltas),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('gcf.server')) void server.restart();
    }),
    // The workspace may name another server now.
    vscode.workspace.onDidGrantWorkspaceTrust(() => void server.restart()),
  );
  await server.start();
}
