import { E, rowId, type DebitAccountId, type PackageCode } from '@hundi/core';
import type { Job, PayoutOrder, ReportFilter, ReportSearch, Stores } from '@hundi/core/storage';
import { aBeneficiaryId, aJob, anOrder, aTenant, EPOCH } from '@hundi/testkit';
import { postgresUrl } from '@hundi/testkit/contract';
import test from 'ava';
import fc from 'fast-check';
import { freshMemory, freshPostgres, type Fresh } from './fresh.test.support.js';
import { rowsReadFor } from './plans.test.support.js';

const url = await postgresUrl();
const acme = aTenant('acme');
const globex = aTenant('globex');

const commit = async ({ storage }: Fresh, work: (stores: Stores) => Promise<void>) => {
  await storage.atomically<never, undefined>(async (stores) => {
    await work(stores);
    return E.right(undefined);
  });
};

/** A search finds some values in many payouts, some in a few, and some in fewer than a page. */
const orderOf = (job: Job, n: number, row: number): PayoutOrder => {
  const of = n + row;
  return anOrder(job.tenant, of, {
    transactionId: rowId(job.jobId, row),
    jobId: job.jobId,
    apiRefNumber: job.apiRefNumber,
    reference: `${of % 60 === 0 ? 'ODD' : 'INV'}-${job.apiRefNumber}-${String(row)}`,
    beneficiaryId: aBeneficiaryId(of % 7 === 0 ? 7_000 : of % 53 === 0 ? 8_000 : of % 900),
    packageCode: of % 41 === 0 ? 'GOLD' : 'VENDOR',
    amount: 100_000 + (of % 3_001),
    createdAt: job.requestedAt,
  });
};

const jobs: ReadonlyArray<Job> = Array.from({ length: 1_000 }, (_, n) =>
  aJob(n % 10 === 9 ? globex : acme, n, {
    total: n % 200 === 50 ? 1_100 : 3,
    requestedAt: EPOCH + n,
    apiRefNumber: n % 50 === 0 ? `RUN/${String(n)}` : `PO-${String(n)}`,
  }),
);
const orders: ReadonlyArray<PayoutOrder> = jobs.flatMap((job, n) =>
  Array.from({ length: job.total }, (_, row) => orderOf(job, n * 31, row)),
);
const jobless = Array.from({ length: 20 }, (_, n) =>
  anOrder(acme, n * 47, { reference: `ALONE-${String(n)}`, createdAt: EPOCH + n * 47 }),
);
const ofAcme = [...orders, ...jobless]
  .filter(({ tenant }) => tenant === acme)
  .sort((a, b) => (a.transactionId < b.transactionId ? 1 : -1));

/** All of them; the jobs from number `indexed` on have not been indexed. */
const plant = async (fresh: Fresh, indexed: number): Promise<Fresh> => {
  await commit(fresh, async (stores) => {
    await stores.jobs.add(jobs);
    await stores.payouts.add([...orders, ...jobless]);
    for (const tenant of [acme, globex])
      await stores.payouts.index(
        tenant,
        jobs.filter((job, n) => job.tenant === tenant && n < indexed).map(({ jobId }) => jobId),
      );
  });
  return fresh;
};

const jobRows = (job: Job, of: (row: number) => object) =>
  Array.from({ length: job.total }, (_, row) => ({
    ...orderOf(job, 0, row),
    ...of(row),
  }));

const isFound = (order: PayoutOrder, { beneficiaryIds, amount, prefix }: ReportSearch): boolean =>
  order.amount === amount ||
  beneficiaryIds.includes(order.beneficiaryId) ||
  [order.reference, order.apiRefNumber, order.jobId].some((text) => text?.startsWith(prefix));

const expected = ({ packageCodes, createdFrom, createdBefore, search }: ReportFilter) =>
  ofAcme
    .filter(
      (order) =>
        packageCodes?.has(order.packageCode) !== false &&
        order.createdAt >= (createdFrom ?? 0) &&
        order.createdAt < (createdBefore ?? Infinity) &&
        (search === undefined || isFound(order, search)),
    )
    .map(({ transactionId }) => transactionId);

/** Page after page, as a reader goes on. */
const paged = async ({ storage }: Fresh, filter: ReportFilter, limit: number, rowsMax: number) => {
  const ids: PayoutOrder['transactionId'][] = [];
  let before: PayoutOrder['transactionId'] | undefined;
  for (;;) {
    const { payouts, stoppedAt } = await storage.read((stores) =>
      stores.payouts.report(acme, filter, before, limit, rowsMax),
    );
    ids.push(...payouts.map(({ order }) => order.transactionId));
    if (payouts.length < limit && stoppedAt === undefined) return ids;
    before = payouts.length < limit ? stoppedAt : ids.at(-1);
  }
};

const VENDOR = 'VENDOR' as PackageCode;
const someJob = jobs[250]?.jobId ?? '';
const prefixes = [
  'INV-',
  'ODD-',
  'ALONE-',
  'PO-',
  'PO-9',
  'RUN/',
  'RUN/250',
  'INV-PO-31',
  'ALONE-1',
  'none',
  'inv-',
  'INV_',
  'INV%',
  '~',
  'é',
  '0',
  someJob,
  someJob.slice(0, 13),
  someJob.slice(0, 20),
  `${someJob.slice(0, 35)}1`,
  someJob.toUpperCase(),
];
const search = fc.record(
  {
    beneficiaryIds: fc.uniqueArray(
      fc.constantFrom(...[1, 5, 7_000, 8_000, 899, 12_345].map(aBeneficiaryId)),
    ),
    amount: fc.constantFrom(100_000, 101_234, 999),
    prefix: fc.constantFrom(...prefixes),
  },
  { requiredKeys: ['beneficiaryIds', 'prefix'] },
);
const moment = fc.integer({ min: EPOCH, max: EPOCH + 1_000 });
const filters = fc.record(
  {
    packageCodes: fc
      .constantFrom(['GOLD'], ['GOLD'], [VENDOR, 'GOLD'])
      .map((codes) => new Set(codes)),
    debitAccountIds: fc.constant(new Set()),
    createdFrom: moment,
    createdBefore: moment,
    search,
  },
  { requiredKeys: ['packageCodes', 'debitAccountIds', 'search'] },
) as fc.Arbitrary<unknown> as fc.Arbitrary<ReportFilter>;

const suite = (name: string, fresh: () => Promise<Fresh>, run: typeof test.serial): void => {
  for (const indexed of [0, 400, 1_000]) {
    run(
      `${name}: pages of a search hold every payout once, newest first, with ${String(indexed)} jobs indexed`,
      async (t) => {
        const planted = await plant(await fresh(), indexed);
        t.teardown(planted.close);

        await fc.assert(
          fc.asyncProperty(
            filters,
            fc.nat(2),
            fc.constantFrom(1_000, 9_000, 1_000_000),
            async (filter, size, rowsMax) => {
              // Short pages of what few payouts meet: most of what a search comes upon is left out again.
              const limit = (filter.packageCodes?.has(VENDOR) ? [40, 100, 1_000] : [1, 3, 20])[
                size
              ];
              t.deepEqual(await paged(planted, filter, limit ?? 1, rowsMax), expected(filter));
            },
          ),
          { numRuns: 120 },
        );
      },
    );
  }
};

const postgres = (url === undefined ? test.skip : test.serial) as typeof test.serial;
suite('SQLite in memory', freshMemory, test.serial);
suite('PostgreSQL', () => freshPostgres(url ?? ''), postgres);

postgres('a search reads some pages of payouts, however many there are', async (t) => {
  const fresh = await freshPostgres(url ?? '');
  t.teardown(fresh.close);
  const many = aJob(acme, 1, { total: 20_000, apiRefNumber: 'OLD' });
  const newer = aJob(acme, 2, { total: 5_000, apiRefNumber: 'NEW' });
  await commit(fresh, async (stores) => {
    await stores.jobs.add([many, newer]);
    await stores.payouts.add(
      jobRows(many, (row) => ({
        beneficiaryId: aBeneficiaryId(row % 2),
        reference: `${row % 400 === 0 ? 'ODD' : 'INV'}-${String(row)}`,
      })),
    );
    await stores.payouts.add(jobRows(newer, () => ({ beneficiaryId: aBeneficiaryId(9) })));
    await stores.payouts.index(acme, [many.jobId, newer.jobId]);
  });
  const filter = {
    packageCodes: new Set([VENDOR]),
    debitAccountIds: new Set<DebitAccountId>(),
  };
  const searches: ReadonlyArray<ReportSearch> = [
    { prefix: 'none', beneficiaryIds: [aBeneficiaryId(1)] },
    { prefix: 'none', beneficiaryIds: Array.from({ length: 500 }, (_, n) => aBeneficiaryId(n)) },
    { prefix: 'ODD', beneficiaryIds: [] },
    { prefix: 'OLD', beneficiaryIds: [] },
    { prefix: many.jobId, beneficiaryIds: [] },
    { prefix: 'none', beneficiaryIds: [] },
  ];
  for (const search of searches) {
    const rows = await rowsReadFor(fresh.db, async ({ payouts }) => {
      await payouts.report(acme, { ...filter, search }, undefined, 50, 50_000);
    });
    t.true(rows < 4_000, `${JSON.stringify(search).slice(0, 100)}: ${String(rows)} rows`);
  }
});
