import type { Tenant } from '../kernel/tenant.js';
import type { ApiKey, SecretKey } from './api-key.js';

/** Keys. The one store that is asked before the tenant is known. */
export interface AccessStore {
  /** Those of `keyIds` that exist, in no order. */
  readonly apiKeys: (keyIds: ReadonlyArray<string>) => Promise<ReadonlyArray<ApiKey>>;
  readonly apiKeysOf: (tenant: Tenant) => Promise<ReadonlyArray<ApiKey>>;
  /** Adds or overwrites by `keyId`. */
  readonly putApiKeys: (keys: ReadonlyArray<ApiKey>) => Promise<void>;
  readonly secretKeysOf: (tenant: Tenant) => Promise<ReadonlyArray<SecretKey>>;
  readonly putSecretKeys: (keys: ReadonlyArray<SecretKey>) => Promise<void>;
}
