import type * as vscode from 'vscode';

/** The last part of a URI's path: what its file is called. */
export function nameOf(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}
