import * as t from 'io-ts';
import { UserId } from '../../../kernel/values/ids.js';
import { ApprovalLevel } from './matrix.js';
import { record } from '../../../kernel/codecs/record.js';

/**
 * One yes, and the level it counted for (from 1); `onBehalfOf` whom, where a deputy said it; `signatureId` of the
 * signature, where a passkey gave it.
 */
const Approved = record(
  'Approved',
  { userId: UserId, level: t.number, at: t.number },
  { onBehalfOf: UserId, signatureId: t.string },
);

/**
 * The policy that applied at acceptance, since when it asks (epoch ms), and what has been decided under it. A changed
 * policy touches only new payouts.
 */
export const PayoutApproval = record(
  'PayoutApproval',
  {
    levels: t.array(ApprovalLevel),
    currentLevel: t.number,
    approvals: t.array(Approved),
  },
  { comment: t.string, askedAt: t.number },
);
export type PayoutApproval = t.TypeOf<typeof PayoutApproval>;

/** The last moment at which anybody was asked for, or gave, an approval. Epoch ms. */
export const lastAsked = ({ askedAt = 0, approvals }: PayoutApproval): number =>
  approvals.at(-1)?.at ?? askedAt;

/** Whether a person approved, or a deputy on their behalf. */
export const hasVoted = ({ approvals }: PayoutApproval, who: string, until = Infinity): boolean =>
  approvals.some(
    ({ userId, onBehalfOf, at }) => (userId === who || onBehalfOf === who) && at <= until,
  );
