import type { FactorState } from './factor.js';

/** The person has no such factor. */
export const FactorNotFound = () => ({ _tag: 'FactorNotFound' }) as const;
export type FactorNotFound = ReturnType<typeof FactorNotFound>;

/** The factor is in a state from which this does not lead on. */
export const WrongFactorState = (state: FactorState) =>
  ({ _tag: 'WrongFactorState', state }) as const;
export type WrongFactorState = ReturnType<typeof WrongFactorState>;

/** The person has as many factors as they may. */
export const TooManyFactors = (max: number) => ({ _tag: 'TooManyFactors', max }) as const;
export type TooManyFactors = ReturnType<typeof TooManyFactors>;

/** No passkey can be checked: the host gives no verifier of passkeys. */
export const PasskeysOff = () => ({ _tag: 'PasskeysOff' }) as const;
export type PasskeysOff = ReturnType<typeof PasskeysOff>;

/** The person was asked nothing under this id, for this purpose. */
export const FactorChallengeNotFound = () => ({ _tag: 'FactorChallengeNotFound' }) as const;
export type FactorChallengeNotFound = ReturnType<typeof FactorChallengeNotFound>;

/** Nothing opens under this challenge any more. */
export const FactorChallengeVoid = (reason: 'used' | 'locked' | 'expired') =>
  ({ _tag: 'FactorChallengeVoid', reason }) as const;
export type FactorChallengeVoid = ReturnType<typeof FactorChallengeVoid>;

/**
 * The code or the passkey's answer proves none of the person's factors now: wrong, used, too old or of one that is gone.
 * `code_used` where it is the very code that an app last opened with, in its time.
 */
export const WrongFactor = (reason?: 'code_used') =>
  ({ _tag: 'WrongFactor', ...(reason !== undefined && { reason }) }) as const;
export type WrongFactor = ReturnType<typeof WrongFactor>;

/** A passkey counted backwards: there may be a copy of it (WebAuthn, section 6.1.1). */
export const PasskeyCopied = () => ({ _tag: 'PasskeyCopied' }) as const;
export type PasskeyCopied = ReturnType<typeof PasskeyCopied>;

/** Too many wrong codes of authenticator apps: passkeys and recovery codes still open. */
export const TooManyFactorGuesses = (retryAfterSeconds: number) =>
  ({ _tag: 'TooManyFactorGuesses', retryAfterSeconds }) as const;
export type TooManyFactorGuesses = ReturnType<typeof TooManyFactorGuesses>;

/** The corporate, or the person's own safety, asks for a second factor here; `passkey` where no other will do. */
export const SecondFactorNeeded = (kind: 'any' | 'passkey' = 'any') =>
  ({ _tag: 'SecondFactorNeeded', kind }) as const;
export type SecondFactorNeeded = ReturnType<typeof SecondFactorNeeded>;

/** What the challenge was asked for is not what is approved now. */
export const OtherThanChallenged = () => ({ _tag: 'OtherThanChallenged' }) as const;
export type OtherThanChallenged = ReturnType<typeof OtherThanChallenged>;
