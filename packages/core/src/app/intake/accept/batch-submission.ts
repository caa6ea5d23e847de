import type { InvalidInput } from '../../../kernel/codecs/decode.js';
import type { E } from '../../../kernel/fp.js';
import type { UserId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { IdempotencyKey } from '../../../kernel/values/text.js';
import type { Pacer } from '../../../ports/pacer.js';
import { readBatch, type ReadBatch } from '../request/batch-request.js';
import type { Submission } from '../request/submission.js';

/** The route that the idempotency keys of batches belong to: that of all integrations, or of each person their own. */
const routeOf = (person: UserId | undefined): string =>
  person === undefined
    ? 'POST /v1/partner/payments/batches'
    : `POST /portal/v1/payments/batches by ${person}`;

/** Reads the batch of an integration, or of a person, who is its maker. */
export const readBroughtBatch = (
  batch: unknown,
  person: UserId | undefined,
  pacer: Pacer,
): Promise<E.Either<InvalidInput, ReadBatch>> => readBatch(batch, routeOf(person), pacer, person);

/** A batch as it is accepted: what was read of it, and what it came with. */
export const submissionOf = (
  tenant: Tenant,
  {
    actorUserId: person,
    ...around
  }: Pick<Submission, 'traceparent' | 'via'> & {
    readonly key: IdempotencyKey;
    readonly actorUserId?: UserId;
  },
  { request, fingerprint }: ReadBatch,
): Submission => ({
  // A person pays one payee by the same call.
  initiationMode: person !== undefined && request.payments.length === 1 ? 'single' : 'bulk',
  source: person === undefined ? 'partner_api' : 'corporate_app',
  ...request,
  ...around,
  tenant,
  route: routeOf(person),
  fingerprint,
});
