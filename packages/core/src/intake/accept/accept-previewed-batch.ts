import * as t from 'io-ts';
import type { KeyedAnswer } from '../../idempotency/keyed-answer.js';
import { E } from '../../kernel/fp.js';
import type { JsonOf } from '../../kernel/codecs/json.js';
import { record } from '../../kernel/codecs/record.js';
import { token } from '../../kernel/token.js';
import { useCase, type UseCase } from '../../kernel/use-case/use-case.js';
import { IdempotencyKey } from '../../kernel/values/text.js';
import { Traceparent } from '../../kernel/values/trace.js';
import { Via } from '../../kernel/values/via.js';
import type { Pacer } from '../../ports/pacer.js';
import type { GuardedSealer } from '../../secrets/guarded-sealer.js';
import type { PreviewError } from '../preview/preview-errors.js';
import { openPreview } from '../preview/preview-token.js';
import { readBatch, type BatchRequest } from '../request/batch-request.js';
import type { Instruction } from '../request/instruction.js';
import type { AcceptedBatch } from '../view/accepted-batch.js';
import type { Acceptance, AcceptanceError } from './acceptance.js';
import { wholeAnswer, wholeAnswerAsJson } from './batch-answer.js';
import { BATCHES_ROUTE, submissionOf } from './batch-submission.js';
import { refusedAt } from './refused-at.js';

const UnreadBatch = record(
  'AcceptPreviewedBatchInput',
  { key: IdempotencyKey, batch: t.unknown, previewToken: t.string },
  { traceparent: Traceparent, via: Via },
);
type UnreadBatch = t.TypeOf<typeof UnreadBatch>;

/** A batch as {@link AcceptBatch} takes it, and the token of its preview by the same key. */
interface AcceptPreviewedBatchInput extends UnreadBatch {
  readonly batch: BatchRequest;
}

export type AcceptPreviewedBatchError = AcceptanceError | PreviewError;

/**
 * Accepts a batch with the verdicts of its preview, or refuses it, naming what has changed since, and stores nothing
 * (decisions §5). The verdicts are compared in the commit that accepts it. Intake judges it afterwards like any other:
 * it pays nothing that a rule forbids by then. A retry under the key gets the same answer, whatever became of the preview.
 */
export type AcceptPreviewedBatch = UseCase<
  AcceptPreviewedBatchInput,
  AcceptPreviewedBatchError,
  KeyedAnswer<AcceptedBatch>
>;
export const AcceptPreviewedBatch = token<AcceptPreviewedBatch>('AcceptPreviewedBatch');

/** The same for HTTP, as `AcceptBatchAsJson` is for {@link AcceptBatch}. */
export type AcceptPreviewedBatchAsJson = UseCase<
  UnreadBatch,
  AcceptPreviewedBatchError,
  KeyedAnswer<JsonOf<AcceptedBatch>>
>;
export const AcceptPreviewedBatchAsJson = token<AcceptPreviewedBatchAsJson>(
  'AcceptPreviewedBatchAsJson',
);

export const makeAcceptPreviewedBatch = (
  accept: Acceptance,
  sealer: GuardedSealer,
  pacer: Pacer,
): AcceptPreviewedBatch => accepting(accept, sealer, pacer, '/batch', wholeAnswer);

export const makeAcceptPreviewedBatchAsJson = (
  accept: Acceptance,
  sealer: GuardedSealer,
  pacer: Pacer,
): AcceptPreviewedBatchAsJson => accepting(accept, sealer, pacer, '', wholeAnswerAsJson);

const accepting = <A>(
  accept: Acceptance,
  sealer: GuardedSealer,
  pacer: Pacer,
  at: string,
  answerOf: (frame: string, payments: ReadonlyArray<Instruction>) => A,
) =>
  useCase<UnreadBatch, AcceptPreviewedBatchError, KeyedAnswer<A>>(
    UnreadBatch,
    async (tenant, { batch, previewToken, ...around }) => {
      const read = await readBatch(batch, BATCHES_ROUTE, pacer);
      if (E.isLeft(read)) return refusedAt(at, read.left);
      const { request, fingerprint } = read.right;
      // What is wrong with the token is decided with the key: a retry gets its answer in spite of it.
      const preview = await openPreview(sealer, tenant, around.via, previewToken, fingerprint);
      const kept = await accept({ preview, ...submissionOf(tenant, around, read.right) });
      if (E.isLeft(kept)) return refusedAt(at, kept.left);
      const { body, replayed } = kept.right;
      return E.right({ answer: answerOf(body, request.payments), replayed });
    },
  );
