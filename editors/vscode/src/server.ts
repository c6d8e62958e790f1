// The language server's life: start, stop, restart. Where it runs is said by
// nativeServer.ts and webServer.ts.
import * as vscode from 'vscode';
import {
  type BaseLanguageClient,
  type CancellationToken,
  CloseAction,
  type CloseHandlerResult,
  DocumentDiagnosticRequest,
  ErrorAction,
  type LanguageClientOptions,
  type MessageSignature,
  type RequestType,
  State,
} from 'vscode-languageclient';
import { messageOf } from './errors';
import { type DocumentParams, decodedChanged } from './protocol';
import { Results } from './results';

export abstract class Server implements vscode.Disposable {
  readonly log = vscode.window.createOutputChannel('GCF', { log: true });

  private readonly changed = new vscode.EventEmitter<string>();
  /** Fires with the URI of a document whose decoded value may be another now. */
  readonly onDidChangeDecoded = this.changed.event;

  private readonly started = new vscode.EventEmitter<void>();
  /** Fires when a server is ready to answer, after a restart too. */
  readonly onDidStart = this.started.event;

  private client: BaseLanguageClient | undefined;
  // Starts and stops follow one another, whoever asks.
  private queue: Promise<void> = Promise.resolve();
  // When servers ended by themselves, in milliseconds.
  private ends: number[] = [];
  private readonly results = new Results();

  constructor(protected readonly context: vscode.ExtensionContext) {}

  /** A client of a server that is still to be started; undefined where there is none, which was said then. */
  protected abstract connect(options: LanguageClientOptions): BaseLanguageClient | undefined;

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
  running(): BaseLanguageClient {
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
    this.results.dispose();
    this.changed.dispose();
    this.started.dispose();
    this.log.dispose();
  }

  private enqueue(task: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(task, task);
    return this.queue;
  }

  private async startNow(): Promise<void> {
    let hasRun = false;
    const client = this.connect({
      documentSelector: [{ language: 'gcf' }],
      outputChannel: this.log,
      // Without its methods, which are no message to a worker.
      initializationOptions: JSON.parse(JSON.stringify(vscode.workspace.getConfiguration('gcf'))),
      synchronize: { configurationSection: 'gcf' },
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => this.ended(hasRun),
      },
      middleware: {
        // What a command of a lens or an action shows is shown here: it needs no
        // file. The lenses that say how large a table is show it.
        executeCommand: (command, args, next) => this.results.execute(command, args, next),
        resolveCodeLens: async (lens, token, next) => {
          const resolved = await next(lens, token);
          if (resolved?.command?.command === '') {
            resolved.command = { ...resolved.command, command: 'gcf.showTableAt', arguments: [lens.range.start.line] };
          }
          return resolved;
        },
        // What is shown already goes back to the server with -1 for "no
        // parameter", which is no number of LSP. The server has no use for it.
        provideSignatureHelp: (document, position, context, token, next) =>
          next(document, position, { ...context, activeSignatureHelp: undefined }, token),
      },
    });
    if (client === undefined) return;
    client.onNotification(decodedChanged, ({ uri }) => this.changed.fire(client.protocol2CodeConverter.asUri(uri).toString()));
    client.onDidChangeState(({ newState }) => {
      if (newState !== State.Running) return;
      hasRun = true;
      this.started.fire();
    });
    this.client = client;
    try {
      await client.start();
    } catch (error) {
      this.log.error(`The language server did not start: ${messageOf(error)}`);
      this.say('The GCF language server did not start.');
    }
  }

  // One that never answered is not started again, one that ends again and again
  // is not for ever; either is said once.
  private ended(hasRun: boolean): CloseHandlerResult {
    if (!hasRun) return { action: CloseAction.DoNotRestart, handled: true };
    const now = Date.now();
    this.ends = [...this.ends.filter((end) => now - end < 3 * 60_000), now];
    if (this.ends.length < 4) return { action: CloseAction.Restart, handled: true };
    this.say('The GCF language server ended four times in three minutes and is not started again.');
    return { action: CloseAction.DoNotRestart, handled: true };
  }

  private say(message: string): void {
    void vscode.window.showErrorMessage(message, 'Show Log').then((picked) => {
      if (picked !== undefined) this.log.show();
    });
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
}

/**
 * A client that does not tell people when a question for problems failed, only
 * the log: it asks once more about documents that are being closed, and has no
 * use for the answer. That a server did not start is said once, by what started it.
 */
export function quietly<Constructor extends abstract new (...args: any[]) => BaseLanguageClient>(Client: Constructor) {
  abstract class Quiet extends Client {
    override error(message: string, data?: unknown, showNotification?: boolean | 'force'): void {
      super.error(message, data, this.state === State.Running ? showNotification : false);
    }

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
  return Quiet;
}
