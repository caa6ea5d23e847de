import assert from 'node:assert/strict';
import { E, type JobId, type Plain, type TransactionId } from '@hundi/core';
import type { CancelledBy, DecisionResult } from '@hundi/core/wire';
import type { PostOptions, Stage } from './stage.js';

/** Above what goes without approval. */
export const LARGE = 2_000_000;

/** The refusal of each payout, or its status after the decision. */
export const decide = async (
  stage: Pick<Stage, 'engine' | 'tenant'>,
  by: string,
  ids: ReadonlyArray<TransactionId>,
  action: 'approve' | 'reject' = 'approve',
): Promise<ReadonlyArray<string>> => {
  const decided = await stage.engine.decidePayouts(stage.tenant, {
    actorUserId: by,
    action,
    transactionIds: ids,
    comment: `${by} says ${action}`,
  });
  return E.isLeft(decided) ? [decided.left._tag] : outcomesOf(decided.right);
};

const outcomesOf = (results: ReadonlyArray<DecisionResult>): ReadonlyArray<string> =>
  results.map(({ result }) => (E.isLeft(result) ? result.left._tag : result.right.status));

/** The same for every payout of a job that waits. */
export const decideJob = async (
  stage: Pick<Stage, 'engine' | 'tenant'>,
  by: string,
  jobId: JobId,
  action: 'approve' | 'reject' = 'approve',
  seenAt?: number,
): Promise<ReadonlyArray<string>> => {
  const decided = await stage.engine.decideJob(stage.tenant, {
    actorUserId: by,
    action,
    jobId,
    ...(seenAt !== undefined && { seenAt }),
  });
  return E.isLeft(decided) ? [decided.left._tag] : outcomesOf(decided.right);
};

const KEY = 'key';

/** The partner key by which software cancels in scenarios. */
export const VIA = { keyId: 'key1' };

const byOf = (who: string): Plain<CancelledBy> => {
  if (who === KEY) return { kind: 'key', via: VIA };
  if (who.startsWith(`${KEY} `))
    return { kind: 'key', via: VIA, userId: who.slice(KEY.length + 1) };
  return who.startsWith('u-') ? { kind: 'user', userId: who } : { kind: 'operator', name: who };
};

/**
 * The refusal, or the status after it. `u-…` is a person, `key u-…` software that acts as them, `key` without a user;
 * the rest are operators.
 */
export const cancel = async (
  { engine, tenant }: Pick<Stage, 'engine' | 'tenant'>,
  who: string,
  transactionId: TransactionId | undefined,
  comment?: string,
): Promise<string> => {
  const cancelled = await engine.cancelPayout(tenant, {
    transactionId: transactionId ?? assert.fail('no payout to cancel'),
    by: byOf(who),
    ...(comment !== undefined && { comment }),
  });
  return E.isLeft(cancelled) ? cancelled.left._tag : cancelled.right.status;
};

/** The refusal, or the status after it. */
export const cancelJob = async (
  { engine, tenant }: Pick<Stage, 'engine' | 'tenant'>,
  who: string,
  jobId: JobId,
): Promise<string> => {
  const cancelled = await engine.cancelJob(tenant, { jobId, by: byOf(who) });
  return E.isLeft(cancelled) ? cancelled.left._tag : cancelled.right.status;
};

export const waiting = async (
  stage: Stage,
  count = 1,
  packageCode = 'VENDOR',
  options: PostOptions = {},
): Promise<ReadonlyArray<TransactionId>> => {
  const payouts = await stage.pay(
    Array.from({ length: count }, () => ({ amount: LARGE, packageCode })),
    options,
  );
  assert.ok(payouts.every(({ status }) => status === 'pending_approval'));
  return payouts.map(({ transactionId }) => transactionId);
};

export const first = ([id]: ReadonlyArray<TransactionId>): TransactionId => id as TransactionId;
