import type { TransactionId } from '@hundi/core';
import type { BankAnswer, BankAnswerStore } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { int, json, rowsOf, text, uuid } from '../../engine/described.js';
import { inserting, type Dialect } from '../../engine/dialect.js';
import type { Rows, Session } from '../../engine/session.js';

const ANSWER = rowsOf<BankAnswer>()({
  answer_id: text(({ answerId }) => answerId),
  payout_id: uuid(({ transactionId }) => transactionId),
  verdict: json(({ verdict }) => verdict),
  at: int(({ at }) => at),
});
const FOUND = ANSWER.select(ANSWER.names);
const PAYOUT = rowsOf<TransactionId>()({ payout_id: uuid((id) => id) });

/** More answers than there are. */
const ALL = Number.MAX_SAFE_INTEGER;

const answersOf = (rows: Rows): BankAnswer[] =>
  FOUND.rows(rows).map((row) => ({
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
      `ON CONFLICT (answer_id) DO NOTHING RETURNING ${FOUND.list()}`,
    ),
  );
  const of = dialect.over(
    PAYOUT.columns,
    dialect.newest({
      table: 'bank_answers',
      index: 'bank_answers_of',
      select: FOUND.list('t.'),
      own: ['payout_id'],
      by: 'answer_no',
      where: 'true',
    }),
  );

  return (session) => ({
    add: async (answers) => answersOf(await add.returning(session, answers.map(ANSWER.cells))),
    of: async (ids) => {
      const { sql, bindings } = of([...new Set(ids)].map(PAYOUT.cells));
      return answersOf(await session.all(sql, [...bindings, ALL, ALL])).reverse();
    },
  });
};
