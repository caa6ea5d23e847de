import type { SchemaWords } from '../engine/dialect.js';

/**
 * An open checkout session holds its reference beside those of archived payouts, for the one payout that it may become.
 * Not additive: an older program would not free it.
 */
export const heldReferences = ({ uuid }: SchemaWords): ReadonlyArray<string> => [
  `ALTER TABLE archived_references RENAME TO held_references`,
  `ALTER TABLE held_references ADD COLUMN payout_id ${uuid}`,
];
