import { createHash, randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import { PassThrough, type Writable } from 'node:stream';
import { nodeDisk, type Disk } from '../files/disk.js';
import { isAside } from '../files/aside.js';

/** What the exchange asks of a connection: a client of `ssh2-sftp-client` has all of it. Paths are those of the server. */
export interface SftpClient {
  readonly list: (folder: string) => Promise<ReadonlyArray<RemoteFile>>;
  /** Rejects with the code `ENOENT` where nothing has this path. */
  readonly stat: (
    path: string,
  ) => Promise<{ readonly isDirectory: boolean } & Readonly<Record<'size' | 'modifyTime', number>>>;
  /** Writes a file of this machine to the server. */
  readonly put: (from: string, path: string) => Promise<unknown>;
  /** Writes a file of the server to a stream, and ends it. */
  readonly get: (path: string, to: Writable) => Promise<unknown>;
  /** Rejects where a file has the new path, as version 3 of the protocol says. */
  readonly rename: (from: string, to: string) => Promise<unknown>;
  readonly delete: (path: string) => Promise<unknown>;
}

export interface RemoteFile {
  /** `-` for a file, where the server lists it as `ls -l` does. */
  readonly type: string;
  readonly name: string;
  readonly size: number;
  readonly modifyTime: number;
}

export interface SftpFolders {
  /** `out` of the rail. */
  readonly out: string;
  /** Where files go that the bank has, on the file system of `out`. It says what was handed over, so it must stay. */
  readonly delivered: string;
  /** `in` of the rail. */
  readonly in: string;
  /** The bank's folder for our files. */
  readonly remoteOut: string;
  /** The bank's folder for its files. */
  readonly remoteIn: string;
}

export interface SftpExchange {
  /** Hands files over and fetches files, over a connection that the host opens for it and ends afterwards. */
  readonly exchange: (client: SftpClient) => Promise<Exchanged>;
}

/** How many files. */
export interface Exchanged {
  readonly delivered: number;
  readonly fetched: number;
}

/**
 * Carries files between the folders of a {@link fileRail} and a bank's SFTP server. A file appears at the bank whole and
 * once: it is written aside, this machine notes under which name, and only then it gets its own. After a crash the note
 * says what to look for: while the file is still aside, it was not handed over. Several processes may share the folders.
 * A file of the bank is taken once it has not changed between two exchanges, and removed at the bank once it is in `in`.
 */
export const sftpExchange = (folders: SftpFolders): SftpExchange =>
  sftpExchangeOn(nodeDisk, folders);

/** The same over any disk. */
export const sftpExchangeOn = (disk: Disk, folders: SftpFolders): SftpExchange => {
  const { out, delivered, remoteOut, remoteIn } = folders;
  const atBank = (name: string): string => `${remoteOut}/${name}`;

  /** The name under which a file stands aside at the bank; of two processes that wrote it, one decides. */
  const placed = async (client: SftpClient, name: string, note: string): Promise<string> => {
    const aside = `.${name}.${randomUUID()}.part`;
    const draft = join(delivered, `${aside}.draft`);
    await client.put(join(out, name), atBank(aside));
    try {
      await disk.write(draft, [Buffer.from(aside)]);
      const decided = await disk.link(draft, note);
      if (decided === 'gone') throw new Error(`${delivered} is missing: ${name} stays`);
      await disk.sync(delivered);
      if (decided === 'linked') return aside;
    } finally {
      await disk.remove(draft);
    }
    await client.delete(atBank(aside));
    return disk.text(note);
  };

  /**
   * Gives a file that stands aside its own name. One that is not aside any more has it, or the bank has taken it; only
   * the server's word that nothing is there says so.
   */
  const reveal = (client: SftpClient, aside: string, name: string): Promise<unknown> =>
    client.rename(atBank(aside), atBank(name)).catch(async (failed: unknown) => {
      const isGone = await client.stat(atBank(aside)).then(
        () => false,
        (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT',
      );
      if (!isGone) throw failed;
    });

  const handOver = async (client: SftpClient, name: string): Promise<boolean> => {
    const note = join(delivered, `${name}.placed`);
    const isNoted = (await disk.stat(note)) !== undefined;
    if (!isNoted && (await disk.stat(join(out, name))) === undefined) return false;
    const aside = isNoted ? await disk.text(note) : await placed(client, name, note);
    await reveal(client, aside, name);
    const moved = await disk.move(join(out, name), join(delivered, name));
    await disk.sync(delivered);
    return moved === 'moved';
  };

  /** The files of the bank as they were at the last look. */
  let looked: ReadonlyMap<string, string> = new Map();

  /** Brings a file to `in`; false where the last one of its name still waits there. */
  const bring = async (client: SftpClient, listed: RemoteFile): Promise<boolean> => {
    const { name, size } = listed;
    const [path, draft] = [
      join(folders.in, name),
      // Without the name, which may leave no room for more.
      join(folders.in, `.${randomUUID()}.part`),
    ];
    try {
      // The client says that it has read a file before the last bytes are on the disk, so the disk has the last word.
      const bytes = new PassThrough();
      await Promise.all([
        disk.write(draft, bytes),
        client.get(`${remoteIn}/${name}`, bytes).catch((error: unknown) => {
          bytes.destroy();
          throw error;
        }),
      ]);
      if ((await disk.stat(draft))?.size !== size) return false;
      const put = await disk.link(draft, path);
      if (put === 'gone') throw new Error(`${folders.in} is missing: ${name} stays`);
      // A crash came before the file was removed at the bank; or it is another file.
      if (put === 'taken' && (await sumOf(disk, path)) !== (await sumOf(disk, draft))) return false;
      await disk.sync(folders.in);
    } finally {
      await disk.remove(draft);
    }
    // The bank may have given its name to another file while it was read: that one comes at a later look.
    if (lookOf(await client.stat(`${remoteIn}/${name}`)) === lookOf(listed))
      await client.delete(`${remoteIn}/${name}`);
    return true;
  };

  /** Files of the bank that have not changed since the last look. */
  const unchanged = async (client: SftpClient) => {
    const before = looked;
    const now = new Map<string, string>();
    looked = now;
    return (await client.list(remoteIn)).filter((file) => {
      const { name } = file;
      // A name is the server's word: it must not lead out of the folder.
      if (isAside(name) || name !== basename(name) || name.includes('\0')) return false;
      const look = lookOf(file);
      now.set(name, look);
      return before.get(name) === look;
    });
  };

  const isFile = async (client: SftpClient, { type, name }: RemoteFile): Promise<boolean> =>
    type === '-' || !(await client.stat(`${remoteIn}/${name}`)).isDirectory;

  return {
    exchange: async (client) => {
      const ours = (await disk.list(out)).filter((name) => !isAside(name)).sort();
      const handedOver = await countEach(ours, (name) => handOver(client, name));
      const theirs = await unchanged(client);
      const fetched = await countEach(theirs, async (file) =>
        (await isFile(client, file)) ? bring(client, file) : false,
      );
      const [failure] = [...handedOver.failures, ...fetched.failures];
      if (failure !== undefined) throw failure.error;
      return { delivered: handedOver.count, fetched: fetched.count };
    },
  };
};

/** What changes where a file of the bank does. */
const lookOf = ({ size, modifyTime }: Pick<RemoteFile, 'size' | 'modifyTime'>): string =>
  `${String(size)} ${String(modifyTime)}`;

/** Does each, and goes on where one fails: a file keeps only itself. */
const countEach = async <A>(items: ReadonlyArray<A>, doOne: (item: A) => Promise<boolean>) => {
  let count = 0;
  const failures: { readonly error: unknown }[] = [];
  for (const item of items)
    try {
      if (await doOne(item)) count += 1;
    } catch (error) {
      failures.push({ error });
    }
  return { count, failures };
};

const sumOf = async (disk: Disk, path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const bytes of disk.read(path)) hash.update(bytes);
  return hash.digest('hex');
};

/**
 * Whether a server's key is the one that its bank has named, as `ssh-keygen -l` shows it: `SHA256:` and 43 letters. For
 * `hostVerifier` of `ssh2` and `ssh2-sftp-client`.
 */
export const pinnedHostKey =
  (fingerprint: string) =>
  (key: Uint8Array): boolean =>
    fingerprint ===
    `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
