import { E } from '../../kernel/fp.js';
import type { TransactionId } from '../../kernel/values/ids.js';
import { byTenant } from '../../kernel/values/tenant.js';
import type { Clock } from '../../ports/clock.js';
import type { Pacer } from '../../ports/pacer.js';
import type { Storage } from '../../storage/storage.js';
import { DoubtRemains } from '../../settlement/order/doubt-errors.js';
import { NOTHING_RESOLVED, type Doubted, type Resolved } from '../../restore/doubt.js';
import type { ResolveDoubts } from '../../restore/resolve-doubts.js';
import type { ClaimedJob } from './start-jobs.js';
import { evaluateJobs } from './evaluate-jobs.js';

/** Asks the bank about rows of any corporates. */
export const resolveRows = async (
  resolveDoubts: ResolveDoubts,
  rows: ReadonlyArray<Doubted>,
): Promise<Resolved> => {
  const unsent = new Set<TransactionId>();
  const atBank = new Set<TransactionId>();
  for (const [tenant, group] of byTenant(rows)) {
    const resolved = await resolveDoubts(
      tenant,
      group.map(({ transactionId }) => transactionId),
    );
    for (const id of resolved.unsent) unsent.add(id);
    for (const id of resolved.atBank) atBank.add(id);
  }
  return { unsent, atBank };
};

/**
 * Evaluates claimed jobs in one commit. In a restored database the bank is asked before a row is rejected
 * that it may have executed; one that it has is accepted, and follows its answer at once.
 *
 * @throws DoubtRemains when the bank does not answer; the jobs are then unchanged.
 */
export const evaluateAsking = (
  storage: Storage,
  clock: Clock,
  pacer: Pacer,
  resolveDoubts: ResolveDoubts,
): ((claimed: ReadonlyArray<ClaimedJob>) => Promise<void>) => {
  const evaluate = (claimed: ReadonlyArray<ClaimedJob>, resolved: Resolved) =>
    storage.atomically<ReadonlyArray<Doubted>, undefined>((stores) =>
      evaluateJobs(stores, claimed, { at: clock.now(), pacer, resolved }),
    );

  return async (claimed) => {
    const evaluated = await evaluate(claimed, NOTHING_RESOLVED);
    if (E.isLeft(evaluated)) {
      const resolved = await resolveRows(resolveDoubts, evaluated.left);
      if (E.isLeft(await evaluate(claimed, resolved))) throw new DoubtRemains();
      await resolveRows(
        resolveDoubts,
        evaluated.left.filter(({ transactionId }) => resolved.atBank.has(transactionId)),
      );
    }
    pacer.wake();
  };
};
