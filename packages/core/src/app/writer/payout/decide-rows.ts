import { awaitAll } from '../../../kernel/flow/await-all.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { RowDecision } from '../../../storage/payout-store.js';
import type { Stores } from '../../../storage/whole-storage.js';
import type { NewWork } from '../../../storage/work-store.js';
import { payoutEntries } from '../../../model/payout/payout-entry.js';
import type { PayoutStep } from '../../../model/payout/payout-machine.js';
import type { IntakeOrder } from '../../../model/payout/payout.js';
import type { Mover } from '../../../model/payout/move.js';

/** A row on which intake had not decided, its decision, its first steps in a row, and the work that follows. */
export interface DecidedRow {
  readonly order: IntakeOrder;
  readonly decision: Omit<RowDecision, 'transactionId' | 'progress'>;
  readonly steps: readonly [PayoutStep, ...PayoutStep[]];
  readonly work?: NewWork;
}

/**
 * Writes decisions on rows of one corporate, with their journal entries and the work that follows. The journal names
 * the key only with the first step: a payout came by it, or ended.
 */
export const decideRows = (
  { payouts, journal, work }: Stores,
  tenant: Tenant,
  rows: ReadonlyArray<DecidedRow>,
  { actor, via }: Mover,
): Promise<void> => {
  const entries = rows.flatMap(({ order, steps }) => payoutEntries(order, undefined, steps, actor));
  return awaitAll([
    payouts.decide(
      tenant,
      rows.map(({ order: { transactionId }, decision, steps }) => ({
        transactionId,
        ...decision,
        progress: (steps.at(-1) ?? steps[0]).next,
      })),
    ),
    journal.append(
      via === undefined
        ? entries
        : entries.map((entry) => (entry.sequence === 1 ? { via, ...entry } : entry)),
    ),
    work.add(rows.flatMap((row) => row.work ?? [])),
  ]);
};
