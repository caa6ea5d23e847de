import { PayoutCheckout, stored, type Tenant } from '@hundi/core';
import type { PayoutCheckoutStore, TriedCheckout } from '@hundi/core/storage';
import type { Dialect } from '../../engine/dialect.js';
import type { Rows, Session } from '../../engine/session.js';
import { expectAll } from '../../engine/stale.js';
import { checkoutSurroundings } from './checkout-surroundings.js';
import type { Int } from '../rows/present.js';

interface SessionRow {
  readonly record: string;
  readonly tries: Int;
}

const checkoutOf = (rows: Rows): TriedCheckout | undefined => {
  const [row] = rows as ReadonlyArray<SessionRow>;
  return row === undefined
    ? undefined
    : { session: stored(PayoutCheckout, row.record), tries: Number(row.tries) };
};

const firstNumber = (rows: Rows, column: string): number | undefined => {
  const [row] = rows as ReadonlyArray<Readonly<Record<string, Int>>>;
  return row === undefined ? undefined : Number(row[column]);
};

const scope = ({ corporateTenantId, bankTenantId }: Tenant) => [corporateTenantId, bankTenantId];

const OWN = 'corporate_id = ? AND bank_id = ?';

const FIND_ANYWHERE = 'SELECT t.record, t.tries FROM payout_checkouts t WHERE t.session_id = ?';
const FIND = `${FIND_ANYWHERE} AND ${OWN}`;
const ADD = `INSERT INTO payout_checkouts
  (session_id, corporate_id, bank_id, status, revision, code_number, tries, record)
  VALUES (?, ?, ?, ?, ?, ?, 0, ?)`;
const ADVANCE = `UPDATE payout_checkouts
  SET status = ?, revision = ?, record = ?, code_number = ?,
    tries = CASE WHEN code_number = ? THEN tries ELSE 0 END
  WHERE session_id = ? AND ${OWN} AND revision = ?`;
const COUNT_TRY = `UPDATE payout_checkouts SET tries = tries + 1
  WHERE session_id = ? AND status = 'open' AND code_number = ? AND tries < ? RETURNING tries`;
const COUNT_FAILURE = `INSERT INTO payout_code_failures AS t
  (corporate_id, bank_id, user_id, day, failures) VALUES (?, ?, ?, ?, 1)
  ON CONFLICT (corporate_id, bank_id, user_id) DO UPDATE SET
    failures = CASE WHEN t.day < excluded.day THEN 1 ELSE t.failures + 1 END,
    day = CASE WHEN t.day < excluded.day THEN excluded.day ELSE t.day END
  WHERE t.day < excluded.day OR t.failures < ?`;
const FAILURES = `SELECT failures FROM payout_code_failures
  WHERE ${OWN} AND user_id = ? AND day >= ?`;
const FORGIVE = `UPDATE payout_code_failures SET failures = failures - 1
  WHERE ${OWN} AND user_id = ? AND failures > 0`;
const COUNT_CODE = `INSERT INTO payout_code_mails AS t
  (corporate_id, bank_id, user_id, since, codes) VALUES (?, ?, ?, ?, 1)
  ON CONFLICT (corporate_id, bank_id, user_id) DO UPDATE SET
    codes = CASE WHEN t.since <= ? THEN 1 ELSE t.codes + 1 END,
    since = CASE WHEN t.since <= ? THEN excluded.since ELSE t.since END
  WHERE t.since <= ? OR t.codes < ?`;
const FORGIVE_CODE = `UPDATE payout_code_mails SET codes = codes - 1
  WHERE ${OWN} AND user_id = ? AND codes > 0`;

/** Sessions: what is counted and compared in columns, the rest in the record. */
export const payoutCheckoutStore = (
  dialect: Dialect,
): ((session: Session) => PayoutCheckoutStore) => {
  const { hold } = dialect;
  const surroundings = checkoutSurroundings(dialect);
  return (session) => ({
    surroundings: surroundings(session),
    add: async (one) => {
      const { sessionId, status, revision, codesSent } = one;
      const record = JSON.stringify(PayoutCheckout.encode(one));
      await session.run(ADD, [sessionId, ...scope(one), status, revision, codesSent, record]);
    },
    find: async (tenant, id) => checkoutOf(await session.all(FIND, [id, ...scope(tenant)])),
    findAnywhere: async (id) => checkoutOf(await session.all(FIND_ANYWHERE, [id])),
    hold: async (id) => checkoutOf(await session.all(`${FIND_ANYWHERE} ${hold}`, [id])),
    advance: async (next) => {
      const { sessionId, status, revision, codesSent } = next;
      const record = JSON.stringify(PayoutCheckout.encode(next));
      const written = await session.run(ADVANCE, [
        ...[status, revision, record, codesSent, codesSent],
        ...[sessionId, ...scope(next), revision - 1],
      ]);
      expectAll(written, 1, 'checkout sessions');
    },
    countTry: async (id, codeNumber, triesMax) =>
      firstNumber(await session.returning(COUNT_TRY, [id, codeNumber, triesMax]), 'tries'),
    countFailure: async (tenant, userId, day, max) =>
      max > 0 && (await session.run(COUNT_FAILURE, [...scope(tenant), userId, day, max])) === 1,
    failures: async (tenant, userId, day) =>
      firstNumber(await session.all(FAILURES, [...scope(tenant), userId, day]), 'failures') ?? 0,
    forgiveFailure: async (tenant, userId) => {
      await session.run(FORGIVE, [...scope(tenant), userId]);
    },
    countCode: async (tenant, userId, at, { max, span }) => {
      const over = at - span;
      const values = [...scope(tenant), userId, at, over, over, over, max];
      return max > 0 && (await session.run(COUNT_CODE, values)) === 1;
    },
    forgiveCode: async (tenant, userId) => {
      await session.run(FORGIVE_CODE, [...scope(tenant), userId]);
    },
  });
};
