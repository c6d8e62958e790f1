// Starts the program, cmd/gcf-wasm.
import { runtime } from 'go:wasm_exec';
import { type Files, noFiles, nodeLike } from './files';

export interface Program {
  /** Begins a session of the language server; both functions take the JSON of one message. */
  serve(send: (message: string) => void): (message: string) => void;
  /** Asks a question of the tools: JSON in, the JSON of `{"result": …}` or `{"error": text}` out. */
  call(name: string, json: string): Promise<string>;
}

interface Api {
  serve: Program['serve'];
  call(name: string, json: string, done: (answer: string) => void): void;
}

/** Runs the program, which reads what files gives it, and nothing else. */
export async function start(module: WebAssembly.Module, files: Files = noFiles): Promise<Program> {
  let ready!: (api: Api) => void;
  const api = new Promise<Api>((resolve) => { ready = resolve; });
  // All that the program sees of JavaScript.
  const Go = runtime({
    Object, Array, Uint8Array, Date, Error, crypto, performance, TextEncoder, TextDecoder,
    fs: nodeLike(files),
    path: { resolve: (...parts: string[]) => parts.join('/') },
    process: { pid: 1, ppid: 0, getuid: () => -1, getgid: () => -1, geteuid: () => -1, getegid: () => -1, cwd: () => '/' },
    ready,
  });
  const go = new Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  const ended = go.run(instance).then(() => { throw new Error('the program has ended'); });
  const { serve, call } = await Promise.race([api, ended]);
  return { serve, call: (name, json) => Promise.race([new Promise<string>((done) => call(name, json, done)), ended]) };
}
