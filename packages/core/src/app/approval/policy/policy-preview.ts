import * as t from 'io-ts';
import { about } from '../../../kernel/codecs/documented.js';
import { describedRecord, record } from '../../../kernel/codecs/record.js';
import { CURRENCY, Money } from '../../../kernel/values/money.js';
import { EpochMs } from '../../../kernel/values/time.js';
import { Whole } from '../../../kernel/values/whole.js';
import { ApprovalLevel } from '../../../model/approval/matrix/matrix.js';
import type { Effect } from './would-change.js';

const Levels = t.readonlyArray(ApprovalLevel);

const Change = record('PolicyLevelsChange', {
  from: about(Levels, 'The levels that the payouts were accepted with; empty: no approval.'),
  to: about(Levels, 'The levels that the draft asks for; empty: no approval.'),
  count: Whole,
  amount: Money,
});

const PolicyEffect = record('PolicyEffect', {
  looked: about(Whole, 'The number of payouts that were compared, newest first.'),
  isComplete: about(
    t.boolean,
    'Whether that is all of them; one preview compares at most 100,000.',
  ),
  count: about(Whole, 'The payouts that would need other levels.'),
  amount: Money,
  changes: about(
    t.readonlyArray(Change),
    'The same payouts by their change of levels, the most frequent change first.',
  ),
});
type PolicyEffect = t.TypeOf<typeof PolicyEffect>;

/** The payouts that would have needed other levels under a draft. Amounts in paise, times in epoch ms. */
export const PolicyPreview = describedRecord(
  'PolicyPreview',
  'The payouts that would have needed other levels under a draft. The draft itself changes none of them: a payout keeps the levels that it was accepted with.',
  {
    waiting: about(PolicyEffect, 'Payouts that wait for approval now.'),
    last90Days: about(
      PolicyEffect,
      'Payouts accepted in the last 90 days, those that wait included.',
    ),
    since: about(EpochMs, 'The moment 90 days ago. Epoch milliseconds.'),
  },
);
export type PolicyPreview = t.TypeOf<typeof PolicyPreview>;

// Exact up to 9 × 10^15 paise, and the nearest double above it.
const money = (paise: bigint): Money => ({ value: Number(paise), currency: CURRENCY });

export const policyEffect = ({ looked, changes }: Effect, isComplete: boolean): PolicyEffect => {
  const all = [...changes.values()].sort((a, b) => b.count - a.count);
  return {
    looked,
    isComplete,
    count: all.reduce((sum, { count }) => sum + count, 0),
    amount: money(all.reduce((sum, { paise }) => sum + paise, 0n)),
    changes: all.map(({ paise, ...change }) => ({ ...change, amount: money(paise) })),
  };
};
