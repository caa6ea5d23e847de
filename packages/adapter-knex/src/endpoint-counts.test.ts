import { E } from '@hundi/core';
import type { Stores } from '@hundi/core/storage';
import { aTenant, anEndpoint, EPOCH } from '@hundi/testkit';
import { postgresUrl } from '@hundi/testkit/contract';
import test from 'ava';
import { freshMemory, freshPostgres, type Fresh } from './fresh.test.support.js';
import { plansOf } from './plans.test.support.js';

const url = await postgresUrl();
const acme = aTenant('acme');

const TABLES = ['webhook_endpoints', 'webhook_progress'];

/** Two thousand endpoints, of which one in a hundred fails, and one is disabled. */
const grow = async ({ deliveries, webhookEndpoints }: Stores): Promise<void> => {
  const all = Array.from({ length: 2_000 }, (_, n) => ({ n, isBad: n % 100 === 0 }));
  await webhookEndpoints.put(
    all.map(({ n, isBad }) =>
      anEndpoint(acme, n, isBad ? { disabled: { by: 'gone', at: EPOCH } } : {}),
    ),
  );
  for (const { n, isBad } of all)
    await deliveries.putProgress({
      tenant: acme,
      endpointId: `we_${String(n)}`,
      position: 1,
      slow: false,
      ...(isBad && { failingSince: EPOCH }),
    });
};

const count = async ({ deliveries, webhookEndpoints }: Stores): Promise<void> => {
  await deliveries.failing(10_000);
  await webhookEndpoints.disabled(10_000);
};

const suite = (name: string, fresh: () => Promise<Fresh>, run: typeof test.serial): void => {
  for (const analyzed of [false, true]) {
    const statistics = analyzed ? 'true' : 'no';
    run(
      `${name}: with ${statistics} statistics, endpoints in trouble are counted by their indexes alone`,
      async (t) => {
        const { db, storage, close } = await fresh();
        t.teardown(close);
        await storage.atomically<never, undefined>(async (stores) => {
          await grow(stores);
          return E.right(undefined);
        });
        // Not the whole database: other tests work in it, and statistics of their empty tables would slow them down.
        if (analyzed) for (const table of TABLES) await db.raw(`ANALYZE ${table}`);
        const plans = await plansOf(db, async () => undefined, count);

        t.true(plans.length >= 4);
        for (const { sql, steps } of plans) {
          const plan = steps.join('\n');
          const [index, column] = sql.includes('failing_since')
            ? ['webhook_progress_failing', 'failing_since']
            : ['webhook_endpoints_disabled', 'disabled_by'];
          t.regex(plan, new RegExp(`(SEARCH|Index|Index Only|Bitmap Index).*${index}`), plan);
          t.regex(plan, new RegExp(`(\\(|Cond: .*)${column}`), plan);
          t.notRegex(plan, /Seq Scan|SCAN webhook/);
        }
      },
    );
  }
};

suite('SQLite', freshMemory, test.serial);
suite(
  'PostgreSQL',
  () => freshPostgres(url ?? ''),
  (url === undefined ? test.skip : test.serial) as typeof test.serial,
);
