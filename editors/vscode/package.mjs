// Packs the extension: one .vsix for each platform, with the server's binary
// for it, built here. The tools come from npm, once; the package downloads nothing.
//   node package.mjs [TARGET...]     all targets by default; see `targets`;
//                                    `here` is that of this machine
// DIST in the environment is where they go (dist/ of the checkout), VERSION what
// the server says it is.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildProgram } from '../../web/wasm_exec.mjs';

// VS Code's names, and Go's. That of "web" runs in a worker.
const targets = {
  'linux-x64': ['linux', 'amd64'],
  'linux-arm64': ['linux', 'arm64'],
  'alpine-x64': ['linux', 'amd64'],
  'alpine-arm64': ['linux', 'arm64'],
  'darwin-x64': ['darwin', 'amd64'],
  'darwin-arm64': ['darwin', 'arm64'],
  'win32-x64': ['windows', 'amd64'],
  'win32-arm64': ['windows', 'arm64'],
  web: ['js', 'wasm'],
};

const here = import.meta.dirname;
const root = path.resolve(here, '../..');
const dist = path.resolve(process.env.DIST ?? path.join(root, 'dist'));

function run(command, args, options = {}) {
  const { status } = spawnSync(command, args, { cwd: here, stdio: ['ignore', 'inherit', 'inherit'], ...options });
  if (status !== 0) process.exit(1); // it has said why
}

const libc = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime ? 'alpine' : process.platform;
const wanted = process.argv.length > 2
  ? process.argv.slice(2).map((target) => (target === 'here' ? `${libc}-${process.arch}` : target))
  : Object.keys(targets);
for (const target of wanted) {
  if (!(target in targets)) {
    console.error(`no target ${target}; there are ${Object.keys(targets).join(', ')}`);
    process.exit(2);
  }
}

if (!existsSync(path.join(here, 'node_modules', 'esbuild'))) run('npm', ['ci', '--loglevel=error']);
mkdirSync(dist, { recursive: true });
copyFileSync(path.join(root, 'LICENSE'), path.join(here, 'LICENSE'));
run(process.execPath, ['esbuild.mjs']);
// VS Code shows no pictures of a package on its page but those in the text
// itself. The README is as it was when this ends, however it ends.
const readme = path.join(here, 'README.md');
const text = readFileSync(readme, 'utf8');
process.on('exit', () => writeFileSync(readme, text));
writeFileSync(readme, text.replace(/\]\((images\/[\w-]+\.png)\)/g, (_, picture) =>
  `](data:image/png;base64,${readFileSync(path.join(here, picture)).toString('base64')})`));
for (const target of wanted) {
  rmSync(path.join(here, 'server'), { recursive: true, force: true });
  const [GOOS, GOARCH] = targets[target];
  if (GOOS === 'js') {
    buildProgram(path.join(here, 'server', 'gcf.wasm'));
  } else {
    const binary = path.join(here, 'server', GOOS === 'windows' ? 'gcf-lsp.exe' : 'gcf-lsp');
    run('go', ['build', '-trimpath', '-ldflags', `-s -w -X main.version=${process.env.VERSION ?? ''}`, '-o', binary, './cmd/gcf-lsp'], {
      cwd: root,
      env: { ...process.env, CGO_ENABLED: '0', GOOS, GOARCH },
    });
  }
  run(process.execPath, [
    'node_modules/@vscode/vsce/vsce', 'package', '--target', target, '--no-dependencies',
    '--allow-missing-repository', '--no-rewrite-relative-links', '--out', path.join(dist, `gcf-${target}.vsix`),
  ]);
}
rmSync(path.join(here, 'server'), { recursive: true, force: true });
