import type { Pooler } from '@hundi/adapter-knex';
import {
  UNSEALED_COUNT_MAX,
  verifyArchive,
  verifyJournals,
  type Archive,
  type ArchiveCheck,
  type JournalCheck,
} from '@hundi/core';
import type { DatabasePlace } from '../config/config.js';
import { openExisting } from './open-existing.js';
import { counted } from '../cli/counted.js';

/** What was found on one journal, on the archive of one, or on a file that belongs to none. */
type Finding =
  ({ readonly check: 'journal' } & JournalCheck) | ({ readonly check: 'archive' } & ArchiveCheck);

/** The findings on all journals. */
export interface Verified {
  readonly holds: boolean;
  readonly journals: number;
}

const lineOf = ({ tenant, chain, archived, notSealed }: JournalCheck): string => {
  const unsealed =
    notSealed === 0
      ? ''
      : `; not sealed yet: ${notSealed === UNSEALED_COUNT_MAX ? 'at least ' : ''}${String(notSealed)}`;
  if (chain.holds) {
    const { ordinal, position, hash } = chain.head;
    const before =
      archived.files === 0
        ? ''
        : `; the first ${counted(archived.entries, 'entry', 'entries')} ${archived.entries === 1 ? 'is' : 'are'} in ${counted(archived.files, 'file')} of the archive`;
    return `${tenant.corporateTenantId}: ${counted(ordinal, 'entry', 'entries')} and ${counted(position, 'event')} hold; head ${hash}${before}${unsealed}`;
  }
  const { entry, event, reason } = chain;
  const where = event === undefined ? '' : `, event ${String(event)}`;
  return `${tenant.corporateTenantId}: BROKEN at entry ${String(entry)}${where}: ${reason}${unsealed}`;
};

const archiveLineOf = (check: ArchiveCheck): string => {
  switch (check.kind) {
    case 'journal': {
      const { tenant, files, entries, fault } = check;
      const what = `${tenant.corporateTenantId}: archive of ${counted(files, 'file')}`;
      return fault === undefined
        ? `${what} holds, up to entry ${String(entries)}`
        : `${what} is BROKEN at ${fault.file}: ${fault.reason}`;
    }
    case 'leftover':
      return `${check.file}: left over from a run that was stopped; all that it holds is elsewhere`;
    case 'foreign':
      return `${check.fault.file}: FOREIGN: ${check.fault.reason}`;
  }
};

/**
 * Proves every journal of a database, a line for each corporate, and then its archive, if one is given. Changes nothing.
 * The database may be in use meanwhile.
 *
 * @param pooler what stands between this process and PostgreSQL.
 * @throws StartRefused when the database cannot be used.
 */
export const verifyDatabase = async (
  place: DatabasePlace,
  print: (line: string, finding: Finding) => void,
  pooler: Pooler = 'none',
  archive?: Archive,
): Promise<Verified> => {
  const { storage, close } = await openExisting(place, pooler, 'read');
  try {
    let [holds, journals] = [true, 0];
    for await (const check of verifyJournals(storage)) {
      print(lineOf(check), { check: 'journal', ...check });
      holds &&= check.chain.holds;
      journals += 1;
    }
    if (archive === undefined) return { holds, journals };
    for await (const check of verifyArchive(storage, archive)) {
      print(archiveLineOf(check), { check: 'archive', ...check });
      holds &&= check.kind === 'leftover' || check.fault === undefined;
    }
    return { holds, journals };
  } finally {
    await close();
  }
};
