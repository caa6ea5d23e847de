import * as t from 'io-ts';
import { reachOf } from '../../model/access/actor.js';
import { JobId, PackageCode, UserId } from '../../kernel/values/ids.js';
import { Paise } from '../../kernel/values/money.js';
import { EpochMs } from '../../kernel/values/time.js';
import type { AwaitingFilter } from '../../storage/payout-store.js';
import type { Approver } from './approver.js';

/** How far the approval of a payout is that waits for a decision. */
export const AwaitingState = t.keyof(
  { pending_approval: null, partially_approved: null },
  'AwaitingState',
);

/** What narrows the payouts that wait for a person: amounts in paise, both included; made at a moment or before. */
export const APPROVALS_FILTER = {
  state: AwaitingState,
  packageCode: PackageCode,
  jobId: JobId,
  makerUserId: UserId,
  minAmount: Paise,
  maxAmount: Paise,
  createdUpTo: EpochMs,
};

/** The payouts that may wait for this person: those that their roles reach, or the roles of those whose deputy they are. */
export const awaitingFilter = (
  { principals, ...actor }: Approver,
  { state, packageCode, ...asked }: t.TypeOfPartialProps<typeof APPROVALS_FILTER>,
): AwaitingFilter => {
  const reaches = [actor, ...principals].map((one) => reachOf(one, 'transaction.approve'));
  const packageCodes = new Set(reaches.flatMap((reach) => [...reach.packageCodes]));
  const debitAccountIds = new Set(reaches.flatMap((reach) => [...reach.debitAccountIds]));
  const codes = packageCode === undefined ? [...packageCodes] : [packageCode];
  const { jobId, makerUserId, minAmount, maxAmount, createdUpTo } = asked;
  return {
    packageCodes: new Set(codes.filter((code) => packageCodes.has(code))),
    debitAccountIds,
    ...(state !== undefined && { status: state }),
    ...(jobId !== undefined && { jobId }),
    ...(makerUserId !== undefined && { makerUserId }),
    ...(minAmount !== undefined && { minAmount }),
    ...(maxAmount !== undefined && { maxAmount }),
    ...(createdUpTo !== undefined && { createdUpTo }),
  };
};
