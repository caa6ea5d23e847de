import { E } from '../kernel/fp.js';
import type { Clock } from '../ports/clock.js';
import type { Sealer } from '../ports/sealer.js';
import type { Storage, Stores } from '../storage/storage.js';
import type { RequestKey } from '../storage/idempotency-store.js';
import type { OnceRequest } from './once.js';

/** The key was used for a request with other values: undoes the unit of work. */
export class KeyUsed extends Error {}

/** Another request stored an answer under the key meanwhile: the unit runs again and finds it. */
class KeyTaken extends Error {}

/** A storage for one request. */
export interface KeyedStorage {
  readonly storage: Storage;
  /** Whether units of work answered, and all of them had before. */
  readonly replayed: () => boolean;
}

/**
 * A storage that does each unit of work of one request once: what it answers is kept in the same commit, and
 * returned again when the request comes again, in place of the work. A refusal is not kept. Kept answers are sealed:
 * some hold secrets that no other answer contains. The
 * units of one request that answer are distinguished by their order; one that refuses does not count.
 *
 * What a unit answers must be JSON. @throws KeyUsed from a unit, when the key was used for another request.
 */
export const keyedStorage = (
  storage: Storage,
  clock: Clock,
  sealer: Sealer,
  request: OnceRequest,
): KeyedStorage => {
  let answered = 0;
  let replays = 0;

  const atomically: Storage['atomically'] = async (work) => {
    type Result = Awaited<ReturnType<typeof work>>;
    const key = nth(request, answered);
    let kept: string | undefined;
    const once = () =>
      storage.atomically(async (stores) => {
        kept = await keptAnswer(stores, key);
        if (kept !== undefined)
          return E.right(JSON.parse(sealer.open(kept, contextOf(key)))) as Result;
        const result = await work(stores);
        if (E.isRight(result)) await keep(stores, key, JSON.stringify(result.right));
        return result;
      });
    const result = await once().catch((error: unknown) => {
      if (error instanceof KeyTaken) return once();
      throw error;
    });
    if (E.isLeft(result)) {
      // This request may be refused only because the same request has succeeded meanwhile: then it gets that answer.
      const late = await storage.read((stores) => keptAnswer(stores, key));
      if (late === undefined) return result;
      return atomically(work);
    }
    answered += 1;
    if (kept !== undefined) replays += 1;
    return result;
  };

  const keep = async (stores: Stores, key: RequestKey, body: string): Promise<void> => {
    const { fingerprint } = request;
    const sealed = sealer.seal(body, contextOf(key));
    const won = await stores.idempotency.add([
      { ...key, fingerprint, outcome: 'answered', body: sealed, at: clock.now() },
    ]);
    if (won.length === 0) throw new KeyTaken('the key was taken meanwhile');
  };

  const keptAnswer = async (stores: Stores, key: RequestKey): Promise<string | undefined> => {
    const [kept] = await stores.idempotency.find([key]);
    if (kept !== undefined && kept.fingerprint !== request.fingerprint)
      throw new KeyUsed('the key was used for another request');
    return kept?.body;
  };

  return {
    storage: { ...storage, atomically },
    replayed: () => answered > 0 && replays === answered,
  };
};

const nth = ({ tenant, route, key }: OnceRequest, before: number): RequestKey => ({
  tenant,
  route: before === 0 ? route : `${route} #${String(before)}`,
  key,
});

const contextOf = ({ route, key }: RequestKey): string => `answer ${JSON.stringify([route, key])}`;
