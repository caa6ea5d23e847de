import type { EpochMs, Tenant } from '@hundi/core';
import type { Random } from '../world/random.js';
import { DAILY_LIMIT, FREE_UP_TO, MAKERS, PAYEES, payeeId, type PackageName } from './town.js';

/** One payment as a client writes it. */
export interface PaymentBody {
  readonly transactionReference: string;
  readonly beneficiaryId: string;
  readonly packageCode: string;
  readonly amount: number;
  readonly debitAccountNumber?: string;
  readonly payoutDate?: string;
  readonly remark?: string;
}

export interface BatchBody {
  readonly initiatedByUserId: string;
  readonly apiRefNumber: string;
  readonly payments: ReadonlyArray<PaymentBody>;
  readonly controlTotals?: { readonly count: number; readonly amount: number };
}

/** How many payments a batch has, and their sum in paise. */
export const totalsOf = ({ payments }: BatchBody) => ({
  count: payments.length,
  amount: payments.reduce((sum, { amount }) => sum + amount, 0),
});

/** At times with control totals, which do not always fit. */
export const withTotals = (dice: Random, body: BatchBody): BatchBody => {
  if (dice.chance(0.7)) return body;
  const { count, amount } = totalsOf(body);
  const off = dice.pick([0, 0, 0, 1]);
  return { ...body, controlTotals: { count, amount: amount + off } };
};

const AMOUNTS: ReadonlyArray<readonly [number, number]> = [
  [1, 1],
  [3, 500],
  [1, FREE_UP_TO - 1],
  [3, FREE_UP_TO],
  [1, FREE_UP_TO + 1],
  [2, 40_000],
  [1, DAILY_LIMIT],
];

const MIX: ReadonlyArray<readonly [number, PackageName]> = [
  [5, 'PLAIN'],
  [2, 'FILE'],
  [2, 'DUAL'],
  [2, 'SINGLE'],
  [1, 'MASKED'],
  [3, 'LIMITED'],
];
const packageOf = (dice: Random): PackageName => dice.weighted(MIX) ?? 'PLAIN';

/** India is five and a half hours ahead of UTC, all year. */
const INDIA_MS = 19_800_000;
const DAY = 86_400_000;

/** The calendar day in India, so many days from that moment. */
export const indianDay = (at: EpochMs, daysOn = 0): string =>
  new Date(at + INDIA_MS + daysOn * DAY).toISOString().slice(0, 10);

/** When that day begins in India. */
export const indianMidnight = (day: string): EpochMs => Date.parse(`${day}T00:00:00Z`) - INDIA_MS;

/** References are few, so that they meet. */
const referenceOf = (dice: Random): string =>
  dice.chance(0.35) ? `REF-${String(dice.int(1, 12))}` : `UNI-${String(dice.int(1, 1_000_000))}`;

const dateOf = (dice: Random, now: EpochMs): Pick<PaymentBody, 'payoutDate'> =>
  dice.chance(0.85)
    ? {}
    : { payoutDate: indianDay(now, dice.pick([-1, 0, 1, 1, 1, 2, 2, 30, 91])) };

const payment = (dice: Random, tenant: Tenant, packageCode: string, now: EpochMs): PaymentBody => ({
  transactionReference: referenceOf(dice),
  beneficiaryId: payeeId(tenant, dice.chance(0.9) ? dice.int(1, 3) : dice.pick(PAYEES)),
  packageCode,
  amount: dice.weighted(AMOUNTS) ?? 1,
  ...dateOf(dice, now),
  ...(dice.chance(0.1) && { remark: 'Thank you' }),
  ...(dice.chance(0.03) && { debitAccountNumber: '900000009999' }),
});

/** A batch of one to five rows, mostly of one package. */
export const someBatch = (dice: Random, tenant: Tenant, now: EpochMs): BatchBody => {
  const main = packageOf(dice);
  const count = dice.pick([1, 1, 2, 2, 3, 5]);
  return {
    initiatedByUserId: dice.chance(0.05) ? 'u-checker' : dice.pick(MAKERS),
    apiRefNumber: `run-${String(dice.int(1, 1_000))}`,
    payments: Array.from({ length: count }, () =>
      payment(dice, tenant, dice.chance(0.8) ? main : packageOf(dice), now),
    ),
  };
};

/** The same batch with one value changed. */
export const changed = (dice: Random, body: BatchBody): BatchBody => {
  if (dice.chance(0.3)) return { ...body, apiRefNumber: `${body.apiRefNumber}-b` };
  const at = dice.int(0, body.payments.length - 1);
  return {
    ...body,
    payments: body.payments.map((one, i) => (i === at ? { ...one, amount: one.amount + 1 } : one)),
  };
};
