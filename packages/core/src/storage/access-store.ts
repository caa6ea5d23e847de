import type { Tenant } from '../kernel/values/tenant.js';
import type { ApiKey, KeyUse, SecretKey } from '../access/key/api-key.js';

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
  /** The canary that shows under which key the secrets are sealed; undefined until one is stored. */
  readonly canary: () => Promise<string | undefined>;
  /** Stores a canary if there is none, for good; returns the stored one, which may be another process's. */
  readonly keepCanary: (sealed: string) => Promise<string>;
  /** Keeps the latest use of each key: an earlier one than is known changes nothing. */
  readonly noteUses: (uses: ReadonlyArray<KeyUse>) => Promise<void>;
  /** The latest use of those of `keyIds` that were used, in no order. */
  readonly uses: (keyIds: ReadonlyArray<string>) => Promise<ReadonlyArray<KeyUse>>;
}
