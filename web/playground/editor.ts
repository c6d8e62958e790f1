// The GCF editor: CodeMirror, with what the language server says.
import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { type Diagnostic as Mark, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { searchKeymap } from '@codemirror/search';
import { Annotation, type ChangeSet, EditorState, Prec, RangeSetBuilder, StateEffect, StateField, type Text } from '@codemirror/state';
import {
  Decoration, type DecorationSet, drawSelection, EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers,
  showTooltip, type Tooltip, type ViewUpdate,
} from '@codemirror/view';
import { make } from './dom';
import { type CodeAction, type Diagnostic, editsOf, type Position, type Range, type Server, type TextEdit, uri } from './server';

export interface Problem extends Diagnostic {
  actions: CodeAction[];
}

/** In problems: for how many there are fixes and marks. The server sends 1,000 at most. */
const mostFixes = 200;

/** A change that comes from another view of the same data. */
export const fromData = Annotation.define<boolean>();

export class Editor {
  readonly view: EditorView;
  problems: Problem[] = [];
  onProblems: (problems: Problem[]) => void = () => {};
  onChange: (fromData: boolean) => void = () => {};
  private server: Server | undefined;
  private version = 1;
  private typing: ReturnType<typeof setTimeout> | undefined;
  private colouring = false;
  private colourAgain = false;

  constructor(parent: HTMLElement) {
    this.view = new EditorView({
      parent,
      // Its style sheets are adopted there, which needs no exception in the page's policy.
      root: parent.getRootNode() as ShadowRoot,
      state: this.state(''),
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Another document, without the history of the one before. */
  open(text: string): void {
    this.view.setState(this.state(text));
    this.problems = [];
    if (this.server !== undefined) {
      this.server.notify('textDocument/didChange', { textDocument: { uri, version: ++this.version }, contentChanges: [{ text: this.text }] });
      void this.colour();
      this.diagnose();
    }
    this.onChange(false);
  }

  /** The same document with another text, which can be undone. */
  replace(text: string, data = false): void {
    const before = this.text;
    text = text.replaceAll('\r\n', '\n');
    let start = 0;
    const least = Math.min(before.length, text.length);
    while (start < least && before.charCodeAt(start) === text.charCodeAt(start)) start++;
    let end = 0;
    while (end < least - start && before.charCodeAt(before.length - 1 - end) === text.charCodeAt(text.length - 1 - end)) end++;
    if (start === before.length && start === text.length) return;
    this.view.dispatch({
      changes: { from: start, to: before.length - end, insert: text.slice(start, text.length - end) },
      annotations: data ? fromData.of(true) : [],
    });
  }

  connect(server: Server): void {
    this.server = server;
    server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'gcf', version: this.version, text: this.text } });
    void this.colour();
    this.diagnose();
  }

  async apply(action: CodeAction): Promise<void> {
    if (this.server !== undefined) this.edit(await editsOf(this.server, action));
  }

  /** Shows a place and goes there. */
  reveal(range: Range): void {
    const { doc } = this.view.state;
    const anchor = offset(doc, range.start);
    this.view.dispatch({ selection: { anchor, head: anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
    this.view.focus();
  }

  async format(): Promise<void> {
    this.edit(await this.ask<TextEdit[] | null>('textDocument/formatting', { options: { tabSize: 2, insertSpaces: true } }) ?? []);
  }

  /** Asks about the document; undefined where it has changed since. */
  private async ask<Result>(method: string, params: object): Promise<Result | undefined> {
    const { version, server } = this;
    if (server === undefined) return undefined;
    // What cannot be answered about a text that is being typed is nobody's concern.
    const result = await server.request<Result>(method, { textDocument: { uri }, ...params }).catch(() => undefined);
    return version === this.version ? result : undefined;
  }

  private edit(edits: TextEdit[]): void {
    const { doc } = this.view.state;
    if (edits.length === 0) return;
    this.view.dispatch({
      changes: edits.map(({ range, newText }) => ({ from: offset(doc, range.start), to: offset(doc, range.end), insert: newText })),
    });
  }

  private state(doc: string): EditorState {
    return EditorState.create({
      doc,
      extensions: [
        lineNumbers(), history(), drawSelection(), highlightActiveLine(), lintGutter(), colours, asked,
        Prec.high(keymap.of([
          { key: 'Alt-Enter', run: () => this.hoverAtCursor() },
          { key: 'Escape', run: (view) => close(view) },
          { key: 'F12', run: () => { void this.definition(this.view.state.selection.main.head); return true; } },
          { key: 'Shift-Alt-f', run: () => { void this.format(); return true; } },
        ])),
        keymap.of([...lintKeymap, ...defaultKeymap, ...historyKeymap, ...searchKeymap]),
        autocompletion({ override: [(context) => this.complete(context)] }),
        hoverTooltip((view, at) => this.hover(view.state, at)),
        EditorView.updateListener.of((update) => this.updated(update)),
        EditorView.domEventHandlers({
          mousedown: (event, view) => {
            const at = event.ctrlKey || event.metaKey ? view.posAtCoords(event) : null;
            if (at !== null) void this.definition(at);
            return false;
          },
        }),
        EditorView.contentAttributes.of({ 'aria-label': 'GCF document', spellcheck: 'false', autocorrect: 'off', autocapitalize: 'off' }),
        look,
      ],
    });
  }

  private updated({ docChanged, viewportChanged, changes, startState, transactions }: ViewUpdate): void {
    if (docChanged) {
      this.version++;
      this.server?.notify('textDocument/didChange', {
        textDocument: { uri, version: this.version }, contentChanges: contentChanges(startState.doc, changes),
      });
      this.diagnose();
      this.onChange(transactions.some((transaction) => transaction.annotation(fromData) === true));
    }
    if (docChanged || viewportChanged) void this.colour();
  }

  /** Asks for the problems when nothing was typed for a moment. */
  private diagnose(): void {
    clearTimeout(this.typing);
    this.typing = setTimeout(async () => {
      const report = await this.ask<{ items?: Diagnostic[] }>('textDocument/diagnostic', {});
      if (report !== undefined) await this.show(report.items ?? []);
    }, 150);
  }

  private async show(diagnostics: Diagnostic[]): Promise<void> {
    const { doc } = this.view.state;
    const first = diagnostics.slice(0, mostFixes);
    const actions = first.length === 0 ? [] : await this.ask<CodeAction[] | null>('textDocument/codeAction', {
      range: { start: { line: 0, character: 0 }, end: position(doc, doc.length) },
      context: { diagnostics: first, only: ['quickfix'] },
    });
    if (actions === undefined) return;
    const key = ({ range, code }: Diagnostic) => JSON.stringify([range.start, range.end, code]);
    const fixes = new Map<string, CodeAction[]>();
    for (const action of actions ?? []) {
      for (const diagnostic of action.diagnostics ?? []) {
        const of = key(diagnostic);
        fixes.set(of, [...(fixes.get(of) ?? []), action]);
      }
    }
    this.problems = diagnostics.map((diagnostic) => ({ ...diagnostic, actions: fixes.get(key(diagnostic)) ?? [] }));
    this.view.dispatch(setDiagnostics(this.view.state, this.problems.map(({ range, severity = 1, message, actions, code }): Mark => ({
      from: offset(doc, range.start),
      to: offset(doc, range.end),
      severity: ([, 'error', 'warning', 'info', 'hint'] as const)[severity]!,
      source: code,
      message,
      actions: actions.slice(0, 3).map((action) => ({ name: action.title, apply: () => void this.apply(action) })),
    }))));
    this.onProblems(this.problems);
  }

  private async hover({ doc }: EditorState, at: number): Promise<Tooltip | null> {
    const found = await this.ask<{ contents: { value: string }; range?: Range } | null>('textDocument/hover', { position: position(doc, at) });
    if (!found) return null;
    const [from, to] = found.range === undefined ? [at, at] : [offset(doc, found.range.start), offset(doc, found.range.end)];
    return {
      pos: from,
      end: to,
      create: () => ({ dom: make('div', { class: 'gcf-hover', role: 'tooltip' }, found.contents.value) }),
    };
  }

  private hoverAtCursor(): boolean {
    void this.hover(this.view.state, this.view.state.selection.main.head).then((tooltip) => {
      if (tooltip === null) return;
      const { dom } = tooltip.create(this.view);
      this.view.dispatch({ effects: [ask.of(tooltip), EditorView.announce.of(dom.textContent ?? '')] });
    });
    return true;
  }

  private async complete({ state, pos, explicit }: CompletionContext): Promise<CompletionResult | null> {
    if (!explicit && state.doc.sliceString(pos - 1, pos) === '\n') return null;
    interface Item { label: string; detail?: string; documentation?: string | { value: string }; insertText?: string; textEdit?: TextEdit & { replace?: Range } }
    const answer = await this.ask<{ items: Item[] } | Item[] | null>('textDocument/completion', {
      position: position(state.doc, pos), context: { triggerKind: 1 },
    });
    const items = Array.isArray(answer) ? answer : answer?.items ?? [];
    if (items.length === 0) return null;
    return {
      // What is typed is in the range of the edits.
      from: Math.min(pos, ...items.map(({ textEdit }) => textEdit === undefined ? pos : offset(state.doc, textEdit.range.start))),
      filter: false,
      options: items.map((item, i) => ({
        label: item.label,
        detail: item.detail,
        boost: -i,
        info: async () => {
          const { documentation } = await this.server!.request<Item>('completionItem/resolve', item);
          const text = typeof documentation === 'string' ? documentation : documentation?.value;
          return text === undefined ? null : make('div', { class: 'gcf-hover' }, text);
        },
        apply: (view, _completion, from, to) => {
          const insert = item.textEdit?.newText ?? item.insertText ?? item.label;
          const start = item.textEdit === undefined ? from : offset(state.doc, item.textEdit.range.start);
          const rest = item.textEdit === undefined ? to : Math.max(to, to + offset(state.doc, item.textEdit.range.end) - pos);
          view.dispatch({ changes: { from: start, to: rest, insert }, selection: { anchor: start + insert.length }, userEvent: 'input.complete' });
        },
      })),
    };
  }

  private async definition(at: number): Promise<void> {
    interface Location { uri?: string; range?: Range; targetUri?: string; targetSelectionRange?: Range }
    const found = await this.ask<Location | Location[] | null>('textDocument/definition', { position: position(this.view.state.doc, at) });
    const first = Array.isArray(found) ? found[0] : found ?? undefined;
    const range = first?.range ?? first?.targetSelectionRange;
    if (range !== undefined && (first?.uri ?? first?.targetUri) === uri) this.reveal(range);
  }

  /** Colours what is in view; of several calls while the server is busy only the last one asks. */
  private async colour(): Promise<void> {
    if (this.colouring) {
      this.colourAgain = true;
      return;
    }
    this.colouring = true;
    do {
      this.colourAgain = false;
      const { state, viewport } = this.view;
      const tokens = await this.ask<{ data: number[] } | null>('textDocument/semanticTokens/range', {
        range: { start: position(state.doc, viewport.from), end: position(state.doc, viewport.to) },
      });
      if (tokens) this.view.dispatch({ effects: coloured.of(decorations(state.doc, tokens.data)) });
    } while (this.colourAgain);
    this.colouring = false;
  }
}

export function position(doc: Text, at: number): Position {
  const line = doc.lineAt(at);
  return { line: line.number - 1, character: at - line.from };
}

export function offset(doc: Text, { line, character }: Position): number {
  if (line >= doc.lines) return doc.length;
  const { from, to } = doc.line(line + 1);
  return Math.min(from + character, to);
}

/** The last change first, so that all places are those of the document before. */
function contentChanges(doc: Text, changes: ChangeSet): object[] {
  const all: object[] = [];
  changes.iterChanges((from, to, _from, _to, inserted) => {
    all.unshift({ range: { start: position(doc, from), end: position(doc, to) }, text: inserted.toString() });
  });
  return all;
}

// The server's legend, which is fixed, in classes; docs/lsp.md.
const kinds = ['keyword', 'property', 'namespace', 'number', 'string', 'operator', 'variable',
  'function', 'function', 'function', 'function', 'type', 'enum', 'comment'];
const marks = kinds.map((kind) => Decoration.mark({ class: `gcf-${kind}` }));

function decorations(doc: Text, data: number[]): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let line = 0;
  let character = 0;
  for (let i = 0; i + 4 < data.length; i += 5) {
    character = data[i] === 0 ? character + data[i + 1]! : data[i + 1]!;
    line += data[i]!;
    const from = offset(doc, { line, character });
    const to = offset(doc, { line, character: character + data[i + 2]! });
    const mark = marks[data[i + 3]!];
    if (mark !== undefined && to > from) builder.add(from, to, mark);
  }
  return builder.finish();
}

const coloured = StateEffect.define<DecorationSet>();
const colours = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { changes, effects }) {
    for (const effect of effects) if (effect.is(coloured)) return effect.value;
    return value.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

// The hover that was asked for by a key.
const ask = StateEffect.define<Tooltip | null>();
const asked = StateField.define<Tooltip | null>({
  create: () => null,
  update(value, { docChanged, selection, effects }) {
    for (const effect of effects) if (effect.is(ask)) return effect.value;
    return docChanged || selection !== undefined ? null : value;
  },
  provide: (field) => showTooltip.from(field),
});
function close(view: EditorView): boolean {
  if (view.state.field(asked) === null) return false;
  view.dispatch({ effects: ask.of(null) });
  return true;
}

// The colours are variables of style.css, which reach into the shadow.
export const look = EditorView.theme({
  '&': { height: '100%', fontSize: '14px', color: 'var(--text)', backgroundColor: 'var(--page)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--page)', color: 'var(--quiet)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--line)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--selection)' },
  '.cm-tooltip, .cm-panels': { backgroundColor: 'var(--panel)', color: 'var(--text)', borderColor: 'var(--border)', maxWidth: '60ch' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--page)' },
  '.gcf-hover': { padding: '6px 10px', whiteSpace: 'pre-wrap', maxHeight: '40vh', overflow: 'auto' },
  '.gcf-keyword': { color: 'var(--keyword)', fontWeight: 'bold' },
  '.gcf-property': { color: 'var(--property)' },
  '.gcf-namespace': { color: 'var(--keyword)' },
  '.gcf-number': { color: 'var(--number)' },
  '.gcf-string': { color: 'var(--string)' },
  '.gcf-operator': { color: 'var(--quiet)' },
  '.gcf-variable': { color: 'var(--number)' },
  '.gcf-function': { color: 'var(--function)' },
  '.gcf-type': { color: 'var(--property)' },
  '.gcf-enum': { color: 'var(--property)' },
  '.gcf-comment': { color: 'var(--quiet)', fontStyle: 'italic' },
});
