import type { JournalEntry, Payout } from '@hundi/core/wire';
import { instead } from '../engine/instead.js';
import type { Mutant } from './mutant.js';
import { withStores } from './plant.js';

const byOne =
  (proposer: string) =>
  (entry: JournalEntry): JournalEntry => {
    if (entry.subjectKind === 'settings_change') return { ...entry, actor: proposer };
    const { changes } = entry;
    return 'approvedBy' in changes
      ? { ...entry, changes: { ...changes, approvedBy: proposer } }
      : entry;
  };

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
    bug: 'a policy is approved in the name of the person who proposed it',
    ports: () =>
      withStores(({ journal }) => ({
        journal: instead(journal, {
          append: (entries) => {
            const made = entries.find(({ changes }) => changes['approvedBy'] !== undefined);
            return journal.append(made === undefined ? entries : entries.map(byOne(made.actor)));
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
