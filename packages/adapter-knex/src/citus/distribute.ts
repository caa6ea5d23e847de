import type { Session } from '../engine/session.js';

const NOTES = 'journal_appended';

/** Notes of what was appended, which sealing goes by: one for each journal of what is there already. */
const MAKE_NOTES = [
  `CREATE TABLE ${NOTES} (
    corporate_id text COLLATE "C" NOT NULL, bank_id text COLLATE "C" NOT NULL,
    first bigint NOT NULL, last bigint NOT NULL, PRIMARY KEY (corporate_id, first))`,
  `INSERT INTO ${NOTES} (corporate_id, bank_id, first, last)
    SELECT j.corporate_id, min(j.bank_id), min(j.entry_no) - 1, max(j.entry_no) FROM journal j
    WHERE NOT EXISTS (SELECT 1 FROM journal_seals s
      WHERE s.corporate_id = j.corporate_id AND s.entry_no = j.entry_no)
    GROUP BY j.corporate_id`,
];

const WHOLE = `SELECT n.name FROM unnest(?::text[]) WITH ORDINALITY AS n (name, place)
  WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition d WHERE d.logicalrelid = to_regclass(n.name))
  ORDER BY n.place`;

/**
 * Spreads the tables that grow with a corporate, those of one corporate together. What is spread already stays as it is.
 * The other tables stay on the coordinator, small as they are. Answers whether there was any to spread.
 *
 * @param tables those that grow; all others stand with the rows of the first.
 */
export const distribute = async (
  session: Session,
  tables: ReadonlyArray<string>,
): Promise<boolean> => {
  const found = await session.all(WHOLE, [[...tables, NOTES]]);
  const whole = (found as ReadonlyArray<{ readonly name: string }>).map(({ name }) => name);
  if (whole.length === 0) return false;
  if (whole.includes(NOTES)) for (const statement of MAKE_NOTES) await session.run(statement);
  // Tables that were made in this transaction, or hold rows, are moved over one connection.
  await session.run(`SET LOCAL citus.multi_shard_modify_mode TO 'sequential'`);
  const [first] = tables;
  for (const name of whole)
    await session.all(
      `SELECT create_distributed_table('${name}', 'corporate_id'${
        name === first ? '' : `, colocate_with => '${String(first)}'`
      })`,
    );
  return true;
};
