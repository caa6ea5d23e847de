import type { AccessStore, ApiKey, SecretKey } from '@hundi/core';
import { sameTenant } from './per-tenant.js';
import type { Unit } from './unit.js';

export const accessTables = (): ((unit: Unit) => AccessStore) => {
  const apiKeys = new Map<string, ApiKey>();
  const secretKeys = new Map<string, SecretKey>();
  return (unit) => ({
    apiKeys: async (keyIds) => [...new Set(keyIds)].flatMap((keyId) => apiKeys.get(keyId) ?? []),
    apiKeysOf: async (tenant) => [...apiKeys.values()].filter((key) => sameTenant(key, tenant)),
    putApiKeys: async (keys) => {
      for (const key of keys) unit.set(apiKeys, key.keyId, key);
    },
    secretKeysOf: async (tenant) =>
      [...secretKeys.values()].filter((key) => sameTenant(key, tenant)),
    putSecretKeys: async (keys) => {
      for (const key of keys) unit.set(secretKeys, key.keyId, key);
    },
  });
};
