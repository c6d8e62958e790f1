// A delta as a comparison of what is before and behind it, in VS Code's own view
// of differences; the deltas before it are steps that one can go through.
import * as vscode from 'vscode';
import { type StepsResult, stepsRequest } from './protocol';
import type { Server } from './server';

const scheme = 'gcf-step';
type Side = 'base' | 'result';

export class DeltaView implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly subscriptions: vscode.Disposable[];
  /** What is shown: the delta, and its step. */
  private shown: { delta: vscode.Uri; step: number } | undefined;

  constructor(private readonly server: Server) {
    this.subscriptions = [
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidSaveTextDocument(() => {
        for (const { uri } of vscode.workspace.textDocuments) if (uri.scheme === scheme) this.changed.fire(uri);
      }),
      this.changed,
    ];
  }

  async provideTextDocumentContent(view: vscode.Uri): Promise<string> {
    const { delta, step, side } = JSON.parse(view.query) as { delta: string; step: number; side: Side };
    return (await this.ask(vscode.Uri.parse(delta, true), step))[side];
  }

  /** Compares before and behind a delta; where others are before it, after a choice among the steps. */
  async show(delta: vscode.Uri): Promise<void> {
    const { steps, step } = await this.ask(delta);
    await this.open(delta, step, steps);
    if (steps.length > 1) this.timeline(delta, step, steps);
  }

  /** Goes on or back by a step. */
  async go(by: 1 | -1): Promise<void> {
    if (this.shown === undefined) return;
    const { delta, step } = this.shown;
    const { steps } = await this.ask(delta);
    const next = Math.min(Math.max(step + by, 0), steps.length - 1);
    await this.open(delta, next, steps);
  }

  dispose(): void {
    for (const each of this.subscriptions) each.dispose();
  }

  /** Shows each step while one goes through the list. */
  private timeline(delta: vscode.Uri, step: number, steps: StepsResult['steps']): void {
    const list = vscode.window.createQuickPick<vscode.QuickPickItem & { step: number }>();
    list.title = 'The steps of the chain';
    list.placeholder = 'Arrow keys compare before and behind a step';
    list.items = steps.map((each, i) => ({
      step: i,
      label: `$(${each.verified ? 'verified' : 'error'}) ${i + 1}. ${each.name}`,
      description: each.summary,
      detail: `${each.verified ? 'verified' : (each.message ?? 'does not verify')} · ${each.root}`,
    }));
    list.activeItems = list.items.filter((item) => item.step === step);
    let current = step;
    list.onDidChangeActive(async ([item]) => {
      if (item === undefined || item.step === current) return;
      current = item.step;
      await this.open(delta, item.step, steps);
    });
    list.onDidAccept(() => list.hide());
    list.onDidHide(() => list.dispose());
    list.show();
  }

  private async open(delta: vscode.Uri, step: number, steps: StepsResult['steps']): Promise<void> {
    const { name, base, summary, verified, message } = steps[step]!;
    const side = (which: Side) => vscode.Uri.from({
      scheme,
      // Not .gcf: rows to compare are no document.
      path: `/${which === 'base' ? base : name}.rows`,
      query: JSON.stringify({ delta: delta.toString(), step, side: which }),
    });
    this.shown = { delta, step };
    const place = steps.length > 1 ? `${step + 1}/${steps.length} ` : '';
    await vscode.commands.executeCommand('vscode.diff', side('base'), side('result'),
      `${place}${name}: ${summary}, ${verified ? 'verified' : 'does not verify'}`, { preview: true, preserveFocus: true });
    if (!verified && message !== undefined) void vscode.window.showWarningMessage(`${name}: ${message}`);
  }

  private async ask(delta: vscode.Uri, step?: number): Promise<StepsResult> {
    const answer = await this.server.ask(stepsRequest, delta, { step });
    if (answer.steps.length === 0) throw new Error(answer.why ?? 'There is nothing to compare.');
    return answer;
  }
}
