import * as t from 'io-ts';
import type { UserId } from '../../../kernel/values/ids.js';
import { tenantOf, type Tenant } from '../../../kernel/values/tenant.js';
import { authoritySeal, isSealed } from './authority-seal.js';

/** The public half of a passkey, and the seal of whose it is, since it became active. Base64url, the seal in hex. */
export const SigningPasskey = t.strict({
  factorId: t.string,
  credentialId: t.string,
  publicKey: t.string,
  seal: t.string,
});
export type SigningPasskey = t.TypeOf<typeof SigningPasskey>;

/** Whose a passkey is. */
export interface Owner {
  readonly tenant: Tenant;
  readonly userId: UserId;
}

const sealedContent = (
  { tenant, userId }: Owner,
  { factorId, credentialId, publicKey }: Omit<SigningPasskey, 'seal'>,
) => ({
  ...tenantOf(tenant),
  userId,
  factorId,
  credentialId,
  publicKey,
});

/** The seal of a passkey that has become active: by its person, and by a second one where the corporate asks for one. */
export const passkeySeal = (
  key: Uint8Array,
  owner: Owner,
  passkey: Omit<SigningPasskey, 'seal'>,
): string => authoritySeal(key, 'passkey', sealedContent(owner, passkey));

/** Whether this engine let the passkey become active for this person. One that somebody wrote into the database did not. */
export const isSigning = (key: Uint8Array, owner: Owner, passkey: SigningPasskey): boolean =>
  isSealed(key, 'passkey', sealedContent(owner, passkey), passkey.seal);
