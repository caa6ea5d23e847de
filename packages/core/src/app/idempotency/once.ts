import { E } from '../../kernel/fp.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Stores } from '../../storage/storage.js';
import { IdempotencyKeyReused } from './idempotency-errors.js';
import type { KeptAnswer, RequestKey } from '../../storage/idempotency-store.js';

/** A request that must run once, however often it is sent. */
export interface OnceRequest extends RequestKey {
  readonly fingerprint: string;
}

/** The answer to it, and whether it was given before. */
export interface OnceAnswer {
  readonly outcome: string;
  readonly body: string;
  readonly replayed: boolean;
}

type OnceResult = E.Either<IdempotencyKeyReused, OnceAnswer>;

/** The use case's result for one request: a refusal, which is not stored, or an answer with its body. */
type Decided<L> = E.Either<L, Pick<KeptAnswer, 'outcome' | 'body'>>;

const keyOf = ({ tenant, route, key }: RequestKey): string =>
  JSON.stringify([tenant.bankTenantId, tenant.corporateTenantId, route, key]);

// Requests under one key are the same question only if nothing in them differs.
const questionOf = (request: OnceRequest): string => `${keyOf(request)} ${request.fingerprint}`;

const again = (kept: KeptAnswer, { fingerprint }: OnceRequest): OnceResult =>
  kept.fingerprint === fingerprint
    ? E.right({ outcome: kept.outcome, body: kept.body, replayed: true })
    : E.left(IdempotencyKeyReused());

/** The answer to a request that was given before, if there is one. */
export const onceBefore = async (
  { idempotency }: Pick<Stores, 'idempotency'>,
  request: OnceRequest,
): Promise<OnceResult | undefined> => {
  const [kept] = await idempotency.find([request]);
  return kept === undefined ? undefined : again(kept, request);
};

/**
 * Runs the requests of one unit of work, each at most once per key (decisions §2), in four steps: it decides on each
 * question once, also on one that was answered before; it keeps the answers that are no refusals, and so learns which
 * requests won their key; `write` writes for those alone, in the same commit; and it reads the stored answers of the
 * others. A key with a stored answer gets it again, byte for byte, regardless of the new decision, or a conflict if the
 * request differs.
 */
export const onceEach = async <R extends OnceRequest, L>(
  stores: Stores,
  requests: ReadonlyArray<R>,
  at: EpochMs,
  {
    decide,
    write,
  }: {
    readonly decide: (requests: ReadonlyArray<R>) => Promise<ReadonlyArray<Decided<L>>>;
    readonly write: (won: ReadonlyArray<R>) => Promise<void>;
  },
): Promise<ReadonlyArray<E.Either<L | IdempotencyKeyReused, OnceAnswer>>> => {
  // Most requests come once: looking their keys up first would cost each of them a question.
  const questions = new Map<string, R>();
  for (const request of requests) {
    if (!questions.has(questionOf(request))) questions.set(questionOf(request), request);
  }
  const decisions = await decide([...questions.values()]);
  const decided = new Map(
    [...questions.keys()].map((question, i) => [question, decisions[i] as Decided<L>]),
  );

  // The first of several requests under one key that is not refused stands for the key.
  const standing = new Map<string, R>();
  const answers: KeptAnswer[] = [];
  for (const [question, request] of questions) {
    const decision = decided.get(question);
    if (decision === undefined || E.isLeft(decision) || standing.has(keyOf(request))) continue;
    const { tenant, route, key, fingerprint } = request;
    standing.set(keyOf(request), request);
    answers.push({ tenant, route, key, fingerprint, at, ...decision.right });
  }
  const won = answers.length === 0 ? [] : await stores.idempotency.add(answers);
  const wonKeys = new Set(won.map(keyOf));
  const winners = new Set(
    [...standing].filter(([key]) => wonKeys.has(key)).map(([, request]) => request),
  );
  if (winners.size > 0) await write([...winners]);

  const others = requests.filter((request) => !wonKeys.has(keyOf(request)));
  const earlier = others.length === 0 ? [] : await stores.idempotency.find(others);
  const kept = new Map([...won, ...earlier].map((answer) => [keyOf(answer), answer]));

  return requests.map((request) => {
    const answer = kept.get(keyOf(request));
    if (answer !== undefined) {
      return winners.has(request)
        ? E.right({ outcome: answer.outcome, body: answer.body, replayed: false })
        : again(answer, request);
    }
    const decision = decided.get(questionOf(request));
    if (decision !== undefined && E.isLeft(decision)) return decision;
    throw new Error('a request that must run once was neither answered nor refused');
  });
};
