import * as t from 'io-ts';
import type { ActorNotFound } from '../../model/access/access-errors.js';
import { ProveFactor } from '../factor/prove/prove-factor.js';
import { E } from '../../kernel/fp.js';
import { JobNotFound, JobNotTakenIn } from '../../model/intake/job/intake-errors.js';
import { isUndecided } from '../../model/intake/job/job.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import { JobId, UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { EpochMs } from '../../kernel/values/time.js';
import { about } from '../../kernel/codecs/documented.js';
import { lastAsked } from '../../model/approval/matrix/payout-approval.js';
import { Comment } from '../../kernel/values/text.js';
import {
  awaitsApproval,
  type AcceptedPayout,
  type Payout,
  type PayoutProgress,
} from '../../model/payout/payout.js';
import { someOfJob } from '../writer/payout/some-of-job.js';
import { Clock } from '../../ports/clock.js';
import { Pacer } from '../../ports/pacer.js';
import { Storage } from '../../storage/storage.js';
import { DETECTING } from '../change/asking.js';
import { recipe, token } from '../../kernel/token.js';
import { RightsChanged, type NotAnApprover } from './approval-errors.js';
import { countsForAny, decideAsking } from './decide-asking.js';
import { approverOf, approverReach, rightsOf, type Approver } from './approver.js';
import type { DecisionResult } from './take-decision.js';
import { DecisionAction } from './decider.js';
import {
  FACTOR_MEMBERS,
  factorGate,
  onceMore,
  withoutFactor,
  type FactorGateError,
} from './factor-gate.js';
import { JobDigests } from './job-digests.js';
import { record } from '../../kernel/codecs/record.js';

/** A decision on every payout of a job that waits for one (decisions §7). */
export const DecideJobInput = record(
  'DecideJobInput',
  { actorUserId: UserId, jobId: JobId, action: DecisionAction },
  {
    comment: Comment,
    seenAt: about(
      EpochMs,
      'When the checker looked at the job. Payouts that others approved since then are left as they are.',
    ),
    seenAs: about(t.string, 'The rights with which the checker looked, as the review names them.'),
    ...FACTOR_MEMBERS,
  },
);
export type DecideJobInput = t.TypeOf<typeof DecideJobInput>;

type DecideJobError =
  | ActorNotFound
  | NotAnApprover
  | RightsChanged
  | JobNotFound
  | JobNotTakenIn
  | FactorGateError;

/**
 * Lets a checker approve or reject the payouts of a job that await approval, as far as their roles reach; each is
 * answered for itself, in request order, as {@link DecidePayouts} would. A job of several payouts is a bulk decision,
 * which its packages must allow.
 *
 * A large job is decided on in slices of 1,000 rows, each committed by itself, so that others get their turn: a
 * decision that is cut short by a failure, or by a role that is taken away meanwhile, holds for the slices before.
 * Decided again, it continues with the payouts that still wait. Where the checker says when they looked (`seenAt`), a
 * payout that another checker has approved since then stays as it is. Where the checker also says with which rights they
 * looked (`seenAs`), the engine refuses the decision once they have others, with which it could be on more than they saw.
 * A job whose payouts the roles do not reach is absent; one that intake has not finished is refused, so that a decision on
 * a job covers all of it.
 */
export type DecideJob = UseCase<DecideJobInput, DecideJobError, ReadonlyArray<DecisionResult>>;
export const DecideJob = token<DecideJob>('DecideJob');

const ROWS_A_COMMIT = 1_000;

export const makeDecideJob = recipe(
  DecideJob,
  { Storage, Clock, Pacer, ...DETECTING, ProveFactor, JobDigests },
  ({ storage, clock, pacer, detectRestore, proveFactor, jobDigests, ...asking }) => {
    const gateFor = factorGate(storage, clock, proveFactor, jobDigests);
    const decide = decideAsking(storage, clock, asking);
    return useCase(DecideJobInput, async (tenant, { jobId, seenAt, seenAs, ...asked }) => {
      await detectRestore();
      const job = await storage.read(({ jobs }) => jobs.find(tenant, jobId));
      const total = job?.total ?? 0;
      if (isUndecided(job))
        return E.left(await tooSoon({ storage, clock }, tenant, jobId, asked.actorUserId));

      const gate = await gateFor(tenant, asked, { jobId });
      if (E.isLeft(gate)) return gate;
      const decision = { isBulk: total > 1, ...withoutFactor(asked) };
      const results: DecisionResult[] = [];
      let isReached = false;
      for (let from = 0; from === 0 || from < total; from += ROWS_A_COMMIT) {
        const slice = await decide<RightsChanged>(
          tenant,
          {
            ...decision,
            gate: from === 0 ? gate.right : onceMore(gate.right, countsForAny(results)),
          },
          {
            refuses: (actor) =>
              seenAs === undefined || seenAs === rightsOf(actor) ? undefined : RightsChanged(),
            read: ({ payouts }) => payouts.ofJob(tenant, jobId, from, ROWS_A_COMMIT),
            idsFor: (actor, rows) =>
              reachedOf(rows, actor)
                .filter(({ progress }) => waitsSince(progress, seenAt))
                .map(({ order }) => order.transactionId),
          },
        );
        if (E.isLeft(slice) && from === 0) return slice;
        if (E.isLeft(slice)) break;
        results.push(...slice.right.results);
        isReached ||= reachedOf(slice.right.read, slice.right.actor).length > 0;
        await pacer.breathe();
      }
      return isReached ? E.right(results) : E.left(JobNotFound());
    });
  },
);

/** Whether a payout awaits approval, and no other checker has approved it since this one looked. */
const waitsSince = ({ status, approval }: PayoutProgress, seenAt = Infinity): boolean =>
  awaitsApproval(status) && approval !== undefined && lastAsked(approval) <= seenAt;

const tooSoon = (
  { storage, clock }: { readonly storage: Storage; readonly clock: Clock },
  tenant: Tenant,
  jobId: JobId,
  userId: UserId,
): Promise<DecideJobError> =>
  storage.read(async (stores) => {
    const actor = await approverOf(stores, tenant, userId, clock.now());
    if (E.isLeft(actor)) return actor.left;
    const reached = await someOfJob(stores, tenant, jobId, approverReach(actor.right));
    return reached ? JobNotTakenIn() : JobNotFound();
  });

/** The accepted payouts that the person's roles reach, whether they await approval or not. */
const reachedOf = (rows: ReadonlyArray<Payout>, actor: Approver): ReadonlyArray<AcceptedPayout> =>
  rows.filter((row) => row.intake === 'accepted').filter(approverReach(actor));
