import type { BankAnswer, BankAnswerStore } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { int, json, rowsOf, text, uuid } from '../../engine/described.js';
import { inserting, type Dialect } from '../../engine/dialect.js';
import type { Rows, Session } from '../../engine/session.js';
import { tenantOf } from '../rows/row-tenant.js';

type OfPayout = Pick<BankAnswer, 'tenant' | 'transactionId'>;

const PAYOUT = rowsOf<OfPayout>()({
  corporate_id: text(({ tenant }) => tenant.corporateTenantId),
  bank_id: text(({ tenant }) => tenant.bankTenantId),
  payout_id: uuid(({ transactionId }) => transactionId),
});
const ANSWER = rowsOf<BankAnswer>()({
  ...PAYOUT.described,
  answer_id: text(({ answerId }) => answerId),
  verdict: json(({ verdict }) => verdict),
  at: int(({ at }) => at),
});
const FOUND = ANSWER.select(ANSWER.names);

const once = (payouts: ReadonlyArray<OfPayout>): ReadonlyArray<OfPayout> => [
  ...new Map(
    payouts.map((one) => [`${one.tenant.corporateTenantId} ${one.transactionId}`, one]),
  ).values(),
];

/** More answers than there are. */
const ALL = Number.MAX_SAFE_INTEGER;

const answersOf = (rows: Rows): BankAnswer[] =>
  FOUND.rows(rows).map((row) => ({
    tenant: tenantOf(row.bank_id, row.corporate_id),
    answerId: row.answer_id,
    transactionId: row.payout_id,
    verdict: JSON.parse(row.verdict) as BankAnswer['verdict'],
    at: Number(row.at),
  }));

/** The bank's answers, once each. */
export const bankAnswerStore = (dialect: Dialect): ((session: Session) => BankAnswerStore) => {
  const add = bulk(
    dialect,
    ANSWER.columns,
    inserting(
      { table: 'bank_answers', columns: ANSWER.columns },
      `ON CONFLICT (corporate_id, answer_id) DO NOTHING RETURNING ${FOUND.list()}`,
    ),
  );
  const of = bulk(
    dialect,
    PAYOUT.columns,
    dialect.newest({
      table: 'bank_answers',
      index: 'bank_answers_of',
      select: FOUND.list('t.'),
      own: ['corporate_id', 'bank_id', 'payout_id'],
      by: 'answer_no',
      where: 'true',
    }),
  );

  return (session) => ({
    add: async (answers) => answersOf(await add.returning(session, answers.map(ANSWER.cells))),
    of: async (payouts) =>
      answersOf(await of.all(session, once(payouts).map(PAYOUT.cells), [ALL, ALL])).reverse(),
  });
};
