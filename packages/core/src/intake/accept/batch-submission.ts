import type { Tenant } from '../../kernel/values/tenant.js';
import type { IdempotencyKey } from '../../kernel/values/text.js';
import type { ReadBatch } from '../request/batch-request.js';
import type { Submission } from '../request/submission.js';

/** The route that the idempotency keys of batches belong to. */
export const BATCHES_ROUTE = 'POST /v1/partner/payments/batches';

/** A batch as it is accepted: what was read of it, and what it came with. */
export const submissionOf = (
  tenant: Tenant,
  around: Pick<Submission, 'traceparent' | 'via'> & { readonly key: IdempotencyKey },
  { request, fingerprint }: ReadBatch,
): Submission => ({
  initiationMode: 'bulk',
  ...request,
  ...around,
  tenant,
  route: BATCHES_ROUTE,
  fingerprint,
});
