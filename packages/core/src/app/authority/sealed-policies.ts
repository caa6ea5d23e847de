import { ApprovalMatrix } from '../../model/approval/matrix/matrix.js';
import { canonicalJson, type JsonObject } from '../../kernel/codecs/json.js';
import { sha256 } from '../../kernel/secrets/digest.js';
import type { PackageCode } from '../../kernel/values/ids.js';
import type { EpochMs } from '../../kernel/values/time.js';
import {
  approvalRule,
  SecondFactorPolicy,
  type FactorRule,
} from '../../model/tenancy/second-factor.js';
import type { Corporate } from '../../model/tenancy/corporate.js';
import { authoritySeal, isSealed } from '../../model/authority/seal/authority-seal.js';
import { spansAfter } from '../../model/authority/seal/automatic-span.js';
import type { PolicySeal } from '../../model/authority/seal/policy-seal.js';

/** The members of a corporate that its policies' seal covers. */
export type PolicyHolder = Pick<
  Corporate,
  | 'bankTenantId'
  | 'corporateTenantId'
  | 'approvalMatrix'
  | 'approvalPolicyVersion'
  | 'secondFactor'
  | 'policySeal'
>;

/** What sealing takes: the key, and which version of the corporate's seal the mark outside the database holds (0: none). */
export interface Sealing {
  readonly key: Uint8Array;
  readonly marked: number;
}

/** What is known when policies are sealed beside the corporate itself. */
interface SealedWith {
  readonly vouched?: boolean;
  readonly automatic?: ReadonlyMap<PackageCode, boolean>;
}

/** SHA-256 in hex of the canonical JSON of an approval policy. */
export const policyDigest = (matrix: ApprovalMatrix): string =>
  sha256(canonicalJson(ApprovalMatrix.encode(matrix)));

const sealedContent = (
  { bankTenantId, corporateTenantId, secondFactor }: PolicyHolder,
  { version, policies, automatic }: Omit<PolicySeal, 'seal'>,
): JsonObject => ({
  bankTenantId,
  corporateTenantId,
  version,
  policies,
  ...(automatic !== undefined && { automatic }),
  secondFactor:
    secondFactor === undefined ? null : (SecondFactorPolicy.encode(secondFactor) as JsonObject),
});

/** Whether approvals need a passkey, now or by a policy that was sealed before: then nothing leaves without its proof. */
export const needsSeal = ({ secondFactor, policySeal }: PolicyHolder, marked: number): boolean =>
  secondFactor?.approval === 'passkey' || policySeal !== undefined || marked > 0;

/**
 * Whether the corporate's policies are those that this engine let come into force last: the seal fits them, and the mark
 * outside the database knows no later one.
 */
export const arePoliciesProven = (holder: PolicyHolder, { key, marked }: Sealing): boolean => {
  const { policySeal: sealed, approvalMatrix } = holder;
  return (
    sealed !== undefined &&
    sealed.version >= marked &&
    sealed.policies.at(-1)?.digest === policyDigest(approvalMatrix) &&
    isSealed(key, 'policies', sealedContent(holder, sealed), sealed.seal)
  );
};

/**
 * The corporate with the seal of its policies: the next version where they change, none where approvals never needed a
 * passkey. Policies that are not proven stay so, whatever is written after them: only an operator vouches for them.
 *
 * @param before the corporate as it was stored; undefined for a new one
 * @param known whether an operator vouches for what is stored, and which packages approve by themselves from now on, as a
 *   document says
 */
export const withPolicySeal = <C extends PolicyHolder>(
  before: PolicyHolder | undefined,
  next: C,
  sealing: Sealing,
  at: EpochMs,
  { vouched = false, automatic }: SealedWith = {},
): C => {
  const known = before?.policySeal;
  const isFirst = known === undefined && sealing.marked === 0;
  if (isFirst && next.secondFactor?.approval !== 'passkey') return next;
  const isProven = before !== undefined && arePoliciesProven(before, sealing);
  if (!isFirst && !isProven && !vouched)
    return known === undefined ? next : { ...next, policySeal: known };
  const { approvalPolicyVersion: version = 0, approvalMatrix } = next;
  const kept = isProven ? (known?.policies ?? []) : [];
  const last = kept.at(-1);
  const digest = policyDigest(approvalMatrix);
  const isSame = last?.version === version && last.digest === digest;
  const policies = isSame ? kept : [...kept, { version, at, digest }];
  const spansBefore = isProven ? known?.automatic : undefined;
  const spans = automatic === undefined ? spansBefore : spansAfter(spansBefore, automatic, at);
  const ofSpans = spans === undefined ? {} : { automatic: spans };
  if (isProven && known !== undefined && isSame) {
    const was = canonicalJson(sealedContent(before, known));
    if (was === canonicalJson(sealedContent(next, { ...known, ...ofSpans })))
      return { ...next, policySeal: known };
  }
  const unsealed = {
    version: Math.max(known?.version ?? 0, sealing.marked) + 1,
    policies: [...policies],
    ...ofSpans,
  };
  const seal = authoritySeal(sealing.key, 'policies', sealedContent(next, unsealed));
  return { ...next, policySeal: { ...unsealed, seal } };
};

/**
 * The factor that a change of the approval policy needs: as approvals do, of whatever amount. Where the policies of a
 * corporate are not those that the engine let come into force, nothing less than a passkey will do.
 */
export const ruleOfPolicy = (holder: PolicyHolder, sealing: Sealing): FactorRule =>
  needsSeal(holder, sealing.marked) && !arePoliciesProven(holder, sealing)
    ? 'passkey'
    : approvalRule(holder.secondFactor, () => Infinity);
