import { payoutDigest } from './approval-digest.js';
import {
  levelsFor,
  type ApprovalLevel,
  type ApprovalMatrix,
} from '../../model/approval/matrix/matrix.js';
import { timeOf } from '../../kernel/values/uuid.js';
import type { AcceptedPayout } from '../../model/payout/payout.js';
import { approvalRule } from '../../model/tenancy/second-factor.js';
import type { CheckedSignatures, GenuineSignature } from './checked-signatures.js';
import { CLOCKS_APART, wasAutomatic } from '../../model/authority/seal/automatic-span.js';
import type { PolicyHolder } from './sealed-policies.js';

/**
 * Whether a payout may leave for the bank, as far as who approved it goes: `unchecked` where something was not looked at
 * yet, `unproven_policies` where nobody can say what its approvals have to be.
 */
export type Departure = 'may_leave' | 'unchecked' | 'not_proven' | 'unproven_policies';

/** What the approvals of a corporate's payouts are compared with. The policies are proven before. */
export interface ProvenPolicies {
  readonly holder: PolicyHolder;
  /** The versions of the approval policy that fit their digests in the seal. */
  readonly matrices: ReadonlyMap<number, ApprovalMatrix>;
}

type SignatureOf = CheckedSignatures['of'];

/**
 * Every signature that an approval names must be genuine and on this very payout. Where the corporate's approvals need a
 * passkey, there must be enough of them for each level that the proven policy asks for, by different people, the maker
 * not among them. The sum of a request is not known here: what counts for `aboveAmount` is the payout alone.
 */
export const departureOf = (
  payout: AcceptedPayout,
  signatureOf: SignatureOf,
  policies: ProvenPolicies | undefined,
): Exclude<Departure, 'unproven_policies'> => {
  const { approvals = [] } = payout.progress.approval ?? {};
  const signers: { readonly level: number; readonly userId: string }[] = [];
  for (const { signatureId, userId, level } of approvals) {
    if (signatureId === undefined) continue;
    const signature = signatureOf(payout.order.tenant, signatureId);
    if (signature === undefined) return 'unchecked';
    if (signature === 'not genuine' || faultOfSigned(signature, userId, payout) !== undefined)
      return 'not_proven';
    if (!signers.some((one) => one.level === level && one.userId === userId))
      signers.push({ level, userId });
  }
  if (policies === undefined) return 'may_leave';
  const { amount, createdBy } = payout.order;
  if (approvalRule(policies.holder.secondFactor, () => amount) !== 'passkey') return 'may_leave';
  const levels = levelsAskedFor(payout, policies);
  const people = new Set([createdBy.userId, ...signers.map(({ userId }) => userId)]);
  const isOnce = people.size === signers.length + 1;
  const isWhole = levels?.every(
    ({ approvals: asked }, i) => signers.filter(({ level }) => level === i + 1).length >= asked,
  );
  return isOnce && isWhole === true ? 'may_leave' : 'not_proven';
};

/** Why an approval is not the one that a person signed. */
export type SignedFault =
  | 'another_person'
  | 'passkey_removed'
  | 'not_among_the_signed'
  | 'changed_since';

/** What keeps a genuine signature from being that of this person under this very payout; nothing in most cases. */
export const faultOfSigned = (
  { userId, leaves, removedAt = Infinity }: GenuineSignature,
  approver: string,
  payout: AcceptedPayout,
): SignedFault | undefined => {
  const leaf = leaves.get(payout.order.transactionId);
  if (userId !== approver) return 'another_person';
  if (timeOf(payout.order.transactionId) > removedAt + CLOCKS_APART) return 'passkey_removed';
  if (leaf === undefined) return 'not_among_the_signed';
  return leaf === payoutDigest(payout) ? undefined : 'changed_since';
};

/**
 * The version of the approval policy that a payout is judged by before it leaves: the one that it is pinned to, or the
 * first that was sealed if that came later. What came before the seal has no proof of its own.
 */
export const judgedBy = (
  { terms: { policyVersion = 0 } }: AcceptedPayout,
  { policySeal }: PolicyHolder,
): number => Math.max(policyVersion, policySeal?.policies[0]?.version ?? 0);

/** The levels by that version; undefined where it is not proven, or was replaced before the payout was made. */
const levelsAskedFor = (
  payout: AcceptedPayout,
  { holder, matrices }: ProvenPolicies,
): ReadonlyArray<ApprovalLevel> | undefined => {
  const { order, progress } = payout;
  const version = judgedBy(payout, holder);
  const matrix = matrices.get(version);
  const replacedAt = holder.policySeal?.policies.find((one) => one.version > version)?.at;
  const wasReplaced =
    replacedAt !== undefined && replacedAt + CLOCKS_APART < timeOf(order.transactionId);
  if (matrix === undefined || wasReplaced) return undefined;
  const { automatic } = holder.policySeal ?? {};
  const autoApprovalEnabled =
    automatic === undefined
      ? (progress.approval?.levels ?? []).length === 0
      : wasAutomatic(automatic, order.packageCode, timeOf(order.transactionId));
  return levelsFor(matrix, {
    packageCode: order.packageCode,
    amount: order.amount,
    autoApprovalEnabled,
  });
};
