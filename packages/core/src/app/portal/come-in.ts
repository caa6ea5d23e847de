import {
  askFactor,
  challengeDigest,
  FACTOR_CHALLENGE_BYTES,
  factorChallengeId,
} from '../../model/factor/held/factor-challenge.js';
import {
  activeFactors,
  type FactorChallenge,
  type PersonFactors,
} from '../../model/factor/held/factor.js';
import { type FactorKind } from '../../kernel/values/factor-kind.js';
import { factorAsked, type FactorAsked } from '../factor/prove/factor-asked.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Entropy } from '../../ports/entropy.js';
import type { Passkeys } from '../../ports/passkeys.js';
import type { Stores } from '../../storage/storage.js';
import type { FactorRule } from '../../model/tenancy/second-factor.js';
import type { Account } from './login-code.js';
import { openSession } from './open-session.js';
import { isPortalPerson } from './portal-person.js';
import type { OpenedSession } from '../../model/portal/session/opened-session.js';
import { SESSION_ENTROPY_BYTES, writeToken } from '../../model/portal/session/session-token.js';

/**
 * The session, or what else the person is asked for. A corporate that asks for a factor at login gets one from who has
 * any; who has none gets a session in which they can enrol the first, and nothing else.
 */
export type LoginStep = OpenedSession | { readonly next: FactorAsked };

interface Asked {
  readonly held: PersonFactors;
  readonly challenge: FactorChallenge;
}

/** What a login draws before its unit of work, and the browser that its session is bound to, if it is. */
export const drawnForLogin = (entropy: Entropy, browser?: string) => ({
  browser,
  text: writeToken(entropy.bytes(SESSION_ENTROPY_BYTES)),
  random: entropy.bytes(FACTOR_CHALLENGE_BYTES),
});

/** When a person showed who they are, and the factors that they used with it, elsewhere. */
interface Shown {
  readonly at: EpochMs;
  readonly factors: ReadonlyArray<FactorKind>;
}

const suffices = (rule: FactorRule, factors: ReadonlyArray<FactorKind>): boolean =>
  rule === 'none' || (rule === 'any' ? factors.length > 0 : factors.includes(rule));

/** Opens a session for a person who showed who they are, or asks for a factor; undefined for who may not come in. */
export const comeIn = async (
  stores: Stores,
  account: Account,
  {
    drawn: { text, random, browser },
    now,
  }: { readonly drawn: ReturnType<typeof drawnForLogin>; readonly now: EpochMs },
  shown: Shown = { at: now, factors: [] },
): Promise<OpenedSession | Asked | undefined> => {
  const { tenant, userId } = account;
  const [actor] = await stores.tenancy.actors(tenant, [userId]);
  // They may have been suspended meanwhile.
  if (actor === undefined || !isPortalPerson(actor.user)) return undefined;
  const corporate = await stores.tenancy.corporate(tenant);
  const factor = shown.factors.includes('passkey') ? 'passkey' : shown.factors[0];
  // The journal names the factor. It is none of those enrolled here, so it changes none of them.
  const named = factor !== undefined && { factor };
  const opening = { text, browser, now, shownAt: shown.at, ...named };
  if (suffices(corporate?.secondFactor?.login ?? 'none', shown.factors))
    return openSession(stores, account, actor, opening);
  const held = await stores.factors.find(tenant, userId);
  if (held === undefined || activeFactors(held).length === 0)
    return openSession(stores, account, actor, { onlyEnrols: true, ...opening });
  const challengeId = factorChallengeId(held.id, random);
  const login = { challengeId, purpose: 'login', shownAt: shown.at } as const;
  const asked = askFactor(held, { ...login, digest: challengeDigest(held, login) }, now);
  await stores.factors.put(asked.held);
  return asked;
};

/** What the person gets. */
export const loginStep = async (
  passkeys: Passkeys | undefined,
  step: OpenedSession | Asked,
): Promise<LoginStep> =>
  'token' in step ? step : { next: await factorAsked(passkeys, step.held, step.challenge) };
