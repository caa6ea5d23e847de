/** Half of all numbers that 32 bits hold. */
const HALF = 2 ** 31;

// In brackets each is found out once for a statement, and not for each row.
const SNAPSHOT = '(SELECT pg_current_snapshot())';
const TOP = '(SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint)';
const OURS = '(SELECT pg_current_xact_id_if_assigned()::text::bigint)';

/**
 * The unit that changed or held `t` last. The row keeps the lower 32 bits of its number, so this is the number with
 * these bits that is nearest to those of the snapshot. None is below 0, not even where the bits are of another number.
 */
const LAST_UNIT = `greatest(0, ${TOP} - ${String(HALF)}
  + ((t.xmax::text::bigint - ${TOP} + ${String(HALF)}) & ${String(2 * HALF - 1)}))`;

/**
 * {@link Dialect.atRest} of PostgreSQL: the snapshot of the statement does not change while it runs, but `xmax` is read
 * from the row as it is. What this unit itself changed or held is at rest. Two units that hold a row at once leave a
 * number of another kind there, which may look like one of a unit under way.
 */
export const AT_REST = `(t.xmax = '0'
  OR pg_visible_in_snapshot(${LAST_UNIT}::text::xid8, ${SNAPSHOT}) OR ${LAST_UNIT} = ${OURS})`;
