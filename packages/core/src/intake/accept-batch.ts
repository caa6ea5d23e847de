import { may, actorRef } from '../access/actor.js';
import { NotAMaker } from '../access/access-errors.js';
import type { IdempotencyKeyReused } from '../idempotency/idempotency-errors.js';
import { onceEach, type OnceAnswer, type OnceRequest } from '../idempotency/once.js';
import { E } from '../fp.js';
import type { InvalidInput } from '../kernel/decode.js';
import { gather } from '../kernel/gather.js';
import { together } from '../kernel/together.js';
import type { UserId } from '../kernel/ids.js';
import { byTenant, type Tenant } from '../kernel/tenant.js';
import type { IdempotencyKey } from '../kernel/text.js';
import type { Traceparent } from '../kernel/trace.js';
import { jobId, UUID_ENTROPY_BYTES } from '../kernel/uuid.js';
import { commit } from '../ports/commit.js';
import type { Clock } from '../ports/clock.js';
import type { Entropy } from '../ports/entropy.js';
import type { Pacer } from '../ports/pacer.js';
import type { Storage, Stores } from '../ports/storage.js';
import type { Actor, ActorRef } from '../tenancy/user.js';
import { token } from '../wiring/token.js';
import { PAYMENTS_MAX, readBatch, type BatchRequest } from './batch-request.js';
import { jobEntry } from './job-entry.js';
import type { Job } from './job.js';
import { answerFrame, wholeAnswer, type BatchAnswer } from './batch-answer.js';
import { addOrders } from './batch-orders.js';

export interface AcceptBatchInput {
  readonly tenant: Tenant;
  readonly key: IdempotencyKey;
  /** The parsed body, not trusted in any way. */
  readonly body: unknown;
  /** The caller's trace; the rail is given it with every order of the batch. */
  readonly traceparent?: Traceparent;
}

export type AcceptBatchError = InvalidInput | NotAMaker | IdempotencyKeyReused;

/**
 * Takes a batch in durably: when it answers, job, rows, journal and the kept answer are committed (§4.5).
 * The body of the answer is JSON per §2.6, the same bytes for every retry. Batches that wait while a
 * commit runs share the next one.
 */
export type AcceptBatch = (
  input: AcceptBatchInput,
) => Promise<E.Either<AcceptBatchError, BatchAnswer>>;
export const AcceptBatch = token<AcceptBatch>('AcceptBatch');

/** The route that the idempotency keys of batches belong to. */
const BATCHES_ROUTE = 'POST /v1/partner/payments/batches';

interface Acceptance extends OnceRequest {
  readonly job: Job;
  readonly request: BatchRequest;
}

type Decision = E.Either<NotAMaker, { readonly outcome: string; readonly body: string }>;

export const makeAcceptBatch = (
  storage: Storage,
  clock: Clock,
  entropy: Entropy,
  pacer: Pacer,
): AcceptBatch => {
  const share = gather<Acceptance, E.Either<NotAMaker | IdempotencyKeyReused, OnceAnswer>>(
    async (group) => {
      const answers = await commit(storage, (stores) => acceptGroup(stores, group, clock.now()));
      pacer.wake();
      return answers;
    },
    PAYMENTS_MAX,
    ({ request }) => request.payments.length,
  );

  return async ({ tenant, key, body, traceparent }) => {
    const read = await readBatch(body, BATCHES_ROUTE, pacer);
    if (E.isLeft(read)) return read;
    const { request, fingerprint } = read.right;
    const at = clock.now();
    const job: Job = {
      jobId: jobId(at, entropy.bytes(UUID_ENTROPY_BYTES)),
      tenant,
      apiRefNumber: request.apiRefNumber,
      initiatedByUserId: request.initiatedByUserId,
      requestedAt: at,
      total: request.payments.length,
      status: 'queued',
      sequence: 1,
      ...(traceparent !== undefined && { traceparent }),
    };
    const answer = await share({ tenant, route: BATCHES_ROUTE, key, fingerprint, job, request });
    return E.isLeft(answer)
      ? answer
      : E.right({ ...answer.right, body: wholeAnswer(answer.right.body, request) });
  };
};

const acceptGroup = async (stores: Stores, group: ReadonlyArray<Acceptance>, at: number) => {
  const makers = new Map<Acceptance, ActorRef>();

  const decide = async (fresh: ReadonlyArray<Acceptance>): Promise<ReadonlyArray<Decision>> => {
    const actors = await actorsOf(stores, fresh);
    return fresh.map((acceptance) => {
      const { job } = acceptance;
      const actor = actors(job.tenant, job.initiatedByUserId);
      if (actor === undefined || !may(actor, 'transaction.make')) {
        return E.left(NotAMaker(job.initiatedByUserId));
      }
      makers.set(acceptance, actorRef(actor, 'transaction.make'));
      return E.right({ outcome: 'queued', body: answerFrame(job) });
    });
  };

  const write = async (won: ReadonlyArray<Acceptance>): Promise<void> => {
    const jobs = won.map(({ job }) => job);
    await together([
      stores.jobs.add(jobs),
      stores.journal.append(
        jobs.map((job) => jobEntry(undefined, job, job.requestedAt, job.initiatedByUserId)),
      ),
      stores.work.add(
        jobs.map((job) => ({
          duty: 'process-jobs',
          subject: job.jobId,
          tenant: job.tenant,
          runAt: job.requestedAt,
        })),
      ),
      addOrders(
        stores,
        won.map((acceptance) => ({
          ...acceptance,
          createdBy: makers.get(acceptance) as ActorRef,
        })),
      ),
    ]);
  };

  return onceEach<Acceptance, NotAMaker>(stores, group, at, decide, write);
};

/** Looks up the makers of a group, one question for each corporate in it. */
const actorsOf = async (stores: Stores, group: ReadonlyArray<Acceptance>) => {
  const found = new Map<string, Actor>();
  for (const [tenant, batches] of byTenant(group)) {
    const ids = new Set(batches.map(({ job }) => job.initiatedByUserId));
    for (const actor of await stores.tenancy.actors(tenant, [...ids])) {
      found.set(`${tenant.corporateTenantId} ${actor.user.userId}`, actor);
    }
  }
  return (tenant: Tenant, userId: UserId): Actor | undefined =>
    found.get(`${tenant.corporateTenantId} ${userId}`);
};
