import type { AcceptedBatch } from '@hundi/core/wire';
import test, { type ExecutionContext } from 'ava';
import { bankOfFiles, type BankOfFiles } from '../testing/bank-of-files.js';
import { freshPostgres } from '../testing/fresh-postgres.js';
import { batchTo, json, payee, postBatch } from '../testing/partner.js';
import { places } from '../testing/places.js';
import {
  emptyDataDir,
  runService,
  runToEnd,
  type RunningService,
  type Variables,
} from '../testing/running-service.js';

const tested = 'PostgreSQL' in (await places()) ? test.serial : test.skip;

const nextVersion = (step: 'additive' | 'breaking'): Variables => ({
  NODE_OPTIONS: `--import ${new URL('../testing/next-version.js', import.meta.url).href}`,
  HUNDI_TEST_NEXT_STEP: step,
});

/** Room for processes of both versions. */
const CONNECTIONS = '6';

interface Fleet {
  readonly bank: BankOfFiles;
  readonly variables: Variables;
  readonly start: (more?: Variables) => Promise<RunningService>;
}

const aFleet = async (t: ExecutionContext): Promise<Fleet> => {
  const fresh = await freshPostgres();
  if (fresh === undefined) throw new Error('the PostgreSQL of the tests went away');
  t.teardown(fresh.drop);
  const bank = await bankOfFiles();
  const variables = {
    DATA_DIR: await emptyDataDir(),
    DATABASE_URL: fresh.url,
    DATABASE_POOL: CONNECTIONS,
    BANK_RAIL: bank.rail,
  };
  return {
    bank,
    variables,
    start: async (more = {}) => {
      const service = await runService(variables.DATA_DIR, { ...variables, ...more });
      t.teardown(() => service.end('SIGKILL'));
      return service;
    },
  };
};

const PAYMENTS = 10;

interface Posting {
  /** Lets each next batch go to these in turn. */
  readonly over: (...services: RunningService[]) => void;
  /** Resolves once so many batches were accepted since then. */
  readonly accepted: (batches: number) => Promise<void>;
  /** Ends the load, and returns the ids of all jobs that were accepted. */
  readonly stop: () => Promise<ReadonlyArray<string>>;
}

/** Posts batches one after the other, and again by the same key where a service is about to stop. */
const startPosting = (to: string, first: RunningService): Posting => {
  let services: ReadonlyArray<RunningService> = [first];
  const jobs: string[] = [];
  let [stopped, turn, since] = [false, 0, 0];
  const isStopped = (): boolean => stopped;
  const one = async (body: ReturnType<typeof batchTo>): Promise<void> => {
    for (;;) {
      const service = services[turn % services.length] ?? first;
      turn += 1;
      const answer = await postBatch(service, body).catch(() => undefined);
      if (answer === undefined || answer.status === 503) continue;
      jobs.push(json<AcceptedBatch>(answer, 202).jobId);
      since += 1;
      return;
    }
  };
  const posting = (async () => {
    for (let n = 0; !isStopped(); n += 1) await one(batchTo(to, `ROLLING-${String(n)}`, PAYMENTS));
  })();
  const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    over: (...next) => {
      services = next;
      since = 0;
    },
    accepted: async (batches) => {
      while (since < batches) await Promise.race([posting, soon()]);
    },
    stop: async () => {
      stopped = true;
      await posting;
      return jobs;
    },
  };
};

const readiness = async ({ get }: RunningService): Promise<number> => (await get('/readyz')).status;

const BATCHES = 10;

tested(
  'under load the next version starts beside this one on a schema with one step more, and nothing is lost or paid twice',
  async (t) => {
    const { bank, start } = await aFleet(t);
    const old = await start();
    const posting = startPosting(await payee(old, 'Sharma Steel'), old);
    await posting.accepted(BATCHES);
    const next = await start(nextVersion('additive'));
    posting.over(old, next);
    await posting.accepted(BATCHES);
    t.is(await readiness(old), 200);
    t.is(await readiness(next), 200);
    const restarted = await start();
    posting.over(restarted, next);
    t.is((await old.end('SIGTERM')).code, 0);
    await posting.accepted(BATCHES);

    const jobs = await posting.stop();
    const paidOf = async (jobId: string): Promise<number> =>
      json<{ counts: { paid: number } }>(await next.get(`/v1/partner/payments/jobs/${jobId}`))
        .counts.paid;
    for (const jobId of jobs) while ((await paidOf(jobId)) < PAYMENTS);
    const ended = await Promise.all([restarted.end('SIGTERM'), next.end('SIGTERM')]);
    const executed = await bank.executed();
    t.is(executed.length, jobs.length * PAYMENTS);
    t.is(new Set(executed).size, executed.length);
    const failed = [...(await old.ended).stderr, ...ended.flatMap(({ stderr }) => stderr)].filter(
      (line) => /"msg":"(request failed|background work failed|failed)"/.test(line),
    );
    t.deepEqual(failed, []);
  },
);

tested(
  'beside a next version whose schema does not serve it a process is not ready, and starts no more, in words',
  async (t) => {
    const { start, variables } = await aFleet(t);
    const old = await start();
    const next = await start(nextVersion('breaking'));

    t.is(await readiness(next), 200);
    t.is(await readiness(old), 503);
    const { code, stderr } = await runToEnd(variables);
    t.is(code, 2);
    t.regex(
      stderr.join(''),
      /^hundi: DATABASE_URL: the schema is at version \d+, newer than this program's \d+, and serves programs from version \d+ on: start a newer program$/,
    );
  },
);
