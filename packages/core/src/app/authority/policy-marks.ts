import { Causes } from '../duty/causes.js';
import { optional, recipe, token } from '../../kernel/token.js';
import type { CorporateTenantId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { inTime, SOON } from '../../ports/in-time.js';
import { Pacer } from '../../ports/pacer.js';
import { PolicyMark } from '../../ports/policy-mark.js';
import type { AuthorityKey } from './authority-key.js';
import type { Sealing } from './sealed-policies.js';

/** The host's policy mark, as use cases and duties call it; one that this process remembers where the host gives none. */
export interface PolicyMarks extends PolicyMark {
  /**
   * Raises the mark after a commit that sealed policies, and reports a failure: a worker raises it again before anything
   * is sent by them.
   */
  readonly note: PolicyMark['raise'];
}
export const PolicyMarks = token<PolicyMarks>('PolicyMarks');

const remembered = (): PolicyMark => {
  const versions = new Map<CorporateTenantId, number>();
  return {
    read: async () => versions,
    raise: async (corporate, version) => {
      versions.set(corporate, Math.max(version, versions.get(corporate) ?? 0));
    },
  };
};

/** A call that gets no answer in time rejects. */
export const makePolicyMarks = recipe(
  PolicyMarks,
  { Pacer, Causes, PolicyMark: optional(PolicyMark) },
  ({ pacer, causes, policyMark = remembered() }) => {
    const report = (error: unknown): void => void causes.report('keep-policy-mark', error);
    const calling = { pacer, report, withinMs: SOON };
    const raise: PolicyMark['raise'] = (corporate, version) =>
      inTime('policy mark', () => policyMark.raise(corporate, version), calling);
    return {
      read: () => inTime('policy mark', () => policyMark.read(), calling),
      raise,
      note: (corporate, version) => raise(corporate, version).catch(report),
    };
  },
);

/** What sealing something of a corporate takes; asked for before the unit of work that seals. */
export const sealingFor = async (
  authorityKey: AuthorityKey,
  marks: PolicyMark,
  { corporateTenantId }: Tenant,
): Promise<Sealing> => {
  const [key, versions] = await Promise.all([authorityKey(), marks.read()]);
  return { key, marked: versions.get(corporateTenantId) ?? 0 };
};
