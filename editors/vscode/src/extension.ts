// Where VS Code enters: the server, the commands and the views. What GCF means
// is the server's business.
import * as vscode from 'vscode';
import { registerCommands } from './commands';
import { JsonView } from './jsonView';
import { explainLargeFiles } from './largeFiles';
import { Server } from './server';
import { StatusBar } from './statusBar';
import { TableView } from './tableView';

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const started = new Server(context);
  server = started;
  const json = new JsonView(started);
  const tables = new TableView(context.extensionUri, started);
  context.subscriptions.push(
    started,
    json,
    tables,
    new StatusBar(started),
    explainLargeFiles(),
    ...registerCommands(started, json, tables),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('gcf.server')) void started.restart();
    }),
    // The workspace may name another server now.
    vscode.workspace.onDidGrantWorkspaceTrust(() => void started.restart()),
  );
  await started.start();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
