import { E } from '../../kernel/fp.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { IdempotencyKey } from '../../kernel/values/text.js';
import type { Traceparent } from '../../kernel/values/trace.js';
import type { Via } from '../../kernel/values/via.js';
import type { Pacer } from '../../ports/pacer.js';
import { token } from '../../kernel/token.js';
import type { Acceptance, AcceptanceError } from './acceptance.js';
import type { BatchAnswer } from './batch-answer.js';
import { readBatch } from '../request/batch-request.js';

export interface AcceptBatchInput {
  readonly tenant: Tenant;
  readonly key: IdempotencyKey;
  /** The parsed body, not trusted in any way. */
  readonly body: unknown;
  /** The caller's trace; the rail is given it with every order of the batch. */
  readonly traceparent?: Traceparent;
  /** The key that brings it. */
  readonly via?: Via;
}

export type AcceptBatchError = AcceptanceError;

/**
 * Accepts a batch durably: when it returns, job, rows, journal and the kept answer are committed (§4.5).
 * The body of the answer is JSON per §2.6, the same bytes for every retry.
 */
export type AcceptBatch = (
  input: AcceptBatchInput,
) => Promise<E.Either<AcceptBatchError, BatchAnswer>>;
export const AcceptBatch = token<AcceptBatch>('AcceptBatch');

/** The route that the idempotency keys of batches belong to. */
const BATCHES_ROUTE = 'POST /v1/partner/payments/batches';

export const makeAcceptBatch =
  (accept: Acceptance, pacer: Pacer): AcceptBatch =>
  async ({ tenant, key, body, traceparent, via }) => {
    const read = await readBatch(body, BATCHES_ROUTE, pacer);
    if (E.isLeft(read)) return read;
    const { request, fingerprint } = read.right;
    return accept({
      ...request,
      tenant,
      route: BATCHES_ROUTE,
      key,
      fingerprint,
      initiationMode: 'bulk',
      ...(traceparent !== undefined && { traceparent }),
      ...(via !== undefined && { via }),
    });
  };
