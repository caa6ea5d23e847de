import type { Tenant } from '../kernel/values/tenant.js';
import type { ApiKey, KeyUse, SecretKey } from '../model/access/key/api-key.js';

/** A known text, sealed under a key that this database needs. */
export interface Canary {
  /** 1 for the first key, and one more for each that follows. */
  readonly number: number;
  readonly sealed: string;
}

/** Keys. The one store that is asked before the tenant is known. */
export interface AccessStore {
  /** Those of `keyIds` that exist, in no order. */
  readonly apiKeys: (keyIds: ReadonlyArray<string>) => Promise<ReadonlyArray<ApiKey>>;
  readonly apiKeysOf: (tenant: Tenant) => Promise<ReadonlyArray<ApiKey>>;
  /** Adds or overwrites by `keyId`. @throws when another corporate has a key of that id. */
  readonly putApiKeys: (keys: ReadonlyArray<ApiKey>) => Promise<void>;
  /** Those of `keyIds` that exist, in no order. */
  readonly secretKeys: (keyIds: ReadonlyArray<string>) => Promise<ReadonlyArray<SecretKey>>;
  readonly secretKeysOf: (tenant: Tenant) => Promise<ReadonlyArray<SecretKey>>;
  /** Adds or overwrites by `keyId`. @throws when another corporate has a key of that id. */
  readonly putSecretKeys: (keys: ReadonlyArray<SecretKey>) => Promise<void>;
  /** Secret keys of all corporates, by id, at most `limit`. */
  readonly someSecretKeys: (limit: number) => Promise<ReadonlyArray<SecretKey>>;
  /** The canaries that show under which keys the secrets are sealed, by number; none until one is stored. */
  readonly canaries: () => Promise<ReadonlyArray<Canary>>;
  /** Stores a canary if none has its number, and says whether. A unit that stores one under it is waited for. */
  readonly addCanary: (canary: Canary) => Promise<boolean>;
  /** Takes away the canaries with these numbers. */
  readonly dropCanaries: (numbers: ReadonlyArray<number>) => Promise<void>;
  /** Keeps the latest use of each key: an earlier one than is known changes nothing. */
  readonly noteUses: (uses: ReadonlyArray<KeyUse>) => Promise<void>;
  /** The latest use of those of `keyIds` that were used, in no order. */
  readonly uses: (keyIds: ReadonlyArray<string>) => Promise<ReadonlyArray<KeyUse>>;
}
