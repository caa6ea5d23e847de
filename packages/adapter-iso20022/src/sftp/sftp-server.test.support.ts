import { constants, type Stats } from 'node:fs';
import { link, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import ssh2, { type Connection, type FileEntry, type SFTPWrapper } from 'ssh2';
import SftpClient from 'ssh2-sftp-client';

const { Server, utils } = ssh2;
const { STATUS_CODE: STATUS, OPEN_MODE } = utils.sftp;

/** What a client may ask that a test wants to see, or to break. */
export type Request = 'authenticate' | 'write' | 'rename' | 'read' | 'remove';

export interface SftpServer {
  /** As `ssh-keygen -l` shows the server's key. */
  readonly fingerprint: string;
  readonly connect: (hostVerifier: (key: Buffer) => boolean) => Promise<SftpClient>;
}

/** Made by Node: one in 200 of the keys that ssh2 makes itself is malformed. */
const hostKey = (): { readonly pem: string; readonly public: Buffer } => {
  const { privateKey: pem } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
  });
  const key = utils.parseKey(pem);
  if (key instanceof Error) throw key;
  return { pem, public: key.getPublicSSH() };
};

/**
 * An SFTP server over a folder. As OpenSSH does, it gives no file the name of another.
 *
 * @param seen called with each request before it is done; where it answers `break`, the connection ends instead
 * @param longname how the server lists a file; `ls -l` of old, which servers need not follow
 */
export const sftpServer = async (
  t: { readonly teardown: (end: () => Promise<void>) => void },
  root: string,
  seen: (request: Request) => 'break' | undefined = () => undefined,
  longname: (name: string, stats: Stats) => string = (name, stats) =>
    `${stats.isDirectory() ? 'd' : '-'}rw-r--r-- 1 bank bank ${String(stats.size)} Jan 1 2026 ${name}`,
): Promise<SftpServer> => {
  const key = hostKey();
  const connections = new Set<Connection>();
  const server = new Server({ hostKeys: [key.pem] }, (connection) => {
    connections.add(connection);
    connection.on('error', () => undefined);
    connection.on('authentication', (asked) => {
      // Every client first asks which ways there are, with nothing that is secret.
      if (asked.method === 'none') {
        asked.reject(['password']);
        return;
      }
      seen('authenticate');
      asked.accept();
    });
    connection.on('session', (accept) => {
      accept().on('sftp', (acceptSftp) => {
        serve(acceptSftp(), root, longname, (request) => {
          if (seen(request) !== 'break') return true;
          connection.end();
          return false;
        });
      });
    });
  });
  // Without noDelay a socket keeps a small packet until the other side has acknowledged the last one: 40 ms each time.
  const sockets = createServer({ noDelay: true }, (socket) => {
    server.injectSocket(socket);
  });
  await new Promise<void>((listening) => {
    sockets.listen(0, '127.0.0.1', listening);
  });
  t.teardown(async () => {
    for (const connection of connections) connection.end();
    await new Promise<void>((closed) => {
      sockets.close(() => {
        closed();
      });
    });
  });
  const digest = createHash('sha256').update(key.public).digest('base64');
  return {
    fingerprint: `SHA256:${digest.replace('=', '')}`,
    connect: async (hostVerifier) => {
      const quiet = (): void => undefined;
      const client = new SftpClient('test', { error: quiet, end: quiet, close: quiet });
      const { port } = sockets.address() as AddressInfo;
      await client.connect({
        sock: connect({ host: '127.0.0.1', port, noDelay: true }),
        username: 'acme',
        password: 'secret',
        hostVerifier,
      });
      t.teardown(async () => {
        await client.end();
      });
      return client;
    },
  };
};

const serve = (
  sftp: SFTPWrapper,
  root: string,
  longname: (name: string, stats: Stats) => string,
  isLet: (request: Request) => boolean,
): void => {
  const handles = new Map<number, FileHandle | FileEntry[]>();
  let last = 0;
  const handleOf = (held: FileHandle | FileEntry[]): Buffer => {
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE((last += 1));
    handles.set(last, held);
    return handle;
  };
  const fileOf = (handle: Buffer): FileHandle => handles.get(handle.readUInt32BE()) as FileHandle;
  const at = (path: string): string => join(root, path);
  const done = (id: number): void => {
    sftp.status(id, STATUS.OK);
  };
  const answer = (id: number, work: Promise<void>): void => {
    work.catch((error: unknown) => {
      const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
      sftp.status(id, isGone ? STATUS.NO_SUCH_FILE : STATUS.FAILURE);
    });
  };
  const attrsOf = ({ mode, uid, gid, size, atimeMs, mtimeMs }: Stats) => ({
    mode,
    uid,
    gid,
    size,
    atime: Math.floor(atimeMs / 1_000),
    mtime: Math.floor(mtimeMs / 1_000),
  });
  const look = (id: number, path: string): void => {
    answer(
      id,
      stat(at(path)).then((found) => {
        sftp.attrs(id, attrsOf(found));
      }),
    );
  };

  sftp.on('STAT', look);
  sftp.on('LSTAT', look);
  sftp.on('OPEN', (id, path, flags) => {
    const { O_CREAT, O_TRUNC, O_WRONLY } = constants;
    const isWrite = (flags & OPEN_MODE.WRITE) !== 0;
    answer(
      id,
      open(at(path), isWrite ? O_CREAT | O_TRUNC | O_WRONLY : 'r').then((file) => {
        sftp.handle(id, handleOf(file));
      }),
    );
  });
  sftp.on('WRITE', (id, handle, offset, data) => {
    if (!isLet('write')) return;
    answer(
      id,
      fileOf(handle)
        .write(data, 0, data.length, offset)
        .then(() => {
          done(id);
        }),
    );
  });
  sftp.on('READ', (id, handle, offset, length) => {
    if (!isLet('read')) return;
    answer(
      id,
      fileOf(handle)
        .read(Buffer.alloc(length), 0, length, offset)
        .then(({ bytesRead, buffer }) => {
          if (bytesRead === 0) sftp.status(id, STATUS.EOF);
          else sftp.data(id, buffer.subarray(0, bytesRead));
        }),
    );
  });
  sftp.on('CLOSE', (id, handle) => {
    const held = handles.get(handle.readUInt32BE());
    handles.delete(handle.readUInt32BE());
    answer(
      id,
      (Array.isArray(held) ? Promise.resolve() : fileClosed(held)).then(() => {
        done(id);
      }),
    );
  });
  sftp.on('OPENDIR', (id, path) => {
    const entries = async (): Promise<void> => {
      const list: FileEntry[] = [];
      for (const filename of await readdir(at(path))) {
        const stats = await stat(join(at(path), filename));
        list.push({ filename, longname: longname(filename, stats), attrs: attrsOf(stats) });
      }
      sftp.handle(id, handleOf(list));
    };
    answer(id, entries());
  });
  sftp.on('READDIR', (id, handle) => {
    const list = handles.get(handle.readUInt32BE()) as FileEntry[];
    if (list.length === 0) sftp.status(id, STATUS.EOF);
    else sftp.name(id, list.splice(0));
  });
  sftp.on('REMOVE', (id, path) => {
    if (!isLet('remove')) return;
    answer(
      id,
      rm(at(path)).then(() => {
        done(id);
      }),
    );
  });
  sftp.on('RENAME', (id, from, to) => {
    if (!isLet('rename')) return;
    const rename = async (): Promise<void> => {
      await link(at(from), at(to));
      await rm(at(from));
      done(id);
    };
    answer(id, rename());
  });
  sftp.on('error', () => undefined);
  // Of a connection that broke, files are still open.
  sftp.on('close', () => {
    for (const held of handles.values())
      if (!Array.isArray(held)) void held.close().catch(() => undefined);
  });
};

const fileClosed = (file: FileHandle | undefined): Promise<void> =>
  file === undefined ? Promise.resolve() : file.close();
