import { apiKey } from './portal-keys.js';

const AT = 1_772_425_800_000;

/** A change that waits for a second person. */
export const settingsChange = {
  changeId: 'sc_019c2f5e-6a00-7c3a-9b1e-2f4d6a8c0e12',
  kind: 'create_api_key',
  state: 'pending',
  details: { keyId: apiKey.keyId, name: apiKey.name, scopes: apiKey.scopes },
  proposedBy: 'u-admin',
  proposedAt: AT,
  expiresAt: AT + 604_800_000,
};

export const settingsChangePage = {
  items: [settingsChange],
  pagination: { limit: 50, hasMore: false, nextCursor: null },
};

export const approvedChange = {
  ...settingsChange,
  state: 'approved',
  decidedBy: 'u-head',
  decidedAt: AT + 60_000,
  comment: 'Checked with the ERP team',
};

export const rejectedChange = { ...approvedChange, state: 'rejected', comment: 'Not ours' };
