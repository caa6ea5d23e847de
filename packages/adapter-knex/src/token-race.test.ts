import { postgresUrl } from '@hundi/testkit/contract';
import test from 'ava';
import { postgresDialect } from './engine/postgres-dialect.js';
import { freshPostgres } from './fresh.test.support.js';

const url = await postgresUrl();

const TIMES = 100_000;

/** Runs a statement again and again inside the server, where nothing keeps one from the next. */
const often = (statement: string, columns: string): string =>
  `SELECT ${columns} FROM generate_series(1, ${String(TIMES)}) n
    CROSS JOIN LATERAL (${statement} WHERE n > 0) d`;

(url === undefined ? test.skip : test.serial)(
  'PostgreSQL: no token comes back, however close to each other one unit draws and another skips',
  async (t) => {
    const { db, close } = await freshPostgres(url ?? '');
    t.teardown(close);
    await db.raw('CREATE TABLE drawn (token bigint)');
    const draw = often(postgresDialect.nextBlock('work_tokens', 1), 'd.first');
    const skip = often(postgresDialect.skipBlocks('work_tokens'), 'count(d.next)');
    const drawing = () => db.raw(`INSERT INTO drawn ${draw}`);
    await Promise.all([drawing(), db.raw(skip, [0]), drawing(), db.raw(skip, [0]), drawing()]);

    const { rows } = (await db.raw(
      'SELECT count(*)::int AS drawn, count(DISTINCT token)::int AS apart FROM drawn',
    )) as unknown as { readonly rows: ReadonlyArray<unknown> };
    t.deepEqual(rows, [{ drawn: 3 * TIMES, apart: 3 * TIMES }]);
  },
);
