// The file system of the program: what a host gives it to read, in the shape of
// Node's callbacks, which is what Go expects.

export interface FileStat {
  directory: boolean;
  /** In bytes. */
  size: number;
  /** When it changed last, in milliseconds since 1970. */
  mtime: number;
}

/** Files to be read. What rejects is not there. */
export interface Files {
  stat(path: string): Promise<FileStat>;
  readFile(path: string): Promise<Uint8Array>;
  /** The names in a folder. */
  readdir(path: string): Promise<string[]>;
}

const missing = () => Promise.reject(new Error('there are no files'));
export const noFiles: Files = { stat: missing, readFile: missing, readdir: missing };

type Callback = (error: unknown, result?: unknown) => void;

const failure = (code: string) => Object.assign(new Error(code), { code });

export function nodeLike(files: Files): object {
  const open = new Map<number, { path: string; stat: FileStat; content?: Promise<Uint8Array>; at: number }>();
  let next = 3; // behind standard input, output and error
  const decoder = new TextDecoder();

  const answer = (callback: Callback, work: Promise<unknown>, code = 'ENOENT') => {
    work.then((result) => callback(null, result), () => callback(failure(code)));
  };
  const described = ({ directory, size, mtime }: FileStat) => ({
    dev: 0, ino: 0, nlink: 1, uid: 0, gid: 0, rdev: 0, blksize: 4096, blocks: 0,
    mode: directory ? 0o040755 : 0o100644, size, atimeMs: mtime, mtimeMs: mtime, ctimeMs: mtime,
    isDirectory: () => directory,
  });
  const stat = (path: string, callback: Callback) => answer(callback, files.stat(path).then(described));
  const refuse = (...args: unknown[]) => (args.at(-1) as Callback)(failure('EROFS'));

  const writeSync = (_fd: number, buffer: Uint8Array) => {
    console.error(decoder.decode(buffer).trimEnd());
    return buffer.length;
  };

  return {
    constants: { O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 },
    // Go writes what it panics about to standard error.
    writeSync,
    write(fd: number, buffer: Uint8Array, _offset: number, _length: number, _position: number | null, callback: Callback) {
      callback(null, writeSync(fd, buffer));
    },
    stat,
    lstat: stat,
    fstat(fd: number, callback: Callback) {
      const file = open.get(fd);
      if (file === undefined) callback(failure('EBADF'));
      else callback(null, described(file.stat));
    },
    open(path: string, flags: number, _mode: number, callback: Callback) {
      if ((flags & 3) !== 0) {
        callback(failure('EROFS'));
        return;
      }
      answer(callback, files.stat(path).then((stat) => {
        open.set(next, { path, stat, at: 0 });
        return next++;
      }));
    },
    close(fd: number, callback: Callback) {
      callback(open.delete(fd) ? null : failure('EBADF'));
    },
    read(fd: number, buffer: Uint8Array, offset: number, length: number, position: number | null, callback: Callback) {
      const file = open.get(fd);
      if (file === undefined) {
        callback(failure('EBADF'));
        return;
      }
      file.content ??= files.readFile(file.path);
      answer(callback, file.content.then((content) => {
        const from = position ?? file.at;
        const part = content.subarray(from, from + length);
        buffer.set(part, offset);
        if (position === null) file.at += part.length;
        return part.length;
      }), 'EIO');
    },
    readdir: (path: string, callback: Callback) => answer(callback, files.readdir(path)),
    readlink: (_path: string, callback: Callback) => callback(failure('EINVAL')),
    fsync: (_fd: number, callback: Callback) => callback(null),
    chmod: refuse, chown: refuse, fchmod: refuse, fchown: refuse, ftruncate: refuse, lchown: refuse, link: refuse,
    mkdir: refuse, rename: refuse, rmdir: refuse, symlink: refuse, truncate: refuse, unlink: refuse, utimes: refuse,
  };
}

/** What answers questions about files that come through a port. */
export function answerFiles(port: MessagePort, files: Files): void {
  port.onmessage = async ({ data: { id, method, path } }: MessageEvent<{ id: number; method: keyof Files; path: string }>) => {
    const result = await files[method](path).catch(() => undefined);
    port.postMessage({ id, result });
  };
}

/** Files that are asked for through a port. */
export function remoteFiles(port: MessagePort): Files {
  const waiting = new Map<number, (result: unknown) => void>();
  let last = 0;
  port.onmessage = ({ data: { id, result } }: MessageEvent<{ id: number; result: unknown }>) => {
    waiting.get(id)?.(result);
    waiting.delete(id);
  };
  const ask = (method: keyof Files) => (path: string) => new Promise<any>((resolve, reject) => {
    waiting.set(++last, (result) => { if (result === undefined) reject(new Error(path)); else resolve(result); });
    port.postMessage({ id: last, method, path });
  });
  return { stat: ask('stat'), readFile: ask('readFile'), readdir: ask('readdir') };
}
