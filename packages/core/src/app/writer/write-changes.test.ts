import test from 'ava';
import { cancellation } from '../approval/cancellation.js';
import { E } from '../../kernel/fp.js';
import type { CorporateTenantId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { JournalEntry, NextEntry } from '../../model/journal/entry/entry.js';
import type { Incident } from '../../model/journal/entry/incident.js';
import type { Move } from '../../model/payout/move.js';
import { enter } from '../../model/payout/payout-machine.js';
import type { AcceptedPayout } from '../../model/payout/payout.js';
import { NOTHING_RESOLVED } from '../doubt/doubt.js';
import { accepted, aJob, anOrder, aRow, NOW, someTerms, TENANT } from '../../samples.test.data.js';
import { LostRace } from '../../storage/host-transaction.js';
import type { PayoutChange } from '../../storage/payout-store.js';
import type { Stores } from '../../storage/storage.js';
import type { NewWork } from '../../storage/work-store.js';
import type { Changes, Explained, JudgedRows, RecordChanges } from './changes.js';
import {
  writeCertain,
  writeCertainAcross,
  writeChanges,
  writeRecords,
  writeRecordsAcross,
} from './write-changes.js';

const OPERATOR = { kind: 'operator', name: 'operator Asha', mayCancelAny: true } as const;

const toRight = <A>(found: E.Either<unknown, A>): A => {
  if (E.isLeft(found)) throw new Error('what is not sent can be cancelled');
  return found.right;
};

const end = (index: number, overrides = {}): Move => {
  const payout = accepted(enter([], NOW).next, anOrder(index, overrides));
  return toRight(cancellation(payout, OPERATOR, NOW));
};

const next = (subjectId: string, to: string, tenant = TENANT): NextEntry => ({
  tenant,
  subjectKind: 'user',
  subjectId,
  from: 'new',
  to,
  at: NOW,
  actor: 'u-admin',
  changes: {},
});

const OTHER = { ...TENANT, corporateTenantId: 'globex' as CorporateTenantId };

const due = (subject: string, tenant = TENANT): NewWork => ({
  duty: 'process-jobs',
  subject,
  tenant,
  runAt: NOW,
});

const incident = (tenant: Tenant): Incident => ({
  tenant,
  kind: 'intake_failed',
  subjectId: 'job-1',
  at: NOW,
  detail: 'no word',
});

const judgedOf = (tenant: Tenant): JudgedRows['rows'] => [
  { payout: aRow(2, { tenant }), result: E.right(someTerms()) },
];

/** Stores that remember what is written of the journal and the queue. */
const recording = (others = {}) => {
  const written: unknown[] = [];
  const dropped: unknown[] = [];
  const write = async (some: unknown) => {
    written.push(some);
  };
  const stores = {
    doubts: { line: async () => undefined },
    journal: { last: async () => undefined, append: write, raise: write },
    work: {
      add: write,
      finish: async () => undefined,
      defer: async () => undefined,
      drop: async (_: unknown, subjects: unknown) => {
        dropped.push(subjects);
      },
    },
    ...others,
  } as unknown as Stores;
  return { stores, written, dropped };
};

/** Where nothing is stored, nothing can have been written. */
const NO_STORES = { doubts: { line: () => Promise.resolve(undefined) } } as unknown as Stores;

const BY = { by: { actor: 'operator Asha' }, at: NOW };
const writing = (changes: Partial<Changes>, stores = NO_STORES) =>
  writeChanges(stores, TENANT, { ...BY, ...changes }, NOTHING_RESOLVED);

const explaining = (index: number): Explained => ({
  tenant: TENANT,
  transactionId: anOrder(index).transactionId,
  follows: 1,
});

const judging = (...indexes: ReadonlyArray<number>): JudgedRows => ({
  tenant: TENANT,
  rows: indexes.map((index) => ({ payout: aRow(index), result: E.right(someTerms()) })),
  conclude: () => Promise.resolve([]),
  uses: [],
});

test('changes that name a payout twice are a defect, and nothing of them is written', async (t) => {
  const job = aJob('completed_success', 2);
  const twice: ReadonlyArray<Partial<Changes>> = [
    { moves: [end(0), end(1), end(0)] },
    { explained: [explaining(0), explaining(0)] },
    { judged: [judging(0, 1), judging(1)] },
    { moves: [end(0)], explained: [explaining(0)] },
    { moves: [end(0)], judged: [judging(0)] },
    { explained: [explaining(1)], judged: [judging(0, 1)] },
    { moves: [end(0)], rows: { job, accepted: () => E.left('sent') } },
  ];
  for (const changes of twice)
    await t.throwsAsync(
      writing(changes),
      { message: /a payout twice/ },
      Object.keys(changes).join(),
    );
  await t.throwsAsync(writeRecords(NO_STORES, twice[1] ?? {}), { message: /a payout twice/ });
});

test('changes that name what another corporate has are a defect, and nothing of them is written', async (t) => {
  const theirs: ReadonlyArray<Partial<Changes>> = [
    { moves: [end(0), end(1, { tenant: OTHER })] },
    { explained: [{ ...explaining(0), tenant: OTHER }] },
    { judged: [{ ...judging(0), tenant: OTHER }] },
    { jobs: [{ before: aJob('queued', 1), after: { ...aJob('queued', 1), tenant: OTHER } }] },
    { entries: [next('u-1', 'active', OTHER)] },
    { work: [due('job-1', OTHER)] },
  ];
  for (const changes of theirs)
    await t.throwsAsync(
      writing(changes),
      { message: /another one has/ },
      Object.keys(changes).join(),
    );
  const mixed = { ...judging(0, 1), rows: [...judging(0).rows, ...judgedOf(OTHER)] };
  await t.throwsAsync(writing({ judged: [mixed] }), { message: /another one has/ });
});

test('records of two corporates are a defect, unless their writer says that it writes across corporates', async (t) => {
  const parts: ReadonlyArray<RecordChanges> = [
    { work: [due('job-1'), due('job-2', OTHER)] },
    { entries: [next('u-1', 'active'), next('u-1', 'active', OTHER)] },
    { work: [due('job-1')], entries: [next('u-1', 'active', OTHER)] },
    {
      handled: {
        over: [
          { ...due('job-1'), token: 1 },
          { ...due('job-2', OTHER), token: 2 },
        ],
      },
    },
    { explained: [explaining(0), { ...explaining(1), tenant: OTHER }] },
    { incidents: [incident(TENANT), incident(OTHER)] },
  ];
  for (const part of parts)
    await t.throwsAsync(writeRecords(NO_STORES, part), { message: /another one has/ });
  await t.throwsAsync(writeCertain(NO_STORES, { ...BY, ...parts[0] }), {
    message: /another one has/,
  });

  const { stores, written } = recording();
  await writeRecordsAcross(stores, ...parts.slice(0, 2));
  await writeCertainAcross(stores, { ...BY, ...parts[0] });
  t.is(written.length, 3);
});

test('an entry of a record of another corporate is a defect', async (t) => {
  const { stores, written } = recording();
  const saves = [async () => [{ ...next('u-1', 'active', OTHER), sequence: 2 }]];
  await t.throwsAsync(writeRecords(stores, { entries: [next('u-2', 'active')], saves }), {
    message: /another one has/,
  });
  t.deepEqual(written, []);
});

test('a move from a state that the payout has left is refused by the storage, and no word of it is written', async (t) => {
  const move = end(0);
  const left = move.payout.progress.sequence + 1;
  const { stores, written } = recording({
    payouts: {
      advance: async (_: unknown, changes: ReadonlyArray<PayoutChange>) => {
        if (changes.some(({ follows }) => follows !== left)) throw new LostRace();
      },
      useLimits: async () => undefined,
    },
  });
  await t.throwsAsync(writing({ moves: [move] }, stores), { instanceOf: LostRace });
  t.deepEqual(written, []);
  const { payout, steps } = move;
  const current = { ...payout, progress: { ...payout.progress, sequence: left } };
  t.true(E.isRight(await writing({ moves: [{ payout: current, steps }] }, stores)));
  t.is(written.length, 1);
});

test('an entry without a number follows what the journal has of its subject, and what is said before it', async (t) => {
  const said: JournalEntry[] = [];
  const journal = {
    last: async (_: unknown, id: string) =>
      id === 'known' ? { ...next('known', 'third'), sequence: 3 } : undefined,
    append: async (entries: ReadonlyArray<JournalEntry>) => {
      said.push(...entries);
    },
  };
  await writeRecords(
    { journal } as unknown as Stores,
    { entries: [next('known', 'fourth'), next('unknown', 'first'), next('known', 'fifth')] },
    { saves: [async () => [{ ...next('saved', 'second'), sequence: 2 }]] },
  );
  t.deepEqual(
    said.map(({ subjectId, sequence, from, to }) => [subjectId, sequence, from, to]),
    [
      ['known', 4, 'third', 'fourth'],
      ['unknown', 1, 'new', 'first'],
      ['known', 5, 'fourth', 'fifth'],
      ['saved', 2, 'new', 'second'],
    ],
  );
});

test('a payout that ends before it is sent takes its work with it, unless the changes say what becomes of that', async (t) => {
  const PENDING = { status: 'pending_approval', sequence: 1 } as const;
  const endOf = (payout: AcceptedPayout) => toRight(cancellation(payout, OPERATOR, NOW));
  const subject = anOrder(0).transactionId;
  const held = { ...due(subject), token: 1 };
  const droppedBy = async (changes: Partial<Changes>) => {
    const { stores, dropped } = recording({
      payouts: { advance: async () => undefined, useLimits: async () => undefined },
    });
    t.true(E.isRight(await writing(changes, stores)));
    return dropped;
  };

  t.deepEqual(await droppedBy({ moves: [end(0), end(1)] }), [[subject, anOrder(1).transactionId]]);
  const alone = anOrder(0, { jobId: undefined });
  t.deepEqual(await droppedBy({ moves: [endOf(accepted(PENDING, alone))] }), [[subject]]);
  t.deepEqual(await droppedBy({ moves: [endOf(accepted(PENDING))] }), [], 'its job has the work');
  const said: ReadonlyArray<Partial<Changes>> = [
    { work: [held] },
    { handled: { over: [held] } },
    { handled: { later: [held] } },
  ];
  for (const changes of said) t.deepEqual(await droppedBy({ ...changes, moves: [end(0)] }), []);
  t.deepEqual(await droppedBy({ drops: [held], moves: [end(0)] }), [[subject]]);
});
