import * as t from 'io-ts';
import { documented } from '../../kernel/codecs/documented.js';
import type { BeneficiaryId, TransactionId } from '../../kernel/values/ids.js';
import { sumPaise } from '../../kernel/values/money.js';
import type { AcceptedPayout } from '../../model/payout/payout.js';
import type { PaidToPayee } from '../../storage/payout-store.js';

/** In what a payout is unlike the last payouts that its payee was paid. */
export const UnusualKind = documented(
  t.keyof({ new_payee: null, above_usual_amount: null, changed_account: null }, 'UnusualKind'),
  {
    description:
      'Compared with the last 5 payouts that the payee was paid, of those that you may look at: new_payee: there is none; above_usual_amount: more than 3 times the largest of them; changed_account: none of them went to this account number and IFSC.',
  },
);
export type UnusualKind = t.TypeOf<typeof UnusualKind>;

/** So many of the last payouts that a payee was paid say what is usual. */
export const USUAL_OF_LAST = 5;

/** An amount above so many times the largest of them is unusual. */
const USUAL_TIMES = 3;

/** A payout that stands out, and why. */
export interface UnusualPayout {
  readonly transactionId: TransactionId;
  readonly reference: string;
  readonly beneficiaryCode: string;
  readonly beneficiaryName: string;
  /** Paise. */
  readonly amount: number;
  readonly kinds: ReadonlyArray<UnusualKind>;
  /** The largest of those last payouts to the payee, in paise; absent for a new payee. */
  readonly usualAmount?: number;
}

/** How many payouts stand out, and what they are together. */
export interface UnusualSum {
  readonly count: number;
  /** Paise. */
  readonly amount: bigint;
}

/** The last payouts that payees were paid, of those that are shown to a person, by the payee. */
export type LastPaid = ReadonlyMap<BeneficiaryId, ReadonlyArray<PaidToPayee>>;

/** The payouts that stand out among others. */
export interface UnusualPayouts extends UnusualSum {
  /** By kind; a payout can be of two. */
  readonly kinds: Readonly<Record<UnusualKind, UnusualSum>>;
  /** The largest of each kind, at most {@link UNUSUAL_SHOWN} of one, the largest first. */
  readonly items: ReadonlyArray<UnusualPayout>;
}

/** So many of each kind are named: many new payees hide no changed account. */
export const UNUSUAL_SHOWN = 10;

const NO_SUM: UnusualSum = { count: 0, amount: 0n };

export const NOTHING_UNUSUAL: UnusualPayouts = {
  ...NO_SUM,
  kinds: { new_payee: NO_SUM, above_usual_amount: NO_SUM, changed_account: NO_SUM },
  items: [],
};

/**
 * In what a payout is unlike the last payouts that its payee was paid: there is none, or its amount is more than three
 * times the largest of them, or none of them went to its account number and IFSC.
 */
export const unusualIn = (
  { order: { amount }, terms }: AcceptedPayout,
  lastPaid: ReadonlyArray<PaidToPayee>,
): ReadonlyArray<UnusualKind> => {
  if (lastPaid.length === 0) return ['new_payee'];
  const isKnown = lastPaid.some(
    ({ accountNumber, ifsc }) =>
      accountNumber === terms.creditAccountNumber && ifsc === terms.creditIfsc,
  );
  return [
    ...(amount > USUAL_TIMES * largestOf(lastPaid) ? (['above_usual_amount'] as const) : []),
    ...(isKnown ? [] : (['changed_account'] as const)),
  ];
};

/** What stood out so far, and those of more payouts that do, given the last that their payees were paid. */
export const withUnusual = (
  before: UnusualPayouts,
  payouts: ReadonlyArray<AcceptedPayout>,
  lastPaid: LastPaid,
): UnusualPayouts => {
  const found = payouts.flatMap((payout) => {
    const paid = lastPaid.get(payout.order.beneficiaryId) ?? [];
    const kinds = unusualIn(payout, paid);
    return kinds.length === 0 ? [] : [shown(payout, kinds, paid)];
  });
  if (found.length === 0) return before;
  const ofKind = (kind: UnusualKind): UnusualSum => {
    const alike = found.filter(({ kinds }) => kinds.includes(kind));
    return added(before.kinds[kind], alike);
  };
  return {
    ...added(before, found),
    kinds: {
      new_payee: ofKind('new_payee'),
      above_usual_amount: ofKind('above_usual_amount'),
      changed_account: ofKind('changed_account'),
    },
    items: largestOfEachKind([...before.items, ...found]),
  };
};

const largestOf = (paid: ReadonlyArray<PaidToPayee>): number =>
  Math.max(...paid.map(({ amount }) => amount));

const shown = (
  { order, terms }: AcceptedPayout,
  kinds: ReadonlyArray<UnusualKind>,
  paid: ReadonlyArray<PaidToPayee>,
): UnusualPayout => ({
  transactionId: order.transactionId,
  reference: order.reference,
  beneficiaryCode: terms.beneficiaryCode,
  beneficiaryName: terms.beneficiaryName,
  amount: order.amount,
  kinds,
  ...(paid.length > 0 && { usualAmount: largestOf(paid) }),
});

const added = (
  { count, amount }: UnusualSum,
  more: ReadonlyArray<Pick<UnusualPayout, 'amount'>>,
): UnusualSum => ({
  count: count + more.length,
  amount: amount + sumPaise(more.map((one) => one.amount)),
});

const largestOfEachKind = (items: UnusualPayout[]): ReadonlyArray<UnusualPayout> => {
  const named: Record<UnusualKind, number> = {
    new_payee: 0,
    above_usual_amount: 0,
    changed_account: 0,
  };
  return items.sort(largestFirst).filter(({ kinds }) => {
    const isNamed = kinds.some((kind) => named[kind] < UNUSUAL_SHOWN);
    for (const kind of kinds) named[kind] += 1;
    return isNamed;
  });
};

const largestFirst = (one: UnusualPayout, other: UnusualPayout): number =>
  other.amount - one.amount || (one.transactionId < other.transactionId ? -1 : 1);
