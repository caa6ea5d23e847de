import type { Tenant } from '@hundi/core';
import type { AccessStore, ApiKey, Canary, KeyUse, SecretKey } from '@hundi/core/storage';
import { firstOf } from '../engine/first-of.js';
import { found } from '../engine/found.js';
import { sameTenant } from '../engine/per-tenant.js';
import type { Unit } from '../engine/unit.js';

type Keyed = Tenant & { readonly keyId: string };

/** A key's id stays with the corporate that had it first. */
const put = <K extends Keyed>(unit: Unit, all: Map<string, K>, keys: ReadonlyArray<K>): void => {
  for (const key of keys) {
    const known = all.get(key.keyId);
    if (known !== undefined && !sameTenant(known, key))
      throw new Error(`another corporate has a key ${key.keyId}`);
    unit.set(all, key.keyId, key);
  }
};

export const accessTables = (secretKeys: Map<string, SecretKey>): ((unit: Unit) => AccessStore) => {
  const apiKeys = new Map<string, ApiKey>();
  const uses = new Map<string, KeyUse>();
  const canaries = new Map<number, Canary>();
  return (unit) => ({
    apiKeys: async (keyIds) => found(apiKeys, keyIds),
    apiKeysOf: async (tenant) => [...apiKeys.values()].filter((key) => sameTenant(key, tenant)),
    putApiKeys: async (keys) => {
      put(unit, apiKeys, keys);
    },
    secretKeys: async (keyIds) => found(secretKeys, keyIds),
    secretKeysOf: async (tenant) =>
      [...secretKeys.values()].filter((key) => sameTenant(key, tenant)),
    putSecretKeys: async (keys) => {
      put(unit, secretKeys, keys);
    },
    someSecretKeys: async (limit) => firstOf(secretKeys, limit),
    canaries: async () => [...canaries.values()].sort((a, b) => a.number - b.number),
    addCanary: async (canary) => {
      if (canaries.has(canary.number)) return false;
      unit.set(canaries, canary.number, canary);
      return true;
    },
    dropCanaries: async (numbers) => {
      for (const number of numbers) unit.delete(canaries, number);
    },
    noteUses: async (noted) => {
      for (const use of noted) {
        if (use.usedAt > (uses.get(use.keyId)?.usedAt ?? -Infinity)) unit.set(uses, use.keyId, use);
      }
    },
    uses: async (keyIds) => found(uses, keyIds),
  });
};
