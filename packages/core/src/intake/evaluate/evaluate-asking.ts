import { type InDoubt } from '../../restore/doubt/doubt.js';
import { E } from '../../kernel/fp.js';
import type { Clock } from '../../ports/clock.js';
import type { Pacer } from '../../ports/pacer.js';
import { isBrief, type Storage } from '../../storage/storage.js';
import { DoubtRemains } from '../../settlement/order/doubt-errors.js';
import type { ResolveDoubts } from '../../restore/resolve-doubts.js';
import { resolvingDoubts } from '../../restore/resolving-doubts.js';
import type { ClaimedJob } from './start-jobs.js';
import { evaluateJobs } from './evaluate-jobs.js';

/**
 * Evaluates claimed jobs in one commit. In a restored database the bank is asked before a row is rejected
 * that it may have executed; one that it has is accepted, and follows its answer at once.
 *
 * @throws DoubtRemains when the bank does not answer; the jobs are then unchanged.
 */
export const evaluateAsking =
  (
    storage: Storage,
    clock: Clock,
    pacer: Pacer,
    resolveDoubts: ResolveDoubts,
  ): ((claimed: ReadonlyArray<ClaimedJob>) => Promise<void>) =>
  async (claimed) => {
    const brief = isBrief(claimed.reduce((rows, { job }) => rows + job.total, 0));
    const evaluated = await resolvingDoubts(resolveDoubts, async (resolved) => {
      const tried = await storage.atomically<InDoubt, undefined>(
        (stores) => evaluateJobs(stores, claimed, { at: clock.now(), pacer, resolved }),
        { brief },
      );
      return E.map(() => [...resolved.atBank.values()])(tried);
    });
    if (E.isLeft(evaluated)) throw new DoubtRemains();
    // Accepted by now, so these can follow what the bank says of them.
    await resolveDoubts(evaluated.right);
    pacer.wake();
  };
