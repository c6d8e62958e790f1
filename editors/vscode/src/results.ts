// What the server's commands make of a document, as documents that nobody can
// edit and that are no files.
import * as vscode from 'vscode';

const scheme = 'gcf-result';
/** How many results are kept; each is as long as its document. */
const kept = 20;

export class Results implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  private last = 0;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  dispose(): void {
    this.registration.dispose();
  }

  /** Runs a command of the server; where it is to show its result, that is shown here. */
  async execute<Answer>(
    command: string,
    args: unknown[],
    next: (command: string, args: unknown[]) => vscode.ProviderResult<Answer>,
  ): Promise<Answer | null | undefined> {
    const [argument] = args as [{ uri?: string; show?: boolean } | undefined];
    if (argument?.show !== true) return next(command, args);
    const answer = await next(command, [{ ...argument, show: false }]) as { text?: string; json?: string; why?: string } | null;
    const content = answer?.text ?? answer?.json;
    if (content === undefined) return next(command, args); // a message
    const name = argument.uri?.split('/').at(-1)?.replace(/(\.gcf)?$/, answer?.json === undefined ? '.result.gcf' : '.json') ?? 'result.gcf';
    await this.show(name, content);
    return answer as Answer;
  }

  async show(name: string, content: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme, path: `/${decodeURIComponent(name)}`, query: String(++this.last) });
    this.texts.set(uri.toString(), content);
    for (const oldest of this.texts.keys()) {
      if (this.texts.size <= kept) break;
      this.texts.delete(oldest);
    }
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: false });
  }
}
