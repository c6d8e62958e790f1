// The server's commands (workspace/executeCommand), with their answers. The
// language client registers them in VS Code too, under the same names, for the
// server's own lenses and actions, which have the server show the result; here
// they are called for their answers.
import type * as vscode from 'vscode';
import { ExecuteCommandRequest, type BaseLanguageClient } from 'vscode-languageclient';

export interface Stats {
  profile: string;
  /** Of all tables. */
  rows: number;
  nodes: number;
  edges: number;
  bytes: number;
}

export interface Applied {
  text: string;
  /** The server knows no document with the delta's base root. */
  baseMissing: boolean;
}

export async function encode(client: BaseLanguageClient, json: string): Promise<string> {
  const { text } = await call<{ text: string }>(client, 'gcf.encode', { text: json });
  return text;
}

export function stats(client: BaseLanguageClient, source: vscode.Uri): Promise<Stats> {
  return call<Stats>(client, 'gcf.stats', { uri: client.code2ProtocolConverter.asUri(source) });
}

export async function packRoot(client: BaseLanguageClient, source: vscode.Uri): Promise<{ root: string; note: string }> {
  const uri = client.code2ProtocolConverter.asUri(source);
  const { root, declared, agrees } = await call<{ root: string; declared?: string; agrees?: boolean }>(client, 'gcf.root', { uri });
  if (declared === undefined || declared === '') return { root, note: 'the header declares none' };
  return { root, note: agrees === false ? `the header declares ${declared}` : 'as the header declares' };
}

export async function applyDelta(client: BaseLanguageClient, delta: vscode.Uri, base?: vscode.Uri): Promise<Applied> {
  const { asUri } = client.code2ProtocolConverter;
  const answer = await call<Partial<Applied>>(client, 'gcf.applyDelta', {
    uri: asUri(delta),
    base: base === undefined ? undefined : asUri(base),
  });
  return { text: answer.text ?? '', baseMissing: answer.baseMissing ?? false };
}

async function call<Answer>(client: BaseLanguageClient, command: string, argument: object): Promise<Answer> {
  return (await client.sendRequest(ExecuteCommandRequest.type, { command, arguments: [argument] })) as Answer;
}
