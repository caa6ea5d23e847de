import test from 'ava';
import { bulk } from '../engine/bulk.js';
import { citusDialect } from './citus-dialect.js';
import type { Bound, Session } from '../engine/session.js';

const COLUMNS = { kind: 'text', corporate_id: 'text', id: 'text' } as const;
const ROWS = [
  ['a', 'north', '1'],
  ['a', 'acme', '2'],
  ['a', 'north', '3'],
];

/** A session that keeps what it is asked, and finds nothing. */
const listening = () => {
  const asked: Bound[] = [];
  const ask = (sql: string, bindings: Bound['bindings'] = []): Promise<never[]> => {
    asked.push({ sql, bindings });
    return Promise.resolve([]);
  };
  return { asked, session: { all: ask } as unknown as Session };
};

/** What is bound as `$n`. */
const boundAs = ({ bindings }: Bound, name: string): unknown => bindings[Number(name.slice(1)) - 1];

const corporatesOf = (bound: Bound): ReadonlyArray<unknown> =>
  [...bound.sql.matchAll(/t\.corporate_id = (\$\d+)::text/g)].map(([, name]) =>
    boundAs(bound, name ?? ''),
  );

const where = 't.corporate_id = s.corporate_id AND t.id = s.id';
const TABLE = { table: 'things', index: 'things_pkey', key: ['corporate_id', 'id'], where };

for (const [name, statement] of Object.entries({
  'a look-up': citusDialect.lookup({ ...TABLE, select: 't.id' }),
  'an update': citusDialect.update({ ...TABLE, set: ['kind'] }),
  'a removal': citusDialect.remove(TABLE),
}))
  test(`Citus: ${name} over rows of several corporates is a statement for each, which names it`, async (t) => {
    const { asked, session } = listening();
    await bulk(citusDialect, COLUMNS, statement).all(session, ROWS);

    t.deepEqual(asked.map(corporatesOf), [['acme'], ['north']]);
  });

test('Citus: a statement that binds values before its rows names their corporate, too', (t) => {
  const over = citusDialect.over(
    COLUMNS,
    (s) => `SELECT * FROM things t WHERE t.kind = ? AND EXISTS (
      SELECT 1 FROM ${s} WHERE t.corporate_id = s.corporate_id AND t.id = s.id)`,
  );
  const { sql, bindings } = over([['a', 'acme', '1']]);

  t.deepEqual(corporatesOf({ sql, bindings: ['kind', ...bindings] }), ['acme']);
});

test('Citus: a table whose name ends as the bound rows are called is left as it is', (t) => {
  const { sql } = citusDialect.over(
    COLUMNS,
    (s) => `SELECT things.corporate_id FROM ${s}, things`,
  )([['a', 'acme', '1']]);

  t.regex(sql, /things\.corporate_id/);
});

test('Citus: an insertion that may meet a conflict returns what it wrote, so that it is counted', (t) => {
  const end = 'ON CONFLICT DO NOTHING';
  const written = citusDialect.over(
    COLUMNS,
    (s) => `INSERT INTO things SELECT * FROM ${s} WHERE true ${end}`,
  );
  const returning = citusDialect.over(
    COLUMNS,
    (s) => `INSERT INTO things SELECT * FROM ${s} WHERE true ${end} RETURNING id`,
  );

  t.regex(written(ROWS).sql, /ON CONFLICT DO NOTHING RETURNING 1$/);
  t.regex(returning(ROWS).sql, /ON CONFLICT DO NOTHING RETURNING id$/);
});
