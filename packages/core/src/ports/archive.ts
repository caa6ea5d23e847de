import type { Tenant } from '../kernel/values/tenant.js';
import { recogniseInAnyCopy } from '../kernel/any-copy.js';

/** A file to keep in the archive (decisions §11). */
export interface NewArchiveFile {
  readonly tenant: Tenant;
  /** 1, 2, 3 … per corporate. */
  readonly number: number;
  /** JSON texts, in order. */
  readonly lines: ReadonlyArray<string>;
}

/** A file that the archive keeps (decisions §11). */
export interface KeptArchiveFile {
  /** Names it within the archive; different lines have different names. */
  readonly name: string;
  /** SHA-256 of the bytes that are kept, hex. */
  readonly digest: string;
}

/** Where payouts that ended long ago go for good (decisions §11). One archive belongs to one database. */
export interface Archive {
  /**
   * Prepares the archive for the database of this id.
   *
   * @throws ArchiveUnusable when it belongs to another one, or cannot be written.
   */
  readonly open: (id: string) => Promise<void>;
  /**
   * Keeps a file, and answers once it survives a loss of power: what it holds is taken out of the database then. The
   * same lines again are kept once, under the same name. Rejects, having kept nothing, when there is no room.
   */
  readonly keep: (file: NewArchiveFile) => Promise<KeptArchiveFile>;
  /**
   * The lines of a file, and the digest of its bytes; undefined when there is none of that name.
   *
   * @throws ArchiveUnusable when its bytes cannot be read as lines.
   */
  readonly read: (
    name: string,
  ) => Promise<{ readonly digest: string; readonly lines: ReadonlyArray<string> } | undefined>;
  /** The names of all files, in order. */
  readonly names: () => Promise<ReadonlyArray<string>>;
}

/** The archive cannot be used; the message says why, and what to do. */
export class ArchiveUnusable extends Error {
  static {
    recogniseInAnyCopy(this, 'ArchiveUnusable');
  }

  override readonly name: string = 'ArchiveUnusable';
}
