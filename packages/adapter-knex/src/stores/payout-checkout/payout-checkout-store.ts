import type { Tenant, UserId } from '@hundi/core';
import { PayoutCheckout, payoutIdOf } from '@hundi/core/wire';
import type { PayoutCheckoutStore } from '@hundi/core/storage';
import { int, rowsOf, text, uuid } from '../../engine/described.js';
import type { Dialect } from '../../engine/dialect.js';
import { insertingOne, named } from '../../engine/named.js';
import type { Rows, Session } from '../../engine/session.js';
import { expectAll } from '../../engine/stale.js';
import { checkoutOf } from './checkout-row.js';
import { findSurrounded } from './checkout-surroundings.js';
import { OWNED, OWNER } from '../rows/owner.js';
import type { Int } from '../rows/present.js';

const firstNumber = (rows: Rows, column: string): number | undefined => {
  const [row] = rows as ReadonlyArray<Readonly<Record<string, Int>>>;
  return row === undefined ? undefined : Number(row[column]);
};

const SESSION = rowsOf<PayoutCheckout>()({
  session_id: text(({ sessionId }) => sessionId),
  corporate_id: text(({ corporateTenantId }) => corporateTenantId),
  bank_id: text(({ bankTenantId }) => bankTenantId),
  status: text(({ status }) => status),
  revision: int(({ revision }) => revision),
  code_number: int(({ codesSent }) => codesSent),
  record: text((session) => JSON.stringify(PayoutCheckout.encode(session))),
});

const HELD = rowsOf<PayoutCheckout>()({
  corporate_id: text(({ corporateTenantId }) => corporateTenantId),
  reference: text(({ reference }) => reference),
  bank_id: text(({ bankTenantId }) => bankTenantId),
  payout_id: uuid(payoutIdOf),
});

const FIND_ANYWHERE =
  'SELECT t.record, t.tries FROM payout_checkouts t WHERE t.session_id = :session_id';
const FIND_BY_ID = named(FIND_ANYWHERE);
const FIND = named(`${FIND_ANYWHERE} AND ${OWNED}`);
const ADD = named(insertingOne('payout_checkouts', SESSION.names, { tries: '0' }));
const HOLD_REFERENCE = named(
  `${insertingOne('held_references', HELD.names)} ON CONFLICT (corporate_id, reference) DO NOTHING`,
);
const FREE_REFERENCE = named(`DELETE FROM held_references
  WHERE ${OWNED} AND reference = :reference AND payout_id = :payout_id`);
const ADVANCE = named(`UPDATE payout_checkouts
  SET status = :status, revision = :revision, record = :record, code_number = :code_number,
    tries = CASE WHEN code_number = :code_number THEN tries ELSE 0 END
  WHERE session_id = :session_id AND ${OWNED} AND revision = :before`);
const COUNT_TRY = named(`UPDATE payout_checkouts SET tries = tries + 1
  WHERE session_id = :session_id AND status = 'open' AND code_number = :code_number
    AND tries < :max RETURNING tries`);
const COUNT_FAILURE = named(`INSERT INTO payout_code_failures AS t
  (corporate_id, bank_id, user_id, day, failures)
  VALUES (:corporate_id, :bank_id, :user_id, :day, 1)
  ON CONFLICT (corporate_id, bank_id, user_id) DO UPDATE SET
    failures = CASE WHEN t.day < excluded.day THEN 1 ELSE t.failures + 1 END,
    day = CASE WHEN t.day < excluded.day THEN excluded.day ELSE t.day END
  WHERE t.day < excluded.day OR t.failures < :max`);
const FAILURES = named(`SELECT failures FROM payout_code_failures
  WHERE ${OWNED} AND user_id = :user_id AND day >= :day`);
const FORGIVE = named(`UPDATE payout_code_failures SET failures = failures - 1
  WHERE ${OWNED} AND user_id = :user_id AND failures > 0`);
const COUNT_CODE = named(`INSERT INTO payout_code_mails AS t
  (corporate_id, bank_id, user_id, since, codes)
  VALUES (:corporate_id, :bank_id, :user_id, :since, 1)
  ON CONFLICT (corporate_id, bank_id, user_id) DO UPDATE SET
    codes = CASE WHEN t.since <= :over THEN 1 ELSE t.codes + 1 END,
    since = CASE WHEN t.since <= :over THEN excluded.since ELSE t.since END
  WHERE t.since <= :over OR t.codes < :max`);
const FORGIVE_CODE = named(`UPDATE payout_code_mails SET codes = codes - 1
  WHERE ${OWNED} AND user_id = :user_id AND codes > 0`);

/** A user of a corporate, as statements bind them. */
const person = (tenant: Tenant, userId: UserId) => ({ ...OWNER.values(tenant), user_id: userId });

const findAnywhere =
  (session: Session): PayoutCheckoutStore['findAnywhere'] =>
  async (id) =>
    checkoutOf(await FIND_BY_ID.all(session, { session_id: id }));

/** Sessions: what is counted and compared in columns, the rest in the record. */
export const payoutCheckoutStore = (
  dialect: Dialect,
): ((session: Session) => PayoutCheckoutStore) => {
  const hold = named(`${FIND_ANYWHERE} ${dialect.hold}`);
  const surrounded = findSurrounded(dialect, findAnywhere);
  return (session) => ({
    add: async (one) => {
      expectAll(await HOLD_REFERENCE.run(session, HELD.values(one)), 1, 'references');
      await ADD.run(session, SESSION.values(one));
    },
    find: async (tenant, id) =>
      checkoutOf(await FIND.all(session, { ...OWNER.values(tenant), session_id: id })),
    findAnywhere: findAnywhere(session),
    findSurrounded: surrounded(session),
    hold: async (id) => checkoutOf(await hold.all(session, { session_id: id })),
    advance: async (next) => {
      const values = { ...SESSION.values(next), before: next.revision - 1 };
      expectAll(await ADVANCE.run(session, values), 1, 'checkout sessions');
    },
    freeReference: async (one) => {
      await FREE_REFERENCE.run(session, HELD.values(one));
    },
    countTry: async (id, codeNumber, max) => {
      const values = { session_id: id, code_number: codeNumber, max };
      return firstNumber(await COUNT_TRY.returning(session, values), 'tries');
    },
    countFailure: async (tenant, userId, day, max) =>
      max > 0 && (await COUNT_FAILURE.run(session, { ...person(tenant, userId), day, max })) === 1,
    failures: async (tenant, userId, day) => {
      const rows = await FAILURES.all(session, { ...person(tenant, userId), day });
      return firstNumber(rows, 'failures') ?? 0;
    },
    forgiveFailure: async (tenant, userId) => {
      await FORGIVE.run(session, person(tenant, userId));
    },
    countCode: async (tenant, userId, at, { max, span }) => {
      const values = { ...person(tenant, userId), since: at, over: at - span, max };
      return max > 0 && (await COUNT_CODE.run(session, values)) === 1;
    },
    forgiveCode: async (tenant, userId) => {
      await FORGIVE_CODE.run(session, person(tenant, userId));
    },
  });
};
