// What the active document is, at the right of the status bar.
import * as vscode from 'vscode';
import { type Stats, stats } from './serverCommands';
import type { Server } from './server';

/** How long typing must rest before the figures are asked for again, in milliseconds. */
const rest = 300;

export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('gcf.document', vscode.StatusBarAlignment.Right, 100);
  private readonly subscriptions: vscode.Disposable[];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private figures: Stats | undefined;

  constructor(private readonly server: Server) {
    this.item.name = 'GCF Document';
    this.item.command = 'workbench.actions.view.problems';
    this.subscriptions = [
      this.item,
      vscode.window.onDidChangeActiveTextEditor(() => this.switched()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === this.document()) this.later();
      }),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        const shown = this.document()?.uri.toString();
        if (uris.some((uri) => uri.toString() === shown)) this.draw();
      }),
      server.onDidStart(() => this.switched()),
    ];
    this.switched();
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const each of this.subscriptions) each.dispose();
  }

  private document(): vscode.TextDocument | undefined {
    const document = vscode.window.activeTextEditor?.document;
    return document?.languageId === 'gcf' ? document : undefined;
  }

  private switched(): void {
    this.figures = undefined;
    this.draw();
    void this.update();
  }

  private later(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.update(), rest);
  }

  private async update(): Promise<void> {
    const document = this.document();
    if (document === undefined || !this.server.isRunning()) return;
    try {
      const figures = await stats(this.server.running(), document.uri);
      if (document !== this.document()) return;
      this.figures = figures;
    } catch (error) {
      // A change overtook the question, or the server is being restarted.
      this.server.log.debug(`No figures for the status bar: ${String(error)}`);
    }
    this.draw();
  }

  private draw(): void {
    const document = this.document();
    if (document === undefined) {
      this.item.hide();
      return;
    }
    if (!this.server.isRunning()) {
      this.item.text = 'GCF · no server';
      this.item.tooltip = 'Graph Compact Format: the language server is not running';
      this.item.show();
      return;
    }
    const problems = vscode.languages.getDiagnostics(document.uri)
      .filter(({ severity }) => severity <= vscode.DiagnosticSeverity.Warning).length;
    const parts = [
      ...(this.figures === undefined ? ['GCF'] : describe(this.figures)),
      problems === 1 ? '1 problem' : `${problems.toLocaleString('en')} problems`,
    ];
    this.item.text = parts.join(' · ');
    this.item.tooltip = 'Graph Compact Format: show the problems';
    this.item.show();
  }
}

function describe({ profile, rows, nodes, edges, bytes }: Stats): string[] {
  const size = profile === 'graph'
    ? `${nodes.toLocaleString('en')} nodes, ${edges.toLocaleString('en')} edges`
    : `${rows.toLocaleString('en')} rows`;
  return [profile === '' ? 'GCF' : `GCF ${profile}`, size, inBytes(bytes)];
}

function inBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const units = ['KiB', 'MiB', 'GiB'];
  let size = bytes / 1024;
  let unit = 0;
  for (; size >= 1024 && unit < units.length - 1; unit++) size /= 1024;
  return `${size.toFixed(1)} ${units[unit]}`;
}
