import { knexStorage, migrate, openPostgres } from '@hundi/adapter-knex';
import { E } from '@hundi/core';
import test from 'ava';
import { freshPostgres } from '../testing/fresh-postgres.js';
import { places } from '../testing/places.js';
import { roleOn } from '../testing/role-on.js';
import { sandboxClock } from '../sandbox/sandbox-clock.js';
import { sandboxInPostgres } from './sandbox-database.js';

const tested = 'PostgreSQL' in (await places()) ? test.serial : test.skip;

tested('a unit of the engine that lost a race does not wait for the sandbox bank', async (t) => {
  const fresh = await freshPostgres();
  if (fresh === undefined) throw new Error('the PostgreSQL of the tests went away');
  t.teardown(fresh.drop);
  const db = openPostgres(fresh.url, { connections: 2 });
  t.teardown(() => db.destroy());
  await migrate(db);
  const storage = knexStorage(db);
  const bank = await sandboxInPostgres(fresh.url);
  t.teardown(bank.close);
  let attempts = 0;

  const answer = await bank.alone(() =>
    storage.atomically<never, number>(async () => {
      attempts += 1;
      if (attempts === 1) throw Object.assign(new Error('a lost race'), { code: '40001' });
      return E.right(attempts);
    }),
  );

  t.deepEqual(answer, E.right(2));
});

tested(
  'a start waits for a locked database; a caller that asks for the time gets the code of the driver',
  async (t) => {
    const fresh = await freshPostgres();
    if (fresh === undefined) throw new Error('the PostgreSQL of the tests went away');
    t.teardown(fresh.drop);
    const bank = await sandboxInPostgres(fresh.url);
    t.teardown(bank.close);
    const other = openPostgres(fresh.url, { connections: 1 });
    t.teardown(() => other.destroy());
    const held = await other.transaction();
    await held.raw('LOCK TABLE sandbox_bank.sandbox_clock');

    const starting = sandboxClock(bank, () => 0);
    const refused = await t.throwsAsync(bank.movedBy(), { name: 'SandboxDatabaseFailed' });
    await held.rollback();

    t.like(refused, { code: '57014' });
    t.is((await starting).now(), 0);
  },
);

tested('the error for a role that may make no schema names the right to grant', async (t) => {
  const fresh = await freshPostgres();
  if (fresh === undefined) throw new Error('the PostgreSQL of the tests went away');
  t.teardown(fresh.drop);
  const { role, url, owner } = await roleOn(t, fresh.url);

  await t.throwsAsync(sandboxInPostgres(url), {
    message: /42501.*CREATE on the database, or make the schema sandbox_bank for it/,
  });
  await owner.raw(`CREATE SCHEMA sandbox_bank AUTHORIZATION ${role}`);
  for (const start of ['the first', 'the next']) {
    const bank = await sandboxInPostgres(url);
    t.is(await bank.movedBy(), 0, start);
    await bank.close();
  }
});
