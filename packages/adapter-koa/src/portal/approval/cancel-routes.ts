import { JobId, TransactionId, TransactionObject } from '@hundi/core';
import { CancelPayoutInput, JobStatusRecord, record } from '@hundi/core/wire';
import { jobStatus } from '../../examples/payments.js';
import { cancelledTransaction } from '../../examples/portal.js';
import { jsonBody } from '../../http/body/json-body.js';
import { pathId } from '../../http/path-id.js';
import { portalChange } from '../../route/portal-change.js';

const Cancellation = record('Cancellation', {}, CancelPayoutInput.optional);

export const cancelTransaction = portalChange({
  path: '/portal/v1/transactions/{transactionId}/cancel',
  about: {
    operationId: 'cancelTransaction',
    tag: 'Approvals',
    summary: 'Cancel a payout',
    description:
      'Cancels a payout that has not been sent to the bank. Requires the maker of the payout or the permission `transaction.cancel_any`, which covers every payout of the corporate. The reference can be used again.',
  },
  params: { transactionId: pathId(TransactionId) },
  body: { ...jsonBody(Cancellation, { comment: 'Ordered twice' }), optional: true },
  refusals: [
    'ActorNotFound',
    'NotAMaker',
    'InvalidInput',
    'NotItsMaker',
    'PayoutNotFound',
    'WrongPayoutStatus',
    'StillInDoubt',
  ],
  success: { status: 200, body: TransactionObject, example: cancelledTransaction },
  run: (engine, { caller, params, body }) =>
    engine.cancelPayout(caller.tenant, {
      ...params,
      ...body,
      by: { kind: 'user', userId: caller.userId },
    }),
  reply: (body) => ({ body }),
});

export const cancelJob = portalChange({
  path: '/portal/v1/jobs/{jobId}/cancel',
  about: {
    operationId: 'cancelJob',
    tag: 'Approvals',
    summary: 'Cancel a job',
    description:
      'Cancels everything in a job that can still be cancelled, all at once: rows that are not validated yet and payouts that have not been sent to the bank. Requires the maker of the job or the permission `transaction.cancel_any`. A job that is still being processed becomes cancelled; a job that has ended keeps its status. Returns the job with its first 100 records.',
  },
  params: { jobId: pathId(JobId) },
  refusals: [
    'ActorNotFound',
    'NotAMaker',
    'InvalidInput',
    'NotItsMaker',
    'JobNotFound',
    'WrongJobStatus',
    'StillInDoubt',
  ],
  success: { status: 200, body: JobStatusRecord, example: { ...jobStatus, status: 'cancelled' } },
  run: (engine, { caller, params }) =>
    engine.cancelJob(caller.tenant, { ...params, by: { kind: 'user', userId: caller.userId } }),
  reply: (body) => ({ body }),
});
