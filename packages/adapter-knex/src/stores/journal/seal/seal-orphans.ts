import type { SealStore, Orphans } from '@hundi/core/storage';
import type { Dialect } from '../../../engine/dialect.js';
import { named } from '../../../engine/named.js';
import type { Rows, Session } from '../../../engine/session.js';
import { OWNED, OWNER } from '../../rows/owner.js';
import { intOrNull, present, type Int } from '../../rows/present.js';

interface OrphansRow {
  readonly seal: Int | null;
  readonly event: Int | null;
  readonly place: Int | null;
}

/** The orphans that a statement found. */
export const orphansIn = (rows: Rows): Orphans => {
  const [row] = rows as ReadonlyArray<OrphansRow>;
  return present<Orphans>({
    seal: intOrNull(row?.seal ?? null),
    event: intOrNull(row?.event ?? null),
    place: intOrNull(row?.place ?? null),
  });
};

/**
 * Rows for which no head accounts. One statement, so that head and rows are of one moment. The seal of an entry is a
 * value and not NOT EXISTS: a planner that takes the seals for few would look through all of them for each entry.
 */
export const sealOrphans = (
  dialect: Dialect,
): ((session: Session) => Pick<SealStore, 'orphans'>) => {
  const orphans = named(`WITH h AS (
      SELECT coalesce(max(ordinal), 0) AS ordinal, coalesce(max(position), 0) AS position,
        coalesce(max(up_to), 0) AS up_to
      FROM journal_heads WHERE ${OWNED})
    SELECT
      (SELECT s.ordinal FROM journal_seals s
        WHERE s.corporate_id = :corporate_id AND s.ordinal > (SELECT ordinal FROM h)
        ORDER BY s.ordinal LIMIT 1) AS seal,
      (SELECT min(e.position) FROM events e
        WHERE e.corporate_id = :corporate_id AND e.position > (SELECT position FROM h)) AS event,
      (SELECT min(j.entry_no) FROM journal j ${dialect.using('journal_of_corporate')}
        WHERE j.corporate_id = :corporate_id AND j.entry_no <= (SELECT up_to FROM h) AND (
          SELECT 1 FROM journal_seals s
          WHERE s.corporate_id = j.corporate_id AND s.entry_no = j.entry_no LIMIT 1) IS NULL) AS place`);

  return (session) => ({
    orphans: async (tenant) => {
      return orphansIn(await orphans.all(session, OWNER.values(tenant)));
    },
  });
};
