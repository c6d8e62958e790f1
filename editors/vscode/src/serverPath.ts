// Which server to start. Nothing here knows VS Code, so that it can be tested
// without one.
import * as path from 'node:path';

export interface Surroundings {
  /** The setting gcf.server.path; VS Code leaves out a workspace's value while the workspace is not trusted. */
  configured: string;
  /** Where the extension is installed. */
  extensionPath: string;
  /** The first workspace folder, for paths relative to it. */
  workspaceFolder?: string;
  /** Whether the person trusts the workspace: else nothing in it is started. */
  trusted: boolean;
  home: string;
  platform: NodeJS.Platform;
  /** The environment's PATH. */
  searchPath: string;
  isFile(file: string): boolean;
  /** Whether a file may be run; of the one that comes with the extension that is seen to. */
  isExecutable(file: string, ours: boolean): boolean;
}

export type Choice =
  | { kind: 'configured' | 'bundled' | 'path'; command: string }
  | { kind: 'missing'; reason: string };

/** The configured binary, else the bundled one, else the one on PATH; always an absolute path. */
export function chooseServer(around: Surroundings): Choice {
  const paths = around.platform === 'win32' ? path.win32 : path.posix;
  const executable = around.platform === 'win32' ? 'gcf-lsp.exe' : 'gcf-lsp';

  const configured = around.configured.trim();
  if (configured !== '') {
    if (!around.trusted && isOfWorkspace(configured, around, paths)) {
      return { kind: 'missing', reason: `gcf.server.path names ${configured}, in a workspace that is not trusted` };
    }
    const command = expand(configured, around, paths);
    if (command !== undefined && around.isFile(command)) return runnable({ kind: 'configured', command }, around);
    return { kind: 'missing', reason: `gcf.server.path names ${configured}, which is not there` };
  }

  const bundled = paths.join(around.extensionPath, 'server', executable);
  if (around.isFile(bundled)) return runnable({ kind: 'bundled', command: bundled }, around);

  const found = onPath(executable, around, paths);
  if (found !== undefined) return { kind: 'path', command: found };
  return { kind: 'missing', reason: 'this package of the extension has no gcf-lsp in it, and there is none on PATH' };
}

function runnable(choice: { kind: 'configured' | 'bundled'; command: string }, around: Surroundings): Choice {
  if (around.isExecutable(choice.command, choice.kind === 'bundled')) return choice;
  return { kind: 'missing', reason: `${choice.command} may not be run; "chmod +x" in a terminal allows it` };
}

// isOfWorkspace says whether a setting leads into the workspace, whoever made
// it: one of the user's own names a file of whatever workspace is open.
function isOfWorkspace(configured: string, around: Surroundings, paths: path.PlatformPath): boolean {
  if (around.workspaceFolder === undefined) return false;
  const file = expand(configured, around, paths);
  if (file === undefined) return false;
  const way = paths.relative(around.workspaceFolder, file);
  return way !== '..' && !way.startsWith(`..${paths.sep}`) && !paths.isAbsolute(way);
}

// expand makes the setting an absolute path, or undefined. A bare name is
// looked up on PATH.
function expand(configured: string, around: Surroundings, paths: path.PlatformPath): string | undefined {
  const file = configured
    .replace(/^~(?=[\\/]|$)/, () => around.home)
    .replaceAll('${userHome}', () => around.home)
    .replaceAll('${workspaceFolder}', () => around.workspaceFolder ?? '');
  if (paths.isAbsolute(file)) return file;
  if (!/[\\/]/.test(file)) return onPath(file, around, paths);
  return around.workspaceFolder === undefined ? undefined : paths.join(around.workspaceFolder, file);
}

// onPath looks in the folders of PATH itself, for the operating system may
// look in the working folder first. Relative folders are left out for the same
// reason.
function onPath(name: string, around: Surroundings, paths: path.PlatformPath): string | undefined {
  const names = around.platform === 'win32' && paths.extname(name) === '' ? [`${name}.exe`] : [name];
  return around.searchPath
    .split(paths.delimiter)
    .filter((folder) => paths.isAbsolute(folder))
    .flatMap((folder) => names.map((each) => paths.join(folder, each)))
    .find((file) => around.isFile(file));
}
