import { E } from '../../kernel/fp.js';
import { optional, recipe, token } from '../../kernel/token.js';
import { Clock } from '../../ports/clock.js';
import { Entropy } from '../../ports/entropy.js';
import { Passkeys } from '../../ports/passkeys.js';
import type { Person } from '../../model/portal/session/person.js';
import { Storage } from '../../storage/storage.js';
import {
  askFactor,
  challengeDigest,
  FACTOR_CHALLENGE_BYTES,
  factorChallengeId,
} from '../../model/factor/held/factor-challenge.js';
import { FactorNotFound } from '../../model/factor/held/factor-errors.js';
import { activeFactors } from '../../model/factor/held/factor.js';
import { factorAsked, type FactorAsked } from './prove/factor-asked.js';

/** Asks a person who is in for one of their factors: given, their session may change who may approve for five minutes. */
export type AskOwnFactor = (person: Person) => Promise<E.Either<FactorNotFound, FactorAsked>>;
export const AskOwnFactor = token<AskOwnFactor>('AskOwnFactor');

export const makeAskOwnFactor = recipe(
  AskOwnFactor,
  { Storage, Clock, Entropy, Passkeys: optional(Passkeys) },
  ({ storage, clock, entropy, passkeys }) =>
    async ({ tenant, userId, sessionId }) => {
      const random = entropy.bytes(FACTOR_CHALLENGE_BYTES);
      const asked = await storage.atomically(async ({ factors }) => {
        const held = await factors.find(tenant, userId);
        if (held === undefined || activeFactors(held).length === 0) return E.left(FactorNotFound());
        const challengeId = factorChallengeId(held.id, random);
        const asked = { challengeId, purpose: 'confirmation', sessionId } as const;
        const digest = challengeDigest(held, asked);
        const now = clock.now();
        const next = askFactor(held, { ...asked, digest }, now);
        await factors.put(next.held);
        return E.right(next);
      });
      if (E.isLeft(asked)) return asked;
      const { held, challenge } = asked.right;
      return E.right(await factorAsked(passkeys, held, challenge));
    },
);
