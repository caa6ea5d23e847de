import assert from 'node:assert/strict';
import type { JournalEntry, Storage } from '@hundi/core/storage';
import { aJobId } from '../../kit/build/ids.js';
import { aJob, ordersOf } from '../../kit/build/payout.js';
import { anEntry, anIncident } from '../../kit/build/records.js';
import { commit } from '../../kit/build/commit.js';
import { acme, globex, others, type ContractCase } from '../contract-case.js';

const append = (storage: Storage, ...entries: JournalEntry[]) =>
  commit(storage, ({ journal }) => journal.append(entries));

const of = (storage: Storage, subjectId: string) =>
  storage.read(({ journal }) => journal.of(acme, subjectId));

const raise = (storage: Storage, ...incidents: ReturnType<typeof anIncident>[]) =>
  commit(storage, ({ journal }) => journal.raise(incidents));

const incidents = (storage: Storage, limit = 10) =>
  storage.read(({ journal }) => journal.incidents(acme, limit));

export const journalContract: ReadonlyArray<ContractCase> = [
  {
    title: 'the entries of a subject come back by sequence, as they were appended',
    run: async (storage) => {
      const first = anEntry(acme, 'subject-1', 1, { subjectKind: 'beneficiary', to: 'pending' });
      const second = anEntry(acme, 'subject-1', 2, {
        from: 'pending',
        to: 'approved',
        actor: 'process-jobs',
        changes: {
          comment: 'line\none\t"two" \\N \\. ₹😀',
          amount: 10 ** 15 - 1,
          nested: { empty: {}, list: [null, true, 0.5] },
        },
      });
      await append(storage, first, anEntry(acme, 'subject-2', 1), second);

      assert.deepEqual(await of(storage, 'subject-1'), [first, second]);
      assert.deepEqual(await of(storage, 'subject-3'), []);
    },
  },
  {
    title: 'entries keep the key that something came by, beside others that name none',
    run: async (storage) => {
      const first = anEntry(acme, 'subject-1', 1, { via: { keyId: 'key1' } });
      const second = anEntry(acme, 'subject-1', 2);
      const third = anEntry(acme, 'subject-1', 3, { via: { keyId: 'key2' } });
      await append(storage, first, second);
      await append(storage, third);

      assert.deepEqual(await of(storage, 'subject-1'), [first, second, third]);
      const latest = await storage.read(({ journal }) =>
        journal.latest(acme, undefined, undefined, 10),
      );
      assert.deepEqual(
        latest.map(({ entry }) => entry),
        [third, second, first],
      );
    },
  },
  {
    title: 'entries are returned by sequence, even if units of work appended them in another order',
    run: async (storage) => {
      const entries = Array.from({ length: 12 }, (_, i) => anEntry(acme, 'subject-1', i + 1));
      await append(storage, ...entries.slice(8));
      await append(storage, ...entries.slice(0, 8).reverse());

      assert.deepEqual(await of(storage, 'subject-1'), entries);
    },
  },
  {
    title: 'the last entry of a subject is the one with the highest sequence, and none for others',
    run: async (storage) => {
      const last = (subjectId: string, tenant = acme) =>
        storage.read(({ journal }) => journal.last(tenant, subjectId));
      const entries = [1, 2, 11].map((sequence) =>
        anEntry(acme, 'subject-1', sequence, { changes: { sequence } }),
      );
      await append(storage, ...entries.toReversed(), anEntry(acme, 'subject-2', 30));

      assert.deepEqual(await last('subject-1'), entries[2]);
      assert.equal(await last('subject-3'), undefined);
      for (const other of others) assert.equal(await last('subject-1', other), undefined);
    },
  },
  {
    title: 'a second entry of the same subject and sequence throws and undoes its unit of work',
    run: async (storage) => {
      const first = anEntry(acme, 'subject-1', 1);
      await append(storage, first);

      await assert.rejects(
        append(storage, anEntry(acme, 'subject-2', 1), { ...first, to: 'other' }),
      );
      await assert.rejects(
        append(storage, anEntry(acme, 'subject-3', 1), anEntry(acme, 'subject-3', 1)),
      );
      assert.deepEqual(await of(storage, 'subject-1'), [first]);
      assert.deepEqual(await of(storage, 'subject-2'), []);
      assert.deepEqual(await of(storage, 'subject-3'), []);
    },
  },
  {
    title: 'thousands of entries are appended at once',
    run: async (storage) => {
      const orders = ordersOf(aJob(acme, 1, { total: 3_000 }));
      const last = orders.at(-1)?.transactionId ?? aJobId(1);
      await append(
        storage,
        ...orders.map(({ transactionId }) => anEntry(acme, transactionId, 1)),
        anEntry(acme, last, 2),
      );

      assert.deepEqual(await of(storage, last), [anEntry(acme, last, 1), anEntry(acme, last, 2)]);
    },
  },
  {
    title: 'the entries of one tenant are not there for another',
    run: async (storage) => {
      await append(storage, anEntry(acme, 'subject-1', 1), anEntry(globex, 'subject-2', 1));

      for (const other of others) {
        assert.deepEqual(await storage.read(({ journal }) => journal.of(other, 'subject-1')), []);
      }
      assert.deepEqual(await of(storage, 'subject-2'), []);
    },
  },
  {
    title: 'incidents come newest first, as many as are asked for',
    run: async (storage) => {
      const [old, middle, late] = [1, 2, 3].map((n) =>
        anIncident(acme, `subject-${String(n)}`, { at: n, detail: `no. ${String(n)}\n"\\"` }),
      );
      await raise(storage, middle as never, old as never);
      await raise(storage, late as never);

      assert.deepEqual(await incidents(storage), [late, middle, old]);
      assert.deepEqual(await incidents(storage, 2), [late, middle]);
    },
  },
  {
    title: 'the same kind of incident is raised once for a subject, and stays as it was',
    run: async (storage) => {
      const first = anIncident(acme, 'subject-1', { at: 5 });
      const again = { ...first, at: 9, detail: 'Again.' };
      await raise(storage, first);
      await raise(storage, again);
      await raise(storage, again, again);

      assert.deepEqual(await incidents(storage), [first]);
    },
  },
  {
    title: 'when one call raises two incidents of one kind for one subject, the first stays',
    run: async (storage) => {
      const first = anIncident(acme, 'subject-1', { at: 5 });
      await raise(storage, first, { ...first, at: 9, detail: 'Again.' });

      assert.deepEqual(await incidents(storage), [first]);
    },
  },
  {
    title: 'another kind, or another subject, is another incident',
    run: async (storage) => {
      const all = [
        anIncident(acme, 'subject-2', { at: 3 }),
        anIncident(acme, 'subject-1', { at: 2, kind: 'late_answer' }),
        anIncident(acme, 'subject-1', { at: 1 }),
      ];
      await raise(storage, ...all);

      assert.deepEqual(await incidents(storage), all);
    },
  },
  {
    title: 'the incidents of one tenant are not there for another',
    run: async (storage) => {
      await raise(storage, anIncident(acme, 'subject-1'));

      for (const other of others) {
        assert.deepEqual(await storage.read(({ journal }) => journal.incidents(other, 10)), []);
      }
    },
  },
];
