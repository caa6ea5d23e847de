import type { Tenant } from '@hundi/core';
import type { SealedEntry } from '@hundi/core/storage';
import { bulk } from '../../../engine/bulk.js';
import type { Dialect } from '../../../engine/dialect.js';
import type { Session } from '../../../engine/session.js';
import { entryTuple, placedOf } from '../entry-row.js';
import { PLACE, type SealRow } from './seal-columns.js';

/** Reads the entries of seals; a seal whose entry is gone comes without one. */
export const sealedEntries = (dialect: Dialect) => {
  const entries = bulk(
    dialect,
    PLACE.columns,
    dialect.lookup({
      table: 'journal',
      index: 'journal_of_corporate',
      select: entryTuple(dialect),
      where: `t.corporate_id = s.corporate_id AND t.entry_no = s.entry_no
        AND t.bank_id = s.bank_id`,
    }),
  );
  return async (
    session: Session,
    tenant: Tenant,
    seals: ReadonlyArray<SealRow>,
  ): Promise<ReadonlyArray<SealedEntry>> => {
    const places = seals.map(({ entry_no }) => Number(entry_no));
    const found = await entries.tuples(session, places.map(PLACE.cells(tenant)));
    const byPlace = new Map(found.map(placedOf(tenant)).map(({ place, entry }) => [place, entry]));
    return seals.map(({ ordinal, entry_no, position, hash }) => {
      const place = Number(entry_no);
      const entry = byPlace.get(place);
      return {
        ordinal: Number(ordinal),
        place,
        position: Number(position),
        hash,
        ...(entry !== undefined && { entry }),
      };
    });
  };
};
