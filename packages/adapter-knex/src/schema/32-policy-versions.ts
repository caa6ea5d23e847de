import type { SchemaWords } from '../engine/dialect.js';

/**
 * A payout keeps the version of the approval policy that decided its levels. Not additive: an older program cannot read
 * a proposed policy that waits for a second person.
 */
export const policyVersions = ({ int }: SchemaWords): ReadonlyArray<string> => [
  `ALTER TABLE payouts ADD COLUMN policy_version ${int}`,
];
