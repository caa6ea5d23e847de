import type { JudgedRow } from '../../../model/payout/judged-row.js';
import { E } from '../../../kernel/fp.js';
import type { PackageCode, TransactionId } from '../../../kernel/values/ids.js';
import type { PayoutTerms, Rejection } from '../../../model/payout/payout.js';
import { rejectionOf } from '../../../model/payout/rejection.js';
import type { EffectiveConfiguration } from '../../../model/package/effective-configuration.js';

type Rows = ReadonlyArray<JudgedRow>;

const reject = (row: JudgedRow, rejection: Rejection): JudgedRow =>
  E.isLeft(row.result) ? row : { ...row, result: E.left(rejection) };

/** More rows of a package than one batch may hold: none of them passes. */
const applyBatchLimit = (rows: Rows, { maxPaymentsPerBatch }: EffectiveConfiguration): Rows =>
  rows.length <= maxPaymentsPerBatch
    ? rows
    : rows.map((row) =>
        reject(row, {
          code: 'package_batch_limit_exceeded',
          message: `The package permits at most ${String(maxPaymentsPerBatch)} payments in one batch.`,
        }),
      );

/** Under debit mode `single` all rows share the account of the first row that passes its own rules. */
const applyDebitMode = (rows: Rows, { effectiveDebitMode }: EffectiveConfiguration): Rows => {
  const first = rows.map(({ result }) => result).find(E.isRight);
  if (effectiveDebitMode === 'multi' || first === undefined) return rows;
  return rows.map((row) =>
    E.isLeft(row.result) || row.result.right.debitAccountId === first.right.debitAccountId
      ? row
      : reject(row, rejectionOf('debit_mode_not_allowed')),
  );
};

/** Under `fail_full_file` one rejected row takes every row of its package with it (§4.5). */
const applyFileRejection = (
  rows: Rows,
  { effectiveFileRejectionMode }: EffectiveConfiguration,
): Rows => {
  if (effectiveFileRejectionMode === 'reject_invalid_rows') return rows;
  const cause = rows.find(({ result }) => E.isLeft(result))?.payout.order.transactionId;
  return cause === undefined ? rows : rows.map((row) => reject(row, failedWith(cause)));
};

const failedWith = (causedBy: TransactionId): Rejection => ({
  ...rejectionOf('package_group_failed'),
  causedBy,
});

/** The amount that each package may still pay on each day. */
export interface DailyRoom {
  /** Takes the amount out of the room; false, and nothing is taken, when it does not fit. */
  readonly take: (code: PackageCode, terms: PayoutTerms, amount: number) => boolean;
  readonly giveBack: (code: PackageCode, terms: PayoutTerms, amount: number) => void;
}

const applyDailyLimit = (rows: Rows, room: DailyRoom): Rows =>
  rows.map((row) =>
    E.isLeft(row.result) ||
    room.take(row.payout.order.packageCode, row.result.right, row.payout.order.amount)
      ? row
      : reject(row, rejectionOf('amount_above_daily_limit')),
  );

const giveBackFailed = (before: Rows, after: Rows, room: DailyRoom): void => {
  before.forEach(({ payout: { order }, result }, i) => {
    const now = after[i]?.result;
    if (E.isRight(result) && now !== undefined && E.isLeft(now)) {
      room.giveBack(order.packageCode, result.right, order.amount);
    }
  });
};

/** The rules that look at all rows of one package in one batch, in order; each row was judged by itself before. */
export const judgeGroup = (
  rows: Rows,
  configuration: EffectiveConfiguration,
  room: DailyRoom,
): Rows => {
  const grouped = applyDebitMode(applyBatchLimit(rows, configuration), configuration);
  const limited = applyDailyLimit(grouped, room);
  const judged = applyFileRejection(limited, configuration);
  if (judged !== limited) giveBackFailed(limited, judged, room);
  return judged;
};
