// The language server and the tools, in a worker of this page.
import { answerFiles, noFiles } from '../src/files';
import type { Begin } from '../src/worker';

export interface Position { line: number; character: number }
export interface Range { start: Position; end: Position }
export interface TextEdit { range: Range; newText: string }
export interface Diagnostic { range: Range; severity?: 1 | 2 | 3 | 4; code?: string; message: string }
export interface CodeAction {
  title: string;
  isPreferred?: boolean;
  diagnostics?: Diagnostic[];
  edit?: { changes?: Record<string, TextEdit[]>; documentChanges?: { edits: TextEdit[] }[] };
}

/** The one document of the page, as the server knows it. */
export const uri = 'file:///playground.gcf';

interface Message {
  id?: number;
  method?: string;
  result?: unknown;
  error?: { message: string };
}

export class Server {
  private last = 0;
  private readonly waiting = new Map<number, { resolve(result: any): void; reject(error: Error): void }>();
  private readonly asked = new Map<number, (answer: string) => void>();

  private constructor(private readonly messages: MessagePort, private readonly calls: MessagePort) {
    messages.onmessage = ({ data }: MessageEvent<Message>) => this.receive(data);
    calls.onmessage = ({ data: { id, answer } }: MessageEvent<{ id: number; answer: string }>) => {
      this.asked.get(id)?.(answer);
      this.asked.delete(id);
    };
  }

  /** Starts the worker with the program that stands beside the page. */
  static async start(failed: (message: string) => void): Promise<Server> {
    const worker = new Worker('worker.js');
    worker.onerror = (event) => failed(event.message);
    const [messages, calls, files] = [new MessageChannel(), new MessageChannel(), new MessageChannel()];
    // All that it can read are the tables of the tokenizer, when it counts tokens.
    answerFiles(files.port1, {
      ...noFiles,
      stat: async (path) => ({ directory: false, size: (await vocabulary(path)).length, mtime: 0 }),
      readFile: vocabulary,
    });
    const program = await WebAssembly.compileStreaming(fetch('gcf.wasm'));
    const first: Begin = { program, messages: messages.port2, calls: calls.port2, files: files.port2 };
    worker.postMessage(first, [messages.port2, calls.port2, files.port2]);
    const server = new Server(messages.port1, calls.port1);
    await server.request('initialize', { processId: null, rootUri: null, capabilities, initializationOptions: {} });
    server.notify('initialized', {});
    return server;
  }

  request<Result>(method: string, params: object): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.set(++this.last, { resolve, reject });
      this.messages.postMessage({ jsonrpc: '2.0', id: this.last, method, params });
    });
  }

  notify(method: string, params: object): void {
    this.messages.postMessage({ jsonrpc: '2.0', method, params });
  }

  /** Asks a question of the tools. */
  async call<Result>(name: string, json: string): Promise<Result> {
    const answer = await new Promise<string>((resolve) => {
      this.asked.set(++this.last, resolve);
      this.calls.postMessage({ id: this.last, name, json });
    });
    const { result, error } = JSON.parse(answer) as { result: Result; error?: string };
    if (error !== undefined) throw new Error(error);
    return result;
  }

  private receive({ id, method, result, error }: Message): void {
    if (method !== undefined) {
      // It asks for nothing that this page has.
      if (id !== undefined) this.messages.postMessage({ jsonrpc: '2.0', id, error: { code: -32601, message: method } });
      return;
    }
    const question = this.waiting.get(id!);
    this.waiting.delete(id!);
    if (error !== undefined) question?.reject(new Error(error.message));
    else question?.resolve(result);
  }
}

let tables: Promise<Uint8Array> | undefined;
function vocabulary(path: string): Promise<Uint8Array> {
  if (path !== '/vocab/o200k_base') return Promise.reject(new Error(path));
  tables ??= fetch('o200k_base.bin').then(async (response) => {
    if (!response.ok) throw new Error(path);
    return new Uint8Array(await response.arrayBuffer());
  });
  return tables;
}

// What is shown of a document is shown as text, so the server is asked for none
// that has marks.
const capabilities = {
  general: { positionEncodings: ['utf-16'] },
  textDocument: {
    synchronization: {},
    diagnostic: {},
    hover: { contentFormat: ['plaintext'] },
    completion: { completionItem: { documentationFormat: ['plaintext'] }, contextSupport: true },
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } },
      isPreferredSupport: true, dataSupport: true, resolveSupport: { properties: ['edit'] },
    },
    semanticTokens: {
      requests: { range: true }, formats: ['relative'], tokenTypes: [], tokenModifiers: [],
    },
    definition: {}, formatting: {},
  },
};

/** The edits that an action makes in the document. */
export async function editsOf(server: Server, action: CodeAction): Promise<TextEdit[]> {
  const { edit } = action.edit === undefined ? await server.request<CodeAction>('codeAction/resolve', action) : action;
  return [...(edit?.changes?.[uri] ?? []), ...(edit?.documentChanges ?? []).flatMap(({ edits }) => edits ?? [])];
}
