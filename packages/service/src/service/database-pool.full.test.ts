import { openPostgres } from '@hundi/adapter-knex';
import type { BeneficiaryRecord } from '@hundi/core/wire';
import test from 'ava';
import { freshPostgres } from '../testing/fresh-postgres.js';
import { batchTo } from '../testing/partner.js';
import { places } from '../testing/places.js';
import { emptyDataDir, runService } from '../testing/running-service.js';

const tested = 'PostgreSQL' in (await places()) ? test.serial : test.skip;

const POOL = 3;
/** The sandbox bank's own. */
const OF_BANK = 2;
/** By which a process with workers hears of work. */
const TO_HEAR = 1;

tested(
  'a service takes no more connections than its pool has, and serves many callers over them',
  async (t) => {
    const fresh = await freshPostgres();
    if (fresh === undefined) throw new Error('the PostgreSQL of the tests went away');
    t.teardown(fresh.drop);
    const service = await runService(await emptyDataDir(), {
      DATABASE_URL: fresh.url,
      DATABASE_POOL: String(POOL),
    });
    t.teardown(() => service.end('SIGKILL'));
    const { items } = JSON.parse(
      (await service.get('/v1/partner/beneficiaries?search=Sharma')).text,
    ) as { readonly items: ReadonlyArray<BeneficiaryRecord> };
    const payee = items[0]?.beneficiaryId ?? '';
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const reference = `POOL-${String(n)}`;
        const { status } = await service.post(
          '/v1/partner/payments/batches',
          batchTo(payee, reference),
          { 'idempotency-key': reference },
        );
        return status;
      }),
    );
    t.deepEqual(new Set(statuses), new Set([202]));

    const admin = openPostgres(fresh.url, { connections: 1 });
    t.teardown(() => admin.destroy());
    const { rows } = (await admin.raw(
      `SELECT count(*)::int AS open FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
    )) as unknown as { readonly rows: ReadonlyArray<{ readonly open: number }> };
    t.true(
      (rows[0]?.open ?? 0) <= POOL + OF_BANK + TO_HEAR,
      `${String(rows[0]?.open)} connections`,
    );
  },
);
