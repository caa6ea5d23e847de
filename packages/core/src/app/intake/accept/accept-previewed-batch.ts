import * as t from 'io-ts';
import type { KeyedAnswer } from '../../idempotency/keyed-answer.js';
import { onceBefore, type OnceAnswer } from '../../idempotency/once.js';
import { E } from '../../../kernel/fp.js';
import type { JsonOf } from '../../../kernel/codecs/json.js';
import { record } from '../../../kernel/codecs/record.js';
import { recipe, token, type Needs } from '../../../kernel/token.js';
import { useCase, type UseCase } from '../../../kernel/use-case/use-case.js';
import { UserId } from '../../../kernel/values/ids.js';
import { IdempotencyKey } from '../../../kernel/values/text.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { Traceparent } from '../../../kernel/values/trace.js';
import { Via } from '../../../kernel/values/via.js';
import { Clock } from '../../../ports/clock.js';
import { Judging } from '../rules/judging.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { Storage, type Stores } from '../../../storage/storage.js';
import { checkPreview } from '../preview/check-preview.js';
import type { PreviewError } from '../preview/preview-errors.js';
import { openPreview } from '../preview/preview-token.js';
import type { BatchRequest, PersonBatchRequest } from '../request/batch-request.js';
import type { Instruction } from '../request/instruction.js';
import type { AcceptedBatch } from '../view/accepted-batch.js';
import { Acceptance, type AcceptanceError, type Previewed } from './acceptance.js';
import { wholeAnswer, wholeAnswerAsJson } from './batch-answer.js';
import { readBroughtBatch, submissionOf } from './batch-submission.js';
import { initiatorsOf } from './initiators.js';
import { refusedAt } from './refused-at.js';

const UnreadBatch = record(
  'AcceptPreviewedBatchInput',
  { key: IdempotencyKey, batch: t.unknown, previewToken: t.string },
  { traceparent: Traceparent, via: Via, actorUserId: UserId },
);
type UnreadBatch = t.TypeOf<typeof UnreadBatch>;

/** A batch as {@link AcceptBatch} takes it, and the token of its preview by the same key or person. */
interface AcceptPreviewedBatchInput extends UnreadBatch {
  readonly batch: BatchRequest | PersonBatchRequest;
}

/** Why a previewed batch is not accepted (decisions §5). */
export type AcceptPreviewedBatchError = AcceptanceError | PreviewError;

/**
 * Accepts a batch with the verdicts of its preview, or refuses it, naming what has changed since, and stores nothing
 * (decisions §5). The verdicts are compared before it waits for its turn, so that one which is refused holds up nobody, and
 * again in the commit that accepts it. Intake judges it afterwards like any other:
 * it pays nothing that a rule forbids by then. A retry under the key gets the same answer, whatever became of the preview.
 */
export type AcceptPreviewedBatch = UseCase<
  AcceptPreviewedBatchInput,
  AcceptPreviewedBatchError,
  KeyedAnswer<AcceptedBatch>
>;
export const AcceptPreviewedBatch = token<AcceptPreviewedBatch>('AcceptPreviewedBatch');

/** Does for HTTP what {@link AcceptPreviewedBatch} does, as `AcceptBatchAsJson` for `AcceptBatch`. */
export type AcceptPreviewedBatchAsJson = UseCase<
  UnreadBatch,
  AcceptPreviewedBatchError,
  KeyedAnswer<JsonOf<AcceptedBatch>>
>;
export const AcceptPreviewedBatchAsJson = token<AcceptPreviewedBatchAsJson>(
  'AcceptPreviewedBatchAsJson',
);

const ACCEPTING = { Accept: Acceptance, Storage, Clock, Sealer: GuardedSealer, Judging };

const accepting =
  <A>(at: string, answerOf: (frame: string, payments: ReadonlyArray<Instruction>) => A) =>
  ({ accept, storage, clock, sealer, judging }: Needs<typeof ACCEPTING>) =>
    useCase(UnreadBatch, async (tenant, { batch, previewToken, ...around }) => {
      const read = await readBroughtBatch(batch, around.actorUserId, judging.pacer);
      if (E.isLeft(read)) return refusedAt(at, read.left);
      const { request, fingerprint } = read.right;
      const opening = { token: previewToken, fingerprint };
      const preview = await openPreview(sealer, tenant, around.via, opening);
      const previewed = { preview, ...submissionOf(tenant, around, read.right) };
      const early = await storage.read((stores) =>
        withoutTurn(stores, previewed, clock.now(), judging),
      );
      const kept = early ?? (await accept(previewed));
      if (E.isLeft(kept)) return refusedAt(at, kept.left);
      const { body, replayed } = kept.right;
      return E.right({ answer: answerOf(body, request.payments), replayed });
    });

export const makeAcceptPreviewedBatch = recipe(
  AcceptPreviewedBatch,
  ACCEPTING,
  accepting('/batch', wholeAnswer),
);

export const makeAcceptPreviewedBatchAsJson = recipe(
  AcceptPreviewedBatchAsJson,
  ACCEPTING,
  accepting('', wholeAnswerAsJson),
);

/** What a batch gets without a turn to be accepted: the answer of its key, whatever became of the token, or a refusal. */
const withoutTurn = async (
  stores: Stores,
  previewed: Previewed,
  at: EpochMs,
  judging: Judging,
): Promise<E.Either<AcceptPreviewedBatchError, OnceAnswer> | undefined> => {
  const before = await onceBefore(stores, previewed);
  if (before !== undefined) return before;
  const refusal = await refusalOf(stores, previewed, at, judging);
  if (refusal === undefined) return undefined;
  // What changed may be that the same request was accepted just now.
  return (await onceBefore(stores, previewed)) ?? E.left(refusal);
};

const refusalOf = async (
  stores: Stores,
  previewed: Previewed,
  at: EpochMs,
  judging: Judging,
): Promise<AcceptPreviewedBatchError | undefined> => {
  const initiator = (await initiatorsOf(stores, [previewed]))(previewed);
  if (E.isLeft(initiator)) return initiator.left;
  const { tenant, payments, preview } = previewed;
  if (E.isLeft(preview)) return preview.left;
  const batch = { tenant, maker: initiator.right.userId, payments, requestedAt: at };
  const kept = await checkPreview(stores, batch, preview.right, { at, judging });
  return E.isLeft(kept) ? kept.left : undefined;
};
