import type * as t from 'io-ts';
import type { ActorNotFound } from '../access/access-errors.js';
import { E } from '../kernel/fp.js';
import { JobNotFound, JobNotTakenIn } from '../intake/job/intake-errors.js';
import { JobId, UserId } from '../kernel/values/ids.js';
import type { Tenant } from '../kernel/values/tenant.js';
import { Comment } from '../kernel/values/text.js';
import { awaitsApproval, type Payout } from '../payout/payout.js';
import { someOfJob } from '../payout/move/some-of-job.js';
import type { Clock } from '../ports/clock.js';
import type { Pacer } from '../ports/pacer.js';
import type { Storage } from '../storage/storage.js';
import { NOTHING_RESOLVED } from '../restore/doubt.js';
import type { DetectRestore } from '../restore/detect-restore.js';
import type { ResolveDoubts } from '../restore/resolve-doubts.js';
import type { Actor } from '../tenancy/user.js';
import { token } from '../kernel/token.js';
import type { NotAnApprover } from './approval-errors.js';
import { decideDoubted } from './decide-doubted.js';
import { readForDecision } from './read-for-decision.js';
import { approverOf, takeDecision, type DecisionResult } from './take-decision.js';
import { approverReach, DecisionAction } from './decider.js';
import { record } from '../kernel/codecs/record.js';

/** A decision on every payout of a job that waits for one (decisions §7). */
export const DecideJobInput = record(
  'DecideJobInput',
  { actorUserId: UserId, jobId: JobId, action: DecisionAction },
  { comment: Comment },
);
export type DecideJobInput = t.TypeOf<typeof DecideJobInput>;

export type DecideJobError = ActorNotFound | NotAnApprover | JobNotFound | JobNotTakenIn;

/**
 * Lets a checker approve or reject the payouts of a job that await approval, as far as their roles reach;
 * each is answered for itself, in request order, as {@link DecidePayouts} would. A job of several payouts is
 * a bulk decision, which its packages must allow.
 *
 * A large job is decided on in slices of 1,000 rows, each committed by itself, so that others get their turn:
 * a decision that is cut short by a failure, or by a role that is taken away meanwhile, holds for the slices
 * before. Decided again, it goes on with what still waits. A job of which the roles reach nothing is not there;
 * one that intake has not finished is refused, so that no decision on a job holds for a part of it.
 */
export type DecideJob = (
  tenant: Tenant,
  input: DecideJobInput,
) => Promise<E.Either<DecideJobError, ReadonlyArray<DecisionResult>>>;
export const DecideJob = token<DecideJob>('DecideJob');

const ROWS_A_COMMIT = 1_000;

interface DecidedSlice {
  /** Whether the person's roles reach any payout of it, waiting or not. */
  readonly reached: boolean;
  readonly results: ReadonlyArray<DecisionResult>;
}

export const makeDecideJob = (
  storage: Storage,
  clock: Clock,
  pacer: Pacer,
  detectRestore: DetectRestore,
  resolveDoubts: ResolveDoubts,
): DecideJob => {
  const decideLater = decideDoubted(storage, clock, resolveDoubts);
  return async (tenant, { actorUserId, jobId, ...decision }) => {
    await detectRestore();
    const job = await storage.read(({ jobs }) => jobs.find(tenant, jobId));
    const total = job?.total ?? 0;
    const isBulk = total > 1;
    if (job?.status === 'queued' || job?.status === 'processing') {
      return E.left(await tooSoon(storage, tenant, jobId, actorUserId));
    }

    const decideFrom = (from: number) => {
      let tries = 0;
      return storage.atomically<DecideJobError, DecidedSlice>(async (stores) => {
        tries += 1;
        const actor = await approverOf(stores, tenant, actorUserId);
        if (E.isLeft(actor)) return actor;
        const rows = await readForDecision(stores, tenant, tries, () =>
          stores.payouts.ofJob(tenant, jobId, from, ROWS_A_COMMIT),
        );
        const { reached, waiting } = reachedAndWaiting(rows, actor.right);
        const ids = waiting.map(({ order }) => order.transactionId);
        const given = {
          ...decision,
          actor: actor.right,
          isBulk,
          now: clock.now(),
          resolved: NOTHING_RESOLVED,
        };
        return E.right({
          reached,
          results: await takeDecision(stores, tenant, given, ids, waiting),
        });
      });
    };

    const slices: DecidedSlice[] = [];
    for (let from = 0; from === 0 || from < total; from += ROWS_A_COMMIT) {
      const slice = await decideFrom(from);
      if (E.isLeft(slice) && from === 0) return slice;
      if (E.isLeft(slice)) break;
      const { reached, results } = slice.right;
      const given = { ...decision, actorUserId, isBulk };
      slices.push({ reached, results: await decideLater(tenant, given, results) });
      pacer.wake();
      await pacer.breathe();
    }
    return slices.some(({ reached }) => reached)
      ? E.right(slices.flatMap(({ results }) => results))
      : E.left(JobNotFound());
  };
};

const tooSoon = (
  storage: Storage,
  tenant: Tenant,
  jobId: JobId,
  userId: UserId,
): Promise<DecideJobError> =>
  storage.read(async (stores) => {
    const actor = await approverOf(stores, tenant, userId);
    if (E.isLeft(actor)) return actor.left;
    const reached = await someOfJob(stores, tenant, jobId, approverReach(actor.right));
    return reached ? JobNotTakenIn() : JobNotFound();
  });

const reachedAndWaiting = (rows: ReadonlyArray<Payout>, actor: Actor) => {
  const reaches = approverReach(actor);
  const accepted = rows.filter((row) => row.intake === 'accepted').filter(reaches);
  const waiting = accepted.filter(({ progress }) => awaitsApproval(progress.status));
  return { reached: accepted.length > 0, waiting };
};
