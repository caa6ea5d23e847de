import { existsSync } from 'node:fs';
import {
  checkPooler,
  isCurrent,
  knexStorage,
  openPostgres,
  openSqlite,
  type Pooler,
} from '@hundi/adapter-knex';
import { UNSEALED_COUNT_MAX, verifyJournals, type JournalCheck } from '@hundi/core';
import type { Knex } from 'knex';
import type { DatabasePlace } from '../config/config.js';
import { StartRefused } from '../config/start-refused.js';
import { orRefuse } from '../service/engine-database.js';

/** The findings on all journals. */
export interface Verified {
  readonly holds: boolean;
  readonly journals: number;
}

const open = async (
  place: DatabasePlace,
  pooler: Pooler,
): Promise<{ readonly db: Knex; readonly close: () => Promise<void> }> => {
  if (place.kind === 'postgres') {
    const db = openPostgres(place.url, { pooler });
    return { db, close: () => db.destroy() };
  }
  // Opening one would make it.
  if (!existsSync(place.file)) throw new Error('there is no such file');
  const { writer, close } = await openSqlite(place.file);
  return { db: writer, close };
};

const lineOf = ({ tenant, chain, notSealed }: JournalCheck): string => {
  const unsealed =
    notSealed === 0
      ? ''
      : `; not sealed yet: ${notSealed === UNSEALED_COUNT_MAX ? 'at least ' : ''}${String(notSealed)}`;
  if (chain.holds) {
    const { ordinal, position, hash } = chain.head;
    return `${tenant.corporateTenantId}: ${String(ordinal)} entries and ${String(position)} events hold; head ${hash}${unsealed}`;
  }
  const { entry, event, reason } = chain;
  const where = event === undefined ? '' : `, event ${String(event)}`;
  return `${tenant.corporateTenantId}: BROKEN at entry ${String(entry)}${where}: ${reason}${unsealed}`;
};

/**
 * Proves every journal of a database, a line for each corporate. Changes nothing. No other process may use an SQLite
 * file meanwhile; a PostgreSQL database may be in use.
 *
 * @param pooler what stands between this process and PostgreSQL.
 * @throws StartRefused when the database cannot be used.
 */
export const verifyDatabase = async (
  place: DatabasePlace,
  print: (line: string) => void,
  pooler: Pooler = 'none',
): Promise<Verified> => {
  const { db, close } = await orRefuse(() => open(place, pooler));
  try {
    await orRefuse(() => checkPooler(db));
    if (!(await orRefuse(() => isCurrent(db))))
      throw new StartRefused(
        'DATABASE_URL: the schema of the database does not match this program',
      );
    let [holds, journals] = [true, 0];
    for await (const check of verifyJournals(knexStorage(db))) {
      print(lineOf(check));
      holds &&= check.chain.holds;
      journals += 1;
    }
    return { holds, journals };
  } finally {
    await close();
  }
};
