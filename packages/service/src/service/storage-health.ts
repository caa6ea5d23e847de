import { randomBytes } from 'node:crypto';
import {
  E,
  StorageAway,
  type BankTenantId,
  type CorporateTenantId,
  type Storage,
} from '@hundi/core';
import type { Incident, NewWork } from '@hundi/core/storage';

/** A storage, and how it does. */
export interface WatchedStorage {
  readonly storage: Storage;
  /** Whether it could be written when it was last tried; after a failure it is tried again now. */
  readonly isWritable: () => Promise<boolean>;
  /** Rejects once the storage must not be used by this process any more. It never resolves. */
  readonly broken: Promise<never>;
}

/**
 * Data that the operating system could not write or read back may be lost or not; only a new process finds out
 * (fsync).
 */
const BREAKS = /^SQLITE_(IOERR|CORRUPT|NOTADB)/;

/**
 * SQLite's own codes; PostgreSQL's classes for connections, resources, interventions, the system and itself, and its
 * refusal to write; Node's.
 */
const FAILS =
  /^(SQLITE_(FULL|READONLY|CANTOPEN|PERM|NOMEM)|((08|53|57|58|XX)[0-9A-Z]{3}|25006)$|E[A-Z]+$)/;

/** A commit with an unknown outcome carries the reason with it. */
const codesOf = (error: unknown): ReadonlyArray<string> => {
  const { code, cause } = (error ?? {}) as { readonly code?: unknown; readonly cause?: unknown };
  return [
    ...(typeof code === 'string' ? [code] : []),
    ...(cause === undefined ? [] : codesOf(cause)),
  ];
};

const NO_TENANT = {
  bankTenantId: '-' as BankTenantId,
  corporateTenantId: '-' as CorporateTenantId,
};

/** Work that no other unit of work ever sees. */
const PROBE: NewWork = {
  duty: 'send-to-bank',
  subject: 'storage health',
  tenant: NO_TENANT,
  runAt: Number.MAX_SAFE_INTEGER,
};

/** A full disk has room for what is small, in pages that the database has. */
const ROOM_BYTES = 1_048_576;

/** An incident that no one ever sees, and that no compression makes small. */
const large = (): Incident => ({
  tenant: NO_TENANT,
  kind: 'delivery_dead',
  subjectId: PROBE.subject,
  at: 0,
  detail: randomBytes(ROOM_BYTES / 2).toString('hex'),
});

/** The storage broke under this process, which is to be started again. */
class StorageBroken extends StorageAway {
  override readonly name = 'StorageBroken';
}

/**
 * The same storage, watched. A full disk or a lost connection passes, and until something was written again
 * the service is not ready. An error of the disk itself does not: from then on every unit of work is refused.
 */
export const watchedStorage = (storage: Storage): WatchedStorage => {
  let failing = false;
  let breaking: StorageBroken | undefined;
  let reportBroken: (error: Error) => void = () => undefined;
  const broken = new Promise<never>((_, reject) => {
    reportBroken = reject;
  });
  // A listener is optional.
  broken.catch(() => undefined);

  const learn = (error: unknown): void => {
    const codes = codesOf(error);
    failing ||= codes.some((code) => FAILS.test(code) || BREAKS.test(code));
    if (breaking !== undefined || !codes.some((code) => BREAKS.test(code))) return;
    breaking = new StorageBroken('the storage failed in a way that only a restart may fix', error);
    reportBroken(breaking);
  };

  const atomically: Storage['atomically'] = async (work, how) => {
    if (breaking !== undefined) throw breaking;
    try {
      return await storage.atomically(work, how);
    } catch (error) {
      learn(error);
      throw error;
    }
  };

  // The first needs room on the disk and is undone; the second goes to the disk, and leaves nothing there.
  const write = async (): Promise<void> => {
    await atomically<undefined, never>(async ({ journal }) => {
      await journal.raise([large()]);
      return E.left(undefined);
    });
    await atomically<never, undefined>(async ({ work }) => {
      await work.add([PROBE]);
      await work.drop(PROBE.tenant, [PROBE.subject]);
      return E.right(undefined);
    });
  };

  return {
    storage: { ...storage, atomically },
    broken,
    isWritable: async () => {
      if (breaking !== undefined) return false;
      if (!failing) return true;
      try {
        await write();
        failing = false;
      } catch {
        // As it was.
      }
      return !failing;
    },
  };
};
