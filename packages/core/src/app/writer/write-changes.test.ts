import test from 'ava';
import { cancellation } from '../approval/cancellation.js';
import { E } from '../../kernel/fp.js';
import type { JournalEntry, NextEntry } from '../../model/journal/entry/entry.js';
import type { Move } from '../../model/payout/move.js';
import { enter } from '../../model/payout/payout-machine.js';
import { NOTHING_RESOLVED } from '../doubt/doubt.js';
import { accepted, anOrder, NOW, TENANT } from '../../samples.test.data.js';
import type { Stores } from '../../storage/storage.js';
import { writeChanges, writeRecords } from './write-changes.js';

const OPERATOR = { kind: 'operator', name: 'operator Asha', mayCancelAny: true } as const;

const end = (index: number, overrides = {}): Move => {
  const payout = accepted(enter([], NOW).next, anOrder(index, overrides));
  const move = cancellation(payout, OPERATOR, NOW);
  if (E.isLeft(move)) throw new Error('an approved payout can be cancelled');
  return move.right;
};

/** Where nothing is stored, nothing can have been written. */
const NO_STORES = { doubts: { line: () => Promise.resolve(undefined) } } as unknown as Stores;

const writing = (...moves: ReadonlyArray<Move>) =>
  writeChanges(
    NO_STORES,
    TENANT,
    { by: { actor: 'operator Asha' }, at: NOW, moves },
    NOTHING_RESOLVED,
  );

test('changes that name a payout twice are a defect, and nothing of them is written', async (t) => {
  await t.throwsAsync(writing(end(0), end(1), end(0)), { message: /a payout twice/ });
});

test('changes that name what another corporate has are a defect, and nothing of them is written', async (t) => {
  const tenant = { ...TENANT, corporateTenantId: 'globex' };
  await t.throwsAsync(writing(end(0), end(1, { tenant })), { message: /another one has/ });
});

const next = (subjectId: string, to: string): NextEntry => ({
  tenant: TENANT,
  subjectKind: 'user',
  subjectId,
  from: 'new',
  to,
  at: NOW,
  actor: 'u-admin',
  changes: {},
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
