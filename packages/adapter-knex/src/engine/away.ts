import { StorageAway } from '@hundi/core/storage';

/**
 * PostgreSQL's connections, a role, a password or a database that it does not let in, or not now, its shutting down and
 * starting, a disk, memory or slots that are used up, and a server that takes no writes, such as a standby; SQLite's file held by others, not to be opened or written, or on a full disk;
 * Node's sockets.
 */
const CODES =
  /^(08[0-9A-Z]{3}|25P0[34]|28000|28P01|3D000|55000|57P0[1-5]|53[0123]00|25006|SQLITE_(BUSY|CANTOPEN|FULL|READONLY)|ECONN[A-Z]+|EPIPE|ETIMEDOUT|EHOST[A-Z]+|ENET[A-Z]+|ENOTFOUND|EAI_AGAIN)$/;

/** Messages of pg and the pool, which come without a code, and of Citus, which gives a lost worker the code of a defect. */
const WORDS =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout expired|Unable to acquire a connection|Knex: Timeout acquiring|failure on connection marked as essential)/;

/** PostgreSQL ends the session by an error of this weight, whatever its code: a role that may not connect has that of a defect. */
const ENDS = /^(FATAL|PANIC)$/;

const isAway = (error: unknown): boolean => {
  const { code, message, severity } = (error ?? {}) as {
    readonly code?: unknown;
    readonly message?: unknown;
    readonly severity?: unknown;
  };
  return CODES.test(String(code)) || WORDS.test(String(message)) || ENDS.test(String(severity));
};

/** The tables of the engine are not there: nobody has called `migrate` on this database. */
class NotMigrated extends Error {
  override readonly name = 'NotMigrated';
  /** The driver's own. */
  readonly code: unknown;

  constructor(cause: unknown) {
    super(
      'a table of the engine is not there: call migrate(db) of @hundi/adapter-knex before the first use, and after each upgrade',
      { cause },
    );
    this.code = (cause as { readonly code?: unknown }).code;
  }
}

const lacksTable = (error: unknown): boolean => {
  const { code, message } = (error ?? {}) as {
    readonly code?: unknown;
    readonly message?: unknown;
  };
  return code === '42P01' || (code === 'SQLITE_ERROR' && /no such table/.test(String(message)));
};

/**
 * Runs work on a database.
 *
 * @throws StorageAway where it fails because the database cannot be had; an error in words where it lacks tables.
 */
export const orAway = async <A>(work: () => Promise<A>): Promise<A> => {
  try {
    return await work();
  } catch (error) {
    if (isAway(error)) throw new StorageAway('the database cannot be had', error);
    throw lacksTable(error) ? new NotMigrated(error) : error;
  }
};
