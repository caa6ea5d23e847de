import { CODE_LIFE } from '../../kernel/values/one-time-code.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Stores } from '../../storage/storage.js';
import type { CodeKind } from '../../model/portal/session/login-challenge.js';
import { newChallenge, sharing, type Account } from './login-code.js';
import { forgetExpired } from './forget-expired.js';
import { LIMITS_LOOK_MAX, nextCodes } from '../../model/portal/session/login-limits.js';

/** For whom codes are asked for, and what counts their limits. */
export interface CodesAsked {
  readonly addressKey: string;
  readonly accounts: ReadonlyArray<Account>;
  readonly now: EpochMs;
  /** The session that they confirm; they open one where there is none. */
  readonly confirms?: string;
}

/** A challenge, and the codes to mail, in the order of the accounts; none where an earlier mail is for it too. */
export interface CodesGiven {
  readonly challengeId: string;
  readonly codes: ReadonlyArray<string>;
  readonly kind: CodeKind;
}

/**
 * Adds a requested challenge: with codes of its own, or sharing those of an earlier mail.
 *
 * @param sealedKey the challenge's key, which was drawn from `random`.
 */
export const askForCodes = async (
  { portal }: Stores,
  sealedKey: string,
  random: Uint8Array,
  { addressKey, accounts, now, confirms }: CodesAsked,
): Promise<CodesGiven> => {
  const latest = await portal.latestChallenges(addressKey, LIMITS_LOOK_MAX);
  const next = nextCodes(latest, now, accounts.length);
  const about = {
    createdAt: now,
    expiresAt: now + CODE_LIFE,
    ...(confirms !== undefined && { confirms }),
  };
  await forgetExpired(portal, now);
  if (next.kind === 'shared') {
    const challenge = sharing(random, next.of, about);
    await portal.addChallenge(challenge);
    return { challengeId: challenge.challengeId, codes: [], kind: 'long' };
  }
  const { kind, sequence } = next;
  const mailed = newChallenge({ sealedKey, random }, accounts, kind, {
    addressKey,
    sequence,
    ...about,
  });
  await portal.addChallenge(mailed.challenge);
  const challenge = kind === 'short' ? mailed.challenge : sharing(random, mailed.challenge, about);
  if (kind === 'long') await portal.addChallenge(challenge);
  return { challengeId: challenge.challengeId, codes: mailed.codes, kind };
};
