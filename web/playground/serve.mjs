// Serves the built page to tests, as any static web server does, below a path
// of its own; and finds the browser that the editors' tests use.
import { existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

export const built = path.resolve(process.env.DIST ?? path.join(import.meta.dirname, '../../dist'), 'playground');
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.txt': 'text/plain' };

/** @returns {Promise<{url: string, asked: string[], close(): void}>} */
export async function serve() {
  const asked = [];
  const server = http.createServer((request, response) => {
    asked.push(request.url);
    const name = request.url === '/gcf/' ? 'index.html' : path.basename(request.url);
    const file = path.join(built, name);
    if (!request.url.startsWith('/gcf/') || !existsSync(file)) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' }).end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/gcf/`,
    asked,
    close() { server.close(); server.closeAllConnections(); },
  };
}

const editors = process.env.GCF_EDITORS_DIR ?? path.join(os.homedir(), '.cache/gcf-editors');
const playwright = path.join(editors, 'vscode/package.json');
/** Why there is no browser, or false. */
export const noBrowser = existsSync(playwright) && existsSync('/usr/bin/chromium') ? false
  : 'there is no browser: editors/e2e/tools/setup.sh installs one';

export function launch() {
  return createRequire(playwright)('playwright-core').chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
}
