import assert from 'node:assert/strict';
import type { Tenant } from '@hundi/core';
import { NOTHING_SEALED } from '@hundi/core/wire';
import type { HeldJournal, Storage } from '@hundi/core/storage';
import { EPOCH } from '../../kit/build/ids.js';
import { anEntry, LEASE_MS } from '../../kit/build/records.js';
import { sealingOf } from '../../kit/build/seal.js';
import { commit } from '../../kit/build/commit.js';
import { acme, globex, others, type ContractCase } from '../contract-case.js';
import { race } from '../race.js';

const LATER = EPOCH + LEASE_MS;

/** Appends entries of as many subjects, each in a unit of its own. */
const append = async (storage: Storage, tenant: Tenant, ...subjects: string[]): Promise<void> => {
  for (const subject of subjects)
    await commit(storage, ({ journal }) => journal.append([anEntry(tenant, subject, 1)]));
};

const waiting = (storage: Storage, now = EPOCH, after?: Tenant, limit = 10) =>
  storage.read(({ seals }) => seals.waiting(now, after?.corporateTenantId, limit));

const tenants = (storage: Storage, after?: Tenant, limit = 10) =>
  storage.read(({ seals }) => seals.tenants(after?.corporateTenantId, limit));

const nextDue = (storage: Storage, now = EPOCH) => storage.read(({ seals }) => seals.nextDue(now));

const claim = async (storage: Storage, tenant = acme, now = EPOCH): Promise<HeldJournal> => {
  const [held] = await commit(storage, ({ seals }) => seals.claim([tenant], now, LEASE_MS));
  assert.ok(held !== undefined, 'another worker holds the journal');
  return held;
};

const unsealed = (storage: Storage, tenant = acme, limit = 100) =>
  storage.read(({ seals }) => seals.unsealed(tenant, limit));

const subjects = async (storage: Storage, tenant = acme, limit = 100) =>
  (await unsealed(storage, tenant, limit)).entries.map(({ entry }) => entry.subjectId);

/** Seals up to `limit` entries, and lets go of the journal. */
const seal = async (storage: Storage, held: HeldJournal, limit = 100) => {
  const { entries, completeUpTo } = await unsealed(storage, held.tenant, limit);
  return commit(storage, ({ seals }) =>
    seals.write(held, { ...sealingOf(held, entries), upTo: completeUpTo }),
  );
};

export const sealContract: ReadonlyArray<ContractCase> = [
  {
    title: 'a journal waits to be sealed from its first entry on until all of it is',
    run: async (storage) => {
      assert.deepEqual(await waiting(storage), []);
      assert.equal(await nextDue(storage), undefined);
      await append(storage, acme, 'one', 'two');

      assert.deepEqual(await waiting(storage), [acme]);
      assert.equal(await nextDue(storage), EPOCH);
      assert.equal(await seal(storage, await claim(storage), 1), 'written');
      assert.deepEqual(await waiting(storage), [acme]);
      assert.equal(await seal(storage, await claim(storage)), 'written');
      assert.deepEqual(await waiting(storage), []);
      assert.equal(await nextDue(storage), undefined);

      await append(storage, acme, 'three');
      assert.equal(await nextDue(storage), EPOCH);
      assert.deepEqual(await subjects(storage), ['three']);
    },
  },
  {
    title: 'journals wait by the id of their corporate, from behind another on',
    run: async (storage) => {
      const zen = { ...acme, corporateTenantId: 'zen' as Tenant['corporateTenantId'] };
      await append(storage, zen, 'one');
      await append(storage, globex, 'one', 'two');
      await append(storage, acme, 'one');

      assert.deepEqual(await waiting(storage), [acme, globex, zen]);
      assert.deepEqual(await waiting(storage, EPOCH, acme), [globex, zen]);
      assert.deepEqual(await waiting(storage, EPOCH, acme, 1), [globex]);
      assert.deepEqual(await waiting(storage, EPOCH, zen), []);
      assert.deepEqual(await tenants(storage), [acme, globex, zen]);
      assert.deepEqual(await tenants(storage, acme, 1), [globex]);
    },
  },
  {
    title: 'a journal of which nothing but a head is left is still among all journals',
    run: async (storage) => {
      await append(storage, globex, 'one');
      await claim(storage, acme);

      assert.deepEqual(await tenants(storage), [acme, globex]);
      assert.deepEqual(await tenants(storage, undefined, 1), [acme]);
      assert.deepEqual(await waiting(storage), [globex]);
    },
  },
  {
    title: 'no other worker gets a journal that is held until its claim lapses',
    run: async (storage) => {
      await append(storage, acme, 'one');
      const first = await claim(storage);

      assert.deepEqual(await waiting(storage, LATER - 1), []);
      assert.equal(await nextDue(storage), LATER);
      const again = await commit(storage, ({ seals }) => seals.claim([acme], LATER - 1, LEASE_MS));
      assert.deepEqual(again, []);
      assert.deepEqual(await waiting(storage, LATER), [acme]);
      const second = await claim(storage, acme, LATER);
      assert.ok(second.token > first.token);
    },
  },
  {
    title: 'when claims race, one holds the journal',
    run: async (storage) => {
      await append(storage, acme, 'one');
      const winners = await race(
        storage,
        async ({ seals }) => (await seals.claim([acme], EPOCH, LEASE_MS)).length > 0,
      );
      assert.equal(winners.length, 1);
    },
  },
  {
    title: 'a worker that lost its claim, or seals behind a head that has moved, writes nothing',
    run: async (storage) => {
      await append(storage, acme, 'one', 'two');
      const lost = await claim(storage);
      const held = await claim(storage, acme, LATER);

      assert.equal(await seal(storage, lost), 'lost');
      assert.deepEqual(await subjects(storage), ['one', 'two']);
      assert.equal(await seal(storage, held, 1), 'written');
      assert.equal(await seal(storage, held), 'lost');
      assert.deepEqual(await subjects(storage), ['two']);
    },
  },
  {
    title: 'a sealing that holds on stays claimed, and gets its position',
    run: async (storage) => {
      await append(storage, acme, 'one', 'two');
      const held = await claim(storage);
      const { entries } = await unsealed(storage, acme, 1);
      const sealing = { ...sealingOf(held, entries, ['transaction.paid']), heldUntil: LATER + 5 };
      await commit(storage, ({ seals }) => seals.write(held, sealing));

      assert.deepEqual(await waiting(storage, LATER), []);
      assert.deepEqual(await storage.read(({ seals }) => seals.head(acme)), sealing.head);
      const next = await claim(storage, acme, LATER + 5);
      assert.deepEqual(next.head, sealing.head);
    },
  },
  {
    title: 'sealing that failed is left alone for a while, and its failures are counted',
    run: async (storage) => {
      await append(storage, acme, 'one');
      const first = await claim(storage);
      assert.equal(first.failures, 0);
      await commit(storage, ({ seals }) => seals.putOff(first, LATER));

      assert.deepEqual(await waiting(storage, LATER - 1), []);
      assert.equal(await nextDue(storage), LATER);
      const second = await claim(storage, acme, LATER);
      assert.equal(second.failures, 1);
      await commit(storage, ({ seals }) => seals.putOff(first, LATER + 9 * LEASE_MS));
      await seal(storage, second);
      await append(storage, acme, 'two');
      assert.equal((await claim(storage, acme, LATER)).failures, 0);
    },
  },
  {
    title: 'entries come by place, as many as are asked for, and say whether they are all',
    run: async (storage) => {
      await append(storage, acme, 'one', 'two');
      await append(storage, globex, 'other');
      await append(storage, acme, 'three');

      const some = await unsealed(storage, acme, 2);
      assert.deepEqual(
        some.entries.map(({ entry }) => entry),
        [anEntry(acme, 'one', 1), anEntry(acme, 'two', 1)],
      );
      assert.equal(some.isAll, false);
      const places = some.entries.map(({ place }) => place);
      assert.ok((places[0] ?? 0) < (places[1] ?? 0));
      assert.equal(some.completeUpTo, places[1]);
      assert.equal((await unsealed(storage)).isAll, true);
      assert.deepEqual(await subjects(storage), ['one', 'two', 'three']);
      for (const other of others.slice(1)) assert.deepEqual(await subjects(storage, other), []);
    },
  },
  {
    title: 'entries behind a place are there while those before it are being sealed',
    run: async (storage) => {
      await append(storage, acme, 'one', 'two', 'three');
      const { completeUpTo } = await unsealed(storage, acme, 2);
      const behind = (limit: number) =>
        storage.read(({ seals }) => seals.unsealed(acme, limit, completeUpTo));

      const rest = await behind(2);
      assert.deepEqual(
        rest.entries.map(({ entry }) => entry.subjectId),
        ['three'],
      );
      assert.equal(rest.isAll, true);
      assert.equal(rest.completeUpTo, rest.entries[0]?.place);
      assert.equal((await behind(1)).isAll, false);
      const after = rest.completeUpTo;
      const none = await storage.read(({ seals }) => seals.unsealed(acme, 1, after));
      assert.deepEqual(none, { entries: [], isAll: true, completeUpTo: after });
    },
  },
  {
    title: 'an undone entry is never sealed',
    run: async (storage) => {
      await append(storage, acme, 'one');
      await assert.rejects(
        commit(storage, async ({ journal }) => {
          await journal.append([anEntry(acme, 'undone', 1)]);
          throw new Error('undo');
        }),
      );
      await append(storage, acme, 'two');

      assert.deepEqual(await subjects(storage), ['one', 'two']);
      await seal(storage, await claim(storage));
      assert.deepEqual(await waiting(storage), []);
    },
  },
  {
    title: 'entries left below a sealed position are still returned',
    run: async (storage) => {
      await append(storage, acme, 'one', 'two', 'three');
      const held = await claim(storage);
      const { entries } = await unsealed(storage);
      const last = entries.slice(2);
      await commit(storage, ({ seals }) =>
        seals.write(held, { ...sealingOf(held, last), upTo: (entries[0]?.place ?? 1) - 1 }),
      );

      assert.deepEqual(await waiting(storage), [acme]);
      assert.deepEqual(await subjects(storage), ['one', 'two']);
    },
  },
  {
    title: 'nothing is sealed twice: such a unit throws and is undone',
    run: async (storage) => {
      await append(storage, acme, 'one', 'two');
      const { entries } = await unsealed(storage);
      await seal(storage, await claim(storage), 1);
      const held = await claim(storage);

      await assert.rejects(
        commit(storage, ({ seals }) => seals.write(held, sealingOf(held, entries))),
      );
      assert.deepEqual(await subjects(storage), ['two']);
      assert.deepEqual(await storage.read(({ seals }) => seals.head(acme)), held.head);
    },
  },
  {
    title: 'the chain comes back by ordinal with its entries, to its corporate only',
    run: async (storage) => {
      await append(storage, acme, 'one', 'two', 'three');
      const held = await claim(storage);
      const { entries } = await unsealed(storage);
      const { seals: written } = sealingOf(held, entries);
      await seal(storage, held);
      const chain = (tenant: Tenant, after: number, limit: number) =>
        storage.read(({ seals }) => seals.chain(tenant, after, limit));

      assert.deepEqual(await storage.read(({ seals }) => seals.orphans(acme)), {});
      const sealed = written.map((one, i) => ({ ...one, entry: entries[i]?.entry }));
      assert.deepEqual(await chain(acme, 0, 10), sealed);
      assert.deepEqual(await chain(acme, 1, 1), sealed.slice(1, 2));
      assert.deepEqual(await chain(acme, 3, 10), []);
      for (const other of others) {
        assert.deepEqual(await chain(other, 0, 10), []);
        assert.deepEqual(await storage.read(({ seals }) => seals.head(other)), NOTHING_SEALED);
      }
    },
  },
  {
    title: 'a journal whose sealer died after its last entry causes no vain look for another',
    run: async (storage) => {
      await append(storage, acme, 'one');
      const held = await claim(storage);
      const { entries, completeUpTo } = await unsealed(storage);
      await commit(storage, ({ seals }) =>
        seals.write(held, { ...sealingOf(held, entries), upTo: completeUpTo, heldUntil: LATER }),
      );
      await append(storage, globex, 'two');
      await claim(storage, globex, LATER + 1);

      assert.equal(await nextDue(storage, LATER + 1), LATER + 1 + LEASE_MS);
    },
  },
  {
    title: 'thousands of entries are sealed at once',
    run: async (storage) => {
      const all = Array.from({ length: 3_000 }, (_, i) => anEntry(acme, `subject-${String(i)}`, 1));
      await commit(storage, ({ journal }) => journal.append(all));
      const held = await claim(storage);
      const { entries } = await unsealed(storage, acme, 5_000);
      await commit(storage, ({ seals }) =>
        seals.write(held, {
          ...sealingOf(held, entries, ['transaction.paid']),
          upTo: entries.at(-1)?.place ?? 0,
        }),
      );

      assert.equal(entries.length, 3_000);
      assert.deepEqual(await waiting(storage), []);
      assert.equal(await storage.read(({ events }) => events.lastPosition(acme)), 3_000);
    },
  },
];
