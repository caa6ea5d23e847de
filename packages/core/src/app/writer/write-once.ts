import type { IdempotencyKeyReused } from '../idempotency/idempotency-errors.js';
import { onceEach, type OnceAnswer, type OnceRequest } from '../idempotency/once.js';
import { canonicalJson } from '../../kernel/codecs/json.js';
import { E } from '../../kernel/fp.js';
import { sha256 } from '../../kernel/secrets/digest.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { RequestKey } from '../../storage/idempotency-store.js';
import type { Stores } from '../../storage/storage.js';
import type { RecordChanges } from './changes.js';
import { writeRecords } from './write-changes.js';

/** A request to create something; under one key only the same values are the same request. */
export const onceFor = (request: RequestKey, ...values: ReadonlyArray<unknown>): OnceRequest => ({
  ...request,
  fingerprint: sha256(canonicalJson([request.route, ...values])),
});

/** What a request creates, and the body of its answer. */
export interface Creation {
  readonly body: string;
  readonly changes: RecordChanges;
}

/** Writes what a request creates, once for its key: a key that was answered before gets that answer again. */
export const writeOnce = async <L>(
  stores: Stores,
  request: OnceRequest,
  decided: E.Either<L, Creation>,
  at: EpochMs,
): Promise<E.Either<L | IdempotencyKeyReused, OnceAnswer>> => {
  const kept = E.map(({ body }: Creation) => ({ outcome: 'created', body }))(decided);
  const [answer] = await onceEach(stores, [request], at, {
    decide: () => Promise.resolve([kept]),
    write: async () => {
      if (E.isRight(decided)) await writeRecords(stores, decided.right.changes);
    },
  });
  if (answer === undefined) throw new Error('a request was not answered');
  return answer;
};
