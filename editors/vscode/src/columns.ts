// The columns of tables in the text: a colour for each, and blanks that are not
// there, so that they line up. Decorations do both, for the lines in view: they
// have colours of the theme, where modifiers of semantic tokens would need rules
// in each theme, and they come without replacing the colours that a token has.
import * as vscode from 'vscode';
import { type ColumnCell, columnsRequest } from './protocol';
import type { Server } from './server';

const colours = 6;
/** Lines above and below those in view that are drawn too. */
const margin = 100;
/** How long typing or scrolling must rest, in milliseconds. */
const rest = 30;

type Mode = 'off' | 'on' | 'wide';

export class Columns implements vscode.Disposable {
  private readonly styles = Array.from({ length: colours }, (_, i) =>
    vscode.window.createTextEditorDecorationType({ color: new vscode.ThemeColor(`gcf.column${i + 1}`) }));
  // The type of a cell is to be seen in whatever colour its column has.
  private readonly types: Partial<Record<NonNullable<ColumnCell['type']>, vscode.TextEditorDecorationType>> = {
    number: vscode.window.createTextEditorDecorationType({ fontWeight: 'bold' }),
    boolean: vscode.window.createTextEditorDecorationType({ fontStyle: 'italic' }),
    null: vscode.window.createTextEditorDecorationType({ fontStyle: 'italic', opacity: '0.7' }),
    absent: vscode.window.createTextEditorDecorationType({ fontStyle: 'italic', opacity: '0.5' }),
    nested: vscode.window.createTextEditorDecorationType({ textDecoration: 'underline' }),
  };
  private readonly blanks = vscode.window.createTextEditorDecorationType({});
  // Hidden, not gone: the cursor passes through.
  private readonly hidden = vscode.window.createTextEditorDecorationType({ textDecoration: 'none; display: none' });
  private readonly subscriptions: vscode.Disposable[];
  /** Documents for which somebody asked for other than the setting. */
  private readonly asked = new Map<string, boolean>();
  private readonly timers = new Map<vscode.TextEditor, ReturnType<typeof setTimeout>>();

  constructor(private readonly server: Server) {
    const all = () => vscode.window.visibleTextEditors.forEach((editor) => this.later(editor));
    this.subscriptions = [
      ...this.styles, ...Object.values(this.types), this.blanks, this.hidden,
      vscode.window.onDidChangeVisibleTextEditors(all),
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.later(textEditor)),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (this.alignedIn(textEditor)) this.later(textEditor); // the cell with the cursor is shown whole
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        vscode.window.visibleTextEditors.filter((editor) => editor.document === document).forEach((editor) => this.later(editor));
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.asked.delete(uri.toString())),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('gcf.columns')) all();
      }),
      vscode.commands.registerCommand('gcf.alignColumns', () => {
        const editor = vscode.window.activeTextEditor;
        if (editor?.document.languageId !== 'gcf') return;
        this.asked.set(editor.document.uri.toString(), !this.alignedIn(editor));
        this.later(editor);
      }),
      server.onDidStart(all),
    ];
    all();
  }

  dispose(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    for (const each of this.subscriptions) each.dispose();
  }

  private settings(editor: vscode.TextEditor) {
    const settings = vscode.workspace.getConfiguration('gcf.columns', editor.document);
    return {
      colours: settings.get<Mode>('colors', 'wide'),
      wide: settings.get<number>('wideTable', 3),
      align: settings.get<boolean>('align', false),
      widest: settings.get<number>('maxWidth', 40),
    };
  }

  private alignedIn(editor: vscode.TextEditor): boolean {
    return this.asked.get(editor.document.uri.toString()) ?? this.settings(editor).align;
  }

  private later(editor: vscode.TextEditor): void {
    if (editor.document.languageId !== 'gcf') return;
    clearTimeout(this.timers.get(editor));
    this.timers.set(editor, setTimeout(() => {
      this.timers.delete(editor);
      void this.draw(editor);
    }, rest));
  }

  private async draw(editor: vscode.TextEditor): Promise<void> {
    const { document } = editor;
    const { colours: mode, wide, widest } = this.settings(editor);
    const align = this.alignedIn(editor);
    const inColour: vscode.Range[][] = this.styles.map(() => []);
    const byType = new Map<vscode.TextEditorDecorationType, vscode.Range[]>(Object.values(this.types).map((type) => [type, []]));
    const blanks: vscode.DecorationOptions[] = [];
    const hidden: vscode.Range[] = [];
    if ((mode !== 'off' || align) && this.server.isRunning()) {
      const first = Math.max(Math.min(...editor.visibleRanges.map(({ start }) => start.line)) - margin, 0);
      const last = Math.max(...editor.visibleRanges.map(({ end }) => end.line)) + margin;
      const range = { start: { line: first, character: 0 }, end: { line: last, character: 0 } };
      const { version } = document;
      const result = await this.server.ask(columnsRequest, document.uri, { range, widest }).catch(() => undefined);
      // What was asked for a text that has changed since is asked for again.
      if (result === undefined || document.version !== version) return;
      const cursors = editor.selections.map(({ active }) => active);
      for (const { line, cells } of result.lines) {
        const coloured = mode === 'on' || (mode === 'wide' && cells.length > wide);
        for (const cell of cells) {
          const at = new vscode.Range(line, cell.start, line, cell.end);
          if (coloured) {
            inColour[cell.column % colours]!.push(at);
            const style = cell.type === undefined ? undefined : this.types[cell.type];
            if (style !== undefined) byType.get(style)!.push(at);
          }
          if (!align) continue;
          if (cell.cut !== undefined && cell.cut > 0 && !cursors.some((cursor) => at.contains(cursor))) {
            hidden.push(new vscode.Range(line, cell.cut, line, cell.end));
            blanks.push(virtual(line, cell.cut, '…'));
          } else if ((cell.pad ?? 0) > 0) {
            blanks.push(virtual(line, cell.right === true ? cell.start : cell.end, '\u00a0'.repeat(cell.pad!)));
          }
        }
      }
    }
    this.styles.forEach((style, i) => editor.setDecorations(style, inColour[i]!));
    for (const [style, ranges] of byType) editor.setDecorations(style, ranges);
    editor.setDecorations(this.blanks, blanks);
    editor.setDecorations(this.hidden, hidden);
  }
}

/** Text that is not in the document, before a character of it. */
function virtual(line: number, character: number, contentText: string): vscode.DecorationOptions {
  return {
    range: new vscode.Range(line, character, line, character),
    renderOptions: { before: { contentText, color: new vscode.ThemeColor('editorLineNumber.foreground') } },
  };
}
