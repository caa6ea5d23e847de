import * as t from 'io-ts';
import type { KeyedAnswer } from '../../idempotency/keyed-answer.js';
import { E } from '../../../kernel/fp.js';
import type { JsonOf } from '../../../kernel/codecs/json.js';
import { record } from '../../../kernel/codecs/record.js';
import { useCase, type UseCase } from '../../../kernel/use-case/use-case.js';
import { UserId } from '../../../kernel/values/ids.js';
import { Traceparent } from '../../../kernel/values/trace.js';
import { Via } from '../../../kernel/values/via.js';
import { Pacer } from '../../../ports/pacer.js';
import { recipe, token, type Needs } from '../../../kernel/token.js';
import type { AcceptedBatch } from '../view/accepted-batch.js';
import { refusedAt } from './refused-at.js';
import { Acceptance, type AcceptanceError } from './acceptance.js';
import { wholeAnswer, wholeAnswerAsJson } from './batch-answer.js';
import type { Instruction } from '../request/instruction.js';
import { readPayments, type PaymentsRequest } from '../request/payments-request.js';

// The payments are decoded row by row, as those of a batch are.
const UnreadPayments = record(
  'CreatePaymentsInput',
  { request: t.unknown },
  { actsAsUserId: UserId, traceparent: Traceparent, via: Via },
);
type UnreadPayments = t.TypeOf<typeof UnreadPayments>;

/**
 * Payments (§4.6), the user that their key acts as, the caller's trace, which the rail is given with every order, and
 * the key that brings them.
 */
interface CreatePaymentsInput extends UnreadPayments {
  readonly request: PaymentsRequest;
}

type CreatePaymentsError = AcceptanceError;

/**
 * Accepts one payment or many durably, like a batch; the idempotency key stands in the request (§4.6). The initiating
 * user is optional: by default the user that the key acts as, else the corporate's only service user.
 */
export type CreatePayments = UseCase<
  CreatePaymentsInput,
  CreatePaymentsError,
  KeyedAnswer<AcceptedBatch>
>;
export const CreatePayments = token<CreatePayments>('CreatePayments');

/**
 * Does what {@link CreatePayments} does for HTTP: from a parsed body, which is not trusted in any way, to JSON, the
 * same bytes for every retry (§4.6). Pointers lead into the body. It makes no object for each payment of the answer.
 */
export type CreatePaymentsAsJson = UseCase<
  UnreadPayments,
  CreatePaymentsError,
  KeyedAnswer<JsonOf<AcceptedBatch>>
>;
export const CreatePaymentsAsJson = token<CreatePaymentsAsJson>('CreatePaymentsAsJson');

/** The route that the idempotency keys of unified creates belong to. */
const PAYMENTS_ROUTE = 'POST /v1/partner/payments';

const CREATING = { Accept: Acceptance, Pacer };

const creatingPayments =
  <A>(at: string, answerOf: (frame: string, payments: ReadonlyArray<Instruction>) => A) =>
  ({ accept, pacer }: Needs<typeof CREATING>) =>
    useCase(UnreadPayments, async (tenant, { request: unread, actsAsUserId, ...around }) => {
      const read = await readPayments(unread, PAYMENTS_ROUTE, pacer);
      if (E.isLeft(read)) return refusedAt(at, read.left);
      const { request, payments, fingerprint } = read.right;
      const { idempotencyKey, initiatedByUserId = actsAsUserId, apiRefNumber } = request;
      const kept = await accept({
        ...around,
        tenant,
        route: PAYMENTS_ROUTE,
        key: idempotencyKey,
        fingerprint,
        payments,
        source: 'partner_api',
        initiationMode: payments.length === 1 ? 'single' : 'bulk',
        ...(initiatedByUserId !== undefined && { initiatedByUserId }),
        ...(apiRefNumber !== undefined && { apiRefNumber }),
      });
      if (E.isLeft(kept)) return refusedAt(at, kept.left);
      const { body, replayed } = kept.right;
      return E.right({ answer: answerOf(body, payments), replayed });
    });

export const makeCreatePayments = recipe(
  CreatePayments,
  CREATING,
  creatingPayments('/request', wholeAnswer),
);

export const makeCreatePaymentsAsJson = recipe(
  CreatePaymentsAsJson,
  CREATING,
  creatingPayments('', wholeAnswerAsJson),
);
