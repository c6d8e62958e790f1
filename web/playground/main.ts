// The page: an editor, and panes that show its document in other ways.
import broken from '../../examples/broken.gcf';
import context from '../../examples/context.gcf';
import frames from '../../examples/frames.gcf';
import metrics from '../../examples/metrics-stream.gcf';
import orders from '../../examples/orders.gcf';
import { byId, make } from './dom';
import { Editor } from './editor';
import { fromFragment, toFragment } from './link';
import { GraphPane, JSONPane, largest, type Pane, ProblemsPane, SizePane, TablePane } from './panes';
import { Server } from './server';

const examples: Record<string, string> = {
  'Orders: tables in a table': orders,
  'Five mistakes': broken,
  'A code graph': context,
  'A stream of measurements': metrics,
  'Frames of the Context Graph Protocol': frames,
};

const own = 'your own';

/** In characters; more than what the server reads of a file. */
const largestFile = 64 << 20;

const status = byId('status');
const say = (text: string) => { status.textContent = text; };
const messageOf = (error: unknown) => error instanceof Error ? error.message : String(error);

const host = byId('gcf');
const shadow = host.attachShadow({ mode: 'open' });
const editor = new Editor(shadow as unknown as HTMLElement);

const choice = byId<HTMLSelectElement>('examples');
choose();
looks();
files();
link();
const opened = address();
window.addEventListener('hashchange', () => void address());
void begin();
// Without it, as from `gcf-lsp play`, the page works while it is served.
navigator.serviceWorker?.register('sw.js').catch(() => {});

async function begin(): Promise<void> {
  const started = performance.now();
  try {
    const server = await Server.start((message) => say(`The language server failed: ${message}`));
    await opened;
    editor.connect(server);
    panes(server);
    performance.measure('gcf ready', { start: started });
    say('Ready. Nothing of what you write leaves this page.');
    document.documentElement.dataset.ready = '';
  } catch (error) {
    say(`The language server did not start: ${messageOf(error)}`);
  }
}

function panes(server: Server): void {
  const names = ['json', 'table', 'problems', 'size', 'graph'] as const;
  const kinds = { json: JSONPane, table: TablePane, problems: ProblemsPane, size: SizePane, graph: GraphPane };
  const all = {} as Record<(typeof names)[number], Pane>;
  for (const name of names) all[name] = new kinds[name](byId(`panel-${name}`), editor, server);
  let current: (typeof names)[number] = 'json';
  let again: ReturnType<typeof setTimeout> | undefined;

  const draw = () => Promise.resolve(all[current].draw()).catch((error: unknown) => say(messageOf(error)));
  const open = (name: (typeof names)[number]) => {
    current = name;
    for (const other of names) {
      const tab = byId(`tab-${other}`);
      tab.setAttribute('aria-selected', String(other === name));
      tab.tabIndex = other === name ? 0 : -1;
      byId(`panel-${other}`).hidden = other !== name;
    }
    return draw();
  };
  names.forEach((name, i) => {
    const tab = byId(`tab-${name}`);
    tab.addEventListener('click', () => void open(name));
    tab.addEventListener('keydown', (event) => {
      const next = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: names.length - 1 }[event.key];
      if (next === undefined) return;
      const to = names[(next + names.length) % names.length]!;
      void open(to);
      byId(`tab-${to}`).focus();
      event.preventDefault();
    });
  });

  editor.onChange = (fromData) => {
    clearTimeout(again);
    say('');
    nameIt(editor.text);
    if (current === 'problems' || (fromData && current === 'json')) return; // problems come with the server's word
    if (editor.view.state.doc.length > largest) {
      say('The document is large: choose a tab to draw it again.');
      return;
    }
    again = setTimeout(draw, 250);
  };
  editor.onProblems = (problems) => {
    const errors = problems.filter(({ severity }) => severity === 1).length;
    byId('tab-problems').textContent = problems.length === 0 ? 'Problems' : `Problems (${problems.length})`;
    byId('tab-problems').classList.toggle('bad', errors > 0);
    if (current === 'problems') void draw();
  };
  host.addEventListener('keydown', (event) => {
    if (event.key !== '.' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    const { state } = editor.view;
    const line = state.doc.lineAt(state.selection.main.head).number - 1;
    void open('problems').then(() => (all.problems as ProblemsPane).focusLine(line));
  });
  byId('format').addEventListener('click', () => void editor.format());
  void open(current);
}

function choose(): void {
  choice.append(...[own, ...Object.keys(examples)].map((name) => make('option', {}, name)));
  choice.addEventListener('change', () => {
    const text = examples[choice.value];
    if (text !== undefined) editor.open(text);
  });
}

/** Shows as the example what is one. */
function nameIt(text: string): void {
  choice.value = Object.keys(examples).find((name) => examples[name] === text) ?? own;
}

/** Opens what the address names, else the first example. */
async function address(): Promise<void> {
  try {
    const text = location.hash === '#document' ? await served() : await fromFragment(location.hash);
    if (text !== undefined) editor.open(text);
    else if (editor.text === '') editor.open(orders);
    nameIt(editor.text);
  } catch (error) {
    say(messageOf(error));
  }
}

/** The file that `gcf-lsp play` was given. */
async function served(): Promise<string> {
  const response = await fetch('document', { cache: 'no-store' });
  if (!response.ok) throw new Error('There is no document beside this page.');
  return response.text();
}

function files(): void {
  const input = byId<HTMLInputElement>('file');
  byId('open').addEventListener('click', () => input.click());
  const open = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > largestFile) say('The file is too large.');
    else editor.open(await file.text());
    nameIt(editor.text);
  };
  input.addEventListener('change', () => void open(input.files?.[0]));
  host.addEventListener('dragover', (event) => event.preventDefault());
  host.addEventListener('drop', (event) => {
    if (event.dataTransfer?.files.length !== 1) return;
    event.preventDefault();
    event.stopPropagation();
    void open(event.dataTransfer.files[0]);
  }, { capture: true });
}

function link(): void {
  byId('link').addEventListener('click', async () => {
    const fragment = await toFragment(editor.text);
    if (fragment === undefined) {
      say('The document is too large for a link.');
      return;
    }
    history.replaceState(null, '', fragment);
    try {
      await navigator.clipboard.writeText(location.href);
      say('The link is copied. It holds the whole document.');
    } catch {
      say('The link is in the address bar. It holds the whole document.');
    }
  });
}

function looks(): void {
  const choice = byId<HTMLSelectElement>('look');
  const show = () => { document.documentElement.dataset.look = choice.value; };
  try {
    choice.value = localStorage.getItem('look') ?? 'auto';
  } catch { /* storage is forbidden: the choice is not kept */ }
  if (choice.selectedIndex < 0) choice.value = 'auto';
  show();
  choice.addEventListener('change', () => {
    show();
    try {
      localStorage.setItem('look', choice.value);
    } catch { /* as above */ }
  });
}
