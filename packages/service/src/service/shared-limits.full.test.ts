import test from 'ava';
import { freshPostgres } from '../testing/fresh-postgres.js';
import { places } from '../testing/places.js';
import { emptyDataDir, runService, type RunningService } from '../testing/running-service.js';

const tested = 'PostgreSQL' in (await places()) ? test.serial : test.skip;

/** Of logins at a rate of one a second, 60 may come at once. */
const OF_EACH = 50;

const logIn = async ({ post }: RunningService): Promise<number> =>
  (await post('/portal/v1/login', { email: 'nobody@acme.example' })).status;

const logIns = (service: RunningService): Promise<ReadonlyArray<number>> =>
  Promise.all(Array.from({ length: OF_EACH }, () => logIn(service)));

tested('processes on one PostgreSQL share the rate limits', async (t) => {
  const fresh = await freshPostgres();
  if (fresh === undefined) throw new Error('the PostgreSQL of the tests went away');
  t.teardown(fresh.drop);
  const dataDir = await emptyDataDir();
  const start = async (): Promise<RunningService> => {
    const service = await runService(dataDir, {
      DATABASE_URL: fresh.url,
      RATE_LIMITS: 'logins=1',
    });
    t.teardown(() => service.end('SIGKILL'));
    return service;
  };
  const one = await start();
  const other = await start();

  const first = await logIns(one);
  const second = await logIns(other);
  t.deepEqual(new Set(first), new Set([202]));
  t.true(second.includes(202));
  t.true(second.filter((status) => status === 429).length > 0);
});
