import assert from 'node:assert/strict';
import { DUTY_NAMES, type Claim, type NewWork, type Storage, type Work } from '@hundi/core/storage';
import { EPOCH } from '../../kit/build/ids.js';
import { aClaim, LEASE_MS, someWork } from '../../kit/build/records.js';
import { commit } from '../../kit/build/commit.js';
import { acme, globex, type ContractCase } from '../contract-case.js';
import { race } from '../race.js';

const add = (storage: Storage, ...all: NewWork[]) => commit(storage, ({ work }) => work.add(all));

const claim = (storage: Storage, overrides: Partial<Claim> = {}) =>
  commit(storage, ({ work }) => work.claim(aClaim(overrides)));

const nextDue = (storage: Storage, duty: Work['duty'] = 'send-to-bank') =>
  storage.read(async ({ work }) => (await work.nextDues(EPOCH)).get(duty));

const subjects = (all: ReadonlyArray<Work>) => all.map(({ subject }) => subject);

export const workContract: ReadonlyArray<ContractCase> = [
  {
    title: 'a claim answers the work as it now is: one attempt more, and due when the lease ends',
    run: async (storage) => {
      await add(storage, someWork(acme, 'a', { runAt: EPOCH - 5 }));
      const [held, ...more] = await claim(storage);

      assert.deepEqual(more, []);
      assert.deepEqual(held, {
        duty: 'send-to-bank',
        subject: 'a',
        tenant: acme,
        runAt: EPOCH + LEASE_MS,
        attempts: 1,
        failures: 0,
        token: held?.token,
      });
      assert.equal(Number.isSafeInteger(held.token), true);
    },
  },
  {
    title: 'due work is claimed by moment and then by subject, letter by letter',
    run: async (storage) => {
      await add(
        storage,
        someWork(acme, 'b', { runAt: EPOCH }),
        someWork(globex, 'late', { runAt: EPOCH + 1 }),
        someWork(acme, 'a', { runAt: EPOCH }),
        someWork(globex, 'z', { runAt: EPOCH - 1 }),
        someWork(globex, 'B', { runAt: EPOCH }),
        someWork(globex, 'a-1', { runAt: EPOCH }),
        someWork(globex, 'a1', { runAt: EPOCH }),
      );

      assert.deepEqual(subjects(await claim(storage)), ['z', 'B', 'a', 'a-1', 'a1', 'b']);
    },
  },
  {
    title: 'a claim takes no more than its limit, earliest first, and never the same work twice',
    run: async (storage) => {
      await add(storage, ...['a', 'b', 'c', 'd', 'e'].map((subject) => someWork(acme, subject)));

      assert.deepEqual(subjects(await claim(storage, { limit: 2 })), ['a', 'b']);
      assert.deepEqual(subjects(await claim(storage, { limit: 2 })), ['c', 'd']);
      assert.deepEqual(subjects(await claim(storage, { limit: 2 })), ['e']);
      assert.deepEqual(await claim(storage), []);
    },
  },
  {
    title: 'a claim takes the work of its duty only',
    run: async (storage) => {
      await add(
        storage,
        someWork(acme, 'a', { duty: 'process-jobs' }),
        someWork(acme, 'b', { duty: 'query-unknowns' }),
      );

      assert.deepEqual(await claim(storage), []);
      assert.deepEqual(subjects(await claim(storage, { duty: 'process-jobs' })), ['a']);
      assert.deepEqual(subjects(await claim(storage, { duty: 'query-unknowns' })), ['b']);
    },
  },
  {
    title: 'claimed work falls due again when its lease ends, not before, under a higher token',
    run: async (storage) => {
      await add(storage, someWork(acme, 'a'));
      const [first] = await claim(storage);
      assert.deepEqual(await claim(storage, { now: EPOCH + LEASE_MS - 1 }), []);

      const [second] = await claim(storage, { now: EPOCH + LEASE_MS });
      assert.ok(first !== undefined && second !== undefined);
      assert.ok(second.token > first.token);
      assert.deepEqual([first.attempts, second.attempts], [1, 2]);
      assert.equal(second.runAt, EPOCH + 2 * LEASE_MS);
    },
  },
  {
    title: 'claimed work falls to the duty that its claim names',
    run: async (storage) => {
      await add(storage, someWork(acme, 'a'));
      const [first] = await claim(storage, { lapsesTo: 'query-unknowns' });
      assert.equal(first?.duty, 'query-unknowns');
      assert.equal(await nextDue(storage), undefined);
      assert.equal(await nextDue(storage, 'query-unknowns'), EPOCH + LEASE_MS);
      assert.deepEqual(await claim(storage, { now: EPOCH + LEASE_MS }), []);

      const later = await claim(storage, { duty: 'query-unknowns', now: EPOCH + LEASE_MS });
      assert.deepEqual(
        later.map(({ subject, duty, attempts }) => [subject, duty, attempts]),
        [['a', 'send-to-bank', 2]],
      );
    },
  },
  {
    title: 'the mark of a claim stays on the work until a claim leaves another',
    run: async (storage) => {
      const marks: unknown[] = [];
      await add(storage, someWork(acme, 'a'));
      for (const [n, mark] of [undefined, 7, undefined, 2 ** 41 + 1].entries()) {
        const [work] = await claim(storage, {
          now: EPOCH + n * LEASE_MS,
          ...(mark !== undefined && { mark }),
        });
        marks.push(work !== undefined && 'markedAt' in work ? work.markedAt : 'absent');
      }

      assert.deepEqual(marks, ['absent', 7, 7, 2 ** 41 + 1]);
    },
  },
  {
    title: 'a claim that is undone claims nothing',
    run: async (storage) => {
      await add(storage, someWork(acme, 'a'), someWork(acme, 'b'));
      await assert.rejects(
        commit(storage, async ({ work }) => {
          await work.claim(aClaim({ limit: 1 }));
          throw new Error('broken');
        }),
      );
      assert.equal(await nextDue(storage), EPOCH);

      const again = await claim(storage);
      assert.deepEqual(
        again.map(({ subject, attempts }) => [subject, attempts]),
        [
          ['a', 1],
          ['b', 1],
        ],
      );
    },
  },
  {
    title: 'a claim of ranges takes what is due in them of its corporate, up to a moment ahead',
    run: async (storage) => {
      await add(
        storage,
        someWork(acme, 'b3', { runAt: EPOCH + 5 }),
        someWork(acme, 'b1', { runAt: EPOCH + 6 }),
        someWork(acme, 'a1'),
        someWork(acme, 'a2', { duty: 'query-unknowns' }),
        someWork(acme, 'b0'),
        someWork(acme, 'c1', { runAt: EPOCH + 7 }),
        someWork(acme, 'd1'),
        someWork(globex, 'b2'),
      );
      const ranges = [
        { first: 'b0', last: 'b9' },
        { first: 'c', last: 'cz' },
      ];
      const claimOf = (limit: number, tenant = acme) =>
        commit(storage, ({ work }) =>
          work.claimOf(tenant, ranges, { dueBy: EPOCH + 6, ...aClaim({ limit, mark: 9 }) }),
        );

      const [held, ...more] = await claimOf(2);
      assert.deepEqual(subjects(more), ['b1']);
      assert.deepEqual(held, {
        duty: 'send-to-bank',
        subject: 'b0',
        tenant: acme,
        runAt: EPOCH + LEASE_MS,
        attempts: 1,
        failures: 0,
        token: held?.token,
        markedAt: 9,
      });
      assert.deepEqual(subjects(await claimOf(2)), ['b3']);
      assert.deepEqual(await claimOf(2), []);
      assert.deepEqual(
        await claimOf(2, { ...acme, bankTenantId: 'other' as typeof acme.bankTenantId }),
        [],
      );
      assert.deepEqual(subjects(await claim(storage)), ['a1', 'b2', 'd1']);
      assert.equal(await nextDue(storage, 'query-unknowns'), EPOCH);
    },
  },
  {
    title: 'of claims in turn at the same time, the first completes what it found',
    run: async (storage) => {
      const all = Array.from({ length: 2_000 }, (_, n) => String(n).padStart(4, '0'));
      await add(storage, ...all.map((subject) => someWork(acme, subject)));
      const found = new Map<number, number>();
      await race(storage, async ({ work }, rival) => {
        const heads = await work.claim({ ...aClaim({ limit: 10 }), inTurn: true });
        const range = { first: '0000', last: '9999' };
        const how = { dueBy: EPOCH, ...aClaim({ limit: 5_000 }) };
        const rest = await work.claimOf(acme, [range], how);
        found.set(rival, heads.length + rest.length);
        return true;
      });
      assert.deepEqual([...found.values()].sort(), [0, 0, 0, 2_000]);
    },
  },
  {
    title: 'failures are counted apart from claims, and stay with the work',
    run: async (storage) => {
      await add(storage, someWork(acme, 'a'));
      const counts: unknown[] = [];
      for (const [n, end] of (['fail', 'lapse', 'fail', 'defer', 'lapse'] as const).entries()) {
        const now = EPOCH + n * LEASE_MS;
        const claimed = await claim(storage, { now });
        counts.push(...claimed.map(({ attempts, failures }) => [attempts, failures]));
        const later = claimed.map((work) => ({ ...work, runAt: now + LEASE_MS }));
        if (end !== 'lapse') await commit(storage, ({ work }) => work[end](later));
      }
      await add(storage, someWork(acme, 'a', { runAt: EPOCH + 9 * LEASE_MS }));
      const [last] = await claim(storage, { now: EPOCH + 9 * LEASE_MS });

      assert.deepEqual(counts, [
        [1, 0],
        [2, 1],
        [3, 1],
        [4, 2],
        [5, 2],
      ]);
      assert.deepEqual([last?.attempts, last?.failures], [6, 2]);
    },
  },
  {
    title: 'work that failed falls to the duty and moment it is given, and to its holder only',
    run: async (storage) => {
      await add(storage, someWork(acme, 'a'), someWork(acme, 'b'));
      const [a, b] = await claim(storage);
      assert.ok(a !== undefined && b !== undefined);
      const next = { duty: 'query-unknowns', runAt: EPOCH + 5 } as const;
      await commit(storage, ({ work }) =>
        work.fail([
          { ...a, ...next },
          { ...b, ...next, token: b.token + 1 },
        ]),
      );

      const due = await claim(storage, { duty: 'query-unknowns', now: EPOCH + 5 });
      assert.deepEqual(
        due.map(({ subject, failures }) => [subject, failures]),
        [['a', 1]],
      );
    },
  },
  {
    title: 'one look names the next moment of each duty that has work, leased or not',
    run: async (storage) => {
      const nextDues = () => storage.read(({ work }) => work.nextDues(EPOCH));
      assert.deepEqual(await nextDues(), new Map());
      await add(
        storage,
        someWork(acme, 'a', { runAt: EPOCH + 70_000 }),
        someWork(globex, 'b', { runAt: EPOCH }),
        someWork(acme, 'c', { runAt: 1, duty: 'process-jobs' }),
      );
      assert.deepEqual(
        await nextDues(),
        new Map([
          ['send-to-bank', EPOCH],
          ['process-jobs', 1],
        ]),
      );

      const claimed = await claim(storage);
      assert.equal(await nextDue(storage), EPOCH + LEASE_MS);
      await commit(storage, ({ work }) => work.finish(claimed));
      assert.equal(await nextDue(storage), EPOCH + 70_000);
    },
  },
  {
    title: 'one look names every duty there is',
    run: async (storage) => {
      const moments = DUTY_NAMES.map((duty, n) => [duty, EPOCH + n] as const);
      await add(storage, ...moments.map(([duty, runAt]) => someWork(acme, duty, { duty, runAt })));

      assert.deepEqual(await storage.read(({ work }) => work.nextDues(EPOCH)), new Map(moments));
    },
  },
  {
    title: 'a subject that has work already gets the new duty and moment, and its attempts stay',
    run: async (storage) => {
      await add(storage, someWork(acme, 'a'));
      await claim(storage);
      await add(storage, someWork(acme, 'a', { duty: 'query-unknowns', runAt: EPOCH + 5 }));
      assert.equal(await nextDue(storage), undefined);
      assert.deepEqual(await claim(storage, { now: EPOCH + 10 * LEASE_MS }), []);

      const [moved, ...more] = await claim(storage, { duty: 'query-unknowns', now: EPOCH + 5 });
      assert.deepEqual(more, []);
      assert.deepEqual([moved?.subject, moved?.attempts], ['a', 2]);
    },
  },
  {
    title: 'thousands of works are added, claimed in chunks and finished',
    run: async (storage) => {
      const all = Array.from({ length: 3_000 }, (_, n) => String(n).padStart(4, '0'));
      await add(storage, ...all.map((subject) => someWork(acme, subject)));
      const claimed: string[] = [];
      for (;;) {
        const chunk = await claim(storage, { limit: 1_000 });
        if (chunk.length === 0) break;
        claimed.push(...subjects(chunk));
        await commit(storage, async ({ work }) => {
          assert.equal((await work.held(chunk)).size, chunk.length);
          await work.finish(chunk);
        });
      }

      assert.deepEqual(claimed, all);
      assert.equal(await nextDue(storage), undefined);
    },
  },
];
