// In a browser documents have any scheme; to the server they are files, in a
// folder for their scheme and authority.
import * as vscode from 'vscode';

/** The URI of a document as the server knows it: `file:///scheme~authority/path`. */
export function toServer(uri: vscode.Uri): string {
  if (uri.scheme === 'untitled') return uri.toString();
  return vscode.Uri.from({ scheme: 'file', path: `/${uri.scheme}~${uri.authority}${uri.path}` }).toString();
}

/** The document that the server means. A path outside such folders stays as it is. */
export function toClient(uri: vscode.Uri): vscode.Uri {
  const [, scheme, authority, path] = /^\/([^/~]+)~([^/]*)(.*)$/s.exec(uri.path) ?? [];
  if (uri.scheme !== 'file' || scheme === undefined) return uri;
  return vscode.Uri.from({ scheme, authority, path });
}
