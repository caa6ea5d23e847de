import type { JournalEntry } from '@hundi/core/wire';
import type { PayoutChange } from '@hundi/core/storage';
import type { Notes } from '../engine/watched-stores.js';
import { isOwnFactor, passkeyOf } from '../people/factors.js';
import { factorPolicyOf, TENANTS } from '../people/tenants.js';
import { entryOf, type Ledger, type LedgerEntry } from '../world/ledger.js';
import { violate, type World } from '../world/world.js';

interface Parts {
  readonly world: World;
  readonly ledger: Ledger;
}

/** An approval that a commit counts. */
interface Vote {
  readonly entry: LedgerEntry;
  readonly userId: string;
}

const votesIn = (ledger: Ledger, advanced: ReadonlyArray<PayoutChange>): ReadonlyArray<Vote> =>
  advanced.flatMap(({ transactionId, next }) => {
    const entry = entryOf(ledger, transactionId);
    const before = entry.approval?.approvals.length ?? 0;
    const given = next.approval?.approvals.slice(before) ?? [];
    return given.map(({ userId }) => ({ entry, userId }));
  });

const digestOf = ({ changes }: JournalEntry): string => changes['digest'] as string;

/** Factors that the commit uses up for an approval. */
const usesIn = (entries: ReadonlyArray<JournalEntry>): ReadonlyArray<JournalEntry> =>
  entries.filter(
    ({ subjectKind, changes }) => subjectKind === 'factor' && changes['usedFor'] === 'approval',
  );

/** Why these votes of one person are not good without another factor. */
const voteFault = (
  { challenges }: Ledger,
  votes: ReadonlyArray<Vote>,
  uses: ReadonlyArray<JournalEntry>,
): string | undefined => {
  const { entry, userId } = votes[0] as Vote;
  const { corporateTenantId } = entry.order.tenant;
  const tenant =
    TENANTS.find((one) => one.corporateTenantId === corporateTenantId) ?? entry.order.tenant;
  const { approval: rule, aboveAmount = 0 } = factorPolicyOf(tenant);
  if (votes.reduce((sum, { entry: { order } }) => sum + order.amount, 0) <= aboveAmount)
    return undefined;
  const [use, ...others] = uses.filter(({ actor }) => actor === userId);
  if (use === undefined || others.length > 0)
    return `by ${userId} with ${String(uses.length)} factors`;
  const challenge = challenges.get(digestOf(use));
  if (challenge?.tenant !== tenant || challenge.actorUserId !== userId)
    return `by ${userId} with a factor that was given for something else`;
  if (!isOwnFactor(tenant, userId, use.subjectId))
    return `by ${userId} with a factor that is not theirs`;
  if (rule === 'passkey' && use.subjectId !== passkeyOf(tenant, userId))
    return `by ${userId} without a passkey`;
  return votes.every((one) => challenge.ids.has(one.entry.order.transactionId))
    ? undefined
    : `by ${userId} with a factor that was given for other payouts`;
};

/**
 * I43: where a corporate asks for a second factor, each approval comes with one that was given for exactly these payouts;
 * I44: a challenge is used once. Call it before the votes are counted.
 */
export const judgeFactors = ({ world, ledger }: Parts, notes: Notes): void => {
  if (!world.climate.habits.has('factors')) return;
  const uses = usesIn(notes.journaled);
  const votes = votesIn(ledger, notes.advanced);
  if (votes.length > 0) {
    const fault = voteFault(ledger, votes, uses);
    if (fault !== undefined)
      violate(world, 'I43', `${String(votes[0]?.entry.order.transactionId)} is approved ${fault}`);
  }
  for (const use of uses) {
    const digest = digestOf(use);
    if (ledger.used.has(digest)) violate(world, 'I44', `${use.actor} used one challenge twice`);
    ledger.used.add(digest);
  }
};
