// Where VS Code enters on a desktop; browser.ts is the same for the web.
import type * as vscode from 'vscode';
import { begin } from './features';
import { NativeServer } from './nativeServer';

let server: NativeServer | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  server = new NativeServer(context);
  await begin(context, server);
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
