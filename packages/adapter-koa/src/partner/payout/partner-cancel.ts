import { E, JobId, TransactionId, TransactionObject, UserId, type Caller } from '@hundi/core';
import {
  CancelPayoutInput,
  JobStatusRecord,
  NotAMaker,
  type ActorNotFound,
  type CancelledBy,
  record,
} from '@hundi/core/wire';
import { jobStatus } from '../../examples/payments.js';
import { cancelledTransaction } from '../../examples/portal.js';
import { optionalKey, replayHeader, REPLAYED } from '../../http/idempotency-key.js';
import { jsonBody } from '../../http/body/json-body.js';
import { onceIfKeyed } from '../../http/once-if-keyed.js';
import { pathId } from '../../http/path-id.js';
import { route } from '../../route/route.js';

const as = { initiatedByUserId: UserId };
const PayoutCancellation = record(
  'PayoutCancellation',
  {},
  { ...as, ...CancelPayoutInput.optional },
);
const JobCancellation = record('JobCancellation', {}, as);

const Key = optionalKey('');

const AGAIN =
  'A user who repeats a cancellation gets 200 again, with or without an idempotency key.';

const WHO =
  'The acting user can cancel only what they created. The acting user is `initiatedByUserId`, else the user that the key acts as, else the only service user of the corporate.';

const byOf = ({ keyId }: Caller, userId: UserId | undefined): CancelledBy => ({
  kind: 'key',
  via: { keyId },
  ...(userId !== undefined && { userId }),
});

/** §4.5 knows no 404 for who initiates: a user that does not exist is one who may not. */
const asInitiated = <L, A>(answer: E.Either<L | ActorNotFound, A>): E.Either<L | NotAMaker, A> =>
  E.isLeft(answer) && isActorNotFound(answer.left)
    ? E.left(NotAMaker(answer.left.userId))
    : (answer as E.Either<L, A>);

const isActorNotFound = (refusal: unknown): refusal is ActorNotFound =>
  (refusal as { readonly _tag: string })._tag === 'ActorNotFound';

const TRANSACTION_PATH = '/v1/partner/payments/transactions/{transactionId}/cancel';

export const cancelPartnerTransaction = route({
  method: 'POST',
  path: TRANSACTION_PATH,
  scope: 'payments:write',
  about: {
    operationId: 'cancelTransaction',
    tag: 'Payments',
    summary: 'Cancel a payout',
    description: `Cancels a payout that has not been sent to the bank; otherwise 409, with the status of the payout. The reference of a cancelled payout can be used again. ${AGAIN} ${WHO}`,
  },
  params: { transactionId: pathId(TransactionId) },
  query: {},
  headers: { 'idempotency-key': Key },
  body: { ...jsonBody(PayoutCancellation, { comment: 'Ordered twice' }), optional: true },
  refusals: [
    'InvalidInput',
    'NotAMaker',
    'NotItsMaker',
    'PayoutNotFound',
    'WrongPayoutStatus',
    'StillInDoubt',
    'IdempotencyKeyReused',
  ],
  success: {
    status: 200,
    body: TransactionObject,
    headers: replayHeader,
    example: cancelledTransaction,
  },
  run: (engine, { caller, params, body: { initiatedByUserId, ...body }, headers }) => {
    const as = initiatedByUserId ?? caller.actsAsUserId;
    const by = byOf(caller, as);
    return onceIfKeyed(
      engine,
      {
        tenant: caller.tenant,
        route: `POST ${TRANSACTION_PATH}`,
        values: { params, body, as },
      },
      headers['idempotency-key'],
      async ({ cancelPayout }) =>
        asInitiated(await cancelPayout(caller.tenant, { ...params, ...body, by })),
    );
  },
  reply: ({ answer, replayed }) => ({ body: answer, ...(replayed && { headers: REPLAYED }) }),
});

const JOB_PATH = '/v1/partner/payments/jobs/{jobId}/cancel';

export const cancelPartnerJob = route({
  method: 'POST',
  path: JOB_PATH,
  scope: 'payments:write',
  about: {
    operationId: 'cancelJob',
    tag: 'Payments',
    summary: 'Cancel a job',
    description: `Cancels everything in a job that can still be cancelled, all at once: rows that are not validated yet and payouts that have not been sent to the bank. A job that is still being processed becomes cancelled; a job that has ended keeps its status. If nothing can be cancelled, 409 with the status of the job. Returns the job with its first 100 records. ${AGAIN} ${WHO}`,
  },
  params: { jobId: pathId(JobId) },
  query: {},
  headers: { 'idempotency-key': Key },
  body: { ...jsonBody(JobCancellation, { initiatedByUserId: 'u-erp' }), optional: true },
  refusals: [
    'InvalidInput',
    'NotAMaker',
    'NotItsMaker',
    'JobNotFound',
    'WrongJobStatus',
    'StillInDoubt',
    'IdempotencyKeyReused',
  ],
  success: {
    status: 200,
    body: JobStatusRecord,
    headers: replayHeader,
    example: { ...jobStatus, status: 'cancelled' },
  },
  run: (engine, { caller, params, body: { initiatedByUserId, ...body }, headers }) => {
    const as = initiatedByUserId ?? caller.actsAsUserId;
    const by = byOf(caller, as);
    return onceIfKeyed(
      engine,
      { tenant: caller.tenant, route: `POST ${JOB_PATH}`, values: { params, ...body, as } },
      headers['idempotency-key'],
      async ({ cancelJob }) => asInitiated(await cancelJob(caller.tenant, { ...params, by })),
    );
  },
  reply: ({ answer, replayed }) => ({ body: answer, ...(replayed && { headers: REPLAYED }) }),
});
