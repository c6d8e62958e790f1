// GCF for programs: the functions of the npm package.
import { type Program, start } from '../src/runtime';
import type { CheckResult, Decoding, EncodeOptions, RepairResult } from './types.js';

export type { CheckResult, Decoding, EncodeOptions, Problem, RepairResult } from './types.js';

/** A document or value that cannot be taken; the message says why, with the place. */
export class GcfError extends Error {
  override name = 'GcfError';
}

let program: Promise<Program> | undefined;

// Once, when something is first asked. Node reads the file, a browser fetches it.
function load(): Promise<Program> {
  program ??= (async () => {
    const url = new URL('./gcf.wasm', import.meta.url);
    if (url.protocol !== 'file:') return start(await WebAssembly.compileStreaming(fetch(url)));
    const { readFile } = await import('node:fs/promises');
    return start(await WebAssembly.compile(await readFile(url)));
  })();
  return program;
}

async function raw(tool: string, json: string): Promise<string> {
  return (await load()).call(tool, json);
}

async function ask<Result>(tool: string, json: string): Promise<Result> {
  const { result, error } = JSON.parse(await raw(tool, json)) as { result: Result; error?: string };
  if (error !== undefined) throw new GcfError(error);
  return result;
}

/** What is wrong with a document. */
export function check(text: string): Promise<CheckResult> {
  return ask('check', JSON.stringify({ text }));
}

/** The document in canonical form, with its comments. Rejects where it has errors. */
export async function format(text: string): Promise<string> {
  return (await ask<{ text: string }>('format', JSON.stringify({ text }))).text;
}

/** The document repaired as far as that is safe; with `unsafe` also by decisions, which may lose or change data. */
export function repair(text: string, { unsafe = false } = {}): Promise<RepairResult> {
  return ask('repair', JSON.stringify({ text, unsafe }));
}

/** The data of a document. Integers beyond 2^53 are rounded, as JSON.parse does: see decodeToJSON. */
export async function decode(text: string): Promise<unknown> {
  return (await ask<Decoding>('decode', JSON.stringify({ text }))).value;
}

/** The data of a document as JSON text, members in order, integers exact. Indent is spaces a level; 0 is one line. */
export async function decodeToJSON(text: string, indent = 0): Promise<string> {
  return (await ask<Decoding>('decode', JSON.stringify({ text, indent }))).json ?? '';
}

/** A value as a document. */
export function encode(value: unknown, options: EncodeOptions = {}): Promise<string> {
  const json = JSON.stringify(value);
  if (json === undefined) return Promise.reject(new GcfError(`a ${typeof value} is no JSON value`));
  return encodeJSON(json, options);
}

/** JSON text as a document; numbers are taken as they are written. */
export async function encodeJSON(json: string, options: EncodeOptions = {}): Promise<string> {
  // It stands in the arguments as it is, so it must be one value.
  JSON.parse(json);
  const rest = JSON.stringify(options).slice(1, -1);
  return (await ask<{ text: string }>('encode', `{"value":${json}${rest === '' ? '' : `,${rest}`}}`)).text;
}
