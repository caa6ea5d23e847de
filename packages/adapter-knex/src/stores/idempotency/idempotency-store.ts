import type { IdempotencyStore, KeptAnswer, RequestKey } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { inserting, type Dialect } from '../../engine/dialect.js';
import type { Rows, Session } from '../../engine/session.js';
import type { Int } from '../rows/present.js';

const KEY = { corporate_id: 'text', route: 'text', key: 'text', bank_id: 'text' } as const;
const ANSWER = { ...KEY, fingerprint: 'text', outcome: 'text', at: 'int', body: 'text' } as const;

/** A longer body goes by itself: among others it would be escaped twice on its way. */
const SHARED_BODY_MAX = 16_384;

interface AnswerRow {
  readonly corporate_id: RequestKey['tenant']['corporateTenantId'];
  readonly bank_id: RequestKey['tenant']['bankTenantId'];
  readonly route: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly outcome: string;
  readonly at: Int;
  readonly body: string;
}

const keyCells = ({ tenant, route, key }: RequestKey) => [
  tenant.corporateTenantId,
  route,
  key,
  tenant.bankTenantId,
];

const answerCells = (answer: KeptAnswer) => [
  ...keyCells(answer),
  answer.fingerprint,
  answer.outcome,
  answer.at,
  answer.body,
];

const answersOf = (rows: Rows): ReadonlyArray<KeptAnswer> =>
  (rows as ReadonlyArray<AnswerRow>).map((row) => ({
    tenant: { bankTenantId: row.bank_id, corporateTenantId: row.corporate_id },
    route: row.route,
    key: row.key,
    fingerprint: row.fingerprint,
    outcome: row.outcome,
    body: row.body,
    at: Number(row.at),
  }));

const nameOf = (corporate: string, route: string, key: string): string =>
  JSON.stringify([corporate, route, key]);

/** The first of each key: the same key twice in one call is kept once. */
const firstOfEach = (answers: ReadonlyArray<KeptAnswer>): ReadonlyMap<string, KeptAnswer> => {
  const first = new Map<string, KeptAnswer>();
  for (const answer of answers) {
    const name = nameOf(answer.tenant.corporateTenantId, answer.route, answer.key);
    if (!first.has(name)) first.set(name, answer);
  }
  return first;
};

/** Answers by key. */
export const idempotencyStore = (dialect: Dialect): ((session: Session) => IdempotencyStore) => {
  const find = bulk(
    dialect,
    KEY,
    dialect.lookup({
      table: 'answers',
      index: 'answers_by_key',
      select: Object.keys(ANSWER)
        .map((name) => `t.${name}`)
        .join(', '),
      where: `t.corporate_id = s.corporate_id AND t.route = s.route AND t.key = s.key
        AND t.bank_id = s.bank_id`,
    }),
  );
  const add = bulk(
    dialect,
    ANSWER,
    inserting(
      { table: 'answers', columns: ANSWER },
      'ON CONFLICT (corporate_id, route, key) DO NOTHING RETURNING corporate_id, route, key',
    ),
  );

  return (session) => ({
    find: async (wanted) => answersOf(await find.all(session, wanted.map(keyCells))),
    add: async (answers) => {
      const first = firstOfEach(answers);
      const short = [...first.values()].filter(({ body }) => body.length <= SHARED_BODY_MAX);
      const kept = [...(await add.returning(session, short.map(answerCells)))];
      for (const answer of first.values())
        if (answer.body.length > SHARED_BODY_MAX)
          kept.push(...(await add.returning(session, [answerCells(answer)])));
      const names = new Set(
        (kept as ReadonlyArray<AnswerRow>).map(({ corporate_id, route, key }) =>
          nameOf(corporate_id, route, key),
        ),
      );
      return [...first].flatMap(([name, answer]) => (names.has(name) ? [answer] : []));
    },
  });
};
