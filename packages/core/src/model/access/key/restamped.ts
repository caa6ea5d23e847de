import type { EpochMs } from '../../../kernel/values/time.js';

/** A key whose life begins now: one that waited for a second person lives as long as one that did not. */
export const restamped = <K extends { readonly createdAt: EpochMs; readonly expiresAt: EpochMs }>(
  key: K,
  at: EpochMs,
): K => ({ ...key, createdAt: at, expiresAt: key.expiresAt + at - key.createdAt });
