import * as t from 'io-ts';
import type { KeyedAnswer } from '../../idempotency/keyed-answer.js';
import { E } from '../../../kernel/fp.js';
import type { JsonOf } from '../../../kernel/codecs/json.js';
import { record } from '../../../kernel/codecs/record.js';
import { useCase, type UseCase } from '../../../kernel/use-case/use-case.js';
import { UserId } from '../../../kernel/values/ids.js';
import { IdempotencyKey } from '../../../kernel/values/text.js';
import { Traceparent } from '../../../kernel/values/trace.js';
import { Via } from '../../../kernel/values/via.js';
import { Pacer } from '../../../ports/pacer.js';
import { recipe, token, type Needs } from '../../../kernel/token.js';
import type { AcceptedBatch } from '../view/accepted-batch.js';
import { refusedAt } from './refused-at.js';
import { Acceptance, type AcceptanceError } from './acceptance.js';
import { wholeAnswer, wholeAnswerAsJson } from './batch-answer.js';
import { readBroughtBatch, submissionOf } from './batch-submission.js';
import type { BatchRequest, PersonBatchRequest } from '../request/batch-request.js';
import type { Instruction } from '../request/instruction.js';

// The batch is decoded row by row, so that 20,000 rows hold up no other request.
const UnreadBatch = record(
  'AcceptBatchInput',
  { key: IdempotencyKey, batch: t.unknown },
  { traceparent: Traceparent, via: Via, actorUserId: UserId },
);
type UnreadBatch = t.TypeOf<typeof UnreadBatch>;

/**
 * A batch (§4.5), the caller's trace, which the rail is given with every order, and the key that brings the batch. Or,
 * with `actorUserId`, one that a person brings to the portal.
 */
interface AcceptBatchInput extends UnreadBatch {
  readonly batch: BatchRequest | PersonBatchRequest;
}

/** Why a batch is not accepted (§4.5). A row that breaks a rule refuses no batch. */
export type AcceptBatchError = AcceptanceError;

/**
 * Accepts a batch durably: when it returns, job, rows, journal and the kept answer are committed (§4.5). Every retry
 * under the key gets the same answer (§2.6). The duty `process-jobs` judges the rows afterwards; the journal begins with
 * what it decides on each.
 */
export type AcceptBatch = UseCase<AcceptBatchInput, AcceptBatchError, KeyedAnswer<AcceptedBatch>>;
export const AcceptBatch = token<AcceptBatch>('AcceptBatch');

/**
 * Does what {@link AcceptBatch} does for HTTP: from a parsed body, which is not trusted in any way, to JSON, the same
 * bytes for every retry (§4.5). Pointers lead into the body. It makes no object for each payment of the answer.
 */
export type AcceptBatchAsJson = UseCase<
  UnreadBatch,
  AcceptBatchError,
  KeyedAnswer<JsonOf<AcceptedBatch>>
>;
export const AcceptBatchAsJson = token<AcceptBatchAsJson>('AcceptBatchAsJson');

const ACCEPTING = { Accept: Acceptance, Pacer };

const acceptingBatch =
  <A>(pointer: string, answerOf: (frame: string, payments: ReadonlyArray<Instruction>) => A) =>
  ({ accept, pacer }: Needs<typeof ACCEPTING>) =>
    useCase(UnreadBatch, async (tenant, input) => {
      const { batch, ...around } = input;
      const read = await readBroughtBatch(batch, around.actorUserId, pacer);
      if (E.isLeft(read)) return refusedAt(pointer, read.left);
      const kept = await accept(submissionOf(tenant, around, read.right));
      if (E.isLeft(kept)) return refusedAt(pointer, kept.left);
      const { body, replayed } = kept.right;
      return E.right({ answer: answerOf(body, read.right.request.payments), replayed });
    });

export const makeAcceptBatch = recipe(
  AcceptBatch,
  ACCEPTING,
  acceptingBatch('/batch', wholeAnswer),
);

export const makeAcceptBatchAsJson = recipe(
  AcceptBatchAsJson,
  ACCEPTING,
  acceptingBatch('', wholeAnswerAsJson),
);
