import type { JsonObject } from '../../../kernel/codecs/json.js';
import { byTenant } from '../../../kernel/values/tenant.js';
import type { Via } from '../../../kernel/values/via.js';
import type { Stores } from '../../../storage/storage.js';
import { freedLimits } from './freed-limits.js';
import { payoutEntries } from '../../../model/payout/payout-entry.js';
import type { PayoutStep } from '../../../model/payout/payout-machine.js';
import type { PayoutChange } from '../../../storage/payout-store.js';
import {
  awaitsApproval,
  followsApproval,
  isDead,
  type AcceptedPayout,
  type PayoutProgress,
} from '../../../model/payout/payout.js';

/** A payout as it is stored now, and the steps that it takes, in a row. */
export interface Move {
  readonly payout: AcceptedPayout;
  readonly steps: ReadonlyArray<PayoutStep>;
}

/** The actor of a move, and the values that the journal stores beside the steps. */
export interface Mover {
  /** As the journal names them. */
  readonly actor: string;
  readonly via?: Via;
  /** Values that the journal adds to those that each step set. */
  readonly changes?: JsonObject;
}

export const reached = ({ payout, steps }: Move): PayoutProgress =>
  steps.at(-1)?.next ?? payout.progress;

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
