import { authoritySeal, isSealed } from '../../authority/seal/authority-seal.js';
import type { JsonObject } from '../../../kernel/codecs/json.js';
import type { SettingsChange } from './settings-change.js';

type Proposed = Omit<SettingsChange, 'state' | 'revision' | 'seal'>;

/** Secrets are left out: each is sealed for its own place, and anew under another key while the change waits. */
const withoutSecrets = (payload: string): JsonObject =>
  JSON.parse(payload, (name, value: unknown) =>
    name === 'sealedSecret' ? undefined : value,
  ) as JsonObject;

const sealedContent = (change: Proposed): JsonObject => ({
  bankTenantId: change.bankTenantId,
  corporateTenantId: change.corporateTenantId,
  changeId: change.changeId,
  kind: change.kind,
  details: change.details as JsonObject,
  payload: withoutSecrets(change.payload),
  proposedBy: change.proposedBy,
  proposedAt: change.proposedAt,
  expiresAt: change.expiresAt,
});

/** The seal of a change as its person proposed it: what is shown of it, and what is made of it. */
export const proposalSeal = (key: Uint8Array, change: Proposed): string =>
  authoritySeal(key, 'settings_change', sealedContent(change));

/** Whether a change is the one that its person proposed: the database alone makes none, and changes none. */
export const isAsProposed = (key: Uint8Array, change: SettingsChange): boolean => {
  try {
    return isSealed(key, 'settings_change', sealedContent(change), change.seal);
  } catch {
    // A payload that is no JSON was never proposed.
    return false;
  }
};
