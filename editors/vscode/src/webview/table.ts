// The table view's page: a grid that holds only the rows in view and asks the
// extension for them, a window at a time. Whatever comes from the document is
// put in as text, never as markup.
import type { Cell, TableResult, TableRow } from '../protocol';
import type { Sort, TableState, ToExtension, ToPage } from '../tableMessages';
import { Scroll } from './scroll';

declare function acquireVsCodeApi(): {
  postMessage(message: ToExtension): void;
  getState(): TableState | undefined;
  setState(state: TableState): void;
};
const vscode = acquireVsCodeApi();

const rowHeight = 22;
const pageSize = 200;
/** Pages that are kept; one screen needs two at most. */
const pagesKept = 50;
const longestCell = 300;

const grid = element('grid');
const head = element('head');
const body = element('rows');
const tables = element<HTMLSelectElement>('tables');
const filter = element<HTMLInputElement>('filter');
const goto = element<HTMLInputElement>('goto');
const count = element('count');

let state: TableState = vscode.getState() ?? { uri: '', table: 0, filter: '', top: 0 };
let latest: TableResult | undefined;
let selected = 0;
/** Of the selected cell, from 0. */
let column = 0;
let editing: HTMLInputElement | undefined;
const pages = new Map<number, TableRow[]>();
const asked = new Set<number>();
// A request is known by its page and by the generation: answers to questions
// about another table, order or version are dropped.
let generation = 0;
const questions = new Map<number, { page: number; generation: number }>();
let lastId = 0;

window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
  switch (data.type) {
    case 'show':
      if (data.uri !== state.uri || (data.table !== undefined && data.table !== state.table)) {
        state = { uri: data.uri, table: data.table ?? 0, filter: '', top: 0 };
      }
      filter.value = state.filter;
      reload();
      break;
    case 'changed':
      reload();
      break;
    case 'rows': {
      const question = answered(data.id);
      if (question !== undefined) take(question.page, data.result);
      break;
    }
    case 'refused':
      selected = Math.min(selected, Math.max((latest?.total ?? 1) - 1, 0));
      count.textContent = data.message;
      break;
    case 'failed': {
      if (answered(data.id) !== undefined) count.textContent = data.message;
      break;
    }
  }
});

tables.addEventListener('change', () => change({ table: tables.selectedIndex, sort: undefined, top: 0 }));
let typing: ReturnType<typeof setTimeout> | undefined;
filter.addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(() => change({ filter: filter.value, top: 0 }), 150);
});
goto.addEventListener('change', () => {
  const row = goto.valueAsNumber - 1;
  if (Number.isInteger(row)) {
    select(row);
    grid.focus();
  }
});
grid.addEventListener('scroll', () => {
  remember(scroll().rowAt(grid.scrollTop));
  draw();
});
grid.addEventListener('keydown', (event) => {
  const page = Math.max(scroll().visible - 2, 1);
  const moves: Record<string, number> = {
    ArrowDown: selected + 1,
    ArrowUp: selected - 1,
    PageDown: selected + page,
    PageUp: selected - page,
    Home: 0,
    End: Number.POSITIVE_INFINITY,
  };
  if (event.target !== grid) return;
  const target = moves[event.key];
  const held = event.altKey || event.ctrlKey || event.metaKey;
  const plain = (event.key === 'ArrowUp' || event.key === 'ArrowDown') && event.altKey && !event.ctrlKey;
  if (plain) edit({ what: event.key === 'ArrowUp' ? 'up' : 'down' });
  else if (target !== undefined && !held) select(target);
  else if (event.key === 'ArrowLeft' && !held) selectColumn(column - 1);
  else if (event.key === 'ArrowRight' && !held) selectColumn(column + 1);
  else if (event.key === 'Tab' && !held && latest !== undefined && column + (event.shiftKey ? -1 : 1) in latest.columns) selectColumn(column + (event.shiftKey ? -1 : 1));
  else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) reveal(selected);
  else if ((event.key === 'Enter' || event.key === 'F2') && !held) beginEdit();
  else if (event.key === 'Insert' && !held) edit({ what: 'insert' });
  else if (event.key === 'Delete' && event.ctrlKey) edit({ what: 'remove' });
  else if (event.key.length === 1 && event.key !== ' ' && !held) beginEdit(event.key);
  else return;
  // VS Code has uses of its own for some of these keys.
  event.stopPropagation();
  event.preventDefault();
});
// The second click of two: the first one drew the row anew, so that no element
// has been clicked twice.
body.addEventListener('click', (event) => {
  const row = rowOf(event);
  if (row === undefined || editing?.contains(event.target as Node)) return;
  const at = columnOf(event);
  selectColumn(at ?? column);
  select(row);
  if (event.detail !== 2) return;
  if (at === undefined) reveal(row); // the number of the row
  else beginEdit();
});
new ResizeObserver(() => draw()).observe(grid);
vscode.postMessage({ type: 'ready' });

/** Another table, order or filter: what was fetched is of no use. */
function change(to: Partial<TableState>): void {
  state = { ...state, ...to };
  selected = 0;
  reload();
}

function reload(): void {
  generation++;
  pages.clear();
  asked.clear();
  remember(state.top);
  ask(Math.floor(state.top / pageSize));
}

function ask(page: number): void {
  if (asked.has(page)) return;
  asked.add(page);
  const id = ++lastId;
  questions.set(id, { page, generation });
  const { table, sort, filter: text } = state;
  vscode.postMessage({ type: 'rows', id, table, start: page * pageSize, count: pageSize, sort, filter: text });
}

function answered(id: number): { page: number } | undefined {
  const question = questions.get(id);
  questions.delete(id);
  return question?.generation === generation ? question : undefined;
}

function take(page: number, result: TableResult): void {
  if (state.table >= result.tables.length && result.tables.length > 0) {
    // It has gone with an edit.
    change({ table: 0, sort: undefined, top: 0 });
    return;
  }
  const first = pages.size === 0;
  latest = result;
  pages.set(page, result.rows);
  for (const oldest of pages.keys()) {
    if (pages.size <= pagesKept) break;
    pages.delete(oldest);
    asked.delete(oldest);
  }
  if (first) {
    drawTables(result);
    drawHead(result);
    selected = Math.min(selected, Math.max(result.total - 1, 0));
    body.style.height = `${scroll().height}px`;
    grid.scrollTop = scroll().positionOf(state.top);
  }
  draw();
}

function drawTables({ tables: all, table }: TableResult): void {
  tables.replaceChildren(...all.map(({ name, rows }, index) => {
    const option = document.createElement('option');
    option.textContent = `${name === '' ? `table ${index + 1}` : name} (${rows.toLocaleString('en')})`;
    return option;
  }));
  tables.selectedIndex = table;
  tables.disabled = all.length < 2;
}

function drawHead(result: TableResult): void {
  const sample = result.rows.slice(0, 100);
  const widths = result.columns.map(({ name }, column) =>
    Math.min(Math.max(name.length + 3, ...sample.map((row) => textOf(row.cells[column] ?? null).length)), 48) + 2);
  grid.style.setProperty('--columns', ['8ch', ...widths.map((width) => `${width}ch`)].join(' '));
  grid.setAttribute('aria-rowcount', String(result.total + 1));
  grid.setAttribute('aria-colcount', String(result.columns.length + 1));
  const corner = document.createElement('div');
  corner.setAttribute('role', 'columnheader');
  corner.textContent = '#';
  head.replaceChildren(corner, ...result.columns.map(({ name, types }, column) => {
    const cell = document.createElement('div');
    const order = state.sort?.column === column ? (state.sort.descending ? 'descending' : 'ascending') : 'none';
    cell.setAttribute('role', 'columnheader');
    cell.setAttribute('aria-sort', order);
    const button = document.createElement('button');
    button.textContent = name + { ascending: ' ▲', descending: ' ▼', none: '' }[order];
    button.title = `${name}: ${types.join(', ')}`;
    button.addEventListener('click', () => change({ sort: nextSort(column), top: 0 }));
    cell.append(button);
    return cell;
  }));
  // Its rows are positioned, so they give it no width.
  body.style.width = `${head.offsetWidth}px`;
}

/** Up, down, and the document's own order again. */
function nextSort(column: number): Sort | undefined {
  if (state.sort?.column !== column) return { column, descending: false };
  return state.sort.descending ? undefined : { column, descending: true };
}

function draw(): void {
  if (latest === undefined) return;
  const { total, tables: all } = latest;
  const rows = all[latest.table]?.rows ?? 0;
  count.textContent = all.length === 0
    ? 'No tables in this document'
    : state.filter === '' ? `${total.toLocaleString('en')} rows` : `${total.toLocaleString('en')} of ${rows.toLocaleString('en')} rows`;

  const view = scroll();
  const top = view.rowAt(grid.scrollTop);
  const first = Math.max(Math.floor(top) - 3, 0);
  const last = Math.min(Math.ceil(top) + view.visible + 3, total);
  const columns = columnsInView();
  const drawn: HTMLElement[] = [];
  for (let row = first; row < last; row++) drawn.push(drawRow(row, grid.scrollTop + (row - top) * rowHeight, columns));
  if (editing !== undefined) return; // it is drawn when it ends
  body.replaceChildren(...drawn);
  grid.setAttribute('aria-activedescendant', `cell-${selected}-${column}`);
}

/** The columns that are at least in part in view, from 0, the second one not included. */
function columnsInView(): [number, number] {
  // The first head is the row numbers' one.
  const heads = [...head.children].slice(1) as HTMLElement[];
  const right = grid.scrollLeft + grid.clientWidth;
  const first = heads.findIndex((cell) => cell.offsetLeft + cell.offsetWidth > grid.scrollLeft);
  const last = heads.findIndex((cell) => cell.offsetLeft > right);
  return [Math.max(first, 0), last < 0 ? heads.length : last];
}

function drawRow(row: number, y: number, [firstColumn, lastColumn]: [number, number]): HTMLElement {
  const line = document.createElement('div');
  line.id = `row-${row}`;
  line.className = row === selected ? 'row selected' : 'row';
  line.style.transform = `translateY(${y}px)`;
  line.setAttribute('role', 'row');
  line.setAttribute('aria-rowindex', String(row + 2));
  line.setAttribute('aria-selected', String(row === selected));
  const known = rowAt(row);
  if (known === undefined) {
    line.classList.add('pending');
    ask(Math.floor(row / pageSize));
  }
  line.append(
    drawCell(0, known === undefined ? '…' : String(known.index + 1), 'index'),
    ...(known?.cells ?? []).map((cell, i) => [cell, i] as const)
      .filter(([, i]) => i === 0 || (i >= firstColumn && i < lastColumn))
      .map(([cell, i]) => drawCell(i + 1, textOf(cell), kindOf(cell), row)),
  );
  return line;
}

/** A cell in a column of the grid, where 0 is the row numbers' one. */
function drawCell(at: number, text: string, kind: string, row?: number): HTMLElement {
  const cell = document.createElement('div');
  cell.className = kind;
  if (at === 1) cell.classList.add('first');
  if (row !== undefined) {
    cell.id = `cell-${row}-${at - 1}`;
    if (row === selected && at - 1 === column) cell.classList.add('current');
  }
  cell.style.gridColumn = String(at + 1);
  cell.setAttribute('aria-colindex', String(at + 1));
  cell.setAttribute('role', at === 0 ? 'rowheader' : 'gridcell');
  cell.textContent = text;
  cell.title = text;
  return cell;
}

function textOf(cell: Cell): string {
  if (cell === null) return 'null';
  if (typeof cell !== 'object') return shorten(String(cell));
  if ('absent' in cell) return 'absent';
  return shorten(typeof cell.json === 'string' ? cell.json : JSON.stringify(cell.json));
}

function kindOf(cell: Cell): string {
  if (cell === null) return 'none';
  if (typeof cell !== 'object') return typeof cell;
  if ('absent' in cell) return 'none';
  return typeof cell.json === 'string' ? 'number' : 'json';
}

function shorten(text: string): string {
  return text.length <= longestCell ? text : `${text.slice(0, longestCell)}…`;
}

function select(row: number): void {
  if (latest === undefined || latest.total === 0) return;
  selected = Math.min(Math.max(row, 0), latest.total - 1);
  const view = scroll();
  const top = view.rowAt(grid.scrollTop);
  const whole = Math.max(view.visible - 2, 1);
  if (selected < top) grid.scrollTop = view.positionOf(selected);
  else if (selected > top + whole) grid.scrollTop = view.positionOf(selected - whole);
  draw();
}

function selectColumn(to: number): void {
  if (latest === undefined) return;
  column = Math.min(Math.max(to, 0), Math.max(latest.columns.length - 1, 0));
  draw();
  document.getElementById(`cell-${selected}-${column}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Changes the document at the selected cell; the rows come again when it has changed. */
function edit(change: { what: 'set' | 'insert' | 'remove' | 'up' | 'down'; typed?: string }): void {
  const row = rowAt(selected);
  if (latest === undefined || row === undefined) return;
  vscode.postMessage({ type: 'edit', table: state.table, row: row.index, column, version: latest.version, ...change });
  // In the document's own order the selection goes with the row, and to a new one.
  const by = { set: 0, remove: 0, insert: 1, up: -1, down: 1 }[change.what];
  if (state.sort === undefined && state.filter === '') selected = Math.max(selected + by, 0);
}

/** What one would type for a cell as it is. */
function typedOf(cell: Cell): string {
  if (cell === null) return '-';
  if (typeof cell !== 'object') {
    const read = /^(-|~|true|false|".*|-?\d+(\.\d+)?([eE][-+]?\d+)?)$/s;
    return typeof cell === 'string' && read.test(cell) ? JSON.stringify(cell) : String(cell);
  }
  if ('absent' in cell) return '~';
  return typeof cell.json === 'string' ? cell.json : '';
}

function beginEdit(text?: string): void {
  const row = rowAt(selected);
  const cell = row?.cells[column];
  draw();
  const place = document.getElementById(`cell-${selected}-${column}`);
  if (cell === undefined || place === null) return;
  if (cell !== null && typeof cell === 'object' && 'json' in cell && typeof cell.json !== 'string') {
    reveal(selected); // what is attached is edited in the document
    return;
  }
  const before = typedOf(cell);
  const input = document.createElement('input');
  input.value = text ?? before;
  input.setAttribute('aria-label', `${latest?.columns[column]?.name ?? ''}, row ${selected + 1}`);
  let done = false;
  const end = (keep: boolean, move = 0) => {
    if (done) return;
    done = true;
    editing = undefined;
    if (keep && input.value !== before) edit({ what: 'set', typed: input.value });
    if (move !== 0) selectColumn(column + move);
    draw();
    grid.focus();
  };
  input.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.isComposing) return;
    if (event.key === 'Enter') {
      end(true);
      select(selected + 1);
    } else if (event.key === 'Tab') {
      event.preventDefault();
      end(true, event.shiftKey ? -1 : 1);
    } else if (event.key === 'Escape') end(false);
  });
  input.addEventListener('blur', () => end(true));
  place.replaceChildren(input);
  editing = input;
  input.focus();
  if (text === undefined) input.select();
  else input.setSelectionRange(text.length, text.length);
}

function reveal(row: number): void {
  const known = rowAt(row);
  if (known !== undefined) vscode.postMessage({ type: 'reveal', line: known.line });
}

function rowAt(row: number): TableRow | undefined {
  return pages.get(Math.floor(row / pageSize))?.[row % pageSize];
}

function rowOf(event: Event): number | undefined {
  const line = (event.target as HTMLElement).closest('.row');
  return line === null ? undefined : Number(line.id.slice('row-'.length));
}

/** The column of the document's table that was hit; undefined for the number of the row. */
function columnOf(event: Event): number | undefined {
  const cell = (event.target as HTMLElement).closest('[aria-colindex]');
  const at = Number(cell?.getAttribute('aria-colindex') ?? 1) - 2;
  return at < 0 ? undefined : at;
}

function remember(top: number): void {
  state.top = Math.floor(top);
  vscode.setState(state);
}

function scroll(): Scroll {
  return new Scroll(latest?.total ?? 0, rowHeight, Math.max(grid.clientHeight - head.offsetHeight, rowHeight));
}

function element<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found as T;
}
