import * as t from 'io-ts';
import { BankTenantId, CorporateTenantId, UserId } from '../kernel/ids.js';
import { MINUTE, type EpochMs } from '../kernel/time.js';

/** How long a code is good. */
export const CODE_LIFE = 5 * MINUTE;

/** How many codes may be tried against one challenge, whatever they are. */
export const TRIES_MAX = 5;

/** One account that a code was made for; what is kept of the code is a keyed hash. */
const CodeFor = t.strict({
  bankTenantId: BankTenantId,
  corporateTenantId: CorporateTenantId,
  userId: UserId,
  codeHash: t.string,
});
export type CodeFor = t.TypeOf<typeof CodeFor>;

/**
 * Somebody asked to be let in by an e-mail address. There is one for every address, known or not: only the
 * codes tell, and nobody is told those but by mail. Times in epoch ms.
 */
export const LoginChallenge = t.strict({
  challengeId: t.string,
  /** SHA-256 of the address in lowercase: what strangers typed is not kept. */
  addressKey: t.string,
  /** 1, 2, 3 … per address, as far as earlier ones are known: of two that are asked for at once one is first. */
  sequence: t.number,
  createdAt: t.number,
  expiresAt: t.number,
  /** The key of the code hashes, sealed: the database alone cannot try codes. */
  sealedKey: t.string,
  codes: t.array(CodeFor),
});
export type LoginChallenge = t.TypeOf<typeof LoginChallenge>;

/** A challenge, and what has been tried against it. */
export interface TriedChallenge {
  readonly challenge: LoginChallenge;
  readonly tries: number;
  readonly usedAt?: EpochMs;
}
