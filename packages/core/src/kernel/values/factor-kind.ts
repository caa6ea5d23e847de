import * as t from 'io-ts';

/** A second factor: an authenticator app, or a passkey. */
export const FactorKind = t.keyof({ totp: null, passkey: null }, 'FactorKind');
export type FactorKind = t.TypeOf<typeof FactorKind>;
