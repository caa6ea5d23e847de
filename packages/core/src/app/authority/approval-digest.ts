import { canonicalJson } from '../../kernel/codecs/json.js';
import { sha256Base64Url } from '../../kernel/secrets/digest.js';
import type { TransactionId, UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { ApprovedPayout } from '../../model/payout/approved-payout.js';

/** What moves: id, package, amount in paise, payee, both accounts, method and, where it has one, day. */
export const approvedMembers = ({ order, terms }: Pick<ApprovedPayout, 'order' | 'terms'>) => ({
  // In the order of canonical JSON, which is then written at once.
  amount: order.amount,
  beneficiaryCode: terms.beneficiaryCode,
  beneficiaryId: order.beneficiaryId,
  beneficiaryName: terms.beneficiaryName,
  creditAccountNumber: terms.creditAccountNumber,
  creditIfsc: terms.creditIfsc,
  debitAccountNumber: terms.debitAccountNumber,
  packageCode: order.packageCode,
  paymentMethod: terms.paymentMethod,
  ...(order.payoutDate !== undefined && { payoutDate: order.payoutDate }),
  transactionId: order.transactionId,
});

/** SHA-256, in base64url, of the canonical JSON (keys sorted) of {@link approvedMembers}, which stand in that order. */
export const payoutDigest = (payout: Pick<ApprovedPayout, 'order' | 'terms'>): string =>
  sha256Base64Url(JSON.stringify(approvedMembers(payout)));

const LINE_END = '\n';

/** Who approves, rejects or pays on the hosted page, and under which challenge: its random id keeps a passkey's answer from fitting twice. */
export interface DigestedDecision {
  readonly tenant: Tenant;
  readonly userId: UserId;
  readonly action: 'approve' | 'reject' | 'pay';
  readonly challengeId: string;
}

/** The digests of payouts as lines, in the order of their ids: the id, a blank, the digest. */
export const leavesText = (leaves: ReadonlyMap<TransactionId, string>): string =>
  joined([...leaves].map((leaf) => leaf.join(' ')));

/** The line of one payout in {@link leavesText}. */
export const leafOf = (payout: Parameters<typeof payoutDigest>[0]): string =>
  `${payout.order.transactionId} ${payoutDigest(payout)}`;

/** {@link leavesText} of such lines. Those of a job come in their order: twenty thousand need no sorting. */
export const joined = (lines: ReadonlyArray<string>): string => {
  const isSorted = lines.every((line, i) => i === 0 || line > (lines[i - 1] ?? ''));
  return (isSorted ? lines : lines.toSorted()).join(LINE_END);
};

/** The digest of each payout in such a text, by its id. */
export const leavesOf = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split('\n').map((line) => line.split(' ', 2) as [string, string]));

/** Digests of payouts by their ids, to be looked up. */
export type Leaves = Pick<ReadonlyMap<string, string>, 'get' | 'size'>;

/** What {@link leavesOf} finds, searched for in the text: a text of 20,000 lines takes longer to be taken apart. */
export const leavesIn = (text: string): Leaves => {
  const endFrom = (at: number): number => {
    const end = text.indexOf(LINE_END, at);
    return end === -1 ? text.length : end;
  };
  let size = 0;
  for (let at = 0; at <= text.length; at = endFrom(at) + 1) size += 1;
  // Payouts of a job leave in the order of their lines: the line after the last found one is looked at first.
  let next = 0;
  return {
    size,
    get: (id) => {
      let [from, to, at] = [0, text.length, next];
      while (from < to) {
        const start = at === 0 ? 0 : text.lastIndexOf(LINE_END, at - 1) + 1;
        const end = endFrom(start);
        const [found = '', digest] = text.slice(start, end).split(' ', 2);
        if (found === id) {
          next = end < text.length ? end + 1 : 0;
          return digest;
        }
        if (found < id) from = end + 1;
        else to = start;
        at = Math.floor((from + to) / 2);
      }
      return undefined;
    },
  };
};

/**
 * What a passkey signs: SHA-256, in base64url, of the canonical JSON of the decision and of the SHA-256 of
 * {@link leavesText}. From the digests of the others, and what one payout says, anybody computes the root again.
 */
export const approvalDigest = (
  { tenant, userId, action, challengeId }: DigestedDecision,
  leaves: string,
): string =>
  sha256Base64Url(
    canonicalJson({
      action,
      bankTenantId: tenant.bankTenantId,
      challengeId,
      corporateTenantId: tenant.corporateTenantId,
      payouts: sha256Base64Url(leaves),
      userId,
    }),
  );
