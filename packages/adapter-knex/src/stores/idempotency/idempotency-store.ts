import type { IdempotencyStore, KeptAnswer, RequestKey, SealedAnswers } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { int, rowsOf, text } from '../../engine/described.js';
import { inserting, type Dialect } from '../../engine/dialect.js';
import { named } from '../../engine/named.js';
import type { Rows, Session } from '../../engine/session.js';

const KEY = rowsOf<RequestKey>()({
  corporate_id: text(({ tenant }) => tenant.corporateTenantId),
  route: text(({ route }) => route),
  key: text(({ key }) => key),
  bank_id: text(({ tenant }) => tenant.bankTenantId),
});
const ANSWER = rowsOf<KeptAnswer>()({
  ...KEY.described,
  fingerprint: text(({ fingerprint }) => fingerprint),
  outcome: text(({ outcome }) => outcome),
  at: int(({ at }) => at),
  body: text(({ body }) => body),
});
const FOUND = ANSWER.select(ANSWER.names);
const NAMED = ANSWER.select(['corporate_id', 'route', 'key']);

/** A longer body goes by itself: among others it would be escaped twice on its way. */
const SHARED_BODY_MAX = 16_384;

const answersOf = (rows: Rows): ReadonlyArray<KeptAnswer> =>
  FOUND.rows(rows).map((row) => ({
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

const marks = (values: ReadonlyArray<unknown>): string => values.map(() => '?').join(', ');

/** Walks along the index of keys; only the bodies that hold sealed texts are read. */
const lookFor = (dialect: Dialect, { outcomes, routes }: SealedAnswers): string =>
  `SELECT ${KEY.names.join(', ')}, fingerprint, outcome, at,
    CASE WHEN outcome IN (${marks(outcomes)}) OR route IN (${marks(routes)}) THEN body END AS body
  FROM answers ${dialect.using('answers_by_key')}
  WHERE (corporate_id, route, key) > (?, ?, ?)
  ORDER BY corporate_id, route, key LIMIT ?`;

const RESEAL = named(`UPDATE answers SET body = :body
  WHERE corporate_id = :corporate_id AND route = :route AND key = :key AND bank_id = :bank_id
    AND body = :was`);

/** Answers by key. */
export const idempotencyStore = (dialect: Dialect): ((session: Session) => IdempotencyStore) => {
  const find = bulk(
    dialect,
    KEY.columns,
    dialect.lookup({
      table: 'answers',
      index: 'answers_by_key',
      select: FOUND.list('t.'),
      where: `t.corporate_id = s.corporate_id AND t.route = s.route AND t.key = s.key
        AND t.bank_id = s.bank_id`,
    }),
  );
  const add = bulk(
    dialect,
    ANSWER.columns,
    inserting(
      { table: 'answers', columns: ANSWER.columns },
      `ON CONFLICT (corporate_id, route, key) DO NOTHING RETURNING ${NAMED.list()}`,
    ),
  );

  return (session) => ({
    find: async (wanted) => answersOf(await find.all(session, wanted.map(KEY.cells))),
    add: async (answers) => {
      const first = firstOfEach(answers);
      const short = [...first.values()].filter(({ body }) => body.length <= SHARED_BODY_MAX);
      const kept = [...(await add.returning(session, short.map(ANSWER.cells)))];
      for (const answer of first.values())
        if (answer.body.length > SHARED_BODY_MAX)
          kept.push(...(await add.returning(session, [ANSWER.cells(answer)])));
      const names = new Set(
        NAMED.rows(kept).map(({ corporate_id, route, key }) => nameOf(corporate_id, route, key)),
      );
      return [...first].flatMap(([name, answer]) => (names.has(name) ? [answer] : []));
    },
    sealed: async (which, limit, after) => {
      const rows = (await session.all(lookFor(dialect, which), [
        ...which.outcomes,
        ...which.routes,
        after?.tenant.corporateTenantId ?? '',
        after?.route ?? '',
        after?.key ?? '',
        limit,
      ])) as ReadonlyArray<{ readonly body: string | null }>;
      const [last] = answersOf(rows.slice(-1));
      return {
        looked: rows.length,
        found: answersOf(rows.filter(({ body }) => body !== null)),
        ...(last !== undefined && { last }),
      };
    },
    reseal: async (changes) => {
      let written = 0;
      for (const { was, body } of changes)
        written += await RESEAL.run(session, { ...KEY.values(was), was: was.body, body });
      return written;
    },
  });
};
