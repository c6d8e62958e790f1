// The language server in a worker. The first message gives it the program and
// three ports: for the messages of LSP, for the questions about files that it
// asks, and for calls of the tools.
import { remoteFiles } from './files';
import { start } from './runtime';

export interface Begin {
  /** The program, gcf.wasm, or what it was compiled to. */
  program: BufferSource | WebAssembly.Module;
  /** Messages of LSP, as objects. */
  messages: MessagePort;
  /** Questions about files, as `answerFiles` answers them; there are none without it. */
  files?: MessagePort;
  /** Calls of tools: `{id, name, json}`, answered with `{id, answer}`. */
  calls?: MessagePort;
}

/** Makes this worker the server; called by the entry of a worker's bundle. */
export function beWorker(): void {
  self.onmessage = async ({ data }: MessageEvent<Begin>) => {
    const module = data.program instanceof WebAssembly.Module ? data.program : await WebAssembly.compile(data.program);
    const program = await start(module, data.files && remoteFiles(data.files));
    const receive = program.serve((message) => data.messages.postMessage(JSON.parse(message)));
    data.messages.onmessage = ({ data: message }) => receive(JSON.stringify(message));
    if (data.calls !== undefined) {
      const calls = data.calls;
      calls.onmessage = async ({ data: { id, name, json } }: MessageEvent<{ id: number; name: string; json: string }>) =>
        calls.postMessage({ id, answer: await program.call(name, json) });
    }
  };
}
