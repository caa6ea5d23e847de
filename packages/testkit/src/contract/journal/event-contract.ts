import assert from 'node:assert/strict';
import type { EventType, SealedEvent, Storage, Stores } from '@hundi/core/storage';
import { EPOCH } from '../../kit/build/ids.js';
import { anEntry, LEASE_MS } from '../../kit/build/records.js';
import { anEvent, sealingOf } from '../../kit/build/seal.js';
import { commit } from '../../kit/build/commit.js';
import { acme, others, type ContractCase } from '../contract-case.js';

const TYPES: ReadonlyArray<EventType> = ['transaction.paid', 'payment.job.completed'];

/** Seals `count` entries, each with an event of each type, and answers the events. */
const fill = (storage: Storage, count: number): Promise<ReadonlyArray<SealedEvent>> =>
  commit(storage, async ({ journal, seals }) => {
    await journal.append(
      Array.from({ length: count }, (_, i) => anEntry(acme, `subject-${String(i)}`, 1)),
    );
    const [held] = await seals.claim([acme], EPOCH, LEASE_MS);
    assert.ok(held !== undefined);
    const { entries } = await seals.unsealed(acme, count);
    const sealing = sealingOf(held, entries, TYPES);
    assert.equal(await seals.write(held, sealing), 'written');
    return sealing.events;
  });

/** Writes events of any content with the seal of one entry. */
const writeEvents = (storage: Storage, events: ReadonlyArray<SealedEvent>): Promise<unknown> =>
  commit(storage, async ({ journal, seals }) => {
    await journal.append([anEntry(acme, 'subject', 1)]);
    const [held] = await seals.claim([acme], EPOCH, LEASE_MS);
    assert.ok(held !== undefined);
    const { entries } = await seals.unsealed(acme, 1);
    const sealing = sealingOf(held, entries, ['transaction.paid']);
    return seals.write(held, { ...sealing, events });
  });

const LONG_BODY = JSON.stringify({
  text: `line\none\t"two" \\N \\. ₹😀 ${'x'.repeat(100_000)}`,
});

const read = <A>(storage: Storage, ask: (events: Stores['events']) => Promise<A>): Promise<A> =>
  storage.read(({ events }) => ask(events));

export const eventContract: ReadonlyArray<ContractCase> = [
  {
    title: 'events come back by position, from behind one on, as they were written',
    run: async (storage) => {
      const events = await fill(storage, 3);

      assert.equal(events.length, 6);
      assert.deepEqual(await read(storage, ({ after }) => after(acme, 0, 10)), events);
      assert.deepEqual(await read(storage, ({ after }) => after(acme, 2, 2)), events.slice(2, 4));
      assert.deepEqual(await read(storage, ({ after }) => after(acme, 6, 10)), []);
      assert.equal(await read(storage, ({ lastPosition }) => lastPosition(acme)), 6);
    },
  },
  {
    title: 'events of some types come without the others',
    run: async (storage) => {
      const events = await fill(storage, 4);
      const jobs = events.filter(({ type }) => type === 'payment.job.completed');
      const of = (types: ReadonlyArray<EventType>, position = 0, limit = 10) =>
        read(storage, ({ after }) => after(acme, position, limit, types));

      assert.deepEqual(await of(['payment.job.completed']), jobs);
      assert.deepEqual(await of(['payment.job.completed'], 2, 2), jobs.slice(1, 3));
      assert.deepEqual(await of([...TYPES, 'webhook.test']), events);
      assert.deepEqual(await of([...TYPES], 3, 3), events.slice(3, 6));
      assert.deepEqual(await of(['webhook.test']), []);
      assert.deepEqual(await of([]), []);
    },
  },
  {
    title: 'events are found by id and by position, in any order of the query',
    run: async (storage) => {
      const events = await fill(storage, 2);
      const some = [events[0], events[2]];

      const byId = await read(storage, ({ of }) => of(acme, ['evt_3', 'evt_1', 'evt_3', 'evt_9']));
      assert.deepEqual(byId, some);
      assert.deepEqual(await read(storage, ({ at }) => at(acme, [3, 99, 1, 3])), some);
      assert.deepEqual(await read(storage, ({ of }) => of(acme, [])), []);
      assert.deepEqual(await read(storage, ({ at }) => at(acme, [])), []);
    },
  },
  {
    title: 'a body of any text and size comes back to the byte',
    run: async (storage) => {
      const event = anEvent(acme, 1, { body: LONG_BODY });
      await writeEvents(storage, [event]);

      assert.deepEqual(await read(storage, ({ after }) => after(acme, 0, 1)), [event]);
    },
  },
  {
    title: 'bodies that are written together come back each by itself, to the byte',
    run: async (storage) => {
      const bodies = ['{"text":"₹😀"}', LONG_BODY, '{}', '{"text":"é"}', '{"a":1}'];
      const events = bodies.map((body, i) => anEvent(acme, i + 1, { body }));
      await writeEvents(storage, events);

      assert.deepEqual(await read(storage, ({ after }) => after(acme, 0, 10)), events);
    },
  },
  {
    title: 'the events of one tenant are not there for another',
    run: async (storage) => {
      await fill(storage, 1);

      for (const other of others) {
        assert.deepEqual(await read(storage, ({ after }) => after(other, 0, 10)), []);
        assert.deepEqual(await read(storage, ({ after }) => after(other, 0, 10, TYPES)), []);
        assert.deepEqual(await read(storage, ({ of }) => of(other, ['evt_1'])), []);
        assert.deepEqual(await read(storage, ({ at }) => at(other, [1])), []);
        assert.equal(await read(storage, ({ lastPosition }) => lastPosition(other)), 0);
      }
    },
  },
  {
    title: 'the entries of several subjects come back by subject and sequence',
    run: async (storage) => {
      const [a1, a2, b1] = [anEntry(acme, 'a', 1), anEntry(acme, 'a', 2), anEntry(acme, 'b', 1)];
      await commit(storage, ({ journal }) => journal.append([b1, a1, anEntry(acme, 'c', 1)]));
      await commit(storage, ({ journal }) => journal.append([a2]));
      const ofMany = (tenant = acme) =>
        storage.read(({ journal }) => journal.ofMany(tenant, ['b', 'a', 'b', 'absent']));

      const found = await ofMany();
      assert.deepEqual(
        found.map(({ entry }) => entry),
        [a1, a2, b1],
      );
      const places = found.map(({ place }) => place);
      assert.ok((places[2] ?? 0) < (places[0] ?? 0) && (places[0] ?? 0) < (places[1] ?? 0));
      for (const other of others) assert.deepEqual(await ofMany(other), []);
    },
  },
];
