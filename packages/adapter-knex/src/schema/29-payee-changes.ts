import type { SchemaWords } from '../engine/dialect.js';

/**
 * A deactivated payee frees its beneId as a rejected one does, and payees of which a change waits for a checker are
 * found by that. Not additive: an older program does not know a deactivated payee.
 */
export const payeeChanges = ({ int }: SchemaWords): ReadonlyArray<string> => [
  `DROP INDEX beneficiaries_bene_id_once`,
  `CREATE UNIQUE INDEX beneficiaries_bene_id_once
    ON beneficiaries (bene_id, corporate_id) WHERE state NOT IN ('rejected', 'deactivated')`,
  `ALTER TABLE beneficiaries ADD COLUMN change_waits ${int} NOT NULL DEFAULT 0`,
  `CREATE INDEX beneficiaries_change_waits
    ON beneficiaries (corporate_id, beneficiary_id) WHERE change_waits = 1`,
];
