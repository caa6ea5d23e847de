import { E } from '../../kernel/fp.js';
import type { Clock } from '../../ports/clock.js';
import type { Entropy } from '../../ports/entropy.js';
import type { GuardedSealer } from '../../ports/guarded-sealer.js';
import { openKept } from '../../ports/open-kept.js';
import type { Storage, Stores } from '../../storage/storage.js';
import type { KeptAnswer, RequestKey } from '../../storage/idempotency-store.js';
import { newEnvelope, openEnvelope, type CloseEnvelope } from './envelope.js';
import type { OnceRequest } from './once.js';

/** The key was used for a request with other values: undoes the unit of work. */
export class KeyUsed extends Error {}

/** Another request stored an answer under the key meanwhile: the unit runs again and finds it. */
class KeyTaken extends Error {}

/** The outcomes of answers that are kept in an envelope, and of older ones that are sealed as they are. */
export const ENVELOPED = 'enveloped';
export const SEALED = 'answered';

export interface KeyedPorts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly sealer: GuardedSealer;
}

/** A storage for one request. */
export interface KeyedStorage {
  readonly storage: Storage;
  /** Whether units of work answered, and all of them had before. */
  readonly replayed: () => boolean;
  /** Whether the request was answered before, so that it will get that answer. */
  readonly isAnswered: () => Promise<boolean>;
}

/**
 * A storage that does each unit of work of one request once: what it answers is kept in the same commit, and
 * returned again when the request comes again, in place of the work. A refusal is not kept. Kept answers are in sealed
 * envelopes: some hold secrets that no other answer contains. The units of one request that answer are distinguished by
 * their order; one that refuses does not count.
 *
 * What a unit answers must be JSON. @throws KeyUsed from a unit, when the key was used for another request.
 */
export const keyedStorage = (
  { storage, clock, entropy, sealer }: KeyedPorts,
  request: OnceRequest,
): KeyedStorage => {
  let answered = 0;
  let replays = 0;

  const atomically: Storage['atomically'] = async (work) => {
    type Result = Awaited<ReturnType<typeof work>>;
    const key = nth(request, answered);
    const close = await newEnvelope(sealer, entropy, answerContext(key));
    let kept: KeptAnswer | undefined;
    const once = () =>
      storage.atomically(async (stores) => {
        kept = await keptAnswer(stores, key);
        // Opened after the unit.
        if (kept !== undefined) return E.right(undefined) as Result;
        const result = await work(stores);
        if (E.isRight(result)) await keep(stores, key, close, JSON.stringify(result.right));
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
    if (kept === undefined) return result;
    replays += 1;
    return E.right(JSON.parse(await openAnswer(sealer, kept))) as Result;
  };

  const keep = async (
    stores: Stores,
    key: RequestKey,
    close: CloseEnvelope,
    body: string,
  ): Promise<void> => {
    const { fingerprint } = request;
    const won = await stores.idempotency.add([
      { ...key, fingerprint, outcome: ENVELOPED, body: close(body), at: clock.now() },
    ]);
    if (won.length === 0) throw new KeyTaken('the key was taken meanwhile');
  };

  const keptAnswer = async (stores: Stores, key: RequestKey): Promise<KeptAnswer | undefined> => {
    const [kept] = await stores.idempotency.find([key]);
    if (kept !== undefined && kept.fingerprint !== request.fingerprint)
      throw new KeyUsed('the key was used for another request');
    return kept;
  };

  return {
    storage: { ...storage, atomically },
    replayed: () => answered > 0 && replays === answered,
    isAnswered: async () =>
      (await storage.read((stores) => keptAnswer(stores, request))) !== undefined,
  };
};

const nth = ({ tenant, route, key }: OnceRequest, before: number): RequestKey => ({
  tenant,
  route: before === 0 ? route : `${route} #${String(before)}`,
  key,
});

/** The context that a kept answer, or the key of its envelope, is sealed for. */
export const answerContext = ({ route, key }: RequestKey): string =>
  `answer ${JSON.stringify([route, key])}`;

const openAnswer = (sealer: GuardedSealer, kept: KeptAnswer): Promise<string> => {
  const context = answerContext(kept);
  return kept.outcome === SEALED
    ? openKept(sealer, { sealed: kept.body, context })
    : openEnvelope(sealer, context, kept.body);
};
