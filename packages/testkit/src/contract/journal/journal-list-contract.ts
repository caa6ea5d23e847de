import assert from 'node:assert/strict';
import type { Tenant } from '@hundi/core';
import type { IncidentPlace, JournalEntry, PlacedEntry, Storage } from '@hundi/core/storage';
import { anEntry, anIncident } from '../../kit/build/records.js';
import { commit } from '../../kit/build/commit.js';
import { acme, globex, others, type ContractCase } from '../contract-case.js';

const append = (storage: Storage, ...entries: JournalEntry[]) =>
  commit(storage, ({ journal }) => journal.append(entries));

const latest = (
  storage: Storage,
  {
    subject,
    before,
    limit = 100,
    tenant = acme,
  }: {
    readonly subject?: string;
    readonly before?: number | undefined;
    readonly limit?: number;
    readonly tenant?: Tenant;
  } = {},
) => storage.read(({ journal }) => journal.latest(tenant, subject, before, limit));

const entriesOf = (placed: ReadonlyArray<PlacedEntry>) => placed.map(({ entry }) => entry);

/** Three entries of two subjects, oldest first, appended by two units. */
const ENTRIES = [
  anEntry(acme, 'a', 1),
  anEntry(acme, 'b', 1, { subjectKind: 'job', actor: 'intake' }),
  anEntry(acme, 'a', 2, { from: 'pending_approval', to: 'approved', changes: { comment: 'ok' } }),
] as const;

const appendAll = async (storage: Storage): Promise<void> => {
  await append(storage, ...ENTRIES.slice(0, 2));
  await append(storage, ...ENTRIES.slice(2));
};

export const journalListContract: ReadonlyArray<ContractCase> = [
  {
    title: 'the entries of a corporate come newest first, as they were appended',
    run: async (storage) => {
      await appendAll(storage);

      assert.deepEqual(entriesOf(await latest(storage)), ENTRIES.toReversed());
    },
  },
  {
    title: 'entries of a corporate or a subject are read a part at a time, from a place on',
    run: async (storage) => {
      await appendAll(storage);
      for (const [asked, expected] of [
        [{}, ENTRIES.toReversed()],
        [{ subject: 'a' }, [ENTRIES[2], ENTRIES[0]]],
        [{ subject: 'b' }, [ENTRIES[1]]],
        [{ subject: 'c' }, []],
      ] as const) {
        const read: JournalEntry[] = [];
        let before: number | undefined;
        for (;;) {
          const [one] = await latest(storage, { ...asked, before, limit: 1 });
          if (one === undefined) break;
          read.push(one.entry);
          before = one.place;
        }
        assert.deepEqual(read, expected);
      }
    },
  },
  {
    title: 'entries that are appended meanwhile do not shift what comes after a place',
    run: async (storage) => {
      await appendAll(storage);
      const [newest] = await latest(storage, { limit: 1 });
      await append(storage, anEntry(acme, 'a', 3), anEntry(acme, 'c', 1));

      assert.deepEqual(
        entriesOf(await latest(storage, { before: newest?.place })),
        ENTRIES.slice(0, 2).toReversed(),
      );
    },
  },
  {
    title: 'the entries of one tenant are not listed for another',
    run: async (storage) => {
      await appendAll(storage);
      for (const tenant of others) {
        assert.deepEqual(await latest(storage, { tenant }), []);
        assert.deepEqual(await latest(storage, { tenant, subject: 'a' }), []);
      }
    },
  },
  {
    title: 'incidents are read a part at a time, those of one moment too',
    run: async (storage) => {
      const raised = [
        anIncident(acme, 'a', { at: 1 }),
        anIncident(acme, 'b', { at: 2 }),
        anIncident(acme, 'c', { at: 2 }),
        anIncident(acme, 'a', { at: 2, kind: 'late_answer' }),
        anIncident(acme, 'd', { at: 3 }),
      ];
      await commit(storage, ({ journal }) => journal.raise(raised));
      const all = await storage.read(({ journal }) => journal.incidents(acme, 10));
      const read: unknown[] = [];
      let before: IncidentPlace | undefined;
      for (;;) {
        const [one] = await storage.read(({ journal }) => journal.incidents(acme, 1, before));
        if (one === undefined) break;
        read.push(one);
        before = one;
      }

      assert.deepEqual(
        all.map(({ at }) => at),
        [3, 2, 2, 2, 1],
      );
      assert.deepEqual(read, all);
    },
  },
  {
    title:
      'incidents of every corporate are read from the last one raised on, whenever they happened',
    run: async (storage) => {
      const raised = [
        anIncident(acme, 'a', { at: 9 }),
        anIncident(globex, 'b', { at: 1 }),
        anIncident(acme, 'c', { at: 5 }),
      ];
      for (const one of raised) await commit(storage, ({ journal }) => journal.raise([one]));
      const latest = (limit: number, before?: number) =>
        storage.read(({ journal }) => journal.latestIncidents(limit, before));

      const all = await latest(10);
      assert.deepEqual(
        all.map(({ incident }) => incident),
        [...raised].reverse(),
      );
      assert.deepEqual(await latest(1), all.slice(0, 1));
      assert.deepEqual(await latest(10, all[0]?.place), all.slice(1));
      assert.deepEqual(await latest(10, all[2]?.place), []);
    },
  },
  {
    title: 'the incidents about a subject are found, of every kind, and of its corporate alone',
    run: async (storage) => {
      const [one, two, other] = [
        anIncident(acme, 'a'),
        anIncident(acme, 'a', { kind: 'contradictory_answer' }),
        anIncident(acme, 'b'),
      ] as const;
      await commit(storage, ({ journal }) =>
        journal.raise([one, two, other, anIncident(globex, 'a')]),
      );
      const about = (...ids: string[]) =>
        storage.read(async ({ journal }) =>
          [...(await journal.incidentsAbout(acme, ids))].sort((a, b) =>
            `${a.subjectId} ${a.kind}` < `${b.subjectId} ${b.kind}` ? -1 : 1,
          ),
        );

      assert.deepEqual(await about('a'), [two, one]);
      assert.deepEqual(await about('b', 'a', 'a', 'none'), [two, one, other]);
      assert.deepEqual(await about(), []);
    },
  },
];
