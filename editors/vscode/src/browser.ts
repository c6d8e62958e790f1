// The extension in a browser, where no server can be started: highlighting,
// brackets and snippets work, the commands that need a server are hidden.
import * as vscode from 'vscode';

export async function activate(): Promise<void> {
  await vscode.commands.executeCommand('setContext', 'gcf.noServer', true);
}
