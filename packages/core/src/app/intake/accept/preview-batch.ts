import * as t from 'io-ts';
import type { NotAMaker } from '../../../model/access/access-errors.js';
import type { InvalidInput } from '../../../kernel/codecs/decode.js';
import type { JsonOf } from '../../../kernel/codecs/json.js';
import { record } from '../../../kernel/codecs/record.js';
import { mapInTurns } from '../../../kernel/flow/map-in-turns.js';
import { E } from '../../../kernel/fp.js';
import { recipe, token, type Needs } from '../../../kernel/token.js';
import { useCase, type UseCase } from '../../../kernel/use-case/use-case.js';
import { UserId } from '../../../kernel/values/ids.js';
import { sumPaise } from '../../../kernel/values/money.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import { iso } from '../../../kernel/values/time.js';
import { Via } from '../../../kernel/values/via.js';
import { Clock } from '../../../ports/clock.js';
import type { Pacer } from '../../../ports/pacer.js';
import { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { Storage, type Stores } from '../../../storage/storage.js';
import type {
  BatchPreview,
  PreviewRecord,
  ShownPreview,
  Verdict,
} from '../preview/batch-preview.js';
import { judgePayments, type Judgement } from '../preview/judge-payments.js';
import { keepVerdicts } from '../preview/kept-verdicts.js';
import { PREVIEW_TTL, sealPreview } from '../preview/preview-token.js';
import { Judging, type JudgedAt } from '../rules/judging.js';
import type { BatchRequest, PersonBatchRequest } from '../request/batch-request.js';
import type { Instruction } from '../request/instruction.js';
import { readBroughtBatch } from './batch-submission.js';
import { initiatorsOf } from './initiators.js';
import { refusedAt } from './refused-at.js';

const UnreadPreview = record(
  'PreviewBatchInput',
  { batch: t.unknown },
  { via: Via, actorUserId: UserId },
);
type UnreadPreview = t.TypeOf<typeof UnreadPreview>;

/** A batch (§4.5) that is not posted yet, and the key, or the person in the portal, that will post it. */
interface PreviewBatchInput extends UnreadPreview {
  readonly batch: BatchRequest | PersonBatchRequest;
}

type PreviewBatchError = InvalidInput | NotAMaker;

/**
 * Says of each payment of a batch what intake would say of it now, with its fees, levels of approval and day of
 * release, and stores nothing. Amounts are in paise. `AcceptPreviewedBatch` takes the token for ten minutes.
 */
export type PreviewBatch = UseCase<PreviewBatchInput, PreviewBatchError, ShownPreview>;
export const PreviewBatch = token<PreviewBatch>('PreviewBatch');

/**
 * Does what {@link PreviewBatch} does for HTTP: from a parsed body, which is not trusted in any way, to JSON. Pointers
 * lead into the body.
 */
export type PreviewBatchAsJson = UseCase<UnreadPreview, PreviewBatchError, JsonOf<BatchPreview>>;
export const PreviewBatchAsJson = token<PreviewBatchAsJson>('PreviewBatchAsJson');

const recordOf =
  (payments: ReadonlyArray<Instruction>) =>
  (verdict: Verdict, index: number): PreviewRecord => {
    const { transactionReference } = payments[index] as Instruction;
    return { index, transactionReference, ...verdict };
  };

type AnswerOf<A> = (
  frame: BatchPreview,
  payments: ReadonlyArray<Instruction>,
  judgement: Judgement,
  pacer: Pacer,
) => Promise<A>;

const PREVIEWING = { Storage, Clock, Sealer: GuardedSealer, Judging };

const previewing =
  <A>(at: string, answerOf: AnswerOf<A>) =>
  ({ storage, clock, sealer, judging }: Needs<typeof PREVIEWING>) =>
    useCase(UnreadPreview, async (tenant, input) => {
      const { batch, via, actorUserId } = input;
      const read = await readBroughtBatch(batch, actorUserId, judging.pacer);
      if (E.isLeft(read)) return refusedAt(at, read.left);
      const { request, fingerprint } = read.right;
      const now = clock.now();
      const judged = await storage.read((stores) =>
        judgedFor(stores, tenant, request, { at: now, judging }),
      );
      if (E.isLeft(judged)) return refusedAt(at, judged.left);
      const { verdicts, words, terms } = judged.right;
      const expiresAt = now + PREVIEW_TTL;
      const kept = { fingerprint, expiresAt, verdicts: keepVerdicts(words, terms) };
      const frame: BatchPreview = {
        previewToken: await sealPreview(sealer, tenant, via, kept),
        expiresAt: iso(expiresAt),
        totals: totalsOf(request.payments, verdicts),
        records: [],
      };
      return E.right(await answerOf(frame, request.payments, judged.right, judging.pacer));
    });

export const makePreviewBatch = recipe(
  PreviewBatch,
  PREVIEWING,
  previewing('/batch', async (frame, payments, { verdicts, firstAccepted }, pacer) => ({
    firstAccepted,
    ...frame,
    records: await mapInTurns(verdicts, pacer, recordOf(payments)),
  })),
);

const END = ']}';

export const makePreviewBatchAsJson = recipe(
  PreviewBatchAsJson,
  PREVIEWING,
  previewing('', async (frame, payments, { verdicts }, pacer) => {
    const record = recordOf(payments);
    const records = await mapInTurns(verdicts, pacer, (verdict, index) =>
      JSON.stringify(record(verdict, index)),
    );
    const text = JSON.stringify(frame).slice(0, -END.length) + records.join(',') + END;
    // Who sends the text encodes its megabytes, which takes as long as to join them.
    await pacer.breathe();
    return text as JsonOf<BatchPreview>;
  }),
);

/** What intake would say of a batch, if its initiating user may make payments at all. */
const judgedFor = async (
  stores: Stores,
  tenant: Tenant,
  { initiatedByUserId, payments }: BatchRequest,
  { at, judging }: JudgedAt,
): Promise<E.Either<PreviewBatchError, Judgement>> => {
  const asking = { tenant, initiatedByUserId };
  const initiator = (await initiatorsOf(stores, [asking]))(asking);
  if (E.isLeft(initiator)) return initiator;
  const unstored = { tenant, maker: initiator.right.userId, payments, requestedAt: at };
  return E.right(await judgePayments(stores, unstored, at, judging));
};

const totalsOf = (
  payments: ReadonlyArray<Instruction>,
  verdicts: ReadonlyArray<Verdict>,
): BatchPreview['totals'] => {
  const accepted = verdicts.filter(({ outcome }) => outcome === 'accepted').length;
  return {
    count: payments.length,
    amount: Number(sumPaise(payments.map(({ amount }) => amount))),
    accepted,
    rejected: payments.length - accepted,
  };
};
