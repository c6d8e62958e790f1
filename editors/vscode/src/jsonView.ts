// The decoded value of a document beside it, as JSON that follows the edits.
import * as vscode from 'vscode';
import { messageOf } from './errors';
import { decodedRequest } from './protocol';
import type { Server } from './server';

const scheme = 'gcf-json';

export class JsonView implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  // What decoded last, to be shown while the document has errors.
  private readonly last = new Map<string, string>();
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly server: Server) {
    this.subscriptions = [
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      server.onDidChangeDecoded((uri) => this.refresh((source) => source === uri)),
      server.onDidStart(() => this.refresh(() => true)),
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (document.uri.scheme === scheme) this.last.delete(sourceOf(document.uri).toString());
      }),
      this.changed,
    ];
  }

  async show(source: vscode.Uri): Promise<void> {
    const document = await vscode.workspace.openTextDocument(viewOf(source));
    await vscode.window.showTextDocument(document, {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
      preview: false,
    });
  }

  async provideTextDocumentContent(view: vscode.Uri): Promise<string> {
    const source = sourceOf(view);
    const key = source.toString();
    try {
      const { json, error } = await this.server.ask(decodedRequest, source, { indent: 2 });
      if (json !== null) {
        const text = json.endsWith('\n') ? json : `${json}\n`;
        this.last.set(key, text);
        return text;
      }
      return this.stale(key, error ?? 'the document has errors');
    } catch (error) {
      return this.stale(key, messageOf(error));
    }
  }

  dispose(): void {
    for (const each of this.subscriptions) each.dispose();
  }

  private stale(key: string, reason: string): string {
    const last = this.last.get(key);
    const note = `// ${reason.replace(/[\r\n]+/g, ' ')}\n`;
    return last === undefined ? note : `${note}// The last version without errors:\n${last}`;
  }

  private refresh(concerns: (source: string) => boolean): void {
    for (const { uri } of vscode.workspace.textDocuments) {
      if (uri.scheme === scheme && concerns(sourceOf(uri).toString())) this.changed.fire(uri);
    }
  }
}

// The extension .jsonc makes it a language with comments, for the note above
// what no longer fits the document.
function viewOf(source: vscode.Uri): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `${source.path}.jsonc`, query: source.toString() });
}

function sourceOf(view: vscode.Uri): vscode.Uri {
  return vscode.Uri.parse(view.query, true);
}
