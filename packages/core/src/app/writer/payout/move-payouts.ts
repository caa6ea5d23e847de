import { type Move, type Mover, reached } from '../../../model/payout/move.js';
import { byTenant } from '../../../kernel/values/tenant.js';
import type { Stores } from '../../../storage/whole-storage.js';
import { freedLimits } from './freed-limits.js';
import { payoutEntries } from '../../../model/payout/payout-entry.js';
import type { PayoutChange } from '../../../storage/payout-store.js';
import { awaitsApproval, followsApproval, isDead } from '../../../model/payout/payout.js';

/**
 * Moves payouts of any corporates: writes their next states with their journal entries, and gives back what dead
 * ones used of daily limits, so that none of the three is ever written without the others. The unit of work is
 * undone, and run again, if one of them has moved since it was read.
 */
export const movePayouts = async (
  { payouts, journal }: Pick<Stores, 'payouts' | 'journal'>,
  moves: ReadonlyArray<Move>,
  { actor, via, changes }: Mover,
): Promise<void> => {
  const ordered = [...moves].sort(byId);
  const owned = ordered.map((move) => ({ tenant: move.payout.order.tenant, move }));
  for (const [tenant, group] of byTenant(owned)) {
    await payouts.advance(
      tenant,
      group.map(({ move }) => changeOf(move)),
    );
    const dead = group.filter(({ move }) => isDead(reached(move).status));
    await payouts.useLimits(tenant, freedLimits(dead.map(({ move }) => move.payout)));
  }
  const entries = ordered.flatMap(({ payout, steps }) =>
    payoutEntries(payout.order, payout.progress, steps, actor),
  );
  await journal.append(
    via === undefined && changes === undefined
      ? entries
      : entries.map((entry) => ({
          ...entry,
          changes: { ...entry.changes, ...changes },
          ...(via !== undefined && { via }),
        })),
  );
};

// Every move of several payouts locks them in the same order, so that no two deadlock.
const byId = ({ payout: { order: a } }: Move, { payout: { order: b } }: Move): number =>
  a.transactionId < b.transactionId ? -1 : 1;

const changeOf = (move: Move): PayoutChange => {
  const { order, progress } = move.payout;
  const next = reached(move);
  const surprises =
    awaitsApproval(progress.status) &&
    !awaitsApproval(next.status) &&
    !followsApproval(next.status);
  return {
    transactionId: order.transactionId,
    follows: progress.sequence,
    next,
    ...(surprises && { awaited: true }),
  };
};
