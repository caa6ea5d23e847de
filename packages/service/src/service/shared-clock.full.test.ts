import test from 'ava';
import { freshPostgres } from '../testing/fresh-postgres.js';
import { places } from '../testing/places.js';
import { emptyDataDir, runService, type RunningService } from '../testing/running-service.js';

const tested = 'PostgreSQL' in (await places()) ? test.serial : test.skip;

const DAY_SECONDS = 24 * 3_600;

interface Time {
  readonly now: number;
}

const advance = async ({ post }: RunningService, seconds: number): Promise<number> =>
  (JSON.parse((await post('/sandbox/v1/clock/advance', { seconds })).text) as Time).now;

const nowAt = async ({ get }: RunningService): Promise<number> =>
  (JSON.parse((await get('/sandbox/v1/clock')).text) as Time).now;

tested('the next request to any process has the time to which another one moved it', async (t) => {
  const fresh = await freshPostgres();
  if (fresh === undefined) throw new Error('the PostgreSQL of the tests went away');
  t.teardown(fresh.drop);
  const dataDir = await emptyDataDir();
  const start = async (workers: string): Promise<RunningService> => {
    const service = await runService(dataDir, { DATABASE_URL: fresh.url, WORKERS: workers });
    t.teardown(() => service.end('SIGKILL'));
    return service;
  };
  const worker = await start('1');
  const http = await start('0');
  const { text } = await http.post('/portal/v1/login', { email: 'checker@acme.example' });
  const { challengeId } = JSON.parse(text) as { readonly challengeId: string };

  for (let days = 1; days <= 5; days += 1) {
    const moved = await advance(worker, DAY_SECONDS);
    t.true((await nowAt(http)) >= moved, `day ${String(days)}`);
  }
  const movedBack = await advance(http, DAY_SECONDS);
  t.true((await nowAt(worker)) >= movedBack);

  await advance(worker, DAY_SECONDS);
  const late = await http.post(`/portal/v1/login/${challengeId}`, { code: '000000' });
  t.is(late.status, 409, late.text);
});
