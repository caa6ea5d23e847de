import * as t from 'io-ts';
import { BankTenantId, CorporateTenantId, UserId } from '../../../kernel/values/ids.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { Scope } from '../scope.js';
import { record } from '../../../kernel/codecs/record.js';

/** A key that another one replaced, and who made it. */
const Forebear = t.strict({ keyId: t.string, createdByUserId: UserId });

/** A partner key as it is kept: its secret only as a digest (decisions §3). Times in epoch ms. */
export const ApiKey = record(
  'ApiKey',
  {
    keyId: t.string,
    bankTenantId: BankTenantId,
    corporateTenantId: CorporateTenantId,
    name: t.string,
    secretDigest: t.string,
    scopes: t.array(Scope),
    createdByUserId: UserId,
    createdAt: t.number,
    expiresAt: t.number,
  },
  {
    actsAsUserId: UserId,
    revokedAt: t.number,
    suspendedAt: t.number,
    /** The keys that it replaced, the first of all first. */
    forebears: t.array(Forebear),
  },
);
export type ApiKey = t.TypeOf<typeof ApiKey>;

/** When a key last opened its corporate; a secret key's id has its prefix, `sk_`. */
export interface KeyUse {
  readonly keyId: string;
  readonly usedAt: EpochMs;
}

/** A merchant's key as it is kept: sealed, because it also signs return redirects (decisions §3). */
export const SecretKey = record(
  'SecretKey',
  {
    keyId: t.string,
    bankTenantId: BankTenantId,
    corporateTenantId: CorporateTenantId,
    name: t.string,
    sealedSecret: t.string,
    createdByUserId: UserId,
    createdAt: t.number,
    expiresAt: t.number,
  },
  { revokedAt: t.number },
);
export type SecretKey = t.TypeOf<typeof SecretKey>;

/** As much as both kinds of keys have. */
export type AnyKey = Omit<SecretKey, 'sealedSecret'>;
