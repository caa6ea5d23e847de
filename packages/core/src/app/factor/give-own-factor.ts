import * as t from 'io-ts';
import { AuthorityKey } from '../authority/authority-key.js';
import { E } from '../../kernel/fp.js';
import { record } from '../../kernel/codecs/record.js';
import { recipe, token } from '../../kernel/token.js';
import { callersUseCase, type CallersUseCase } from '../../kernel/use-case/use-case.js';
import { Clock } from '../../ports/clock.js';
import type { Person } from '../../model/portal/session/person.js';
import type { ConfirmedSession } from '../../model/portal/session/confirmed-session.js';
import { givenFactor } from '../../model/portal/session/given-factor.js';
import { CONFIRMED_FOR } from '../../model/portal/session/portal-session.js';
import { Storage } from '../../storage/storage.js';
import { PROOF } from './prove/factor-proof.js';
import { ProveFactor, type ProveFactorError } from './prove/prove-factor.js';
import { useProof, type UseProofError } from './prove/use-proof.js';

/** The challenge, and the proof that answers it. */
export const GiveOwnFactorInput = record('GiveOwnFactorInput', { challengeId: t.string }, PROOF);
export type GiveOwnFactorInput = t.TypeOf<typeof GiveOwnFactorInput>;

type GiveOwnFactorError = ProveFactorError | UseProofError;

/** Takes the factor that a person was asked for: for five minutes this session may change who may approve, and by what. */
export type GiveOwnFactor = CallersUseCase<
  Person,
  GiveOwnFactorInput,
  GiveOwnFactorError,
  ConfirmedSession
>;
export const GiveOwnFactor = token<GiveOwnFactor>('GiveOwnFactor');

export const makeGiveOwnFactor = recipe(
  GiveOwnFactor,
  { Storage, Clock, ProveFactor, AuthorityKey },
  ({ storage, clock, proveFactor, authorityKey }) =>
    callersUseCase<Person, GiveOwnFactorInput, GiveOwnFactorError, ConfirmedSession>(
      GiveOwnFactorInput,
      async ({ tenant, userId, sessionId, tokenDigest }, { challengeId, ...given }) => {
        const by = { tenant, userId };
        const asked = { challengeId, purpose: 'confirmation', by, sessionId } as const;
        const proved = await proveFactor(asked, given);
        if (E.isLeft(proved)) return proved;
        const key = await authorityKey();
        const now = clock.now();
        return storage.atomically(async (stores) => {
          const used = await useProof(stores, proved.right, now);
          if (E.isLeft(used)) return used;
          const kind = proved.right.by?.kind ?? 'recovery';
          // Of who asked, by the token that they came with: another one in the row of the session gets nothing of it.
          const giver = { sessionId, tenant, userId, tokenDigest };
          await stores.portal.noteFactor(sessionId, givenFactor(key, giver, { kind, at: now }));
          return E.right({ confirmedUntil: now + CONFIRMED_FOR });
        });
      },
    ),
);
