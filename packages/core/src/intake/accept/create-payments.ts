import type { Caller } from '../../access/authenticate/authenticate.js';
import { E } from '../../kernel/fp.js';
import type { Traceparent } from '../../kernel/values/trace.js';
import type { Via } from '../../kernel/values/via.js';
import type { Pacer } from '../../ports/pacer.js';
import { token } from '../../kernel/token.js';
import type { Acceptance, AcceptanceError } from './acceptance.js';
import type { BatchAnswer } from './batch-answer.js';
import { readPayments } from '../request/payments-request.js';

export interface CreatePaymentsInput {
  readonly caller: Pick<Caller, 'tenant' | 'actsAsUserId'>;
  /** The parsed body, not trusted in any way. */
  readonly body: unknown;
  /** The caller's trace; the rail is given it with every order. */
  readonly traceparent?: Traceparent;
  /** The key that brings it. */
  readonly via?: Via;
}

export type CreatePaymentsError = AcceptanceError;

/**
 * Accepts one payment or many durably, like a batch; the idempotency key stands in the body (§4.6). The initiating
 * user is optional: by default the user that the key acts as, else the corporate's only service user.
 */
export type CreatePayments = (
  input: CreatePaymentsInput,
) => Promise<E.Either<CreatePaymentsError, BatchAnswer>>;
export const CreatePayments = token<CreatePayments>('CreatePayments');

/** The route that the idempotency keys of unified creates belong to. */
const PAYMENTS_ROUTE = 'POST /v1/partner/payments';

export const makeCreatePayments =
  (accept: Acceptance, pacer: Pacer): CreatePayments =>
  async ({ caller: { tenant, actsAsUserId }, body, traceparent, via }) => {
    const read = await readPayments(body, PAYMENTS_ROUTE, pacer);
    if (E.isLeft(read)) return read;
    const { request, payments, fingerprint } = read.right;
    const { idempotencyKey, initiatedByUserId = actsAsUserId, apiRefNumber } = request;
    return accept({
      tenant,
      route: PAYMENTS_ROUTE,
      key: idempotencyKey,
      fingerprint,
      payments,
      initiationMode: payments.length === 1 ? 'single' : 'bulk',
      ...(initiatedByUserId !== undefined && { initiatedByUserId }),
      ...(apiRefNumber !== undefined && { apiRefNumber }),
      ...(traceparent !== undefined && { traceparent }),
      ...(via !== undefined && { via }),
    });
  };
