// The server as a program of this machine.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as vscode from 'vscode';
import { type BaseLanguageClient, LanguageClient, type LanguageClientOptions } from 'vscode-languageclient/node';
import { quietly, Server } from './server';
import { type Choice, chooseServer } from './serverPath';

class Client extends quietly(LanguageClient) {}

export class NativeServer extends Server {
  protected connect(options: LanguageClientOptions): BaseLanguageClient | undefined {
    const choice = this.choose();
    if (choice.kind === 'missing') {
      this.log.error(`The language server was not started: ${choice.reason}.`);
      void this.sayMissing(choice.reason);
      return undefined;
    }
    const args = ['serve', ...vscode.workspace.getConfiguration('gcf').get<string[]>('server.arguments', [])];
    this.log.info(`Starting the ${choice.kind} server: ${choice.command} ${args.join(' ')}`);
    return new Client('gcf', 'GCF', { command: choice.command, args, options: { env: process.env } }, options);
  }

  private choose(): Choice {
    return chooseServer({
      configured: vscode.workspace.getConfiguration('gcf').get<string>('server.path', ''),
      extensionPath: this.context.extensionPath,
      workspaceFolder: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath,
      trusted: vscode.workspace.isTrusted,
      home: os.homedir(),
      platform: process.platform,
      searchPath: process.env.PATH ?? process.env.Path ?? '',
      isFile: (file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false,
      isExecutable: (file, ours) => mayRun(file) || (ours && makeRunnable(file)),
    });
  }

  private async sayMissing(reason: string): Promise<void> {
    const picked = await vscode.window.showErrorMessage(
      `The GCF language server was not started: ${reason}.`,
      'Open Settings',
      'Show Log',
    );
    if (picked === 'Open Settings') {
      await vscode.commands.executeCommand('workbench.action.openSettings', 'gcf.server.path');
    } else if (picked === 'Show Log') {
      this.log.show();
    }
  }
}

function mayRun(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

// Archives lose the permission to run what is in them.
function makeRunnable(file: string): boolean {
  try {
    fs.chmodSync(file, 0o755);
    return mayRun(file);
  } catch {
    return false;
  }
}
