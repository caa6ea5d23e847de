import type { AuthorityKey } from '../../authority/authority-key.js';
import type { CheckedSignatures } from '../../authority/checked-signatures.js';
import {
  departureOf,
  judgedBy,
  type Departure,
  type ProvenPolicies,
} from '../../authority/departure.js';
import type { PolicyMarks } from '../../authority/policy-marks.js';
import { arePoliciesProven, needsSeal, policyDigest } from '../../authority/sealed-policies.js';
import { POLICY_SUBJECT, versionOf } from '../../authority/policy-version.js';
import type { ApprovalMatrix } from '../../../model/approval/matrix/matrix.js';
import type { CorporateTenantId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { AcceptedPayout } from '../../../model/payout/payout.js';
import type { StatusDetails } from '../../../kernel/values/status-details.js';
import type { Stores } from '../../../storage/storage.js';
import type { Corporate } from '../../../model/tenancy/corporate.js';

/** Why a payout is not sent whose approvals do not show that people approved exactly this. */
export const APPROVAL_NOT_PROVEN: StatusDetails = {
  code: 'approval_not_proven',
  source: 'business',
  message:
    'What would be sent is not what people signed, or not enough people did. The bank looks into it; the payout can be cancelled.',
  retryable: false,
  nextAction: 'contact_support',
};

/** What a worker knows, beside the database, when it claims payouts. The key is absent until it was asked for. */
export interface AuthorityAtHand {
  readonly key: Uint8Array | undefined;
  readonly marks: ReadonlyMap<CorporateTenantId, number>;
  readonly signatureOf: CheckedSignatures['of'];
}

/** What has to be looked at outside the unit of work before some payouts of a corporate may leave. */
export interface ToCheck {
  readonly tenant: Tenant;
  readonly signatureIds: ReadonlySet<string>;
  /** The version of the policies' seal that the mark does not hold yet. */
  readonly unmarked?: number;
}

export interface Departures {
  readonly of: (payout: AcceptedPayout) => Departure;
  readonly unmarked?: number;
}

/** Reads nothing where approvals need no passkey. */
export const departures = async (
  stores: Stores,
  tenant: Tenant,
  {
    corporate,
    payouts,
  }: { readonly corporate: Corporate; readonly payouts: ReadonlyArray<AcceptedPayout> },
  { key, marks, signatureOf: look }: AuthorityAtHand,
): Promise<Departures> => {
  // Thousands of payouts name one signature, which stays what it is while they are planned.
  const seen = new Map<string, ReturnType<CheckedSignatures['of']>>();
  const signatureOf: CheckedSignatures['of'] = (of, id) => {
    if (!seen.has(id)) seen.set(id, look(of, id));
    return seen.get(id);
  };
  const all = (departure: Departure) => ({ of: () => departure });
  const marked = marks.get(tenant.corporateTenantId) ?? 0;
  if (!needsSeal(corporate, marked))
    return { of: (payout) => departureOf(payout, signatureOf, undefined) };
  if (key === undefined) return all('unchecked');
  if (!arePoliciesProven(corporate, { key, marked })) return all('unproven_policies');
  const version = corporate.policySeal?.version ?? 0;
  if (version > marked) return { ...all('unchecked'), unmarked: version };
  const matrices = await provenMatrices(stores, tenant, corporate, payouts);
  const policies: ProvenPolicies = { holder: corporate, matrices };
  return { of: (payout) => departureOf(payout, signatureOf, policies) };
};

/** The policies that these payouts are judged by, as far as the journal has one with the digest in the seal. */
const provenMatrices = async (
  { journal }: Stores,
  tenant: Tenant,
  corporate: Corporate,
  payouts: ReadonlyArray<AcceptedPayout>,
): Promise<ReadonlyMap<number, ApprovalMatrix>> => {
  const { approvalMatrix, approvalPolicyVersion = 0, policySeal } = corporate;
  const inForce = new Map([[approvalPolicyVersion, approvalMatrix]]);
  if (payouts.every((payout) => inForce.has(judgedBy(payout, corporate)))) return inForce;
  const recorded = await journal.of(tenant, POLICY_SUBJECT);
  // By digest: a policy that was sealed before there were versions has another number in the journal.
  const byDigest = new Map(
    recorded.map((entry) => {
      const matrix = versionOf(entry).approvalMatrix;
      return [policyDigest(matrix), matrix];
    }),
  );
  const proven = (policySeal?.policies ?? []).flatMap(({ version, digest }) => {
    const matrix = byDigest.get(digest);
    return matrix === undefined ? [] : [[version, matrix] as const];
  });
  return new Map([...proven, ...inForce]);
};

export const signaturesOf = (payouts: ReadonlyArray<AcceptedPayout>): ReadonlySet<string> =>
  new Set(
    payouts.flatMap(({ progress }) =>
      (progress.approval?.approvals ?? []).flatMap(({ signatureId }) =>
        signatureId === undefined ? [] : [signatureId],
      ),
    ),
  );

/** How a worker learns what it has to know before payouts leave. */
export interface SendAuthority {
  readonly atHand: () => Promise<AuthorityAtHand>;
  /** With no unit of work open. */
  readonly check: (all: ReadonlyArray<ToCheck>) => Promise<void>;
}

export const makeSendAuthority = (
  authorityKey: AuthorityKey,
  policyMarks: PolicyMarks,
  signatures: CheckedSignatures,
): SendAuthority => {
  let key: Uint8Array | undefined;
  return {
    atHand: async () => ({ key, marks: await policyMarks.read(), signatureOf: signatures.of }),
    check: async (all) => {
      if (all.length > 0) key = await authorityKey();
      for (const { tenant, signatureIds, unmarked } of all) {
        if (unmarked !== undefined) await policyMarks.raise(tenant.corporateTenantId, unmarked);
        await signatures.check(tenant, signatureIds);
      }
    },
  };
};
