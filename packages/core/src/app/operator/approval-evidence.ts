import { approvedMembers } from '../authority/approval-digest.js';
import type { ApprovalSignature } from '../../model/authority/seal/approval-signature.js';
import type { SigningPasskey } from '../../model/authority/seal/signing-passkey.js';
import type { PayoutApproval } from '../../model/approval/matrix/payout-approval.js';
import type { TransactionId } from '../../kernel/values/ids.js';
import type { Storage } from '../../storage/storage.js';

type Approval = PayoutApproval['approvals'][number];

/** What was signed, for who has neither this engine nor its key: everything but the seal. */
type SignatureEvidence = Omit<ApprovalSignature, 'passkey'> & {
  readonly passkey: Omit<SigningPasskey, 'seal'>;
};

/**
 * What shows that people approved a payout: the members of it that are signed, as they stand now, and each approval with
 * its signature. An approval without a passkey has none.
 */
export interface ApprovalEvidence {
  readonly payout: ReturnType<typeof approvedMembers>;
  readonly approvals: ReadonlyArray<Approval & { readonly signature?: SignatureEvidence }>;
}

/** Reads the evidence of an accepted payout of any corporate; undefined where there is none of this id. */
export const approvalEvidence = (
  storage: Storage,
  id: TransactionId,
): Promise<ApprovalEvidence | undefined> =>
  storage.read(async ({ payouts, authority }) => {
    const [payout] = await payouts.findAnywhere([id]);
    if (payout?.intake !== 'accepted') return undefined;
    const { tenant } = payout.order;
    const approvals: ApprovalEvidence['approvals'][number][] = [];
    for (const approval of payout.progress.approval?.approvals ?? []) {
      const { signatureId } = approval;
      const kept =
        signatureId === undefined ? undefined : await authority.signature(tenant, signatureId);
      approvals.push(kept === undefined ? approval : { signature: shown(kept), ...approval });
    }
    return { payout: approvedMembers(payout), approvals };
  });

const shown = ({ passkey, ...signature }: ApprovalSignature): SignatureEvidence => {
  const { seal: _ours, ...others } = passkey;
  return { passkey: others, ...signature };
};
