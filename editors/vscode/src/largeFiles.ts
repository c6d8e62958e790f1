// VS Code gives extensions no documents above 50 MB. Whoever opens one is told
// once why there are no hovers and no problems.
import * as vscode from 'vscode';
import { nameOf } from './names';

const limit = 50 * 1024 * 1024;

export function explainLargeFiles(): vscode.Disposable {
  const told = new Set<string>();
  return vscode.window.tabGroups.onDidChangeTabs(async ({ opened }) => {
    for (const { input } of opened) {
      if (!(input instanceof vscode.TabInputText) || input.uri.scheme !== 'file') continue;
      const key = input.uri.toString();
      if (told.has(key) || !input.uri.path.endsWith('.gcf')) continue;
      const { size } = await vscode.workspace.fs.stat(input.uri).then((stat) => stat, () => ({ size: 0 }));
      if (size <= limit) continue;
      told.add(key);
      void vscode.window.showInformationMessage(
        `${nameOf(input.uri)} is too large for VS Code's language features. `
          + 'It is highlighted at most; "gcf-lsp check" in a terminal reads files of any size.',
      );
    }
  });
}
