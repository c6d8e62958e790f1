import assert from 'node:assert/strict';
import test from 'node:test';
import { type Surroundings, chooseServer } from '../../src/serverPath';

function around(files: string[], changes: Partial<Surroundings> = {}): Surroundings {
  return {
    configured: '',
    extensionPath: '/ext',
    workspaceFolder: '/repo',
    trusted: true,
    home: '/home/ann',
    platform: 'linux',
    searchPath: '/usr/bin:/opt/bin',
    isFile: (file) => files.includes(file),
    isExecutable: () => true,
    ...changes,
  };
}

test('the bundled binary comes before the one on PATH', () => {
  assert.deepEqual(
    chooseServer(around(['/ext/server/gcf-lsp', '/usr/bin/gcf-lsp'])),
    { kind: 'bundled', command: '/ext/server/gcf-lsp' },
  );
});

test('without a bundled binary, PATH in its order', () => {
  assert.deepEqual(
    chooseServer(around(['/usr/bin/gcf-lsp', '/opt/bin/gcf-lsp'])),
    { kind: 'path', command: '/usr/bin/gcf-lsp' },
  );
});

test('a relative folder of PATH is not searched', () => {
  const { kind } = chooseServer(around(['gcf-lsp', './gcf-lsp', 'bin/gcf-lsp'], { searchPath: '.:bin:' }));
  assert.equal(kind, 'missing');
});

test('the setting comes first, and its forms are expanded', () => {
  const files = ['/opt/gcf', '/home/ann/bin/gcf', '/repo/bin/gcf', '/opt/bin/other', '/ext/server/gcf-lsp'];
  const forms: Record<string, string> = {
    '/opt/gcf': '/opt/gcf',
    ' /opt/gcf ': '/opt/gcf',
    '~/bin/gcf': '/home/ann/bin/gcf',
    '${userHome}/bin/gcf': '/home/ann/bin/gcf',
    '${workspaceFolder}/bin/gcf': '/repo/bin/gcf',
    './bin/gcf': '/repo/bin/gcf',
    other: '/opt/bin/other',
  };
  for (const [configured, command] of Object.entries(forms)) {
    assert.deepEqual(chooseServer(around(files, { configured })), { kind: 'configured', command }, configured);
  }
});

test('a setting that names nothing is an error, not another binary', () => {
  const choice = chooseServer(around(['/ext/server/gcf-lsp'], { configured: '/gone/gcf-lsp' }));
  assert.deepEqual(choice, { kind: 'missing', reason: 'gcf.server.path names /gone/gcf-lsp, which is not there' });
});

test('a path relative to no workspace is an error', () => {
  assert.equal(chooseServer(around(['/bin/gcf'], { configured: './bin/gcf', workspaceFolder: undefined })).kind, 'missing');
});

test('a workspace that is not trusted has nothing started in it, whatever setting names it', () => {
  const files = ['/repo/bin/gcf', '/repo/gcf', '/repository/gcf', '/opt/gcf', '/ext/server/gcf-lsp'];
  for (const configured of ['./bin/gcf', 'bin/gcf', '${workspaceFolder}/bin/gcf', '../repo/gcf', '/repo/bin/gcf', '/opt/../repo/gcf']) {
    const { kind } = chooseServer(around(files, { configured, trusted: false }));
    assert.equal(kind, 'missing', configured);
  }
  for (const configured of ['/opt/gcf', '../repository/gcf', '']) {
    assert.notEqual(chooseServer(around(files, { configured, trusted: false })).kind, 'missing', configured);
  }
  const searchPath = '/repo/bin:/opt';
  assert.equal(chooseServer(around(files.filter((file) => file !== '/opt/gcf'), { configured: 'gcf', trusted: false, searchPath })).kind, 'missing');
});

test('what may not be run is said, with what helps', () => {
  const choice = chooseServer(around(['/opt/gcf'], { configured: '/opt/gcf', isExecutable: () => false }));
  assert.deepEqual(choice, { kind: 'missing', reason: '/opt/gcf may not be run; "chmod +x" in a terminal allows it' });
});

test('Windows', () => {
  const windows: Partial<Surroundings> = { platform: 'win32', extensionPath: 'C:\\ext', searchPath: 'C:\\tools;.;D:\\bin' };
  assert.deepEqual(
    chooseServer(around(['C:\\ext\\server\\gcf-lsp.exe'], windows)),
    { kind: 'bundled', command: 'C:\\ext\\server\\gcf-lsp.exe' },
  );
  assert.deepEqual(
    chooseServer(around(['D:\\bin\\gcf-lsp.exe'], windows)),
    { kind: 'path', command: 'D:\\bin\\gcf-lsp.exe' },
  );
  assert.deepEqual(
    chooseServer(around(['D:\\bin\\mine.exe'], { ...windows, configured: 'mine' })),
    { kind: 'configured', command: 'D:\\bin\\mine.exe' },
  );
});
