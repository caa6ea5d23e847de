import test from 'ava';
import type { BankTenantId, CorporateTenantId } from '../../../kernel/values/ids.js';
import type { PlacedEntry } from '../../../storage/journal-store.js';
import type { HeldJournal, SealHead } from '../../../model/journal/entry/seal.js';
import type { Draft } from '../../event/renderer.js';
import { NOTHING_SEALED } from './hash-chain.js';
import { knownJournals } from './known-subjects.js';

const NOW = 1_000_000;
const MINUTE = 60_000;

const draft: Draft = () => [];

const tenantOf = (corporate: string) => ({
  bankTenantId: 'bank' as BankTenantId,
  corporateTenantId: corporate as CorporateTenantId,
});

const STATES = ['approved', 'sent_to_bank', 'paid'];

const entryOf = (subjectId: string, sequence: number, to = STATES[sequence - 1]): PlacedEntry => ({
  place: sequence,
  entry: {
    tenant: tenantOf('acme'),
    subjectKind: 'payout',
    subjectId,
    sequence,
    to: to ?? '',
    at: NOW,
    actor: 'test',
    changes: {},
  },
});

const headAt = (ordinal: number, hash = `hash ${String(ordinal)}`): SealHead => ({
  ...NOTHING_SEALED,
  ...(ordinal > 0 && { ordinal, hash }),
});

const heldAt = (head: SealHead, corporate = 'acme'): HeldJournal => ({
  tenant: tenantOf(corporate),
  token: 1,
  failures: 0,
  head,
});

const noSeal = () => Promise.resolve(undefined);

/** A process that sealed these entries at `NOW`, up to the head at ordinal 10. */
const afterSealing = async (...entries: ReadonlyArray<PlacedEntry>) => {
  const knownOf = knownJournals();
  const known = await knownOf(heldAt(headAt(0)), noSeal, NOW);
  known.learn(entries, new Map(entries.map(({ entry }) => [entry.subjectId, draft])), NOW);
  known.sealedUpTo(headAt(10));
  return { knownOf, known };
};

type KnownOf = ReturnType<typeof knownJournals>;

const sequencesOf = async (
  knownOf: KnownOf,
  {
    head = headAt(10),
    sealAt = noSeal,
    now = NOW,
    subject = 'a',
  }: {
    readonly head?: SealHead;
    readonly sealAt?: Parameters<KnownOf>[1];
    readonly now?: number;
    readonly subject?: string;
  } = {},
) => {
  const { subjects } = await knownOf(heldAt(head), sealAt, now);
  return subjects.get(subject)?.sealed.map(({ entry }) => entry.sequence);
};

test('a process knows the entries of a payout that it has sealed', async (t) => {
  const { knownOf } = await afterSealing(entryOf('a', 1), entryOf('b', 1), entryOf('a', 2));

  t.deepEqual(await sequencesOf(knownOf), [1, 2]);
  t.deepEqual(await sequencesOf(knownOf, { subject: 'b' }), [1]);
  t.is(await sequencesOf(knownOf, { subject: 'c' }), undefined);
});

test('a payout at its end, and one that waits for people, is not remembered', async (t) => {
  const { knownOf } = await afterSealing(
    ...[1, 2, 3].map((sequence) => entryOf('a', sequence)),
    ...['pending_approval', 'partially_approved', 'scheduled', 'failed'].map((to) =>
      entryOf(to, 1, to),
    ),
  );

  for (const subject of ['a', 'pending_approval', 'partially_approved', 'scheduled', 'failed'])
    t.is(await sequencesOf(knownOf, { subject }), undefined, subject);
});

test('a payout of which another process sealed an entry is not known', async (t) => {
  const { knownOf, known } = await afterSealing(entryOf('a', 1));
  known.learn([entryOf('a', 3, 'sent_to_bank')], new Map([['a', draft]]), NOW);

  t.is(await sequencesOf(knownOf), undefined);
});

test('a process still knows a payout when another process has sealed entries since', async (t) => {
  const { knownOf } = await afterSealing(entryOf('a', 1));
  const sealAt = (ordinal: number) => Promise.resolve({ hash: headAt(ordinal).hash });

  t.deepEqual(await sequencesOf(knownOf, { head: headAt(25), sealAt }), [1]);
});

test('a process knows nothing of a journal whose chain does not contain what it sealed', async (t) => {
  const cases = {
    'another seal in its place': { head: headAt(10, 'another') },
    'a head before it': { head: headAt(9) },
    'another seal behind the head': {
      head: headAt(25),
      sealAt: () => Promise.resolve({ hash: 'another' }),
    },
    'no seal any more': { head: headAt(25) },
  };
  for (const [title, chain] of Object.entries(cases)) {
    const { knownOf } = await afterSealing(entryOf('a', 1));

    t.is(await sequencesOf(knownOf, chain), undefined, title);
    t.is(await sequencesOf(knownOf), undefined, `${title}, later`);
  }
});

test('a process forgets a journal if the entries that it learned last may not be sealed', async (t) => {
  const { knownOf, known } = await afterSealing(entryOf('a', 1));
  known.learn([entryOf('a', 2)], new Map([['a', draft]]), NOW);
  known.forget();

  t.is(await sequencesOf(knownOf), undefined);
});

test('a payout is known for a minute, and no longer if the clock is set back', async (t) => {
  for (const [now, sequences] of [
    [NOW + MINUTE - 1, [1]],
    [NOW + MINUTE, undefined],
    [NOW - 1, undefined],
  ] as const) {
    const { knownOf } = await afterSealing(entryOf('a', 1));

    t.deepEqual(await sequencesOf(knownOf, { now }), sequences, String(now));
  }
});

test('a process remembers at most 40,000 payouts of all journals, and learns others when it has forgotten some', async (t) => {
  const many = Array.from({ length: 40_000 }, (_, i) => entryOf(String(i), 1));
  const { knownOf } = await afterSealing(...many);
  const seal = async (...entries: ReadonlyArray<PlacedEntry>) => {
    const known = await knownOf(heldAt(headAt(0), 'other'), noSeal, NOW);
    known.learn(entries, new Map(entries.map(({ entry }) => [entry.subjectId, draft])), NOW);
    return known.subjects.size;
  };

  t.is(await seal(entryOf('x', 1)), 0);
  const known = await knownOf(heldAt(headAt(10)), noSeal, NOW);
  known.learn([entryOf('7', 2, 'paid')], new Map([['7', draft]]), NOW);
  t.is(await seal(entryOf('x', 1), entryOf('y', 1)), 1);
  known.forget();
  t.is(await seal(entryOf('y', 1)), 2);
});
