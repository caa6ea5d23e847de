import * as t from 'io-ts';
import { record } from '../../../kernel/codecs/record.js';
import { BankTenantId, CorporateTenantId, UserId } from '../../../kernel/values/ids.js';
import { CODE_DIGITS } from '../../../kernel/values/one-time-code.js';
import { MINUTE, type EpochMs } from '../../../kernel/values/time.js';

/** For how long after its mail others who ask for the same address share a long code. */
export const SHARED_FOR = 10 * MINUTE;

/** How many digits codes have. */
export const DIGITS = { short: CODE_DIGITS, long: 18 } as const;
export type CodeKind = keyof typeof DIGITS;

/** One account that a code was made for; what is kept of the code is a keyed hash. */
const CodeFor = t.strict({
  bankTenantId: BankTenantId,
  corporateTenantId: CorporateTenantId,
  userId: UserId,
  codeHash: t.string,
});
/** One account that a code was made for, and a keyed hash of the code. */
export type CodeFor = t.TypeOf<typeof CodeFor>;

/**
 * A request to log in with an e-mail address. There is one for every address, known or not: only the
 * codes show the difference, and codes leave only by mail. Times in epoch ms.
 */
export const LoginChallenge = record(
  'LoginChallenge',
  {
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
  },
  {
    /** Its codes are long ones: six digits where it is absent. */
    long: t.literal(true),
    /** The challenge whose codes were mailed, where they were not mailed for this one. */
    sharing: t.string,
    /** The session that its codes confirm: they open none. */
    confirms: t.string,
  },
);
export type LoginChallenge = t.TypeOf<typeof LoginChallenge>;

/** A challenge, and what has been tried against it. */
export interface TriedChallenge {
  readonly challenge: LoginChallenge;
  readonly tries: number;
  readonly usedAt?: EpochMs;
}
