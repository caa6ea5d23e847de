import { createHash, randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import { nodeDisk, type Disk } from '../files/disk.js';
import { isAside } from '../files/aside.js';

/** What the exchange asks of a connection: a client of `ssh2-sftp-client` has all of it. Paths are those of the server. */
export interface SftpClient {
  readonly list: (folder: string) => Promise<
    ReadonlyArray<{
      /** `-` for a file. */
      readonly type: string;
      readonly name: string;
      readonly size: number;
      readonly modifyTime: number;
    }>
  >;
  /** False where nothing has this path. */
  readonly exists: (path: string) => Promise<string | false>;
  /** Writes a file of this machine to the server. */
  readonly put: (from: string, path: string) => Promise<unknown>;
  /** Writes a file of the server to this machine. */
  readonly get: (path: string, to: string) => Promise<unknown>;
  /** Rejects where a file has the new path, as version 3 of the protocol says. */
  readonly rename: (from: string, to: string) => Promise<unknown>;
  readonly delete: (path: string) => Promise<unknown>;
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

  /** Gives a file that stands aside its own name. One that is not aside any more has it, or the bank has taken it. */
  const reveal = async (client: SftpClient, aside: string, name: string): Promise<void> => {
    const isAsideYet = async (): Promise<boolean> => (await client.exists(atBank(aside))) !== false;
    if (!(await isAsideYet())) return;
    await client.rename(atBank(aside), atBank(name)).catch(async (error: unknown) => {
      if (await isAsideYet()) throw error;
    });
  };

  const deliver = async (client: SftpClient): Promise<number> => {
    let count = 0;
    for (const name of [...(await disk.list(out))].sort()) {
      if (isAside(name)) continue;
      const note = join(delivered, `${name}.placed`);
      const isNoted = (await disk.stat(note)) !== undefined;
      if (!isNoted && (await disk.stat(join(out, name))) === undefined) continue;
      await reveal(
        client,
        isNoted ? await disk.text(note) : await placed(client, name, note),
        name,
      );
      if ((await disk.move(join(out, name), join(delivered, name))) === 'moved') count += 1;
      await disk.sync(delivered);
    }
    return count;
  };

  /** The files of the bank as they were at the last look. */
  let looked: ReadonlyMap<string, string> = new Map();

  /** Brings a file to `in`; false where the last one of its name still waits there. */
  const bring = async (client: SftpClient, name: string, size: number): Promise<boolean> => {
    const [path, draft] = [
      join(folders.in, name),
      join(folders.in, `.${name}.${randomUUID()}.part`),
    ];
    try {
      await client.get(`${remoteIn}/${name}`, draft);
      if ((await disk.stat(draft))?.size !== size) return false;
      await disk.sync(draft);
      const put = await disk.link(draft, path);
      if (put === 'gone') throw new Error(`${folders.in} is missing: ${name} stays`);
      // A crash came before the file was removed at the bank; or it is another file.
      if (put === 'taken' && (await sumOf(disk, path)) !== (await sumOf(disk, draft))) return false;
      await disk.sync(folders.in);
    } finally {
      await disk.remove(draft);
    }
    await client.delete(`${remoteIn}/${name}`);
    return true;
  };

  const fetch = async (client: SftpClient): Promise<number> => {
    const before = looked;
    const now = new Map<string, string>();
    looked = now;
    let count = 0;
    for (const { type, name, size, modifyTime } of await client.list(remoteIn)) {
      // A name is the server's word: it must not lead out of the folder.
      if (type !== '-' || isAside(name) || name !== basename(name) || name.includes('\0')) continue;
      const look = `${String(size)} ${String(modifyTime)}`;
      now.set(name, look);
      if (before.get(name) === look && (await bring(client, name, size))) count += 1;
    }
    return count;
  };

  return {
    exchange: async (client) => {
      const handedOver = await deliver(client);
      return { delivered: handedOver, fetched: await fetch(client) };
    },
  };
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
