import * as t from 'io-ts';
import { AuthorityKey } from '../authority/authority-key.js';
import { PROOF } from '../factor/prove/factor-proof.js';
import { ProveFactor, type ProveFactorError } from '../factor/prove/prove-factor.js';
import { useProof, type UseProofError } from '../factor/prove/use-proof.js';
import { E } from '../../kernel/fp.js';
import { record } from '../../kernel/codecs/record.js';
import { recipe, token } from '../../kernel/token.js';
import { openUseCase, type OpenUseCase } from '../../kernel/use-case/use-case.js';
import { Clock } from '../../ports/clock.js';
import { Entropy } from '../../ports/entropy.js';
import { Storage } from '../../storage/storage.js';
import { BROWSER } from './login-code-input.js';
import { isPortalPerson } from './portal-person.js';
import { openSession } from './open-session.js';
import { LoginCodeVoid } from '../../model/portal/session/login-errors.js';
import { SESSION_LIFE } from '../../model/portal/session/portal-session.js';
import type { OpenedSession } from '../../model/portal/session/opened-session.js';
import { SESSION_ENTROPY_BYTES, writeToken } from '../../model/portal/session/session-token.js';

/** The challenge, the proof that answers it, and the browser that the session is for. */
export const GiveLoginFactorInput = record(
  'GiveLoginFactorInput',
  { challengeId: t.string },
  { ...PROOF, ...BROWSER },
);
export type GiveLoginFactorInput = t.TypeOf<typeof GiveLoginFactorInput>;

type GiveLoginFactorError = ProveFactorError | UseProofError | LoginCodeVoid;

/**
 * Lets a person in by the second factor that they were asked for after the mailed code. Where the corporate asks for a
 * passkey, another factor or a recovery code opens a session in which they can enrol one, and nothing else.
 */
export type GiveLoginFactor = OpenUseCase<
  GiveLoginFactorInput,
  GiveLoginFactorError,
  OpenedSession
>;
export const GiveLoginFactor = token<GiveLoginFactor>('GiveLoginFactor');

export const makeGiveLoginFactor = recipe(
  GiveLoginFactor,
  { Storage, Clock, Entropy, ProveFactor, AuthorityKey },
  ({ storage, clock, entropy, proveFactor, authorityKey }) =>
    openUseCase<GiveLoginFactorInput, GiveLoginFactorError, OpenedSession>(
      GiveLoginFactorInput,
      async ({ challengeId, browser, ...given }) => {
        const proved = await proveFactor({ challengeId, purpose: 'login' }, given);
        if (E.isLeft(proved)) return proved;
        const key = await authorityKey();
        const now = clock.now();
        const text = writeToken(entropy.bytes(SESSION_ENTROPY_BYTES));
        const { tenant, userId, by, shownAt = now } = proved.right;
        return storage.atomically(async (stores) => {
          const used = await useProof(stores, proved.right, now);
          if (E.isLeft(used)) return used;
          const [actor] = await stores.tenancy.actors(tenant, [userId]);
          // They may have been suspended since the code was mailed, or have come long after their bank's login.
          if (actor === undefined || !isPortalPerson(actor.user) || now - shownAt >= SESSION_LIFE)
            return E.left(LoginCodeVoid('expired'));
          const corporate = await stores.tenancy.corporate(tenant);
          const factor = by?.kind ?? 'none';
          const onlyEnrols = corporate?.secondFactor?.login === 'passkey' && factor !== 'passkey';
          const account = { tenant, userId };
          const given = { key, kind: by?.kind ?? 'recovery' } as const;
          const opening = { text, browser, now, shownAt, factor, given, onlyEnrols };
          return E.right(await openSession(stores, account, actor, opening));
        });
      },
    ),
);
