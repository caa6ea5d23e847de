import type {
  SealedRecordKind,
  SealedRecords,
  SealedRecordStore,
  StoredRecord,
} from '@hundi/core/storage';
import type { Unit } from '../engine/unit.js';

/** The tables of other stores whose records keep sealed texts, by id. */
export type SealedTables = {
  readonly [K in SealedRecordKind]: Map<string, SealedRecords[K]>;
};

const storedAs = <A>([id, record]: readonly [string, A]): StoredRecord<A> => ({
  id,
  record,
  stamp: JSON.stringify(record),
});

export const sealedRecordTables =
  (tables: SealedTables): ((unit: Unit) => SealedRecordStore) =>
  (unit) => ({
    page: async (kind, limit, after) =>
      [...tables[kind]]
        .filter(([id]) => after === undefined || id > after)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .slice(0, limit)
        .map(storedAs),
    replace: async (kind, changes) => {
      const table = tables[kind];
      let written = 0;
      for (const { id, record, stamp } of changes) {
        const known = table.get(id);
        if (known === undefined || JSON.stringify(known) !== stamp) continue;
        unit.set(table, id, record);
        written += 1;
      }
      return written;
    },
  });
