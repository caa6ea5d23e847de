import { ruleOfPolicy, type Sealing } from '../authority/sealed-policies.js';
import { activeFactors } from '../../model/factor/held/factor.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { GivenKind } from '../../model/portal/session/given-factor.js';
import type { Stores } from '../../storage/storage.js';
import type { Corporate } from '../../model/tenancy/corporate.js';
import { fulfils, type FactorRule } from '../../model/tenancy/second-factor.js';
import type { SettingsChangeKind } from '../settings/change-kind.js';

/** What decides which second factor the approval of a change needs. */
interface Approving {
  readonly corporate: Corporate;
  readonly sealing: Sealing;
  readonly needsFactor: SettingsChangeKind<unknown, unknown>['needsFactor'];
}

/** Who approves, and the second factor that they gave. */
interface Approver {
  readonly actorUserId: UserId;
  readonly givenFactor?: GivenKind;
}

/** The second factor that an approval lacks, where it changes who may approve payouts, or by what. */
export const lacksFactor = async (
  { factors }: Stores,
  { corporate, sealing, needsFactor }: Approving,
  { actorUserId, givenFactor }: Approver,
): Promise<FactorRule> => {
  if (needsFactor === 'as_approvals') {
    const rule = ruleOfPolicy(corporate, sealing);
    return rule === 'none' || fulfils(rule, givenFactor) ? 'none' : rule;
  }
  if (needsFactor === undefined || givenFactor !== undefined) return 'none';
  return activeFactors(await factors.find(corporate, actorUserId)).length > 0 ? 'any' : 'none';
};
