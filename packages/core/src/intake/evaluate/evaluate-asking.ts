import { E } from '../../kernel/fp.js';
import type { TransactionId } from '../../kernel/values/ids.js';
import { byTenant } from '../../kernel/values/tenant.js';
import type { Clock } from '../../ports/clock.js';
import type { Pacer } from '../../ports/pacer.js';
import type { Storage } from '../../storage/storage.js';
import { DoubtRemains } from '../../settlement/order/doubt-errors.js';
import { NOTHING_SETTLED, type Doubted, type Settled } from '../../restore/doubt.js';
import type { SettleDoubts } from '../../restore/settle-doubts.js';
import type { ClaimedJob } from './claim-jobs.js';
import { evaluateJobs } from './evaluate-jobs.js';

/** Asks the bank about rows of any corporates. */
export const settleRows = async (
  settleDoubts: SettleDoubts,
  rows: ReadonlyArray<Doubted>,
): Promise<Settled> => {
  const unsent = new Set<TransactionId>();
  const atBank = new Set<TransactionId>();
  for (const [tenant, group] of byTenant(rows)) {
    const settled = await settleDoubts(
      tenant,
      group.map(({ transactionId }) => transactionId),
    );
    for (const id of settled.unsent) unsent.add(id);
    for (const id of settled.atBank) atBank.add(id);
  }
  return { unsent, atBank };
};

/**
 * Evaluates claimed jobs in one commit. In a restored database the bank is asked before a row is rejected
 * that it may have executed; one that it has is accepted, and follows its word at once.
 *
 * @throws DoubtRemains when the bank does not tell; the jobs are then as they were.
 */
export const evaluateAsking = (
  storage: Storage,
  clock: Clock,
  pacer: Pacer,
  settleDoubts: SettleDoubts,
): ((claimed: ReadonlyArray<ClaimedJob>) => Promise<void>) => {
  const evaluate = (claimed: ReadonlyArray<ClaimedJob>, settled: Settled) =>
    storage.atomically<ReadonlyArray<Doubted>, undefined>((stores) =>
      evaluateJobs(stores, claimed, { at: clock.now(), pacer, settled }),
    );

  return async (claimed) => {
    const evaluated = await evaluate(claimed, NOTHING_SETTLED);
    if (E.isLeft(evaluated)) {
      const settled = await settleRows(settleDoubts, evaluated.left);
      if (E.isLeft(await evaluate(claimed, settled))) throw new DoubtRemains();
      await settleRows(
        settleDoubts,
        evaluated.left.filter(({ transactionId }) => settled.atBank.has(transactionId)),
      );
    }
    pacer.wake();
  };
};
