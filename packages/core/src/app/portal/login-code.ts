import { hmacSha256, sameDigest } from '../../kernel/secrets/digest.js';
import { fromHex, hex } from '../../kernel/secrets/hex.js';
import type { UserId } from '../../kernel/values/ids.js';
import { CODE_BYTES, codeNumber, codesOf, writeCode } from '../../kernel/values/one-time-code.js';
import { tenantOf, type Tenant } from '../../kernel/values/tenant.js';
import type { GuardedSealer } from '../../ports/guarded-sealer.js';
import { openKept } from '../../ports/open-kept.js';
import {
  DIGITS,
  type CodeFor,
  type CodeKind,
  type LoginChallenge,
} from '../../model/portal/session/login-challenge.js';

/** The accounts of one address that get codes at a time: each is one more mail, and one more code to guess. */
export const ACCOUNTS_MAX = 50;

const ID_BYTES = 16;
const KEY_BYTES = 32;

/** Random bytes that one challenge takes. */
export const CHALLENGE_ENTROPY_BYTES = 2 * ID_BYTES + KEY_BYTES + ACCOUNTS_MAX * CODE_BYTES;

const idOf = (bytes: Uint8Array): string => `lc_${hex(bytes)}`;

/** Codes for accounts of one address, no two the same: the code says which account is meant. */
export const distinctCodes = (
  random: Uint8Array,
  count: number,
  kind: CodeKind,
): ReadonlyArray<string> => {
  const digits = DIGITS[kind];
  const taken = new Set<bigint>();
  for (let i = 0; i < count; i += 1) {
    let code = codeNumber(random.subarray(i * CODE_BYTES), digits);
    while (taken.has(code)) code = (code + 1n) % codesOf(digits);
    taken.add(code);
  }
  return [...taken].map((code) => writeCode(code, digits));
};

/** A person who can log in with a code. */
export interface Account {
  readonly tenant: Tenant;
  readonly userId: UserId;
}

const contextOf = (challengeId: string): string => `login code ${challengeId}`;

const hashOf = (
  key: Uint8Array,
  challengeId: string,
  { bankTenantId, corporateTenantId, userId }: Omit<CodeFor, 'codeHash'>,
  code: string,
): string =>
  hmacSha256(key, JSON.stringify([challengeId, bankTenantId, corporateTenantId, userId, code]));

// Codes of an address of no user are made, hashed and compared for this account, so that it takes as long as for one.
const NO_ACCOUNT: CodeFor = {
  bankTenantId: '-' as CodeFor['bankTenantId'],
  corporateTenantId: '-' as CodeFor['corporateTenantId'],
  userId: '-' as UserId,
  codeHash: '0'.repeat(64),
};

const keyIn = (random: Uint8Array): Uint8Array => random.subarray(ID_BYTES, ID_BYTES + KEY_BYTES);

/** Seals the key of a challenge that is drawn from the same random bytes. */
export const sealChallengeKey = ({ seal }: GuardedSealer, random: Uint8Array): Promise<string> =>
  seal(hex(keyIn(random)), contextOf(idOf(random.subarray(0, ID_BYTES))));

/** A challenge for these accounts, and the code of each, in their order. */
export const newChallenge = (
  { sealedKey, random }: { readonly sealedKey: string; readonly random: Uint8Array },
  accounts: ReadonlyArray<Account>,
  kind: CodeKind,
  about: Pick<LoginChallenge, 'addressKey' | 'sequence' | 'createdAt' | 'expiresAt' | 'confirms'>,
): { readonly challenge: LoginChallenge; readonly codes: ReadonlyArray<string> } => {
  const challengeId = idOf(random.subarray(0, ID_BYTES));
  const key = keyIn(random);
  const hasAccounts = accounts.length > 0;
  const recipients = hasAccounts
    ? accounts.map(({ tenant, userId }) => ({ ...tenant, userId }))
    : [NO_ACCOUNT];
  const codes = distinctCodes(random.subarray(ID_BYTES + KEY_BYTES), recipients.length, kind);
  const hashed = recipients.map((account, i) => ({
    ...account,
    codeHash: hashOf(key, challengeId, account, codes[i] ?? ''),
  }));
  return {
    codes: hasAccounts ? codes : [],
    challenge: {
      ...about,
      ...(kind === 'long' && { long: true }),
      challengeId,
      sealedKey,
      codes: hasAccounts ? hashed : [],
    },
  };
};

/**
 * A challenge that shares the codes of another one, whose id no caller learns: with that id a caller could see when
 * it is used. The new challenge has its own life and tries, and counts for no address.
 */
export const sharing = (
  random: Uint8Array,
  { challengeId: mailed, sealedKey, codes }: LoginChallenge,
  about: Pick<LoginChallenge, 'createdAt' | 'expiresAt' | 'confirms'>,
): LoginChallenge => {
  const challengeId = idOf(random.subarray(-ID_BYTES));
  return {
    challengeId,
    sealedKey,
    codes,
    ...about,
    addressKey: challengeId,
    sequence: 1,
    long: true,
    sharing: mailed,
  };
};

/** The challenge whose codes were mailed: this one, or the one that it shares them with. */
export const mailedFor = ({ challengeId, sharing: mailed }: LoginChallenge): string =>
  mailed ?? challengeId;

/** The person whose code it is; every code of the challenge is compared, even after a match. */
export const accountOf = async (
  sealer: GuardedSealer,
  challenge: LoginChallenge,
  code: string,
): Promise<Account | undefined> => {
  const { sealedKey, codes } = challenge;
  const challengeId = mailedFor(challenge);
  const sealed = { sealed: sealedKey, context: contextOf(challengeId) };
  const key = fromHex(await openKept(sealer, sealed));
  const fitting = (codes.length === 0 ? [NO_ACCOUNT] : codes).filter((one) =>
    sameDigest(hashOf(key, challengeId, one, code), one.codeHash),
  );
  const [found] = fitting;
  return found === undefined || found === NO_ACCOUNT
    ? undefined
    : { tenant: tenantOf(found), userId: found.userId };
};
