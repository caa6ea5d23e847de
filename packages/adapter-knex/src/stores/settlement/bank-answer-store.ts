import type { TransactionId } from '@hundi/core';
import type { BankAnswer, BankAnswerStore } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { inserting, type Dialect } from '../../engine/dialect.js';
import type { Session } from '../../engine/session.js';
import type { Int } from '../rows/present.js';

const COLUMNS = { answer_id: 'text', payout_id: 'uuid', verdict: 'text', at: 'int' } as const;

/** More answers than there are. */
const ALL = Number.MAX_SAFE_INTEGER;

interface Row {
  readonly answer_id: string;
  readonly payout_id: TransactionId;
  readonly verdict: string;
  readonly at: Int;
}

const answerOf = ({ answer_id, payout_id, verdict, at }: Row): BankAnswer => ({
  answerId: answer_id,
  transactionId: payout_id,
  verdict: JSON.parse(verdict) as BankAnswer['verdict'],
  at: Number(at),
});

/** The bank's answers, once each. */
export const bankAnswerStore = (dialect: Dialect): ((session: Session) => BankAnswerStore) => {
  const add = bulk(
    dialect,
    COLUMNS,
    inserting(
      { table: 'bank_answers', columns: COLUMNS },
      'ON CONFLICT (answer_id) DO NOTHING RETURNING answer_id, payout_id, verdict, at',
    ),
  );
  const of = dialect.over(
    { payout_id: 'uuid' },
    dialect.newest({
      table: 'bank_answers',
      index: 'bank_answers_of',
      select: 't.answer_id, t.payout_id, t.verdict, t.at',
      own: ['payout_id'],
      by: 'answer_no',
      where: 'true',
    }),
  );

  return (session) => ({
    add: async (answers) => {
      const cells = answers.map(({ answerId, transactionId, verdict, at }) => [
        answerId,
        transactionId,
        JSON.stringify(verdict),
        at,
      ]);
      return ((await add.returning(session, cells)) as ReadonlyArray<Row>).map(answerOf);
    },
    of: async (ids) => {
      const { sql, bindings } = of([...new Set(ids)].map((id) => [id]));
      const rows = await session.all(sql, [...bindings, ALL, ALL]);
      return (rows as ReadonlyArray<Row>).map(answerOf).reverse();
    },
  });
};
