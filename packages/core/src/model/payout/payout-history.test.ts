import test from 'ava';
import fc from 'fast-check';
import { E } from '../../kernel/fp.js';
import type { JournalEntry } from '../journal/entry/entry.js';
import { anOrder } from '../../samples.test.data.js';
import { payoutEntries } from './payout-entry.js';
import { progressAfter } from './payout-history.js';
import { enter, stepPayout, type PayoutCommand } from './payout-machine.js';

const LEVELS = [{ roleCodes: [], approvals: 1 }] as never;
const APPROVAL = { levels: LEVELS, currentLevel: 1, approvals: [] };
const DETAILS = { code: 'x', source: 'rail', message: '', retryable: false, nextAction: 'none' };
const BY = { userId: 'u-checker', username: 'checker', role: 'checker' };

const COMMANDS = [
  { type: 'approve', approval: APPROVAL },
  { type: 'approve_last', approval: APPROVAL, by: BY },
  { type: 'schedule' },
  { type: 'send' },
  { type: 'pay', utr: 'UTR1', bankReference: 'BR1' },
  { type: 'fail', details: DETAILS },
  { type: 'return', details: DETAILS },
  { type: 'cancel', details: DETAILS },
];

test('the entries of a payout show its state after each of them, on every path', (t) => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.array(fc.tuple(fc.constantFrom(...COMMANDS), fc.nat(2_000)), { maxLength: 30 }),
      (auto, commands) => {
        let { next: progress } = enter(auto ? [] : LEVELS, 1);
        const first = enter(auto ? [] : LEVELS, 1);
        const entries: JournalEntry[] = [...payoutEntries(anOrder(), undefined, [first], 'a')];
        t.deepEqual(progressAfter(entries), progress);
        for (const [command, at] of commands) {
          // Why it waits may be explained in between, without an entry.
          const waiting = { ...progress, statusDetails: DETAILS as never };
          const taken = stepPayout(waiting, { ...command, at } as PayoutCommand);
          if (E.isLeft(taken)) continue;
          entries.push(...payoutEntries(anOrder(), waiting, [taken.right], 'a'));
          progress = taken.right.next;
          t.deepEqual(progressAfter(entries), progress);
        }
      },
    ),
  );
});
