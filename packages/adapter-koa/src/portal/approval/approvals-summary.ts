import { EpochMs, JobId, PackageCode, PaymentMethodCode, TransactionId, Whole } from '@hundi/core';
import { alias, record, UnusualKind, type ApprovalSums, type FoundUnusual } from '@hundi/core/wire';
import * as t from 'io-ts';

const Sum = alias(Whole, {
  description: 'Paise. Beyond 2^53 it is rounded, as every number of JSON is by most parsers.',
});

const ApprovalSum = record(
  'ApprovalSum',
  {
    apiRefNumber: t.string,
    packageCode: PackageCode,
    debitAccountNumber: t.string,
    paymentMethod: PaymentMethodCode,
    maker: record('ApprovalMaker', { userId: t.string, username: t.string }, {}),
    count: Whole,
    amount: Sum,
    since: EpochMs,
  },
  { jobId: JobId },
);

const UnusualSum = record('UnusualSum', { count: Whole, amount: Sum }, {});

const UnusualPayout = record(
  'UnusualPayout',
  {
    transactionId: TransactionId,
    reference: t.string,
    beneficiaryCode: t.string,
    beneficiaryName: t.string,
    amount: Sum,
    kinds: t.readonlyArray(UnusualKind),
  },
  {
    usualAmount: alias(Whole, {
      description: 'The largest of the last 5 payouts that the payee was paid, in paise.',
    }),
  },
);

/** What waits for a person, in sums, and what stands out from it. */
export const ApprovalsSummary = record(
  'ApprovalsSummary',
  {
    count: Whole,
    amount: Sum,
    isWhole: alias(t.boolean, {
      description: 'False where more waits than the sums, or what stands out, were taken from.',
    }),
    sums: t.readonlyArray(ApprovalSum),
    unusual: record(
      'UnusualPayouts',
      {
        count: Whole,
        amount: Sum,
        kinds: record(
          'UnusualKinds',
          { new_payee: UnusualSum, above_usual_amount: UnusualSum, changed_account: UnusualSum },
          {},
        ),
        items: t.readonlyArray(UnusualPayout),
      },
      {},
    ),
  },
  {},
);
type ApprovalsSummary = t.TypeOf<typeof ApprovalsSummary>;

interface Summed {
  readonly count: number;
  readonly amount: bigint;
}

const summed = ({ count, amount }: Summed) => ({ count, amount: Number(amount) });

/** The sums of what waits, and what stands out from it, as the API shows them. */
export const approvalsSummary = (
  { sums, isWhole }: ApprovalSums,
  { kinds, items, ...unusual }: FoundUnusual,
): ApprovalsSummary => ({
  count: sums.reduce((all, { count }) => all + count, 0),
  amount: Number(sums.reduce((all, { amount }) => all + amount, 0n)),
  isWhole: isWhole && unusual.isWhole,
  sums: sums.map(({ maker: { userId, username }, ...sum }) => ({
    ...sum,
    ...summed(sum),
    maker: { userId, username },
  })),
  unusual: {
    ...summed(unusual),
    kinds: {
      new_payee: summed(kinds.new_payee),
      above_usual_amount: summed(kinds.above_usual_amount),
      changed_account: summed(kinds.changed_account),
    },
    items,
  },
});
