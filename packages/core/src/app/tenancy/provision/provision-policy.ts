import type { ApprovalMatrix } from '../../../model/approval/matrix/matrix.js';
import {
  isSamePolicy,
  POLICY_SUBJECT,
  versionEntries,
  versionOf,
} from '../../authority/policy-version.js';
import { writeRecords } from '../../writer/write-changes.js';
import type { CorporateTenantId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { Stores } from '../../../storage/storage.js';
import type { Corporate } from '../../../model/tenancy/corporate.js';
import { PROVISION } from '../../../model/tenancy/provision-actor.js';

/**
 * An approval policy that people put in force and a document does not change, although it says otherwise (decisions §15).
 * Amounts are paise.
 */
export interface PolicyDifference {
  readonly corporateTenantId: CorporateTenantId;
  /** The version that stays in force, and who proposed it. */
  readonly version: number;
  readonly author: string;
  readonly document: ApprovalMatrix;
  readonly stored: ApprovalMatrix;
}

/** The approval policy of a corporate after a document, and what the document says otherwise. */
export interface ProvisionedPolicy {
  readonly policy: Required<Pick<Corporate, 'approvalMatrix' | 'approvalPolicyVersion'>>;
  readonly difference?: PolicyDifference;
}

/**
 * The policy as people left it, if they ever changed it; else the document's, as the next version if it is another one.
 */
export const provisionPolicy = async (
  stores: Stores,
  tenant: Tenant,
  {
    document,
    known,
  }: { readonly document: ApprovalMatrix | undefined; readonly known: Corporate | undefined },
  at: EpochMs,
): Promise<ProvisionedPolicy> => {
  const last = await stores.journal.last(tenant, POLICY_SUBJECT);
  const stored = known?.approvalMatrix;
  const wanted = document ?? [];
  if (last !== undefined && stored !== undefined) {
    const policy = { approvalMatrix: stored, approvalPolicyVersion: last.sequence };
    if (isSamePolicy(stored, wanted)) return { policy };
    // Older documents let a user be called as documents are: what people put in force, they proposed.
    if (versionOf(last).settingsChangeId !== undefined) {
      if (document === undefined) return { policy };
      const { corporateTenantId } = tenant;
      const [version, author] = [last.sequence, last.actor];
      return { policy, difference: { corporateTenantId, version, author, document, stored } };
    }
  }
  const next = { approvalMatrix: wanted, author: PROVISION, at };
  const entries = versionEntries(tenant, { last, inForce: stored }, next);
  await writeRecords(stores, { entries });
  return {
    policy: { approvalMatrix: wanted, approvalPolicyVersion: entries.at(-1)?.sequence ?? 1 },
  };
};
