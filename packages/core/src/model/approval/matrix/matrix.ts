import * as t from 'io-ts';
import { PackageCode, RoleCode } from '../../../kernel/values/ids.js';
import { Paise } from '../../../kernel/values/money.js';
import { wholeBetween } from '../../../kernel/values/whole.js';

/** How many distinct approvers one level needs. */
const ApprovalCount = wholeBetween(1, 20, { description: 'How many different people approve.' });

/** One level: any of these roles (empty: any approved checker), so many distinct people. */
export const ApprovalLevel = t.strict({ roleCodes: t.array(RoleCode), approvals: ApprovalCount });
export type ApprovalLevel = t.TypeOf<typeof ApprovalLevel>;

const Tier = t.strict({ upToAmount: t.union([Paise, t.null]), levels: t.array(ApprovalLevel) });

const Rule = t.strict({
  packageCodes: t.union([t.array(PackageCode), t.null]),
  tiers: t.array(Tier),
});

/** The approvals that payouts need (decisions §7): rules by package (null: all), tiers by amount (null: no bound). */
export const ApprovalMatrix = t.array(Rule);
export type ApprovalMatrix = t.TypeOf<typeof ApprovalMatrix>;

/** The rule if no tier matches, or if a tier needs no approval but the package does: any one checker. */
export const ONE_CHECKER: ReadonlyArray<ApprovalLevel> = [{ roleCodes: [], approvals: 1 }];

/**
 * The levels that a payout must pass, in order; none when a no-approval tier covers it and its package
 * allows automatic approval (decisions §6). The first tier that reaches the amount decides, over the
 * rules for the package in their order.
 */
export const levelsFor = (
  matrix: ApprovalMatrix,
  {
    packageCode,
    amount,
    autoApprovalEnabled,
  }: {
    readonly packageCode: PackageCode;
    readonly amount: number;
    readonly autoApprovalEnabled: boolean;
  },
): ReadonlyArray<ApprovalLevel> => {
  for (const { packageCodes, tiers } of matrix) {
    if (packageCodes !== null && !packageCodes.includes(packageCode)) continue;
    const tier = tiers.find(({ upToAmount }) => upToAmount === null || amount <= upToAmount);
    if (tier === undefined) continue;
    return tier.levels.length === 0 && !autoApprovalEnabled ? ONE_CHECKER : tier.levels;
  }
  return ONE_CHECKER;
};
