import type { ApprovalSignature, AuthorityStore, SealedAuthorityKey } from '@hundi/core/storage';
import { keyOf } from '../engine/key-of.js';
import { sameTenant } from '../engine/per-tenant.js';
import type { Unit } from '../engine/unit.js';

export const authorityTables = (
  keys: Map<string, SealedAuthorityKey>,
): ((unit: Unit) => AuthorityStore) => {
  const all = new Map<string, ApprovalSignature>();
  return (unit) => ({
    key: async () => keys.get('authority'),
    addKey: async (key) => {
      if (keys.has(key.id)) return false;
      unit.set(keys, key.id, key);
      return true;
    },
    addSignature: async (signature) => {
      const at = keyOf(signature, signature.signatureId);
      if (all.has(at)) throw new Error(`there is a signature ${signature.signatureId}`);
      unit.set(all, at, signature);
    },
    signature: async (tenant, id) => all.get(keyOf(tenant, id)),
    signaturesAfter: async (tenant, after = '', limit) =>
      [...all.values()]
        .filter((one) => sameTenant(one, tenant) && one.signatureId > after)
        .sort((a, b) => (a.signatureId < b.signatureId ? -1 : 1))
        .slice(0, limit),
  });
};
