import type { UserId } from '@hundi/core';
import type { Payout } from '@hundi/core/wire';
import { instead } from '../engine/instead.js';
import type { Mutant } from './mutant.js';
import { withStores } from './plant.js';

const anotherOf = (person: UserId): UserId =>
  (person === 'u-admin' ? 'u-head' : 'u-admin') as UserId;

const pinnedTo = (policyVersion: number, payout: Payout): Payout =>
  payout.intake === 'accepted' ? { ...payout, terms: { ...payout.terms, policyVersion } } : payout;

export const policyMutants: ReadonlyArray<Mutant> = [
  {
    name: 'pinned-to-newest',
    bug: 'a payout shows the version of the policy that is in force now',
    ports: () =>
      withStores(({ payouts, tenancy }) => ({
        payouts: instead(payouts, {
          findMany: async (tenant, ids) => {
            const found = await payouts.findMany(tenant, ids);
            const { approvalPolicyVersion: newest } = (await tenancy.corporate(tenant)) ?? {};
            return newest === undefined ? found : found.map((one) => pinnedTo(newest, one));
          },
        }),
      })),
  },
  {
    name: 'policy-of-one',
    bug: 'the person who proposed a policy approves it',
    ports: () =>
      withStores(({ settingsChanges }) => ({
        settingsChanges: instead(settingsChanges, {
          find: async (...asked) => {
            const found = await settingsChanges.find(...asked);
            return found && { ...found, proposedBy: anotherOf(found.proposedBy) };
          },
        }),
      })),
  },
  {
    name: 'version-skipped',
    bug: 'the next version of a policy is two higher',
    ports: () =>
      withStores(({ journal }) => ({
        journal: instead(journal, {
          last: async (tenant, subjectId) => {
            const found = await journal.last(tenant, subjectId);
            return found?.subjectKind === 'approval_policy'
              ? { ...found, sequence: found.sequence + 1 }
              : found;
          },
        }),
      })),
  },
];
