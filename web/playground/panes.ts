// What is shown beside the document. Each pane draws into its panel when it is
// the one in view, and is asked again after each change.
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { linter } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { button, make, shorten } from './dom';
import { type Editor, fromData, look, type Problem } from './editor';
import { drawGraph, type Graph } from './graph';
import { type Server, uri } from './server';

export interface Pane {
  /** Draws what there is to show of the document now. */
  draw(): Promise<void> | void;
}

/** In characters of a document: up to there a pane is drawn after each change. */
export const largest = 2 << 20;

const messageOf = (error: unknown) => error instanceof Error ? error.message : String(error);

const jsonColours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--property)' },
  { tag: tags.number, color: 'var(--number)' },
  { tag: [tags.bool, tags.null], color: 'var(--keyword)', fontWeight: 'bold' },
]);

/** The data as JSON; what is typed there becomes the document. */
export class JSONPane implements Pane {
  private readonly view: EditorView;
  private readonly locked = new Compartment();
  private readonly note = make('p', { class: 'note', role: 'status' });
  private typing: ReturnType<typeof setTimeout> | undefined;

  constructor(panel: HTMLElement, private readonly editor: Editor, private readonly server: Server) {
    const host = make('div', { class: 'editor' });
    panel.append(this.note, host);
    const shadow = host.attachShadow({ mode: 'open' });
    this.view = new EditorView({
      parent: shadow as unknown as HTMLElement,
      root: shadow,
      state: EditorState.create({
        extensions: [
          lineNumbers(), history(), drawSelection(), json(), linter(jsonParseLinter()), syntaxHighlighting(jsonColours),
          keymap.of([...defaultKeymap, ...historyKeymap]), this.locked.of([]),
          EditorView.contentAttributes.of({ 'aria-label': 'The data as JSON' }),
          EditorView.updateListener.of(({ docChanged, transactions }) => {
            if (!docChanged || transactions.some((transaction) => transaction.annotation(fromData))) return;
            clearTimeout(this.typing);
            this.typing = setTimeout(() => void this.encode(), 300);
          }),
          look,
        ],
      }),
    });
  }

  async draw(): Promise<void> {
    const { json: text, error } = await this.server.request<{ json: string | null; error?: string }>('gcf/decoded', { textDocument: { uri }, indent: 2 });
    // The data that were there last stay, but are no longer those of the document.
    this.view.dispatch({ effects: this.locked.reconfigure(text === null ? EditorState.readOnly.of(true) : []) });
    if (text === null) {
      this.note.textContent = `The document has no data: ${error ?? 'it has errors'}`;
      return;
    }
    this.note.textContent = 'Edit it, and the document is written anew: comments are no data.';
    if (text !== this.view.state.doc.toString()) {
      this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, annotations: fromData.of(true) });
    }
  }

  private async encode(): Promise<void> {
    const text = this.view.state.doc.toString();
    try {
      JSON.parse(text); // it stands in the arguments as it is, so it must be one value
      const { text: gcf } = await this.server.call<{ text: string }>('encode', `{"value":${text}}`);
      if (text !== this.view.state.doc.toString()) return;
      this.editor.replace(gcf, true);
      this.note.textContent = 'The document is written from this.';
    } catch (error) {
      this.note.textContent = `The document stays as it was: ${messageOf(error)}`;
    }
  }
}

type Cell = string | number | boolean | null | { absent: true } | { json: unknown };
interface Table {
  tables: { name: string; rows: number }[];
  table: number;
  columns: { name: string; types: string[] }[];
  total: number;
  start: number;
  rows: { line: number; index: number; cells: Cell[] }[];
}

/** The tables of the document, a page at a time. */
export class TablePane implements Pane {
  private static readonly page = 100;
  private table = 0;
  private start = 0;
  private sort: { column: number; descending: boolean } | undefined;
  private filter = '';
  private readonly choice = make('select', { 'aria-label': 'Table' });
  private readonly count = make('span', { role: 'status' });
  private readonly grid = make('table');

  constructor(panel: HTMLElement, private readonly editor: Editor, private readonly server: Server) {
    const filter = make('input', { type: 'search', placeholder: 'Filter', 'aria-label': 'Filter rows' });
    filter.addEventListener('input', () => { this.filter = filter.value; this.turn(0); });
    this.choice.addEventListener('change', () => { this.table = this.choice.selectedIndex; this.sort = undefined; this.turn(0); });
    panel.append(
      make('div', { class: 'bar' }, this.choice, filter,
        button('Previous', () => this.turn(this.start - TablePane.page)), button('Next', () => this.turn(this.start + TablePane.page)), this.count),
      make('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Rows' }, this.grid),
    );
  }

  private turn(start: number): void {
    this.start = Math.max(start, 0);
    void this.draw();
  }

  async draw(): Promise<void> {
    const { table, start, sort, filter } = this;
    const result = await this.server.request<Table>('gcf/table', { textDocument: { uri }, table, start, count: TablePane.page, sort, filter });
    if ((result.tables.length > 0 && table >= result.tables.length) || (start > 0 && start >= result.total)) {
      if (table >= result.tables.length) this.table = 0;
      return this.turn(0);
    }
    const [first, last] = [start + 1, start + result.rows.length];
    this.count.textContent = result.tables.length === 0 ? 'There is no table in this document.'
      : `${result.total === 0 ? 'no' : `${first}–${last} of ${result.total}`} rows`;
    this.choice.replaceChildren(...result.tables.map(({ name, rows }, i) => make('option', {}, `${name === '' ? `table ${i + 1}` : shorten(name, 60)} (${rows})`)));
    this.choice.selectedIndex = result.table;
    this.choice.disabled = result.tables.length < 2;
    const order = (column: number) => this.sort?.column !== column ? 'none' : this.sort.descending ? 'descending' : 'ascending';
    this.grid.replaceChildren(
      make('thead', {}, make('tr', {}, make('th', { scope: 'col' }, 'line'), ...result.columns.map(({ name, types }, column) =>
        make('th', { scope: 'col', 'aria-sort': order(column) }, button(`${shorten(name, 60)}${{ none: '', ascending: ' ▲', descending: ' ▼' }[order(column)]}`, () => {
          this.sort = order(column) === 'descending' ? undefined : { column, descending: order(column) === 'ascending' };
          this.turn(0);
        }, { title: types.join(', ') }))))),
      make('tbody', {}, ...result.rows.map(({ line, cells }) => make('tr', {},
        make('th', { scope: 'row' }, button(String(line + 1), () => this.editor.reveal(at(line)), { 'aria-label': `Go to line ${line + 1}` })),
        ...cells.map(drawCell)))),
    );
  }
}

const at = (line: number) => ({ start: { line, character: 0 }, end: { line, character: 0 } });

function drawCell(cell: Cell): HTMLTableCellElement {
  if (cell === null) return make('td', { class: 'none' }, 'null');
  if (typeof cell !== 'object') return make('td', { class: typeof cell }, shorten(String(cell), 200));
  if ('absent' in cell) return make('td', { class: 'none' }, 'absent');
  return make('td', { class: 'json' }, shorten(typeof cell.json === 'string' ? cell.json : JSON.stringify(cell.json), 200));
}

interface Repair {
  text: string;
  changed: boolean;
  ok: boolean;
  applied: string[];
  left: { message: string }[];
  dropped?: string[];
  invented?: string[];
}

/** What is wrong, what can be done about it, and what repair would do. */
export class ProblemsPane implements Pane {
  private static readonly most = 200;
  private readonly list = make('ol', { class: 'problems', 'aria-label': 'Problems' });
  private readonly count = make('p', { role: 'status' });
  private readonly repairs = make('section', { 'aria-label': 'Repair' });

  constructor(panel: HTMLElement, private readonly editor: Editor, private readonly server: Server) {
    panel.append(this.count, this.list, this.repairs);
  }

  async draw(): Promise<void> {
    const { problems } = this.editor;
    this.count.textContent = problems.length === 0 ? 'There is nothing wrong with this document.' : `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`;
    // What has the focus may be drawn anew: it goes to what stands in its place.
    const focused = [...this.list.querySelectorAll('button')].indexOf(document.activeElement as HTMLButtonElement);
    this.list.replaceChildren(...problems.slice(0, ProblemsPane.most).map((problem) => this.item(problem)));
    if (focused >= 0) {
      const buttons = this.list.querySelectorAll('button');
      (buttons[Math.min(focused, buttons.length - 1)] ?? document.getElementById('tab-problems'))?.focus();
    }
    await this.drawRepair();
  }

  /** Puts the focus on the first fix of a problem in a line. */
  focusLine(line: number): void {
    const i = this.editor.problems.findIndex(({ range }) => range.start.line <= line && line <= range.end.line);
    const item = this.list.children[Math.max(i, 0)];
    (item?.querySelector<HTMLElement>('.fix') ?? item?.querySelector('button'))?.focus();
  }

  private item({ range, severity = 1, code = '', message, actions }: Problem): HTMLElement {
    const word = ['', 'error', 'warning', 'information', 'hint'][severity]!;
    const page = make('pre', { hidden: '' });
    const more = button(`What ${code} means`, async () => {
      if (page.textContent === '') page.textContent = (await this.server.call<{ markdown: string }>('explain', JSON.stringify({ code }))).markdown;
      page.hidden = !page.hidden;
      more.setAttribute('aria-expanded', String(!page.hidden));
    }, { 'aria-expanded': 'false' });
    return make('li', { class: word },
      make('div', {}, make('strong', {}, word), ' ', button(`line ${range.start.line + 1}`, () => this.editor.reveal(range)), ' ', message),
      make('div', { class: 'bar' }, ...actions.map((action) => button(action.title, () => void this.editor.apply(action), { class: 'fix' })), more),
      page);
  }

  private async drawRepair(): Promise<void> {
    if (!this.editor.problems.some(({ severity = 1 }) => severity === 1)) {
      this.repairs.replaceChildren();
      return;
    }
    const text = this.editor.text;
    let repair: Repair | undefined;
    let level: 'safe' | 'unsafe' | 'lossy' = 'safe';
    for (level of ['safe', 'unsafe', 'lossy'] as const) {
      repair = await this.server.call<Repair>('repair', JSON.stringify({ text, [level]: level === 'safe' ? undefined : true }));
      if (repair.ok) break;
    }
    if (repair === undefined || text !== this.editor.text) return;
    const { text: repaired, applied, dropped = [], invented = [], ok } = repair;
    const says = {
      safe: 'This is safe: there is no other close explanation.',
      unsafe: 'This decides between explanations; nothing is dropped or made up.',
      lossy: 'This drops or makes up data.',
    }[level];
    const items = (title: string, all: string[]) => all.length === 0 ? [] : [make('h3', {}, title), make('ol', {}, ...all.slice(0, 50).map((one) => make('li', {}, shorten(one, 300))))];
    this.repairs.replaceChildren(
      make('h2', {}, 'What repair would do'),
      make('p', {}, applied.length === 0 ? 'Nothing: no mistake is behind these errors that it knows.' : `${says}${ok ? '' : ' The result has errors still.'}`),
      ...items('Steps', applied), ...items('Dropped', dropped), ...items('Made up', invented),
      ...(applied.length === 0 ? [] : [
        make('details', {}, make('summary', {}, 'The result'), make('pre', {}, shorten(repaired, 20000))),
        button('Repair', () => this.editor.replace(repaired), { class: 'primary' }),
      ]),
    );
  }
}

interface Size { bytes: number; tokens?: number }

/** Bytes and tokens beside those of the same data as JSON. */
export class SizePane implements Pane {
  constructor(private readonly panel: HTMLElement, private readonly editor: Editor, private readonly server: Server) {}

  async draw(): Promise<void> {
    const text = this.editor.text;
    const { gcf, json: compact, prettyJSON } = await this.server.call<{ gcf: Size; json: Size; prettyJSON: Size }>('size', JSON.stringify({ text, tokenizer: 'o200k_base' }));
    if (compact.bytes === 0) {
      this.panel.replaceChildren(make('p', { role: 'status' }, `${gcf.tokens} tokens, ${gcf.bytes} bytes. The document has errors, so there is no JSON to compare it with.`));
      return;
    }
    const rows: [string, Size][] = [['GCF', gcf], ['compact JSON', compact], ['indented JSON', prettyJSON]];
    this.panel.replaceChildren(
      this.chart('Tokens', rows.map(([name, { tokens = 0 }]) => [name, tokens])),
      this.chart('Bytes', rows.map(([name, { bytes }]) => [name, bytes])),
      make('p', { class: 'note' }, 'Tokens are those of o200k_base, counted here. Comments count; they are not in the JSON.'),
    );
  }

  private chart(title: string, rows: [string, number][]): HTMLElement {
    const most = Math.max(...rows.map(([, n]) => n), 1);
    const ours = rows[0]![1];
    return make('table', { class: 'chart' }, make('caption', {}, title), ...rows.map(([name, n], i) => {
      const bar = make('div', { class: i === 0 ? 'value ours' : 'value', 'aria-hidden': 'true' });
      bar.style.width = `${n / most * 100}%`;
      const share = i === 0 || n === 0 ? '' : `GCF is ${Math.round(ours / n * 100)} %`;
      return make('tr', {}, make('th', { scope: 'row' }, name), make('td', { class: 'number' }, n.toLocaleString('en')), make('td', { class: 'bars' }, bar), make('td', {}, share));
    }));
  }
}

/** The graph of a document in the graph profile. */
export class GraphPane implements Pane {
  constructor(private readonly panel: HTMLElement, private readonly editor: Editor, private readonly server: Server) {}

  async draw(): Promise<void> {
    const { json: text } = await this.server.request<{ json: string | null }>('gcf/decoded', { textDocument: { uri } });
    const graph = /^﻿?GCF\s.*profile=graph(\s|$)/.test(this.editor.text.slice(0, 10000).split('\n', 1)[0]!) && text !== null
      ? JSON.parse(text) as Graph : undefined;
    this.panel.replaceChildren(...(graph?.symbols === undefined
      ? [make('p', { role: 'status' }, 'This document is no graph, or it has errors. “A code graph” among the examples is one.')]
      : drawGraph(graph)));
  }
}
