// The server as WebAssembly in a worker, for VS Code in a browser.
import * as vscode from 'vscode';
import {
  type BaseLanguageClient,
  BrowserMessageReader,
  BrowserMessageWriter,
  LanguageClient,
  type LanguageClientOptions,
} from 'vscode-languageclient/browser';
import { answerFiles, type Files } from '../../../web/src/files';
import type { Begin } from '../../../web/src/worker';
import { quietly, Server } from './server';
import { toClient, toServer } from './webUris';

export class WebServer extends Server {
  protected connect(options: LanguageClientOptions): BaseLanguageClient {
    const begin = () => this.begin();
    return new Client('gcf', 'GCF', begin, {
      ...options,
      uriConverters: {
        code2Protocol: toServer,
        protocol2Code: (uri) => toClient(vscode.Uri.parse(uri)),
      },
    });
  }

  /** Starts a worker; LSP goes through a port, so that it is free for nothing else. */
  private async begin() {
    const { extensionUri } = this.context;
    const part = async (...path: string[]) =>
      await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extensionUri, ...path)) as Uint8Array<ArrayBuffer>;
    const [script, program] = await Promise.all([part('out', 'worker.js'), part('server', 'gcf.wasm')]);
    // VS Code makes no worker of a script that it has from a remote machine.
    const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    const worker = new Worker(url);
    worker.onerror = (event) => this.log.error(`The worker of the language server failed: ${event.message}`);
    const messages = new MessageChannel();
    const files = new MessageChannel();
    answerFiles(files.port1, workspaceFiles);
    const first: Begin = { program, messages: messages.port2, files: files.port2 };
    worker.postMessage(first, [messages.port2, files.port2]);
    this.log.info('Started the server in a worker.');
    return {
      reader: new BrowserMessageReader(messages.port1),
      writer: new BrowserMessageWriter(messages.port1),
      worker,
    };
  }
}

class Client extends quietly(LanguageClient) {
  private worker: Worker | undefined;

  constructor(
    id: string,
    name: string,
    begin: () => Promise<{ reader: BrowserMessageReader; writer: BrowserMessageWriter; worker: Worker }>,
    options: LanguageClientOptions,
  ) {
    super(id, name, async () => {
      const begun = await begin();
      this.worker = begun.worker;
      return begun;
    }, options);
  }

  override async dispose(timeout?: number): Promise<void> {
    try {
      await super.dispose(timeout);
    } finally {
      this.worker?.terminate();
    }
  }
}

/** The files of the workspace, whatever provides them. */
const workspaceFiles: Files = {
  async stat(path) {
    const uri = toClient(vscode.Uri.from({ scheme: 'file', path }));
    // The server looks at every folder above a file; those that stand for a
    // scheme, and that of all schemes, are nobody's.
    if (uri.scheme === 'file' || uri.path === '') return { directory: true, size: 0, mtime: 0 };
    const { type, size, mtime } = await vscode.workspace.fs.stat(uri);
    return { directory: (type & vscode.FileType.Directory) !== 0, size, mtime };
  },
  readFile: async (path) => vscode.workspace.fs.readFile(toClient(vscode.Uri.from({ scheme: 'file', path }))),
  async readdir(path) {
    const entries = await vscode.workspace.fs.readDirectory(toClient(vscode.Uri.from({ scheme: 'file', path })));
    return entries.map(([name]) => name);
  },
};
