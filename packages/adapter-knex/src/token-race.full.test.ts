import { E } from '@hundi/core';
import type { Stores } from '@hundi/core/storage';
import { aClaim, aTenant, someWork } from '@hundi/testkit';
import { postgresUrl } from '@hundi/testkit/contract';
import test from 'ava';
import { drawBlock, goBeyond } from './engine/postgres-dialect.js';
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
    const draw = often(drawBlock('work_tokens'), 'd.first');
    const skip = often(goBeyond('work_tokens'), 'count(d.next)');
    const drawing = () => db.raw(`INSERT INTO drawn ${draw}`);
    await Promise.all([drawing(), db.raw(skip, [0]), drawing(), db.raw(skip, [0]), drawing()]);

    const { rows } = (await db.raw(
      'SELECT count(*)::int AS drawn, count(DISTINCT token)::int AS apart FROM drawn',
    )) as unknown as { readonly rows: ReadonlyArray<unknown> };
    t.deepEqual(rows, [{ drawn: 3 * TIMES, apart: 3 * TIMES }]);
  },
);

(url === undefined ? test.skip : test.serial)(
  'PostgreSQL: a sequence that a recovery brought back ahead hides nothing: the last token is that of the last claim that was committed',
  async (t) => {
    const { db, storage, close } = await freshPostgres(url ?? '');
    t.teardown(close);
    const commit = <A>(work: (stores: Stores) => Promise<A>) =>
      storage.atomically<never, A>(async (stores) => E.right(await work(stores)));
    const lastToken = () => storage.read(({ work }) => work.lastToken());
    const claimOne = async (subject: string): Promise<number> => {
      await commit(({ work }) => work.add([someWork(aTenant('acme'), subject)]));
      const claimed = await commit(({ work }) => work.claim(aClaim()));
      return E.isRight(claimed) ? Number(claimed.right[0]?.token) : NaN;
    };
    const token = await claimOne('a');
    const last = await lastToken();
    t.true(last >= token);

    // What PostgreSQL logs ahead, so that not each number has to be logged, is what a recovered server begins with.
    await db.raw(`SELECT setval('work_tokens', last_value + 32 * 1000) FROM work_tokens`);
    t.is(await lastToken(), last);
    t.true((await claimOne('b')) > last);
    t.true((await lastToken()) > last);
  },
);
