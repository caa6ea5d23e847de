import { hmacSha256, sameDigest } from '../kernel/digest.js';
import { fromHex, hex } from '../kernel/hex.js';
import type { UserId } from '../kernel/ids.js';
import type { Tenant } from '../kernel/tenant.js';
import type { Sealer } from '../ports/sealer.js';
import type { CodeFor, LoginChallenge } from './login-challenge.js';

const DIGITS = 6;
const CODES = 10 ** DIGITS;

// Far more than a code takes, so that no code is likelier than another by anything that counts.
const BYTES_A_CODE = 8;

/** The accounts that one address may have and be let in: beyond them a guess would be too good. */
export const ACCOUNTS_MAX = 10;

const ID_BYTES = 16;
const KEY_BYTES = 32;

/** Random bytes that one challenge takes. */
export const CHALLENGE_ENTROPY_BYTES = ID_BYTES + KEY_BYTES + ACCOUNTS_MAX * BYTES_A_CODE;

const numberOf = (bytes: Uint8Array): number => Number(BigInt(`0x${hex(bytes)}`) % BigInt(CODES));

/** Codes for accounts of one address, no two the same: the code says which account is meant. */
export const distinctCodes = (random: Uint8Array, count: number): ReadonlyArray<string> => {
  const taken = new Set<number>();
  for (let i = 0; i < count; i += 1) {
    let code = numberOf(random.subarray(i * BYTES_A_CODE, (i + 1) * BYTES_A_CODE));
    while (taken.has(code)) code = (code + 1) % CODES;
    taken.add(code);
  }
  return [...taken].map((code) => String(code).padStart(DIGITS, '0'));
};

/** Somebody whom a code lets in. */
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

/** A challenge for these accounts, and the code of each, in their order. */
export const newChallenge = (
  { seal }: Sealer,
  random: Uint8Array,
  accounts: ReadonlyArray<Account>,
  about: Pick<LoginChallenge, 'addressKey' | 'sequence' | 'createdAt' | 'expiresAt'>,
): { readonly challenge: LoginChallenge; readonly codes: ReadonlyArray<string> } => {
  const challengeId = `lc_${hex(random.subarray(0, ID_BYTES))}`;
  const key = random.subarray(ID_BYTES, ID_BYTES + KEY_BYTES);
  const codes = distinctCodes(random.subarray(ID_BYTES + KEY_BYTES), accounts.length);
  return {
    codes,
    challenge: {
      ...about,
      challengeId,
      sealedKey: seal(hex(key), contextOf(challengeId)),
      codes: accounts.map(({ tenant, userId }, i) => {
        const account = { ...tenant, userId };
        return { ...account, codeHash: hashOf(key, challengeId, account, codes[i] ?? '') };
      }),
    },
  };
};

// Compared when a challenge is nobody's, so that it takes as long as a wrong code.
const NOBODY: CodeFor = {
  bankTenantId: '-' as CodeFor['bankTenantId'],
  corporateTenantId: '-' as CodeFor['corporateTenantId'],
  userId: '-' as UserId,
  codeHash: '0'.repeat(64),
};

/** Whose code it is; every code of the challenge is compared, whichever fits. */
export const accountOf = (
  { open }: Sealer,
  { challengeId, sealedKey, codes }: LoginChallenge,
  code: string,
): Account | undefined => {
  const key = fromHex(open(sealedKey, contextOf(challengeId)));
  const fitting = (codes.length === 0 ? [NOBODY] : codes).filter((one) =>
    sameDigest(hashOf(key, challengeId, one, code), one.codeHash),
  );
  const [found] = fitting;
  if (found === undefined || found === NOBODY) return undefined;
  const { bankTenantId, corporateTenantId, userId } = found;
  return { tenant: { bankTenantId, corporateTenantId }, userId };
};
