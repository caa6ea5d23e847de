import { canonicalJson } from '../kernel/codecs/json.js';
import { sha256Base64Url } from '../kernel/secrets/digest.js';
import type { TransactionId, UserId } from '../kernel/values/ids.js';
import type { Tenant } from '../kernel/values/tenant.js';
import type { AcceptedPayout } from '../payout/payout.js';

/** The part of a payout that an approval is about: none of it changes after acceptance. */
export interface ApprovedPayout {
  readonly order: Pick<
    AcceptedPayout['order'],
    'transactionId' | 'amount' | 'beneficiaryId' | 'payoutDate'
  >;
  readonly terms: Pick<
    AcceptedPayout['terms'],
    | 'beneficiaryCode'
    | 'beneficiaryName'
    | 'debitAccountNumber'
    | 'creditAccountNumber'
    | 'creditIfsc'
    | 'paymentMethod'
  >;
}

/**
 * SHA-256, in base64url, of the canonical JSON (keys sorted) of what moves: id, amount in paise, payee, both accounts,
 * method and, where it has one, day.
 */
export const payoutDigest = ({ order, terms }: ApprovedPayout): string =>
  sha256Base64Url(
    canonicalJson({
      transactionId: order.transactionId,
      amount: order.amount,
      beneficiaryId: order.beneficiaryId,
      beneficiaryCode: terms.beneficiaryCode,
      beneficiaryName: terms.beneficiaryName,
      debitAccountNumber: terms.debitAccountNumber,
      creditAccountNumber: terms.creditAccountNumber,
      creditIfsc: terms.creditIfsc,
      paymentMethod: terms.paymentMethod,
      payoutDate: order.payoutDate,
    }),
  );

/** Who approves, rejects or pays on the hosted page, and under which challenge: its random id keeps a passkey's answer from fitting twice. */
export interface DigestedDecision {
  readonly tenant: Tenant;
  readonly userId: UserId;
  readonly action: 'approve' | 'reject' | 'pay';
  readonly challengeId: string;
}

/**
 * What a passkey signs: SHA-256, in base64url, of the canonical JSON of the decision and of a digest for each payout, in
 * the order of their ids. From the digests of the others, and what one payout says, anybody computes the root again.
 */
export const approvalDigest = (
  { tenant, userId, action, challengeId }: DigestedDecision,
  leaves: ReadonlyMap<TransactionId, string>,
): string =>
  sha256Base64Url(
    canonicalJson({
      action,
      bankTenantId: tenant.bankTenantId,
      challengeId,
      corporateTenantId: tenant.corporateTenantId,
      payouts: [...leaves].sort(([a], [b]) => (a < b ? -1 : 1)),
      userId,
    }),
  );

/** The digest of each payout, by its id. */
export const payoutDigests = (
  payouts: ReadonlyArray<ApprovedPayout>,
): ReadonlyMap<TransactionId, string> =>
  new Map(payouts.map((payout) => [payout.order.transactionId, payoutDigest(payout)]));
