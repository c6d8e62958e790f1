// Where one is in a table, moving in it, and taking and putting rows.
import * as vscode from 'vscode';
import { messageOf } from './errors';
import { editRequest, type EditParams, moveRequest, type PlaceResult, placeRequest, type Span, type Summary, takeRequest, type TakeParams } from './protocol';
import type { Server } from './server';

const formats = { JSON: 'json', CSV: 'csv', Markdown: 'markdown', TSV: 'tsv' } as const;
/** How long the cursor must rest before its place is asked for, in milliseconds. */
const rest = 50;

export class Cells implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('gcf.place', vscode.StatusBarAlignment.Right, 101);
  private readonly subscriptions: vscode.Disposable[];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private path = '';

  constructor(private readonly server: Server) {
    this.item.name = 'GCF Column';
    this.item.command = 'gcf.copyPath';
    const command = (id: string, run: (editor: vscode.TextEditor) => Promise<void>) =>
      vscode.commands.registerCommand(`gcf.${id}`, async () => {
        const editor = gcfEditor();
        if (editor === undefined) return;
        try {
          await run(editor);
        } catch (error) {
          void vscode.window.showErrorMessage(messageOf(error));
        }
      });
    const move = (id: string, to: string) => command(id, (editor) => this.move(editor, { to }));
    this.subscriptions = [
      this.item,
      vscode.window.onDidChangeActiveTextEditor(() => this.later()),
      vscode.window.onDidChangeTextEditorSelection(() => this.later()),
      server.onDidStart(() => this.later()),
      command('copyPath', async () => {
        if (this.path === '') return;
        await vscode.env.clipboard.writeText(this.path);
        vscode.window.setStatusBarMessage(`Copied ${this.path}`, 2000);
      }),
      move('nextColumn', 'next'),
      move('previousColumn', 'previous'),
      move('cellBelow', 'down'),
      move('cellAbove', 'up'),
      command('goToRow', (editor) => this.goToRow(editor)),
      command('selectColumn', (editor) => this.selectColumn(editor)),
      command('copyRow', (editor) => this.copy(editor, 'row')),
      command('copyColumn', (editor) => this.copy(editor, 'column')),
      command('copySelection', (editor) => this.copy(editor, 'selection')),
      command('pasteRows', async (editor) => {
        const position = editor.selection.active; // before there is a chance to move
        await this.edit(editor.document.uri, { what: 'paste', text: await vscode.env.clipboard.readText(), position });
      }),
      command('insertRow', (editor) => this.edit(editor.document.uri, { what: 'insert', position: editor.selection.active })),
      command('removeRow', (editor) => this.edit(editor.document.uri, { what: 'remove', position: editor.selection.active })),
      command('moveRowUp', (editor) => this.edit(editor.document.uri, { what: 'up', position: editor.selection.active })),
      command('moveRowDown', (editor) => this.edit(editor.document.uri, { what: 'down', position: editor.selection.active })),
    ];
    this.later();
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const each of this.subscriptions) each.dispose();
  }

  /** Changes a table, as one step of undo; counts and ids with it. */
  async edit(uri: vscode.Uri, params: Omit<EditParams, 'textDocument'>): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    const { version } = document;
    const { edits } = await this.server.ask(editRequest, uri, params);
    if (document.version !== version) throw new Error('The document has changed; try again.');
    const edit = new vscode.WorkspaceEdit();
    for (const { range, newText } of edits) edit.replace(uri, rangeOf(range), newText);
    if (!await vscode.workspace.applyEdit(edit)) throw new Error('The document was not changed.');
  }

  private later(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.draw(), rest);
  }

  private async draw(): Promise<void> {
    const editor = gcfEditor();
    const where = editor === undefined || !this.server.isRunning() ? null
      : await this.server.ask(placeRequest, editor.document.uri, { position: editor.selection.active }).catch(() => null);
    if (editor !== gcfEditor()) return;
    this.path = where?.path ?? '';
    if (editor === undefined || where === null) {
      this.item.hide();
      return;
    }
    this.item.text = where.text;
    this.item.tooltip = `Copy ${where.path}`;
    if (editor.selections.some(({ isEmpty }) => !isEmpty)) {
      const taken = await this.take(editor, 'selection', 'summary').catch(() => undefined);
      if (editor !== gcfEditor()) return;
      if (taken?.summary !== undefined && taken.summary.cells > 1) this.item.text = inWords(taken.summary);
    }
    this.item.show();
  }

  private take(editor: vscode.TextEditor, what: TakeParams['what'], as: TakeParams['as']) {
    return this.server.ask(takeRequest, editor.document.uri, { what, as, ranges: [...editor.selections] });
  }

  private async move(editor: vscode.TextEditor, to: { to?: string; row?: number }): Promise<void> {
    const where = await this.server.ask(moveRequest, editor.document.uri, { position: editor.selection.active, ...to });
    if (where !== null) show(editor, where);
  }

  private async goToRow(editor: vscode.TextEditor): Promise<void> {
    const here = await this.server.ask(placeRequest, editor.document.uri, { position: editor.selection.active });
    if (here === null) throw new Error('There is no row of a table here.');
    const typed = await vscode.window.showInputBox({
      title: `Go to a row of ${here.rows.toLocaleString('en')}`,
      validateInput: (text) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= here.rows ? undefined : `1 to ${here.rows}`,
    });
    if (typed !== undefined) await this.move(editor, { row: Number(typed) - 1 });
  }

  private async selectColumn(editor: vscode.TextEditor): Promise<void> {
    const { ranges = [], rows } = await this.take(editor, 'column', 'ranges');
    editor.selections = ranges.map(rangeOf).map(({ start, end }) => new vscode.Selection(start, end));
    if (ranges.length < rows) vscode.window.setStatusBarMessage(`The first ${ranges.length} of ${rows} rows are selected`, 4000);
  }

  private async copy(editor: vscode.TextEditor, what: TakeParams['what']): Promise<void> {
    const picked = await vscode.window.showQuickPick(Object.keys(formats), { title: `Copy the ${what} as` });
    if (picked === undefined) return;
    const { text = '', rows, columns } = await this.take(editor, what, formats[picked as keyof typeof formats]);
    await vscode.env.clipboard.writeText(text);
    vscode.window.setStatusBarMessage(`Copied ${rows} × ${columns} as ${picked}`, 3000);
  }
}

function gcfEditor(): vscode.TextEditor | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor?.document.languageId === 'gcf' ? editor : undefined;
}

function rangeOf({ start, end }: Span): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

function show(editor: vscode.TextEditor, where: PlaceResult): void {
  const range = rangeOf(where.range);
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

function inWords({ cells, numbers, sum, mean, min, max, distinct, nulls }: Summary): string {
  const short = (n: number) => n.toLocaleString('en', { maximumSignificantDigits: 12, useGrouping: false });
  return [
    `${cells} cells`,
    ...(numbers > 0 ? [`sum ${short(sum)}`, `mean ${short(mean)}`, `min ${short(min)}`, `max ${short(max)}`] : []),
    `${distinct} distinct`,
    ...(nulls > 0 ? [`${nulls} null`] : []),
  ].join(' · ');
}
