import test from 'ava';
import fc from 'fast-check';
import { TENANT } from '../../../samples.test.data.js';
import { addLinks } from '../seal/add-links.js';
import type { JournalEntry } from '../../../model/journal/entry/entry.js';
import { writeEvent } from '../../event/event-body.js';
import { eventTypeOf } from '../../event/event-kind.js';
import { NOTHING_SEALED, sealHash } from '../seal/hash-chain.js';
import type { SealedEntry } from '../../../model/journal/entry/seal.js';
import type { SealedEvent } from '../../../model/journal/entry/sealed-event.js';
import { verifyChain, type Chunks } from './verify-chain.js';

/** Entries of beneficiaries and of keys: with an event each, and without one. */
const entryOf = (isEvent: boolean, i: number): JournalEntry => ({
  tenant: TENANT,
  subjectKind: isEvent ? 'beneficiary' : 'api_key',
  subjectId: `subject-${String(i)}`,
  sequence: 1,
  to: isEvent ? 'approved' : 'active',
  at: 1_000 + i,
  actor: 'u-maker',
  changes: { i },
});

const chainOf = (kinds: ReadonlyArray<boolean>) => {
  const rendered = kinds.map((isEvent, i) => {
    const entry = entryOf(isEvent, i);
    const type = eventTypeOf(entry);
    const events = type === undefined ? [] : [writeEvent(entry, { type, object: { i } }, 0)];
    return { place: i + 1, entry, events };
  });
  const { head, seals, events } = addLinks(TENANT, NOTHING_SEALED, rendered);
  const sealed = seals.map((seal, i): SealedEntry => {
    const entry = rendered[i]?.entry;
    return entry === undefined ? seal : { ...seal, entry };
  });
  return { head, seals: sealed, events };
};

test('a return holds with both its events, and as it was sealed when it had one', async (t) => {
  const entry: JournalEntry = {
    tenant: TENANT,
    subjectKind: 'payout',
    subjectId: 'p-1',
    sequence: 4,
    from: 'paid',
    to: 'failed',
    at: 1_000,
    actor: 'bank',
    changes: {},
  };
  const returned = writeEvent(entry, { type: 'transaction.returned', object: {} }, 0);
  const failed = writeEvent(entry, { type: 'transaction.failed', object: {} }, 1);
  for (const [events, holds] of [
    [[returned], true],
    [[failed, returned], true],
    [[failed], false],
    [[returned, failed], false],
  ] as const) {
    const links = addLinks(TENANT, NOTHING_SEALED, [{ place: 1, entry, events }]);
    const seals = links.seals.map((seal) => ({ ...seal, entry }));
    t.is((await verify({ ...links, seals, events: [...links.events] })).holds, holds);
  }
});

test('an entry that names no key is sealed as it was before entries could', (t) => {
  const hash = sealHash(NOTHING_SEALED.hash, 1, entryOf(false, 1), NOTHING_SEALED.eventHash);
  t.is(hash, 'eff866f8785c5726b540b1b2c63cd36256745b84932ca4f76f700c2f1521e175');
});

test('the seal of an entry covers the key that it names', (t) => {
  const entry = entryOf(false, 1);
  const hashOf = (one: JournalEntry) => sealHash('', 1, one, '');
  const named = hashOf({ ...entry, via: { keyId: 'key1' } });
  t.not(named, hashOf(entry));
  t.not(named, hashOf({ ...entry, via: { keyId: 'key2' } }));
});

async function* inChunks<A>(items: ReadonlyArray<A>, size: number): Chunks<A> {
  for (let i = 0; i < items.length; i += size)
    yield await Promise.resolve(items.slice(i, i + size));
}

const verify = (
  { head, seals, events }: ReturnType<typeof chainOf>,
  size = 3,
): ReturnType<typeof verifyChain> =>
  verifyChain(head, inChunks(seals, size), inChunks(events, size));

const kinds = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 });

test('an untouched chain verifies in chunks of any size', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean()), fc.integer({ min: 1, max: 5 }), async (all, size) => {
      const chain = chainOf(all);
      t.deepEqual(await verify(chain, size), { holds: true, head: chain.head });
    }),
  );
});

const changed = <A>(items: ReadonlyArray<A>, at: number, how: (item: A) => A): A[] =>
  items.map((item, i) => (i === at % items.length ? how(item) : item));

const SEAL_CHANGES: Readonly<Record<string, (seal: SealedEntry) => SealedEntry>> = {
  actor: (seal) => ({ ...seal, entry: { ...seal.entry, actor: 'mallory' } as JournalEntry }),
  at: (seal) => ({ ...seal, entry: { ...seal.entry, at: 0 } as JournalEntry }),
  values: (seal) => ({ ...seal, entry: { ...seal.entry, changes: {} } as JournalEntry }),
  hash: (seal) => ({ ...seal, hash: 'f'.repeat(64) }),
  'the entry': ({ entry: _, ...seal }) => seal,
  position: (seal) => ({ ...seal, position: seal.position + 1 }),
};

for (const [what, change] of Object.entries(SEAL_CHANGES)) {
  test(`a change of ${what} is found at the very entry`, async (t) => {
    await fc.assert(
      fc.asyncProperty(kinds, fc.nat(), async (all, at) => {
        const chain = chainOf(all);
        const check = await verify({ ...chain, seals: changed(chain.seals, at, change) });
        t.like(check, { holds: false, entry: (at % all.length) + 1 });
      }),
    );
  });
}

const EVENT_CHANGES: Readonly<Record<string, (event: SealedEvent) => SealedEvent>> = {
  body: (event) => ({ ...event, body: `${event.body} ` }),
  bodyHash: (event) => ({ ...event, bodyHash: 'f'.repeat(64) }),
  hash: (event) => ({ ...event, hash: 'f'.repeat(64) }),
  previousHash: (event) => ({ ...event, previousHash: 'f'.repeat(64) }),
  eventId: (event) => ({ ...event, eventId: 'evt_other' }),
  type: (event) => ({ ...event, type: 'webhook.test' }),
  at: (event) => ({ ...event, at: 0 }),
};

for (const [what, change] of Object.entries(EVENT_CHANGES)) {
  test(`a change of the ${what} of an event is found at the very event`, async (t) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), fc.nat(), async (count, at) => {
        const chain = chainOf(Array.from({ length: count }, () => true));
        const check = await verify({ ...chain, events: changed(chain.events, at, change) });
        t.like(check, { holds: false, event: (at % count) + 1 });
      }),
    );
  });
}

test('verification finds removed and reordered links, the last ones, too', async (t) => {
  await fc.assert(
    fc.asyncProperty(kinds, fc.nat(), fc.nat(), async (all, one, other) => {
      const chain = chainOf(all);
      const [a, b] = [one % all.length, other % all.length];
      const without = chain.seals.filter((_, i) => i !== a);
      t.false((await verify({ ...chain, seals: without })).holds);
      if (a !== b) {
        const swapped = chain.seals.map((seal, i) => {
          const entry = chain.seals[i === a ? b : i === b ? a : i]?.entry;
          return entry === undefined ? seal : { ...seal, entry };
        });
        t.like(await verify({ ...chain, seals: swapped }), {
          holds: false,
          entry: Math.min(a, b) + 1,
        });
      }
      if (chain.events.length > 0) {
        const events = chain.events.filter((_, i) => i !== one % chain.events.length);
        t.false((await verify({ ...chain, events })).holds);
      }
    }),
  );
});
