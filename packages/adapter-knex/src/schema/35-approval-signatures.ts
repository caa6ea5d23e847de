import type { SchemaWords } from '../engine/dialect.js';

/**
 * Approvals by passkey as people signed them, and the key that seals passkeys and policies. Not additive: an older program
 * would send what nobody signed.
 */
export const approvalSignatures = ({
  text,
  endNarrow,
  endChanging,
}: SchemaWords): ReadonlyArray<string> => [
  `CREATE TABLE approval_signatures (
    corporate_id ${text} NOT NULL, bank_id ${text} NOT NULL, id ${text} NOT NULL, record ${text} NOT NULL,
    PRIMARY KEY (corporate_id, bank_id, id)
  ) ${endNarrow}`,
  `CREATE TABLE authority_key (id ${text} NOT NULL, record ${text} NOT NULL, PRIMARY KEY (id)) ${endChanging}`,
];
