// The language server's life: start, stop, restart.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as vscode from 'vscode';
import {
  type CancellationToken,
  DocumentDiagnosticRequest,
  LanguageClient,
  type MessageSignature,
  type RequestType,
  State,
} from 'vscode-languageclient/node';
import { messageOf } from './errors';
import { type DocumentParams, decodedChanged } from './protocol';
import { type Choice, chooseServer } from './serverPath';

export class Server implements vscode.Disposable {
  readonly log = vscode.window.createOutputChannel('GCF', { log: true });

  private readonly changed = new vscode.EventEmitter<string>();
  /** Fires with the URI of a document whose decoded value may be another now. */
  readonly onDidChangeDecoded = this.changed.event;

  private readonly started = new vscode.EventEmitter<void>();
  /** Fires when a server is ready to answer, after a restart too. */
  readonly onDidStart = this.started.event;

  private client: Client | undefined;
  // Starts and stops follow one another, whoever asks.
  private queue: Promise<void> = Promise.resolve();

  constructor(private readonly context: vscode.ExtensionContext) {}

  start(): Promise<void> {
    return this.enqueue(() => this.startNow());
  }

  stop(): Promise<void> {
    return this.enqueue(() => this.stopNow());
  }

  restart(): Promise<void> {
    return this.enqueue(async () => {
      await this.stopNow();
      await this.startNow();
    });
  }

  /** The client of the running server; an error that says so where there is none. */
  running(): LanguageClient {
    if (this.client?.isRunning()) return this.client;
    throw new Error('The GCF language server is not running.');
  }

  /** Asks about a document, which is opened for that where no editor shows it. */
  async ask<Params extends DocumentParams, Result>(
    type: RequestType<Params, Result, void>,
    source: vscode.Uri,
    params: Omit<Params, 'textDocument'>,
  ): Promise<Result> {
    await vscode.workspace.openTextDocument(source);
    const client = this.running();
    const uri = client.code2ProtocolConverter.asUri(source);
    return client.sendRequest<Result>(type.method, { ...params, textDocument: { uri } });
  }

  isRunning(): boolean {
    return this.client?.isRunning() ?? false;
  }

  dispose(): void {
    this.changed.dispose();
    this.started.dispose();
    this.log.dispose();
  }

  private enqueue(task: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(task, task);
    return this.queue;
  }

  private async startNow(): Promise<void> {
    const choice = this.choose();
    if (choice.kind === 'missing') {
      this.log.error(`The language server was not started: ${choice.reason}.`);
      void this.sayMissing(choice.reason);
      return;
    }
    const settings = vscode.workspace.getConfiguration('gcf');
    const args = ['serve', ...settings.get<string[]>('server.arguments', [])];
    this.log.info(`Starting the ${choice.kind} server: ${choice.command} ${args.join(' ')}`);

    const client = new Client(
      'gcf',
      'GCF',
      { command: choice.command, args, options: { env: process.env } },
      {
        documentSelector: [{ language: 'gcf' }],
        outputChannel: this.log,
        initializationOptions: settings,
        synchronize: { configurationSection: 'gcf' },
        middleware: {
          // What is shown already goes back to the server with -1 for "no
          // parameter", which is no number of LSP. The server has no use for it.
          provideSignatureHelp: (document, position, context, token, next) =>
            next(document, position, { ...context, activeSignatureHelp: undefined }, token),
        },
      },
    );
    client.onNotification(decodedChanged, ({ uri }) => this.changed.fire(client.protocol2CodeConverter.asUri(uri).toString()));
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) this.started.fire();
    });
    this.client = client;
    try {
      await client.start();
    } catch (error) {
      this.log.error(`The language server did not start: ${messageOf(error)}`);
      void vscode.window.showErrorMessage('The GCF language server did not start.', 'Show Log').then((picked) => {
        if (picked !== undefined) this.log.show();
      });
    }
  }

  private async stopNow(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client === undefined) return;
    try {
      await client.dispose();
    } catch (error) {
      // It may be gone already, which is what was asked for.
      this.log.warn(`While stopping the server: ${messageOf(error)}`);
    }
  }

  private choose(): Choice {
    return chooseServer({
      configured: vscode.workspace.getConfiguration('gcf').get<string>('server.path', ''),
      extensionPath: this.context.extensionPath,
      workspaceFolder: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath,
      home: os.homedir(),
      platform: process.platform,
      searchPath: process.env.PATH ?? process.env.Path ?? '',
      isFile: (file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false,
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

/**
 * A client that does not tell people when a question for problems failed, only
 * the log: it asks once more about documents that are being closed, and has no
 * use for the answer.
 */
class Client extends LanguageClient {
  override handleFailedRequest<T>(
    type: MessageSignature,
    token: CancellationToken | undefined,
    error: unknown,
    instead: T,
    tell?: boolean,
    throwOnCancel?: boolean,
  ): T {
    const quiet = type.method === DocumentDiagnosticRequest.method;
    return super.handleFailedRequest(type, token, error, instead, quiet ? false : tell, throwOnCancel);
  }
}
