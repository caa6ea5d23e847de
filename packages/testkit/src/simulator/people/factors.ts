import { E, type EpochMs, type Storage, type Tenant } from '@hundi/core';
import { sha256, totpCode, totpStep } from '@hundi/core/wire';
import type { PersonFactors } from '@hundi/core/storage';
import { personFactors } from '../../kit/build/factors.js';
import { fakePasskey, type FakePasskey } from '../../kit/fakes/fake-passkeys.js';
import { PLAIN_KEY, sealPlainly } from '../../kit/fakes/plain-sealer.js';
import { keepAuthorityKey, sealOfPasskey } from './authority.js';
import { TENANTS } from './tenants.js';
import { CHECKERS, MAKERS } from './town.js';

/** The people who have a second factor. */
const HOLDERS: ReadonlyArray<string> = [...new Set<string>([...CHECKERS, ...MAKERS])];

const ID_DIGITS = 32;
const SECRET_BYTES = 20;

/** What a person holds, by names that nobody else's have. */
const heldOf = (tenant: Tenant, person: string) => {
  const n = 1 + TENANTS.indexOf(tenant) * HOLDERS.length + HOLDERS.indexOf(person);
  const letter = String.fromCharCode('a'.charCodeAt(0) + n);
  return {
    n,
    appId: `f_app-${String(n)}`,
    passkeyId: `f_passkey-${String(n)}`,
    recoveryId: `fr_${String(n)}`,
    credentialId: `passkey-${String(n)}`,
    secret: new Uint8Array(SECRET_BYTES).fill(n),
    thiefsSecret: new Uint8Array(SECRET_BYTES).fill(n + THIEFS),
    recoveryCodes: ['a', 'b', 'c'].map((one) => `${one.repeat(12)}${letter.repeat(4)}`),
  };
};

/** The secrets of a thief are none of the people's. */
const THIEFS = 100;

/** The passkey of a thief, the same in every table that they can write. */
const THIEFS_KEY = 'passkey-of-a-thief';

/** What stands in a person's record and is not theirs: a thief has it. */
const FORGED = 'f_forged';
const UNCONFIRMED = 'f_unconfirmed';

/** The factor that is the passkey of a person. */
export const passkeyOf = (tenant: Tenant, person: string): string =>
  heldOf(tenant, person).passkeyId;

/** Whether a factor, or the recovery codes, is what its person has and a second person let them have. */
export const isOwnFactor = (tenant: Tenant, person: string, id: string): boolean => {
  const { appId, passkeyId, recoveryId } = heldOf(tenant, person);
  return [appId, passkeyId, recoveryId].includes(id);
};

const CREATED_AT = Date.UTC(2026, 0, 1);

/** The seal of a passkey that is this person's. */
export const sealOf = (
  tenant: Tenant,
  userId: string,
  {
    factorId,
    credential: { credentialId, publicKey },
  }: Pick<ReturnType<typeof keyOf>, 'factorId' | 'credential'>,
): string => sealOfPasskey(tenant, userId, { factorId, credentialId, publicKey });

const active = { state: 'active', revision: 1, createdAt: CREATED_AT } as const;

/** One that its person never asked for: a second person has yet to say so. */
const unconfirmed = { ...active, state: 'waiting', expiresAt: Date.UTC(2027, 0, 1) } as const;

const appOf = (factorId: string, secret: Uint8Array) => ({
  factorId,
  kind: 'totp',
  name: 'Phone',
  sealedSecret: sealPlainly(
    PLAIN_KEY,
    Buffer.from(secret).toString('hex'),
    `authenticator app ${factorId}`,
  ),
});

const keyOf = (factorId: string, credentialId: string) => ({
  factorId,
  kind: 'passkey',
  name: 'Key',
  challenge: 'enrolment',
  credential: { credentialId, publicKey: `key of ${credentialId}`, counter: 1 },
});

/**
 * What the engine has of the factors of everybody who has some: an app and a passkey of their own, a passkey that a thief
 * wrote into the table with a seal of another one, and an app that a thief enrolled. Made once: no storage changes it.
 */
const FACTORS: ReadonlyArray<PersonFactors> = TENANTS.flatMap((tenant) =>
  HOLDERS.map((userId) => {
    const { n, appId, passkeyId, recoveryId, credentialId, secret, thiefsSecret, recoveryCodes } =
      heldOf(tenant, userId);
    const key = keyOf(passkeyId, credentialId);
    const seal = sealOf(tenant, userId, key);
    return personFactors(tenant, n, {
      id: `pf_${String(n).padStart(ID_DIGITS, '0')}`,
      userId,
      factors: [
        { ...active, ...appOf(appId, secret) },
        { ...active, ...key, seal },
        { ...active, ...keyOf(FORGED, THIEFS_KEY), seal },
        { ...unconfirmed, ...appOf(`${UNCONFIRMED}-${String(n)}`, thiefsSecret) },
      ] as never,
      recovery: {
        recoveryId,
        revision: 1,
        digests: recoveryCodes.map((code) => sha256(code)),
      },
    });
  }),
);

/** Gives people their second factors. */
export const handOutFactors = async (storage: Storage): Promise<void> => {
  await keepAuthorityKey(storage);
  await storage.atomically<never, undefined>(async ({ factors }) => {
    for (const held of FACTORS) await factors.put(held);
    return E.right(undefined);
  });
};

/** The ways in which a person proves themselves, and the two in which a thief tries to. */
export const PROOFS = [
  'passkey',
  'app',
  'recovery',
  'wrong',
  'forged_key',
  'unconfirmed_app',
] as const;
export type ProofName = (typeof PROOFS)[number];

/** A proof as a person gives it; `once` names what is good for one use. */
export interface Given {
  readonly proof:
    | { readonly code: string }
    | { readonly response: ReturnType<FakePasskey['answer']> };
  readonly once?: string;
}

/** The phones and keys of the people of one history. */
export interface Devices {
  readonly give: (
    how: ProofName,
    tenant: Tenant,
    person: string,
    digest: string,
    now: EpochMs,
  ) => Given;
}

export const newDevices = (): Devices => {
  const keys = new Map<string, FakePasskey>();
  let wrong = 0;
  const deviceOf = (id: string): FakePasskey => {
    const known = keys.get(id) ?? fakePasskey(id);
    keys.set(id, known);
    return known;
  };
  return {
    give: (how, tenant, person, digest, now) => {
      const { credentialId, secret, thiefsSecret, recoveryCodes, n } = heldOf(tenant, person);
      switch (how) {
        case 'passkey':
          return { proof: { response: deviceOf(credentialId).answer(digest) } };
        case 'app': {
          const step = totpStep(now);
          return {
            proof: { code: totpCode(secret, step) },
            once: `${String(n)} app ${String(step)}`,
          };
        }
        case 'recovery': {
          const code = recoveryCodes[totpStep(now) % recoveryCodes.length] ?? '';
          return { proof: { code }, once: code };
        }
        case 'forged_key':
          return { proof: { response: deviceOf(THIEFS_KEY).answer(digest) } };
        case 'unconfirmed_app':
          return { proof: { code: totpCode(thiefsSecret, totpStep(now)) } };
        case 'wrong':
          wrong += 1;
          return { proof: { code: String(wrong).padStart(6, '0') } };
      }
    },
  };
};
