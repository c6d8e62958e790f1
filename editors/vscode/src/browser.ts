// Where VS Code enters in a browser; extension.ts is the same for a desktop.
import type * as vscode from 'vscode';
import { begin } from './features';
import { WebServer } from './webServer';

let server: WebServer | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  server = new WebServer(context);
  await begin(context, server);
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
