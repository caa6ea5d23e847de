import type { ApprovalMatrix, Corporate, JournalEntry } from '@hundi/core/wire';
import { mayGovern, settingsOf, type AllSettings, type Settings } from '../people/settings.js';
import { matrixOf } from '../people/town.js';
import { POLICIES, type Policy } from '../world/policy.js';
import { violate, type World } from '../world/world.js';

interface Parts {
  readonly world: World;
  readonly settings: AllSettings;
}

/** What a policy decides by, in one order of members. */
const textOf = (matrix: ApprovalMatrix): string =>
  JSON.stringify(
    matrix.map(({ packageCodes, tiers }) => [
      packageCodes,
      tiers.map(({ upToAmount, levels }) => [
        upToAmount,
        levels.map(({ roleCodes, approvals }) => [roleCodes, approvals]),
      ]),
    ]),
  );

const policyIn = (matrix: unknown): Policy | undefined =>
  POLICIES.find((policy) => textOf(matrixOf(policy)) === textOf(matrix as ApprovalMatrix));

const proposed = ({ settings: all }: Parts, entry: JournalEntry): void => {
  const { subjectKind, subjectId, to, actor, tenant } = entry;
  if (subjectKind !== 'settings_change') return;
  const { proposals } = settingsOf(all, tenant);
  const before = proposals.get(subjectId);
  if (before === undefined) proposals.set(subjectId, { by: actor, isOver: false });
  else {
    const approvedBy = to === 'approved' ? { approvedBy: actor } : {};
    proposals.set(subjectId, { ...before, ...approvedBy, isOver: true });
  }
};

const secondPersonFault = (
  settings: Settings,
  { actor, changes }: JournalEntry,
): string | undefined => {
  const proposal = settings.proposals.get(changes['settingsChangeId'] as string);
  if (proposal === undefined) return 'was never proposed';
  const { by, approvedBy } = proposal;
  if (by !== actor) return `was proposed by ${by}, not by ${actor}`;
  if (approvedBy === undefined || approvedBy !== changes['approvedBy']) return 'was never approved';
  if (approvedBy === by) return `was proposed and approved by ${by}`;
  return mayGovern(settings, by) && mayGovern(settings, approvedBy)
    ? undefined
    : `is of ${by} and ${approvedBy}, who may not both`;
};

/** I41: the versions of a policy have no gap, and each but the first is proposed by one person and approved by another. */
const versioned = ({ world, settings: all }: Parts, entry: JournalEntry): void => {
  const { subjectKind, sequence, actor, tenant, changes } = entry;
  if (subjectKind !== 'approval_policy') return;
  const settings = settingsOf(all, tenant);
  const name = `version ${String(sequence)} of ${tenant.corporateTenantId}`;
  if (sequence !== (settings.version ?? 0) + 1) {
    violate(world, 'I41', `${name} follows ${String(settings.version)}`);
  }
  const policy = policyIn(changes['approvalMatrix']);
  const isOfBefore = sequence === 1 && actor === 'provision' && policy === settings.policy;
  const fault = isOfBefore ? undefined : secondPersonFault(settings, entry);
  if (fault !== undefined) violate(world, 'I41', `${name} ${fault}`);
  if (policy === undefined) violate(world, 'I41', `${name} is what nobody proposed`);
  else settings.policy = policy;
  settings.version = sequence;
};

/** I41: what decides about payouts is the version that the journal has last. */
const written = ({ world, settings: all }: Parts, corporate: Corporate): void => {
  const settings = settingsOf(all, corporate);
  const { policy, version } = settings;
  settings.sealed = corporate.policySeal?.version ?? 0;
  if (
    policyIn(corporate.approvalMatrix) !== policy ||
    corporate.approvalPolicyVersion !== version
  ) {
    violate(world, 'I41', `${corporate.corporateTenantId} has a policy that no version is`);
  }
};

/** Judges what a commit says of approval policies, and remembers which one is in force. */
export const judgePolicies = (
  parts: Parts,
  entries: ReadonlyArray<JournalEntry>,
  corporates: ReadonlyArray<Corporate>,
): void => {
  for (const entry of entries) proposed(parts, entry);
  for (const entry of entries) versioned(parts, entry);
  for (const corporate of corporates) written(parts, corporate);
};
