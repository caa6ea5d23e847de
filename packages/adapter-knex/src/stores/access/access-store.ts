import { ApiKey, SecretKey, type AccessStore } from '@hundi/core/storage';
import type { Dialect } from '../../engine/dialect.js';
import type { Session } from '../../engine/session.js';
import { canaryStore } from './canary.js';
import { keyUses } from './key-uses.js';
import { smallRecords, withTenant } from '../rows/small-records.js';

/** Keys. */
export const accessStore = (dialect: Dialect): ((session: Session) => AccessStore) => {
  const apiKeys = smallRecords(dialect, 'api_keys', 'id', ApiKey, ({ keyId }) => keyId);
  const secretKeys = smallRecords(dialect, 'secret_keys', 'id', SecretKey, ({ keyId }) => keyId);
  const uses = keyUses(dialect);
  return (session) => ({
    ...uses(session),
    ...canaryStore(session),
    apiKeys: (keyIds) => apiKeys.byId(session, keyIds),
    apiKeysOf: (tenant) => apiKeys.of(session, tenant),
    putApiKeys: (keys) => apiKeys.put(session, withTenant(keys)),
    secretKeys: (keyIds) => secretKeys.byId(session, keyIds),
    secretKeysOf: (tenant) => secretKeys.of(session, tenant),
    someSecretKeys: (limit) => secretKeys.first(session, limit),
    putSecretKeys: (keys) => secretKeys.put(session, withTenant(keys)),
  });
};
