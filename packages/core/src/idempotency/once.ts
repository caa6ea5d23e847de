import { E } from '../fp.js';
import type { EpochMs } from '../kernel/time.js';
import type { Stores } from '../ports/storage.js';
import { IdempotencyKeyReused } from './idempotency-errors.js';
import type { KeptAnswer, RequestKey } from './idempotency-store.js';

/** A request that must run once, whatever number of times it is sent. */
export interface OnceRequest extends RequestKey {
  readonly fingerprint: string;
}

/** The answer to it, and whether it was given before. */
export interface OnceAnswer {
  readonly outcome: string;
  readonly body: string;
  readonly replayed: boolean;
}

type Answered = E.Either<IdempotencyKeyReused, OnceAnswer>;

/** What the use case says to one request: a refusal, which is not kept, or an answer with its body. */
type Decided<L> = E.Either<L, Pick<KeptAnswer, 'outcome' | 'body'>>;

const keyOf = ({ tenant, route, key }: RequestKey): string =>
  JSON.stringify([tenant.bankTenantId, tenant.corporateTenantId, route, key]);

const again = (kept: KeptAnswer, { fingerprint }: OnceRequest): Answered =>
  kept.fingerprint === fingerprint
    ? E.right({ outcome: kept.outcome, body: kept.body, replayed: true })
    : E.left(IdempotencyKeyReused());

/**
 * Runs the requests of one unit of work, each at most once per key (decisions §2). A key that has an
 * answer gets it again, byte for byte, or a conflict if the request differs. The others are decided; the
 * answers are kept in the same commit as `write`, which gets only the requests that won their key.
 */
export const onceEach = async <R extends OnceRequest, L>(
  stores: Stores,
  requests: ReadonlyArray<R>,
  at: EpochMs,
  decide: (fresh: ReadonlyArray<R>) => Promise<ReadonlyArray<Decided<L>>>,
  write: (won: ReadonlyArray<R>) => Promise<void>,
): Promise<ReadonlyArray<E.Either<L | IdempotencyKeyReused, OnceAnswer>>> => {
  const kept = new Map<string, KeptAnswer>();
  const keep = (answers: ReadonlyArray<KeptAnswer>): void => {
    for (const answer of answers) kept.set(keyOf(answer), answer);
  };
  keep(await stores.idempotency.find(requests));

  const fresh = new Map<string, R>();
  for (const request of requests) {
    const key = keyOf(request);
    if (!kept.has(key) && !fresh.has(key)) fresh.set(key, request);
  }
  const decided = new Map<R, Decided<L>>();
  const decisions = fresh.size === 0 ? [] : await decide([...fresh.values()]);
  [...fresh.values()].forEach((request, i) => decided.set(request, decisions[i] as Decided<L>));

  const answers = [...decided].flatMap(([{ tenant, route, key, fingerprint }, decision]) =>
    E.isLeft(decision) ? [] : [{ tenant, route, key, fingerprint, at, ...decision.right }],
  );
  const won = answers.length === 0 ? [] : await stores.idempotency.add(answers);
  const wonKeys = new Set(won.map(keyOf));
  const winners = [...fresh].filter(([key]) => wonKeys.has(key)).map(([, request]) => request);
  const winnerSet: ReadonlySet<R> = new Set(winners);
  if (winners.length > 0) await write(winners);
  keep(won);
  if (won.length < answers.length) {
    keep(await stores.idempotency.find(answers.filter((answer) => !wonKeys.has(keyOf(answer)))));
  }

  return requests.map((request) => {
    const decision = decided.get(request);
    if (decision !== undefined && E.isLeft(decision)) return decision;
    const answer = kept.get(keyOf(request));
    if (answer === undefined) {
      const first = decided.get(fresh.get(keyOf(request)) as R);
      // The same key stood twice in this group, and the first of them was refused: so is this one.
      if (first !== undefined && E.isLeft(first)) return first;
      throw new Error('a request that must run once was neither answered nor refused');
    }
    return winnerSet.has(request)
      ? E.right({ outcome: answer.outcome, body: answer.body, replayed: false })
      : again(answer, request);
  });
};
